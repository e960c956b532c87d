"""What must not change the answer to a question about layouts: a mirror, other names, a tile more."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace

from models.alhambra.layout import Placed
from models.alhambra.tiles import Supply, SupplyTile
from puzzles.scenario import Scenario, parse
from puzzles.solving import solve
from solver.alhambra.objectives import needs_types

NAMES = {"ana": "xenia", "ben": "yusuf", "cleo": "zoe", "dan": "walid", "eva": "ursula", "finn": "tariq"}


def scenario(kind, me, *, readings=None, modules=(), others=None, position=None, **question) -> Scenario:
    """A scenario about ana; ``others`` are other players by name."""
    missions = (position or {}).get("missions")
    data = {
        "satrap": 1,
        "game": "alhambra",
        "board": "alhambra",
        "rulings": readings or {},
        "position": {
            "modules": [*modules, *(["guidelines"] if missions else [])],
            "players": {"ana": me, **(others or {})},
            **(position or {}),
        },
        "question": {"kind": kind, "player": "ana", **question},
    }
    return parse(json.dumps(data))


def mirrored(made: Scenario) -> Scenario:
    """The same with east and west exchanged, tiles and all; the supply holds the mirrored tiles."""
    swap = str.maketrans("ew", "we")
    names = {}
    tiles = []
    for listed in made.board.tiles:
        sides = "" if listed.walls == "open" else listed.walls.translate(swap)
        walls = "".join(side for side in "nesw" if side in sides) or "open"
        tiles.append(SupplyTile(type=listed.type, price=listed.price, walls=walls))
        names[listed.id] = tiles[-1].id
    board = Supply(satrap=1, game="alhambra", name="mirrored", title="Mirrored", invented=True, tiles=tuple(tiles))

    def players(state):
        return state.model_copy(
            update={
                "layout": tuple(
                    Placed(tile=names[made.board.tile(one.tile).id], at=(-one.at[0], one.at[1])) for one in state.layout
                ),
                "reserve": tuple(names[made.board.tile(tile).id] for tile in state.reserve),
                "bought": tuple(names[made.board.tile(tile).id] for tile in state.bought),
                "market": {slot: names[made.board.tile(tile).id] for slot, tile in state.market.items()},
            }
        )

    position = made.position.model_copy(
        update={
            "players": {name: players(state) for name, state in made.position.players.items()},
            "market": {slot: names[made.board.tile(tile).id] for slot, tile in made.position.market.items()},
            "neutral": None
            if made.position.neutral is None
            else tuple(names[made.board.tile(tile).id] for tile in made.position.neutral),
        }
    )
    question = made.question
    if getattr(question, "tiles", None) is not None:
        question = question.model_copy(update={"tiles": tuple(names[made.board.tile(t).id] for t in question.tiles)})
    return replace(made, board=board, position=position, question=question)


def renamed(made: Scenario) -> Scenario:
    """The same with other names, the players in the other order."""
    players = {NAMES[name]: state for name, state in reversed(made.position.players.items())}
    position = made.position.model_copy(update={"players": players})
    return replace(made, position=position, question=made.question.model_copy(update={"player": "xenia"}))


def kinds(made: Scenario, cells) -> frozenset:
    """An Alhambra up to tiles that nothing tells apart: walls by cell, and types where they count."""
    missions = made.position.missions if "missions" in made.question.count else ()
    typed = needs_types(missions, "majorities" in made.question.count)
    tiles = ((at, made.board.tile(tile)) for at, tile in cells)
    return frozenset((at, tile.mask, tile.type if typed else "") for at, tile in tiles)


def all_agree(made: Scenario, values, cells) -> None:
    """All of the best and the best few are right, up to tiles of one kind.

    Parameters
    ----------
    values
        Every Alhambra that would be an answer, with its points, by an exhaustive search.
    cells
        The Alhambra of an answer.
    """
    by_kind = {kinds(made, one): value for one, value in values.items()}
    best = max(by_kind.values())
    every = solve(made, all=True)
    assert every.complete
    assert {one.value for one in every.answers} == {best}
    shown = Counter(kinds(made, cells(one)) for one in every.answers)
    assert shown == Counter(one for one, value in by_kind.items() if value == best)
    first = solve(made)
    assert first.canonical
    assert first.plan == every.answers[0].plan
    few = solve(made, top=4)
    assert [one.value for one in few.answers] == sorted(by_kind.values(), reverse=True)[:4]
    assert len({kinds(made, cells(one)) for one in few.answers}) == len(few.answers)
    assert few.answers[0].plan == first.plan
    assert not few.complete or len(by_kind) <= 4
    assert few.complete or len(by_kind) >= 4


def free_tiles(made: Scenario) -> list[str]:
    """Tiles that lie nowhere in a scenario."""
    text = made.text()
    return [tile for tile in made.board.by_id if tile not in text]
