"""Single actions in whole numbers: what a player can do next, and how it is written as an action of a plan."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from models.alexandros.board import SYMBOLS
from models.alexandros.plan import PILE, Action
from solver.alexandros.kernel import KINDS, NONE, Counts, Mask, State, Table, bits, cards

LEVY, TAKE, DRAW, OCCUPY, REMOVE = range(5)
"""The actions, in the order in which they are tried and told."""
UNKNOWN = -1
"""Stands for a card that nobody knows."""


class Step(NamedTuple):
    """An action.

    Attributes
    ----------
    kind
        One of the constants above.
    card
        Of a levy, of a card that is taken, of one that is drawn.
    places
        Where governors are placed or removed.
    ejects, gift
        Of a takeover: which governor is paid for, and what the loser gets; 0 and no cards for what goes without saying.
    """

    kind: int
    card: int = UNKNOWN
    places: Mask = 0
    ejects: Mask = 0
    gift: Counts = NONE


def levies(grid: Table, state: State) -> Iterator[tuple[Step, State]]:
    """The levies that can be started (5-7)."""
    for card in KINDS:
        after = grid.levy(state, card)
        if after is not None:
            yield Step(LEVY, card), after


def occupations(grid: Table, state: State, province: Mask, *, every: bool = False) -> Iterator[tuple[Step, State]]:
    """The ways to occupy a province or to take it over (5-3 to 5-6).

    Parameters
    ----------
    every
        Whether governors on other triangles of the same symbols, and other gifts to the loser, count as other ways.
    """
    enemies = province & sum(state.governors) & ~state.own
    for bill in grid.bills(state, province):
        gifts = tuple(grid.gifts(bill)) if enemies else (NONE,)
        ejects = 0 if bill.ejects == enemies & -enemies else bill.ejects
        for places in grid.placements(state, province, bill.places):
            for gift in gifts if every else gifts[:1]:
                told = NONE if gift == gifts[0] else gift
                yield (
                    Step(OCCUPY, places=places, ejects=ejects, gift=told),
                    grid.occupy(state, province, places, bill, gift if enemies else None),
                )
            if not every:
                break


def takings(grid: Table, state: State, *, idle: bool = False) -> Iterator[tuple[Step, State]]:
    """The cards that can be taken, open ones and that of a known pile (5-2).

    What is taken from the open cards is not replaced here.

    Parameters
    ----------
    idle
        Whether a card may be drawn that nobody knows; it comes into no hand.
    """
    for card in sorted(set(state.face_up)):
        after = grid.take(state, card)
        assert after is not None
        yield Step(TAKE, card), after
    known = isinstance(state.pile, tuple) and bool(state.pile)
    if known or idle:
        drawn = grid.draw(state)
        if drawn is not None:
            yield Step(DRAW, state.pile[0] if isinstance(state.pile, tuple) and state.pile else UNKNOWN), drawn


def removals(grid: Table, state: State) -> Iterator[tuple[Step, State]]:
    """The governors that can be removed (5-12)."""
    for places in grid.removals(state):
        after = grid.remove(state, places)
        assert after is not None
        yield Step(REMOVE, places=places), after


def refilled(grid: Table, state: State) -> State:
    """The open cards filled up as far as the pile is known (F-13)."""
    filled = grid.refill(state)
    assert filled is not None
    return filled[0]


def action(grid: Table, step: Step) -> Action:
    """A step as it is written in a plan."""
    if step.kind == LEVY:
        return Action(levy=SYMBOLS[step.card])
    if step.kind == OCCUPY:
        ejects = grid.name[step.ejects] if step.ejects else None
        return Action(occupy=grid.triangles(step.places), ejects=ejects, gives=cards(step.gift) or None)
    if step.kind == TAKE:
        return Action(take=SYMBOLS[step.card])
    if step.kind == DRAW:
        return Action(take=PILE, drawn=None if step.card == UNKNOWN else SYMBOLS[step.card])
    return Action(remove=tuple(grid.name[bit] for bit in bits(step.places)))
