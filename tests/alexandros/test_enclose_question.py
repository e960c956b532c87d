"""`enclose` against all provinces and all moves by the rules, what must not change it, and how it stands in files."""

from dataclasses import replace
from itertools import count

import pytest

import puzzles
from models.alexandros.lattice import across, chain_sides
from models.alexandros.position import Position
from models.alexandros.provinces import provinces
from models.errors import InputError, dotted
from puzzles.generate.alexandros import SMALL, TINY
from puzzles.generate.alexandros_enclose import enclose
from puzzles.scenario import parse, task_of
from solver.alexandros.enclose import EncloseQuestion
from solver.alexandros.enclose_documents import EncloseAnswer
from solver.alexandros.enclose_ground import grounds
from solver.answer import Limits, Status
from tests.alexandros.changing import again, mirrored, permuted, renamed, with_an_islet
from tests.alexandros.enclose_judge import judged, marched
from tests.alexandros.replaying import assert_replays
from tests.alexandros.tables import SATRAPIES, draw

QUESTION = EncloseQuestion()
FEWEST_SIDES = (3, 4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10, 9)
"""Around 1, 2, 3 … triangles."""


# -- every group of triangles, by the rules -------------------------------------------------------------


def answered(scenario, answer):
    """The triangles that an answer encloses."""
    board, position, rulings = scenario.board, scenario.position, scenario.rulings.fresh()
    laid = {side for chain in answer.plan.walls for side in chain_sides(tuple(chain.split("-")))}
    among = provinces(board, position.walled | laid, rulings)
    return next(one.triangles for one in among if answer.plan.province in one.triangles)


def assert_judged(scenario):
    asked = scenario.question
    most = scenario.position.resolved(scenario.board).black if asked.walls is None else asked.walls
    fit = {
        triangles: (blanks, walls, symbols)
        for triangles, (blanks, walls, symbols) in judged(scenario).items()
        if walls <= most and blanks >= (asked.value or 0)
    }
    ranks = {
        triangles: (-blanks, walls, symbols) if asked.ask == "most" else (walls, -blanks, symbols)
        for triangles, (blanks, walls, symbols) in fit.items()
    }
    best = puzzles.solve(scenario)
    if not ranks:
        assert best.status is Status.INFEASIBLE
        return
    least = min(ranks.values())
    value = abs(least[0])
    assert (best.status, best.value, best.bound, best.canonical) == (Status.OPTIMAL, value, value, True)
    assert ranks[answered(scenario, best)] == least
    assert puzzles.check(scenario, best.plan).gap == 0
    every = puzzles.solve(scenario, all=True)
    listed = [answered(scenario, one) for one in every.answers]
    assert every.complete
    assert (len(set(listed)), every.plan) == (len(listed), best.plan)
    assert set(listed) == {triangles for triangles, rank in ranks.items() if rank[0] == least[0]}
    top = puzzles.solve(scenario, top=12)
    assert [ranks[answered(scenario, one)] for one in top.answers] == sorted(ranks.values())[:12]
    assert top.complete or len(ranks) >= 12


def small_ones(asks, start=0):
    """Scenarios of which all groups can be looked at."""
    for seed in count(start):
        scenario = enclose(seed, size=TINY, ask=asks[seed % len(asks)], bare=seed % 5 == 0)
        if len(scenario.board.triangles) <= 13:
            yield scenario


@pytest.mark.parametrize("number", range(12))
def test_nothing_encloses_more(number):
    scenarios = small_ones(("most", "fewest"), 50 * number)
    assert_judged(next(scenarios))


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_nothing_encloses_more_on_many(block):
    scenarios = small_ones(("most", "fewest"), 1000 + 1000 * block)
    for _ in range(24):
        assert_judged(next(scenarios))


# -- every move, by the rules ------------------------------------------------------------------------------


def assert_marched(scenario):
    expected = marched(scenario)
    every = puzzles.solve(scenario, top=1000)
    if not expected:
        assert every.status is Status.INFEASIBLE
        return
    assert every.complete
    assert [one.value for one in every.answers] == sorted(expected.values())
    assert every.plan == puzzles.solve(scenario).plan
    fewest = puzzles.solve(scenario, all=True)
    assert len(fewest.answers) == list(expected.values()).count(min(expected.values()))
    for one in every.answers[:20]:
        checked = puzzles.check(scenario, one.plan, best=False)
        assert (checked.legal, checked.value) == (True, one.value)


