"""What rivals can take, and what to do about it: by hand, against trying every turn by the rules, and laws."""

import json

import pytest

from models.alexandros.board import SYMBOLS
from models.alexandros.cards import refill
from models.alexandros.plan import PILE, Action, Turn
from models.alexandros.position import Position
from models.alexandros.turn import play_turn
from models.game import load_game
from puzzles.checking import check
from puzzles.generate.alexandros import LARGE, SMALL, Size
from puzzles.generate.alexandros_defend import defend
from puzzles.generate.making import put_together
from puzzles.solving import solve
from solver.alexandros.defend_documents import ALL, Defend, DefendAnswer
from solver.alexandros.defend_threats import Referee
from solver.answer import Limits, Status
from tests.alexandros.changing import mirrored_table
from tests.alexandros.defend_judge import Judge
from tests.alexandros.tables import draw
from tests.puzzles import conftest

GAME = load_game("alexandros")
satrap = conftest.satrap

# The wall a4-b5 parts T... and H....A: 3 blanks on the left, 4 on the right.
BOARD = draw("A|T...H....A")
PARTED = {"walls": ["a4-b5"], "walls_left": 9, "moved": True}


def scenario(players, board=BOARD, readings=None, question=None, **position):
    """A scenario put together in memory, found sound; Ana asks."""
    asked = Defend.model_validate({"kind": "defend", "unknown": "none", **(question or {})})
    table = Position.model_validate({"players": players, **position})
    return put_together(GAME, board, table, asked, "hand", readings=readings, board_name="./board.yaml")


def plain(answer):
    return [action.plain() for action in answer.plan.actions]


def best(*given, **more):
    answer = solve(scenario(*given, **more))
    assert (answer.status, answer.canonical, answer.gap) == (Status.OPTIMAL, True, 0)
    return answer.plan.before, answer.value, plain(answer)


def told(threats):
    return [(one.turn.player, one.province, one.by, one.loss, dict(one.cards)) for one in threats]


# -- takeovers ---------------------------------------------------------------------------------------

HORSES = {"ana": {"governors": ["A4"]}, "ben": {"hand": {"horse": 2}, "governors": ["A0"]}}
ONE = {"ana": {"governors": ["A4"]}, "ben": {"hand": {"horse": 1}, "governors": ["A0"]}}


def test_takeover():
    """Two horses eject the governor, and a governor takes its place; the other symbol takes a card or one more."""
    answer = solve(scenario(HORSES, question={"actions": 0}, **PARTED))
    assert told(answer.plan.threats) == [("ben", "A4", "takeover", 4, {"horse": 2})]
    (threat,) = answer.plan.threats
    assert [action.plain() for action in threat.turn.actions] == [{"occupy": ["A4", "A9"]}]
    assert (answer.value, answer.plan.before, answer.plan.worst.loss) == (4, 4, 4)


def test_one_horse_is_too_few():
    assert best(ONE, **PARTED) == (0, 0, [])


def test_a_card_taken_in_his_own_turn_counts():
    """The card of the move, or one taken as an action, is the second horse."""
    given = {"face_up": ["horse", "lyre"], **PARTED}
    assert best(ONE, **given) == (4, 0, [{"take": "horse"}])
    # What replaces the horse may be a horse, too.
    assert best(ONE, question={"unknown": "turned-up"}, **given) == (4, 4, [])


def test_what_is_turned_up_is_known_with_the_pile():
    rest = {"temple": 11, "amphora": 11, "lyre": 8, "hoplite": 11, "horse": 9}
    given = {
        "question": {"unknown": "turned-up"},
        "face_up": ["horse", "lyre"],
        "pile": ["lyre", "lyre"],
        "discards": rest,
        **PARTED,
    }
    assert best(ONE, **given) == (4, 0, [{"take": "horse"}])


def test_unknown_cards_of_the_rivals_turn():
    assert best(ONE, face_up=["lyre", "lyre"], question={"unknown": "turned-up"}, **PARTED) == (0, 0, [])
    lucky = {"unknown": "any"}
    before, value, _ = best(ONE, face_up=["lyre", "lyre"], question=lucky, **PARTED)
    assert (before, value) == (4, 4)


