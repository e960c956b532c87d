"""``best-response`` of empire, as a puzzle: the best turn of a round in which all others have played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random

from models.empire.board import SYMBOL
from models.empire.plan import Plan
from models.empire.position import CUBES, KINDS, PLURAL, PlayerState
from models.empire.scoring import BUILDINGS
from models.empire.words import cubes, place_name
from models.words import and_words
from puzzles.generate.empire import PLAYERS, position_in_play, rivals_to_play
from puzzles.generate.making import put_together
from puzzles.generate.traits import go_on, start_anew
from puzzles.kinds import empire
from puzzles.kinds.kind import Ground, Kind, Part, changed
from puzzles.scenario import Scenario
from solver.empire.best_response import BestResponseQuestion
from solver.empire.documents import BestResponse, Fixed
from solver.empire.rivals import FIELDS, after_rivals
from solver.question import Task


@dataclass(frozen=True)
class Level:
    """How large puzzles are: least and most players and cubes bid, and which regions are asked about."""

    players: tuple[int, int]
    regions: tuple[int, ...]
    bid: tuple[int, int]


LEVELS: Mapping[int, Level] = {
    1: Level(players=(2, 2), regions=(1, 6), bid=(3, 6)),
    2: Level(players=(2, 2), regions=(1, 2, 6), bid=(0, 5)),
    3: Level(players=(2, 2), regions=(2, 5), bid=(0, 4)),
    4: Level(players=(2, 3), regions=(1, 2, 5, 6), bid=(0, 4)),
    5: Level(players=(2, 3), regions=(2, 5), bid=(0, 3)),
}


def _question(player: str) -> BestResponse:
    """Margins, since points alone can mostly be had in several ways."""
    return BestResponse(kind="best-response", player=player, maximise="margin")


class BestResponsePuzzles(Kind):
    """``best-response``: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """A region of the bundled board: the others have moved and laid, the player holds the cubes in the hand."""
        rng = Random(seed)
        size = LEVELS[level]
        names = rng.sample(PLAYERS, rng.randint(*size.players))
        region, bid = rng.choice(size.regions), rng.randint(*size.bid)
        game, board = empire.oikoumene()
        position = position_in_play(rng, names, region=region)
        position, _ = rivals_to_play(rng, board, position, names[0])
        made = put_together(game, board, position, _question(names[0]), seed)
        if bid:  # a part of the tablet that is settled
            state = made.position.players[names[0]]
            made = empire.with_players(made, **{names[0]: changed(state, order=bid, hand=CUBES - bid)})
        return empire.title_of(made, "A round in {region}")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, then their pieces, then their armies where no piece of theirs lies."""
        yield from empire.rival_parts(scenario)
        yield from empire.piece_parts(scenario)

    def asks(self, task: Task) -> str:
        """Which plan is wanted, and by which measure."""
        question: BestResponse = task.question
        player = question.player
        wanted = f"scores as many points in this round as {player} can"
        if question.maximise == "margin":
            wanted = "scores as many points more in this round than any rival as can be (points so far do not count)"
        does = [f"distributes {cubes(hand)}"] if (hand := task.position.states[player].hand) else []
        does += [*([] if question.fixed.moves == () else ["moves"]), "lays pieces"]
        others = "The others play as is told" if task.assumptions.rivals else "Everybody else has played"
        fixed = ", as far as nothing is fixed" if question.fixed.plain() else ""
        return f"{others}; now {player} {and_words(does)}{fixed}. Find the turn with which {player} {wanted}."

    def steps(self, plan: Plan) -> int:
        """The allocation, each move, each piece."""
        return max(
            1, (plan.allocation is not None) + len(plan.moves) + sum(len(plan.pieces.of(kind)) for kind in KINDS)
        )

    def finish(self, task: Task, plan: Plan, kept: int) -> Plan | None:
        """Takes province after province, each time the one with most points for its cubes as things lie."""
        if kept and kept >= self.steps(plan):
            return plan
        rulings = task.rulings.fresh()
        table = after_rivals(task, rulings)
        player: str = task.question.player
        if kept:
            found = go_on(table, player, plan, kept, rulings)
            return found if found is not None and _worth(task, found) is not None else None
        return start_anew(table, player, lambda other: _worth(task, other), rulings)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Arrows and how far armies go; what stands and what rivals have; what is fixed; the player's own cubes."""
        scenario = empire.settled(scenario)
        me: PlayerState = scenario.position.states[scenario.question.player]
        if scenario.question.fixed.moves is None:
            starts = [place for place, count in me.armies.items() if count]
            starts += [SYMBOL] if SYMBOL not in starts and me.hand and scenario.position.round == 1 else []
            found = [
                *empire.arrow_grounds(scenario, starts, _saved, _saved_words(scenario)),
                *empire.reach_ground(scenario, starts),
            ]
        else:
            found = [_moves_ground(scenario)]
        found += [
            *empire.standing_grounds(scenario),
            *empire.army_grounds(scenario),
            *empire.piece_grounds(scenario),
        ]
        found += [*_fixed_grounds(scenario), *_rule_grounds(scenario), *empire.supply_grounds(scenario)]
        found += [*_army_grounds(scenario), _cube_ground(scenario)]
        return (empire.after_settling(ground) for ground in found)


