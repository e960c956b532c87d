"""How the other questions about empire stand in a file, and their answers.

Apart from :mod:`solver.empire.documents`, so that a file which asks for a plan does not load them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from models.documents import Count, Document, Flag, Line, Name
from models.empire.additions import Addition
from models.empire.plan import Allocation, Move, Plan, RoundPolicy
from models.empire.position import CUBES, Pieces


class RegionPieces(Document):
    """Pieces in a region, in whichever of its provinces they find room."""

    region: int = Field(strict=True, ge=1, le=6)
    temples: Count = 0
    cities: Count = 0


class MostPieces(Document):
    """The most pieces that may be added; a kind left out is bounded by the rules alone."""

    temples: Count | None = None
    cities: Count | None = None


class FinalSwing(Document):
    """What the final scoring can still bring, by the pieces that may be added until then.

    Attributes
    ----------
    ask
        ``fewest``: the fewest pieces with which the player wins; ``best``: the largest final margin
        that the player's pieces can bring; ``worst``: the lowest that the rivals' pieces can.
    shared
        For ``fewest``: whether a shared win will do.
    building
        Whether each added piece also scores when it is built.
    mine, rivals
        Pieces that are taken for granted, to which others are added.
    most
        What the player (``worst``: each rival) may add to them, at most.
    """

    kind: Literal["final-swing"]
    player: Name
    ask: Literal["fewest", "best", "worst"] = "fewest"
    shared: Flag = False
    building: Flag = True
    mine: tuple[RegionPieces, ...] = Field(default=(), max_length=24)
    rivals: dict[Name, Annotated[tuple[RegionPieces, ...], Field(max_length=24)]] = {}
    most: MostPieces = MostPieces.model_construct()


class SwingAnswer(Document):
    """Pieces added until the end of the game, by player and region."""

    adds: tuple[Addition, ...] = Field(default=(), max_length=99)


class Bounds(Document):
    """How many cubes a rival may have put on a field; without ``most``, all that are in the hand."""

    least: Count = 0
    most: Count | None = None


class RivalBounds(Document):
    """What is known of a rival's tablet before it is revealed; a field left out may hold any number."""

    order: Bounds = Bounds.model_construct()
    armies: Bounds = Bounds.model_construct()
    temple: Bounds = Bounds.model_construct()


class TurnOrder(Document):
    """Who chooses a seat when, what a choice costs, and what each seat is worth.

    Attributes
    ----------
    ask
        ``order``: who chooses when and who ends where; ``bid``: the smallest bid that secures a
        choice; ``seats``: what each seat is worth when those who move later answer.
    wishes
        For ``order``: the seats that a player would like, the dearest first.  Whoever finds none of
        them free takes the lowest seat that is.
    choice
        For ``bid``: the player wants to be among the first so many who choose.
    armies, temple
        For ``bid``: the cubes that the player puts on these fields besides.
    rivals
        For ``bid``: what is known of the tablets of rivals who hold their cubes in the hand.
    order
        For ``seats``: the rivals in the order in which they play, the player left out.
    seats
        For ``seats``: the seats that are looked at; all of them if left out.
    maximise
        For ``seats``: what everybody is after, the player and those who answer.
    """

    kind: Literal["turn-order"]
    player: Name
    ask: Literal["order", "bid", "seats"] = "order"
    wishes: dict[Name, Annotated[tuple[Count, ...], Field(max_length=9)]] = {}
    choice: int = Field(default=1, strict=True, ge=1, le=5)
    armies: Count = 0
    temple: Count = 0
    rivals: dict[Name, RivalBounds] = {}
    order: tuple[Name, ...] | None = None
    seats: tuple[Count, ...] | None = Field(default=None, max_length=9)
    maximise: Literal["points", "margin"] = "points"


class SeatOutcome(Document):
    """One way the draws can fall: who chooses first, second and so on, and who then plays when."""

    ranking: tuple[Name, ...] = Field(max_length=5)
    play_order: tuple[Name, ...] = Field(max_length=5)


class Tablet(Document):
    """The cubes on three fields of a tablet."""

    order: Count
    armies: Count
    temple: Count


class Turn(Document):
    """What one player does in a turn: moves in this order, lays pieces."""

    moves: tuple[Move, ...] = Field(default=(), max_length=99)
    pieces: Pieces = Pieces.model_construct()


class SeatWorth(Document):
    """What a seat is worth: the player's plan, how those who play later answer, what all comes to."""

    seat: int = Field(strict=True, ge=1, le=5)
    points: int = Field(strict=True)
    margin: int = Field(strict=True)
    plan: Turn
    replies: dict[Name, Turn] = {}


class TurnOrderAnswer(Document):
    """The answer to ``turn-order``: one of three things, by what is asked.

    Attributes
    ----------
    outcomes
        For ``order``: one for each way the draws can fall.
    bid, beaten_by
        For ``bid``: the number of cubes, and the rivals' tablets that would beat one cube less
        (nothing where there is none less).
    seats
        For ``seats``: the seats in their order.
    """

    outcomes: tuple[SeatOutcome, ...] | None = Field(default=None, max_length=120)
    bid: Count | None = None
    beaten_by: dict[Name, Tablet] | None = None
    seats: tuple[SeatWorth, ...] | None = Field(default=None, max_length=5)


