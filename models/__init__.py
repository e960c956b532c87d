"""The games: boards, positions, rules and scoring, written from the rule texts.

Nothing in here knows a solver or a terminal.  Each game is a package of the same
shape (see :mod:`models.game`); what two games share stands beside them.
"""

SATRAP = "satrap"  # tells our package from another one of the same common name
