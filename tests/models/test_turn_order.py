"""Turn order: the chain of ties and every order the draw could give."""

import pytest

from models.empire.position import Position
from models.empire.rulings import RULINGS
from models.empire.turn_order import play_order, rankings
from models.rulings import Rulings


def position(bids, **more):
    players = {
        name: {"order": order, "armies": {"symbol": armies}, "temple": temple}
        for name, (order, armies, temple) in bids.items()
    }
    return Position.model_validate({"region": 2, "players": players, **more})


def test_the_draw_is_every_order_of_those_still_tied():
    rulings = Rulings.choose(RULINGS)
    found = rankings(position({"a": (1, 3, 2), "b": (1, 3, 2), "c": (2, 1, 1), "d": (0, 5, 5)}), rulings)
    assert found == (("c", "a", "b", "d"), ("c", "b", "a", "d"))


def test_five_players_alike_can_be_drawn_in_120_orders():
    found = rankings(position(dict.fromkeys("abcde", (0, 3, 3))), Rulings.choose(RULINGS))
    assert len(set(found)) == 120


def test_a_first_round_without_bids_needs_the_seating():
    bare = position({"a": (0, 3, 2), "b": (0, 4, 2)}, region=1)
    with pytest.raises(ValueError, match="seating"):
        rankings(bare, Rulings.choose(RULINGS))


def test_the_last_seat_need_not_be_chosen():
    rulings = Rulings.choose(RULINGS)
    assert play_order(("a", "b", "c"), {"a": 3, "b": 1}, rulings) == (("b", "c", "a"), [])
    assert play_order(("a", "b", "c"), {"a": 3}, rulings) == (None, [])
