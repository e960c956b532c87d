"""How long the questions of alexandros take, on the bundled board in the middle of games of two to four players.

``python benchmarks/alexandros_questions.py`` prints a table over seeded scenarios of each kind; ``--only KIND``
takes one of them, and ``--count N`` that many of its scenarios:

* ``best-turn``: every card, way and action, unknown cards by their chances or not at all;
* ``occupy-cheapest``, ``occupy-assign``: the cheapest way into a province, and up to three actions for several;
* ``enclose-most``, ``enclose-fewest``: with 8 to 20 new walls, or worth 3 to 12;
* ``enclose-bare``: the most for 20 new walls where none stands;
* ``enclose-moves``: the fewest moves of Alexander, two at most;
* ``levy-table``, ``levy-time``: who gains what now, and when to levy in three turns;
* ``plan``: three turns with a known pile, 30 s each: value, bound, gap;
* ``defend``: what rivals can do to the income, and the actions against it.
"""

from __future__ import annotations

from functools import partial

from timing import Kind, run_kinds

from puzzles.generate.alexandros_best_turn import best_turn
from puzzles.generate.alexandros_defend import defend
from puzzles.generate.alexandros_enclose import enclose
from puzzles.generate.alexandros_levy import levy
from puzzles.generate.alexandros_occupy import occupy
from puzzles.generate.alexandros_plan import plan

KINDS = {
    "best-turn": Kind(best_turn, "all cards, ways, actions", count=200),
    "occupy-cheapest": Kind(partial(occupy, ask="cheapest"), "one province"),
    "occupy-assign": Kind(partial(occupy, ask="assign"), "up to three actions"),
    "enclose-most": Kind(partial(enclose, ask="most"), "8 to 20 walls", count=30),
    "enclose-fewest": Kind(partial(enclose, ask="fewest"), "worth 3 to 12", count=30),
    "enclose-bare": Kind(partial(enclose, ask="most", walls=20, bare=True), "20 walls, none stands", count=5),
    "enclose-moves": Kind(partial(enclose, ask="moves"), "up to two moves", count=30),
    "levy-table": Kind(partial(levy, ask="table"), "all symbols"),
    "levy-time": Kind(partial(levy, ask="time", turns=3), "three turns", count=30),
    "plan": Kind(partial(plan, turns=3, known=1.0), "three turns, known pile", count=30, seconds=30.0, bounds=True),
    "defend": Kind(defend, "a rival or all of them"),
}


if __name__ == "__main__":
    run_kinds("Questions of alexandros", __doc__, KINDS, occupy(0, ask="assign"))
