"""Occupying a province, or taking it over: governors on symbols, cards for the others (5-3 to 5-6, F-8 to F-12).

A takeover is one action: first the cards that eject the governors of another player, then the
occupation of the province, which is empty by then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.alexandros.board import Board, Symbol, triangle_problem
from models.alexandros.cards import discarded, from_hand, to_hand
from models.alexandros.lattice import Triangle
from models.alexandros.plan import Action
from models.alexandros.position import GOVERNORS, Position, in_order, minus, plus, sorted_places
from models.alexandros.provinces import Province, province_of, provinces
from models.errors import Breach
from models.rulings import Rulings

EJECTION = 2
"""Cards that eject a governor (5-6)."""


@dataclass(frozen=True)
class Occupied:
    """What an occupation came to.

    Attributes
    ----------
    position
        After it; as before where something is wrong.
    breaches
        What is wrong; paths from the action.
    province
        The one that is occupied.
    loser
        Whose governors were ejected, and from where.
    ejection, cards
        The cards paid for that, and for the symbols that no governor stands on.
    gets
        Which of all these the loser gets.
    """

    position: Position
    breaches: tuple[Breach, ...] = ()
    province: Province | None = None
    loser: str | None = None
    ejected: tuple[Triangle, ...] = ()
    ejection: Mapping[Symbol, int] = field(default_factory=dict)
    cards: Mapping[Symbol, int] = field(default_factory=dict)
    gets: Mapping[Symbol, int] = field(default_factory=dict)

    @property
    def used(self) -> dict[Symbol, int]:
        """All cards that were paid."""
        return plus(self.ejection, self.cards)


def remaining(province: Province, standing: Sequence[Triangle], rulings: Rulings) -> dict[Symbol, int]:
    """The cards for the symbols of a province that no own governor stands on (5-4)."""
    counts = Counter(symbol for name, symbol in province.symbols.items() if name not in standing)
    if any(count > 1 for count in counts.values()) and rulings.read("payment") == "kind":
        return in_order(dict.fromkeys(counts, 1))
    return in_order(counts)


def fewest_governors(province: Province, hand: Mapping[Symbol, int], rulings: Rulings) -> int:
    """How many governors it takes to occupy a province with a hand: one, or as many as symbols cannot be paid (5-5)."""
    lacking = 0
    for symbol, count in province.counts.items():
        held = hand.get(symbol, 0)
        if held < count and not (held and rulings.read("payment") == "kind"):
            lacking += count - held
    return max(1, lacking)


def ejection_price(
    board: Board, enemies: Sequence[Triangle], ejects: Triangle | None, rulings: Rulings
) -> dict[Symbol, int]:
    """The cards that eject governors: two alike for each, of the symbol that it stands on (5-6).

    Parameters
    ----------
    ejects
        Under the other reading of ``ejection``: which of them is paid for; the first unless told.
    """
    paid = enemies
    if len(enemies) > 1 and rulings.read("ejection") == "once":
        paid = (ejects,) if ejects in enemies and ejects is not None else enemies[:1]
    symbols = [symbol for name in paid if (symbol := board.symbols[name]) is not None]
    return in_order({symbol: EJECTION * symbols.count(symbol) for symbol in symbols})


def owed(
    ejection: Mapping[Symbol, int], cards: Mapping[Symbol, int], rulings: Rulings
) -> tuple[int, dict[Symbol, int]]:
    """How many cards the loser of a takeover gets, and of which it gets them (F-11)."""
    base = plus(ejection, cards)
    if rulings.read("compensation") == "none":
        return 0, {}
    if cards and rulings.read("compensation-base") == "ejection":
        base = in_order(ejection)
    return (sum(base.values()) + 1) // 2, base


def usual_gift(due: int, base: Mapping[Symbol, int]) -> dict[Symbol, int]:
    """The first cards in the order of the text, which the loser gets unless told otherwise.

    >>> usual_gift(2, {"temple": 1, "horse": 2})
    {'temple': 1, 'horse': 1}
    """
    gift: dict[Symbol, int] = {}
    for symbol, count in in_order(base).items():
        gift[symbol] = min(count, due - sum(gift.values()))
    return in_order(gift)


def occupy(board: Board, position: Position, name: str, action: Action, rulings: Rulings) -> Occupied:
    """Occupy a province, or take it over, with the governors of an action.

    Parameters
    ----------
    position
        A resolved one.
    """
    placed = action.occupy or ()
    breaches = list(_place_breaches(board, position, placed))
    province = None if breaches else _province(board, position, placed, breaches, rulings)
    if province is None:
        return Occupied(position, tuple(breaches))
    standing = {where: owner for where, owner in position.governors.items() if where in province.triangles}
    own = tuple(where for where, owner in standing.items() if owner == name)
    enemies = tuple(where for where in sorted_places(standing) if standing[where] != name)
    breaches += _governor_breaches(position, name, placed, own, rulings)
    ejection = ejection_price(board, enemies, action.ejects, rulings)
    cards = {} if own else remaining(province, placed, rulings)
    if action.ejects is not None and action.ejects not in enemies:
        breaches.append(Breach("5-6", ("ejects",), f"no governor of another player stands on {action.ejects}"))
    hand = position.players[name].hand
    breaches += _payment_breaches(name, hand, ejection, cards)
    if not breaches and len(placed) > 1 and not own:
        few = fewest_governors(province, minus(hand, ejection), rulings)
        if len(placed) > few and rulings.read("extra-governors") == "needed":
            what = f"{len(placed)} governors are placed, and the cards make {few} necessary"
            breaches.append(Breach("5-5", ("occupy",), what))
    gets: dict[Symbol, int] = {}
    if enemies:
        due, base = owed(ejection, cards, rulings)
        gets = usual_gift(due, base) if action.gives is None else in_order(action.gives)
        breaches += _gift_breaches(gets, due, base)
    elif action.gives:
        breaches.append(Breach("F-11", ("gives",), "nobody is ejected who could get cards"))
    if breaches:
        return Occupied(position, tuple(breaches), province)
    loser = standing[enemies[0]] if enemies else None
    done = Occupied(position, (), province, loser, enemies, ejection, cards, gets)
    after = from_hand(position, name, done.used)
    if loser is not None:
        left = tuple(where for where in after.players[loser].governors if where not in enemies)
        after = to_hand(after.with_player(loser, governors=left), loser, gets)  # F-12
    after = discarded(after, minus(done.used, gets))
    governors = sorted_places((*after.players[name].governors, *placed))
    after = after.with_player(name, governors=governors)
    return replace(done, position=after)


def _place_breaches(board: Board, position: Position, placed: Sequence[Triangle]) -> Iterator[Breach]:
    """Governors on no triangle, on a blank one, two on one (5-4)."""
    for at, where in enumerate(placed):
        unknown = triangle_problem(board, where, ("occupy", at))
        if unknown:
            yield Breach("F-7", ("occupy", at), unknown.message)
        elif where in placed[:at]:
            yield Breach("5-4", ("occupy", at), f"{where} is named twice")


def _province(
    board: Board, position: Position, placed: Sequence[Triangle], breaches: list[Breach], rulings: Rulings
) -> Province | None:
    """The province that all governors are placed in (5-3); None with the breaches where there is none."""
    among = provinces(board, position.walled, rulings)
    province = province_of(among, placed[0])
    if province is None:
        breaches.append(Breach("4-6", ("occupy", 0), f"{placed[0]} lies in no province"))
        return None
    if not province.symbols:
        breaches.append(Breach("F-10", ("occupy", 0), f"the province of {placed[0]} has no symbol"))
        return None
    for at, where in enumerate(placed):
        if board.symbols[where] is None:
            breaches.append(Breach("5-4", ("occupy", at), f"{where} carries no symbol"))
        elif where not in province.triangles:
            breaches.append(Breach("5-3", ("occupy", at), f"{where} is not in the province of {placed[0]}"))
    return None if breaches else province


def _governor_breaches(
    position: Position, name: str, placed: Sequence[Triangle], own: Sequence[Triangle], rulings: Rulings
) -> Iterator[Breach]:
    """A province that is one's own already (5-3), a triangle where one stands (5-4), more than four governors (F-9)."""
    if own and rulings.read("own-province") == "no":
        yield Breach("5-3", ("occupy",), f"the province is {name}'s already")
    else:
        for at, where in enumerate(placed):
            if where in own:
                yield Breach("5-4", ("occupy", at), f"a governor of {name} stands on {where} already")
    standing = len(position.players[name].governors)
    if standing + len(placed) > GOVERNORS:
        what = f"{name} has {GOVERNORS - standing} governors left and places {len(placed)}"
        yield Breach("F-9", ("occupy",), what)


