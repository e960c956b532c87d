"""What the kinds of empire share: what can be left out of a table, and what can be looser about it.

A loosened scenario is one in memory: it may hold 16 cubes, arrows that no board has, and a player
called :data:`NOBODY` who lays pieces with nothing to pay for them.  Where fewer cubes can be worth
more, a fact is loosened so that nobody has to be better off than before: what is saved may be put aside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, cast

from models.documents import Document
from models.empire.board import SYMBOL, Arrow, Board, Province, Region
from models.empire.campaign import follow_all
from models.empire.plan import Assumptions
from models.empire.position import KINDS, PLURAL, STEPS, Kind, Pieces, PlayerState, Position
from models.empire.round import Table
from models.empire.words import cubes, place_name
from models.game import Game, bundled_board, load_game
from models.words import and_words
from puzzles.kinds.kind import Ground, Part, changed, titled
from puzzles.scenario import Scenario

NOBODY = "nobody"
"""A player with no cubes, whose pieces stand where those of rivals count for nothing."""
CHEST, ASIDE = "chest", "aside"
"""Two places off the map: an army that goes from the one to the other puts a cube aside."""
WARDENS = ("warden 1", "warden 2")
"""Two players who tie for most armies off the map, so that nobody scores there."""

Loosen = Callable[[Scenario, int], Scenario]
D = TypeVar("D", bound=Document)


# -- scenarios with something changed --------------------------------------------------------------


def region_of(scenario: Scenario) -> Region:
    """The region that is being played."""
    board: Board = scenario.board
    return board.by_number[scenario.position.region]


def with_position(scenario: Scenario, **fields: Any) -> Scenario:
    """The scenario with other values in some fields of its position."""
    return replace(scenario, position=changed(scenario.position, **fields))


def with_question(scenario: Scenario, **fields: Any) -> Scenario:
    """The scenario with other values in some fields of its question."""
    return replace(scenario, question=changed(scenario.question, **fields))


def with_player(scenario: Scenario, name: str, **fields: Any) -> Scenario:
    """The scenario with other values in some fields of a player, every other cube of whom is accounted for."""
    position: Position = scenario.position
    state = position.players[name].resolved(position.cubes)
    return with_position(scenario, players={**position.players, name: changed(state, **fields)})


def with_players(scenario: Scenario, **states: PlayerState) -> Scenario:
    """The scenario with further players, or others in their place."""
    return with_position(scenario, players={**scenario.position.players, **states})


def with_region(scenario: Scenario, region: Region) -> Scenario:
    """The same scenario on a board in memory with another region of this number."""
    board: Board = scenario.board
    regions = tuple(region if each.number == region.number else each for each in board.regions)
    return replace(scenario, board=fresh(board, regions=regions))


def fresh(thing: D, **fields: Any) -> D:
    """A document with other values in some fields, nothing checked.

    Regions and boards keep what they have worked out once, so changed ones are made anew.
    """
    values = {name: getattr(thing, name) for name in type(thing).model_fields}
    other: Any = type(thing).model_construct(**{**values, **fields})
    return cast(D, other)


def settled(scenario: Scenario) -> Scenario:
    """With everything done that rivals are assumed to do in this round.

    After that nothing that changes on the board or with others changes what a rival has done.
    """
    policies = scenario.assumptions.rivals
    if not policies:
        return scenario
    table, _ = follow_all(Table.of(scenario.board, scenario.position), policies, 0, scenario.rulings)
    done = with_players(scenario, **{name: table.players[name] for name in policies})
    return replace(done, assumptions=Assumptions())


def oikoumene() -> tuple[Game, Board]:
    """The game and its bundled board."""
    game = load_game("empire")
    board = bundled_board(game, "oikoumene")
    assert isinstance(board, Board)
    return game, board


def title_of(scenario: Scenario, title: str) -> Scenario:
    """The scenario under another title, in which ``{region}`` is the name of its region."""
    return titled(scenario, title.format(region=region_of(scenario).name))


# -- parts -----------------------------------------------------------------------------------------


def rivals_of(scenario: Scenario) -> tuple[str, ...]:
    """Everybody but the player who asks."""
    return tuple(name for name in scenario.position.players if name != scenario.question.player)


def without_rival(scenario: Scenario, name: str) -> Scenario:
    """The scenario without a rival and everything of theirs."""
    position: Position = scenario.position
    fields: dict[str, Any] = {"players": {key: state for key, state in position.players.items() if key != name}}
    for key in ("turn_order", "seating"):
        listed = getattr(position, key)
        if listed is not None:
            fields[key] = tuple(one for one in listed if one != name)
    if position.seats is not None:  # who sat behind moves up
        free = position.seats.get(name, 99)
        fields["seats"] = {key: seat - (seat > free) for key, seat in position.seats.items() if key != name}
    rivals = {key: policy for key, policy in scenario.assumptions.rivals.items() if key != name}
    return replace(with_position(scenario, **fields), assumptions=changed(scenario.assumptions, rivals=rivals))


def rival_parts(scenario: Scenario) -> Iterator[Part]:
    """Each rival, as long as another one is left."""
    rivals = rivals_of(scenario)
    for name in rivals if len(rivals) > 1 else ():
        yield Part(f"rival {name}", f"the rival {name}", without_rival(scenario, name))


def piece_parts(scenario: Scenario) -> Iterator[Part]:
    """Each piece that a rival has laid this round."""
    for name in rivals_of(scenario):
        state: PlayerState = scenario.position.players[name]
        for kind in KINDS:
            for place in state.placed.of(kind):
                left = tuple(at for at in state.placed.of(kind) if at != place)
                placed = changed(state.placed, **{PLURAL[kind]: left})
                rest = with_players(scenario, **{name: changed(state, placed=placed)})
                yield Part(f"{kind} {name} {place}", f"the {kind} of {name} in {place_name(place)}", rest)


# -- looser scenarios -----------------------------------------------------------------------------


def more_armies(scenario: Scenario, name: str, count: int) -> Scenario:
    """The scenario with so many more armies of a player on the campaign symbol."""
    armies = scenario.position.players[name].armies
    return with_player(scenario, name, armies={**armies, SYMBOL: armies.get(SYMBOL, 0) + count})


def may_save(scenario: Scenario) -> Scenario:
    """The scenario in which cubes may stay in the hand."""
    return replace(scenario, readings={**scenario.readings, "cubes-held-back": "allowed"})


def may_put_aside(scenario: Scenario) -> Scenario:
    """The scenario in which the player may put any cubes of the temple and city fields beside the tablet.

    There is a chest off the map with an army for each cube, and an arrow that costs 1 leads from it.
    Nobody else matters there: two wardens tie for most armies.
    """
    name: str = scenario.question.player
    region = region_of(scenario)
    if CHEST in region.provinces:
        return scenario
    last = max(province.number for province in region.provinces.values())
    places = {place: Province(number=last + at, at=(0, 0)) for at, place in enumerate((CHEST, ASIDE), start=1)}
    arrow = Arrow(start=CHEST, end=ASIDE, cost=1)
    scenario = with_region(
        scenario, fresh(region, provinces={**region.provinces, **places}, arrows=(*region.arrows, arrow))
    )
    count = scenario.position.cubes
    scenario = with_player(scenario, name, armies={**scenario.position.players[name].armies, CHEST: count})
    guard = PlayerState(hand=0, spent=0, armies=dict.fromkeys(places, count + 1))
    return with_players(scenario, **dict.fromkeys(WARDENS, guard))


def laid_by(state: PlayerState, kind: Kind, places: Sequence[str]) -> PlayerState:
    """A player whose pieces of a kind lie in some provinces, and in no others."""
    placed: Pieces = changed(state.placed, **{PLURAL[kind]: tuple(places)})
    after: PlayerState = changed(state, placed=placed)
    return after


def contested(scenario: Scenario, kind: Kind) -> tuple[str, ...]:
    """Where rivals have laid pieces of a kind, in the order of scoring."""
    states: Mapping[str, PlayerState] = scenario.position.players
    lies = {place for name in rivals_of(scenario) for place in states[name].placed.of(kind)}
    return tuple(place for place in region_of(scenario).in_order if place in lies)


def worthless(scenario: Scenario, kind: Kind, places: Sequence[str]) -> Scenario:
    """The scenario in which rivals' pieces of a kind in some provinces are those of somebody without cubes."""
    states: Mapping[str, PlayerState] = scenario.position.players
    nobody = states.get(NOBODY) or PlayerState(hand=0, spent=scenario.position.cubes)
    for name in (one for one in rivals_of(scenario) if one != NOBODY):
        placed = states[name].placed
        kept = tuple(place for place in placed.of(kind) if place not in places)
        if kept != placed.of(kind):
            state = changed(states[name], placed=changed(placed, **{PLURAL[kind]: kept}))
            scenario = with_players(scenario, **{name: state})
    laid = (*nobody.placed.of(kind), *(place for place in places if place not in nobody.placed.of(kind)))
    return with_players(scenario, **{NOBODY: changed(nobody, placed=changed(nobody.placed, **{PLURAL[kind]: laid}))})