def _worth(task: Task, plan: Plan) -> int | None:
    """The value of a plan; None if it is against a rule or leaves what is fixed."""
    question = BestResponseQuestion()
    replay = question.replay(task, plan)
    return None if replay.breaches or question.strays(task, plan) else replay.value


# -- grounds ---------------------------------------------------------------------------------------


def _can_park(scenario: Scenario) -> bool:
    """Whether any cube that is saved can go to turn order, where it does nothing."""
    question: BestResponse = scenario.question
    me: PlayerState = scenario.position.states[question.player]
    return (
        bool(me.hand)
        and scenario.position.round == 1
        and question.fixed.allocation.order is None
        and not _lies(scenario)
    )


def _lies(scenario: Scenario) -> bool:
    """Whether some cubes of the temple and city fields are settled."""
    question: BestResponse = scenario.question
    me: PlayerState = scenario.position.states[question.player]
    fixed = question.fixed.allocation
    return bool(me.temple or me.city or fixed.temple is not None or fixed.city is not None)


def _saved(scenario: Scenario, steps: int) -> Scenario:
    """Where an arrow costs less, nobody has to be richer for it: a cube too many can lose a round."""
    if _can_park(scenario):
        return scenario
    return empire.may_save(scenario) if _saves(scenario) else empire.may_put_aside(scenario)


def _saves(scenario: Scenario) -> bool:
    """Whether all cubes for temples and cities are still in the hand, where they could stay."""
    return not _lies(scenario) and bool(scenario.position.states[scenario.question.player].hand)


def _saved_words(scenario: Scenario) -> str:
    """What else is looser where an arrow costs less, in words."""
    if _can_park(scenario):
        return ""
    return ", and cubes may stay in the hand" if _saves(scenario) else ", and cubes may be put beside the tablet"


def _cube_ground(scenario: Scenario) -> Ground:
    """The player's cubes (3.3-1); further ones may stay in the hand where they could not go to turn order."""
    name: str = scenario.question.player
    parks = _can_park(scenario)
    me: PlayerState = scenario.position.states[name]

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        hand = scenario.position.states[name].hand or 0
        richer = empire.with_player(scenario, name, hand=hand + steps)
        return richer if parks else empire.may_save(richer)

    held = {"in the hand": me.hand or 0, "for temples": me.temple, "for cities": me.city}
    told = and_words([f"{cubes(count)} {where}" for where, count in held.items() if count]) or "no cube left"
    more = "" if parks else ", to be used or not"
    return Ground(
        "cubes",
        f"{name} has {told}",
        "3.3-1",
        loosen,
        lambda steps: f"{name} has {cubes(steps)} more{more}",
        _needed(scenario),
    )


