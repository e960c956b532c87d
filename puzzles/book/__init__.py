"""A book of puzzles: one page without any network, to read on a screen or on paper."""
