"""Which attacks cost the status, and their best order: by hand, against trying every order, and laws that must hold."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from models.game import load_game
from models.successors.plan import Change
from models.successors.position import Position
from puzzles.checking import check
from puzzles.generate.making import put_together
from puzzles.generate.successors_attack import SMALL, Size, attack
from puzzles.scenario import load
from puzzles.solving import solve
from solver.answer import Limits, Status
from solver.successors.attack_documents import MOST_ATTACKS, AttackAnswer, AttackPlan
from solver.successors.attack_orders import LOST, OPEN, WON
from tests.puzzles import conftest
from tests.successors.ordering import every
from tests.successors.tables import TALLY

GAME = load_game("successors")
satrap = conftest.satrap


def scenario(players, attacks, ask="order", readings=None, all=True, board=TALLY, **position):
    """A scenario put together in memory, found sound; Ana asks."""
    question = AttackPlan.model_validate(
        {"kind": "attack", "player": "ana", "ask": ask, "attacks": attacks, "all": all}
    )
    table = Position.model_validate({"turn": 3, "players": players, **position})
    return put_together(GAME, board, table, question, "hand", readings=readings, board_name="./tally.yaml")


def best(*given, **more):
    answer = solve(scenario(*given, **more))
    assert (answer.status, answer.canonical) == (Status.OPTIMAL, True)
    return answer.value, answer.plan.order


def rows(*given, **more):
    answer = solve(scenario(*given, ask="table", **more))
    assert answer.value == sum(row.status == "kept" for row in answer.plan.rows)
    return [(row.status, row.rule, row.before, row.battle, row.after) for row in answer.plan.rows]


# -- by hand -----------------------------------------------------------------------------------------

BATTLE = {"on": ["ben"], "action": "land-battle"}
TAKES = {**BATTLE, "then": {"control": {"b1": "ana"}}}
"""After this one Ben has nothing left."""


def test_each_attack_by_itself():
    players = {"ana": {"royals": ["olympias"]}, "ben": {}, "cara": {"champion": False}, "dion": {}}
    given = [
        BATTLE,
        {**BATTLE, "avoided": True},
        {"on": ["cara"], "action": "siege"},
        {"on": ["dion"], "action": "overrun"},
        {"on": ["ben"], "action": "capture-royal", "then": {"royals": {"kleopatra": "ana"}}},
        {"on": ["ben"], "action": "siege", "then": {"royals": {"alexandros": "ana"}}},
    ]
    # 3 for Olympias, 3 for the status; Kleopatra brings 2, Alexandros 5.
    assert rows(players, given, usurper="dion") == [
        ("lost", "5-8", 6, 3, 3),
        ("kept", "5-13", 6, 6, 6),
        ("kept", "5-3", 6, 6, 6),
        ("kept", "5-4", 6, 6, 6),
        ("kept", "5-15", 6, 6, 8),
        ("lost", "5-10", 6, 3, 8),
    ]
    fallen = {**players, "ana": {"champion": False}}
    assert rows(fallen, given[:1]) == [("successor", "5-6", 0, 0, 0)]


def test_a_row_tells_who_wins():
    """16 + 3 for the status, less 3, plus 2 for a woman and 2 for another: 18."""
    ana = {"royals": ["alexandros", "olympias"], "cards": {"oracle": 6}}
    court = {"royals": {"kleopatra": "ana", "thessalonike": "ana"}}
    answer = solve(scenario({"ana": ana, "ben": {}}, [{**BATTLE, "then": court}, BATTLE], ask="table"))
    first, second = answer.plan.rows
    assert (first.before, first.battle, first.after) == (17, 14, 18)
    assert (first.ends.winners, first.ends.candidates, first.ends.rule) == (("ana",), ("ana",), "2A-3")
    assert second.ends is None


def test_attack_first_whom_the_last_attack_makes_a_champion():
    """Taking b1 leaves Ben without victory points, a Champion again (5-16): after that a battle costs the status."""
    players = {"ana": {}, "ben": {"champion": False, "control": ["b1"]}}
    assert best(players, [TAKES, BATTLE]) == (3, (2, 1))
    answer = solve(scenario(players, [TAKES, BATTLE]), all=True)
    assert [one.plan.order for one in answer.answers] == [(2, 1)]
    assert answer.complete
    other = solve(scenario(players, [TAKES, BATTLE]), top=5)
    assert [(one.value, one.plan.order) for one in other.answers] == [(3, (2, 1)), (0, (1, 2))]
    assert other.complete


def test_attack_first_what_costs_and_come_back():
    """Ana loses her status by the first and gets it back by giving up a1; the other way round it is gone for good."""
    players = {"ana": {"control": ["a1"]}, "ben": {"control": ["b4"]}}
    retreat = {"on": ["ben"], "action": "remove-control", "then": {"control": {"a1": None, "b4": None}}}
    assert best(players, [retreat, BATTLE]) == (3, (2, 1))
    assert best(players, [retreat, BATTLE], readings={"champion-regained": "state"}) == (3, (1, 2))


def test_more_attacks_as_a_champion_come_first():
    """The status is lost in any case; as late as possible is better."""
    players = {"ana": {}, "ben": {}, "cara": {"champion": False}}
    attacks = [BATTLE, {"on": ["cara"], "action": "siege"}, {"on": ["cara"], "action": "overrun"}]
    assert best(players, attacks) == (0, (2, 3, 1))
    assert best(players, attacks, all=False) == (3, (2, 3))


def test_the_usurper_of_the_moment():
    """Ben was named; without b4 he has 2 points to Cara's 4, so under `current` a battle with him then costs."""
    players = {"ana": {}, "ben": {"control": ["b2", "b4"]}, "cara": {"control": ["a4"]}}
    fight = {**BATTLE, "then": {"control": {"b4": None}}}
    assert best(players, [fight, BATTLE], usurper="ben") == (3, (1, 2))
    current = {"usurper": "current"}
    assert best(players, [fight, BATTLE], usurper="ben", readings=current) == (3, (2, 1))


