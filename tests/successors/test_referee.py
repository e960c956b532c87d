"""The package against a referee that was written apart from it: tracks, victories, ties, ways, acquisitions."""

import json
from collections import Counter
from functools import cache
from random import Random

import pytest

from models.documents import Source, validate
from models.rulings import Rulings
from models.successors.map import Map
from models.successors.rulings import RULINGS
from models.successors.verdicts import VERDICTS
from tests.successors.referee import Table, after, cost, in_the_way, march
from tests.successors.tables import DATA, DIADOCHI

DEFAULT = 1500
BIG = 20_000
MAPS = 40
NAMED = ("macedonia", "phrygia", "syria", "babylonia")
ROYALS = ("alexandros", "philippos", "herakles", "olympias", "kleopatra", "thessalonike")
GENERALS = ("perdikkas", "leonnatos", "krateros", "eumenes", "seleukos", "antigonos", "ptolemaios")
UNITS = ("loyal", "royal", "shields", "macedonian", "mercenary")


@cache
def board_of(number):
    """The bundled map, or one whose provinces have any number of spaces of any kind; as plain values, and read."""
    if number == 0:
        return json.loads(DATA.read_text(encoding="utf-8")), DIADOCHI
    rng = Random(f"map {number}")
    names = [*NAMED[: 4 if rng.random() < 0.8 else 1], *("pontus", "egypt", "media")[: rng.randint(0, 3)]]
    spaces = {"pella": {"kind": "major", "province": "macedonia"}}
    for name in names:
        for at in range(rng.randint(1, 5)):
            kind = "minor" if at == 0 else rng.choice(("minor", "major", "major", "fortress", "transit"))
            spaces[f"{name}-{at}"] = {"kind": kind, "province": name}
    ports = [name for name, space in spaces.items() if space["kind"] != "transit"][:5]
    if len(ports) == 5 and rng.random() < 0.7:
        for name in ports:
            spaces[name] |= {"port": True, "hellespont": True}
    plain = {
        "satrap": 1,
        "game": "successors",
        "name": "random",
        "title": "random",
        "provinces": {name: {"vp": rng.choice((0, 1, 2, 3, 5, 9))} for name in names},
        "spaces": {name: {**space, "at": [0, 0]} for name, space in spaces.items()},
    }
    board = validate(Map, Source(plain))
    assert list(board.problems()) == []
    return plain, board


@cache
def sea_of(number):
    """A map of ten spaces with every kind of link between many of them."""
    rng = Random(f"sea {number}")
    names = ["pella", *(f"port-{at}" for at in range(1, 8)), "inland-0", "inland-1"]
    pairs = [[a, b] for at, a in enumerate(names) for b in names[:at]]
    wet = [pair for pair in pairs if "inland" not in "".join(pair)]
    chosen = {"land": (pairs, 0.35), "sea": (wet, 0.3), "routes": (wet, 0.25)}
    plain = {
        "satrap": 1,
        "game": "successors",
        "name": "sea",
        "title": "sea",
        "provinces": {"macedonia": {"vp": 3}, "pontus": {"vp": 2}},
        "spaces": {
            name: {
                "kind": ("major", "minor")[at] if at < 2 else rng.choice(("minor", "major", "fortress", "transit")),
                "province": ("macedonia", "pontus")[at % 2],
                "port": "inland" not in name,
                "at": [0, 0],
            }
            for at, name in enumerate(names)
        },
        **{key: [pair for pair in pairs if rng.random() < share] for key, (pairs, share) in chosen.items()},
    }
    board = validate(Map, Source(plain))
    assert list(board.problems()) == []
    return plain, board


def dealt(rng, things, owners):
    """Things given to some owners at random, as a list for each."""
    found = {owner: [] for owner in owners}
    for thing in things:
        found[rng.choice(owners)].append(thing)
    return found