def test_two_takeovers_in_a_turn():
    hand = {"horse": 2, "temple": 2, "amphora": 1}
    players = {"ana": {"governors": ["A0", "A4"]}, "ben": {"hand": hand}}
    answer = solve(scenario(players, question={"actions": 0}, **PARTED))
    assert (answer.value, len(answer.plan.worst.turn.actions)) == (7, 2)
    assert told(answer.plan.threats) == [
        ("ben", "A0", "takeover", 3, {"temple": 2}),
        ("ben", "A4", "takeover", 4, {"horse": 2}),
    ]


def test_a_removal_frees_the_governor_for_a_takeover():
    hand = {"temple": 2}
    board = draw("A|T...H....AH.H.H.H.")
    walls = {"walls": ["a4-b5", "a10-b9", "a12-b13", "a16-b15"], "walls_left": 9, "moved": True}
    players = {"ana": {"governors": ["A0"]}, "ben": {"hand": hand, "governors": ["A10", "A12", "A14", "A16"]}}
    answer = solve(scenario(players, board=board, question={"actions": 0}, **walls))
    assert [action.plain() for action in answer.plan.worst.turn.actions] == [{"remove": ["A10"]}, {"occupy": ["A0"]}]
    assert answer.value == 3


def test_ejection_each_or_once():
    """Two governors hold a province: it pays nothing, so that nothing is lost."""
    players = {"ana": {"governors": ["A4", "A9"]}, "ben": {"hand": {"horse": 2}}}
    for reading in ("each", "once"):
        assert best(players, readings={"ejection": reading}, question={"actions": 0}, **PARTED) == (0, 0, [])


def test_a_governor_moves_to_another_symbol():
    """With `reinforce` a governor goes to the amphora and the one on the horse leaves: the horses eject nobody."""
    readings = {"own-province": "reinforce"}
    assert best(HORSES, **PARTED) == (4, 4, [])
    assert best(HORSES, readings=readings, **PARTED) == (4, 0, [{"occupy": ["A9"]}, {"remove": ["A4"]}])
    # A second governor alone means that the province pays nothing.
    assert best(HORSES, readings=readings, question={"actions": 1}, **PARTED) == (4, 4, [])


def test_compensation_given_to_a_rival_is_counted():
    """Ana takes the left province over from Ben: of the two temples one goes back to him, whichever way."""
    players = {"ana": {"hand": {"temple": 2}}, "ben": {"governors": ["A0"], "hand": {"temple": 1}}}
    one = {"question": {"actions": 1}, **PARTED}
    # With the temple that he gets he has two, and takes the province back; with none he could not.
    assert best(players, **one) == (0, 0, [])
    assert best(players, readings={"compensation": "none"}, **one) == (0, -3, [{"occupy": ["A0"]}])


# -- divisions ---------------------------------------------------------------------------------------


def test_division_and_free_triangle():
    """A temple sends Alexander to A0: a4-b3-b1 parts A3 alone, a4-a2-b1 parts A0 from all that is worth anything."""
    players = {"ana": {"governors": ["A0"]}, "ben": {}}
    given = {"walls": ["a4-b5"], "walls_left": 9, "moved": True, "alexander": "a4", "face_up": ["temple"]}
    answer = solve(scenario(players, question={"actions": 0}, **given))
    assert told(answer.plan.threats) == [("ben", "A0", "division", 3, {})]
    assert (answer.value, answer.plan.worst.turn.path) == (3, "a4-a2-b1")
    figures = {"free-triangle": "walls-and-figures"}
    assert best(players, readings=figures, question={"actions": 0}, **given) == (0, 0, [])


def test_hand_card_move():
    players = {"ana": {"governors": ["A0"]}, "ben": {"hand": {"temple": 1}}}
    given = {"walls": ["a4-b5"], "walls_left": 9, "moved": True, "alexander": "a4", "face_up": ["lyre"]}
    assert best(players, question={"actions": 0}, **given)[1] == 0
    answer = solve(scenario(players, readings={"hand-card-move": "yes"}, question={"actions": 0}, **given))
    assert (answer.value, answer.plan.worst.turn.hand) == (3, "temple")


def test_a_wall_may_part_two_governors():
    """Two governors in a province count 0; if a rival parts them the income rises."""
    board = draw("A|T..T..")
    players = {"ana": {"governors": ["A0", "A3"]}, "ben": {}}
    answer = solve(scenario(players, board=board, question={"actions": 0}, moved=True, face_up=["temple"]))
    assert answer.plan.threats == ()
    assert answer.value <= 0


# -- turns, ends, players ----------------------------------------------------------------------------


