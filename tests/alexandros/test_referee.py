"""The package against a referee that was written apart from it: provinces, moves, levies, occupations."""

from collections import Counter
from functools import cache
from itertools import chain
from random import Random

import pytest

from models.alexandros.board import SYMBOLS
from models.alexandros.rulings import RULINGS
from models.alexandros.verdicts import VERDICTS
from models.game import case_board, load_game
from models.rulings import Rulings
from tests.alexandros.referee import READINGS, Table, called, drawn, sides_of

DEFAULT = 400
BIG = 20_000
BOARDS = 60
NAMES = ("ana", "ben", "cleo")


@cache
def board_of(number):
    """Land of a random outline, with lakes, its rim closing here and open there; as plain values, and read."""
    rng = Random(f"board {number}")
    strips, width = rng.randint(1, 5), rng.randint(5, 11)
    land = {
        f"{'ABCDE'[strip]}{column}": "." if rng.random() < 0.5 else rng.choice("TAHLO")
        for strip in range(strips)
        for column in range(width)
        if rng.random() < 0.93
    }
    corners = {name: corners for name, (corners, _) in drawn(rows_of(land)).items()}
    land = {name: land[name] for name in largest(corners)} | {min(largest(corners)): "T"}
    kept = {name: corners[name] for name in land}
    sides = Counter(chain.from_iterable(map(sides_of, kept.values())))
    rim = sorted("-".join(map(called, sorted(side))) for side, times in sides.items() if times == 1)
    usual, other = rng.choice((("closing", "open"), ("closing", "open"), ("closing", "open"), ("open", "closing")))
    plain = {
        "land": rows_of(land),
        "start": called(min(chain.from_iterable(kept.values()))),
        "rim": usual,
        other: [side for side in rim if rng.random() < 0.06],
    }
    inner = sorted("-".join(map(called, sorted(side))) for side in sides)
    return plain, inner, case_board(load_game("alexandros"), plain)


def rows_of(land):
    """A drawing of triangles."""
    strips = sorted({name[0] for name in land}, reverse=True)
    return [f"{strip}|" + "".join(land.get(f"{strip}{at}", " ") for at in range(11)).rstrip() for strip in strips]


def largest(corners):
    """The triangles of the largest part of some land."""
    left, best = set(corners), set()
    while left:
        part, edge = set(), [min(left)]
        while edge:
            name = edge.pop()
            if name in left:
                left.remove(name)
                part.add(name)
                edge += [other for other in left if len(corners[other] & corners[name]) == 2]
        best = max(best, part, key=len)
    return sorted(best)


def walls_of(rng, plain, sides):
    """Walls around some regions, and a few anywhere."""
    corners = {name: corners for name, (corners, _) in drawn(plain["land"]).items()}
    found = {side for side in sides if rng.random() < 0.05}
    for _ in range(rng.randint(0, 4)):
        region = {rng.choice(sorted(corners))}
        for _ in range(rng.randint(0, 9)):
            beside = [name for name in corners if any(len(corners[name] & corners[one]) == 2 for one in region)]
            region.add(rng.choice(sorted(beside) or sorted(region)))
        bounds = Counter(chain.from_iterable(sides_of(corners[name]) for name in region))
        whole = rng.random() < 0.9
        found |= {
            "-".join(map(called, sorted(side)))
            for side, times in bounds.items()
            if times == 1 and (whole or rng.random() < 0.9)
        }
    return sorted(found)


def random_position(rng, plain, sides, readings):
    """A position, no province of which has governors of two players."""
    names = NAMES[: rng.randint(2, 3)]
    points = sorted({called(at) for corners, _ in drawn(plain["land"]).values() for at in corners})
    position = {
        "alexander": rng.choice(points),
        "walls": walls_of(rng, plain, sides),
        "players": {name: {"hand": {}, "governors": []} for name in names},
    }
    for name in names:
        hand = Counter(rng.choice(SYMBOLS) for _ in range(rng.randint(0, 9)))
        position["players"][name]["hand"] = {kind: min(3, times) for kind, times in hand.items()}
    table = Table(plain, position, readings)
    provinces = table.provinces()
    outside = [frozenset({name}) for name in table.triangles if not any(name in province for province in provinces)]
    for province in [*provinces, *rng.sample(outside, min(1, len(outside)))]:
        carrying = sorted(name for name in province if table.symbol(name))
        owner = rng.choice([*names, None])
        if owner and carrying:
            governors = position["players"][owner]["governors"]
            count = min(rng.choice((1, 1, 1, 2, 3)), len(carrying), 4 - len(governors))
            governors += rng.sample(carrying, count)
    return position