def test_the_stack_of_a_successor_and_a_champion():
    players = {"ana": {}, "ben": {}, "cara": {"champion": False}}
    both = [{"on": ["ben", "cara"], "action": "land-battle"}]
    assert rows(players, both) == [("lost", "5-8", 3, 0, 0)]
    assert rows(players, both, readings={"mixed-stack": "all"}) == [("kept", "5-3", 3, 3, 3)]


def test_what_is_cut_off_at_0_does_not_come_back_on_the_track():
    """3 for the status, 2 for Kleopatra, -6 for Condemnation: 0. Losing 3 and gaining 3 for Olympias is 0, or 3."""
    ana = {"royals": ["kleopatra"], "cards": {"condemnation": 2}}
    attacks = [{**BATTLE, "then": {"royals": {"olympias": "ana"}}}]
    assert best({"ana": ana, "ben": {}}, attacks) == (0, (1,))
    assert best({"ana": ana, "ben": {}}, attacks, readings={"legitimacy-floor": "track"}) == (3, (1,))


def test_a_win_on_the_way_ends_it():
    ana = {"royals": ["alexandros", "olympias"], "cards": {"oracle": 6}}
    court = {"royals": {"kleopatra": "ana", "thessalonike": "ana"}}
    attacks = [BATTLE, {**BATTLE, "then": court}]
    answer = solve(scenario({"ana": ana, "ben": {}}, attacks))
    # As the second she makes as many attacks as a Champion, none, and one more.
    assert (answer.value, answer.plan.order) == (WON, (1, 2))
    both = solve(scenario({"ana": ana, "ben": {}}, attacks), all=True)
    assert [one.plan.order for one in both.answers] == [(1, 2), (2,)]
    assert check(scenario({"ana": ana, "ben": {}}, attacks), AttackAnswer(order=(2,))).legal
    too_many = check(scenario({"ana": ana, "ben": {}}, attacks), AttackAnswer(order=(2, 1)))
    assert [breach.rule for breach in too_many.breaches] == ["2A-1"]


