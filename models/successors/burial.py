"""The burial of Alexander (section 6)."""

from __future__ import annotations

from collections.abc import Iterator

from models.errors import Breach, Path
from models.rulings import Rulings
from models.successors.map import Map
from models.successors.position import BURIAL_TURNS, CART_GONE, Position, Tomb


def burial_breaches(board: Map, position: Position, name: str, path: Path, rulings: Rulings) -> Iterator[Breach]:
    """Each condition for a burial that a player does not meet, in the order of the text (6-4 to 6-8).

    Parameters
    ----------
    path
        Where the burial stands in what was written.
    """
    cart = position.cart
    if cart is None:
        yield Breach("6-4", path, "there is no funeral cart")
        return
    if cart.player != name:
        yield Breach("6-4", path, f"{cart.player or 'nobody'} controls the funeral cart")
    if not board.is_major(cart.at):
        yield Breach("6-5", path, f"the cart is in {cart.at}, which is no major city")
    enemies = [other for other, state in position.players.items() if other != name and state.units_at(cart.at)]
    grey = position.independent_units.get(cart.at, 0)
    if enemies or (grey and rulings.read("burial-blockers") == "all"):
        whose = f"{', '.join(enemies)}'s" if enemies else "Independent"
        yield Breach("6-6", path, f"{whose} combat units are in {cart.at}")
    if position.turn not in BURIAL_TURNS:
        yield Breach("6-7", path, f"turn {position.turn} is neither II nor III")
    foraging = position.segment == "forage" and position.active == name
    if not (foraging or position.phase == "end"):
        yield Breach("6-8", path, f"neither a forage segment of {name} nor the end of a turn")


def buried(position: Position, name: str) -> Position:
    """The same with Alexander buried by a player where the cart is (6-9)."""
    assert position.cart is not None
    return position.changed(cart=None, tomb=Tomb(at=position.cart.at, buried_by=name))


def without_cart(position: Position) -> Position:
    """The same in the preparations of a turn: from turn IV on an unburied body is lost (6-12)."""
    return position.changed(cart=None) if position.cart and position.turn >= CART_GONE else position
