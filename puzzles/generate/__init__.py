"""Seeded generators of scenarios: the same seed and size give the same scenario everywhere.

They serve the benchmarks, the tests that compare the solver with an exhaustive search, and
whoever wants more instances than the gallery holds.  Boards are drawn anew for each seed and
live in memory; ``to_files`` gives the two files that ``load`` reads back as the same scenario.
"""