def test_a_rivals_win_is_worst_of_all():
    """Whoever takes b1 from Ben gives him his status back, and 18."""
    ben = {"champion": False, "control": ["b1"], "royals": ["alexandros", "olympias", "kleopatra"]}
    ben["cards"] = {"oracle": 5}
    players = {"ana": {}, "ben": ben}
    assert best(players, [TAKES]) == (LOST, (1,))
    assert best(players, [TAKES], all=False) == (3, ())
    # At the same moment Ana has 18 by what comes of it: the text does not say who wins.
    ana = {"royals": ["philippos"], "cards": {"oracle": 8}}
    court = {**TAKES, "then": {"control": {"b1": "ana"}, "royals": {"herakles": "ana", "thessalonike": "ana"}}}
    assert best({"ana": {**ana, "cards": {"oracle": 9}}, "ben": ben}, [court]) == (OPEN, (1,))
    shared = {"simultaneous-victory": "shared"}
    assert best({"ana": {**ana, "cards": {"oracle": 9}}, "ben": ben}, [court], readings=shared) == (WON, (1,))


def test_the_attack_itself_may_end_the_game():
    """Under `state` whoever has no victory points is a Champion at the next moment; Ben then has 18."""
    ben = {"champion": False, "royals": ["alexandros", "olympias", "kleopatra"], "cards": {"oracle": 5}}
    made = scenario({"ana": {}, "ben": ben}, [TAKES], readings={"champion-regained": "state"})
    answer = solve(made)
    assert (answer.value, answer.plan.order) == (LOST, (1,))
    assert check(made, answer.plan).legal


def test_the_game_may_be_over_before():
    ana = {"royals": ["alexandros", "olympias"], "cards": {"oracle": 7}}
    assert best({"ana": ana, "ben": {}}, [BATTLE]) == (WON, ())
    table = solve(scenario({"ana": ana, "ben": {}}, [BATTLE], ask="table"))
    assert (table.value, table.plan) == (0, AttackAnswer())


def test_no_order_is_possible():
    """Each of two attacks kills the heir whom the other one would bring."""
    first = {**BATTLE, "then": {"royals": {"herakles": "dead", "philippos": "ana"}}}
    second = {**BATTLE, "then": {"royals": {"herakles": "ana", "philippos": "dead"}}}
    players = {"ana": {}, "ben": {}}
    answer = solve(scenario(players, [first, second]))
    assert (answer.status, answer.plan) == (Status.INFEASIBLE, None)
    assert best(players, [first, second], all=False)[1] == (1,)
    assert [
        breach.rule for breach in check(scenario(players, [first, second]), AttackAnswer(order=(1, 2))).breaches
    ] == ["2B-4"]


# -- against trying every order ------------------------------------------------------------------------


def assert_exhaustive(seed, size=SMALL):
    made = attack(seed, size=size, ask="order")
    listed = every(made)
    answer = solve(made, top=7)
    if not listed:
        assert answer.status is Status.INFEASIBLE
        return
    assert [(one.value, one.plan.order) for one in answer.answers] == listed[:7]
    assert answer.complete == (len(listed) <= 7)
    whole = solve(made, all=True)
    assert [one.plan.order for one in whole.answers] == [order for value, order in listed if value == listed[0][0]]
    assert whole.complete


@pytest.mark.parametrize("seed", range(12))
def test_against_every_order(seed):
    assert_exhaustive(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(10))
def test_big_against_every_order(block):
    for seed in range(1000 + 25 * block, 1025 + 25 * block):
        assert_exhaustive(seed)


