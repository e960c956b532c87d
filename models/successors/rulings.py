"""What the rule text of successors leaves open, as switches.

Points without a switch: who controls a royal or the cart is told by the position, since the
text has no rule for it; an automatic victory comes before the end of turn V, since it ends the
game at any moment; everything is brought up to date before a battle that costs a Champion its
status; a fleet, scattered or not, counts the number that it shows; no source of victory points
is negative; a province without a major city is controlled by a majority of its spaces; before
the Usurper of a turn is named, the one of the turn before still is; the second criterion of the
tie-break counts counters and not strength, since the text says so; the seniority of generals is
found nowhere, so it breaks no tie.
"""

from __future__ import annotations

from models.rulings import Ruling

_ALL = (
    Ruling(
        "threshold",
        "Is an automatic victory won with exactly the points that are named?",
        {"reach": "yes, having that many is enough", "exceed": "no, more are needed"},
        "reach",
        ("2A-3", "2A-4"),
    ),
    Ruling(
        "automatic-timing",
        "Points enough for an automatic victory were there before turn II: does the turn's beginning win?",
        {
            "condition": "yes, having them at any moment from turn II on wins",
            "gain": "no, something in turn II or later must raise the points to where they are enough",
        },
        "condition",
        ("2A-1", "2A-2"),
    ),
    Ruling(
        "simultaneous-victory",
        "Two players have an automatic victory at the same moment: who wins?",
        {
            "open": "the text does not say",
            "active": "the one whose segment it is, if among them; otherwise the text does not say",
            "legitimacy": "the one with more legitimacy; if that ties too, the text does not say",
            "shared": "all of them",
        },
        "open",
        ("2A-1", "2D-1"),
    ),
    Ruling(
        "heir-schedule",
        "The prose and the list name different sons: which is tested when?",
        {
            "alexandros-first": "Alexandros in turn IV, Herakles in turn V, as in the list",
            "herakles-first": "Herakles in turn IV, Alexandros in turn V, as in the prose",
        },
        "alexandros-first",
        ("2B-1", "2B-5", "2B-6"),
    ),
    Ruling(
        "regency-tie",
        "The heir's controller ties for the highest total: can it be regent?",
        {
            "tie-break": "yes, if it wins the tie-break, which names the regency",
            "strict": "no, it needs more than anybody else (a tournament rule of an older edition)",
        },
        "tie-break",
        ("2B-3", "2B-7"),
    ),
    Ruling(
        "tie-break-field",
        "Some of those who tie fall behind at a criterion: who is compared at the next one?",
        {"tied-only": "those still tied", "everyone": "everybody who tied at first"},
        "tied-only",
        ("2D-1",),
    ),
    Ruling(
        "unbroken-tie",
        "The three criteria leave a tie: who wins?",
        {
            "open": "the text does not say",
            "shared": "all of them; the heir's controller, if among them, becomes regent",
        },
        "open",
        ("2D-1",),
    ),
    Ruling(
        "legitimacy-floor",
        "Legitimacy is never below 0: a floor of the sum, or of the marker at each change?",
        {
            "sum": "of the sum of what a faction has now",
            "track": "of the marker: what would go below 0 is forgotten, and a later gain starts from 0",
        },
        "sum",
        ("4-2",),
    ),
    Ruling(
        "card-effects",
        "Cards that change legitimacy: how long, and how often?",
        {
            "each": "for good, each time one is played",
            "once": "for good, but each card once for a player",
            "turn": "each time, until the turn ends",
        },
        "each",
        ("4-13", "4-14", "4-15"),
    ),
    Ruling(
        "scattered-generals",
        "Do Perdikkas and Leonnatos give legitimacy while they are scattered?",
        {"alive": "yes, they are alive", "not": "no, only on the map"},
        "alive",
        ("4-11", "4-12"),
    ),
    Ruling(
        "usurper",
        "Somebody else comes to have most victory points: who is the Usurper?",
        {
            "fixed": "whoever was named in the preparations, for the whole turn",
            "current": "always whoever has most; the one named, if among those who tie",
        },
        "fixed",
        ("F-2", "5-4"),
    ),
    Ruling(
        "champion-regained",
        "Must the victory points fall to 0 for a Successor to be a Champion again?",
        {"fall": "yes, from more", "state": "no, having none is enough, at any time"},
        "fall",
        ("5-16",),
    ),
    Ruling(
        "tomb-elsewhere",
        "Alexander lies elsewhere than in Pella: who has the legitimacy?",
        {
            "marker": "whoever controls the space",
            "burier": "whoever buried him, while controlling the space",
        },
        "marker",
        ("6-11", "4-9"),
    ),
    Ruling(
        "province-control",
        "What does it take to control a province?",
        {
            "majority": "more than half of its spaces, and its major city",
            "all": "all its spaces",
            "city": "its major city",
        },
        "majority",
        ("F-1",),
    ),
    Ruling(
        "lord-of-asia-phrygia",
        "Two provinces are called Phrygia: which one does the Lord of Asia need?",
        {"phrygia": "Phrygia, the larger one inland", "hellespontine": "Hellespontine Phrygia"},
        "phrygia",
        ("3-2",),
    ),
    Ruling(
        "capital-count",
        "A player has several capitals of its own: what do they score?",
        {"one": "2 points together, for having one", "each": "2 points each"},
        "one",
        ("3-8",),
    ),
    Ruling(
        "captured-capitals",
        "A captured capital was lost again: does it still score?",
        {"held": "no, only while held", "forever": "yes, for having captured it"},
        "held",
        ("3-9",),
    ),
    Ruling(
        "captured-alone",
        "Does a captured capital also score as having a capital, for a player without one of its own?",
        {"nothing": "no", "scores": "yes, the 2 points"},
        "nothing",
        ("3-8", "3-9"),
    ),
    Ruling(
        "elite-count",
        "The tie-break counts three kinds of counters: together, or one kind after the other?",
        {
            "sum": "together",
            "in-order": "loyal Macedonians first; those who tie compare the Royal Army, then the Silver Shields",
        },
        "sum",
        ("2D-3",),
    ),
    Ruling(
        "burial-blockers",
        "Do combat units of the Independents prevent a burial?",
        {"all": "yes, they are enemies too", "players": "no, only units of other players"},
        "all",
        ("6-6",),
    ),
    Ruling(
        "regent-choice",
        "May the heir's controller kill the heir although it could be regent?",
        {
            "automatic": "no, it wins, as in the list",
            "may-kill": "yes, the prose gives the choice",
        },
        "automatic",
        ("2B-2",),
    ),
    Ruling(
        "independent-fleets",
        "Do fleets of the Independents compete for the largest fleet?",
        {"ignored": "no, only players are compared", "count": "yes, all of them together are a rival"},
        "ignored",
        ("3-3",),
    ),
    Ruling(
        "mixed-stack",
        "An attack meets several players' forces: which of them must be Champions for it to cost the status?",
        {"any": "one is enough", "all": "all of them"},
        "any",
        ("5-2",),
    ),
    Ruling(
        "uncontrolled-tie",
        "The heir is alive and uncontrolled, and the highest total ties: who wins?",
        {"tie-break": "the tie-break decides", "nobody": "nobody"},
        "tie-break",
        ("2B-8",),
    ),
    Ruling(
        "transit-in-majority",
        "Do transit points count among the spaces of which a majority is needed?",
        {"not": "no, nobody can mark them", "count": "yes, as spaces that nobody has"},
        "not",
        ("F-1",),
    ),
    Ruling(
        "several-cities",
        "A province has several major cities: which of them are needed?",
        {"all": "all", "any": "one"},
        "all",
        ("F-1",),
    ),
    Ruling(
        "pella-floor",
        "Legitimacy for a burial in Pella is never lost: can cards push its owner below it?",
        {"kept": "no, ten stay", "lost": "yes, down to 0"},
        "kept",
        ("6-10",),
    ),
    Ruling(
        "player-count",
        "Somebody has dropped out: for how many players do the victory points of an automatic victory count?",
        {"start": "for those at the start", "now": "for those who still play"},
        "start",
        ("2A-4",),
    ),
)

RULINGS = {ruling.id: ruling for ruling in _ALL}
"""The rulings of successors by id."""