@pytest.mark.parametrize("seed", range(12))
def test_no_fewer_moves_enclose_it(seed):
    assert_marched(enclose(seed, size=TINY, ask="moves"))


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_no_fewer_moves_enclose_it_on_many(block):
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        assert_marched(enclose(seed, size=TINY, ask="moves"))


# -- replay ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_the_replay_is_worth_what_the_search_says(seed):
    assert_replays(enclose(seed, size=SMALL))


@pytest.mark.big
@pytest.mark.parametrize("block", range(12))
def test_big_replay(block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        assert_replays(enclose(seed, size=SMALL))


# -- by hand -----------------------------------------------------------------------------------------------------

SMALL_BOARD = """
  C|  .T..
  B| .H..A.
  A|  ..L.
"""


def asked(question, tmp_path, *, position="{players: {ana: {}, ben: {}}}", rulings="{}", land=SMALL_BOARD, more=""):
    (tmp_path / "small.yaml").write_text(
        f"satrap: 1\ngame: alexandros\nname: small\ntitle: Small\nstart: a2\n{more}land: |{land}"
    )
    text = f"satrap: 1\ngame: alexandros\nboard: ./small.yaml\nrulings: {rulings}\nposition: {position}\n"
    return parse(f"{text}question: {{kind: enclose, {question}}}\n", "hand.yaml", tmp_path)


@pytest.mark.parametrize("blanks", range(1, 14))
def test_the_fewest_sides_on_blank_ground(blanks):
    # A field of blanks that has room for all shapes; a symbol in a far corner makes it a board.
    rows = [f"{chr(ord('G') - at)}|" + "." * 16 for at in range(7)]
    rows[0] = rows[0][:-1] + "T"
    board = draw(rows, rim="open")
    scenario = enclose(1, size=TINY, ask="fewest", value=blanks, inside=None, symbols=0, walls=12)
    position = Position(players={"ana": {}, "ben": {}})
    scenario = again(replace(scenario, readings={}), board, position)
    # so many triangles at least: a larger number may take fewer sides
    walls = min(FEWEST_SIDES[blanks - 1 :])
    assert puzzles.solve(scenario).value == walls
    # and exactly so many of one more and one fewer: perimeter and area have the same parity
    assert FEWEST_SIDES[blanks - 1] % 2 == blanks % 2
    most = scenario.question.model_copy(update={"ask": "most", "value": None, "walls": walls})
    room = max(number for number, around in enumerate(FEWEST_SIDES, 1) if around <= walls)
    assert puzzles.solve(again(scenario, question=most)).value == room


def test_the_rim_closes_or_not(tmp_path):
    # With the coast two walls cut off C4 and C5; without it their whole outline takes walls.
    coast = puzzles.solve(asked("ask: fewest, value: 2, symbols: 0", tmp_path))
    assert (coast.value, coast.rulings["rim"]) == (2, "coast")
    walls = puzzles.solve(asked("ask: fewest, value: 2, symbols: 0", tmp_path, rulings="{rim: walls-only}"))
    assert walls.value == 4
    open_rim = puzzles.solve(asked("ask: fewest, value: 2, symbols: 0", tmp_path, more="rim: open\n"))
    assert open_rim.value == 4


def test_walls_that_stand_cost_nothing_and_do_not_divide(tmp_path):
    # A hexagon with a spoke, all of its outline but one side standing.
    land = "\n  B| .....\n  A| .....\n"
    position = "{walls: [a2-a4-b5-c4-c2-b1, b3-b5], players: {ana: {}, ben: {}}}"
    scenario = asked("ask: fewest, value: 6, symbols: 0, inside: A2", tmp_path, position=position, more="rim: open\n",
                     land=land.replace(".....\n  A", "....T\n  A"))  # fmt: skip
    answer = puzzles.solve(scenario)
    assert (answer.value, answer.plan.walls) == (1, ("a2-b1",))
    assert len(answered(scenario, answer)) == 6


def test_a_province_may_lie_around_another(tmp_path):
    # The triangle in the middle stands walled off; the board around it, cut off from its tail, is one province.
    position = "{walls: [b3-b5-c4-b3], players: {ana: {}, ben: {}}}"
    scenario = asked("ask: most, walls: 1, inside: B2", tmp_path, position=position)
    inside = answered(scenario, puzzles.solve(scenario))
    assert set(across("B3")) <= {*inside, None}
    assert "B3" not in inside
    assert_judged(scenario)


def test_a_province_that_stands_already_is_no_answer(tmp_path):
    land = "\n  A| .T\n"
    assert puzzles.solve(asked("ask: most, walls: 0", tmp_path, land=land, more="")).status is Status.INFEASIBLE
    one = puzzles.solve(asked("ask: most, walls: 1", tmp_path, land=land))
    assert (one.value, one.plan.plain()) == (1, {"province": "A1", "walls": ["a2-b3"]})


def test_two_moves_enclose(tmp_path):
    # On an open rim nothing is closed until both have been made.
    scenario = asked("ask: moves, value: 1, moves: 3", tmp_path, more="rim: open\n")
    answer = puzzles.solve(scenario)
    assert answer.value == len(answer.plan.moves) == min(marched(scenario).values())
    assert [entry.rule for entry in answer.ledger] == ["2-2"] * answer.value


def test_own_cards_are_the_ones_that_lie_there(tmp_path):
    # One card lies face up, and nothing tells what replaces it.
    position = "{alexander: b3, face_up: [lyre], players: {ana: {hand: {temple: 1}}, ben: {}}}"
    for rulings, symbols in (("{}", {"lyre"}), ("{hand-card-move: 'yes'}", {"lyre", "temple"})):
        scenario = asked("ask: moves, value: 0, moves: 2, cards: own", tmp_path, position=position, rulings=rulings)
        used = {move.card or move.hand for one in puzzles.solve(scenario, top=99).answers for move in one.plan.moves}
        assert used <= symbols
        assert marched(scenario).keys()


def test_ground_that_is_too_broad_is_refused(tmp_path):
    rows = "".join(f"  {chr(ord('A') + strip)}|{'.' * 17}T\n" for strip in reversed(range(17)))
    with pytest.raises(InputError) as caught:
        puzzles.solve(asked("ask: most, walls: 80", tmp_path, land="\n" + rows))
    assert "too broad" in str(caught.value)


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("ask: fewest", "question"),
        ("ask: moves, moves: 2", "question"),
        ("ask: most, walls: 3, value: 2", "question.value"),
        ("ask: most, walls: 3, moves: 2", "question.moves"),
        ("ask: fewest, value: 2, cards: own", "question.cards"),
        ("ask: moves, value: 2, player: cara", "question.player"),
        ("ask: moves, value: 2, moves: 9", "question.moves"),
        ("ask: most, walls: 3, inside: Z9", "question.inside"),
        ("ask: most, walls: -1", "question.walls"),
        ("ask: best", "question.ask"),
    ],
)
def test_bad_input(question, path, tmp_path):
    with pytest.raises(InputError) as caught:
        puzzles.solve(asked(question, tmp_path))
    assert path in [fault.path for fault in caught.value.faults]


