"""Every set of things on offer that can be paid for, written from the documents alone."""

from dataclasses import dataclass
from itertools import combinations

from models.documents import Source, validate
from models.successors.acquisitions import Acquisitions


@dataclass(frozen=True)
class Bought:
    """Some things: as acquisitions, as a set of (faction, kind, what, which of equal ones), and what they cost."""

    buys: Acquisitions
    taken: frozenset
    cost: int


def on_offer(name, offers, weights):
    """Everything on offer as (key, price by resource, cost); of equal fleets the cheaper ones come first."""
    found = []
    for kind in Acquisitions.model_fields:
        given = getattr(offers, kind)
        if kind in ("cart", "champion"):
            entries = [] if given is None else [("", given)]
        elif kind == "fleets":
            entries = [(offer.number, offer.price) for offer in given]
        elif kind == "sink":
            entries = [((offer.of, offer.number), offer.price) for offer in given]
        else:
            entries = list(given.items())
        priced = []
        for item, price in entries:
            prices = price if isinstance(price, dict) else {"cost": price}
            priced.append((item, prices, sum(number * weights.get(what, 1) for what, number in prices.items())))
        seen = {}
        for item, prices, cost in sorted(priced, key=lambda one: one[2]):
            found.append(((name, kind, item, seen.setdefault(item, 0)), prices, cost))
            seen[item] += 1
    return found


def sets_of(name, offers, budgets, weights, most=None):
    """Every set of things within the budgets, with no more than one tomb; None if there are more subsets than that."""
    listed = on_offer(name, offers, weights)
    if most is not None and 2 ** len(listed) > most:
        return None
    found = []
    for size in range(len(listed) + 1):
        for chosen in combinations(listed, size):
            taken = frozenset(key for key, _, _ in chosen)
            spent = {}
            for _, prices, _ in chosen:
                for resource, number in prices.items():
                    spent[resource] = spent.get(resource, 0) + number
            in_order = all(not at or (of, kind, item, at - 1) in taken for of, kind, item, at in taken)
            if not in_order or any(number > budgets.get(resource, number) for resource, number in spent.items()):
                continue
            if sum(kind == "tomb" for _, kind, _, _ in taken) < 2:
                found.append(Bought(acquired(taken), taken, sum(cost for _, _, cost in chosen)))
    return found


def acquired(taken):
    """Things as acquisitions."""
    values = {}
    for _, kind, item, _ in sorted(taken, key=str):
        if kind in ("cart", "champion"):
            values[kind] = True
        elif kind == "tomb":
            values[kind] = item
        else:
            values.setdefault(kind, []).append({"of": item[0], "number": item[1]} if kind == "sink" else item)
    return validate(Acquisitions, Source(values))
