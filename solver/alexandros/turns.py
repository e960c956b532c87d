"""All turns of a player, in whole numbers: cards, ways by the provinces that they leave, and two actions.

What a turn is worth adds up: what is there after Alexander's move, and the gain of each action,

    value  =  φ(provinces, governors, hand)  +  gain of the first action  +  gain of the second,

with gains of a levy (its points, less the card), an occupation (income, less governors and cards), a card, and a
removal.  So ways that leave the same provinces are worth the same, and the second action depends on
provinces, hand, governors and whether taxes were levied alone, whatever came before: such results are kept.

Chance is exact: with n unseen cards and at most K draws that matter, every number is scaled by what is left of
n (n-1) … (n-K+1); a draw of a card that is there c times multiplies by c.  A card of the second action, and one
of a pile that has to be made of the discards first, stays unknown: it counts as a card and is never used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple, TypeAlias

from models.alexandros.position import ACTIONS, FACE_UP
from solver.alexandros.kernel import KINDS, NONE, Counts, Mask, Option, State, Table, Way, add, more, replaced

BASE = 10**12
"""Sets the value apart from what breaks ties, which stays below it whatever the scale."""

Provinces: TypeAlias = tuple[Mask, ...]


class Weights(NamedTuple):
    """What things count, ties included: see :func:`weights`."""

    points: int
    rival: int
    income: int
    card: int
    governor: int


class Act(NamedTuple):
    """An action of the search.

    Attributes
    ----------
    kind
        ``levy``, ``occupy``, ``take``, ``draw``, ``more`` (any card that can be taken, as the second action) or
        ``remove``.
    card
        Of a levy or a take.
    places, ejects
        Triangles of an occupation or a removal.
    then
        After a draw: the second action by the symbol that is drawn.
    """

    kind: str
    card: int = 0
    places: Mask = 0
    ejects: Mask = 0
    then: tuple[tuple[int, Act | None], ...] | None = None


Acts: TypeAlias = tuple[Act, ...]


@dataclass(frozen=True)
class Played:
    """What to do once certain cards have turned up: None and None where nothing can move Alexander."""

    turned: tuple[int, ...]
    to: Mask | None
    way: Way | None
    acts: Acts


@dataclass(frozen=True)
class Plan:
    """A turn: its card, and what to do for each way in which the face-up cards are filled up again.

    Attributes
    ----------
    value
        Scaled, with what breaks ties.
    """

    value: int
    option: Option | None
    cases: tuple[Played, ...]


class Source(NamedTuple):
    """Where cards come from.

    Attributes
    ----------
    known
        Those of a known pile, from the top.
    bag
        What a hidden pile is made of; None if its cards are never used.
    size
        Of the pile.
    drawn
        How many have come out of the bag.
    """

    known: tuple[int, ...]
    bag: Counts | None
    size: int
    drawn: int = 0


class Turns:
    """The turns of the player whose turn it is.

    Parameters
    ----------
    weights
        Of what a turn is worth.
    depth
        How many cards that nobody knows are drawn at most before the last action; 0 if they are never used.
    pause
        Called now and then; may raise.
    """

    def __init__(
        self, grid: Table, state: State, weights: Weights, *, depth: int = 0, pause: Callable[[], None] = lambda: None
    ) -> None:
        self.grid, self.state, self.weights, self._pause = grid, state, weights, pause
        bag = grid.unseen(state) if depth else None
        self.source = Source(() if isinstance(state.pile, int) else state.pile, bag, state.pile_size)
        self.depth = depth
        self.looked = 0
        self._reshuffles = grid.readings["empty-pile"] == "reshuffle"
        self._after: dict[Mask, Provinces] = {}
        self._second: dict[tuple[Provinces, Counts, tuple[Mask, ...], bool, bool], tuple[int, Act | None]] = {}
        self._fixed: dict[tuple[Provinces, Counts, tuple[Mask, ...], bool], tuple[int, Acts] | None] = {}
        self._bills: dict[tuple[Mask, Counts, tuple[Mask, ...]], tuple[tuple[int, Act, Counts], ...]] = {}
        self._levies: dict[tuple[Provinces, tuple[Mask, ...], int], tuple[int, bool]] = {}

    @cached_property
    def factor(self) -> int:
        """By how much values are scaled."""
        return self.scale(0)

    def scale(self, drawn: int) -> int:
        """What is left of the scale once some cards are out of the bag."""
        found = 1
        for at in range(drawn, self.depth):
            found *= self.source.size - at
        return found

    # -- Alexander's move --

    def plans(self) -> Iterator[Plan]:
        """The best plan for each card that can move Alexander; one without where none can, or he has moved."""
        options = () if self.state.moved else self.grid.options(self.state)
        if not options:
            yield self._staying()
        for option in options:
            yield self._plan(option)

    def _staying(self) -> Plan:
        state = self.state
        among = ordered(self.grid.provinces(state.walls))
        gain, acts = self._first(state, among, self.source)
        return Plan(self.worth(state, among) * self.factor + gain, None, (Played((), None, None, acts),))

    def _plan(self, option: Option) -> Plan:
        paid = self.grid.pay_move(self.state, option)
        groups = self.groups(option)
        total, cases = 0, []
        for count, turned, state, source in self.fillings(option, paid):
            value, played = self._best_way(state, source, turned, groups)
            total += count * value
            cases.append(played)
        return Plan(total, option, tuple(cases))

    def groups(self, option: Option) -> dict[Provinces, tuple[Mask, Way]]:
        """The provinces that the ways of a card leave, each with the first move that leaves them so."""
        found: dict[Provinces, tuple[Mask, Way]] = {}
        for to, way in self.grid.moves(self.state, option.symbol):
            found.setdefault(self.after(way), (to, way))
        return found

    def after(self, way: Way) -> Provinces:
        """The provinces with a symbol once Alexander has gone a way."""
        new = self.grid.laid(self.state, way)[0]
        found = self._after.get(new)
        if found is None:
            self._pause()
            found = self._after[new] = ordered(self.grid.provinces_after(self.state.walls, new))
        return found

    def fillings(self, option: Option, paid: State) -> Iterator[tuple[int, tuple[int, ...], State, Source]]:
        """How the face-up cards may be filled up after the move's card: how often, with what, and the table then.

        After a card of the hand they are not (F-13).
        """
        if option.from_hand:
            yield 1, (), paid, self.source
            return
        yield from filled(paid, self.source)

    def _best_way(
        self, state: State, source: Source, turned: tuple[int, ...], groups: Mapping[Provinces, tuple[Mask, Way]]
    ) -> tuple[int, Played]:
        best: tuple[int, Provinces, Acts] | None = None
        scale = self.scale(source.drawn)
        for among in groups:
            self._pause()
            gain, acts = self._first(state, among, source)
            value = self.worth(state, among) * scale + gain
            if best is None or value > best[0]:
                best = value, among, acts
        assert best is not None
        to, way = groups[best[1]]
        return best[0], Played(turned, to, way, best[2])

    # -- the actions --

    def worth(self, state: State, among: Provinces) -> int:
        """What the table is worth without another action, not scaled."""
        income = sum(self.grid.value(one) for one in among if (one & state.own).bit_count() == 1)
        weights = self.weights
        return weights.income * income + weights.card * sum(state.hand) + weights.governor * state.spare

    def _first(self, state: State, among: Provinces, source: Source) -> tuple[int, Acts]:
        """The best gain of the actions that are left, scaled, and what they are."""
        left = ACTIONS - state.actions
        if left == 0 or state.over:
            return 0, ()
        scale = self.scale(source.drawn)
        if left == 1:
            gain, act = self.second(state, among, can_take(self.grid, state, source.size))
            return gain * scale, () if act is None else (act,)
        best: tuple[int, Acts] | None = None
        fixed = self._without_card(state, among, can_take(self.grid, state, source.size))
        if fixed is not None:
            best = fixed[0] * scale, fixed[1]
        for gain, acts in self._with_card(state, among, source):
            if best is None or gain > best[0]:
                best = gain, acts
        if best is None or (best[0] < 0 and self._may_pass(state, source)):
            return 0, ()
        return best

    def _may_pass(self, state: State, source: Source) -> bool:
        return self.grid.readings["passing"] == "allowed" or not can_take(self.grid, state, source.size)

    def _without_card(self, state: State, among: Provinces, card: bool) -> tuple[int, Acts] | None:
        """The best two actions of which the first is a levy, an occupation or a removal; not scaled.

        Parameters
        ----------
        card
            Whether one could be taken before.
        """
        key = among, state.hand, state.governors, card
        if key not in self._fixed:
            best: tuple[int, Acts] | None = None
            for gain, act, after in self.moves_of(state, among):
                second: tuple[int, Act | None] = (
                    (0, None) if after.over else self.second(after, among, self._still(state, after, card))
                )
                if best is None or gain + second[0] > best[0]:
                    best = gain + second[0], (act,) if second[1] is None else (act, second[1])
            self._fixed[key] = best
        return self._fixed[key]

    def _still(self, state: State, after: State, card: bool) -> bool:
        """Whether a card can be taken after an action: what it has discarded may make a new pile (F-14)."""
        return card or (self._reshuffles and sum(after.hand) < sum(state.hand))

    def _with_card(self, state: State, among: Provinces, source: Source) -> Iterator[tuple[int, Acts]]:
        """Two actions of which the first takes a card, scaled."""
        scale = self.scale(source.drawn)
        grid = self.grid
        for card in dict.fromkeys(state.face_up):
            after = grid.take(state, card)
            assert after is not None
            gain, act = self.second(after, among, can_take(grid, after, source.size))
            acts = (Act("take", card),)
            yield (self.weights.card + gain) * scale, acts if act is None else (*acts, act)
        if can_draw(grid, state, source.size):
            yield self._draw(state, among, source)

    def _draw(self, state: State, among: Provinces, source: Source) -> tuple[int, Acts]:
        """A card of the pile as the first action, then whatever is best with it; scaled."""
        if (source.bag is None and not source.known) or not source.size:
            blind, left = drawn_blind(state, source.size)
            gain, act = self.second(blind, among, can_take(self.grid, blind, left))
            acts = (Act("draw"),)
            return (self.weights.card + gain) * self.scale(source.drawn), acts if act is None else (*acts, act)
        total = 0
        then: list[tuple[int, Act | None]] = []
        for card in KINDS:
            count = source.bag[card] if source.bag is not None else int(source.known[0] == card)
            if count:
                after = state.with_hand(more(state.hand, card))._replace(actions=state.actions + 1)
                gain, act = self.second(after, among, can_take(self.grid, after, source.size - 1))
                total += count * (self.weights.card + gain)
                then.append((card, act))
        return total * self.scale(source.drawn + (source.bag is not None)), (Act("draw", then=tuple(then)),)

    def second(self, state: State, among: Provinces, card: bool) -> tuple[int, Act | None]:
        """The best last action: its gain, not scaled, and what it is; None to pass.

        Parameters
        ----------
        card
            Whether one can be taken.
        """
        key = among, state.hand, state.governors, state.levied, card
        found = self._second.get(key)
        if found is None:
            self.looked += 1
            best: tuple[int, Act | None] | None = None
            for gain, act, _ in self.moves_of(state, among):
                if best is None or gain > best[0]:
                    best = gain, act
            if card and (best is None or self.weights.card > best[0]):
                best = self.weights.card, Act("more")
            idle = best is None or (best[0] <= 0 and not (card and self.grid.readings["passing"] == "not"))
            found = (0, None) if idle or best is None else best
            self._second[key] = found
        return found

    def moves_of(self, state: State, among: Provinces) -> Iterator[tuple[int, Act, State]]:
        """The levies, occupations and removals: the gain, the action, and the table then."""
        grid, weights = self.grid, self.weights
        for card in KINDS:
            if grid.may_levy(state, card):
                gain, over = self.levy(state, among, card)
                after = state.with_hand(more(state.hand, card, -1))
                yield gain - weights.card, Act("levy", card), after._replace(levied=True, over=over)
        for province in among:
            for gain, act, hand in self._occupations(state, province):
                governors = [standing & ~province for standing in state.governors]
                governors[state.turn] = state.own | act.places
                yield gain, act, state.with_hand(hand)._replace(governors=tuple(governors))
        for places in grid.removals(state):
            own = state.own & ~places
            gain = weights.governor * places.bit_count()
            for province in among:
                if province & places:
                    gain += self._income(province, own) - self._income(province, state.own)
            yield (
                gain,
                Act("remove", places=places),
                state._replace(governors=replaced(state.governors, state.turn, own)),
            )

    def _income(self, province: Mask, own: Mask) -> int:
        return self.weights.income * self.grid.value(province) if (province & own).bit_count() == 1 else 0

    def _occupations(self, state: State, province: Mask) -> tuple[tuple[int, Act, Counts], ...]:
        """The ways to occupy a province: the gain, the action, and the hand then."""
        key = province, state.hand, state.governors
        found = self._bills.get(key)
        if found is None:
            found = self._bills[key] = tuple(self._billed(state, province))
        return found

    def _billed(self, state: State, province: Mask) -> Iterator[tuple[int, Act, Counts]]:
        grid, weights = self.grid, self.weights
        before = self._income(province, state.own)
        for bill in grid.bills(state, province):
            places = next(grid.placements(state, province, bill.places))
            used = bill.used
            gain = self._income(province, state.own | places) - before
            gain -= weights.card * sum(used) + weights.governor * sum(bill.places)
            hand = tuple(held - paid for held, paid in zip(state.hand, used, strict=True))
            yield gain, Act("occupy", places=places, ejects=bill.ejects), hand

    def levy(self, state: State, among: Provinces, card: int) -> tuple[int, bool]:
        """What a levy brings, the card not counted, and whether it ends the game."""
        key = among, state.governors, card
        found = self._levies.get(key)
        if found is None:
            grid = self.grid
            gains = [grid.pays(state, among, seat, card) for seat in range(len(state.hands))]
            rival = max(gain for seat, gain in enumerate(gains) if seat != state.turn)
            points = tuple(had + gained for had, gained in zip(state.points, gains, strict=True))
            over = grid.readings["hundred-end"] == "at-once" and grid.full(state._replace(points=points))
            found = self.weights.points * gains[state.turn] - self.weights.rival * rival, over
            self._levies[key] = found
        return found

    # -- all turns, where nothing is left to chance --

    def every(self) -> Iterator[tuple[int, Option | None, Mask | None, Way | None, Acts, tuple[object, ...]]]:
        """Every turn: value, card, triangle, way, actions, and what tells it from others.

        Ways to the same corner that leave the same provinces are one, and so are the same actions in another order.
        """
        options = () if self.state.moved else self.grid.options(self.state)
        if not options:
            among = ordered(self.grid.provinces(self.state.walls))
            for gain, acts in self._sequences(self.state, among, self.source):
                yield self.worth(self.state, among) + gain, None, None, None, acts, (told_apart(acts), gain)
        for option in options:
            paid = self.grid.pay_move(self.state, option)
            seen: dict[tuple[Mask, int, Provinces], Way] = {}
            for to, way in self.grid.moves(self.state, option.symbol):
                seen.setdefault((to, way.points[-1], self.after(way)), way)
            for _, _, state, source in self.fillings(option, paid):
                for (to, end, among), way in seen.items():
                    worth = self.worth(state, among)
                    for gain, acts in self._sequences(state, among, source):
                        identity = (option, to, end, among, told_apart(acts), gain)
                        yield worth + gain, option, to, way, acts, identity

    def _sequences(self, state: State, among: Provinces, source: Source) -> Iterator[tuple[int, Acts]]:
        """Every sequence of the actions that are left."""
        self._pause()
        if state.actions >= ACTIONS or state.over or self._may_pass(state, source):
            yield 0, ()
        if state.actions >= ACTIONS or state.over:
            return
        for gain, act, after, left in self._single(state, among, source):
            for rest, acts in self._sequences(after._replace(actions=state.actions + 1), among, left):
                yield gain + rest, (act, *acts)

    def _single(self, state: State, among: Provinces, source: Source) -> Iterator[tuple[int, Act, State, Source]]:
        card = self.weights.card
        for gain, act, after in self.moves_of(state, among):
            discards = add(state.discards, (1, 0, 0, 0, 0)) if sum(after.hand) < sum(state.hand) else state.discards
            yield gain, act, after._replace(discards=discards), source
        for kind in dict.fromkeys(state.face_up):
            taken = self.grid.take(state, kind)
            assert taken is not None
            if self.grid.refills_at_once and taken.actions < ACTIONS:
                for _, _, full, left in filled(taken, source):
                    yield card, Act("take", kind), full, left
            else:
                yield card, Act("take", kind), taken, source
        if can_draw(self.grid, state, source.size):
            if source.known:
                left = source._replace(known=source.known[1:], size=source.size - 1)
                yield card, Act("draw"), state.with_hand(more(state.hand, source.known[0])), left
            else:
                blind, size = drawn_blind(state, source.size)
                yield card, Act("draw"), blind._replace(actions=state.actions), source._replace(size=size)


def weights(maximise: str, points: int, income: int, card: int, governor: int) -> Weights:
    """What things count for what is maximised; income, cards and governors (2 each) break ties.

    Parameters
    ----------
    points, income, card, governor
        Of the measure.
    """
    if maximise == "measure":
        return Weights(points * BASE, 0, income * BASE + 1, card * BASE + 1, governor * BASE + 2)
    return Weights(BASE, BASE if maximise == "margin" else 0, 1, 1, 2)


def filled(state: State, source: Source) -> Iterator[tuple[int, tuple[int, ...], State, Source]]:
    """The ways in which the face-up cards may be filled up: how often, with what in the order of the text, the rest."""
    needed = min(FACE_UP - len(state.face_up), source.size)
    if source.bag is None:
        turned = source.known[:needed]
        left = source._replace(known=source.known[needed:], size=source.size - len(turned))
        yield 1, tuple(sorted(turned)), state._replace(face_up=state.face_up + turned), left
        return
    found: dict[tuple[int, ...], tuple[int, Source]] = {(): (1, source)}
    for _ in range(needed):
        further: dict[tuple[int, ...], tuple[int, Source]] = {}
        for turned, (times, rest) in found.items():
            assert rest.bag is not None
            for card in KINDS:
                if rest.bag[card]:
                    key = tuple(sorted((*turned, card)))
                    before = further[key][0] if key in further else 0
                    out = Source((), more(rest.bag, card, -1), rest.size - 1, rest.drawn + 1)
                    further[key] = before + times * rest.bag[card], out
        found = further
    for turned, (times, rest) in found.items():
        yield times, turned, state._replace(face_up=state.face_up + turned), rest


def drawn_blind(state: State, pile: int) -> tuple[State, int]:
    """The table and the size of the pile once a card was drawn that nobody knows, perhaps of a new pile (F-14)."""
    if not pile:
        state, pile = state._replace(discards=NONE), sum(state.discards)
    return state._replace(actions=state.actions + 1), pile - 1


def can_draw(grid: Table, state: State, pile: int) -> bool:
    """Whether there is a card to draw."""
    return pile > 0 or (any(state.discards) and grid.readings["empty-pile"] == "reshuffle")


def can_take(grid: Table, state: State, pile: int) -> bool:
    """Whether a card can be taken."""
    return bool(state.face_up) or can_draw(grid, state, pile)


def ordered(among: Provinces) -> Provinces:
    """Provinces in reading order."""
    return tuple(sorted(among, key=lambda province: province & -province))


def told_apart(acts: Acts) -> tuple[Act, ...]:
    """Actions whatever their order."""
    return tuple(sorted(acts))
