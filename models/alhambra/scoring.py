"""The scoring of a round: majorities, the longest wall, and at the end of the game missions and treasures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from models.alhambra.layout import Layout
from models.alhambra.majorities import ROUNDS, Share, shares
from models.alhambra.missions import score_mission
from models.alhambra.tiles import TYPES, Supply
from models.alhambra.treasures import score_treasures
from models.alhambra.walls import runs, scored_length
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.words import and_words

if TYPE_CHECKING:
    from models.alhambra.position import Position

THIRD_PARTY = "the third party"
"""How the neutral third party of a game of two is named in words; it has no score of its own."""

_PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def score_round(position: Position, supply: Supply, rulings: Rulings) -> Ledger:
    """Score a position as it lies on the table, at the scoring that its ``round`` says.

    Parameters
    ----------
    position
        What lies on the table; reserves and personal markets score nothing (B2-7).
    supply
        The tiles of the game.
    rulings
        The readings in force.

    Returns
    -------
    The ledger: majorities by type, then for each player the longest wall; in round 3, the last
    one (B5-6), the missions and the treasures too.  Who has tiles of a type and scores nothing for
    it stands in the ledger with 0.
    """
    layouts = {name: Layout.of(state.layout, supply) for name, state in position.players.items()}
    entries = list(score_majorities(position.round, layouts, position.neutral, supply))
    for name, layout in layouts.items():  # the third party has no walls, missions or treasures (B8-3)
        entries += score_wall(layout, name, rulings)
    if position.round == ROUNDS:
        for name, layout in layouts.items():
            for key in position.missions:  # G-02
                entries += score_mission(key, layout, name, rulings)
            entries += score_treasures(position.held(name), name)
    return Ledger(tuple(entries))


def score_majorities(
    round_: int, layouts: Mapping[str, Layout], neutral: tuple[str, ...] | None, supply: Supply
) -> Iterator[Entry]:
    """The entries for majorities, type by type (B5-1, B5-2, B5-3)."""
    having = {name: [tile.type for tile in layout.cells.values()] for name, layout in layouts.items()}
    if neutral is not None:
        having[THIRD_PARTY] = [supply.tile(tile).type for tile in neutral]  # B8-2
    for type_ in TYPES:
        counts = {party: types.count(type_) for party, types in having.items()}
        for party, share in shares(round_, type_, counts).items():
            if party in layouts:
                note = f"{counts[party]} of them, {_place_words(round_, share)}"
                yield Entry(party, share.points, f"B5-{round_}", type_, note)


def _place_words(round_: int, share: Share) -> str:
    words = _PLACES[share.place - 1]
    if share.tied:
        through = _PLACES[share.place + len(share.tied) - 1]
        return f"{words} to {through}, shared with {and_words(share.tied)} (B5-5)"
    return words if share.place <= round_ else f"{words}: scoring {round_} has no points for that"


def score_wall(layout: Layout, player: str, rulings: Rulings) -> Iterator[Entry]:
    """The entry for a player's longest outer wall (B6-1); none without any wall."""
    found = runs(layout)
    if found:
        note = "longest wall, all the way round (B6-5)" if found[0].closed else "longest wall"
        yield Entry(player, scored_length(found[0], rulings), "B6-1", layout.names(found[0].cells), note)