MIDDLE = Size(players=(2, 5), attacks=(1, 6), owned=(0, 3), readings=0.15)


@pytest.mark.big
@pytest.mark.parametrize("block", range(11))
def test_big_replay(block):
    """Solving replays; what it says must check, on both asks."""
    for seed in range(5000 + 100 * block, 5100 + 100 * block):
        made = attack(seed, size=MIDDLE)
        answer = solve(made)
        if answer.status is Status.INFEASIBLE:
            continue
        checked = check(made, answer.plan)
        assert checked.legal, seed
        assert checked.gap == 0


# -- laws ----------------------------------------------------------------------------------------------


def renamed(made, names):
    def of(name):
        return names.get(name, name)

    position, question = made.position.plain(), made.question.plain()
    position["players"] = {of(name): state for name, state in position["players"].items()}
    for key in ("active", "usurper"):
        if key in position:
            position[key] = of(position[key])
    for key, inner in (("cart", "player"), ("tomb", "buried_by")):
        if inner in position.get(key, {}):
            position[key][inner] = of(position[key][inner])
    question["player"] = of(question["player"])
    for planned, given in zip(question["attacks"], made.question.attacks, strict=True):
        planned["on"] = [of(name) for name in planned["on"]]
        if given.then is None:
            continue
        # What is named counts, even where it is nothing: fleets that are all gone.
        then = planned["then"] = given.then.model_dump(mode="json", exclude_unset=True)
        for key in ("control", "royals"):
            if key in then:
                then[key] = {what: of(owner) for what, owner in then[key].items()}
        if "players" in then:
            then["players"] = {of(name): parts for name, parts in then["players"].items()}
        if "player" in then.get("cart", {}):
            then["cart"]["player"] = of(then["cart"]["player"])
    return put_together(
        GAME,
        made.board,
        Position.model_validate(position),
        AttackPlan.model_validate({"kind": "attack", **question}),
        "renamed",
        readings=made.readings,
    )


def assert_laws(seed):
    made = attack(seed, size=SMALL, ask="order")
    answer = solve(made)
    names = list(made.position.players)
    other = solve(renamed(made, dict(zip(names, Random(seed).sample(names, len(names)), strict=True))))
    if answer.plan is None:
        assert other.plan is None
        return
    assert (other.value, other.plan) == (answer.value, answer.plan)
    # A marker taken off where there is none changes nothing, and neither does an avoided attack more at the end.
    attacks = list(made.question.attacks)
    free = next(space for space in made.board.markable if space not in made.position.markers)
    if not any(free in (planned.then.control if planned.then else {}) for planned in attacks):
        touched = attacks[0].then or Change()
        useless = attacks[0].model_copy(
            update={"then": touched.model_copy(update={"control": {**touched.control, free: None}})}
        )
        again = solve(asking(made, (useless, *attacks[1:])))
        assert (again.value, again.plan) == (answer.value, answer.plan)
    free_choice = solve(replace(made, question=made.question.model_copy(update={"all": False})))
    assert free_choice.value >= answer.value


def asking(made, attacks):
    return replace(made, question=made.question.model_copy(update={"attacks": tuple(attacks)}))


@pytest.mark.parametrize("seed", range(40, 48))
def test_laws(seed):
    assert_laws(seed)


@pytest.mark.big
@pytest.mark.parametrize("block", range(5))
def test_big_laws(block):
    for seed in range(3000 + 40 * block, 3040 + 40 * block):
        assert_laws(seed)


def test_what_is_not_looked_at_in_time_is_not_called_best():
    made = attack(7)
    answer = solve(made, limits=Limits(seconds=1e-9))
    assert (answer.status, answer.canonical, answer.bound) == (Status.FEASIBLE, False, WON)
    assert check(made, answer.plan, best=False).legal
    assert answer.value <= solve(made).value


# -- the command ---------------------------------------------------------------------------------------

HEAD = "satrap: 1\ngame: successors\n"