def piece_words(scenario: Scenario, kind: Kind, known: Sequence[str] | None = None) -> str:
    """Who of the rivals has laid pieces of a kind where; of those who are ``known``, with how many cubes."""
    told = []
    for name in rivals_of(scenario):
        state: PlayerState = scenario.position.players[name]
        places = [place_name(place) for place in region_of(scenario).in_order if place in state.placed.of(kind)]
        if places:
            has = f" with {cubes(state.field(kind), f'{kind} cube')}" if known is None or name in known else ""
            told.append(f"{name}{has} in {and_words(places)}")
    return and_words(told)


# -- grounds ---------------------------------------------------------------------------------------


def after_settling(ground: Ground) -> Ground:
    """The ground as one of a scenario in which rivals have still to act."""
    loosen = ground.loosen
    return replace(ground, loosen=lambda scenario, steps: loosen(settled(scenario), steps))


# -- grounds: the board ----------------------------------------------------------------------------


def arrow_grounds(
    scenario: Scenario,
    starts: Sequence[str],
    saved: Loosen | None = None,
    also: str = "",
    *,
    kept: frozenset[tuple[str, str]] = frozenset(),
) -> Iterator[Ground]:
    """Each arrow with a cost that the player's armies could cross this round (5.3-4); both of its directions are one.

    Parameters
    ----------
    starts
        Where armies of the player stand, or can.
    saved
        What else has to be looser where an arrow costs less, so that cubes that are saved do no harm.
    also
        That in words, after those of the arrow.
    kept
        Crossings that stay as dear as they are.
    """
    region = region_of(scenario)
    within = [place for place, steps in reached(region, starts).items() if steps < STEPS]
    for arrow in region.arrows:
        ways = {(arrow.start, arrow.end): arrow.cost, (arrow.end, arrow.start): arrow.back or 0}
        dear = {way: cost for way, cost in ways.items() if cost and way[0] in within}
        if dear and kept.isdisjoint(ways):
            yield _arrow_ground(arrow, dear, saved, also)


