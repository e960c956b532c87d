"""What the kinds of puzzles of alhambra share: tables, what may be left out, what can be looser, greedy building.

Grounds of an Alhambra are of four sorts:

* readings that let more score, as a row that counts for each of its groups;
* what rivals have, where majorities count: less of it never costs the player a place or a share;
* tiles that stand, as far as any of them could be taken off: in the hand they may be laid where they
  stood, and elsewhere.  All that is left without any of them is legal, so what could be built still can;
* tiles that the player lacks: one more of a type, without walls, that need not be laid.

The last two make more tiles to lay, so there are no more of them than :data:`LOOSE` allows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, combinations
from random import Random
from typing import Any, cast

from models.alhambra.build import UndecidedError, build_order
from models.alhambra.layout import Layout, can_place, is_legal, neighbours, reading_order
from models.alhambra.missions import MISSIONS
from models.alhambra.position import Position
from models.alhambra.tiles import FOUNTAIN, TYPES, Cell, Supply, SupplyTile, Tile
from models.alhambra.words import tile_name
from models.game import bundled_board, load_game
from models.words import and_words
from puzzles.generate.alhambra import Stock
from puzzles.generate.making import problems, put_together
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.kind import Ground, Kind, Part, changed
from puzzles.scenario import Scenario
from solver.alhambra.documents import Part as Counted
from solver.alhambra.estate import Estate
from solver.alhambra.grid import Laying
from solver.alhambra.layout_model import worth
from solver.question import Task

PLAYERS = ("ana", "ben", "cleo", "dan", "eva", "finn")
DRAWN = 3
"""Missions that a game draws (G-01)."""
LOOSE = 5
"""So many tiles at most are loose where all grounds are lifted: more would take too long to lay in all ways."""
LOOSE_FREE = 7
"""The same where nothing but the fountain stands."""
ATTEMPTS = 20
"""So many tables are drawn at most until one is worth posing, where solving one takes no time."""
COUNT_WORDS: Mapping[Counted, str] = {"wall": "the longest wall", "majorities": "majorities"}


# -- making ------------------------------------------------------------------------------------------


class Dealer:
    """Deals the table of one puzzle; every method draws from the same stream of random numbers."""

    def __init__(self, kind: str, seed: int, level: int, attempt: int = 0) -> None:
        self.seed = f"{seed}-{level}"
        self.rng = Random(f"alhambra {kind} {self.seed} {attempt}")
        self.game = load_game("alhambra")
        self.supply = cast(Supply, bundled_board(self.game, "alhambra"))
        self.stock = Stock(self.rng, self.supply)

    def names(self, count: int) -> list[str]:
        """So many players; the first is the one who is asked about."""
        return self.rng.sample(PLAYERS, count)

    def missions(self) -> dict[str, Any]:
        """The missions of a game, with their module."""
        return {"modules": ["guidelines"], "missions": self.rng.sample(list(MISSIONS), DRAWN)}

    def seats(self, players: Mapping[str, Any]) -> dict[str, Any]:
        """The players in an order of play."""
        names = list(players)
        self.rng.shuffle(names)
        return {name: players[name] for name in names}

    def scenario(self, position: Mapping[str, Any], question: Any, title: str) -> Scenario:
        """The scenario, sound as a file."""
        table = Position.model_validate(position)
        return replace(put_together(self.game, self.supply, table, question, self.seed), title=title)


def demanding(
    kind: Kind,
    draw: Callable[[int], Scenario],
    clear: Callable[[Scenario], bool] | None = None,
) -> Scenario:
    """The best draft of some tables, each drawn for an attempt by its number."""
    return best_draft(kind, map(draw, range(ATTEMPTS)), clear=clear)


# -- other tables ------------------------------------------------------------------------------------


def asking(scenario: Scenario, **fields: Any) -> Scenario:
    """The same scenario with other values in its question."""
    return replace(scenario, question=changed(scenario.question, **fields))


def on_table(scenario: Scenario, **fields: Any) -> Scenario:
    """The same scenario with something else on the table."""
    return replace(scenario, position=changed(scenario.position, **fields))


def with_player(scenario: Scenario, name: str, **fields: Any) -> Scenario:
    """The same scenario with parts of one player's state changed."""
    return replace(scenario, position=scenario.position.with_player(name, **fields))


