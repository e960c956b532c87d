"""Who chooses a seat when, and who plays when (section 5.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby, permutations, product

from models.empire.position import Position
from models.errors import Breach
from models.rulings import Rulings

Order = tuple[str, ...]


def rankings(position: Position, rulings: Rulings) -> tuple[Order, ...]:
    """Every order in which the players could come to choose, first to last.

    More than one only where the random draw decides (5.1-5).

    Raises
    ------
    ValueError
        Nobody bids in the first round of the game and the position names no ``seating``.

    Examples
    --------
    >>> from models.empire.rulings import RULINGS
    >>> bids = {"michael": (1, 5), "marion": (1, 3), "daniel": (0, 4), "peter": (0, 3)}
    >>> players = {name: {"order": bid, "armies": {"symbol": armies}} for name, (bid, armies) in bids.items()}
    >>> rankings(Position(region=1, players=players), Rulings.choose(RULINGS))
    (('michael', 'marion', 'daniel', 'peter'),)
    """
    states = position.states
    if position.opens_game and not any(state.order for state in states.values()):  # 5.1-3
        if position.seating is None:
            raise ValueError("nobody bids in the first round of the game: “seating” must say who is the oldest")
        return (position.seating,)

    bids = Counter(state.order for state in states.values())

    def key(name: str) -> tuple[int, ...]:
        state = states[name]
        if bids[state.order] == 1:  # no tie, so nothing of what follows is asked
            return (-state.order,)
        if not state.order and rulings.read("zero-bids") == "random":
            return (0,)
        if rulings.read("turn-order-tie") == "fewer-points":
            return (-state.order, state.points)
        return (-state.order, -state.army_count, -state.temple)  # 5.1-1, 5.1-4, 5.1-5

    tied = [list(group) for _, group in groupby(sorted(states, key=key), key=key)]
    return tuple(tuple(name for group in drawn for name in group) for drawn in product(*map(permutations, tied)))


def seats_fixed(position: Position, rulings: Rulings) -> bool:
    """Whether nobody chooses: the order of ranking is the order of play (5.1-3)."""
    nobody = position.opens_game and not any(state.order for state in position.states.values())
    return nobody and rulings.read("no-bids-first-round") == "play-order"


def play_order(ranking: Order, choices: Mapping[str, int], rulings: Rulings) -> tuple[Order | None, list[Breach]]:
    """The order of play that the chosen seats give.

    Parameters
    ----------
    ranking
        Who chooses first, second and so on.
    choices
        The seat of each, from 1.  The last to choose need not be named: one seat is left (5.1-2).

    Returns
    -------
    The order of play, or None while seats are open, and what is wrong with the choices.
    """
    seats: dict[int, str] = {}
    breaches: list[Breach] = []
    count = len(ranking)
    choosers: Sequence[str] = ranking
    if rulings.read("who-chooses") == "highest-bidder":
        choosers = ranking[:1]
    waits: str | None = None
    for name in choosers:
        seat = choices.get(name)
        if seat is None:
            waits = waits or name
            continue
        if waits:
            breaches.append(Breach("5.1-1", ("seats", name), f"{waits} chooses before {name}"))
        elif seat in seats:
            breaches.append(Breach("5.1-2", ("seats", name), f"{seats[seat]} chose before {name} and has seat {seat}"))
        elif not 1 <= seat <= count:
            breaches.append(Breach("5.1-2", ("seats", name), f"there is no seat {seat}"))
        else:
            seats[seat] = name
    for name in ranking[len(choosers) :]:
        if name in choices:
            breaches.append(Breach("5.1-2", ("seats", name), f"{name} does not choose: the highest bidder alone does"))
    waiting = [name for name in ranking if name not in seats.values()]
    free = [seat for seat in range(1, count + 1) if seat not in seats]
    open_choices = [name for name in choosers if name not in seats.values()]
    if breaches or len(open_choices) > 1 or (open_choices and len(waiting) > 1):
        return None, breaches
    seats.update(dict(zip(free, waiting, strict=True)))
    return tuple(seats[seat] for seat in range(1, count + 1)), []
