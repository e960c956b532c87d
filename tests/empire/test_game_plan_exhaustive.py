"""``game-plan`` against a search of everything: two or three tiny regions, the last of the game, and the final scoring.

Where pieces are scarce, ten temples or eight cities have nearly been built in a region that is over.
"""

from dataclasses import replace
from functools import cache
from random import Random

import pytest

from models.empire.board import Board
from models.empire.campaign import follow_all
from models.empire.final import score_final, standing
from models.empire.plan import Assumptions
from models.empire.position import Position
from models.empire.round import Table, finish, open_region, why_over
from puzzles.generate.empire import asking, game_plan
from puzzles.solving import solve
from solver.answer import Status
from solver.empire.documents import GameQuestion
from tests.empire.exhaustive_region import TooLargeError, key_of, turns


def region(rng, number):
    """Two provinces in a row; the second is the target."""
    names = (f"near-{number}", f"far-{number}")
    sites = [["temple"], ["city"], ["temple", "city"]]
    return {
        "number": number,
        "name": f"Region {number}",
        "symbol": [0, 0],
        "provinces": {
            name: {"number": at + 1, "sites": rng.choice(sites), "at": [at + 1, 0], "target": at == 1}
            for at, name in enumerate(names)
        },
        "arrows": [
            {"from": "symbol", "to": names[0], "cost": rng.choice((0, 0, 1))},
            {"from": names[0], "to": names[1], "cost": rng.choice((0, 1)), "back": 0},
        ],
    }


def policy(rng, place, cubes):
    """A rival who goes to the first province and lays what can be laid there."""
    armies = rng.randint(1, 2)
    pieces = {"temples": [place], "cities": [place]}
    return {
        "allocation": {"armies": armies, "temple": rng.randint(0, cubes - armies), "city": "rest"},
        "moves": [{"armies": rng.randint(1, armies), "path": ["symbol", place]}],
        "pieces": pieces,
        "then": [{"allocation": {rng.choice(("temple", "city")): "rest"}, "pieces": pieces}] * rng.randint(0, 2),
    }


PAST = tuple(f"past-{number}" for number in range(1, 9))


def past():
    """A region that is over, with sites for all that anybody may have built."""
    sites = ["temple", "city"]
    provinces = {name: {"number": at + 1, "sites": sites, "at": [at + 1, 0]} for at, name in enumerate(PAST)}
    provinces[PAST[-1]]["target"] = True
    steps = zip(("symbol", *PAST), PAST, strict=False)
    arrows = [{"from": start, "to": end} for start, end in steps]
    return {"number": 1, "name": "Past", "symbol": [0, 0], "provinces": provinces, "arrows": arrows}


def nearly_all(rng, names):
    """What has been built: everybody has one to three temples left, or all; cities are shared out."""
    cities = list(PAST)
    rng.shuffle(cities)
    found = {}
    for at, name in enumerate(names):
        temples = {} if rng.random() < 0.3 else {rng.choice(PAST): rng.randint(7, 9)}
        found[name] = {"built": {"temples": temples, "cities": cities if at == 0 and rng.random() < 0.3 else []}}
    return found


def tiny(seed, numbers=(5, 6), *, scarce=False):
    rng = Random(seed)
    regions = [*([past()] if scarce else []), *(region(rng, number) for number in numbers)]
    board = Board.model_validate({"satrap": 1, "game": "empire", "name": "tiny", "title": "Tiny", "regions": regions})
    cubes = rng.randint(2, 3) if len(numbers) == 2 else 2
    rivals = ["anna", "boris"][: rng.choice((1, 1, 2))]
    told = {number: {name: policy(rng, f"near-{number}", cubes) for name in rivals} for number in numbers}
    players = {name: {"points": rng.randint(0, 9)} for name in ("me", *rivals)}
    for name, built in nearly_all(rng, list(players)).items() if scarce else ():
        players[name] |= built
    return replace(
        game_plan(1, players=2, region=6),
        board=board,
        position=Position.model_validate({"region": numbers[0], "cubes": cubes, "players": players}),
        assumptions=Assumptions.model_validate(
            {"rivals": told[numbers[0]], "later": [{"region": n, "rivals": told[n]} for n in numbers[1:]]}
        ),
        question=GameQuestion(kind="game-plan", player="me", maximise=rng.choice(("points", "margin"))),
    )