def _needed(scenario: Scenario) -> int:
    """So many cubes more, and everything can be had: each province, each arrow, each piece against its rivals."""
    position = scenario.position
    region = empire.region_of(scenario)
    rivals = [position.states[name] for name in empire.rivals_of(scenario)]
    need = sum(arrow.cost for arrow in region.arrows)
    for place, province in region.provinces.items():
        if position.round == 1:
            need += 1 + max(state.armies.get(place, 0) for state in rivals)
        for kind in province.sites:
            against = [state.field(kind) for state in rivals if place in state.placed.of(kind)]
            need += max([BUILDINGS[kind].price, *(field + 1 for field in against)])
    me: PlayerState = position.states[scenario.question.player]
    return max(1, min(2 * CUBES, need) - (me.hand or 0) - me.temple - me.city)


def _army_grounds(scenario: Scenario) -> Iterator[Ground]:
    """The player's armies, where no cube of the hand can become one."""
    question: BestResponse = scenario.question
    me: PlayerState = scenario.position.states[question.player]
    open_hand = me.hand and scenario.position.round == 1 and question.fixed.allocation.armies is None
    if open_hand or question.fixed.moves is not None:
        return
    put = question.fixed.allocation.armies or 0
    words = f"{question.player} has {cubes(me.army_count + put, 'army')}"

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        return empire.more_armies(scenario, question.player, steps)

    yield Ground(
        "armies",
        words,
        "3.3-1",
        loosen,
        lambda steps: f"{question.player} has {cubes(steps, 'army')} more on the campaign symbol",
        max(1, CUBES - me.army_count - put),
    )


def _rule_grounds(scenario: Scenario) -> Iterator[Ground]:
    """That every cube goes onto the tablet and stays there (4.1-1), where none can lie idle on turn order."""
    if _can_park(scenario) or scenario.question.fixed.moves is not None:
        return
    words = f"{scenario.question.player} has to put every cube onto the tablet, and to leave it there"
    more = _saved_words(scenario).removeprefix(", and ")
    yield Ground("all cubes", words, "4.1-1", _saved, lambda steps: more)


def _fixed_grounds(scenario: Scenario) -> Iterator[Ground]:
    """The cubes and pieces that the question fixes."""
    fixed: Fixed = scenario.question.fixed
    for key in FIELDS:
        put = getattr(fixed.allocation, key)
        if put is not None:
            field = {"order": "turn order", "armies": "armies"}.get(key, f"the {key} field")
            yield _fixed_ground(
                "allocation", key, f"the question puts {cubes(put)} on {field}", f"the cubes on {field}"
            )
    for kind in KINDS:
        key = PLURAL[kind]
        places = getattr(fixed.pieces, key)
        if places is not None:
            told = and_words([f"in {place_name(place)}" for place in places]) or "nowhere"
            yield _fixed_ground("pieces", key, f"the question lays {key} {told}", f"the {key}")


def _fixed_ground(part: str, field: str, words: str, what: str) -> Ground:
    def loosen(scenario: Scenario, steps: int) -> Scenario:
        fixed: Fixed = scenario.question.fixed
        left = changed(getattr(fixed, part), **{field: None})
        return empire.with_question(scenario, fixed=changed(fixed, **{part: left}))

    return Ground(f"fixed {field}", words, "question", loosen, lambda steps: f"{what} are open")


def _moves_ground(scenario: Scenario) -> Ground:
    """The moves that the question fixes."""

    def loosen(scenario: Scenario, steps: int) -> Scenario:
        return empire.with_question(scenario, fixed=changed(scenario.question.fixed, moves=None))

    moves = scenario.question.fixed.moves
    words = f"the question fixes {cubes(len(moves), 'move')}" if moves else "the question says that the moves are over"
    return Ground("fixed moves", words, "question", loosen, lambda steps: "the moves are open")
