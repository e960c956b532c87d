"""Legitimacy (sections 4 and 6): every source, the floor, and all combinations of sources."""

import itertools
from collections import Counter
from functools import cache

import pytest

from models.successors.legitimacy import legitimacy_entries
from models.successors.position import HEIRS, WOMEN
from tests.successors.tables import choose, ledger, table, totals

ROYALS = (*HEIRS, *WOMEN)
PELLA = {"tomb": {"at": "pella", "buried_by": "ana"}}
BABYLON = {"tomb": {"at": "babylon", "buried_by": "ben"}}


def entries(players, given=None, **readings):
    found = ledger(table(players=players, **(given or {})), **readings)
    return [(amount, rule, subject) for player, track, amount, rule, subject in found if (player, track) == _ANA]


_ANA = ("ana", "legitimacy")


def ana(given=None, **state):
    readings = {key: state.pop(key) for key in list(state) if key.startswith("r_")}
    return entries({"ana": {"champion": False, **state}, "ben": {}}, given, **{k[2:]: v for k, v in readings.items()})


def test_only_the_best_heir_counts_and_all_women():
    assert ana(royals=["thessalonike", "herakles", "philippos", "olympias"]) == [
        (4, "4-4", "philippos"),
        (0, "4-5", "herakles"),
        (3, "4-6", "olympias"),
        (2, "4-6", "thessalonike"),
    ]
    assert sum(amount for amount, *_ in ana(royals=list(ROYALS), champion=True)) == 15


@pytest.mark.parametrize("royal", ROYALS)
def test_each_royal(royal):
    rule = "4-4" if royal in HEIRS else "4-6"
    worth = {"alexandros": 5, "philippos": 4, "herakles": 2, "olympias": 3, "kleopatra": 2, "thessalonike": 2}
    assert ana(royals=[royal]) == [(worth[royal], rule, royal)]


def test_status_macedonia_and_generals():
    generals = {"perdikkas": {"at": "babylon"}, "leonnatos": {"scattered": True}, "krateros": {}}
    assert ana(champion=True, control=["pella"], generals=generals) == [
        (3, "4-7", "champion"),
        (2, "4-10", "macedonia"),
        (1, "4-11", "perdikkas"),
        (1, "4-12", "leonnatos"),
    ]
    assert ana(generals=generals, r_scattered_generals="not") == [(1, "4-11", "perdikkas")]
    assert ana() == []


@pytest.mark.parametrize(
    ("state", "points"),
    [
        ({"royals": ["alexandros"], "control": ["pella"], "generals": {"perdikkas": {}}}, 11),  # Perdikkas, Antipatros
        ({"royals": ["alexandros"], "generals": {"perdikkas": {}}}, 9),  # Perdikkas, Ptolemaios
    ],
)
def test_published_starts(state, points):
    assert sum(amount for amount, *_ in ana(champion=True, **state)) == points


def test_tomb_in_pella_is_the_buriers_whoever_holds_the_city():
    assert ana(PELLA) == [(10, "6-10", "pella")]
    players = {"ana": {"champion": False}, "ben": {"champion": False, "control": ["pella"]}}
    assert totals(table(players=players, **PELLA)) == {"ana": (0, 10), "ben": (0, 2)}  # ben: Macedonia


def test_tomb_elsewhere_goes_with_the_marker():
    assert ana(BABYLON, control=["babylon"]) == [(2, "6-11", "babylon")]
    assert ana(BABYLON) == []
    assert ana(BABYLON, control=["babylon"], r_tomb_elsewhere="burier") == []
    own = {"tomb": {"at": "babylon", "buried_by": "ana"}}
    assert ana(own, control=["babylon"], r_tomb_elsewhere="burier") == [(2, "6-11", "babylon")]
    assert ana(own, r_tomb_elsewhere="burier") == []


def test_cards():
    cards = {"oracle": 2, "persian-support": 2, "condemnation": 1}
    assert ana(royals=["alexandros", "olympias"], cards=cards) == [
        (5, "4-4", "alexandros"),
        (3, "4-6", "olympias"),
        (2, "4-13", "oracle"),
        (-4, "4-14", "persian-support"),
        (-3, "4-15", "condemnation"),
    ]
    once = ana(royals=["alexandros", "olympias"], cards=cards, r_card_effects="once")
    assert [amount for amount, *_ in once] == [5, 3, 1, -2, -3]


def test_never_below_0():
    """1 - 3 + 1 = -1, lifted to 0."""
    cards = {"oracle": 1, "condemnation": 1}
    found = ana(generals={"perdikkas": {}}, cards=cards)
    assert [amount for amount, *_ in found] == [1, 1, -3, 1]
    assert found[-1] == (1, "4-2", "floor")


def test_the_marker_where_it_stands():
    state = {"generals": {"perdikkas": {}}, "cards": {"oracle": 1, "condemnation": 1}, "legitimacy": 1}
    assert sum(amount for amount, *_ in ana(**state)) == 0
    assert sum(amount for amount, *_ in ana(**state, r_legitimacy_floor="track")) == 1
    assert ana(**state, r_legitimacy_floor="track")[-1] == (2, "4-2", "floor")