def judge(scenario, limit=120_000):
    """The best points from here on and the best margin at the end, by trying everything."""
    rulings, count = scenario.rulings, 0
    names = list(scenario.position.players)
    policies = {scenario.position.region: scenario.assumptions.rivals}
    policies |= {later.region: later.rivals for later in scenario.assumptions.later}
    tables = {}

    def kept(table):
        key = f"{table.region.number} {key_of(table)}"
        tables[key] = table
        return key

    @cache
    def ends(key, later):
        """What everybody can have scored when the game ends, from a round on."""
        nonlocal count
        begin = tables[key]
        number = begin.region.number
        table, _ = follow_all(begin, policies[number], later, rulings)
        found = set()
        for mine, entered in turns(table, "me", later, rulings):
            count += 1
            if count > limit:
                raise TooLargeError
            played = table.with_player("me", mine, entered)
            over = why_over(played, rulings)
            after, ledger = finish(played, rulings)
            gained = tuple(ledger.total(name) for name in names)
            if not over:
                rest = ends(kept(after), later + 1)
            elif number + 1 in policies:
                following = open_region(scenario.board.by_number[number + 1], after.players, scenario.position.cubes)
                rest = ends(kept(following), 0)
            else:
                final = score_final(standing(scenario.board, after.players), False, rulings)
                rest = {tuple(final.total(name) for name in names)}
            found |= {tuple(map(sum, zip(gained, more, strict=True))) for more in rest}
        return frozenset(found)

    scored = ends(kept(Table.of(scenario.board, scenario.position)), 0)
    begin = [scenario.position.players[name].points for name in names]
    me = names.index("me")
    margins = []
    for gained in scored:
        total = [points + more for points, more in zip(begin, gained, strict=True)]
        own = total.pop(me)
        margins.append(own - max(total))
    return {"points": max(gained[me] for gained in scored), "margin": max(margins)}


def compared(seeds, **given):
    decided = 0
    for seed in seeds:
        scenario = tiny(seed, **given)
        try:
            expected = judge(scenario)
        except TooLargeError:
            continue
        for measure in ("points", "margin"):
            answer = solve(asking(scenario, measure))
            assert answer.value == expected[measure], (seed, measure, answer.status)
            assert answer.status is Status.OPTIMAL, (seed, measure, answer.bound)
        decided += 1
    return decided


def test_exhaustive():
    assert compared(range(3)) > 0


def test_exhaustive_with_three_regions():
    assert compared(range(2), numbers=(4, 5, 6)) > 0


def test_exhaustive_where_pieces_run_out():
    assert compared(range(3), scarce=True) > 0


@pytest.mark.big
@pytest.mark.parametrize("block", range(1, 40))
@pytest.mark.parametrize("numbers", [(5, 6), (4, 5, 6)])
def test_exhaustive_where_pieces_run_out_at_length(block, numbers):
    compared(range(block * 3, block * 3 + 3), numbers=numbers, scarce=True)


@pytest.mark.big
@pytest.mark.parametrize("block", range(1, 80))
def test_exhaustive_at_length(block):
    compared(range(block * 3, block * 3 + 3))


@pytest.mark.big
@pytest.mark.parametrize("block", range(40))
def test_replayed_at_length(block):
    """``solve`` replays, and a difference or a breach would be an internal contradiction."""
    for seed in range(1000 + block * 25, 1025 + block * 25):
        answer = solve(tiny(seed))
        assert (answer.status, answer.value) == (Status.OPTIMAL, answer.bound), seed
