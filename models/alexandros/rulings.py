"""What the rule text of alexandros leaves open, as switches.

Points without a switch: the card of a move is in the hand before Alexander moves and may pay in the
same turn; among ways of equal length the player chooses freely, also to force or to avoid the end;
all provinces that one move closes count; the parts of a divided province are judged each by the
governors that stand in it, so two parts with one governor each both pay, and a part without any is
free in the same turn; the symbol under a governor is never paid; a governor may stand on a triangle
with walls on its sides; a levy that gives oneself nothing is legal; a levy is finished before the end
by points is judged, and that end comes before the end by walls; there is no limit to a hand; an
ejected governor goes back to its player, and whoever takes over needs one to place.
"""

from __future__ import annotations

from models.rulings import Ruling

_ALL = (
    Ruling(
        "nearest",
        "What makes a triangle the nearest?",
        {
            "sides": "the fewest sides from Alexander to its nearest corner",
            "centre": "the shortest straight line from Alexander to its centre",
        },
        "sides",
        ("4-2", "F-1"),
    ),
    Ruling(
        "free-triangle",
        "Which triangles can Alexander not be sent to?",
        {
            "walls": "those with a wall on a side",
            "walls-and-figures": "those too in which a governor stands or whose corner Alexander stands on",
        },
        "walls",
        ("4-4",),
        published="walls-and-figures",
    ),
    Ruling(
        "zero-move",
        "Alexander stands on a corner of the nearest triangle: may he stay there?",
        {"legal": "yes, a way of no side lays no wall", "barred": "no, he goes to another corner"},
        "legal",
        ("4-3", "F-3"),
    ),
    Ruling(
        "rim",
        "Does the coast bound a province?",
        {
            "coast": "yes, a closing side of the rim needs no wall",
            "walls-only": "no, it needs walls like any other side",
        },
        "coast",
        ("4-6", "F-15"),
    ),
    Ruling(
        "hand-card-move",
        "May Alexander move by a card of the hand instead of a face-up one?",
        {"no": "no", "yes": "yes, it is discarded, and the face-up cards stay"},
        "no",
        ("4-1",),
        published="yes",
    ),
    Ruling(
        "no-target",
        "No triangle with the symbol of a face-up card is free: what can be done with the card?",
        {
            "open": "it cannot be taken; if that goes for all, the move is skipped and the actions follow",
            "joker": "it is taken and stands for any symbol",
        },
        "open",
        ("2-2", "4-1", "4-2"),
        published="joker",
    ),
    Ruling(
        "short-walls",
        "The walls do not suffice for the way: what is laid?",
        {
            "finished": "the whole way",
            "red": "the red walls go on, as far as they reach",
            "as-far": "only the walls that are left, from the old place on",
        },
        "finished",
        ("4-5", "6-1"),
        published="red",
    ),
    Ruling(
        "wall-end",
        "When do the walls not suffice?",
        {"short": "when a move needs more than are left", "last": "when none is left after a move"},
        "short",
        ("6-1",),
    ),
    Ruling(
        "levy-filter",
        "Which provinces with one governor pay in a levy?",
        {"symbol": "those whose governor stands on the discarded symbol", "all": "all"},
        "symbol",
        ("5-9",),
        published="all",
    ),
    Ruling(
        "payment",
        "How many cards do the remaining symbols take?",
        {"triangle": "one for each triangle", "kind": "one for each kind of symbol"},
        "triangle",
        ("5-4",),
    ),
    Ruling(
        "extra-governors",
        "May more governors be placed than the cards make necessary?",
        {"free": "yes", "needed": "no, beyond the first only where cards lack"},
        "free",
        ("5-5",),
    ),
    Ruling(
        "ejection",
        "Several governors of another player stand in the province: what does it take to eject them?",
        {"each": "two cards for each of them", "once": "two cards for one of them, and all go"},
        "each",
        ("5-6",),
    ),
    Ruling(
        "compensation",
        "What does the loser of a takeover get?",
        {"half": "half of the cards used, rounded up, as the conqueror chooses", "none": "nothing"},
        "half",
        ("F-11",),
    ),
    Ruling(
        "compensation-base",
        "Which cards count for what the loser of a takeover gets?",
        {"all": "all that the takeover took", "ejection": "those of the ejection only"},
        "all",
        ("F-11",),
    ),
    Ruling(
        "own-province",
        "May more governors be placed in a province of one's own?",
        {"no": "no", "reinforce": "yes, and nothing is paid"},
        "no",
        ("5-3",),
    ),
    Ruling(
        "threshold",
        "Is the end by points there with exactly 100?",
        {"reach": "yes", "exceed": "no, it takes more"},
        "reach",
        ("6-4",),
    ),
    Ruling(
        "hundred-end",
        "When does the game end by points?",
        {"at-once": "as soon as the levy is done", "after-turn": "after the turn"},
        "at-once",
        ("6-4",),
    ),
    Ruling(
        "end-tie",
        "Players tie for most points: who wins?",
        {"shared": "all of them", "open": "the text does not say"},
        "shared",
        ("6-3",),
    ),
    Ruling(
        "passing",
        "May a player take fewer than two actions?",
        {"allowed": "yes", "not": "no, as long as a card can be taken"},
        "allowed",
        ("2-3", "5-1"),
    ),
    Ruling(
        "refill-action",
        "When is a face-up card replaced that was taken as an action?",
        {"after": "after the second action", "at-once": "at once"},
        "after",
        ("F-13",),
    ),
    Ruling(
        "empty-pile",
        "The pile is empty: is there a new one?",
        {"reshuffle": "yes, the discards are shuffled", "none": "no"},
        "reshuffle",
        ("F-14",),
    ),
    Ruling(
        "removal",
        "How many governors does one action remove?",
        {"one": "one", "any": "any number"},
        "one",
        ("5-12",),
    ),
)

RULINGS = {ruling.id: ruling for ruling in _ALL}
"""The rulings by id, in the order of play."""