def _arrow_ground(arrow: Arrow, dear: Mapping[tuple[str, str], int], saved: Loosen | None, also: str) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        def cheaper(one: Arrow) -> Arrow:
            if (one.start, one.end) != (arrow.start, arrow.end):
                return one
            cost = max(0, one.cost - steps) if (one.start, one.end) in dear else one.cost
            back = one.back and (max(0, one.back - steps) if (one.end, one.start) in dear else one.back)
            changed_arrow: Arrow = changed(one, cost=cost, back=back)
            return changed_arrow

        arrows = tuple(cheaper(one) for one in region_of(scenario).arrows)
        cheap = with_region(scenario, fresh(region_of(scenario), arrows=arrows))
        return cheap if saved is None else saved(cheap, steps)

    (start, end), *_ = dear
    one_price = len(set(dear.values())) == 1
    ends = f"from {place_name(start)} to {place_name(end)}"
    if one_price and len(dear) > 1:
        ends = f"between {place_name(start)} and {place_name(end)}"
    way = f"the {'ship passage' if arrow.ship else 'arrow'} {ends}"
    back = "" if one_price else f", back {dear[end, start]}"

    def less(steps: int) -> str:
        return f"{way} costs {steps} less{'' if one_price else ', back too'}{also}"

    words = f"{way} costs {dear[start, end]}{back}"
    rule = "5.3-5" if arrow.ship else "5.3-4"
    return Ground(f"arrow {arrow.start} {arrow.end}", words, rule, loosen, less, max(dear.values()))