def judge(scenario, **plan):
    """What an answer breaks, and where it leaves the question."""
    made = EncloseAnswer.model_validate(plan)
    replayed = QUESTION.replay(task_of(scenario), made)
    return [(one.rule, dotted(one.path)) for one in (*replayed.breaches, *QUESTION.strays(task_of(scenario), made))]


def test_wrong_answers_are_told(tmp_path):
    scenario = asked("ask: most, walls: 2, symbols: 0, inside: A3", tmp_path,
                     position="{walls: [a4-b5], players: {ana: {}, ben: {}}}")  # fmt: skip
    assert judge(scenario, province="A2", walls=["a4-b5"]) == [
        ("F-4", "walls[0]"),
        ("question", "province"),
        ("question", "province"),
    ]
    assert ("F-7", "walls[0]") in judge(scenario, province="A3", walls=["a4-a8"])
    assert ("F-7", "province") in judge(scenario, province="Q3", walls=[])
    assert ("question", "walls") in judge(scenario, province="A3", walls=["b3-b5-c4-b3"])
    assert ("question", "moves") in judge(
        scenario, province="A3", moves=[{"card": "lyre", "to": "A4", "path": "a2-a4"}]
    )
    open_rim = asked("ask: most, walls: 2", tmp_path, more="rim: open\n")
    assert judge(open_rim, province="A3", walls=["a4-b5"]) == [("4-6", "province")]