def compare(seed):
    """What came of the comparison, to be counted."""
    rng = Random(f"table {seed}")
    plain, sides, board = board_of(rng.randint(1, BOARDS))
    readings = {key: rng.choice((default, *RULINGS[key].readings)) for key, default in READINGS.items()}
    position = random_position(rng, plain, sides, readings)
    table = Table(plain, position, readings)

    def verdict(do, **given):
        return VERDICTS[do](board, {"position": position, **given}, Rulings.choose(RULINGS, readings))

    provinces = table.provinces()
    seen = [("provinces", min(len(provinces), 3))]
    found = {frozenset(one["triangles"]): one["blanks"] for one in verdict("provinces")["provinces"]}
    assert found == {province: table.blanks(province) for province in provinces}, seed
    for symbol in SYMBOLS:
        moves = table.moves(symbol)
        assert set(verdict("targets", symbol=symbol)["triangles"]) == table.targets(symbol), seed
        assert verdict("moves", symbol=symbol)["corners"] == moves, seed
        seen.append(("targets", min(len(moves), 2)))
    for player in table.players:
        for card in SYMBOLS:
            gains = table.levy(player, card)
            levied = verdict("levy", player=player, card=card)
            assert levied["legal"] == (gains is not None), seed
            assert levied["points"] == (gains or dict.fromkeys(table.players, 0)), seed
            seen.append(("levy", gains and sum(gains.values()) > 0))
        for _ in range(4):
            seen.append(("occupy", compare_occupation(rng, table, verdict, player, seed)))
    return seen


def compare_occupation(rng, table, verdict, player, seed):
    """Whether it can be done, whose province it was before, and whether somebody was ejected."""
    provinces = sorted(map(sorted, table.provinces()))
    among = rng.choice(provinces) if provinces and rng.random() < 0.9 else sorted(table.triangles)
    carrying = [name for name in among if table.symbol(name)] or among
    placed = rng.sample(carrying, min(len(carrying), rng.choice((1, 1, 1, 2, 2, 3, 4))))
    if rng.random() < 0.05:
        placed[-1] = rng.choice(sorted(table.triangles))
    expected = table.occupy(player, placed)
    found = verdict("occupy", player=player, governors=placed)
    assert found["legal"] == (expected is not None), (seed, placed, found["breaches"])
    if expected is None:
        return "not"
    cards, gets = expected
    assert (Counter(found["cards"]), Counter(found["gets"])) == expected, (seed, placed)
    assert Counter(found["hands"][player]) == Counter(table.players[player]["hand"]) - cards, seed
    assert Counter(found["discards"]) == cards - gets, seed
    assert sorted(found["governors"][player]) == sorted([*table.players[player]["governors"], *placed]), seed
    before = {owner for name, owner in table.standing.items() if name in among}
    return "taken over" if before - {player} else "reinforced" if before else "occupied"


def test_hundreds_of_tables():
    seen = Counter(kind for seed in range(DEFAULT) for kind in compare(seed))
    assert seen["provinces", 3] > DEFAULT / 5
    assert min(seen["targets", count] for count in range(3)) > DEFAULT / 5
    assert seen["levy", True] > DEFAULT / 5
    assert seen["occupy", "occupied"] > DEFAULT / 10
    assert seen["occupy", "taken over"] > DEFAULT / 100
    assert seen["occupy", "reinforced"] > DEFAULT / 100


@pytest.mark.big
def test_tens_of_thousands_of_tables():
    for seed in range(DEFAULT, DEFAULT + BIG):
        compare(seed)
