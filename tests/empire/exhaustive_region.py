"""The best plan over the rounds of a region by trying everything: the judge of ``region-plan``.

Legality, rivals and scoring are those of ``models``; nothing here comes from ``solver``.  In each
round every division of the cubes, every outcome of every sequence of group moves (with what was
paid, needless crossings included, and whether the target was entered) and every set of pieces is
tried, and the rest of the region after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain, combinations, product

from models.empire.board import SYMBOL
from models.empire.campaign import follow_all
from models.empire.plan import Allocation
from models.empire.position import KINDS, STEPS, Pieces, why_not_lay
from models.empire.round import Table, distribute, finish, take_back, why_over
from tests.sparing import TooLargeError

Worth = tuple[int, ...]
"""The player's points, then how far ahead of each rival."""


def search(scenario, limit=60_000):
    """The best points and the best margin; :class:`TooLargeError` after so many scorings."""
    player = scenario.question.player
    rulings = scenario.rulings
    policies = scenario.assumptions.rivals
    scored = 0

    @cache
    def plans_from(key, later) -> frozenset[Worth]:
        nonlocal scored
        table, _ = follow_all(tables[key], policies, later, rulings)
        found: set[Worth] = set()
        for mine, entered in turns(table, player, later, rulings):
            scored += 1
            if scored > limit:
                raise TooLargeError
            played = table.with_player(player, mine, entered)
            over = why_over(played, rulings)
            after, ledger = finish(played, rulings)
            own = ledger.total(player)
            gained = (own, *(own - ledger.total(name) for name in table.players if name != player))
            if over:
                found.add(gained)
                continue
            following = key_of(after)
            tables[following] = after
            found |= {tuple(map(sum, zip(gained, rest, strict=True))) for rest in plans_from(following, later + 1)}
        return undominated(found)

    first = Table.of(scenario.board, scenario.position)
    tables = {key_of(first): first}
    worths = plans_from(key_of(first), 0)
    return max(worth[0] for worth in worths), max(min(worth[1:]) for worth in worths)


def key_of(table: Table) -> str:
    """What tells two tables apart for the rest of the region; points on the track do not."""
    states = {name: state.model_copy(update={"points": 0}) for name, state in table.players.items()}
    return f"{table.round} {sorted((name, repr(state)) for name, state in states.items())}"


def undominated(worths: set[Worth]) -> frozenset[Worth]:
    """Those that no other one equals or betters everywhere."""
    kept: list[Worth] = []
    for worth in sorted(worths, reverse=True):
        if not any(all(a >= b for a, b in zip(other, worth, strict=True)) for other in kept):
            kept.append(worth)
    return frozenset(kept)


def turns(table: Table, player: str, later: int, rulings) -> Iterator[tuple[object, bool]]:
    """Every state in which the player's turn can end, and whether the target was entered in it."""
    standing = {place for state in table.players.values() for place in state.built.cities}
    seen = set()
    before = table.players[player]
    divided = before if later == 0 else take_back(before)
    ways = [before] if later or not before.hand else []
    for shares in splits(divided.hand or 0, table.round == 1):
        turn = distribute(table.with_player(player, divided), player, Allocation(**shares), rulings)
        if not turn.breaches:
            ways.append(turn.table.players[player])
    for state in ways:
        for armies, paid, entered in movements(table.region, state):
            for temple in range(max(0, paid - state.city), min(paid, state.temple) + 1):
                moved = state.model_copy(
                    update={
                        "armies": dict(armies),
                        "temple": state.temple - temple,
                        "city": state.city - paid + temple,
                        "spent": (state.spent or 0) + paid,
                    }
                )
                mark = (armies, moved.temple, moved.city, moved.hand, entered)
                if mark in seen:
                    continue
                seen.add(mark)
                for pieces in layings(table.region, moved, standing, rulings):
                    yield moved.model_copy(update={"placed": pieces}), entered


def splits(hand: int, first: bool):
    """Every division of up to so many cubes."""
    top = hand if first else 0
    for order, armies, temple in product(range(top + 1), range(top + 1), range(hand + 1)):
        for city in range(hand - order - armies - temple + 1):
            yield {"order": order, "armies": armies, "temple": temple, "city": city}


def movements(region, state):
    """Where the armies can stand after any moves, what was paid, whether the target was entered."""
    budget = state.temple + state.city
    begin = (tuple(sorted(((place, 0), n) for place, n in state.armies.items() if n)), 0, False)
    seen, edge = {begin}, [begin]
    while edge:
        armies, paid, entered = edge.pop()
        fresh = dict(armies)
        for (start, end), cost in region.costs.items():
            if paid + cost > budget:
                continue
            layers = [made for made in range(STEPS) if fresh.get((start, made))]
            for taken in product(*(range(fresh[start, made] + 1) for made in layers)):
                if not any(taken) or (not cost and sum(taken) > 1):
                    continue
                after = dict(fresh)
                for made, n in zip(layers, taken, strict=True):
                    after[start, made] -= n
                    after[end, made + 1] = after.get((end, made + 1), 0) + n
                state_after = (
                    tuple(sorted((key, n) for key, n in after.items() if n)),
                    paid + cost,
                    entered or end == region.target,
                )
                if state_after not in seen:
                    seen.add(state_after)
                    edge.append(state_after)
    found = set()
    for armies, paid, entered in seen:
        total: dict[str, int] = {}
        for (place, _), n in armies:
            total[place] = total.get(place, 0) + n
        found.add((tuple(sorted(total.items())), paid, entered))
    return sorted(found)


def layings(region, state, standing, rulings):
    """Every set of pieces that may be laid (5.4), with those that lie already."""
    choices = []
    for kind in KINDS:
        lying = state.placed.of(kind)
        sites = [place for place in region.in_order if state.armies.get(place) and place != SYMBOL]
        sets = []
        for chosen in chain.from_iterable(combinations(sites, n) for n in range(len(sites) + 1)):
            laid = lying
            for place in chosen:
                if why_not_lay(region, state, kind, place, laid, standing, rulings):
                    break
                laid = (*laid, place)
            else:
                sets.append(laid)
        choices.append(sets)
    for temples, cities in product(*choices):
        yield Pieces(temples=temples, cities=cities)
