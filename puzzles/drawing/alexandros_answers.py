"""What an answer about alexandros makes of the table, by the kind of the answer, for pictures and for text.

``view_of`` is the registry: of an answer of a kind that has no entry, only the position is shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import singledispatch
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from models.alexandros.lattice import Side, Triangle, chain_sides, side_words, split_chain
from models.alexandros.levy import levy_entries
from models.alexandros.plan import PILE, Action, Move, Turn
from models.alexandros.provinces import province_of
from models.alexandros.turn import play_turn
from models.alexandros.words import cards_words
from models.words import and_words
from puzzles.drawing.alexandros_panel import ARROW, becomes
from puzzles.drawing.alexandros_view import Area, Piece, Ring, View, Way, way_words, worth_of
from puzzles.drawing.sheet import Table
from solver.alexandros.best_turn_documents import ANY, BestTurnAnswer, Case, TurnAction
from solver.alexandros.defend_documents import DefendAnswer, Threat
from solver.alexandros.enclose import Played
from solver.alexandros.enclose_documents import EncloseAnswer
from solver.alexandros.levy_documents import LevyAnswer, LevyRow
from solver.alexandros.occupy_documents import OccupyAnswer
from solver.alexandros.plan_documents import PlanAnswer

if TYPE_CHECKING:
    from puzzles.scenario import Scenario

NONE = "–"
"""What a cell of a table says where there is nothing."""
MINUS = "−"
_NAME = 10
"""Characters of a player's name on a label."""


def position_view(scenario: Scenario) -> View:
    """The position alone, to begin with."""
    return View.of(scenario.board, scenario.position, scenario.rulings)


@singledispatch
def view_of(answer: Any, scenario: Scenario) -> View:
    """The position, where nothing of an answer can be shown on it."""
    return position_view(scenario)


def _asking(scenario: Scenario) -> str:
    """Who asks: the player whose turn it is unless told."""
    name: str = scenario.question.player or scenario.position.whose
    return name


# -- plan --------------------------------------------------------------------------------------------


@view_of.register(PlanAnswer)
def plan_view(answer: PlanAnswer, scenario: Scenario) -> View:
    """The turns of a line one after the other, each way with its number."""
    view = position_view(scenario)
    player = _asking(scenario)
    for number, turn in enumerate(answer.turns, 1):
        view = view.played(turn, str(number), player=player)
        now = view.after.changed(active=player, moved=False, actions=0, levied=False)
        view = replace(view, after=view.after if view.after.over else now)
    return view.with_worth(player)


# -- best-turn ---------------------------------------------------------------------------------------


@view_of.register(BestTurnAnswer)
def best_turn_view(answer: BestTurnAnswer, scenario: Scenario) -> View:
    """What is certain as it is made; what depends on cards as it could be: dashed ways, governors with a “?”."""
    alone = Case.model_construct(to=answer.to, path=answer.path, actions=answer.actions)
    cases = answer.cases if answer.cases else {"": alone}
    view, player = position_view(scenario), _asking(scenario)
    moves = {key: _move(answer, case) for key, case in cases.items()}
    move, *others = dict.fromkeys(moves.values())
    shared = () if others else _shared([case.actions for case in cases.values()])
    view = _possible_ways(view, player, moves) if others else view.played(_turn(move, shared), player=player)
    return view.with_plan(pieces=_possible_pieces(player, cases, len(shared))).with_worth(player)


def _move(answer: BestTurnAnswer, case: Case) -> Move:
    """The move of a case."""
    return Move.model_validate(
        {"card": answer.card, "hand": answer.hand, "as": answer.stands_for, "to": case.to, "path": case.path}
    )


def _turn(move: Move, actions: Sequence[Action]) -> Turn:
    return Turn.model_validate({**move.plain(), "actions": [action.plain() for action in actions]})


def _shared(told: Sequence[Sequence[TurnAction]]) -> tuple[Action, ...]:
    """The actions with which all cases begin."""
    bare = [[_bare(action) for action in actions] for actions in told]
    return tuple(each[0] for each in takewhile(lambda each: each.count(each[0]) == len(each), zip(*bare, strict=False)))


