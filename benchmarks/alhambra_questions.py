"""How long the questions of alhambra take that stand beside ``layout``.

``python benchmarks/alhambra_questions.py`` prints a table over seeded scenarios of each kind; ``--only KIND``
takes one of them, and ``--count N`` that many of its scenarios:

* ``place``: six new tiles on an Alhambra of 15;
* ``redesign``: the best within three actions on an Alhambra of 15, with five tiles aside;
* ``purchase``: 25 cards, five treasures, 19 offers, the worth of each tile being stated;
* ``build``: a purchase of up to eight tiles that are then built on an Alhambra of 15;
* ``draft``: which of the offered tiles adds most to an Alhambra of 15;
* ``market-slot``: which slot helps the rivals least, or brings the most.

``layout`` has a script of its own, ``benchmarks/alhambra_layout.py``.
"""

from __future__ import annotations

from functools import partial

from timing import Kind, run_kinds

from puzzles.generate.alhambra_purchase import TABLE, market_slot, purchase
from puzzles.generate.alhambra_questions import draft, place, redesign

KINDS = {
    "place": Kind(place, "6 new tiles on 15", count=30),
    "redesign": Kind(redesign, "3 actions on 15", count=30),
    "purchase": Kind(purchase, "25 cards, 19 offers"),
    "build": Kind(partial(purchase, size=TABLE, placing=True), "8 offers, built on 15", count=10, bounds=True),
    "draft": Kind(draft, "on 15 tiles"),
    "market-slot": Kind(market_slot, "4 slots"),
}


if __name__ == "__main__":
    run_kinds("Questions of alhambra", __doc__, KINDS, place(0))
