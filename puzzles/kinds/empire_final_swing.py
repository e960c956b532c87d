"""Puzzles of the final scoring: which pieces, in which regions, turn it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, islice, product
from random import Random
from typing import Any

from models.empire.additions import Addition, add_pieces, rounds_left
from models.empire.final import score_final, standing
from models.empire.position import KINDS, PLURAL, Kind, Position, last_region
from models.empire.scoring import BUILDINGS
from models.empire.words import cubes
from models.rulings import Rulings
from models.words import and_words
from puzzles.generate.empire import position_in_play
from puzzles.generate.making import put_together
from puzzles.kinds import kind
from puzzles.kinds.empire import oikoumene, rival_parts, with_question
from puzzles.kinds.empire_rounds import NAMES, sound_parts
from puzzles.kinds.empire_swing_grounds import swing_grounds
from puzzles.kinds.kind import Ground, Part, changed, first_best, titled
from puzzles.scenario import Scenario
from solver.empire.inquiries import FinalSwing, MostPieces, RegionPieces, SwingAnswer
from solver.question import Task

Piece = tuple[str, int, Kind]
"""Whose piece is added in which region, and of which kind."""

WHEN = {
    1: ((6, 3), (6, 2)),
    2: ((6, 2), (6, 1)),
    3: ((6, 2), (6, 1), (5, 3)),
    4: ((6, 1), (5, 3)),
    5: ((5, 3), (5, 2)),
}
"""By level: regions and rounds of the whole game, from which on pieces may be added."""
PLAYERS = {1: (2, 3), 2: (3, 3), 3: (3, 4), 4: (4, 4), 5: (3, 5)}
TRIES = 20
"""Games that are looked at until there is something to find."""
FEW = 300
"""So many sets of pieces are looked at."""
MOST = 6
"""So many pieces are not asked for."""


class FinalSwingPuzzles(kind.Kind):
    """``final-swing``: a step is a piece."""

    def make(self, seed: int, level: int) -> Scenario:
        """A game is played to a late round; then somebody wants to win, or fears for the lead."""
        rng = Random(f"final-swing {seed} {level}")
        candidate = _candidate(rng, seed, level)
        for _ in range(TRIES):
            if _worth_asking(candidate):
                break
            candidate = _candidate(rng, seed, level)
        return candidate

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, pieces taken for granted, then pieces that stand."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """The question at the table."""
        question: FinalSwing = task.question
        player = question.player
        allowed = _allowed_words(question)
        where = "In which regions can the pieces be added"
        if question.ask == "fewest":
            win = "at least shares the win" if question.shared else "wins the game alone"
            most = f", with {allowed} at most" if allowed else ""
            wanted = f"{player} wants the fewest pieces with which {player} {win}{most}"
            return f"{wanted}: which are they, and in which regions?"
        if question.ask == "best":
            most = f"{allowed}" if allowed else "all the pieces there is room for"
            margin = f"{player} ends as far ahead of the best rival as can be"
            return f"{player} may still build {most}. {where} so that {margin}?"
        most = f"{allowed} each" if allowed else "all that there is room for"
        return f"The rivals may still build {most}, together against {player}. {where} that hurt {player} most?"

    def steps(self, plan: Any) -> int:
        """The pieces."""
        return max(1, len(_pieces(plan)))

    def finish(self, task: Task, plan: Any, kept: int) -> SwingAnswer | None:
        """Piece by piece: whichever brings the player most points, or moves the margin most."""
        if plan is not None and kept >= self.steps(plan):
            answer: SwingAnswer = plan
            return answer
        question: FinalSwing = task.question
        pieces = _pieces(plan)[:kept] if plan is not None else []
        ends = _Ends(task)
        fewest, sign = question.ask == "fewest", -1 if question.ask == "worst" else 1

        def worth(added: Sequence[Piece]) -> int | None:
            return _signed(ends.margin(added, alone=fewest), sign)

        options = _options(task)
        while not (fewest and ends.wins(pieces)):
            now, so_far = worth(pieces), pieces
            best = first_best(options, lambda piece: worth([*so_far, piece]))  # noqa: B023
            if best is None:
                return None if fewest else _answer(task, pieces)
            after = worth([*pieces, best])
            assert now is not None
            assert after is not None
            if not fewest and after <= now:
                break
            pieces = [*pieces, best]
        return _answer(task, pieces)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """Room, limits, rivals' pieces and points; for ``worst`` the player's."""
        return swing_grounds(scenario)


# -- making ----------------------------------------------------------------------------------------


def _candidate(rng: Random, seed: int, level: int) -> Scenario:
    """A game played to a late round, and a question about its end."""
    short = rng.random() < 0.25
    names = rng.sample(NAMES, rng.randint(*PLAYERS[level]))
    number, round_number = rng.choice(WHEN[level])
    if short:
        number -= 2  # so that as many regions are left: the short game ends with region 4
    position = position_in_play(
        rng, names, region=number, round_number=round_number, short=short, since=2 if short else 1
    )
    ranked = sorted(names, key=lambda name: -position.players[name].points)
    ask = rng.choice(("fewest", "fewest", "fewest", "best", "worst"))
    player = ranked[0] if ask == "worst" else rng.choice(ranked[1:])
    fewer = level < 4
    fields: dict[str, Any] = {"kind": "final-swing", "player": player, "ask": ask}
    if ask != "fewest":
        fields["most"] = {"temples": rng.randint(1, 2 if fewer else 3), "cities": rng.randint(1, 1 if fewer else 2)}
    if ask != "worst" and rng.random() < 0.6:
        rivals = rng.sample([name for name in names if name != player], 1)
        fields["rivals"] = {
            name: [{"region": rng.randint(number, last_region(short)), rng.choice(("temples", "cities")): 1}]
            for name in rivals
        }
    question = FinalSwing.model_validate(fields)
    game, board = oikoumene()
    granted = [Addition(player=n, **p.model_dump()) for n, listed in question.rivals.items() for p in listed]
    if add_pieces(board, position, granted, True).breaches:
        question = changed(question, rivals={})
    scenario = put_together(game, board, _tidied(position), question, seed)
    return titled(scenario, _title(question, short))


def _title(question: FinalSwing, short: bool) -> str:
    titles = {
        "fewest": f"The fewest pieces for {question.player}",
        "best": f"Where {question.player} should build",
        "worst": f"How far {question.player} can be pushed back",
    }
    return titles[question.ask] + (", in the short game" if short else "")


def _tidied(position: Position) -> Position:
    """Only what counts at the end: pieces and points, no cubes and armies of the round."""
    tidied: Position = changed(
        position,
        players={
            name: state.model_copy(
                update={"hand": None, "armies": {}, "temple": 0, "city": 0, "order": 0, "spent": None}
            )
            for name, state in position.players.items()
        },
    )
    return tidied


def _worth_asking(scenario: Scenario) -> bool:
    """Whether something has to be found that does not lie at hand, and there is only one such thing."""
    task = scenario.task
    answer = FinalSwingPuzzles().finish(task, None, 0)
    if answer is None:
        return False
    greedy, ends = _pieces(answer), _Ends(task)
    if task.question.ask == "fewest":
        for count in range(1, min(len(greedy), MOST)):
            won = [pieces for pieces in combinations_with_replacement(_options(task), count) if ends.wins(pieces)]
            if won:
                return len(won) == 1
        return False
    sign = -1 if task.question.ask == "worst" else 1
    values = [_signed(ends.margin(pieces), sign) for pieces in _choices(task)]
    best = max(value for value in values if value is not None)
    return values.count(best) == 1 and _signed(ends.margin(greedy), sign) != best


def _choices(task: Task) -> Iterator[list[Piece]]:
    """All that may be added within the question's limits, as far as it is not too much to look at."""
    parts = []
    for name, each in product(_builders(task), KINDS):
        most: int = getattr(task.question.most, PLURAL[each])
        own = [option for option in _options(task) if option[0] == name and option[2] == each]
        parts.append([pieces for size in range(most + 1) for pieces in combinations_with_replacement(own, size)])
    for whole in islice(product(*parts), FEW):
        yield [piece for pieces in whole for piece in pieces]


