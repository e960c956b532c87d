"""Puzzles of alexandros' ``enclose``: the most valuable province for a few walls, or the fewest walls for a value.

``moves`` are not posed: whoever looks for them has to look at all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

from models.alexandros.board import Board
from models.alexandros.lattice import Side, Triangle, chain_sides, sides, split_chain
from models.alexandros.position import Position
from models.alexandros.provinces import province_of, provinces
from puzzles.generate.alexandros import course
from puzzles.kinds.alexandros import (
    PLAYERS,
    TURNS,
    card_parts,
    first_puzzle,
    governor_parts,
    hidden,
    march_parts,
    point_parts,
    posed,
    question_ground,
    rival_parts,
)
from puzzles.kinds.kind import Ground, Kind, Part
from puzzles.scenario import Scenario
from solver.alexandros.enclose import USUAL_MOVES, lines_of
from solver.alexandros.enclose_documents import MOST_MOVES, Enclose, EncloseAnswer
from solver.question import Task

WALLS = {1: (4, 5), 2: (4, 6), 3: (5, 6), 4: (5, 7), 5: (6, 7)}
"""By level: how many new walls may be laid."""
VALUES = {1: (4, 6), 2: (5, 7), 3: (6, 8), 4: (6, 9), 5: (7, 9)}
"""By level: how many blanks a province is to have."""
SYMBOLS = (2, 4)
"""How many symbols it may have."""
MORE_WALLS = 2
"""So many walls more are enough to see that the walls hold the answer down; more make the ground too broad."""
LARGEST = 5
"""How many triangles for each wall a province that grows may have."""
TRIED = 6
"""Tables that are looked at for a puzzle."""


class EnclosePuzzles(Kind):
    """``enclose``: see the module."""

    # -- posing ----------------------------------------------------------------------------------

    def make(self, seed: int, level: int) -> Scenario:
        """Loose ends of a march, and some walls; more of them at higher levels."""
        return first_puzzle(self, self._candidates(seed, level), TRIED)

    def _candidates(self, seed: int, level: int) -> Iterator[Scenario]:
        chance = Random(f"enclose {seed}")
        for table in course(f"enclose {seed}", players=PLAYERS[level], turns=TURNS[level]):
            given: dict[str, Any] = {"kind": "enclose", "ask": chance.choice(("most", "fewest"))}
            given["symbols"] = chance.randint(*SYMBOLS)
            if given["ask"] == "most":
                given["walls"] = chance.randint(*WALLS[level])
            else:
                given["value"] = chance.randint(*VALUES[level])
                given["walls"] = WALLS[level][1] + MORE_WALLS
            question = Enclose.model_validate(given)
            yield posed(table.board, hidden(table.position), question, seed, "Walls on the march")

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, the latest walls, discards, points, governors, cards."""
        yield from rival_parts(scenario)
        if scenario.question.ask != "moves":
            yield from march_parts(scenario)
        yield from point_parts(scenario)
        yield from governor_parts(scenario)
        yield from card_parts(scenario)

    def asks(self, task: Task) -> str:
        """What is to be enclosed."""
        asked: Enclose = task.question
        bounds = [f"worth at least {asked.value}"] if asked.value is not None else []
        bounds += [f"with at most {_count(asked.symbols, 'symbol')}"] if asked.symbols is not None else []
        bounds += [f"that holds {asked.inside}"] if asked.inside is not None else []
        what = f"a new province {' and '.join(bounds)}".strip()
        if asked.ask == "moves":
            cards = "whatever cards they take" if (asked.cards or "any") == "any" else "by the cards at hand"
            most = asked.moves or USUAL_MOVES
            return f"How few moves of Alexander close {what}, {cards}? At most {most}, with nobody coming between."
        walls = task.position.resolved(task.board).black if asked.walls is None else asked.walls
        if asked.ask == "most":
            count = _count(walls, "new wall")
            return (
                f"At most {count}, laid anywhere and not only on Alexander's way, close {what}. How valuable can it be?"
            )
        least = f"How few new walls, and which, close {what}?"
        return f"{least} At most {walls}, laid anywhere and not only on Alexander's way."

    def steps(self, plan: EncloseAnswer) -> int:
        """The walls, one after the other; or the moves."""
        return max(1, len(plan.moves), sum(chain.count("-") for chain in plan.walls))

    def finish(self, task: Task, plan: Any, kept: int) -> EncloseAnswer | None:
        """The first walls kept; then a province grows from a triangle beside them, a triangle at a time."""
        if kept and kept >= self.steps(plan):
            return EncloseAnswer(province=plan.province, walls=plan.walls, moves=plan.moves)
        if task.question.ask == "moves":
            return None
        return _Grower(task).best(_inside(task, plan, kept) if kept else ())

    # -- explaining ------------------------------------------------------------------------------

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """What the question fixes: the triangle inside, the value, the symbols, the walls, the moves, the cards."""
        asked: Enclose = scenario.question

        def fixed(
            key: str, words: str, values: Sequence[Any], what: Callable[[int], str], rule: str
        ) -> Iterator[Ground]:
            if values:
                yield question_ground(key, words, rule, key, values, what)

        if asked.inside is not None:
            yield from fixed(
                "inside", f"it holds {asked.inside}", (None,), lambda _: "it may stand anywhere", "question"
            )
        if asked.value is not None:
            lower = tuple(range(asked.value - 1, -1, -1))
            yield from fixed(
                "value", f"it is worth {asked.value}", lower, lambda steps: f"it is worth {steps} less", "question"
            )
        if asked.symbols is not None:
            more = tuple(range(asked.symbols + 1, asked.symbols + 1 + MORE_WALLS))
            words = f"it has at most {_count(asked.symbols, 'symbol')}"
            yield from fixed("symbols", words, more, lambda steps: f"{_count(steps, 'symbol')} more", "question")
        if asked.ask == "moves":
            if asked.cards == "own":
                yield from fixed("cards", "the cards are at hand", ("any",), lambda _: "any cards", "4-1")
            most = asked.moves or USUAL_MOVES
            yield from fixed(
                "moves",
                f"there are at most {most} moves",
                tuple(range(most + 1, min(most + 1, MOST_MOVES) + 1)),
                lambda steps: "one move more",
                "question",
            )
        walls = scenario.position.resolved(scenario.board).black if asked.walls is None else asked.walls
        if asked.walls is not None or asked.ask == "most":
            yield from fixed(
                "walls",
                f"there are at most {_count(walls, 'new wall')}",
                tuple(range(walls + 1, walls + 1 + MORE_WALLS)),
                lambda steps: f"{_count(steps, 'wall')} more",
                "question",
            )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _inside(task: Task, plan: EncloseAnswer, kept: int) -> tuple[Triangle, ...]:
    """The triangles of the plan's province that the first so many of its walls bound."""
    board: Board = task.board
    position: Position = task.position.resolved(board)
    laid = [side for chain in plan.walls for side in chain_sides(split_chain(chain))]
    province = province_of(provinces(board, position.walled | set(laid), task.rulings.fresh()), plan.province)
    assert province is not None
    first = {name for side in laid[:kept] for name in board.touching[side]}
    return tuple(name for name in province.triangles if name in first)


