"""The plain models that the layout question is measured against, against every layout there is."""

from importlib import import_module, util
from itertools import permutations
from pathlib import Path

import pytest

from models.alhambra.layout import ORIGIN, is_legal, neighbours
from models.alhambra.missions import MISSIONS
from puzzles.generate.alhambra_layout import instance, instances
from puzzles.scenario import parse, to_yaml
from solver.alhambra.documents import LayoutQuestion

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
SETS = [(), *((key,) for key in MISSIONS), ("second-wall", "diagonal", "path"), tuple(MISSIONS)]


@pytest.fixture
def peer(request, monkeypatch):
    """A peer's module, and the module of what the peers share."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    if request.param == "asp" and not util.find_spec("clingo"):
        pytest.skip("clingo is not installed")
    module = import_module(f"peers.{request.param}")
    if request.param == "minizinc" and not module.available():
        pytest.skip("MiniZinc with Gecode is not installed")
    return module, import_module("peers.common")


def layouts(tiles):
    """Every legal layout of any of these tiles: cells by tile."""
    shapes = {frozenset([ORIGIN])}
    for _ in range(len(tiles) + 1):
        for shape in shapes:
            for chosen in permutations(tiles, len(shape) - 1):
                layout = dict(zip(sorted(shape - {ORIGIN}), chosen, strict=True))
                if is_legal({ORIGIN: 0} | {cell: tile.mask for cell, tile in layout.items()}):
                    yield layout
        shapes = {shape | {cell} for shape in shapes for at in shape for cell in neighbours(at) if cell not in shape}


@pytest.mark.parametrize("peer", ["cpsat", "asp", "minizinc"], indirect=True)
@pytest.mark.parametrize("seed", range(4))
def test_two_tiles(peer, seed):
    module, common = peer
    given = instance(seed, 2)
    every = list(layouts(given.tiles))
    for missions in SETS if module.__name__ != "peers.minizinc" else SETS[seed::4]:
        found = module.solve(common.Puzzle(given.tiles, missions), 60.0)
        assert found.proved
        assert found.claimed == common.worth(found.layout, missions)
        assert found.claimed == max(common.worth(layout, missions) for layout in every)


def test_instances_are_drawn_by_seed():
    assert [one.name for one in instances(3, 5, first=7)] == ["5-7", "5-8", "5-9"]
    assert instance(8, 5) == instances(3, 5, first=7)[1]
    assert len({one.id for one in instance(3, 54).tiles}) == 54
    with pytest.raises(ValueError):
        instance(0, 55)


def test_an_instance_as_a_scenario():
    scenario = instance(1, 6).scenario()
    assert list(scenario.game.position_problems(scenario.board, scenario.position, scenario.rulings)) == []
    assert LayoutQuestion.model_validate(scenario.question.model_dump()) == scenario.question
    bare = {key: value for key, value in scenario.plain().items() if key != "question"}
    assert parse(to_yaml(bare)).position == scenario.position