def reached(region: Region, starts: Sequence[str]) -> dict[str, int]:
    """How many provinces an army enters, at least, from the nearest of some places to each that it can reach."""
    found, edge = dict.fromkeys(starts, 0), list(starts)
    while edge:
        new = sorted({end for start, end in region.costs if start in edge and end not in found})
        found |= {place: max(found.values()) + 1 for place in new}
        edge = new
    return found


def _cheapest(region: Region, start: str, steps: int) -> dict[str, int]:
    """The least area cost from a place to each other one within so many steps."""
    costs = {start: 0}
    for _ in range(steps):
        after = dict(costs)
        for (one, two), cost in region.costs.items():
            if one in costs and costs[one] + cost < after.get(two, 999):
                after[two] = costs[one] + cost
        costs = after
    return costs


def reach_ground(scenario: Scenario, starts: Sequence[str]) -> Iterator[Ground]:
    """That armies go no further than 3 provinces a round (5.3-2), where that bars a province or makes it dearer.

    Out of force, they go on as far as they like: an arrow leads at once to where a longer way leads.
    """

    def longer(region: Region) -> Iterator[Arrow]:
        for start in starts:
            near, far = _cheapest(region, start, STEPS), _cheapest(region, start, len(region.provinces))
            for place, cost in far.items():
                if cost < near.get(place, 999) and (start, place) not in region.costs:
                    yield Arrow(start=start, end=place, cost=cost)

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        region = region_of(scenario)
        return with_region(scenario, fresh(region, arrows=(*region.arrows, *longer(region))))

    region = region_of(scenario)
    ends = {arrow.end for arrow in longer(region)}
    if ends:
        names = and_words([place_name(place) for place in region.in_order if place in ends])
        words = f"armies enter 3 provinces a round at most, too few for {names} or for the cheapest way there"
        yield Ground("reach", words, "5.3-2", loosen, lambda steps: "armies go as far as they like")


# -- grounds: rivals -------------------------------------------------------------------------------


def army_grounds(scenario: Scenario, places: Sequence[str] | None = None) -> Iterator[Ground]:
    """The rivals' armies in each province (5.5.1-1): each rival has so many fewer there.

    They go down together, so that no rival comes to lead before the strongest is gone.
    """
    region = region_of(scenario)
    for place in region.in_order if places is None else places:
        there = {name: scenario.position.players[name].armies.get(place, 0) for name in rivals_of(scenario)}
        there = {name: count for name, count in there.items() if count}
        if there:
            yield _army_ground(place, there)


def _army_ground(place: str, there: Mapping[str, int]) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        for name in there:
            armies = scenario.position.players[name].armies
            fewer = {**armies, place: max(0, armies[place] - steps)}
            scenario = with_player(scenario, name, armies=fewer)
        return scenario

    def less(steps: int) -> str:
        if steps == max(there.values()):
            return f"nobody else has an army in {place_name(place)}"
        who = "rivals have" if len(there) > 1 else f"{next(iter(there))} has"
        return f"{who} {cubes(steps, 'army')} fewer in {place_name(place)}"

    told = and_words([f"{name} has {cubes(count, 'army')}" for name, count in there.items()])
    return Ground(f"armies {place}", f"{told} in {place_name(place)}", "5.5.1-1", loosen, less, max(there.values()))


