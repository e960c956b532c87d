"""What the questions about one Alhambra share: whose it is, which tiles there are, what counts, what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from models.alhambra.layout import Layout, Placed
from models.alhambra.position import CURRENCIES, PlayerState, Position
from models.alhambra.tiles import FOUNTAIN, Cell, Supply, Tile
from models.errors import Path, Problem, one_of
from models.ledger import Ledger
from models.rulings import Rulings
from solver.alhambra import building, objectives
from solver.alhambra.boards import Boards, totals
from solver.alhambra.grid import Laying
from solver.alhambra.worths import Worth
from solver.question import Task


@dataclass(frozen=True)
class Estate:
    """A player's Alhambra in a task.

    Attributes
    ----------
    task
        What is asked.
    position
        With full ids.
    player
        Who is asked about.
    """

    task: Task
    position: Position
    player: str

    @classmethod
    def of(cls, task: Task) -> Estate:
        """The estate of a task without problems."""
        return cls(task, task.position.resolved(task.board), task.question.player)

    @property
    def supply(self) -> Supply:
        """All tiles of the game."""
        supply: Supply = self.task.board
        return supply

    @property
    def readings(self) -> Mapping[str, str]:
        """The rulings in force."""
        return self.task.rulings.readings

    @property
    def state(self) -> PlayerState:
        """What the player has."""
        return self.position.players[self.player]

    @cached_property
    def layout(self) -> Layout:
        """What stands, the fountain among it."""
        return Layout.of(self.state.layout, self.supply)

    @cached_property
    def standing(self) -> Mapping[Cell, Tile]:
        """What stands, without the fountain."""
        return {placed.at: self.supply.tile(placed.tile) for placed in self.state.layout}

    @property
    def stock(self) -> tuple[str, ...]:
        """The reserve, or the tiles of the own market from blue to yellow."""
        market = self.state.market
        return (*self.state.reserve, *(market[currency] for currency in CURRENCIES if currency in market))

    def full(self, tiles: Iterable[str]) -> tuple[str, ...]:
        """Full ids."""
        return tuple(self.supply.tile(tile).id for tile in tiles)

    def laying(self, tiles: Sequence[str]) -> Laying:
        """These tiles around what stands, any number of them, and what counts."""
        found = [self.supply.tile(tile) for tile in tiles]
        return building.laying(
            self.position, self.player, found, len(found), self.task.question.count, self.supply, self.readings
        )

    def boards(
        self, tiles: Sequence[str], steps: int, *, moving: bool = False, loose: bool = False
    ) -> tuple[Boards, Worth, tuple[int, ...]]:
        """The same for a search of at most so many steps: the boards, what counts, the tiles of each kind."""
        laying = self.laying(tiles)
        typed = objectives.needs_types(laying.missions, laying.majorities)
        every = [*(self.supply.tile(tile) for tile in tiles), *self.standing.values()]
        boards = Boards(self.standing, every, steps, typed)
        counts = totals(boards, every)
        counted = laying.missions, laying.wall, laying.majorities
        worth = Worth(boards, *counted, self.readings, counts, moving, loose)
        return boards, worth, counts

    def ledger(self, layout: Iterable[Placed], rulings: Rulings) -> Ledger:
        """What counts of the player's Alhambra if it is laid out like this."""
        position = self.position.with_player(self.player, layout=tuple(layout))
        count = self.task.question.count
        return Ledger(tuple(building.score(position, self.player, count, self.supply, rulings)))


def worth_words(value: int, player: str) -> str:
    """What counts, in words.

    >>> worth_words(1, "ana")
    'worth 1 point to ana'
    """
    return f"worth {value} point{'' if value == 1 else 's'} to {player}"


# -- what is wrong ---------------------------------------------------------------------------------


def player_problems(task: Task) -> Iterator[Problem]:
    """A player who does not sit at the table, parts that are named twice."""
    question, position = task.question, task.position
    if question.player not in position.players:
        what = f"unknown player “{question.player}”"
        yield Problem(("question", "player"), what, one_of(position.players, question.player))
    for at, part in enumerate(question.count):
        if part in question.count[:at]:
            yield Problem(("question", "count", at), f"“{part}” stands twice")


def tile_problems(task: Task, *, new: bool = False) -> Iterator[Problem]:
    """Tiles of the question that are unknown, stand there twice, or are built already.

    Parameters
    ----------
    new
        Whether the tiles have to be new: nobody's reserve and not the own market holds them.
    """
    question, supply = task.question, task.board
    position: Position = task.position
    where = dict(_places(position, supply))
    seen: set[str] = set()
    for at, name in enumerate(question.tiles or ()):
        path: Path = ("question", "tiles", at)
        wrong = supply.problem(name, path)
        if wrong is not None:
            yield wrong
            continue
        tile = supply.tile(name).id
        owner, place = where.get(tile, ("", ""))
        if tile == FOUNTAIN.id:
            yield Problem(path, "the fountain stands in every Alhambra and is laid by nobody", "a building")
        elif tile in seen:
            yield Problem(path, f"{tile} stands twice", "each tile once (rule B1-2)")
        elif place == "layout":
            yield Problem(path, f"{tile} lies in {owner}'s Alhambra", "a tile that nobody has built")
        elif place == "neutral":
            yield Problem(path, f"{tile} lies with the third party", "a tile that nobody has built")
        elif new and (place == "reserve" or (place == "market" and owner == question.player)):
            what = f"{tile} lies in {owner}'s {'reserve' if place == 'reserve' else 'own market'}"
            yield Problem(path, f"{what}, it takes a redesign to build it (rule B4-1)", "a tile that is new")
        elif new and place == "bought" and owner != question.player:
            yield Problem(path, f"{owner} has bought {tile}", "a tile that is new to the player")
        seen.add(tile)


def _places(position: Position, supply: Supply) -> Iterator[tuple[str, tuple[str, str]]]:
    """By full id, whose a tile is and where it lies; positions with unknown tiles have other problems."""
    for name, state in position.players.items():
        for place, tiles in (
            ("layout", [placed.tile for placed in state.layout]),
            ("reserve", state.reserve),
            ("market", state.market.values()),
            ("bought", state.bought),
        ):
            for tile in tiles:
                if supply.problem(tile) is None:
                    yield supply.tile(tile).id, (name, place)
    for tile in position.neutral or ():
        if supply.problem(tile) is None:
            yield supply.tile(tile).id, ("", "neutral")
