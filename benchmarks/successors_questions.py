"""How long the questions of successors take, on the bundled map with five players.

``python benchmarks/successors_questions.py`` prints a table over seeded scenarios of each kind; ``--only KIND``
takes one of them, and ``--count N`` that many of its scenarios:

* ``path-to-victory``: the cheapest win by any route, with every province, space, royal and general priced;
* ``minimal``: all minimal sets that win, of 16 to 24 things;
* ``stop``: the cheapest changes of four rivals with 8 to 12 offers each, against a leader to whom all is offered;
* ``stop-table``: who can be stopped by whom, everybody with offers;
* ``expansion``: three to five armies, three to five operations, siege points, fleets on offer;
* ``cart-road``, ``cart-policy``: the way to Pella, and the policy that most likely arrives there;
* ``regency-who``, ``regency-flip``: the tests to come, and the fewest changes with which one turns out otherwise;
* ``attack-table``, ``attack-order``: eight attacks, each by itself and in the best order.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from timing import Kind, run_kinds

from puzzles.generate.successors_attack import attack
from puzzles.generate.successors_cart import cart
from puzzles.generate.successors_expansion import expansion
from puzzles.generate.successors_path import MIXED, path_to_victory
from puzzles.generate.successors_regency import regency
from puzzles.generate.successors_stop import stop

FEW = replace(MIXED, players=(5, 5), things=(16, 24), readings=0.0)
"""Few enough things for all sets of them."""

KINDS = {
    "path-to-victory": Kind(path_to_victory, "cheapest, all priced"),
    "minimal": Kind(partial(path_to_victory, size=FEW, ask="minimal"), "16 to 24 things", count=20),
    "stop": Kind(stop, "cheapest, four rivals"),
    "stop-table": Kind(partial(stop, ask="table"), "everybody", count=20),
    "expansion": Kind(expansion, "3 to 5 armies"),
    "cart-road": Kind(partial(cart, ask="road"), "to Pella"),
    "cart-policy": Kind(partial(cart, ask="policy"), "to Pella"),
    "regency-who": Kind(partial(regency, ask="who"), "all tests to come"),
    "regency-flip": Kind(partial(regency, ask="flip"), "anything may change"),
    "attack-table": Kind(partial(attack, ask="table"), "8 attacks"),
    "attack-order": Kind(partial(attack, ask="order"), "8 attacks"),
}


if __name__ == "__main__":
    run_kinds("Questions of successors", __doc__, KINDS, expansion(0))