def flags_of(rng, board, names):
    """Markers, mostly a whole province in one hand or nearly so."""
    greedy = rng.choice(names) if rng.random() < 0.4 else None
    found = {owner: [] for owner in (*names, "independent", "nobody")}
    for province in (*board["provinces"], None):
        lord = greedy if greedy and rng.random() < 0.8 else rng.choice(names)
        for name, space in board["spaces"].items():
            if space.get("province") == province and space["kind"] != "transit":
                loyal = rng.random() < 0.75
                found[lord if loyal else rng.choice([*names, "independent", "nobody"])].append(name)
    return found


def some(rng, *things):
    """One of some things, the first more often than not."""
    return things[0] if rng.random() < 0.6 else rng.choice(things)


def state_of(rng, names, board):
    """What nothing but chance tells of a player."""
    stacks = [{kind: rng.randint(0, 2) for kind in UNITS if rng.random() < 0.3} for _ in range(3)]
    return {
        "champion": rng.random() < 0.6,
        "armies": [{"at": rng.choice(list(board["spaces"])), "units": stack} for stack in stacks[:2] if stack],
        "scattered_units": stacks[2],
        "fleets": some(rng, [], [1], [2, 1], [3]),
        "scattered_fleets": some(rng, [], [2], [1, 1]),
        "cards": {card: some(rng, 0, 1, 2, 4) for card in ("oracle", "persian-support", "condemnation")},
    }


def random_position(rng, board):
    """A position as plain values, often one in which much ties or somebody is about to win."""
    names = ["ana", "ben", "cleo", "dan", "eva"][: rng.randint(2, 5)]
    turn = rng.choice((1, 2, 3, 4, 4, 5, 5))
    flags = flags_of(rng, board, names)
    dead = [royal for royal in ROYALS if rng.random() < 0.07]
    favourite = rng.choice(names) if rng.random() < 0.5 else None
    alive = [royal for royal in ROYALS if royal not in dead]
    royals = dealt(rng, alive, [favourite] * 4 + [*names, "free"] if favourite else [*names, "free"])
    generals = dealt(rng, GENERALS, [*names, "nobody"])
    position = {"turn": turn, "phase": "preparations" if turn in (4, 5) else "strategy", "dead": dead}
    majors = [name for name, space in board["spaces"].items() if space["kind"] == "major"]
    if rng.random() < 0.5 and turn > 1:
        at = some(rng, "pella", *majors)
        position["tomb"] = {"at": at, "buried_by": favourite or rng.choice(names)}
    if rng.random() < 0.4:
        position["capitals"] = {name: rng.choice(names) for name in majors if rng.random() < 0.4}
    if rng.random() < 0.3:
        position |= {"independent_fleets": [3, 3], "players_at_start": rng.randint(len(names), 5)}
    twin = state_of(rng, names, board) if rng.random() < 0.4 else None
    players = {}
    for name in names:
        players[name] = {
            **(twin or state_of(rng, names, board)),
            "control": flags[name],
            "royals": royals[name],
            "generals": {one: some(rng, {}, {"major": False}, {"scattered": True}) for one in generals[name]},
        }
    return {**position, "independents": flags["independent"], "players": players}


def compare(seed):
    """What came of the comparison, to be counted."""
    rng = Random(f"table {seed}")
    plain, board = board_of(rng.choice((0, rng.randint(1, MAPS))))
    position = random_position(rng, plain)
    table = Table(plain, position)

    def verdict(do, **given):
        return VERDICTS[do](board, {"position": position, **given}, Rulings.choose(RULINGS))

    assert verdict("score")["totals"] == table.totals()
    tied = list(table.players)
    assert verdict("tie-break", tied=tied)["left"] == table.untied(tied)
    moments = {"now": table.now, "preparations": table.preparations}
    if position["turn"] == 5:
        moments["end"] = table.end
    seen = []
    for moment, opinion in moments.items():
        found, expected = verdict("victory", at=moment, murder=rng.random() < 0.5), opinion()  # who can crown must
        assert {key: found[key] for key in expected} == expected, (seed, moment)
        seen.append((moment, expected["over"], len(expected["candidates"]), expected["fate"]))
    return seen


