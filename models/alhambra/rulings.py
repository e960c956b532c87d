"""What the rule texts of alhambra leave open, as switches.

No answer of a designer or publisher on the three modules is known; ``published`` names the
reading that other published evidence supports, where that is another one than our default.

Points without a switch, since no second reading is plausible: a run of six tiles is one run
(the text counts rows, not threes); the second of two equally long walls is as long as the first;
the furthest building is the one with the longest shortest way, and equal ones score alike;
only what stands in the Alhambra counts for types; a gap that is open only at a corner is
enclosed; an exact payment with a treasure is exact even if the treasure is worth more than what
lacked; money paid at a personal market goes to its owner's hand, overpayment included; a tile
bought there is placed at the end of the turn like any other; market tiles of a player are one
for each currency; a discarded tile is out of the game; the owner does not move tiles between
slots; leftover tiles of personal markets go to nobody; more cards than the price takes may be
paid, and are no exact payment; who is short of money is judged at each purchase, by the sum in
the hand and not by what its cards can make up exactly.
"""

from __future__ import annotations

from models.rulings import Ruling

_ALL = (
    Ruling(
        "fountain-in-lines",
        "Rows and columns of buildings: is the Lion Fountain a building in them?",
        {
            "counts": "yes, it is one of the consecutive buildings",
            "not": "no, a row or column breaks off at it",
        },
        "counts",
        ("G-1", "G-2"),
    ),
    Ruling(
        "line-groups",
        "A row or column holds two separate groups of at least three: what does it score?",
        {"once": "3 points for the row or column", "each": "3 points for each group"},
        "once",
        ("G-1", "G-2"),
    ),
    Ruling(
        "same-type-unit",
        "Three or more buildings of a type lie together: which pairs score?",
        {
            "sides": "every two that share a side, so a building may be in several pairs",
            "disjoint": "as many pairs as can be made with each building in one pair at most",
        },
        "sides",
        ("G-3",),
    ),
    Ruling(
        "same-type-walls",
        "Two buildings of a type lie side by side with a double wall between: do they score as a pair?",
        {"counts": "yes, side by side is enough", "not": "no, the wall parts them"},
        "counts",
        ("G-3",),
    ),
    Ruling(
        "diagonal-gaps",
        "May the diagonal line have gaps?",
        {
            "unbroken": "no, the line ends at the first cell without a tile",
            "gaps": "yes, all tiles on one diagonal count",
        },
        "unbroken",
        ("G-5",),
    ),
    Ruling(
        "diagonal-single",
        "No two tiles lie on a common diagonal line: does a single one score?",
        {"nothing": "no, a line takes two", "scores": "yes, 2 points for a line of one"},
        "nothing",
        ("G-5",),
    ),
    Ruling(
        "double-wall-unit",
        "What is one double wall?",
        {
            "side": "each side between two tiles that both have a wall there",
            "stretch": "all such sides that join end to end, as one",
        },
        "side",
        ("G-6",),
    ),
    Ruling(
        "path-on-foot",
        "May the path to the furthest building lead through walls?",
        {"foot": "no, it is walked on foot", "adjacency": "yes, it leads over any shared sides"},
        "foot",
        ("G-8",),
    ),
    Ruling(
        "path-fountain",
        "Is the Lion Fountain one of the buildings along the path?",
        {"steps": "no, the path scores the buildings after it", "counts": "yes, it scores as well"},
        "steps",
        ("G-8",),
    ),
    Ruling(
        "fountain-in-grids",
        "May the Lion Fountain be one of the four tiles of a grid?",
        {"counts": "yes, a grid is made of tiles", "not": "no, only of buildings"},
        "counts",
        ("G-9",),
    ),
    Ruling(
        "treasures-per-purchase",
        "How many treasures may be given up for one building?",
        {"one": "one, as the text words it", "several": "any number"},
        "one",
        ("T-2", "T-3"),
    ),
    Ruling(
        "short-of-money",
        "Who is short of money for a building?",
        {
            "lacks": "who holds less than the price in its currency",
            "chooses": "whoever would rather pay less in money",
        },
        "lacks",
        ("T-2",),
    ),
    Ruling(
        "treasure-alone",
        "May treasures pay the whole price, with no money at all?",
        {"allowed": "yes", "not": "no, at least one card is paid too"},
        "allowed",
        ("T-2", "T-3"),
    ),
    Ruling(
        "treasure-at-personal-market",
        "May a treasure lower the price at another player's market?",
        {
            "allowed": "yes, and the treasure leaves the game; the owner gets the money only",
            "not": "no, treasures are for the building market",
        },
        "allowed",
        ("T-2", "P-4"),
    ),
    Ruling(
        "personal-exact",
        "Does paying the exact price at another player's market give another action?",
        {"extra": "yes, it is bought as on the building market", "none": "no"},
        "extra",
        ("P-4", "B2-4"),
    ),
    Ruling(
        "vacated-slot",
        "A tile from the own market is exchanged: may the tile that comes out of the Alhambra take its slot?",
        {"may": "yes, the slot is free by then", "not": "no, it needs another slot"},
        "may",
        ("P-3", "P-9"),
    ),
    Ruling(
        "discard-when-free",
        "May a tile be discarded while the own market has a free slot?",
        {"not": "no, only when all four are taken", "allowed": "yes, at any time"},
        "not",
        ("P-10",),
    ),
    Ruling(
        "closed-outline",
        "The outer wall runs all the way round: how long is it?",
        {
            "all": "as long as it has segments",
            "one-less": "one less, since it may not come back to where it began (one online game)",
        },
        "all",
        ("B6-5",),
    ),
)

RULINGS = {ruling.id: ruling for ruling in _ALL}
"""The rulings of alhambra by id."""