class Route(Document):
    """The cheapest group moves of one player in this round.

    Attributes
    ----------
    ask
        ``hold``: the named provinces with so many armies each; ``each``: every province by itself, with
        one army; ``front``: the most that can be held for each number of cubes.
    hold
        For ``hold``: the least armies by province.
    count
        For ``front``: provinces with an own army, or the points for most armies against the rivals.
    armies
        How many cubes of the hand are deployed in a region's first round; the rest of the hand is money.
    budget
        At most so many cubes may be paid; all the money if left out.
    """

    kind: Literal["route"]
    player: Name
    ask: Literal["hold", "each", "front"] = "hold"
    hold: dict[Name, Annotated[int, Field(strict=True, ge=1, le=CUBES)]] = {}
    count: Literal["provinces", "points"] = "provinces"
    armies: Count | None = None
    budget: Count | None = None


class Way(Document):
    """Moves in the order of play, with the cubes that they pay, what is held after them and its worth."""

    cubes: Count
    holds: Annotated[tuple[Name, ...], Field(max_length=99)]
    worth: Count
    moves: tuple[Move, ...] = Field(default=(), max_length=999)


class RouteAnswer(Document):
    """Ways to move: one, one for each province, or one for each point of the front."""

    ways: tuple[Way, ...] = Field(default=(), max_length=99)
    out_of_reach: Annotated[tuple[Name, ...], Field(max_length=99)] = ()


class FieldBounds(Document):
    """What is known of a rival's cubes on the two fields; ``total``: so many on both together."""

    temple: Bounds = Bounds.model_construct()
    city: Bounds = Bounds.model_construct()
    total: Count | None = None


class Contest(Document):
    """Who builds where at what price; or the fewest cubes with which a player builds for certain.

    Attributes
    ----------
    ask
        ``outcome``: what comes of the pieces with the fields as they lie; ``secure``: the fewest cubes
        for whatever the rivals may hold.
    build
        For ``secure``: where the player wants to build, among the pieces that lie.
    rivals
        For ``secure``: rivals whose fields are not known, with bounds.
    within
        For ``secure``: at most so many cubes on both fields; all that the player has left if not named.
    """

    kind: Literal["contest"]
    player: Name
    ask: Literal["outcome", "secure"] = "secure"
    build: Pieces = Pieces.model_construct()
    rivals: dict[Name, FieldBounds] = {}
    within: Count | None = None


class FieldCubes(Document):
    """Cubes on the fields; one that does not matter is left out."""

    temple: Count | None = None
    city: Count | None = None


class ContestRow(FieldCubes):
    """One combination of the rivals' cubes, and the fewest cubes that are enough against it."""

    rivals: dict[Name, FieldCubes] = {}


class ContestWorst(Document):
    """By kind, the rivals' cubes that forbid one cube less; left out where nothing does."""

    temple: dict[Name, Count] | None = None
    city: dict[Name, Count] | None = None


class ContestOutcome(Document):
    """What comes of one kind of piece in one province: ``refused`` gives the rule for each who fails."""

    place: Name
    kind: Literal["temple", "city"]
    builder: Name | None = None
    price: Count = 0
    refused: dict[Name, Line] = {}


class ContestAnswer(Document):
    """The answer to ``contest``.

    Attributes
    ----------
    temple, city
        For ``secure``: the fewest cubes on each field.
    worst
        For ``secure``: why not one less.
    table
        For ``secure``: each combination by itself, where there are at most 200.
    contests
        For ``outcome``: province by province.
    """

    temple: Count = 0
    city: Count = 0
    worst: ContestWorst = ContestWorst.model_construct()
    table: tuple[ContestRow, ...] = Field(default=(), max_length=200)
    contests: tuple[ContestOutcome, ...] = Field(default=(), max_length=198)


class TabletBounds(Document):
    """All allocations of the cubes in a rival's hand with each field within its bounds."""

    order: Bounds = Bounds.model_construct()
    armies: Bounds = Bounds.model_construct()
    temple: Bounds = Bounds.model_construct()
    city: Bounds = Bounds.model_construct()


class Robust(Document):
    """The plan that is safest against what rivals might do in this round.

    Attributes
    ----------
    against
        ``worst``: the best worst case; ``regret``: the least regret, which is how far the plan falls
        short of the best response, at worst.
    maximise
        What a plan is worth: the player's own points, or the margin to the best rival.
    plans
        The rivals' plans that are thought possible: each names some rivals, and the others do what
        the assumptions say.
    bounds
        Or the allocations that are thought possible, by rival; moves and pieces are those of the
        assumptions, as far as each allocation allows them.
    """

    kind: Literal["robust"]
    player: Name
    against: Literal["worst", "regret"] = "worst"
    maximise: Literal["points", "margin"] = "points"
    plans: tuple[dict[Name, RoundPolicy], ...] = Field(default=(), max_length=1000)
    bounds: dict[Name, TabletBounds] = {}


class WorstCase(Document):
    """What rivals do that is worst for a plan.

    Attributes
    ----------
    plan
        Which of the question's plans it is, from 1.
    allocations
        Or the allocations, by rival.
    value, best
        What the plan is worth then, and the best response would be.
    """

    plan: Count | None = None
    allocations: dict[Name, Allocation] = {}
    value: int = Field(strict=True)
    best: int = Field(strict=True)


class RobustAnswer(Document):
    """A plan, and what is worst for it."""

    plan: Plan
    worst: WorstCase