def spare(scenario: Scenario, type_: str) -> list[Tile]:
    """The tiles of a type that nobody has and that are not on offer, in the order of the supply."""
    position, supply = scenario.position, scenario.board
    named = [*position.market.values(), *(position.neutral or ()), *(getattr(scenario.question, "tiles", None) or ())]
    for state in position.players.values():
        named += [placed.tile for placed in state.layout]
        named += [*state.reserve, *state.market.values(), *state.bought]
    taken = {supply.tile(tile).id for tile in named}
    return [tile for tile in supply.by_id.values() if tile.type == type_ and tile.id not in taken]


def with_open_tile(scenario: Scenario, type_: str) -> tuple[Scenario, str]:
    """A tile of a type without walls that nobody has; the supply has one more if there is none."""
    for tile in spare(scenario, type_):
        if not tile.mask:
            return scenario, tile.id
    board: Supply = scenario.board
    tiles = (SupplyTile(type=type_, price=price) for price in (None, *range(99, 0, -1)))
    listed = next(tile for tile in tiles if tile.id not in board.by_id)
    fields = {key: getattr(board, key) for key in Supply.model_fields}  # what the board has cached is of its own tiles
    return replace(scenario, board=Supply(**{**fields, "tiles": (*board.tiles, listed)})), listed.id


def counts(scenario: Scenario, part: Counted) -> bool:
    """Whether a part of what an Alhambra is worth counts."""
    return part in getattr(scenario.question, "count", ())


def without_rival(scenario: Scenario, name: str) -> Scenario:
    """The same table without somebody and everything of theirs."""
    players = {other: state for other, state in scenario.position.players.items() if other != name}
    return on_table(scenario, players=players)


# -- parts -------------------------------------------------------------------------------------------