def test_the_ten_of_pella_are_never_lost():
    """10 - 3 = 7: ten stay, or with the other reading they do not."""
    cards = {"condemnation": 1}
    assert ana(PELLA, cards=cards) == [(10, "6-10", "pella"), (-3, "4-15", "condemnation"), (3, "6-10", "floor")]
    assert sum(amount for amount, *_ in ana(PELLA, cards=cards, r_pella_floor="lost")) == 7
    six = {"condemnation": 4}
    assert sum(amount for amount, *_ in ana(PELLA, cards=six, r_pella_floor="lost")) == 0
    rich = ana(PELLA, cards=cards, royals=["olympias"])
    assert sum(amount for amount, *_ in rich) == 10  # 10 + 3 - 3, nothing to lift
    assert (3, "6-10", "floor") not in rich


# All combinations of sources without the optional cards, counted independently of this project.

SOURCES = (*ROYALS, "champion", "macedonia", "perdikkas", "leonnatos")
TOMBS = (None, "pella", "elsewhere")
HISTOGRAM = [1, 2, 6, 12, 21, 40, 59, 92, 129, 160, 204, 222, 234, 238, 209, 194, 165, 140, 137, 122, 127, 126, 112,
             106, 81, 58, 41, 20, 10, 4]  # fmt: skip


@cache
def legitimacy(sources, tomb):
    state = {"champion": "champion" in sources, "royals": [royal for royal in ROYALS if royal in sources]}
    state["generals"] = {name: {} for name in ("perdikkas", "leonnatos") if name in sources}
    state["control"] = [city for city, there in (("babylon", tomb == "elsewhere"),) if there]
    given = {}
    if tomb is not None:
        given = {"tomb": {"at": "pella" if tomb == "pella" else "babylon", "buried_by": "ana"}}
    position = table(players={"ana": state, "ben": {}}, **given)
    provinces = {"macedonia": "ana" if "macedonia" in sources else None}
    return sum(entry.amount for entry in legitimacy_entries(position, provinces, "ana", choose()))


def combinations():
    for size in range(len(SOURCES) + 1):
        for sources in itertools.combinations(SOURCES, size):
            for tomb in TOMBS:
                yield frozenset(sources), tomb


def test_all_combinations_of_sources():
    counts = Counter(legitimacy(*combination) for combination in combinations())
    assert sum(counts.values()) == 3072
    assert [counts[points] for points in range(30)] == HISTOGRAM
    assert sum(number for points, number in counts.items() if points >= 18) == 944
    assert max(counts) == 29


def test_most_by_tomb_and_status():
    found = [(legitimacy(*each), *each) for each in combinations()]
    assert max(points for points, _, tomb in found if tomb is None) == 19
    assert max(points for points, _, tomb in found if tomb == "elsewhere") == 21
    assert max(points for points, sources, _ in found if "champion" not in sources) == 26
    assert max(points for points, sources, tomb in found if tomb != "pella" and "champion" not in sources) == 18


def test_minimal_sets_of_sources():
    """Sets that reach 18 and none of whose sources can be spared; the tomb is a source."""
    winning = {(sources, tomb) for sources, tomb in combinations() if legitimacy(sources, tomb) >= 18}

    def minimal(sources, tomb):
        fewer = [(sources - {source}, tomb) for source in sources]
        return not winning & {*fewer, *([(sources, None)] if tomb else [])}

    found = [(sources, tomb) for sources, tomb in winning if minimal(sources, tomb)]
    sizes = Counter(len(sources) + bool(tomb) for sources, tomb in found)
    assert len(found) == 87
    assert sizes == {3: 2, 4: 27, 5: 37, 6: 4, 7: 10, 8: 6, 9: 1}
    assert Counter(tomb for _, tomb in found) == {"pella": 70, "elsewhere": 14, None: 3}
    assert {(sources, tomb) for sources, tomb in found if len(sources) == 2} == {
        (frozenset({"alexandros", "champion"}), "pella"),
        (frozenset({"alexandros", "olympias"}), "pella"),
    }


def test_two_factions_at_18():
    """Only with a burial in Pella, both Champions: three ways, and 18 with who is who and where Herakles is."""
    bits = {source: 1 << at for at, source in enumerate(source for source in SOURCES if source != "champion")}
    winning = [
        (sum(bits.get(source, 0) for source in sources), "champion" in sources, tomb)
        for sources, tomb in combinations()
        if legitimacy(sources, tomb) >= 18
    ]
    pairs = [
        (one, two) for one in winning for two in winning if not one[0] & two[0] and (one[2] is None or two[2] is None)
    ]
    assert len(pairs) == 18
    assert all(one[1] and two[1] and {one[2], two[2]} == {"pella", None} for one, two in pairs)
    others = ~bits["herakles"]
    assert len({frozenset({(one[0] & others, one[2]), (two[0] & others, two[2])}) for one, two in pairs}) == 3
