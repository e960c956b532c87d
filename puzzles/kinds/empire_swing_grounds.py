"""What holds an answer about the final scoring down: room, limits, points, and who is ahead in pieces where.

Taking a piece from one rival can help another one, who was tied with that rival for most (6.1-6).
So rivals lose pieces together, down to where the player is ahead of them all; and where that would
let one of them be first on the board on the way, all regions are one ground.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from models.empire.additions import rounds_left
from models.empire.board import Province, Region
from models.empire.final import REGION_RULES
from models.empire.position import CITIES, KINDS, PLURAL, TEMPLES, Kind, Position, first_region, last_region
from models.empire.scoring import BUILDINGS
from models.empire.words import cubes
from models.words import and_words
from puzzles.kinds.empire import fresh, rivals_of, with_question, with_region
from puzzles.kinds.empire_rounds import track_ground, with_player
from puzzles.kinds.kind import Ground, changed
from puzzles.scenario import Scenario
from solver.empire.inquiries import FinalSwing, RegionPieces

OWNED: Mapping[Kind, int] = {"temple": TEMPLES, "city": CITIES}
ROOM_RULES: Mapping[Kind, str] = {"temple": "5.5.4-1", "city": "5.5.3-4"}
Counts = Mapping[str, Mapping[int, int]]
"""By player, then by region: pieces of a kind that stand or are taken for granted."""


def swing_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Everything but the definitions of the final scoring and the supply of pieces."""
    yield from _rooms(scenario)
    if scenario.question.ask == "worst":
        yield from _own_pieces(scenario)
        yield from _own_points(scenario)
    else:
        for each in KINDS:
            yield from _rival_pieces(scenario, each)
        yield from _rival_points(scenario)
    yield from _limits(scenario)


# -- limits of the question and of the board -------------------------------------------------------


def _builders(scenario: Scenario) -> list[str]:
    return list(rivals_of(scenario)) if scenario.question.ask == "worst" else [scenario.question.player]


def _limit_ground(kind: Kind, words: str, most: int) -> Ground:
    return Ground(
        f"limit {kind}",
        words,
        "question",
        lambda looser, steps: _allow(looser, kind, steps),
        lambda steps: f"{cubes(steps, kind)} more allowed",
        OWNED[kind] - most,
    )


def _room_ground(kind: Kind, region: Region, words: str, most: int) -> Ground:
    return Ground(
        f"room {kind} {region.number}",
        words,
        ROOM_RULES[kind],
        lambda looser, steps: _more_sites(looser, region.number, kind, steps),
        lambda steps: f"{cubes(steps, f'more {kind} site')} in {region.name}",
        most,
    )


def _limits(scenario: Scenario) -> Iterator[Ground]:
    question: FinalSwing = scenario.question
    for each in KINDS:
        most: int | None = getattr(question.most, PLURAL[each])
        if most is not None and most < OWNED[each]:
            who = "each rival adds" if question.ask == "worst" else f"{question.player} adds"
            yield _limit_ground(each, f"{who} {cubes(most, each)} at most" if most else f"{who} no {each}", most)
    if question.ask == "fewest" and not question.shared:
        yield Ground(
            "shared",
            "a shared win will not do",
            "question",
            lambda looser, _: with_question(looser, shared=True),
            lambda _: "a shared win will do",
        )
    mine, theirs = bool(question.mine), any(question.rivals.values())
    if not question.building and not (mine if question.ask == "worst" else theirs):
        yield Ground(
            "building",
            "added pieces score nothing when they are built",
            "question",
            lambda looser, _: with_question(looser, building=True),
            lambda _: "added pieces score when they are built",
        )


def _allow(scenario: Scenario, each: Kind, steps: int) -> Scenario:
    most = scenario.question.most
    return with_question(scenario, most=changed(most, **{PLURAL[each]: getattr(most, PLURAL[each]) + steps}))


