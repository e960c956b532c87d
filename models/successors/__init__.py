"""Successors, 4th edition: political control, victory points, legitimacy, and who wins when.

The rule text is Spanish and covers control, victory, status and the burial of Alexander.
"""
