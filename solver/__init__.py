"""CP-SAT: one formulation for each question, and one engine that runs them all.

OR-Tools is loaded when something is solved, not when this package is imported.
"""

SATRAP = "satrap"  # tells our package from another one of the same common name