# -- leaving out -----------------------------------------------------------------------------------


def _parts(scenario: Scenario) -> Iterator[Part]:
    yield from rival_parts(scenario)
    question: FinalSwing = scenario.question
    for name, listed in question.rivals.items():
        for at, pieces in enumerate(listed):
            rest = {**question.rivals, name: (*listed[:at], *listed[at + 1 :])}
            rest = {each: left for each, left in rest.items() if left}
            words = f"{_pieces_words(pieces)} of {name} in region {pieces.region}"
            yield Part(f"granted {name} {pieces.region}", words, with_question(scenario, rivals=rest))
    for at, pieces in enumerate(question.mine):
        words = f"{_pieces_words(pieces)} of {question.player} in region {pieces.region}"
        rest_mine = (*question.mine[:at], *question.mine[at + 1 :])
        yield Part(
            f"granted {question.player} {pieces.region}", words, with_question(scenario, mine=rest_mine), choice=True
        )


def _pieces_words(pieces: RegionPieces | MostPieces) -> str:
    counts = [(pieces.temples or 0, "temple"), (pieces.cities or 0, "city")]
    return " and ".join(cubes(count, what) for count, what in counts if count)


def _allowed_words(question: FinalSwing) -> str:
    """What may be added, in words; empty where only the rules say how much."""
    named = {each: getattr(question.most, PLURAL[each]) for each in KINDS}
    said = [cubes(count, each) if count else f"no {each}" for each, count in named.items() if count is not None]
    if len(said) == 1:
        other = next(each for each, count in named.items() if count is None)
        said.append(f"any {PLURAL[other]}")
    return and_words(said)