def random_way(rng, plain, start=None):
    """A path over links of any kind, now and then with a step where there is none."""
    links = [pair for key in ("land", "sea", "routes") for pair in plain[key]]
    path = [start or rng.choice(list(plain["spaces"]))]
    for _ in range(rng.randint(0, 5)):
        near = [other for pair in links if path[-1] in pair for other in pair if other != path[-1]]
        path.append(rng.choice(near if near and rng.random() < 0.97 else list(plain["spaces"])))
    return path


def compare_way(seed):
    """Whether a random move is allowed, if both say the same."""
    rng = Random(f"way {seed}")
    plain, board = sea_of(rng.randint(1, MAPS))
    path, allowance = random_way(rng, plain), rng.randint(0, 7)
    armies = {name: [{"at": rng.choice(list(plain["spaces"])), "units": {"royal": rng.randint(0, 1)}}] for name in "ab"}
    position = {"turn": 2, "players": {name: {"armies": army} for name, army in armies.items()}}
    if rng.random() < 0.2:
        position["independent_units"] = {rng.choice(list(plain["spaces"])): rng.randint(0, 1)}
    given = {"position": position, "player": "a", "path": path, "allowance": allowance}
    found = VERDICTS["move"](board, given, Rulings.choose(RULINGS))
    expected = cost(plain, path)
    allowed = expected is not None and expected <= allowance and not in_the_way(position, "a", path)
    assert found["legal"] == allowed, seed
    assert expected is None or found["cost"] == expected, seed
    return allowed


def random_plan(rng, plain, armies):
    """Moves of some armies and spaces to take, much of which is often allowed."""
    moves, ends = [], [army["at"] for army in armies]
    for number, army in enumerate(armies):
        if rng.random() < 0.4:
            continue
        path = random_way(rng, plain, army["at"])
        if len(path) > 1:
            leaves = {
                space: rng.randint(1, 4 if "mercenary" in army["units"] else 2)
                for space in path[: -1 if rng.random() < 0.95 else None]
                if rng.random() < 0.2
            }
            before = sum(other["at"] == army["at"] for other in armies[:number])
            moves.append({"path": path, "army": before + rng.choice((1, 1, 1, 1, 1, 2)), "leaves": leaves})
            ends += [path[-1], *leaves]
    if moves and rng.random() < 0.05:
        moves.append(moves[0])
    takes = [space for space in dict.fromkeys(ends) if rng.random() < 0.6]
    return {"moves": moves, "takes": takes, "fleets": [2] if rng.random() < 0.2 else []}


def compare_campaign(seed):
    """Whether a random campaign is allowed, if both say the same, also of what it brings."""
    rng = Random(f"campaign {seed}")
    plain, board = sea_of(rng.randint(1, MAPS))
    position = {**random_position(rng, plain), "turn": 2, "phase": "strategy"}
    if Table(plain, position).at_once():
        return False
    spaces = list(plain["spaces"])
    for state in position["players"].values():
        state["armies"] = state["armies"][:1] if rng.random() < 0.5 else []
    armies = [
        {"at": rng.choice(spaces[:4]), "units": {"royal": rng.randint(0, 2), "loyal": 1}, "movement": rng.randint(1, 6)}
        for _ in range(rng.randint(1, 3))
    ]
    if rng.random() < 0.3:  # more than the sea carries at once
        armies[0]["units"]["mercenary"] = rng.randint(6, 9)
    own = {"armies": armies, "siege": {rng.choice(spaces): rng.randint(1, 3) for _ in range(2)}}
    position["players"]["ana"] |= own
    terms = {
        "operations": rng.randint(1, 4),
        "siege": rng.randint(2, 9),
        "fleets": [{"number": 2, "operations": rng.randint(0, 2)}],
        "prices": {"minor": 1, "fortress": 2, "major": 3},
    }
    plan = random_plan(rng, plain, armies)
    given = {"position": position, "player": "ana", "plan": plan, **terms}
    found = VERDICTS["campaign"](board, given, Rulings.choose(RULINGS))
    table = march(plain, position, "ana", plan, terms)
    assert found["legal"] == (table is not None), (seed, found["breaches"])
    assert table is None or found["totals"] == Table(plain, table).totals(), seed
    return table is not None and bool(plan["moves"] or plan["takes"])


