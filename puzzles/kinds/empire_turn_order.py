"""``turn-order`` of empire, as a puzzle: the smallest bid that is certain to be among the first to choose a seat."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from models.empire.board import SYMBOL
from models.empire.plan import Assumptions
from models.empire.position import CUBES, PlayerState
from models.empire.words import cubes
from models.rulings import Rulings
from models.words import and_words
from puzzles.generate.empire import PLAYERS, position_in_play
from puzzles.generate.making import put_together
from puzzles.kinds import empire
from puzzles.kinds.kind import Ground, Kind, Part, changed
from puzzles.scenario import Scenario
from solver.empire.inquiries import Bounds, RivalBounds, TurnOrder, TurnOrderAnswer
from solver.empire.turn_order import ORDINALS, RANKING, TurnOrderQuestion
from solver.question import Task

FIELDS = {"order": "turn order", "armies": "armies", "temple": "temples"}
"""The fields that rank the players, in words."""
RULES = {"order": "5.1-1", "armies": "5.1-4", "temple": "5.1-5"}


@dataclass(frozen=True)
class Level:
    """How many play, how many tablets are known, and among the first how many the player wants to be."""

    players: tuple[int, int]
    known: tuple[int, int]
    choice: tuple[int, int] = (1, 1)


LEVELS: Mapping[int, Level] = {
    1: Level((3, 3), known=(1, 1)),
    2: Level((3, 4), known=(1, 2)),
    3: Level((4, 4), known=(0, 1), choice=(1, 2)),
    4: Level((4, 5), known=(0, 2), choice=(1, 2)),
    5: Level((5, 5), known=(0, 1), choice=(2, 3)),
}


class TurnOrderPuzzles(Kind):
    """``turn-order``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A region's first round: some tablets are known, of the others there are bounds; a cube over all is wrong."""
        rng = Random(seed)
        game, board = empire.oikoumene()
        size = LEVELS[level]
        while True:
            names = rng.sample(PLAYERS, rng.randint(*size.players))
            region = rng.randint(2, 6)
            position = position_in_play(rng, names, region=region)
            known = rng.sample(names[1:], rng.randint(*size.known))
            players = {
                name: _tablet(rng, state) if name in known else state for name, state in position.players.items()
            }
            position = changed(position, players=players)
            unknown = {name: _bounds(rng) for name in names[1:] if name not in known}
            armies, temple = rng.randint(3, 6), rng.randint(2, 5)
            question = TurnOrder(
                kind="turn-order",
                ask="bid",
                player=names[0],
                choice=rng.randint(*size.choice),
                armies=armies,
                temple=temple,
                rivals=unknown,
            )
            task = Task(board, position, Assumptions(), question, Rulings.choose(game.rulings))
            least = next((bid for bid in range(_room(task) + 1) if _does(task, bid)), None)
            if least and least != _naive(task):
                break
        return empire.title_of(put_together(game, board, position, question, seed), "Bidding for a seat in {region}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, as long as there are more who choose than the player must be among."""
        question: TurnOrder = scenario.question
        for part in empire.rival_parts(scenario):
            left = part.rest.position.players
            if question.choice < len(left):
                yield Part(part.key, part.words, empire.with_question(part.rest, **_of(question, set(left))))

    def asks(self, task: Task) -> str:
        """Which bid is wanted; or who chooses when; or what the seats are worth."""
        question: TurnOrder = task.question
        player = question.player
        if question.ask == "order":
            return (
                f"The tablets are uncovered. In which order do the players choose, and which seat is left for {player}?"
            )
        if question.ask == "seats":
            return (
                f"{player} chooses a seat. What is each worth if everybody who plays later answers as well as they can?"
            )
        besides = and_words([cubes(question.armies, "army"), cubes(question.temple, "temple cube")])
        first = f"{ORDINALS[question.choice]} at the latest" if question.choice > 1 else "first"
        return (
            f"Beside {besides}, {player} wants to be certain to choose a seat {first}, whatever the others may have on "
            "their tablets. How few cubes on turn order are enough?"
        )

    def gist(self, scenario: Scenario, plan: TurnOrderAnswer) -> Any:
        """The bid; who would beat one less is of the table."""
        return plan.bid if scenario.question.ask == "bid" else plan.plain()

    def steps(self, plan: TurnOrderAnswer) -> int:
        """One bid, one ranking, or one plan for each seat."""
        return max(1, len(plan.seats or ()))

    def finish(self, task: Task, plan: TurnOrderAnswer, kept: int) -> TurnOrderAnswer | None:
        """Bids one cube more than all but the few who may choose before could; then more, if that fails.

        There is nothing to choose in a ranking, and what others answer to a seat is more than this player sees.
        """
        if kept and kept >= self.steps(plan):
            return plan
        if task.question.ask != "bid":
            return None
        bids = range(_naive(task), _room(task) + 1)
        return next((TurnOrderAnswer(bid=bid) for bid in bids if _does(task, bid)), None)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Rivals' tablets as they are or may be; how early the player must choose; the player's own cubes."""
        scenario = empire.settled(scenario)
        question: TurnOrder = scenario.question
        found: list[Ground] = []
        if question.ask == "seats":
            found += _seat_grounds(scenario)
        else:
            for name in empire.rivals_of(scenario):
                state: PlayerState = scenario.position.states[name]
                if question.ask == "bid" and state.hand:
                    found += _bound_grounds(question, name, state.hand)
                else:
                    found += _tablet_grounds(scenario, name, state)
            found += _bid_grounds(scenario) if question.ask == "bid" else _own_grounds(scenario)
        return (empire.after_settling(ground) for ground in found)


# -- making ----------------------------------------------------------------------------------------


def _tablet(rng: Random, state: PlayerState) -> PlayerState:
    """A tablet that is known: armies wait on the campaign symbol."""
    order, armies, temple = rng.randint(0, 4), rng.randint(3, 6), rng.randint(2, 5)
    tablet: PlayerState = changed(
        state, order=order, armies={SYMBOL: armies}, temple=temple, city=CUBES - order - armies - temple
    )
    return tablet


def _bounds(rng: Random) -> RivalBounds:
    """What is thought of a rival: the most that is ever bid, and roughly how many armies."""
    least = rng.randint(1, 5)
    armies = Bounds(least=least, most=least + rng.randint(1, 3))
    temple = Bounds(most=rng.randint(2, 6)) if rng.random() < 0.5 else Bounds()
    return RivalBounds(order=Bounds(least=rng.choice((0, 0, 1)), most=rng.randint(2, 5)), armies=armies, temple=temple)


def _of(question: TurnOrder, names: set[str]) -> dict[str, object]:
    """What a question says of others, where only these players are left."""
    fields: dict[str, object] = {}
    if question.rivals:
        fields["rivals"] = {name: told for name, told in question.rivals.items() if name in names}
    if question.wishes:
        fields["wishes"] = {
            name: tuple(seat for seat in seats if seat <= len(names))
            for name, seats in question.wishes.items()
            if name in names
        }
    if question.order is not None:
        fields["order"] = tuple(name for name in question.order if name in names)
    if question.seats is not None:
        fields["seats"] = tuple(seat for seat in question.seats if seat <= len(names))
    return fields


def _does(task: Task, bid: int) -> bool:
    """Whether a bid secures the choice."""
    return not TurnOrderQuestion().replay(task, TurnOrderAnswer(bid=bid)).breaches


def _room(task: Task) -> int:
    """The most that the player can bid."""
    question: TurnOrder = task.question
    me: PlayerState = task.position.states[question.player]
    return me.order + (me.hand or 0) - question.armies - question.temple


def _naive(task: Task) -> int:
    """One cube more than the rivals could bid, but for those who may choose before."""
    question: TurnOrder = task.question
    bids = []
    for name, state in task.position.states.items():
        if name != question.player:
            most = question.rivals.get(name, RivalBounds()).order.most
            hand = state.hand or 0
            bids.append(state.order + (hand if most is None else min(most, hand)))
    bids.sort(reverse=True)
    return bids[question.choice - 1] + 1 if question.choice <= len(bids) else 0


# -- grounds ---------------------------------------------------------------------------------------


def _bound_grounds(question: TurnOrder, name: str, hand: int) -> Iterator[Ground]:
    """How many cubes a rival may have on the fields that rank."""
    bounds = question.rivals.get(name, RivalBounds())
    lows = {key: getattr(bounds, key).least for key in RANKING}
    for key, least in lows.items():
        most = getattr(bounds, key).most
        room = hand - sum(low for one, low in lows.items() if one != key)
        high = room if most is None else min(most, room)
        if high > least:
            yield _bound_ground(name, key, least, high)


def _bound_ground(name: str, key: str, least: int, most: int) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        rivals = scenario.question.rivals
        told = changed(rivals.get(name, RivalBounds()), **{key: Bounds(least=least, most=most - steps)})
        return empire.with_question(scenario, rivals={**rivals, name: told})

    words = f"{name} may have {f'{least} to ' if least else 'up to '}{cubes(most)} on {FIELDS[key]}"
    return Ground(
        f"{key} {name}",
        words,
        RULES[key],
        loosen,
        lambda steps: f"{name} has {cubes(most - steps)} on {FIELDS[key]} at most",
        most - least,
    )


def _tablet_grounds(scenario: Scenario, name: str, state: PlayerState) -> Iterator[Ground]:
    """The cubes of a rival on the fields that rank.

    In the first round of a game the last bid is not taken away: where nobody bids, nobody chooses (5.1-3).
    """
    floor = 1 if scenario.position.opens_game else 0
    if state.order > floor:
        yield _field_ground(name, "order", state.order, state.order - floor)
    for key, count in (("armies", state.army_count), ("temple", state.temple)):
        if count:
            yield _field_ground(name, key, count, count)


def _field_ground(name: str, key: str, count: int, most: int) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        if key != "armies":
            return empire.with_player(scenario, name, **{key: count - steps})
        return empire.with_player(scenario, name, armies={SYMBOL: count - steps})

    words = f"{name} has {cubes(count)} on {FIELDS[key]}"
    return Ground(
        f"{key} {name}",
        words,
        RULES[key],
        loosen,
        lambda steps: f"{name} has {cubes(steps)} fewer on {FIELDS[key]}",
        most,
    )


def _bid_grounds(scenario: Scenario) -> Iterator[Ground]:
    """When the player must choose at the latest, and what the cubes in the hand are for."""
    question: TurnOrder = scenario.question
    count = len(scenario.position.players)
    player = question.player
    if question.choice < count:

        def later(scenario: Scenario, steps: int) -> Scenario:
            return empire.with_question(scenario, choice=scenario.question.choice + steps)

        words = f"{player} wants to be {ORDINALS[question.choice]} to choose{' at the latest' * (question.choice > 1)}"
        told = f"{player} need only be {{}} to choose"
        yield Ground(
            "choice",
            words,
            "question",
            later,
            lambda steps: told.format(ORDINALS[question.choice + steps]),
            count - question.choice,
        )
    me: PlayerState = scenario.position.states[player]
    for key in ("armies", "temple"):
        yield _planned_ground(question, key)
    room = _room(scenario.task)

    def richer(scenario: Scenario, steps: int) -> Scenario:
        return _with_hand(scenario, steps)

    words = f"{player} has {cubes(me.hand or 0)} in the hand"
    yield Ground(
        "cubes", words, "3.3-1", richer, lambda steps: f"{player} has {cubes(steps)} more", max(1, CUBES + 1 - room)
    )


def _with_hand(scenario: Scenario, steps: int) -> Scenario:
    name: str = scenario.question.player
    hand = scenario.position.states[name].hand or 0
    return empire.with_player(scenario, name, hand=hand + steps)


def _planned_ground(question: TurnOrder, key: str) -> Ground:
    """Cubes that the player puts elsewhere and that decide a tie; further ones come on top of those in the hand."""
    planned: int = getattr(question, key)

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        count = getattr(scenario.question, key) + steps
        return empire.with_question(_with_hand(scenario, steps), **{key: count})

    words = f"{question.player} puts {cubes(planned)} on {FIELDS[key]}"
    return Ground(
        f"own {key}",
        words,
        RULES[key],
        loosen,
        lambda steps: f"{question.player} has {cubes(steps)} more for {FIELDS[key]}",
        max(1, CUBES + 1 - planned),
    )


def _own_grounds(scenario: Scenario) -> Iterator[Ground]:
    """The player's own cubes on the fields that rank."""
    name: str = scenario.question.player
    states: Mapping[str, PlayerState] = scenario.position.states
    for key in RANKING:
        counts = {one: states[one].army_count if key == "armies" else getattr(states[one], key) for one in states}
        lacking = max(counts.values()) + 1 - counts[name]
        yield _own_ground(name, key, counts[name], lacking)


def _own_ground(name: str, key: str, count: int, most: int) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        if key == "armies":
            return empire.more_armies(scenario, name, steps)
        return empire.with_player(scenario, name, **{key: count + steps})

    words = f"{name} has {cubes(count)} on {FIELDS[key]}"
    return Ground(
        f"own {key}", words, RULES[key], loosen, lambda steps: f"{name} has {cubes(steps)} more on {FIELDS[key]}", most
    )


def _seat_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Which seats are looked at; everything that rivals have; one army more.

    Rivals answer as is best for themselves, so that anything less than all of what they have could
    make them answer worse for the player.
    """
    question: TurnOrder = scenario.question
    if question.seats is not None and len(set(question.seats)) < len(scenario.position.players):
        seats = and_words([str(seat) for seat in sorted(question.seats)])
        words = f"only seat{'s' if len(question.seats) > 1 else ''} {seats} can be chosen"
        yield Ground(
            "seats",
            words,
            "question",
            lambda one, steps: empire.with_question(one, seats=None),
            lambda steps: "any seat can be",
        )
    yield _rivals_ground(scenario)
    has = cubes(scenario.position.states[question.player].army_count, "army")
    yield Ground(
        "armies",
        f"{question.player} has {has}",
        "3.3-1",
        lambda one, steps: empire.more_armies(one, question.player, steps),
        lambda steps: f"{question.player} has {cubes(steps, 'army')} more on the campaign symbol",
    )


def _rivals_ground(scenario: Scenario) -> Ground:
    names = empire.rivals_of(scenario)

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        for name in names:
            scenario = empire.with_player(scenario, name, armies={}, temple=0, city=0)
        return scenario

    told = []
    for name in names:
        state: PlayerState = scenario.position.states[name]
        means = [cubes(state.army_count, "army"), cubes(state.temple, "temple cube"), cubes(state.city, "city cube")]
        told.append(f"{name} has {and_words(means)}")
    return Ground("rivals", and_words(told), "5.3-1", loosen, lambda steps: "rivals have neither armies nor cubes")
