"""The games: boards, positions, rules and scoring, written from the rule texts.

Nothing in here knows a solver or a terminal.  Each game is a package of the same
shape (see :mod:`models.game`); what games share stands beside them.
"""

GAMES: dict[str, str] = {
    "empire": "models.empire.game",
    "alhambra": "models.alhambra.game",
    "successors": "models.successors.game",
    "alexandros": "models.alexandros.game",
}
"""The games by key, and the module that describes each."""

SATRAP = "satrap"  # tells our package from another one of the same common name
