"""What holds the answers to ``region-plan`` and ``game-plan`` down.

Of a rival who goes on for several rounds little can be looser without making somebody else richer
later.  So the rivals' cubes are one ground, and instead of their armies being fewer the player has
some in the same place.  Only where a single round is left can armies and pieces be taken one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import pairwise

from models.empire.board import SYMBOL, Region
from models.empire.final import REGION_RULES
from models.empire.position import CUBES, KINDS, PLURAL, ROUNDS, Kind, PlayerState, Position, last_region
from models.empire.words import cubes, place_name
from models.words import and_words
from puzzles.kinds import empire
from puzzles.kinds.empire_rounds import later_policies, settled, track_ground, with_player
from puzzles.kinds.kind import Ground, changed
from puzzles.scenario import Scenario


def region_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Everything that a player would name; rivals have done what they do in the round on the table."""
    ready = settled(scenario)
    for ground in _all(ready):
        yield _after_settling(ground)


def _after_settling(ground: Ground) -> Ground:
    return changed_ground(ground, lambda scenario, steps: ground.loosen(settled(scenario), steps))


def changed_ground(ground: Ground, loosen: empire.Loosen) -> Ground:
    """The ground with another way to loosen it."""
    return Ground(ground.key, ground.words, ground.rule, loosen, ground.changed, ground.most)


def _all(scenario: Scenario) -> Iterator[Ground]:
    later = later_policies(scenario)
    crossed = {way for _, policy in later for move in policy.moves for way in pairwise(move.path)}
    if _free_hand(scenario):
        yield from empire.arrow_grounds(scenario, _starts(scenario), _saved, kept=frozenset(crossed))
    yield from empire.reach_ground(scenario, _starts(scenario))
    cities = {f"city {place}" for _, policy in later for place in policy.pieces.cities}
    if not _ends_game(scenario):  # at the end of the game a city counts where it stands
        yield from (ground for ground in empire.standing_grounds(scenario) if ground.key not in cities)
        yield from empire.supply_grounds(scenario)
    if _ends_game(scenario):
        yield from _standing(scenario)
        yield from _track(scenario)
    if scenario.position.round == ROUNDS and not scenario.assumptions.later:
        yield from empire.army_grounds(scenario)
        if _alone(scenario):
            yield from empire.piece_grounds(scenario)
    else:
        yield from _company(scenario)
        yield from _rival_cubes(scenario)
    yield from _means(scenario)


def _ends_game(scenario: Scenario) -> bool:
    return bool(scenario.question.kind == "game-plan")


def _alone(scenario: Scenario) -> bool:
    """Whether no rival can gain by what another one loses in the final scoring (6.1-6)."""
    return not _ends_game(scenario) or scenario.question.maximise == "points" or len(empire.rivals_of(scenario)) == 1


# -- the player ------------------------------------------------------------------------------------


def _starts(scenario: Scenario) -> list[str]:
    """Where armies of the player stand, can stand, or come in earlier rounds."""
    me: PlayerState = scenario.position.states[scenario.question.player]
    starts = [place for place, count in me.armies.items() if count]
    starts += [SYMBOL] if me.hand and scenario.position.round == 1 and SYMBOL not in starts else []
    if scenario.position.round == ROUNDS:
        return starts
    target = empire.region_of(scenario).target
    return [place for place in empire.reached(empire.region_of(scenario), starts) if place != target]


def _free_hand(scenario: Scenario) -> bool:
    """Whether all cubes of the player are still to be distributed, so that one too many need do no harm."""
    me: PlayerState = scenario.position.states[scenario.question.player]
    return bool(me.hand) and not me.temple and not me.city


def _saved(scenario: Scenario, _: int) -> Scenario:
    return empire.may_save(scenario)


def _means(scenario: Scenario) -> Iterator[Ground]:
    name: str = scenario.question.player
    me: PlayerState = scenario.position.states[name]
    if scenario.position.round > 1 or not me.hand:
        yield Ground(
            "armies",
            f"{name} has {cubes(me.army_count, 'army')}",
            "3.3-1",
            lambda looser, steps: empire.more_armies(looser, name, steps),
            lambda steps: f"{cubes(steps, 'army')} more on the campaign symbol",
            max(1, CUBES - me.army_count),
        )
    if not _free_hand(scenario):
        return
    if scenario.rulings.readings["cubes-held-back"] == "forbidden":
        yield Ground(
            "all cubes",
            f"{name} has to put every cube in the hand onto the tablet",
            "4.1-1",
            lambda looser, _: empire.may_save(looser),
            lambda _: "cubes may stay in the hand",
        )
    yield Ground(
        "cubes",
        f"{name} has {cubes(me.hand or 0)} in the hand",
        "3.3-1",
        lambda looser, steps: empire.may_save(_richer(looser, name, steps)),
        lambda steps: f"{cubes(steps)} more, to be used or not",
        CUBES,
    )


def _richer(scenario: Scenario, name: str, steps: int) -> Scenario:
    hand = scenario.position.states[name].hand or 0
    return empire.with_player(scenario, name, hand=hand + steps)


# -- rivals ----------------------------------------------------------------------------------------


def _company(scenario: Scenario) -> Iterator[Ground]:
    """Rivals' armies in each province but the target: the player has some there, too (5.5.1-1)."""
    player: str = scenario.question.player
    region = empire.region_of(scenario)
    for place in region.in_order:
        there = {name: scenario.position.players[name].armies.get(place, 0) for name in empire.rivals_of(scenario)}
        there = {name: count for name, count in there.items() if count}
        if there and place != region.target:
            yield _company_ground(player, place, there)


