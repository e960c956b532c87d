"""What an answer about successors makes of the table, by the kind of the answer, for pictures and for text.

``view_of`` is the registry: of an answer of a kind that has no entry, only the position is shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import singledispatch
from typing import TYPE_CHECKING, Any

from models.successors.acquisitions import Acquisitions
from models.successors.campaign import ArmyMove, Campaign, CampaignTerms, campaign
from models.successors.joint import acquired_together
from models.successors.log import replay
from models.successors.plan import Event
from models.successors.position import LEGITIMACY, VP, Position
from models.successors.status import with_status
from models.successors.words import NUMERALS, attack_words, place_name
from models.words import and_words
from puzzles.drawing.successors_view import Grid, Road, Stand, View, percent
from solver.successors.attack_documents import AttackAnswer, AttackPlan, AttackRow, Ending
from solver.successors.attack_orders import changed
from solver.successors.cart import path_words, weights_of
from solver.successors.cart_documents import CartAnswer, CartRoad, CartState
from solver.successors.offers import Thing, chosen_of, thing_words, things
from solver.successors.path_to_victory_documents import PathAnswer
from solver.successors.regency import flipped
from solver.successors.regency_documents import RegencyAnswer, RegencyRow
from solver.successors.stop_documents import StopAnswer, StopRow

if TYPE_CHECKING:
    from puzzles.scenario import Scenario


@singledispatch
def view_of(answer: Any, scenario: Scenario) -> View:
    """The position, where nothing of an answer can be shown on it."""
    return View.of(scenario.position)


# -- expansion ---------------------------------------------------------------------------------------


@view_of.register(Campaign)
def _(answer: Campaign, scenario: Scenario) -> View:
    """The moves, numbered in their order, with the units that come to stand on the way and at the end."""
    asked, position = scenario.question, scenario.position
    terms = CampaignTerms.model_construct(**{key: getattr(asked, key) for key in CampaignTerms.model_fields})
    after, _ = campaign(scenario.board, position, asked.player, answer, terms, scenario.rulings)
    view = View.of(position).then(after, asked.player)
    roads, stands = list(view.roads), list(view.stands)
    for number, move in enumerate(answer.moves, start=1):
        told = f"move {number}: {path_words(move.path)}"
        roads.append(Road(move.path, asked.player, str(number), told))
        stands += _units_come(position, asked.player, move, number)
    return view.with_plan(roads, stands)


def _units_come(position: Position, name: str, move: ArmyMove, number: int) -> Iterator[Stand]:
    """Where a move leaves units, and where it ends with the rest."""
    there = [army for army in position.players[name].armies if army.at == move.path[0]]
    units = sum(there[move.army - 1].units.values()) if move.army <= len(there) else 0
    for space, count in move.leaves.items():
        yield Stand(
            space, f"stays {count}", name, f"move {number} leaves {_count(count, 'unit')} in {place_name(space)}"
        )
    rest = units - sum(move.leaves.values())
    yield Stand(
        move.path[-1], f"→{rest}", name, f"move {number} ends in {place_name(move.path[-1])}: {_count(rest, 'unit')}"
    )


# -- cart --------------------------------------------------------------------------------------------


@view_of.register(CartAnswer)
def _(answer: CartAnswer, scenario: Scenario) -> View:
    """The road move by move, or what the policy does first and how likely the cart comes where."""
    if answer.policy is not None:
        return _policy_view(answer.policy, scenario)
    asked, view = scenario.question, View.of(scenario.position)
    moves = answer.moves or ()
    roads = [
        Road(move, asked.player, str(number), f"move {number} of the cart: {path_words(move)}", number - 1)
        for number, move in enumerate(moves, start=1)
        if len(move) > 1
    ]
    cart = scenario.position.cart
    end = moves[-1][-1] if moves else cart.at if cart else None
    burial = [] if end is None else [Stand(end, "burial", asked.player, f"{asked.player} can bury Alexander here")]
    return view.with_plan(roads, burial)


def _policy_view(policy: Sequence[CartState], scenario: Scenario) -> View:
    asked: CartRoad = scenario.question
    view = View.of(scenario.position)
    if not policy:
        return view
    now = max(policy, key=lambda state: state.left)
    by_path: dict[tuple[str, ...], list[int]] = {}
    for points, path in sorted(now.moves.items()):
        by_path.setdefault(path, []).append(points)
    roads = []
    for stage, (path, rolled) in enumerate(by_path.items()):
        label, words = (between.join(map(str, rolled)) for between in ("·", " or "))
        roads.append(Road(path, asked.player, label, f"with {words} points: {path_words(path)}", stage, ends=True))
    return view.with_plan(roads, shares=visits(policy, weights_of(asked)), shares_are="likely that the cart stops here")


def visits(policy: Sequence[CartState], weights: Mapping[int, int]) -> dict[str, float]:
    """By space where the cart may stop, how likely it does so at some time before it is lost.

    Parameters
    ----------
    policy
        What is done in every state that can come about.
    weights
        How often out of their sum a move has so many points.
    """
    plans = {(state.left, state.at): state.moves for state in policy}
    total = sum(weights.values()) or 1
    first = max(policy, key=lambda state: state.left)

    def reach(left: int, at: str, goal: str) -> float:
        if at == goal:
            return 1.0
        if (left, at, goal) not in known:
            moves = plans.get((left, at), {}).items()
            outcomes = (weights.get(points, 0) * reach(left - 1, path[-1], goal) for points, path in moves)
            known[left, at, goal] = sum(outcomes, 0.0) / total
        return known[left, at, goal]

    known: dict[tuple[int, str, str], float] = {}
    stops = dict.fromkeys(path[-1] for state in policy for path in state.moves.values())
    return {goal: reach(first.left, first.at, goal) for goal in stops if goal != first.at}


# -- attack ------------------------------------------------------------------------------------------

_STATUS = {"kept": "stays a Champion", "lost": "becomes a Successor", "successor": "is a Successor"}


@view_of.register(AttackAnswer)
def _(answer: AttackAnswer, scenario: Scenario) -> View:
    """A table of the attacks; the table after all of them where they are made one after the other."""
    asked: AttackPlan = scenario.question
    if answer.rows:
        titles = ("", "attack", "status", "rule", "legitimacy", "in battle", "after", "the game")
        rows = tuple(_attack_cells(row, asked) for row in answer.rows if row.attack <= len(asked.attacks))
        return View.of(scenario.position).with_plan(grids=[Grid("Each attack by itself", titles, rows)])
    return _order_view(answer.order, scenario)


def _attack_cells(row: AttackRow, asked: AttackPlan) -> tuple[str, ...]:
    told = attack_words(asked.attacks[row.attack - 1].by(asked.player))
    numbers = map(str, (row.before, row.battle, row.after))
    return (str(row.attack), told, _STATUS[row.status], row.rule, *numbers, _ending_words(row.ends))


def _ending_words(ends: Ending | None) -> str:
    """How the game ends; nothing where it goes on."""
    if ends is None:
        return ""
    does = "may have won" if not ends.winners else "wins" if len(ends.winners) == 1 else "win"
    return f"{and_words(ends.winners or ends.candidates)} {does} (rule {ends.rule})"


def _order_view(order: Sequence[int], scenario: Scenario) -> View:
    asked, position = scenario.question, scenario.position
    events: list[Event] = []
    rows = []
    view = View.of(position)
    for at in (at for at in order if 1 <= at <= len(asked.attacks)):
        planned = asked.attacks[at - 1]
        events.append(Event(attack=planned.by(asked.player)))
        if planned.then is not None:
            events.append(Event(change=planned.then))
            position = changed(position, planned.then)
        played = replay(scenario.board, scenario.position, events, scenario.rulings).after
        for name, state in played["players"].items():
            position = with_status(position, [name], state["champion"])
        view = view.then(position, asked.player)
        status = "Champion" if played["players"][asked.player]["champion"] else "Successor"
        legitimacy = played["totals"][asked.player][LEGITIMACY]
        rows.append((str(at), attack_words(planned.by(asked.player)), status, str(legitimacy)))
    grid = Grid("One after the other", ("", "attack", "status after it", "legitimacy"), tuple(rows))
    return view.with_plan(grids=[grid] if rows else [])


# -- path to victory, and how to stop it ------------------------------------------------------------------


@view_of.register(PathAnswer)
def _(answer: PathAnswer, scenario: Scenario) -> View:
    """What is bought; of several sets, how many take each space, and each thing."""
    asked = scenario.question
    if asked.ask != "cheapest":
        return _sets_view([found.buys for found in answer.sets], scenario)
    return _changed_view({asked.player: answer.buys}, scenario)


def _sets_view(sets: Sequence[Acquisitions], scenario: Scenario) -> View:
    board, asked = scenario.board, scenario.question
    offered = things(asked.offers, asked.weights)
    by_space: Counter[str] = Counter()
    by_thing: Counter[Thing] = Counter()
    for buys in sets:
        whole = [space for province in buys.provinces for space in board.members.get(province, ())]
        by_space.update({*whole, *buys.spaces, *buys.clear, buys.tomb or ""})
        by_thing.update(chosen_of(offered, buys, ())[0])
    rows = tuple(
        (thing_words(thing), str(times), percent(times / len(sets))) for thing, times in by_thing.most_common()
    )
    grid = Grid(f"What is in the {len(sets)} sets", ("thing", "sets", "share"), rows)
    shares = {space: by_space[space] / len(sets) for space in board.markable if space in by_space}
    return View.of(scenario.position).with_plan(grids=[grid] if rows else [], shares=shares, shares_are="of the sets")


@view_of.register(StopAnswer)
def _(answer: StopAnswer, scenario: Scenario) -> View:
    """What each rival changes, in its colour; or a table of who can stop whom."""
    grids = [_stop_grid(answer.table, scenario.position.players)] if answer.table else []
    return _changed_view(answer.changes, scenario).with_plan(grids=grids)


def _stop_grid(table: Sequence[StopRow], players: Iterable[str]) -> Grid:
    """By player what its win costs, and what it costs each rival alone, and all together, to stop it."""
    rows = []
    alone = {name for row in table for stop in row.stops if len(stop.rivals) == 1 for name in stop.rivals}
    rivals = [name for name in players if name in alone]
    for row in table:
        costs = {stop.rivals: "never" if stop.cost is None else str(stop.cost) for stop in row.stops}
        together = next((cost for names, cost in costs.items() if len(names) > 1), "")
        win = "no win" if row.win is None else f"{row.win.route} for {row.win.cost}"
        rows.append((row.player, win, *(costs.get((name,), "") for name in rivals), together))
    titles = ("player", "wins by", *(f"stopped by {name}" for name in rivals), "by all together")
    return Grid("Who can be stopped, by whom, at what cost", titles, tuple(rows))


def _changed_view(changes: Mapping[str, Acquisitions], scenario: Scenario) -> View:
    """What several players acquire, each in its colour."""
    view = View.of(scenario.position)
    done: dict[str, Acquisitions] = {}
    for name, buys in changes.items():
        if name in scenario.position.players:
            done[name] = buys
            view = view.then(_with(scenario, done), name)
    return view


def _with(scenario: Scenario, changes: Mapping[str, Acquisitions]) -> Position:
    """The table with what some players acquire, nothing else changing."""
    return acquired_together(scenario.board, scenario.position, changes, scenario.rulings).position


# -- regency -----------------------------------------------------------------------------------------


@view_of.register(RegencyAnswer)
def _(answer: RegencyAnswer, scenario: Scenario) -> View:
    """A table of the tests; or what changes before one of them, in the colour of who pays for it if anybody does."""
    view = View.of(scenario.position)
    if answer.rows:
        return view.with_plan(grids=[_test_grid(answer.rows, scenario.position)])
    if answer.buys:
        return _changed_view(answer.buys, scenario)
    return view.then(flipped(scenario.task, answer, scenario.rulings).position, None)


def _test_grid(rows: Sequence[RegencyRow], position: Position) -> Grid:
    """By test who is tested, what comes of it, and everybody's totals; at the end only victory points count (2C-3)."""
    cells = []
    for row in rows:
        test = row.at == "test"
        when = f"turn {NUMERALS[row.turn]}{'' if test else ', end'}"
        heir = place_name(row.heir) if row.heir else "nobody" if test else ""
        whose = (row.controller or "nobody") if row.heir else ""
        instead = " (if not over before)" if row.instead else ""
        sums = (_total_words(row.totals.get(name, {}), test) for name in position.players)
        cells.append((when, heir, whose, row.fate or "", _ending_words(row.ends) + instead, *sums))
    titles = ("when", "heir", "with", "fate", "the game", *position.players)
    return Grid("Legitimacy + victory points at each test, victory points at the end", titles, tuple(cells))


def _total_words(totals: Mapping[Any, int], both: bool) -> str:
    """What counts of a player's totals."""
    vp, legitimacy = totals.get(VP, 0), totals.get(LEGITIMACY, 0)
    return "" if not totals else f"{legitimacy} + {vp} = {legitimacy + vp}" if both else str(vp)


# -- words -------------------------------------------------------------------------------------------


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