def _payment_breaches(
    name: str, hand: Mapping[Symbol, int], ejection: Mapping[Symbol, int], cards: Mapping[Symbol, int]
) -> Iterator[Breach]:
    """Cards that the hand lacks, for the ejection first (5-6), then for the symbols without a governor (5-4)."""
    for symbol, count in plus(ejection, cards).items():
        held, first = hand.get(symbol, 0), ejection.get(symbol, 0)
        if held < first:
            yield Breach("5-6", ("occupy",), f"ejecting takes {first} {symbol}, {name} holds {held}")
        elif held < count:
            yield Breach("5-4", ("occupy",), f"that takes {count} {symbol}, {name} holds {held}")


def _gift_breaches(gets: Mapping[Symbol, int], due: int, base: Mapping[Symbol, int]) -> Iterator[Breach]:
    """Another number of cards than the loser is due, or others than those used (F-11)."""
    if sum(gets.values()) != due:
        yield Breach("F-11", ("gives",), f"the loser gets {sum(gets.values())} cards, and is due {due}")
    for symbol, count in gets.items():
        if count > base.get(symbol, 0):
            yield Breach("F-11", ("gives", symbol), f"{count} {symbol} are given, {base.get(symbol, 0)} were used")


def remove(
    position: Position, name: str, places: Sequence[Triangle], rulings: Rulings
) -> tuple[Position, tuple[Breach, ...]]:
    """Take away an own governor, which costs nothing; its symbol need not be paid (5-12).

    Returns
    -------
    The table after it, and what is wrong; as before where something is.  Paths are from the action.
    """
    own = position.players[name].governors
    breaches = []
    for at, where in enumerate(places):
        if where not in own:
            breaches.append(Breach("5-12", ("remove", at), f"no governor of {name} stands on {where}"))
        elif where in places[:at]:
            breaches.append(Breach("5-12", ("remove", at), f"{where} is named twice"))
    if not breaches and len(places) > 1 and rulings.read("removal") == "one":
        breaches.append(Breach("5-12", ("remove",), f"{len(places)} governors are removed, an action removes one"))
    if breaches:
        return position, tuple(breaches)
    return position.with_player(name, governors=tuple(where for where in own if where not in places)), ()
