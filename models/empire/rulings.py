"""What the rule text of empire leaves open, as switches."""

from __future__ import annotations

from models.rulings import Ruling

_ALL = (
    Ruling(
        "turn-order-tie",
        "Two players bid the same for turn order: who chooses a seat first?",
        {
            "rulebook": "more armies, then more temple cubes, then a random draw",
            "fewer-points": "whoever is lower on the score track, then a random draw (reports on the German edition)",
        },
        "rulebook",
        ("5.1-4", "5.1-5"),
        published="fewer-points",
    ),
    Ruling(
        "zero-bids",
        "The tie rule speaks of at least one cube. How are players ranked who bid none?",
        {
            "chain": "by the same tie rule, as the text's own example ranks them",
            "random": "by a random draw, since the tie rule leaves them out",
        },
        "chain",
        ("5.1-4",),
    ),
    Ruling(
        "who-chooses",
        "Does everybody choose a seat in turn, or the highest bidder alone?",
        {
            "everyone": "all choose one after the other, as in the text's own example",
            "highest-bidder": "the first in rank chooses; the others take the free seats from the front, in rank order",
        },
        "everyone",
        ("5.1-2",),
        published="highest-bidder",
    ),
    Ruling(
        "no-bids-first-round",
        "Nobody bids in the first round of the game: what does “the oldest goes first” fix?",
        {
            "play-order": "the order of play itself; nobody chooses",
            "choice-order": "who chooses first; the others choose after, clockwise",
        },
        "play-order",
        ("5.1-3",),
    ),
    Ruling(
        "cubes-held-back",
        "Must all cubes go onto the tablet?",
        {"forbidden": "yes, the four fields hold 15 together", "allowed": "no, cubes may stay in the hand"},
        "forbidden",
        ("4.1-1",),
    ),
    Ruling(
        "contested-price",
        "Several players want to build: what does the one with the most cubes pay?",
        {
            "next-highest-plus-one": "what the next highest builder has on the field, and one more",
            "difference-plus-one": "the difference to the next highest builder, and one more (a German review)",
        },
        "next-highest-plus-one",
        ("5.5.4-2",),
    ),
    Ruling(
        "contested-minimum",
        "Can a contested building cost less than the normal price (a city for 1 against an empty field)?",
        {"none": "yes, the costs are computed differently", "normal-price": "no, never less than the normal price"},
        "none",
        ("5.5.4-2",),
    ),
    Ruling(
        "second-city-piece",
        "May a city piece be laid where a city stands from an earlier round?",
        {"illegal": "no", "fails-at-scoring": "yes, and it is taken back at scoring"},
        "illegal",
        ("5.5.3-4",),
    ),
    Ruling(
        "failed-pieces",
        "A piece that is not built is put “beside the tablet”, as spent cubes are: is it gone?",
        {"supply": "no, its owner takes it back and can lay it again", "aside": "yes, for the rest of the region"},
        "supply",
        ("5.5.4-4", "5.5.2-2", "5.5.3-2"),
    ),
    Ruling(
        "target-reached",
        "Armies entered the target province and moved on: is the region over?",
        {"entered": "yes, entering it once is enough", "occupied": "no, an army must stand there after the movement"},
        "entered",
        ("5.3-11",),
    ),
    Ruling(
        "halving",
        "The short game halves the points of the final scoring, rounded down: each bonus, or each player's sum?",
        {"per-bonus": "each bonus by itself", "total": "the sum of a player's bonuses"},
        "per-bonus",
        ("7-2",),
    ),
)

RULINGS = {ruling.id: ruling for ruling in _ALL}
"""The rulings of empire by id."""
