"""What a picture of successors shows: the table, and what an answer does to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from models.successors.position import INDEPENDENT, Position
from models.successors.words import place_name


@dataclass(frozen=True)
class Road:
    """A way along links, as an arrow.

    Attributes
    ----------
    spaces
        From the first to the last.
    player
        Whose it is; None for nobody's.
    label
        A few characters that stand on it.
    told
        What it is, for the tooltip.
    stage
        Roads of different stages have different dashes.
    ends
        Whether the label stands at the end of the road rather than at its beginning.
    """

    spaces: tuple[str, ...]
    player: str | None
    label: str
    told: str
    stage: int = 0
    ends: bool = False


@dataclass(frozen=True)
class Stand:
    """Something that an answer puts into a space: what is written on it, whose it is, what it is."""

    space: str
    words: str
    player: str | None
    told: str


@dataclass(frozen=True)
class Grid:
    """A table below the picture: numbers stand to the right."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class View:
    """A table to be drawn, and what an answer makes of it.

    Attributes
    ----------
    before, after
        The table as it lies, whose pieces are drawn, and as it then is, whose markers are.
    touched
        By space with another marker after than before: who changed it, as far as that is known.
    roads, stands
        What moves along links, and what comes into spaces.
    shares
        By space, a share from 0 to 1 that it is shaded by; ``shares_are`` says what of.
    grids
        Tables.
    """

    before: Position
    after: Position
    touched: Mapping[str, str | None] = field(default_factory=dict)
    roads: tuple[Road, ...] = ()
    stands: tuple[Stand, ...] = ()
    shares: Mapping[str, float] = field(default_factory=dict)
    shares_are: str = ""
    grids: tuple[Grid, ...] = ()

    @classmethod
    def of(cls, position: Position) -> View:
        """The table alone."""
        return cls(position, position)

    def then(self, after: Position, player: str | None) -> View:
        """The view with a change of the table by somebody: markers, the cart elsewhere, a tomb, generals who leave."""
        touched = {**self.touched, **dict.fromkeys(_other_markers(self.after, after), player)}
        first = self.before.markers
        # what has become what it was before is no change
        touched = {space: by for space, by in touched.items() if first.get(space) != after.markers.get(space)}
        return replace(
            self,
            after=after,
            touched=touched,
            stands=(*self.stands, *_body(self.after, after), *_generals(self.after, after, player)),
        )

    def with_plan(
        self,
        roads: Sequence[Road] = (),
        stands: Sequence[Stand] = (),
        grids: Sequence[Grid] = (),
        shares: Mapping[str, float] | None = None,
        shares_are: str = "",
    ) -> View:
        """The view with more of a plan on it."""
        return replace(
            self,
            roads=(*self.roads, *roads),
            stands=(*self.stands, *stands),
            grids=(*self.grids, *grids),
            shares={**self.shares, **(shares or {})},
            shares_are=shares_are or self.shares_are,
        )


def _other_markers(before: Position, after: Position) -> list[str]:
    """The spaces whose markers differ."""
    old, new = before.markers, after.markers
    return [space for space in dict.fromkeys((*old, *new)) if old.get(space) != new.get(space)]


def _body(before: Position, after: Position) -> list[Stand]:
    """Alexander where he was not before: in the cart, or in his tomb."""
    if after.tomb and after.tomb != before.tomb:
        return [Stand(after.tomb.at, "tomb", after.tomb.buried_by, f"buried here by {after.tomb.buried_by}")]
    if after.cart and after.cart != before.cart:
        whose = after.cart.player or "nobody"
        return [Stand(after.cart.at, "cart", after.cart.player, f"funeral cart of {whose}")]
    return []


def _generals(before: Position, after: Position, player: str | None) -> Iterator[Stand]:
    """Generals on the map who join somebody, or are no longer there."""
    holders = {general: name for name, state in after.players.items() for general in state.generals}
    for name, state in before.players.items():
        for general, there in state.generals.items():
            holder = holders.get(general)
            if there.at is not None and holder is None:
                yield Stand(there.at, f"{place_name(general)} gone", player, f"{place_name(general)} leaves the game")
            elif there.at is not None and holder != name:
                yield Stand(there.at, place_name(general), holder, f"{place_name(general)} joins {holder}")


def marker_words(position: Position, space: str) -> str:
    """Whose marker lies in a space."""
    owner = position.markers.get(space)
    return {None: "no marker", INDEPENDENT: "a grey marker"}.get(owner, f"a marker of {owner}")


def percent(share: float) -> str:
    """A share in per cent, whole where it is not small.

    >>> percent(0.5), percent(0.004), percent(1)
    ('50 %', '0.4 %', '100 %')
    """
    return f"{100 * share:.1f} %" if 0 < share < 0.0095 or 0.9949 < share < 1 else f"{100 * share:.0f} %"
