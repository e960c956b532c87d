"""Alhambra (D. Henn, 2003) with three modules of the Designers' Expansion.

They are the personal building markets (P), the treasures (T) and the caliph's guidelines (G);
rules of the base game have ids with B.  All ids are those of ``satrap rules alhambra``.
"""