def _rooms(scenario: Scenario) -> Iterator[Ground]:
    """Sites of the regions to come, where there are fewer than pieces that might go there."""
    position: Position = scenario.position
    taken = {place for state in position.players.values() for place in state.built.cities}
    for number, region in sorted(scenario.board.by_number.items()):
        left = rounds_left(position, number)
        for each in KINDS if left else ():
            sites = [place for place in region.in_order if region.has_site(place, each)]
            free = [place for place in sites if each == "temple" or place not in taken]
            times = left if each == "temple" else 1
            wanted = OWNED[each] * len(_builders(scenario)) + _granted(scenario, each, number)
            most = -(-wanted // times) - len(free)
            if most > 0:
                room = cubes(len(free) * times, f"more {each}")
                why = f"{cubes(len(free), 'site')}, {cubes(left, 'round')}" if each == "temple" else "free sites"
                yield _room_ground(each, region, f"there is room for {room} in {region.name} ({why})", most)


def _granted(scenario: Scenario, each: Kind, number: int) -> int:
    question: FinalSwing = scenario.question
    listed = [question.mine, *question.rivals.values()]
    return sum(pieces_of(pieces, each) for part in listed for pieces in part if pieces.region == number)


def pieces_of(pieces: RegionPieces, each: Kind) -> int:
    """How many of a kind."""
    return pieces.temples if each == "temple" else pieces.cities


def _more_sites(scenario: Scenario, number: int, each: Kind, steps: int) -> Scenario:
    """More provinces with a site of a kind, which no army need reach here."""
    region = scenario.board.by_number[number]
    highest = max(province.number for province in region.provinces.values())
    new = {
        f"{each}-site-{number}-{at}": Province(number=highest + at, sites=(each,), at=region.symbol)
        for at in range(1, steps + 1)
    }
    return with_region(scenario, fresh(region, provinces={**region.provinces, **new}))


# -- points and pieces -----------------------------------------------------------------------------


def _rival_points(scenario: Scenario) -> Iterator[Ground]:
    question: FinalSwing = scenario.question
    for name in rivals_of(scenario):
        built = sum(
            pieces_of(pieces, each) * BUILDINGS[each].points
            for pieces in question.rivals.get(name, ())
            for each in KINDS
            if question.building
        )
        yield from _points(scenario, name, built)


def _own_points(scenario: Scenario) -> Iterator[Ground]:
    question: FinalSwing = scenario.question
    pieces = [(pieces, each) for pieces in question.mine for each in KINDS if question.building]
    yield from _points(
        scenario, question.player, sum(pieces_of(mine, each) * BUILDINGS[each].points for mine, each in pieces)
    )


def _points(scenario: Scenario, name: str, built: int) -> Iterator[Ground]:
    points = scenario.position.players[name].points
    if points + built:
        yield track_ground(name, points, points + built)


def _own_pieces(scenario: Scenario) -> Iterator[Ground]:
    """For ``worst``: what the player has in each region."""
    name = scenario.question.player
    for each in KINDS:
        for number, count in _counts(scenario, each)[name].items():
            if count:
                words = f"{name} has {cubes(count, each)} in {scenario.board.by_number[number].name}"
                yield _own_ground(name, each, number, words, count)


def _own_ground(name: str, kind: Kind, number: int, words: str, count: int) -> Ground:
    return Ground(
        f"pieces {name} {kind} {number}",
        words,
        REGION_RULES[kind],
        lambda looser, steps: _fewer(looser, name, kind, number, steps),
        lambda steps: f"{cubes(steps, kind)} fewer in region {number}",
        count,
    )


def _rival_pieces(scenario: Scenario, each: Kind) -> Iterator[Ground]:
    """Where rivals are not behind the player; all regions together where one by one would help a rival."""
    player = scenario.question.player
    counts = _counts(scenario, each)
    floors = {number: max(0, count - 1) for number, count in counts[player].items()}
    above = {number: max(counts[name][number] - floors[number] for name in rivals_of(scenario)) for number in floors}
    numbers = [number for number, over in above.items() if over > 0]
    if not _apart(counts, player, floors, {number: above[number] for number in numbers}):
        yield Ground(
            f"pieces {each}",
            f"rivals' {PLURAL[each]} stand in {and_words([scenario.board.by_number[n].name for n in numbers])}",
            "6.1-6",
            lambda looser, _: _lowered(looser, each, {number: (99, floors[number]) for number in numbers}),
            lambda _: f"behind {player} in {PLURAL[each]} everywhere",
        )
        return
    for number in numbers:
        names = [name for name in rivals_of(scenario) if counts[name][number] > floors[number]]
        have = [f"{name} {counts[name][number]}" for name in names]
        own = counts[player][number]
        words = f"{PLURAL[each]} in {scenario.board.by_number[number].name}: {and_words(have)}, {player} {own}"
        yield _rivals_ground(each, number, floors[number], words, above[number])


def _rivals_ground(kind: Kind, number: int, floor: int, words: str, above: int) -> Ground:
    return Ground(
        f"pieces {kind} {number}",
        words,
        REGION_RULES[kind],
        lambda looser, steps: _lowered(looser, kind, {number: (steps, floor)}),
        lambda steps: f"{cubes(steps, kind)} fewer of the rivals in region {number}",
        above,
    )


def _counts(scenario: Scenario, each: Kind) -> Counts:
    """What stands or is taken for granted, in the regions of the game."""
    position: Position = scenario.position
    question: FinalSwing = scenario.question
    found: dict[str, dict[int, int]] = {}
    for name, state in position.players.items():
        granted = question.mine if name == question.player else question.rivals.get(name, ())
        found[name] = {}
        for number in range(first_region(position.short), last_region(position.short) + 1):
            places = scenario.board.by_number[number].provinces if number in scenario.board.by_number else {}
            if each == "temple":
                standing = sum(state.built.temples.get(place, 0) for place in places)
            else:
                standing = sum(place in places for place in state.built.cities)
            found[name][number] = standing + sum(pieces_of(p, each) for p in granted if p.region == number)
    return found


def _apart(counts: Counts, player: str, floors: Mapping[int, int], above: Mapping[int, int]) -> bool:
    """Whether no rival can come out first on the board who was not, however far each region is loosened."""
    own = sum(counts[player].values())
    rivals = [name for name in counts if name != player]
    before = _first({name: sum(counts[name].values()) for name in rivals})
    for steps in product(*(range(over + 1) for over in above.values())):
        looser = dict(zip(above, steps, strict=True))
        totals = {
            name: sum(_left(count, looser.get(number, 0), floors[number]) for number, count in counts[name].items())
            for name in rivals
        }
        now = _first(totals)
        if now is not None and now != before and totals[now] > own:
            return False
    return True


def _first(totals: Mapping[str, int]) -> str | None:
    most = max(totals.values())
    leaders = [name for name, total in totals.items() if total == most]
    return leaders[0] if len(leaders) == 1 else None


def _left(count: int, steps: int, floor: int) -> int:
    return min(count, max(floor, count - steps))


def _lowered(scenario: Scenario, each: Kind, lower: Mapping[int, tuple[int, int]]) -> Scenario:
    """Rivals with fewer pieces: by region how many fewer, and how many each keeps at least."""
    counts = _counts(scenario, each)
    for name in rivals_of(scenario):
        for number, (steps, floor) in lower.items():
            here = counts[name][number]
            scenario = _fewer(scenario, name, each, number, here - _left(here, steps, floor))
    return scenario


def _fewer(scenario: Scenario, name: str, each: Kind, number: int, steps: int) -> Scenario:
    """A player without so many pieces in a region: first those that are only taken for granted."""
    question: FinalSwing = scenario.question
    mine = name == question.player
    kept: list[RegionPieces] = []
    for pieces in question.mine if mine else question.rivals.get(name, ()):
        gone = min(steps, pieces_of(pieces, each)) if pieces.region == number else 0
        steps -= gone
        kept.append(changed(pieces, **{PLURAL[each]: pieces_of(pieces, each) - gone}))
    scenario = with_question(
        scenario, **({"mine": tuple(kept)} if mine else {"rivals": {**question.rivals, name: tuple(kept)}})
    )
    built = scenario.position.players[name].built
    places: Sequence[str] = scenario.board.by_number[number].in_order
    if each == "city":
        gone_places = [place for place in built.cities if place in places][:steps]
        cities = tuple(place for place in built.cities if place not in gone_places)
        return with_player(scenario, name, built=changed(built, cities=cities))
    temples = dict(built.temples)
    for place in places:
        gone = min(steps, temples.get(place, 0))
        steps -= gone
        if gone:
            temples[place] -= gone
    return with_player(scenario, name, built=changed(built, temples={p: n for p, n in temples.items() if n}))