def _company_ground(player: str, place: str, there: Mapping[str, int]) -> Ground:
    def loosen(looser: Scenario, steps: int) -> Scenario:
        armies = looser.position.players[player].armies
        return empire.with_player(looser, player, armies={**armies, place: armies.get(place, 0) + steps})

    told = and_words([f"{name} has {cubes(count, 'army')}" for name, count in there.items()])
    return Ground(
        f"armies {place}",
        f"{told} in {place_name(place)}",
        "5.5.1-1",
        loosen,
        lambda steps: f"{player} has {cubes(steps, 'army')} more in {place_name(place)}",
        max(there.values()) + 1,
    )


def _rival_cubes(scenario: Scenario) -> Iterator[Ground]:
    """The cubes that rivals have for pieces, of all of them at once, where they need none for their ways."""
    region = empire.region_of(scenario)
    ways = [pairwise(move.path) for _, policy in later_policies(scenario) for move in policy.moves]
    if any(region.costs.get(way) for path in ways for way in path) or scenario.assumptions.later:
        return
    states: Mapping[str, PlayerState] = scenario.position.states
    rich = {name: states[name].temple + states[name].city for name in empire.rivals_of(scenario)}
    rich = {name: count for name, count in rich.items() if count}
    if not rich or not _alone(scenario):
        return

    def loosen(looser: Scenario, _: int) -> Scenario:
        for name in rich:
            state: PlayerState = looser.position.states[name]
            spent = (state.spent or 0) + state.temple + state.city
            looser = empire.with_player(looser, name, temple=0, city=0, spent=spent)
        return looser

    told = [
        f"{name} {cubes(states[name].temple, 'temple cube')} and {cubes(states[name].city, 'city cube')}"
        for name in rich
    ]
    yield Ground(
        "rivals' cubes",
        f"rivals have cubes to build with: {and_words(told)}",
        "5.5.4-1",
        loosen,
        lambda _: "rivals have no cubes to build with",
    )


def _track(scenario: Scenario) -> Iterator[Ground]:
    """For the margin: where rivals stand on the score track."""
    for name in empire.rivals_of(scenario) if scenario.question.maximise == "margin" else ():
        points = scenario.position.players[name].points
        if points:
            yield track_ground(name, points, points)


def _standing(scenario: Scenario) -> Iterator[Ground]:
    """What rivals have built in regions that are over, where they are not behind the player (6.1-3, 6.1-4)."""
    position: Position = scenario.position
    if not _alone(scenario) or not _enough_pieces(scenario):
        return
    player: str = scenario.question.player
    for number, region in sorted(scenario.board.by_number.items()):
        if number == position.region or number > last_region(position.short):
            continue
        for kind in KINDS:
            counts = {name: len(_places(scenario, name, kind, number)) for name in position.players}
            floor = max(0, counts[player] - 1)
            most = max(counts[name] - floor for name in empire.rivals_of(scenario))
            if most > 0:
                told = and_words([f"{name} {counts[name]}" for name in (*empire.rivals_of(scenario), player)])
                yield _standing_ground(kind, region, f"{PLURAL[kind]} in {region.name}: {told}", floor, most)


def _standing_ground(kind: Kind, region: Region, words: str, floor: int, most: int) -> Ground:
    """What rivals have built of a kind in a region, down to so many each."""

    def loosen(looser: Scenario, steps: int) -> Scenario:
        for name in empire.rivals_of(looser):
            here = len(_places(looser, name, kind, region.number))
            looser = _fewer(looser, name, kind, region.number, here - min(here, max(floor, here - steps)))
        return looser

    return Ground(
        f"built {kind} {region.number}",
        words,
        REGION_RULES[kind],
        loosen,
        lambda steps: f"{cubes(steps, kind)} fewer of rivals in {region.name}",
        most,
    )


def _enough_pieces(scenario: Scenario) -> bool:
    """Whether rivals have pieces enough for all that they will lay, so that none stands in another's place."""
    if scenario.assumptions.later:
        return False
    for name in empire.rivals_of(scenario):
        state: PlayerState = scenario.position.players[name]
        for kind in KINDS:
            laid = len(state.placed.of(kind))
            laid += sum(len(policy.pieces.of(kind)) for who, policy in later_policies(scenario) if who == name)
            if laid > state.limit(kind):
                return False
    return True


def _places(scenario: Scenario, name: str, kind: Kind, number: int) -> list[str]:
    """Where a player's pieces of a kind stand in a region, each piece by itself."""
    built = scenario.position.players[name].built
    places = scenario.board.by_number[number].in_order
    if kind == "city":
        return [place for place in places if place in built.cities]
    return [place for place in places for _ in range(built.temples.get(place, 0))]


def _fewer(scenario: Scenario, name: str, kind: Kind, number: int, steps: int) -> Scenario:
    """A player without so many pieces in a region."""
    built = scenario.position.players[name].built
    gone = _places(scenario, name, kind, number)[:steps]
    if kind == "city":
        return with_player(scenario, name, built=changed(built, cities=tuple(c for c in built.cities if c not in gone)))
    temples = {place: count - gone.count(place) for place, count in built.temples.items()}
    return with_player(
        scenario, name, built=changed(built, temples={p: count for p, count in temples.items() if count})
    )