class _Grower:
    """The greedy player of this question: a province grows by the triangle that takes the fewest walls more.

    Blanks come first where that ties.  It starts at each blank that takes the fewest walls by itself, and the best of
    all provinces on the way is taken.
    """

    def __init__(self, task: Task) -> None:
        self.asked: Enclose = task.question
        self.board: Board = task.board
        self.position: Position = task.position.resolved(task.board)
        self.coast = task.rulings.readings["rim"] == "coast"
        self.walls = self.position.black if self.asked.walls is None else self.asked.walls
        walled = self.position.walled
        self.beside = {
            name: tuple(other for other, side in there if side not in walled)
            for name, there in self.board.neighbours.items()
        }
        self.alone = {name: len(self._lacking((name,))) for name in self.board.triangles}

    def best(self, given: Sequence[Triangle]) -> EncloseAnswer | None:
        """The best province that holds what is given, as an answer."""
        starts = [tuple(given)] if given else [(name,) for name in self._starts()]
        found, most = None, None
        for start in starts:
            for region, walls, blanks in self._grown(start):
                worth = self._worth(region, walls, blanks)
                if worth is not None and (most is None or worth > most):
                    found, most = tuple(region), worth
        return None if found is None else self._answer(found)

    def _starts(self) -> Iterator[Triangle]:
        if self.asked.inside is not None:
            yield self.asked.inside
            return
        blanks = [name for name, symbol in self.board.symbols.items() if symbol is None]
        fewest = min((self.alone[name] for name in blanks if self.alone[name]), default=0)
        yield from (name for name in blanks if self.alone[name] == fewest)

    def _grown(self, start: Sequence[Triangle]) -> Iterator[tuple[dict[Triangle, None], int, int]]:
        """Regions that grow from some triangles, with the walls that each lacks, and its blanks."""
        region, limit = dict.fromkeys(start), self.asked.symbols
        walls = len(self._lacking(start))
        symbols = sum(self.board.symbols[name] is not None for name in start)
        front = dict.fromkeys(other for name in start for other in self.beside[name] if other not in region)
        while limit is None or symbols <= limit:
            yield region, walls, len(region) - symbols
            if len(region) > LARGEST * max(self.walls, 1):
                return
            open_to = [name for name in front if self.board.symbols[name] is None or limit is None or symbols < limit]
            if not open_to:
                return
            added = min(open_to, key=lambda name: (self._more(region, name), self.board.symbols[name] is not None))
            walls += self._more(region, added)
            symbols += self.board.symbols[added] is not None
            region[added] = None
            del front[added]
            front.update(dict.fromkeys(other for other in self.beside[added] if other not in region))

    def _more(self, region: dict[Triangle, None], name: Triangle) -> int:
        """How many walls more a triangle takes: on its bare sides, less those that it has in common with the region."""
        return self.alone[name] - 2 * sum(other in region for other in self.beside[name])

    def _lacking(self, region: Sequence[Triangle]) -> tuple[Side, ...]:
        within = set(region)
        found = []
        for name in region:
            for side in sides(name):
                inside = sum(other in within for other in self.board.touching[side])
                closed = side in self.position.walled or (self.coast and side in self.board.closing_sides)
                if inside == 1 and not closed:
                    found.append(side)
        return tuple(found)

    def _worth(self, region: dict[Triangle, None], walls: int, blanks: int) -> int | None:
        """What a region is worth as an answer; None if it is none."""
        asked = self.asked
        if not 0 < walls <= self.walls or blanks < (asked.value or 0):
            return None
        if (asked.inside is not None and asked.inside not in region) or not self._joined(region):
            return None
        return blanks if asked.ask == "most" else -walls

    def _joined(self, region: dict[Triangle, None]) -> bool:
        """Whether no wall parts its triangles."""
        first = next(iter(region))
        found, edge = {first}, [first]
        while edge:
            new = [other for other in self.beside[edge.pop()] if other in region and other not in found]
            found.update(new)
            edge += new
        return len(found) == len(region)

    def _answer(self, region: Sequence[Triangle]) -> EncloseAnswer:
        first = next(name for name in self.board.triangles if name in region)
        return EncloseAnswer(province=first, walls=lines_of(self._lacking(region)))