def sound(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of which the rest could be read as a file."""
    return (part for part in parts if not any(True for _ in problems(part.rest)))


def rival_parts(scenario: Scenario, least: int) -> Iterator[Part]:
    """Rivals, as long as so many are left."""
    player, players = scenario.question.player, scenario.position.players
    if len(players) - 1 > least:
        for name in players:
            if name != player:
                yield Part(f"rival {name}", f"the rival {name}", without_rival(scenario, name))


def mission_parts(scenario: Scenario) -> Iterator[Part]:
    """Missions beyond the three that a game has (G-01)."""
    missions = scenario.position.missions
    if len(missions) > DRAWN:
        for key in missions:
            rest = tuple(other for other in missions if other != key)
            yield Part(f"mission {key}", f"the mission {MISSIONS[key].title}", on_table(scenario, missions=rest))


def standing_parts(scenario: Scenario) -> Iterator[Part]:
    """Tiles of Alhambras, the player's first: what is left can be built tile by tile."""
    player, supply = scenario.question.player, scenario.board
    names = [name for name in scenario.position.players if name != player and counts(scenario, "majorities")]
    for name in (player, *names):
        layout = scenario.position.players[name].layout
        for placed in sorted(layout, key=lambda each: reading_order(each.at), reverse=True):
            rest = tuple(other for other in layout if other != placed)
            if buildable(rest, supply):
                tile = supply.tile(placed.tile).id
                words = f"{tile_name(tile)} in {name}'s Alhambra"
                yield Part(f"tile {tile}", words, with_player(scenario, name, layout=rest))


def buildable(layout: Any, supply: Supply) -> bool:
    """Whether a layout comes about by placing tile by tile."""
    try:
        return build_order(layout, supply) is not None
    except UndecidedError:
        return False


# -- grounds -----------------------------------------------------------------------------------------


_READINGS = (
    (("rows",), "line-groups", "each", "G-1", "a row scores once, however many groups of three it holds"),
    (("columns",), "line-groups", "each", "G-2", "a column scores once, however many groups of three it holds"),
    (("diagonal",), "diagonal-gaps", "gaps", "G-5", "a diagonal line ends at the first gap"),
)
"""Missions, ruling, the reading that lets most score, rule, what is the case; of a ruling the first is named."""
_LOOSER = {"line-groups": "each group of a line scores", "diagonal-gaps": "a diagonal line may have gaps"}


def reading_ground(
    scenario: Scenario, ruling: str, reading: str, rule: str, words: str, looser: str
) -> Iterator[Ground]:
    """A rule that can be read so that it allows more."""
    if scenario.rulings.readings[ruling] != reading:
        yield Ground(
            f"rule {ruling}", words, rule, lambda one, _: one.with_readings({ruling: reading}), lambda _: looser
        )


def mission_grounds(scenario: Scenario) -> Iterator[Ground]:
    """Missions that could be read so that more scores."""
    if not counts(scenario, "missions"):
        return
    named: set[str] = set()
    for missions, ruling, reading, rule, words in _READINGS:
        if ruling not in named and set(missions) & set(scenario.position.missions):
            named.add(ruling)
            yield from reading_ground(scenario, ruling, reading, rule, words, _LOOSER[ruling])


def rival_grounds(scenario: Scenario, types: Iterable[str]) -> Iterator[Ground]:
    """What others have of some types, where majorities count (B5-1 to B5-5)."""
    if not counts(scenario, "majorities"):
        return
    position, supply = scenario.position, scenario.board
    rule = f"B5-{position.round}"
    wanted = [type_ for type_ in TYPES if type_ in set(types)]
    for name, state in position.players.items():
        if name != scenario.question.player:
            for type_ in wanted:
                having = sum(supply.tile(placed.tile).type == type_ for placed in state.layout)
                yield from _fewer(f"rival {name} {type_}", name, type_, having, rule, _of_player(name, type_))
    for type_ in wanted:
        having = sum(supply.tile(tile).type == type_ for tile in position.neutral or ())
        yield from _fewer(f"neutral {type_}", "the third party", type_, having, rule, _of_third_party(type_))


def _fewer(
    key: str, who: str, type_: str, having: int, rule: str, loosen: Callable[[Scenario, int], Scenario]
) -> Iterator[Ground]:
    def fewer(by: int) -> str:
        return f"{who} with {_times(by, type_)} less"

    if having:
        yield Ground(key, f"{who} has {_times(having, type_)}", rule, loosen, fewer, having)


def _of_player(name: str, type_: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        layout = scenario.position.players[name].layout
        theirs = [placed for placed in layout if scenario.board.tile(placed.tile).type == type_][:by]
        return with_player(scenario, name, layout=tuple(placed for placed in layout if placed not in theirs))

    return loosen


def _of_third_party(type_: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        neutral = scenario.position.neutral or ()
        theirs = [tile for tile in neutral if scenario.board.tile(tile).type == type_][:by]
        return on_table(scenario, neutral=tuple(tile for tile in neutral if tile not in theirs))

    return loosen


def _times(count: int, type_: str) -> str:
    """So many buildings of a type.

    >>> _times(1, "garden"), _times(2, "seraglio"), _times(3, "arcades")
    ('1 garden', '2 seraglios', '3 arcades')
    """
    return f"{count} {type_ if count == 1 or type_.endswith('s') else f'{type_}s'}"


Give = Callable[[Scenario, str], Scenario]
"""Gives the player one more tile to lay, by its id."""


def standing_grounds(scenario: Scenario, give: Give, most: int) -> Iterator[Ground]:
    """Up to so many tiles that stand and could lie elsewhere (B3-7); any of them may be off, with others or alone."""
    player = scenario.question.player
    for placed in loose_ends(scenario, most):
        name = scenario.board.tile(placed.tile).id

        def loosen(one: Scenario, _: int, at: Cell = placed.at, tile: str = name) -> Scenario:
            layout = one.position.players[player].layout
            return give(with_player(one, player, layout=tuple(each for each in layout if each.at != at)), tile)

        def still(_: int, tile: str = name) -> str:
            return f"{tile_name(tile)} still to be laid"

        words = f"{tile_name(name)} stands in {player}'s Alhambra already"
        yield Ground(f"stands {name}", words, "question", loosen, still)


def loose_ends(scenario: Scenario, most: int) -> list[Any]:
    """Tiles of the player's Alhambra of which all or some can be taken off, the last in reading order first."""
    layout = scenario.position.players[scenario.question.player].layout
    masks = Layout.of(layout, scenario.board).masks
    found: list[Any] = []
    for placed in sorted(layout, key=lambda each: reading_order(each.at), reverse=True):
        if len(found) == most:
            break
        others = chain.from_iterable(combinations(found, size) for size in range(len(found) + 1))
        off = [{placed.at, *(other.at for other in some)} for some in others]
        if all(is_legal({cell: mask for cell, mask in masks.items() if cell not in cells}) for cells in off):
            found.append(placed)
    return found


def lacking_grounds(scenario: Scenario, give: Give, types: Sequence[str]) -> Iterator[Ground]:
    """Types of which the player has no other tile to lay (B3-2: a tile without walls is often what lacks)."""
    player = scenario.question.player
    for type_ in types:

        def loosen(one: Scenario, _: int, wanted: str = type_) -> Scenario:
            return give(*with_open_tile(one, wanted))

        def one_more(_: int, wanted: str = type_) -> str:
            return f"one more {wanted}, without walls"

        yield Ground(f"lacks {type_}", f"{player} has no other {type_} to lay", "B1-2", loosen, one_more)


def building_grounds(scenario: Scenario, tiles: Sequence[str], give: Give, *, lacking: bool = True) -> Iterator[Ground]:
    """All grounds of an Alhambra around which these tiles may be laid, others if they were given."""
    supply = scenario.board
    new = list(dict.fromkeys(supply.tile(tile).type for tile in tiles))
    stands = [supply.tile(placed.tile).type for placed in scenario.position.players[scenario.question.player].layout]
    yield from mission_grounds(scenario)
    yield from rival_grounds(scenario, (*new, *stands))
    least = int(not counts(scenario, "majorities"))  # something to name beside the missions
    more = max(least, (LOOSE if stands else LOOSE_FREE) - len(tiles))
    taken = list(standing_grounds(scenario, give, (more + 1) // 2 if lacking else more))
    yield from taken
    if lacking:
        yield from lacking_grounds(scenario, give, new[: more - len(taken)])


def give_bought(scenario: Scenario, tile: str) -> Scenario:
    """One more tile among what the player has bought this turn."""
    name, question = scenario.question.player, scenario.question
    bought = scenario.position.players[name].bought
    if getattr(question, "tiles", None) is not None:
        scenario = asking(scenario, tiles=(*question.tiles, tile))
    return with_player(scenario, name, bought=(*bought, tile))


def give_reserve(scenario: Scenario, tile: str) -> Scenario:
    """One more tile aside."""
    name = scenario.question.player
    if getattr(scenario.question, "tiles", None) is not None:
        return asking(scenario, tiles=(*scenario.question.tiles, tile))
    return with_player(scenario, name, reserve=(*scenario.position.players[name].reserve, tile))


# -- greedy building ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Site:
    """An Alhambra that somebody builds at, tile by tile.

    Attributes
    ----------
    estate
        The player's Alhambra in a task.
    tiles
        Full ids of all that may come to lie there.
    """

    estate: Estate
    tiles: tuple[str, ...]

    @cached_property
    def _laying(self) -> Laying:
        return self.estate.laying(self.tiles)

    def worth(self, layout: Layout) -> int:
        """What counts of a layout."""
        return worth(self._laying, {cell: tile for cell, tile in layout.cells.items() if tile != FOUNTAIN})

    def cells(self, layout: Layout, tile: Tile) -> list[Cell]:
        """The cells in which a tile may be placed (B4-1), in reading order."""
        masks = layout.masks
        around = {other for cell in masks for other in neighbours(cell)}
        return sorted((cell for cell in around if can_place(masks, cell, tile.mask)), key=reading_order)

    def placings(self, layout: Layout, tiles: Iterable[str]) -> Iterator[tuple[str, Cell, Layout]]:
        """All placings of one of some tiles, each with what it leads to."""
        for name in tiles:
            tile = self.estate.supply.tile(name)
            for cell in self.cells(layout, tile):
                yield name, cell, layout.with_tile(cell, tile)

    def greedy(self, layout: Layout, tiles: Sequence[str], *, every: bool = False) -> list[tuple[str, Cell]] | None:
        """Place what adds most at once, as long as something adds anything; with ``every`` until all lie.

        None where ``every`` comes to a tile that fits nowhere.
        """
        done: list[tuple[str, Cell]] = []
        left = list(tiles)
        while left:
            now = self.worth(layout)
            ranked = [(self.worth(after) - now, name, cell, after) for name, cell, after in self.placings(layout, left)]
            gain, name, cell, after = max(ranked, key=lambda each: each[0], default=(0, "", (0, 0), layout))
            if not ranked or (gain <= 0 and not every):
                return None if every else done
            layout = after
            left.remove(name)
            done.append((name, cell))
        return done


# -- in words ----------------------------------------------------------------------------------------


def worth_asked(task: Task) -> str:
    """What counts, as in “the longest wall and the mission “2 by 2 grids”, at the end of the game”."""
    question, position = task.question, task.position
    parts = []
    for part in question.count:
        if part == "missions":
            parts += [f"the mission “{MISSIONS[key].title}”" for key in position.missions]
        else:
            parts.append(COUNT_WORDS[part])
    when = "at the end of the game" if position.round == 3 else f"at scoring {position.round}"
    return f"{and_words(parts) or 'nothing'}, {when}"
