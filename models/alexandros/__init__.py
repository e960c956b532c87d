"""Alexandros: Alexander's march leaves walls, walls make provinces, governors levy taxes from them.

The rule text is a French summary; other published evidence is used where it is silent.
"""