# -- the greedy player -----------------------------------------------------------------------------


def _builders(task: Task) -> list[str]:
    """Whose pieces are asked for."""
    player = task.question.player
    if task.question.ask != "worst":
        return [player]
    return [name for name in task.position.players if name != player]


def _open(task: Task) -> list[int]:
    return [number for number in sorted(task.board.by_number) if rounds_left(task.position, number)]


def _options(task: Task) -> list[Piece]:
    return [(name, number, each) for name in _builders(task) for number in _open(task) for each in KINDS]


def _pieces(plan: Any) -> list[Piece]:
    """The pieces of an answer, one by one."""
    found: list[Piece] = []
    for addition in plan.adds:
        for each in KINDS:
            found += [(addition.player, addition.region, each)] * addition.of(each)
    return found


def _answer(task: Task, pieces: Sequence[Piece]) -> SwingAnswer:
    return SwingAnswer(adds=tuple(_additions(task, pieces)))


def _additions(task: Task, pieces: Sequence[Piece]) -> Iterator[Addition]:
    for name in task.position.players:
        for number in sorted({region for owner, region, _ in pieces if owner == name}):
            temples, cities = (sum(piece == (name, number, each) for piece in pieces) for each in KINDS)
            yield Addition(player=name, region=number, temples=temples, cities=cities)


class _Ends:
    """How the game ends with some pieces added to what stands and is taken for granted (6.1)."""

    def __init__(self, task: Task) -> None:
        question: FinalSwing = task.question
        self.task, self.question = task, question
        mine = [Addition(player=question.player, **each.model_dump()) for each in question.mine]
        theirs = [Addition(player=n, **each.model_dump()) for n, listed in question.rivals.items() for each in listed]
        self.granted = [*mine, *theirs]
        added = add_pieces(task.board, task.position, self.granted, question.building)
        self.stands = standing(task.board, added.states)
        self.points = {name: state.points + added.ledger.total(name) for name, state in added.states.items()}
        self.rulings: Rulings = task.rulings.fresh()
        self.room: dict[tuple[Piece, ...], bool] = {}

    def margin(self, pieces: Sequence[Piece], *, alone: bool = False) -> int | None:
        """How far the player ends ahead, or (``alone``) with how many points; None if a piece finds no room."""
        if not self._fits(tuple(sorted(pieces))):
            return None
        counts = {name: dict(held) for name, held in self.stands.items()}
        points = dict(self.points)
        for name, number, each in pieces:
            counts[name][each, number] += 1
            points[name] += BUILDINGS[each].points if self.question.building else 0
        for entry in score_final(counts, self.task.position.short, self.rulings):
            points[entry.player] += entry.amount
        own = points.pop(self.question.player)
        return own if alone else own - max(points.values())

    def wins(self, pieces: Sequence[Piece]) -> bool:
        """Whether the player wins."""
        margin = self.margin(pieces)
        return margin is not None and margin >= (0 if self.question.shared else 1)

    def _fits(self, pieces: tuple[Piece, ...]) -> bool:
        """Whether the rules have room for the pieces, and the question allows so many."""
        if pieces not in self.room:
            adds = [*self.granted, *_additions(self.task, pieces)]
            found = add_pieces(self.task.board, self.task.position, adds, self.question.building)
            self.room[pieces] = not found.breaches and self._allowed(pieces)
        return self.room[pieces]

    def _allowed(self, pieces: Sequence[Piece]) -> bool:
        counts = Counter((owner, each) for owner, _, each in pieces)
        limits = {each: getattr(self.question.most, PLURAL[each]) for each in KINDS}
        return all(limits[each] is None or count <= limits[each] for (_, each), count in counts.items())


def _signed(value: int | None, sign: int) -> int | None:
    return None if value is None else sign * value
