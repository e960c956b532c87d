"""Orders of steps that build a layout from what stands, each step legal (B4-1 to B4-3).

From the bare fountain :mod:`models.alhambra.build` finds them.  Around tiles that stand, placing
alone is a search over the new tiles.  With redesigning the search goes back from the layout, for a
step is undone by a step: until everything that stands is in its place and the rest can be placed.
Where that takes long, there may still be the long way: all that stands is taken down, tile by tile, and
the layout is built from the bare fountain.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping

from models.alhambra.build import MOST_STATES, Step, UndecidedError, build_order
from models.alhambra.layout import ORIGIN, Layout
from models.alhambra.tiles import Supply, Tile
from solver.alhambra.boards import Boards, State, bits
from solver.alhambra.building import placing_order

SHORT_STATES = 2_000
"""After so many states a short way is not looked for any longer."""


def order_of(standing: Layout, layout: Layout, supply: Supply, *, redesign: bool) -> tuple[Step, ...] | None:
    """An order of steps from what stands to a layout that holds all of it; None if there is none.

    Parameters
    ----------
    redesign
        Whether tiles of the layout, those that stand among them, may be taken out in between, lie
        elsewhere for a while and be exchanged; by placing alone otherwise.

    Raises
    ------
    UndecidedError
        If the search gives up without a result.
    """
    if len(standing.cells) == 1:
        return build_order(layout.placed, supply, redesign)
    steps = _placing(standing, layout)
    if steps is None and redesign:
        return _redesigning(standing, layout, supply)
    return steps


def _placing(standing: Layout, layout: Layout) -> tuple[Step, ...] | None:
    new = {cell: layout.cells[cell] for cell in layout.in_order if cell not in standing.cells}
    order = placing_order(standing, new)
    return None if order is None else tuple(Step("place", new[cell].id, cell) for cell in order)


def _redesigning(standing: Layout, layout: Layout, supply: Supply) -> tuple[Step, ...] | None:
    """A short way if there is one, else the long way, else whatever a longer search finds."""
    try:
        return _backwards(standing, layout, SHORT_STATES)
    except UndecidedError:
        pass
    try:
        down = build_order(standing.placed, supply)
        up = None if down is None else build_order(layout.placed, supply, redesign=True)
        if down is not None and up is not None:
            return (*(Step("remove", step.tile, step.at) for step in reversed(down)), *up)
    except UndecidedError:
        pass
    return _backwards(standing, layout, MOST_STATES)


def _backwards(standing: Layout, layout: Layout, most: int) -> tuple[Step, ...] | None:
    """Back from the layout, level by level: what is reached is legal, and it uses the tiles of the layout only."""
    # every tile is a kind of its own here, since all of them have to come to their own places
    own = {tile.id: Tile(tile.id, tile.id, None, tile.walls, tile.mask) for tile in layout.cells.values()}
    cells = {cell: own[tile.id] for cell, tile in layout.cells.items() if cell != ORIGIN}
    boards = Boards(cells, cells.values(), len(cells), typed=True)
    names = [kind.type for kind in boards.kinds]
    kept = [0] * len(names)
    for cell, tile in standing.cells.items():
        if cell != ORIGIN:
            kept[boards.kind(own[tile.id])] = 1 << boards.at(cell)
    after: dict[State, tuple[Step, State] | None] = {boards.start: None}
    queue = deque([boards.start])
    while queue:
        state = queue.popleft()
        for step, other in _undone(boards, names, state):
            if other in after:
                continue
            after[other] = step, state
            if all(lies & place == place for lies, place in zip(other.lies, kept, strict=True)):
                where = {cell: layout.where[names[number]] for cell, number in boards.kinds_by_cell(other).items()}
                there = {cell: layout.cells[place] for cell, place in where.items()}
                first = _placing(standing, Layout({ORIGIN: layout.cells[ORIGIN], **there}))
                if first is not None:
                    return (*first, *_forward(after, other))
            if len(after) > most:
                raise UndecidedError(f"no order of redesigning found or ruled out after {most} states")
            queue.append(other)
    return None


def _forward(after: Mapping[State, tuple[Step, State] | None], state: State) -> Iterator[Step]:
    while (following := after[state]) is not None:
        step, state = following
        yield step


def _undone(boards: Boards, names: list[str], state: State) -> Iterator[tuple[Step, State]]:
    """The states that one step leads from to this one, each with that step."""
    kinds = {bit: number for number, cells in enumerate(state.lies) for bit in bits(cells)}
    aside = [number for number, cells in enumerate(state.lies) if not cells]
    around = boards.around(state)
    for bit in bits(boards.removals(state)):
        number = kinds[bit]
        yield Step("place", names[number], boards.cell(bit)), boards.without(state, bit, number)
    for number in aside:
        for bit in bits(boards.places(state, number, around)):
            yield Step("remove", names[number], boards.cell(bit)), boards.with_tile(state, bit, number)
        for bit in bits(boards.exchanges(state, number)):
            other = boards.with_tile(boards.without(state, bit, kinds[bit]), bit, number)
            yield Step("exchange", names[kinds[bit]], boards.cell(bit), names[number]), other