def _bare(action: TurnAction) -> Action:
    """An action without what follows it."""
    return Action(**{name: getattr(action, name) for name in Action.model_fields})


def _possible_ways(view: View, player: str, moves: Mapping[str, Move]) -> View:
    """A dashed way for each move, with the cards that lead to it."""
    for stage, move in enumerate(dict.fromkeys(moves.values()), 1):
        keys = [key for key in moves if moves[key] == move]
        label = "else" if ANY in keys else ", ".join(key.replace("-", "·") for key in keys)
        view = _with_move(view, move, player, label, way_words(move, _when(keys, "up")), stage)
    return view


def _with_move(view: View, move: Move, player: str | None, label: str, told: str, stage: int) -> View:
    """A move by its way and its target, without the walls that it lays."""
    return view.with_plan(
        ways=[Way(split_chain(move.path), player, label, told, stage)] if move.path else (),
        rings=[Ring(move.to, "", told)] if move.to else (),
    )


def _when(keys: Sequence[str], how: str) -> str:
    """On which cards something depends: those that turn ``up``, or the one that is ``drawn``.

    >>> _when(["horse-lyre", "temple"], "up"), _when(["any"], "drawn")
    ('if horse and lyre or temple turn up', 'if another card is drawn')
    """
    cards = "another card" if ANY in keys else " or ".join(and_words(key.split("-")) for key in keys)
    if how == "drawn":
        return f"if {cards} is drawn"
    several = ANY not in keys and any("-" in key for key in keys)
    return f"if {cards} {'turn' if several else 'turns'} up"


def _possible_pieces(player: str, cases: Mapping[str, Case], certain: int) -> Iterator[Piece]:
    """The governors who come or go only in some cases.

    Parameters
    ----------
    certain
        How many actions are the same in all cases.
    """
    found: dict[tuple[Triangle, bool], list[str]] = {}
    for key, case in cases.items():
        turned = [_when([key], "up")] if key else []
        for at, action in enumerate(case.actions):
            following = [([*turned, _when([card], "drawn")], one) for card, one in (action.then or {}).items() if one]
            for when, one in [*([(turned, action)] if at >= certain else []), *following]:
                for name in (*(one.occupy or ()), *(one.remove or ())):
                    found.setdefault((name, one.occupy is None), []).append(" and ".join(when) or "then")
    for (name, gone), whens in found.items():
        does = f"the governor of {player} leaves" if gone else f"a governor of {player} is placed"
        yield Piece(name, player, gone, "?", f"{name}: {does} {'; '.join(dict.fromkeys(whens))}")


# -- enclose -----------------------------------------------------------------------------------------


@view_of.register(EncloseAnswer)
def enclose_view(answer: EncloseAnswer, scenario: Scenario) -> View:
    """The new walls, the province that they enclose, and of moves the numbered ways; a ring where there is none."""
    view, task, asked = position_view(scenario), scenario.task, scenario.question
    played = Played.of(task, answer, task.rulings.fresh())
    wrong = {breach.path[1] for breach in played.breaches if breach.path[:1] == ("moves",)}
    mover = _asking(scenario) if asked.cards == "own" else None
    walls: dict[Side, str] = {}
    here = view.before.here
    for number, step in enumerate(answer.moves, 1):
        move = Move.model_validate(step.plain())
        view = _with_move(view, move, mover, str(number), way_words(move, str(number)), 0)
        if asked.ask == "moves" and number - 1 not in wrong:
            way = split_chain(step.path)
            walls |= {side: f"new wall of move {number}" for side in chain_sides(way) if side not in walls}
            here = way[-1]
    laid = {side: walls.get(side, "new wall") for side in played.laid}
    chains = (*view.before.walls, *map(side_words, played.laid))
    view = replace(view, after=view.before.changed(walls=chains, alexander=here)).with_plan(walls=laid)
    if played.province is None:
        return view.with_plan(rings=[Ring(answer.province, "", f"{answer.province} lies in no province")])
    if played.province in position_view(scenario).provinces:
        return view.with_plan(areas=[worth_of(played.province)])
    return view.enclosing(played.province.triangles, ())