def piece_grounds(scenario: Scenario) -> Iterator[Ground]:
    """The rivals' pieces of each kind, from the last province to be scored back to the first (5.5.4-1).

    Only together: without one of them its owner, or whoever would have paid more because of it, comes
    richer to a later province.
    """
    for kind in KINDS:
        sites = contested(scenario, kind)
        if sites:
            yield _piece_ground(scenario, kind, sites)


def worthless_words(kind: Kind, places: Sequence[str]) -> str:
    """That rivals' pieces are worth nothing, in words."""
    return f"rivals have no cubes for {PLURAL[kind]} in {and_words([place_name(place) for place in places])}"


def _piece_ground(scenario: Scenario, kind: Kind, sites: Sequence[str]) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        return worthless(scenario, kind, sites[len(sites) - steps :])

    def without(steps: int) -> str:
        return worthless_words(kind, sites[len(sites) - steps :])

    words = f"{PLURAL[kind]} are laid by {piece_words(scenario, kind)}"
    return Ground(f"{PLURAL[kind]} of rivals", words, "5.5.4-1", loosen, without, len(sites))


def standing_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Each city of an earlier round in this region, where no other can be built (5.5.3-4)."""
    for name, state in scenario.position.players.items():
        for place in state.built.cities:
            if place in region_of(scenario).provinces:
                yield _standing_ground(name, place)


def _standing_ground(name: str, place: str) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        built = scenario.position.players[name].built
        left = tuple(city for city in built.cities if city != place)
        state = changed(scenario.position.players[name], built=changed(built, cities=left))
        return with_players(scenario, **{name: state})

    words = f"a city of {name} stands in {place_name(place)}"
    return Ground(f"city {place}", words, "5.5.3-4", loosen, lambda steps: f"no city stands in {place_name(place)}")


# -- grounds: own means ----------------------------------------------------------------------------


def supply_grounds(scenario: Scenario) -> Iterator[Ground]:
    """The player's pieces of a kind, where they are fewer than the region has sites (5.5.2-4, 5.5.3-5)."""
    name: str = scenario.question.player
    state: PlayerState = scenario.position.players[name]
    region = region_of(scenario)
    for kind, rule in (("temple", "5.5.2-4"), ("city", "5.5.3-5")):
        assert kind in KINDS
        sites = sum(region.has_site(place, kind) for place in region.provinces)
        lacking = min(sites - state.limit(kind), len(_elsewhere(state, kind, region)))
        if lacking > 0:
            words = f"{name} has {cubes(state.limit(kind), f'{kind} piece')} left"
            key = f"{kind} pieces"
            yield Ground(key, words, rule, _more_pieces(name, kind), _more_words(name, kind), lacking)


def _more_words(name: str, kind: Kind) -> Callable[[int], str]:
    return lambda steps: f"{name} has {cubes(steps, f'{kind} piece')} more"


def _elsewhere(state: PlayerState, kind: Kind, region: Region) -> list[str]:
    """The player's pieces of a kind that stand where they matter for nothing but their number."""
    if kind == "temple":
        return [place for place, count in state.built.temples.items() for _ in range(count)]
    return [place for place in state.built.cities if place not in region.provinces]


def _more_pieces(name: str, kind: Kind) -> Loosen:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        state: PlayerState = scenario.position.players[name]
        gone = _elsewhere(state, kind, region_of(scenario))[-steps:]
        built = state.built
        if kind == "temple":
            temples = {place: count - gone.count(place) for place, count in built.temples.items()}
            built = changed(built, temples=temples)
        else:
            built = changed(built, cities=tuple(place for place in built.cities if place not in gone))
        return with_players(scenario, **{name: changed(state, built=built)})

    return loosen
