"""What rivals will do in empire, as far as nothing but the policy decides it."""

from models.documents import Source, validate
from models.empire.plan import Allocation, Policy, Purse


def test_what_a_purse_does_not_name_gets_nothing():
    assert Purse(armies=4).allocation(15, True) == Allocation(armies=4)
    assert Purse(city=2).allocation(15, True) == Allocation(city=2)


def test_each_later_round_has_its_own_policy():
    policy = validate(Policy, Source({"then": [{"allocation": {"temple": 1}}, {"allocation": {"city": 2}}]}))
    said = [policy.in_round(later).allocation for later in range(4)]
    assert said == [None, Purse(temple=1), Purse(city=2), None]
