"""Turns: the card, the move, two actions, the cards that are turned up, the two ends of the game."""

from models.alexandros.board import SYMBOLS
from models.alexandros.turn import play_turn
from tests.alexandros.tables import broken, choose, draw, table, turn

BOARD = draw(["A|..H...T.L."])
"""A horse on A2, a temple on A6, a lyre on A8; points a0 to a10 and b1 to b11."""
MOVE = {"card": "horse", "to": "A2", "path": "a0-a2"}
FACE = {"face_up": ["horse", "temple"]}


def play(position, rulings=None, board=BOARD, open_draws=False, **given):
    return play_turn(board, position, turn(**given), rulings or choose(), open_draws=open_draws)


def hand(played, name="ana"):
    return played.position.players[name].hand


def test_a_turn_of_a_move_and_two_cards():
    position = table(BOARD, **FACE, pile=["lyre", "amphora", "hoplite", "lyre"])
    played = play(position, **MOVE, actions=[{"take": "lyre"}, {"take": "pile"}])
    assert broken(played) == []
    # The lyre was turned up for the horse at once, the amphora drawn, the hoplite turned up for the lyre at the end.
    assert hand(played) == {"horse": 1, "lyre": 1, "amphora": 1}
    assert played.position.face_up == ("temple", "hoplite")
    assert played.position.pile == ("lyre",)
    assert (played.position.here, played.position.walls, played.position.black) == ("a2", ("a0-a2",), 64)
    assert (played.position.whose, played.position.moved, played.position.actions) == ("ben", False, 0)


def test_a_card_taken_as_an_action_may_be_replaced_at_once():
    position = table(BOARD, **FACE, pile=["lyre", "amphora", "hoplite", "lyre"])
    played = play(position, choose(refill_action="at-once"), **MOVE, actions=[{"take": "lyre"}, {"take": "pile"}])
    assert hand(played) == {"horse": 1, "lyre": 1, "hoplite": 1}
    assert played.position.face_up == ("temple", "amphora")


def test_what_is_turned_up_from_a_hidden_pile_is_told():
    played = play(table(BOARD, **FACE), **MOVE, turned_up=["lyre", "lyre"], actions=[{"take": "lyre"}])
    assert broken(played) == []
    assert (played.position.face_up, played.position.pile_size) == (("temple", "lyre"), 51)
    untold = play(table(BOARD, **FACE), **MOVE)
    assert (broken(untold), untold.position.face_up, untold.position.pile_size) == ([], ("temple",), 53)
    extra = play(table(BOARD, **FACE), **MOVE, turned_up=["lyre", "lyre"])
    assert broken(extra) == [("F-13", "turned_up")]
    known = table(BOARD, **FACE, pile=["lyre", "amphora"])
    assert broken(play(known, **MOVE, turned_up=["amphora"])) == [("F-13", "turned_up")]
    none_left = table(BOARD, **FACE, discards={"lyre": 11})
    assert broken(play(none_left, **MOVE, turned_up=["lyre"])) == [("F-13", "turned_up")]


def test_a_draw_from_a_hidden_pile_is_told():
    position = table(BOARD, **FACE)
    assert hand(play(position, **MOVE, actions=[{"take": "pile", "drawn": "lyre"}])) == {"horse": 1, "lyre": 1}
    assert broken(play(position, **MOVE, actions=[{"take": "pile"}])) == [("5-2", "actions[0].take")]
    left_open = play(position, open_draws=True, **MOVE, actions=[{"take": "pile"}])
    assert (broken(left_open), left_open.undrawn, hand(left_open)) == ([], 1, {"horse": 1})
    known = table(BOARD, **FACE, pile=["lyre", "amphora"])
    assert broken(play(known, **MOVE, actions=[{"take": "pile", "drawn": "lyre"}])) == [("5-2", "actions[0].take")]


def test_an_empty_pile_is_made_of_the_discards():
    position = table(BOARD, **FACE, pile=[], discards={"lyre": 2})
    played = play(position, **MOVE, turned_up=["lyre"], actions=[{"take": "pile", "drawn": "lyre"}])
    assert broken(played) == []
    assert (played.position.pile_size, played.position.discards, hand(played)) == (0, {}, {"horse": 1, "lyre": 1})
    without = play(position, choose(empty_pile="none"), **MOVE, actions=[{"take": "pile", "drawn": "lyre"}])
    assert broken(without) == [("F-14", "actions[0].take")]
    assert without.position.face_up == ("temple",)


