"""What is left on the table after a campaign and after acquisitions, beyond what anybody scores."""

import pytest

from models.documents import Source, validate
from models.errors import InputError
from models.successors.acquisitions import Acquisitions, with_buys
from models.successors.campaign import Campaign, CampaignTerms, operations_used, played
from tests.successors.tables import DIADOCHI, choose, table


def after(players, plan, **terms):
    """The players after a campaign of ana, none of which is illegal."""
    game, breaches = played(
        DIADOCHI,
        table(DIADOCHI, players=players),
        "ana",
        validate(Campaign, Source(plan)),
        validate(CampaignTerms, Source(terms)),
        choose(),
    )
    assert breaches == ()
    return game.position.players


def test_siege_points_stay_where_nothing_is_taken():
    ana = {"armies": [{"at": "smyrna", "units": {"mercenary": 1}}], "siege": {"smyrna": 1, "tyros": 2}}
    left = after({"ana": ana, "ben": {}}, {"takes": ["smyrna"]}, operations=1, siege=0)
    assert left["ana"].siege == {"tyros": 2}


def test_an_army_that_has_marched_has_no_movement_left():
    ana = {"armies": [{"at": "smyrna", "units": {"mercenary": 2}, "movement": 3}]}
    plan = {"moves": [{"path": ["smyrna", "ephesos"], "leaves": {"smyrna": 1}}]}
    marched, behind = after({"ana": ana, "ben": {}}, plan, operations=1, siege=0)["ana"].armies
    assert (marched.at, dict(marched.units), marched.movement) == ("ephesos", {"mercenary": 1}, 0)
    assert (behind.at, dict(behind.units)) == ("smyrna", {"mercenary": 1})


def test_the_cart_goes_to_who_acquires_it():
    position = table(DIADOCHI, players={"ana": {}, "ben": {}}, cart={"at": "babylon", "player": "ben"})
    cart = with_buys(DIADOCHI, position, "ana", Acquisitions(cart=True)).cart
    assert (cart.at, cart.player) == ("babylon", "ana")


def test_a_fleet_takes_an_operation_where_nothing_is_said():
    terms = validate(
        CampaignTerms, Source({"operations": 5, "fleets": [{"number": 2}, {"number": 3, "operations": 2}]})
    )
    assert operations_used(validate(Campaign, Source({"fleets": [2, 3]})), terms) == 3


def test_armies_are_numbered_from_one():
    with pytest.raises(InputError, match="out of range"):
        validate(Campaign, Source({"moves": [{"path": ["smyrna", "ephesos"], "army": 0}]}))