def test_the_game_ends_with_the_turn():
    answer = solve(scenario(HORSES, ending=True, **PARTED))
    assert (answer.value, answer.plan.worst, answer.plan.threats) == (0, None, ())


def test_a_levy_that_ends_the_game():
    players = {**HORSES, "ana": {"points": 97, "hand": {"horse": 1}, "governors": ["A4"]}}
    one = {"question": {"actions": 1}, **PARTED}
    assert best(players, **one) == (4, 0, [{"levy": "horse"}])
    high = {**players, "ana": {**players["ana"], "points": 96}}
    assert best(high, **one)[1] == 0
    assert best(high, readings={"threshold": "exceed"}, **one)[1] == 4
    assert best(high, readings={"hundred-end": "after-turn"}, **one)[1] == 0


def test_against_one_rival():
    players = {**HORSES, "eva": {}}
    assert best(players, question={"against": "eva"}, **PARTED) == (0, 0, [])
    assert best(players, question={"against": "ben"}, **PARTED)[0] == 4
    assert best(players, **PARTED)[0] == 4


def test_in_a_rivals_turn_nothing_can_be_done():
    given = {**PARTED, "active": "ben", "actions": 1}
    answer = solve(scenario(HORSES, question={"player": "ana"}, **given))
    assert (answer.value, answer.plan.actions) == (4, ())
    done = solve(scenario(HORSES, question={"player": "ana"}, **{**given, "actions": 2}))
    assert done.value == 0


def test_passing_not_allowed():
    readings = {"passing": "not"}
    made = scenario(HORSES, readings=readings, **PARTED)
    answer = solve(made)
    assert len(answer.plan.actions) == 2
    assert len(answer.plan.worst.turn.actions) == 2
    assert check(made, answer.plan).legal


def test_all_and_top():
    made = scenario(ONE, face_up=["horse", "lyre"], **PARTED)
    every_one = solve(made, all=True)
    assert [plain(one) for one in every_one.answers] == [[{"take": "horse"}]]
    assert every_one.complete
    some = solve(made, top=4)
    assert [one.value for one in some.answers] == sorted(one.value for one in some.answers)
    assert len(some.answers) == 4
    assert not some.complete


def test_check():
    made = scenario(HORSES, **PARTED)
    right = solve(made).plan
    assert check(made, right).legal
    wrong = check(made, right.model_copy(update={"threats": ()}))
    assert [breach.path for breach in wrong.breaches] == [("threats", 0)]
    illegal = check(made, DefendAnswer(actions=(Action(levy="horse"),)))
    assert {breach.rule for breach in illegal.breaches} == {"5-7"}
    lucky = check(made, DefendAnswer(actions=(Action(take=PILE, drawn="horse"),)))
    assert not lucky.legal
    none = scenario(HORSES, question={"actions": 0}, **PARTED)
    assert not check(none, DefendAnswer(actions=(Action(take="horse"),))).legal


def test_bad_input(tmp_path, satrap):
    with pytest.raises(ValueError, match="unknown player"):
        scenario(HORSES, question={"player": "eva"}, **PARTED)
    with pytest.raises(ValueError, match="no rival of ana"):
        scenario(HORSES, question={"against": "ana"}, **PARTED)
    with pytest.raises(ValueError, match="before Alexander's move"):
        scenario(HORSES, **{**PARTED, "moved": False})
    with pytest.raises(ValueError, match="the game is over"):
        scenario(HORSES, over=True, **PARTED)
    text = json.loads(json.dumps(scenario(HORSES, **PARTED).plain()))
    text["question"]["unknown"] = "some"
    file = tmp_path / "bad.yaml"
    file.write_text(json.dumps({**text, "board": "satrapies"}))
    done = satrap("solve", file)
    assert done.status == 2
    assert "question.unknown" in done.err


# -- against trying every turn -----------------------------------------------------------------------


JUDGED = Size(board=((2, 2), (4, 6)), players=(2, 3), turns=(1, 6), readings=0.2, known=0.3)
"""Small enough to try every turn."""


def judged(seed):
    made = defend(seed, size=JUDGED)
    answer = solve(made)
    assert answer.status is Status.OPTIMAL, seed
    assert (answer.value, len(answer.plan.actions)) == Judge(made).best(), seed


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 6])
def test_against_every_turn(seed):
    judged(seed)


@pytest.mark.big
def test_against_every_turn_big():
    for seed in range(100, 320):
        judged(seed)


# -- laws --------------------------------------------------------------------------------------------