def test_a_card_of_the_hand_is_discarded():
    players = {"ana": {"hand": {"lyre": 1}}, "ben": {}}
    position = table(BOARD, **FACE, players=players)
    move = {"hand": "lyre", "to": "A8", "path": "a0-a2-a4-a6-a8"}
    played = play(position, choose(hand_card_move="yes"), **move)
    assert (broken(played), hand(played), played.position.discards) == ([], {}, {"lyre": 1})
    assert played.position.face_up == ("horse", "temple")
    refused = play(position, **move)
    assert (broken(refused), refused.left_out, refused.position) == ([("4-1", "hand")], True, position)


def test_a_joker():
    position = table(BOARD, face_up=["hoplite", "amphora"])
    move = {"card": "hoplite", "stands_for": "horse", "to": "A2", "path": "a0-a2"}
    played = play(position, choose(no_target="joker"), **move)
    assert (broken(played), hand(played), played.position.here) == ([], {"hoplite": 1}, "a2")
    skipped = play(position, actions=[{"take": "hoplite"}])
    assert (broken(skipped), hand(skipped), skipped.position.here) == ([], {"hoplite": 1}, "a0")
    assert skipped.lines[0].startswith("Alexander stays")


def test_the_card_of_the_move_pays_in_the_same_turn():
    board = draw(["A|..H...T."])
    position = table(board, face_up=["horse", "temple"], players={"ana": {"hand": {"temple": 1}}, "ben": {}})
    # The way a0-a2 closes nothing, so the whole board is one province: temple under a governor, horse paid.
    played = play(position, board=board, **MOVE, actions=[{"occupy": "A6"}])
    assert (broken(played), hand(played), played.position.discards) == ([], {"temple": 1}, {"horse": 1})


def test_two_actions_at_most_the_levy_once_and_illegal_ones_skipped():
    players = {"ana": {"hand": {"horse": 3}, "governors": ["A2"]}, "ben": {}}
    position = table(BOARD, **FACE, players=players)
    actions = [{"levy": "horse"}, {"levy": "horse"}, {"remove": "A6"}, {"remove": "A2"}, {"take": "temple"}]
    played = play(position, **MOVE, actions=actions)
    assert broken(played) == [
        ("5-13", "actions[1].levy"),
        ("5-12", "actions[2].remove[0]"),
        ("2-3", "actions[4]"),
    ]
    assert played.ledger.total("ana") == 7
    twice = play(position, **MOVE, turned_up=["lyre"], actions=[{"take": "lyre"}, {"take": "temple"}])
    assert broken(twice) == []


def test_actions_that_cannot_be_taken():
    players = {"ana": {"hand": {"lyre": 1}}, "ben": {}}
    played = play(table(BOARD, **FACE, players=players), **MOVE, actions=[{"take": "lyre"}, {"levy": "lyre"}])
    assert broken(played) == [("5-2", "actions[0].take"), ("5-7", "actions[1].levy")]


def test_a_takeover_is_told():
    board = draw(["A|..H...T."])
    players = {"ana": {"hand": {"horse": 2, "temple": 2}}, "ben": {"governors": ["A2"]}}
    played = play(table(board, face_up=["horse", "temple"], players=players), board=board, **MOVE,
                  actions=[{"occupy": "A2"}])  # fmt: skip
    assert broken(played) == []
    # Two horses eject, the temple is paid; ben gets two of the three, the temple first.
    assert played.lines[-1] == (
        "takes over ben's province with a governor on A2, paying temple and 2 horse; ben gets temple and horse"
    )
    assert hand(played, "ben") == {"temple": 1, "horse": 1}


def test_b15_removing_then_levying_pays():
    board = draw(["A|T.....H...."], start="a4")
    players = {"ana": {"governors": ["A0", "A6"], "hand": {"temple": 1}}, "ben": {}}
    position = table(board, face_up=["horse", "temple"], players=players)
    move = {"card": "horse", "to": "A6", "path": "a4-a6"}
    first = play(position, board=board, **move, actions=[{"remove": "A6"}, {"levy": "temple"}])
    assert first.ledger.total("ana") == 9
    second = play(position, board=board, **move, actions=[{"levy": "temple"}, {"remove": "A6"}])
    assert second.ledger.total("ana") == 0