# -- occupy ------------------------------------------------------------------------------------------


@view_of.register(OccupyAnswer)
def occupy_view(answer: OccupyAnswer, scenario: Scenario) -> View:
    """The governors who come and go, action by action, and what their provinces are worth."""
    player = _asking(scenario)
    return position_view(scenario).acted(player, answer.actions, numbered=True).with_worth(player)


# -- levy --------------------------------------------------------------------------------------------


@view_of.register(LevyAnswer)
def levy_view(answer: LevyAnswer, scenario: Scenario) -> View:
    """A table of the levies, and what pays in the best one; or the actions turn by turn, and what they bring."""
    if answer.rows or answer.best:
        return _levies_view(answer, scenario)
    return _turns_view(answer.turns, scenario)


def _levies_view(answer: LevyAnswer, scenario: Scenario) -> View:
    view, name = position_view(scenario), _asking(scenario)
    players = list(view.before.players)
    ends = any(row.ends for row in answer.rows)
    rows = [
        (
            f"{row.symbol}, best for {name}" if row.symbol == answer.best else row.symbol,
            and_words(row.by) or "nobody",
            *(str(row.points.get(each, NONE)) for each in players),
            *([_end_words(row)] if ends else []),
        )
        for row in answer.rows
    ]
    titles = ("levy with", "can be started by", *(f"{each} gains" for each in players), *(["then"] if ends else []))
    paying: Iterable[Area] = ()
    if answer.best:
        ledger = levy_entries(view.board, view.before, name, answer.best, view.rulings)
        found = [province_of(view.provinces, entry.subject) for entry in ledger if entry.amount]
        paying = [worth_of(province) for province in found if province]
    heading = f"What a levy brings{f'; on the board what pays with {answer.best}' if answer.best else ''}"
    return view.with_plan(areas=paying, tables=[(heading, Table(titles, tuple(rows)))] if rows else [])


def _end_words(row: LevyRow) -> str:
    """How the game ends with a levy; nothing where it goes on."""
    if not row.ends:
        return ""
    does = "wins" if len(row.winners) == 1 else "share the win"
    return f"{and_words(row.winners)} {does}" if row.winners else "the game ends in a tie"


def _turns_view(turns: Sequence[Sequence[Action]], scenario: Scenario) -> View:
    """Own turns one after the other, Alexander moving in none of them."""
    view, name = position_view(scenario), _asking(scenario)
    players = list(view.before.players)
    begun = view.before.whose == name
    rows = []
    for number, actions in enumerate(turns, 1):
        now = view.after
        if now.over:
            break
        own = {} if begun and number == 1 else {"active": name, "actions": 0, "levied": False}
        turn = Turn(actions=tuple(_untold(action, now.pile) for action in actions))
        played = play_turn(view.board, now.changed(moved=True, **own), turn, view.rulings, open_draws=True)
        view = view.then(played.position, str(number))
        gains = (str(played.ledger.total(each)) for each in players)
        broken = {breach.path[1] for breach in played.breaches if breach.path[:1] == ("actions",) and breach.path[1:]}
        done = (_action_words(one) + " (left out)" * (at in broken) for at, one in enumerate(actions))
        rows.append((f"turn {number}", ", ".join(done) or NONE, *gains))
    titles = ("when", f"actions of {name}", *(f"{each} gains" for each in players))
    return view.with_worth(name).with_plan(tables=[("Turn by turn", Table(titles, tuple(rows)))] if rows else [])


def _action_words(action: Action) -> str:
    """An action in few words.

    >>> _action_words(Action(levy="horse")), _action_words(Action(occupy=["C4", "B4"]))
    ('levy horse', 'occupy C4 and B4')
    """
    kind = next(iter(action.named()), "")
    what = getattr(action, kind) if kind else "nothing"
    return f"{kind} {what if isinstance(what, str) else and_words(what)}".strip()