def test_wrong_moves_are_told(tmp_path):
    scenario = asked("ask: moves, value: 0, moves: 1", tmp_path)
    far = {"card": "temple", "to": "C3", "path": "a2-a4"}
    joker = {"card": "temple", "as": "lyre", "to": "A4", "path": "a2-a4"}
    said = judge(scenario, province="A3", moves=[far, joker])
    assert {("4-3", "moves[0].path"), ("question", "moves"), ("question", "moves[1]")} <= set(said)
    assert ("question", "walls") in judge(scenario, province="A3", walls=["a2-a4"])
    ending = asked("ask: moves, value: 0, moves: 2", tmp_path,
                   position="{walls_left: 0, players: {ana: {}, ben: {}}}")  # fmt: skip
    assert ("6-1", "moves[1]") in judge(
        ending, province="A3", moves=[{"card": "lyre", "to": "A4", "path": "a2-a4"}] * 2
    )


def test_a_stopped_search_proves_nothing():
    scenario = enclose(3, ask="most", walls=20, symbols=4)
    answer = puzzles.solve(scenario, limits=Limits(seconds=1e-9))
    assert answer.status in (Status.UNKNOWN, Status.FEASIBLE)


# -- laws -----------------------------------------------------------------------------------------------------------


def check_unchanged(seed):
    scenario = enclose(seed, size=replace(SMALL, readings=0.0), inside=None)
    best = puzzles.solve(scenario)
    for change in (renamed, permuted, mirrored, with_an_islet):
        other = change(scenario)
        if other is not None and not (change is with_an_islet and scenario.question.ask == "moves"):
            if change is with_an_islet:  # an islet takes a wall of those that are left
                walls = scenario.position.resolved(scenario.board).black
                asked_ = scenario.question.model_copy(update={"walls": scenario.question.walls or walls})
                best_here = puzzles.solve(again(scenario, question=asked_))
                found = puzzles.solve(again(other, question=asked_))
                assert (found.status, found.value) == (best_here.status, best_here.value)
            else:
                found = puzzles.solve(other)
                assert (found.status, found.value) == (best.status, best.value), change.__name__


@pytest.mark.parametrize("seed", range(10))
def test_what_does_not_matter(seed):
    check_unchanged(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(6))
def test_what_does_not_matter_on_many(block):
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        check_unchanged(seed)


@pytest.mark.parametrize("seed", range(6))
def test_more_walls_enclose_no_less(seed):
    scenario = enclose(seed, size=SMALL, ask="most", walls=4, symbols=3, inside=None)
    values = []
    for walls in range(2, 8):
        answer = puzzles.solve(again(scenario, question=scenario.question.model_copy(update={"walls": walls})))
        values.append(-1 if answer.value is None else answer.value)
    assert values == sorted(values)
    # and fewest is the other way round
    for walls, value in zip(range(2, 8), values, strict=True):
        turned = scenario.question.model_copy(update={"ask": "fewest", "value": max(value, 0), "walls": walls})
        found = puzzles.solve(again(scenario, question=turned)).value
        assert (found is None) == (value < 0)
        assert found is None or found <= walls


def test_the_sweep_goes_across_the_narrower_extent():
    board = draw([f"{chr(ord('A') + strip)}|{'T' if strip == 3 else '.'}...." for strip in reversed(range(12))])
    (ground,) = grounds(board, frozenset(), coast=True)
    assert ground.slots == 5
    (wide,) = grounds(SATRAPIES, frozenset(), coast=True)
    assert (wide.slots, wide.symbols, len(SATRAPIES.triangles)) == (11, 110, 230)