B11 = draw(["A|..H.H"])
"""With a wall between A2 and A3: two blanks with a horse, and one blank with a horse."""


def b11(**more):
    players = {
        "ana": {"points": 97, "governors": ["A2"], "hand": {"horse": 1}},
        "ben": {"points": 99, "governors": ["A4"]},
    }
    return table(B11, walls=["b3-a4"], moved=True, players=players, face_up=["horse", "temple"], **more)


def test_b11_the_game_ends_at_once_when_somebody_has_100():
    played = play(b11(), board=B11, actions=[{"levy": "horse"}, {"take": "temple"}])
    assert broken(played) == [("6-4", "actions[1]")]
    assert {name: state.points for name, state in played.position.players.items()} == {"ana": 99, "ben": 100}
    assert played.position.over
    assert played.lines[-1] == "the game is over (rule 6-4): ben wins with 100 points"
    assert hand(played) == {}


def test_b11_under_other_readings():
    after_turn = play(b11(), choose(hundred_end="after-turn"), board=B11,
                      actions=[{"levy": "horse"}, {"take": "temple"}])  # fmt: skip
    assert (broken(after_turn), after_turn.position.over, hand(after_turn)) == ([], True, {"temple": 1})
    exceed = play(b11(), choose(threshold="exceed"), board=B11, actions=[{"levy": "horse"}])
    assert not exceed.position.over


def test_the_walls_run_out_and_the_turn_is_finished():
    position = table(BOARD, **FACE, walls_left=1, players={"ana": {"points": 5}, "ben": {"points": 5}})
    move = {"card": "temple", "to": "A6", "path": "a0-a2-a4-a6"}
    played = play(position, **move, actions=[{"take": "horse"}])
    assert broken(played) == []
    assert (played.position.over, hand(played)) == (True, {"horse": 1, "temple": 1})
    assert played.position.walled == {("a0", "a2"), ("a2", "a4"), ("a4", "a6")}
    assert played.lines[-1] == "the game is over (rule 6-1): ana and ben share the win with 5 points"
    untied = play(position, choose(end_tie="open"), **move)
    assert untied.lines[-1].endswith("ana and ben tie, and the text does not say who wins")
    exact = play(table(BOARD, **FACE, walls_left=3), **move)
    assert not exact.position.over
    assert play(exact.position.changed(over=True)).left_out


def test_the_end_by_points_comes_before_the_end_by_walls():
    played = play(b11(ending=True), board=B11, actions=[{"levy": "horse"}])
    assert "rule 6-4" in played.lines[-1]


def test_passing():
    assert broken(play(table(BOARD, **FACE), **MOVE)) == []
    assert broken(play(table(BOARD, **FACE), choose(passing="not"), **MOVE)) == [("2-3", "actions")]
    nothing = table(BOARD, face_up=["horse"], pile=[])
    assert broken(play(nothing, choose(passing="not"), **MOVE)) == []


def test_the_middle_of_a_turn():
    players = {"ana": {"governors": ["A2"], "hand": {"horse": 1}}, "ben": {}}
    position = table(BOARD, **FACE, players=players, moved=True, actions=1, levied=True)
    assert broken(play(position, actions=[{"levy": "horse"}, {"take": "horse"}, {"take": "temple"}])) == [
        ("5-13", "actions[0].levy"),
        ("2-3", "actions[2]"),
    ]


def test_a_move_tells_the_provinces_that_it_closes():
    board = draw(["A|..H...T.L."], start="b3")
    position = table(board, face_up=["temple", "temple"])
    # b3-a4 and a4-a6: the first wall parts A0 to A2 from the rest.
    played = play(position, board=board, card="temple", to="A6", path="b3-a4-a6")
    assert [(p.triangles[0], p.blanks) for p in played.closed] == [("A0", 2), ("A3", 5)]
    assert played.laid is not None
    assert len(played.laid.sides) == 2


def test_cards_are_kept_in_the_order_of_the_text():
    played = play(table(BOARD, **FACE), **MOVE, actions=[{"take": "temple"}])
    assert list(hand(played)) == [symbol for symbol in SYMBOLS if symbol in ("temple", "horse")]