def random_buys(rng, plain, position, player):
    """Something of everything that a player could acquire, all of it allowed."""
    others = {name: state for name, state in position["players"].items() if name != player}
    spaces = [name for name, space in plain["spaces"].items() if space["kind"] != "transit"]
    alive = [royal for royal in ROYALS if royal not in position["dead"]]
    fleets = [{"of": a, "number": n} for a, of in others.items() for n in {*of["fleets"], *of["scattered_fleets"]}]
    one = {
        "provinces": [rng.choice(list(plain["provinces"]))],
        "spaces": rng.sample(spaces, min(3, len(spaces))),
        "clear": rng.sample(spaces, min(6, len(spaces))),
        "royals": alive and [rng.choice(alive)],
        "generals": [rng.choice(GENERALS)],
        "kill": [rng.choice([*alive, *GENERALS])],
        "fleets": [rng.randint(1, 3)],
        "sink": fleets and [rng.choice(fleets)],
        "champion": True,
        "cards": [rng.choice(["oracle", "persian-support"])],
        "condemn": [rng.choice(list(others))],
    }
    if "cart" in position:
        one |= {
            "cart": True,
            "tomb": rng.choice(["pella", *(s for s in spaces if plain["spaces"][s]["kind"] == "major")]),
        }
    buys = {key: one[key] for key in rng.sample(list(one), rng.randint(1, 4))}
    return {**buys, **({"cart": True} if "tomb" in buys else {})}


def compare_buys(seed):
    """How many acquired something, and became Champions again, if both say the same."""
    rng = Random(f"buys {seed}")
    plain, board = board_of(rng.choice((0, rng.randint(1, MAPS))))
    position = random_position(rng, plain)
    if position["turn"] in (2, 3) and "tomb" not in position:
        position["cart"] = {"at": "pella", **({"player": "ben"} if rng.random() < 0.5 else {})}
    if position["turn"] == 1 or Table(plain, position).at_once():
        return 0, 0
    buys = random_buys(rng, plain, position, "ana")
    given = {"position": position, "player": "ana", "buys": buys}
    found = VERDICTS["acquire"](board, given, Rulings.choose(RULINGS))
    new = after(plain, position, "ana", buys)
    table = Table(plain, new)
    expected = table.now()
    assert found["legal"], (seed, buys)
    assert found["totals"] == table.totals(), (seed, buys)
    assert {key: found[key] for key in ("over", "winners", "candidates")} == {
        key: expected[key] for key in ("over", "winners", "candidates")
    }, (seed, buys)
    again = sum(
        new["players"][name]["champion"] and not state["champion"] for name, state in position["players"].items()
    )
    return 1, again - (not position["players"]["ana"]["champion"] and bool(buys.get("champion")))


def test_ways_over_maps_with_every_kind_of_link():
    allowed = sum(compare_way(seed) for seed in range(2 * DEFAULT))
    assert DEFAULT / 2 < allowed < 1.5 * DEFAULT


def test_campaigns():
    allowed = sum(compare_campaign(seed) for seed in range(DEFAULT))
    assert DEFAULT / 10 < allowed < DEFAULT / 2


def test_acquisitions():
    came, again = map(sum, zip(*(compare_buys(seed) for seed in range(DEFAULT)), strict=True))
    assert came > DEFAULT / 3
    assert again > DEFAULT / 100


def test_thousands_of_tables():
    seen = Counter(kind for seed in range(DEFAULT) for kind in compare(seed))
    assert seen["now", True, 1, None] > DEFAULT / 20
    assert seen["now", True, 2, None] > 5  # two at once
    assert seen["preparations", True, 1, "crowned"] > DEFAULT / 50
    assert seen["preparations", False, 0, "murdered"] > DEFAULT / 50
    assert seen["preparations", True, 2, None] > 5  # nothing breaks the tie
    assert seen["end", True, 2, None] > 5


@pytest.mark.big
def test_tens_of_thousands_of_tables():
    for seed in range(DEFAULT, DEFAULT + BIG):
        compare(seed)
        compare_buys(seed)
        compare_way(seed)
        compare_campaign(seed)