def replayed(made, reply, actions):
    """A rival's turn, played whole after the player's: what is lost by it."""
    judge = Judge(made)
    now = judge.position
    rulings = made.rulings
    if now.whose == judge.name:
        played = play_turn(made.board, now, Turn(actions=actions), rulings, open_draws=True)
        now = played.position
        if reply.opened:
            now = refill(now, reply.opened, rulings).position
    rival = reply.turn.player
    if now.whose != rival:
        now = now.changed(active=rival, moved=False, actions=0, levied=False)
    played = play_turn(made.board, now, reply.turn, rulings, open_draws=True)
    assert [breach.message for breach in played.breaches] == []
    return judge.base - judge.income(played.position)


def sound(made, **more):
    answer = solve(made, **more)
    assert (answer.status, answer.canonical, answer.gap) == (Status.OPTIMAL, True, 0)
    verdict = check(made, answer.plan)
    assert verdict.legal
    assert verdict.gap == 0
    plan = answer.plan
    assert (plan.before >= plan.after == answer.value) or made.rulings.readings["passing"] == "not"
    if plan.worst is not None:
        assert replayed(made, plan.worst, plan.actions) == answer.value
    for threat in plan.left:
        replayed(made, threat, plan.actions)
    return answer


@pytest.mark.parametrize("seed", range(6))
def test_answers_are_sound(seed):
    sound(defend(seed, size=LARGE if seed % 2 else SMALL))


@pytest.mark.big
def test_answers_are_sound_big():
    for seed in range(100, 1100):
        sound(defend(seed, size=SMALL if seed % 4 else LARGE))


def changed(made, name, position=None, **question):
    """The same scenario with another position or question."""
    asked = made.question.model_copy(update=question)
    table = made.position if position is None else position
    return put_together(GAME, made.board, table, asked, name, readings=made.readings, board_name=made.board_name)


def renamed(made):
    names = dict(zip(made.position.players, ("zoe", "yan", "xia", "wim"), strict=False))
    position = made.position.changed(
        players={names[name]: state for name, state in made.position.players.items()},
        active=names[made.position.whose],
    )
    against = names.get(made.question.against, ALL)
    return changed(made, "renamed", position, player=names[made.question.player], against=against)


def laws(seed):
    made = defend(seed, size=SMALL)
    value = sound(made).value
    assert sound(renamed(made)).value == value
    board, position = mirrored_table(made.board, made.position)
    turned = put_together(
        GAME, board, position, made.question, "mirrored", readings=made.readings, board_name=made.board_name
    )
    assert sound(turned).value == value
    by = [solve(changed(made, "one", unknown=unknown)).value for unknown in ("none", "turned-up", "any")]
    assert by == sorted(by)
    free = made.rulings.readings["passing"] == "allowed"
    fewer = [solve(changed(made, "few", actions=count)).value for count in (2, 1, 0)]
    assert fewer == sorted(fewer) or not free
    rivals = [name for name in made.position.players if name != made.question.player]
    single = [solve(changed(made, "rival", against=name, actions=0)).value for name in rivals]
    assert max(single) == solve(changed(made, "all", against=ALL, actions=0)).value


@pytest.mark.parametrize("seed", range(4))
def test_laws(seed):
    laws(seed)


@pytest.mark.big
def test_laws_big():
    for seed in range(100, 300):
        laws(seed)


def test_time_limit():
    answer = solve(defend(117), limits=Limits(seconds=0.05))
    assert answer.status in (Status.FEASIBLE, Status.OPTIMAL, Status.UNKNOWN)


def test_nobody_moves_where_no_card_can_come_up():
    """More cards in a hand than there are, as when an explanation lifts what a player holds: then nothing is lost."""
    players = {"ana": {"hand": dict.fromkeys(SYMBOLS, 12), "governors": ["A4"]}, "ben": {}}
    table = Position.model_validate(
        {"alexander": "a0", "players": players, "pile": 0, "discards": {"horse": 1, "lyre": 1}, "actions": 2, **PARTED}
    )
    asked = Defend.model_validate({"kind": "defend", "unknown": "turned-up"})
    task = put_together(GAME, BOARD, table, asked, "hand", board_name="./board.yaml", checked=False).task
    referee = Referee(task.board, "ana", ("ben",), "turned-up", task.rulings.fresh())
    judged = referee.judge(task.position, sum(referee.income(task.position).values()), ended=True)
    assert (judged.loss, judged.worst, judged.threats) == (0, None, ())