def _untold(action: Action, pile: Any) -> Action:
    """An action with no word about a card of a pile that nobody knows: it comes into no hand."""
    hidden = action.take == PILE and not isinstance(pile, tuple)
    return action.model_copy(update={"drawn": None}) if hidden else action


# -- defend ------------------------------------------------------------------------------------------


@view_of.register(DefendAnswer)
def defend_view(answer: DefendAnswer, scenario: Scenario) -> View:
    """The own actions, the rivals' ways that threaten then, what each province loses, and a table of all threats."""
    view = position_view(scenario).acted(_asking(scenario), answer.actions, numbered=True)
    threats = answer.left if answer.actions else answer.threats
    together: dict[tuple[str, Move], list[Threat]] = {}
    for threat in threats:
        move = Move.model_validate({key: value for key, value in threat.turn.plain().items() if key in _MOVE})
        together.setdefault((threat.turn.player, move), []).append(threat)
    for stage, ((rival, move), made) in enumerate(together.items(), 1):
        made.sort(key=lambda threat: -threat.loss)
        losses = ", ".join(map(_less, made))
        told = way_words(move, "; ".join(_threat_words(threat) for threat in made))
        view = _with_move(view, move, rival, f"{_short(rival)} {losses}", told, stage)
    view = view.with_plan(areas=_losses(view, threats))
    then = f" now, {answer.after} then" if answer.actions else ""
    table = _threats_table(view, answer)
    return view.with_plan(tables=[(f"Threats: at worst {answer.before} lost{then}", table)] if table.rows else [])


_MOVE = ("card", "hand", "as", "to", "path")


def _short(name: str) -> str:
    return name if len(name) <= _NAME else f"{name[: _NAME - 1]}."


def _less(threat: Threat) -> str:
    """What is lost, with its sign."""
    return f"{MINUS}{threat.loss}" if threat.loss >= 0 else f"+{-threat.loss}"


def _threat_words(threat: Threat) -> str:
    how = "takes over" if threat.by == "takeover" else "divides"
    return f"{threat.turn.player} {how} the province of {threat.province}, {threat.loss} of {threat.worth} lost"


def _losses(view: View, threats: Iterable[Threat]) -> Iterator[Area]:
    """The provinces that lose, each with the most that it loses."""
    worst: dict[tuple[Triangle, ...], Threat] = {}
    for threat in threats:
        province = province_of(view.provinces, threat.province)
        if province and (province.triangles not in worst or worst[province.triangles].loss < threat.loss):
            worst[province.triangles] = threat
    for triangles, threat in worst.items():
        told = f"{threat.loss} of {threat.worth} can be lost to {threat.turn.player}"
        yield Area(triangles, _less(threat), told, "lost")


def _threats_table(view: View, answer: DefendAnswer) -> Table:
    """A row for each province and rival: what threatens now, and after the actions if there are any."""
    found: dict[tuple[Any, str], list[Threat | None]] = {}
    for at, threats in enumerate((answer.threats, answer.left)):
        for threat in threats:
            province = province_of(view.provinces, threat.province)
            key = province.triangles if province else threat.province, threat.turn.player
            found.setdefault(key, [None, None])[at] = threat
    count = 2 if answer.actions else 1
    rows = []
    for (_, rival), made in found.items():
        known = [threat for threat in made if threat]
        names = dict.fromkeys(threat.province for threat in known)
        rows.append(
            (f" {ARROW} ".join(names), becomes(known[0].worth, known[-1].worth), rival, *map(_how, made[:count])),
        )
    ways = ("now", "then") if answer.actions else ("could do",)
    return Table(("province", "worth", "rival", *ways), tuple(rows))


def _how(threat: Threat | None) -> str:
    """What a threat costs its victim, and the rival."""
    if threat is None:
        return NONE
    paid = f" for {cards_words(threat.cards)}" if threat.cards else ""
    turns = "" if not threat.opened else f", if {and_words(threat.opened)} turn{'s' * (len(threat.opened) == 1)} up"
    return f"{_less(threat)} by {threat.by}{paid}{turns}"
