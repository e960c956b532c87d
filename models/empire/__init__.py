"""Alexander the Great: Birth of an Empire (R. Hofstätter and D. Keusch, 2005).

Rule ids in this package are those of ``satrap rules empire``.
"""