def test_all_faults_at_once(satrap):
    text = f"""{HEAD}position:
  turn: 1
  dead: [herakles]
  players: {{me: {{}}, anna: {{}}}}
question:
  kind: attack
  player: mee
  attacks:
    - on: [ana]
      action: siege
      then: {{control: {{pela: me, sinai: me}}, royals: {{herakles: me}}, cart: {{at: pella}}}}
    - {{on: [anna, anna], action: siege, then: {{players: {{ann: {{armies: [{{at: nowhere}}]}}}}}}}}
"""
    Path("wrong.yaml").write_text(text)
    faults = satrap("solve", "wrong.yaml", "--json").faults
    assert [(fault["line"], fault["path"], fault["message"]) for fault in faults] == [
        (9, "question.player", "unknown player “mee”"),
        (11, "question.attacks[0].on[0]", "unknown player “ana”"),
        (13, "question.attacks[0].then.control.pela", "unknown space “pela”"),
        (13, "question.attacks[0].then.control.sinai", "sinai is a transit point"),
        (13, "question.attacks[0].then.royals.herakles", "herakles is dead"),
        (13, "question.attacks[0].then.cart", "there is no funeral cart"),
        (14, "question.attacks[1].on[1]", "“anna” stands twice"),
        (14, "question.attacks[1].then.players.ann", "unknown player “ann”"),
        (14, "question.attacks[1].then.players.ann.armies[0]", "unknown space “nowhere”"),
    ]
    Path("many.yaml").write_text(
        f"{HEAD}position: {{turn: 2, players: {{me: {{}}, anna: {{}}}}}}\nquestion:\n  kind: attack\n  player: me\n"
        f"  attacks: [{', '.join(['{on: [anna], action: siege}'] * (MOST_ATTACKS + 1))}]\n  ask: best\n"
    )
    assert [fault["path"] for fault in satrap("solve", "many.yaml", "--json").faults] == [
        "question.ask",
        "question.attacks",
    ]


def test_the_template_solves_and_its_answer_checks(satrap):
    assert satrap("new", "successors", "attack", "-o", "my.yaml").status == 0
    ran = satrap("solve", "my.yaml")
    assert ran.status == 0
    assert "attack: me ends with 8 legitimacy" in ran.out
    assert all(len(line) <= 80 for line in ran.out.splitlines())
    answer = satrap("solve", "my.yaml", "--json").json
    assert answer["answer"]["order"] == [1, 2, 4, 3]
    Path("answer.json").write_text(json.dumps(answer))
    assert satrap("check", "my.yaml", "answer.json").status == 0
    for order, said in (([1, 2, 3], "attack 4 is missing"), ([1, 1, 9], "attack 1 is made twice")):
        answer["answer"]["order"] = order
        Path("answer.json").write_text(json.dumps(answer))
        ran = satrap("check", "my.yaml", "answer.json")
        assert ran.status == 1
        assert said in ran.out


def test_a_wrong_table_is_told(satrap):
    answer = satrap("solve", "successors/attack-what-it-costs", "--json").json
    rows = answer["answer"]["rows"]
    rows[0]["battle"], rows[1] = 99, rows[2]
    Path("answer.json").write_text(json.dumps(answer))
    ran = satrap("check", "successors/attack-what-it-costs", "answer.json")
    assert ran.status == 1
    said = " ".join(ran.out.split())
    assert "battle of attack 1 is 16, not 99" in said
    assert "attack 3 is no attack, twice or out of order" in said


def test_the_bundled_ones_say_what_their_notes_say():
    costs = solve(load("successors/attack-what-it-costs")).plan.rows
    assert [row.attack for row in costs if row.status == "lost"] == [2, 6, 8]
    assert [row.attack for row in costs if row.ends] == [6]
    again = solve(load("successors/attack-champion-again"), top=9)
    assert [one.plan.order[-1] for one in again.answers if one.value == again.value] == [1, 1]
