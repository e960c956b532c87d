"""Bad input of alexandros: positions, logs, boards, questions; a message for each fault, its line and path.

What is changed stands first, then line, path, message and what was expected of each fault.
"""

import json
from pathlib import Path

import pytest

from models.alexandros.position import Position
from models.alexandros.rulings import RULINGS
from models.documents import Source, validate
from models.errors import InputError, dotted
from models.errors import one_of as nearest
from puzzles.checking import check as check_answer
from puzzles.questions import find
from puzzles.scenario import load, parse, task_of
from tests.puzzles.faults import (
    TEMPLATES,
    broken,
    cases,
    changed,
    check,
    one_of,
    question_faults,
    refused,
    templates_of,
)

POSITION = """\
satrap: 1
game: alexandros
board: satrapies
position:
  alexander: g10
  walls: [i4-h5-g6, g6-g8-h9, h9-h11, h11-g10]
  walls_left: 58
  red_left: 10
  face_up: [horse, temple]
  discards: {lyre: 1}
  pile: 46
  active: ana
  moved: true
  actions: 1
  levied: true
  ending: false
  players:
    ana: {points: 3, hand: {temple: 2, lyre: 1}, governors: [H3]}
    ben: {hand: {amphora: 1, horse: 2}}
"""

LOG = """\
satrap: 1
game: alexandros
profile: published
position:
  face_up: [amphora, lyre]
  players:
    ana: {hand: {horse: 1}}
    ben: {hand: {horse: 1}}
    eva: {hand: {temple: 1}}
events:
  - player: ana
    card: amphora
    to: F6
    path: i4-i6-h7-g8
    turned_up: [amphora]
    actions: [{occupy: [H3, H4]}, {remove: H3}]
  - player: ben
    card: lyre
    to: H8
    path: g8-h7-i8
    turned_up: [horse, temple]
    actions: [{take: amphora}, {take: pile, drawn: horse}]
  - {player: eva, card: horse, to: G5, path: i8-h7-g6, turned_up: [temple], actions: [{occupy: F6}]}
  - {player: ana, card: temple, to: I7, path: g6-h7-i6-j7, turned_up: [amphora], actions: [{levy: temple}]}
"""

BOARD = """\
satrap: 1
game: alexandros
name: my-board
title: Four strips
start: b3
land: |
  D|    T..
  C|  .L.H.O
  B|  T..A..
  A|   H..L.
rim: closing
open: [a4-a6]
"""

ON_BOARD = """\
satrap: 1
game: alexandros
board: ./board.yaml
position: {walls: [b3-b5-c6-d7], players: {ana: {hand: {temple: 1}}, ben: {}}}
"""

LAND = BOARD[BOARD.index("land:") : BOARD.index("rim:")]


def symbol(near=None):
    return one_of("temple", "amphora", "horse", "lyre", "hoplite", near=near)


POSITIONS = [
    ("Alexander off the board", "alexander: g10", "alexander: g42", [(5, "position.alexander",
     "g42 is no point of the board", "a corner of a triangle, from a26 up to l19")]),
    ("Alexander on no point", "alexander: g10", "alexander: g9", [(5, "position.alexander",
     "g9 is no point of the board", "a row and a number of its parity, like “a0” or “b1”")]),
    ("Alexander in a triangle", "alexander: g10", "alexander: G10", [(5, "position.alexander",
     "G10 is no point of the board", "a row and a number of its parity, like “a0” or “b1”")]),
    ("a line that is no list", "walls: [i4-h5-g6, g6-g8-h9, h9-h11, h11-g10]", "walls: i4-h5", [(6, "position.walls",
     "the text “i4-h5” is not a list", "a list")]),
    ("a wall to no point", "h9-h11, h11-g10]", "h9-h11, h11-g11]", [(6, "position.walls[3]",
     "g11 is no point of the board", "a row and a number of its parity, like “a0” or “b1”")]),
    ("a wall that jumps", "h9-h11, h11-g10]", "h9-h13, h11-g10]", [(6, "position.walls[2]",
     "no side leads from h9 to h13", "one of: i8, i10, h7, h11, g8, g10")]),
    ("a wall off the board", "i4-h5-g6,", "i4-i2-h1,", [(6, "position.walls[0]", "h1 is no point of the board",
     "a corner of a triangle, from a26 up to l19")]),
    ("a wall of one point", "h9-h11, h11-g10]", "h9-h11, g10]", [(6, "position.walls[3]",
     "g10 is a point, and no side", "points with “-” between")]),
    ("a wall twice", "h9-h11, h11-g10]", "h9-h11, h11-h9]", [(6, "position.walls[3]", "h9-h11 has a wall already",
     "one wall on a side (rule F-4)")]),
    ("a wall there and back", "h11-g10]", "h11-g10-h11]", [(6, "position.walls[3]", "g10-h11 has a wall already",
     "one wall on a side (rule F-4)")]),
    ("a line that is no name", "h11-g10]", "h11 g10]", [(6, "position.walls[3]", "“h11 g10” is not a name",
     "a letter, then letters, digits, “_”, “-” or “'”")]),
    ("fewer than no walls", "walls_left: 58", "walls_left: -1", [(7, "position.walls_left", "“-1” is negative",
     "at least 0")]),
    ("half a wall", "red_left: 10", "red_left: 9.5", [(8, "position.red_left", "“9.5” is not a whole number",
     "a whole number")]),
    ("three face up", "[horse, temple]", "[horse, temple, lyre]", [(9, "position.face_up", "too many entries",
     "at most 2")]),
    ("a card of no suit", "[horse, temple]", "[horse, temples]", [(9, "position.face_up[1]",
     "“temples” is not known here", symbol("temple"))]),
    ("a discard of no suit", "discards: {lyre: 1}", "discards: {lyra: 1}", [(10, "position.discards.lyra",
     "“lyra” is not known here", symbol("lyre"))]),
    ("discards as a list", "discards: {lyre: 1}", "discards: [lyre]", [(10, "position.discards",
     "a list is not a mapping", "key: value lines")]),
    ("a card too many in the pile", "pile: 46", "pile: 45", [(11, "position.pile",
     "45 in the pile and 9 elsewhere are 54 cards", "46, so that there are 55 (rule 3-2)")]),
    ("a pile in words", "pile: 46", "pile: many", [(11, "position.pile", "the text “many” is not a whole number",
     "a whole number, or a list")]),
    ("a pile with a card of no suit", "pile: 46", "pile: [horse, hose]", [(11, "position.pile[1]",
     "“hose” is not known here", symbol("horse"))]),
    ("a twelfth horse", "{amphora: 1, horse: 2}", "{amphora: 1, horse: 11}", [(9, "position.face_up[0]",
     "that makes 12 cards with the symbol horse", "at most 11 of each (rule 3-2)")]),
    ("a stranger's turn", "active: ana", "active: anna", [(12, "position.active", "unknown player “anna”",
     "ana? one of: ana, ben")]),
    ("actions before the move", "moved: true", "moved: false", [(14, "position.actions",
     "actions come after Alexander's move", "moved: true (rule 2-2)")]),
    ("a third action", "actions: 1", "actions: 3", [(14, "position.actions", "“3” is out of range", "at most 2")]),
    ("a levy that was no action", "actions: 1", "actions: 0", [(15, "position.levied", "a levy is an action",
     "actions: 1 or 2")]),
    ("moved in words", "moved: true", "moved: perhaps", [(13, "position.moved",
     "the text “perhaps” is not true or false", "true or false")]),
    ("points in quotes", "points: 3", "points: '3'", [(18, "position.players.ana.points",
     "the text “3” is not a whole number", "a whole number")]),
    ("a hand with a negative card", "{temple: 2, lyre: 1}", "{temple: -2, lyre: 1}", [(18,
     "position.players.ana.hand.temple", "“-2” is negative", "at least 0")]),
    ("a hand as a list", "{temple: 2, lyre: 1}", "[temple, lyre]", [(18, "position.players.ana.hand",
     "a list is not a mapping", "key: value lines")]),
    ("a governor on a blank", "governors: [H3]", "governors: [H2]", [(18, "position.players.ana.governors[0]",
     "H2 is blank", "a triangle with a symbol (rule 5-4)")]),
    ("a governor on a point", "governors: [H3]", "governors: [h3]", [(18, "position.players.ana.governors[0]",
     "h3 is no triangle of the board", "a triangle, K18 to A25")]),
    ("a governor off the board", "governors: [H3]", "governors: [H33]", [(18, "position.players.ana.governors[0]",
     "H33 is no triangle of the board", "a triangle, K18 to A25")]),
    ("two governors on a triangle", "governors: [H3]", "governors: [H3, H3]", [(18,
     "position.players.ana.governors[1]", "a governor of ana stands on H3 already", "one on a triangle")]),
    ("a fifth governor", "governors: [H3]", "governors: [H3, F6, I7, J8, I3]", [(18, "position.players.ana.governors",
     "too many entries", "at most 4")]),
    ("a province of two players", "governors: [H3]}\n    ben: {hand: {amphora: 1, horse: 2}",
     "governors: [H3, K19]}\n    ben: {hand: {amphora: 1, horse: 2}, governors: [I7]", [(19,
     "position.players.ben.governors[0]", "I7 lies in a province with a governor of ana",
     "governors of one player in a province (rule 5-6)")]),
    ("a triangle of two players", "governors: [H3]}\n    ben: {hand: {amphora: 1, horse: 2}",
     "governors: [H3]}\n    ben: {hand: {amphora: 1, horse: 2}, governors: [H3]", [(19,
     "position.players.ben.governors[0]", "a governor of ana stands on H3 already", "one on a triangle")]),
    ("an unknown key of a player", "points: 3", "score: 3", [(18, "position.players.ana.score", "unknown key “score”",
     "one of: governors, hand, points")]),
    ("a single player", "    ben: {hand: {amphora: 1, horse: 2}}\n", "", [(17, "position.players", "too few entries",
     "at least 2")]),
    ("an unknown board", "board: satrapies", "board: satrapy", [(3, "board", "unknown board “satrapy”",
     "satrapies? one of: satrapies; or a path like ./my-board.yaml")]),
    ("an unknown key", "  ending: false", "  finished: false", [(16, "position.finished", "unknown key “finished”",
     nearest(Position.model_fields, "finished"))]),
    ("an unknown ruling", "board: satrapies", "rulings: {levy_filter: all}", [(3, "rulings.levy_filter",
     "unknown ruling “levy_filter”", nearest(RULINGS, "levy_filter"))]),
    ("an unknown reading", "board: satrapies", "rulings: {levy-filter: everything}", [(3, "rulings.levy-filter",
     "unknown reading “everything”", "one of: all, symbol")]),
    ("assumptions where there are none", "position:\n", "assumptions: {a: 1}\nposition:\n", [(4, "assumptions.a",
     "unknown key “a”", None)]),
]  # fmt: skip

EVENTS = [
    ("a stranger's turn", "- player: ben", "- player: bem", [(17, "events[1].player", "unknown player “bem”",
     "ben? one of: ana, ben, eva")]),
    ("nobody's turn", "  - player: ben\n    card", "  - card", [(17, "events[1].player",
     "the key “player” is missing", None)]),
    ("two cards", "    card: lyre\n", "    card: lyre\n    hand: horse\n", [(19, "events[1].hand",
     "a card is taken and another played", "one of: card, hand")]),
    ("a card of no suit", "    card: lyre\n", "    card: lire\n", [(18, "events[1].card", "“lire” is not known here",
     symbol("lyre"))]),
    ("a card without a triangle", "    to: H8\n", "", [(17, "events[1].to", "the key “to” is missing", None)]),
    ("a card without a way", "    path: g8-h7-i8\n", "", [(17, "events[1].path", "the key “path” is missing", None)]),
    ("a way without a card", "    card: lyre\n", "", [(18, "events[1].to", "“to” says nothing without a card",
     "card: <symbol>"), (19, "events[1].path", "“path” says nothing without a card", "card: <symbol>")]),
    ("as what, without a card", "    card: lyre\n    to: H8\n    path: g8-h7-i8\n", "    as: horse\n", [(18,
     "events[1].as", "“as” says nothing without a card", "card: <symbol>")]),
    ("a way as a list", "path: g8-h7-i8", "path: [g8, h7, i8]", [(20, "events[1].path", "a list is not a word",
     "a word, in quotes if YAML takes it for something else")]),
    ("three actions in one", "{take: amphora}, {take", "{take: amphora, levy: horse, remove: H4}, {take", [(22,
     "events[1].actions[0]", "an action must be one thing, this is take and levy and remove",
     "one of: levy, occupy, remove, take")]),
    ("no action", "{take: amphora}, {take", "{}, {take", [(22, "events[1].actions[0]",
     "an action must be one thing, this is none", "one of: levy, occupy, remove, take")]),
    ("an unknown action", "{take: amphora}, {take", "{draw: amphora}, {take", [(22, "events[1].actions[0].draw",
     "unknown key “draw”", "drawn? one of: drawn, ejects, gives, levy, occupy, remove, take")]),
    ("drawn from no pile", "{take: amphora}, {take", "{take: amphora, drawn: horse}, {take", [(22,
     "events[1].actions[0].drawn", "nothing is drawn where no card comes from the pile", "take: pile")]),
    ("a card of the pile with no name", "drawn: horse", "drawn: house", [(22, "events[1].actions[1].drawn",
     "“house” is not known here", symbol("horse"))]),
    ("a gift without a takeover", "{take: amphora}, {take", "{take: amphora, gives: {horse: 1}}, {take", [(22,
     "events[1].actions[0].gives", "“gives” says nothing where no province is taken over", "occupy: …")]),
    ("ejected for nothing", "{levy: temple}", "{levy: temple, ejects: H3}", [(24, "events[3].actions[0].ejects",
     "“ejects” says nothing where no province is taken over", "occupy: …")]),
    ("five governors at once", "occupy: [H3, H4]", "occupy: [H3, H4, F6, I7, J8]", [(16,
     "events[0].actions[0].occupy", "too many entries", "at most 4")]),
    ("no governor placed", "occupy: [H3, H4]", "occupy: []", [(16, "events[0].actions[0].occupy", "too few entries",
     "at least 1")]),
    ("a levy as a list", "{levy: temple}", "{levy: [temple]}", [(24, "events[3].actions[0].levy",
     "a list is not known here", symbol())]),
    ("five cards turned up", "turned_up: [horse, temple]", "turned_up: [horse, temple, lyre, lyre, lyre]", [(21,
     "events[1].turned_up", "too many entries", "at most 4")]),
    ("turned up in a word", "turned_up: [amphora]\n", "turned_up: amphora\n", [(15, "events[0].turned_up",
     "the text “amphora” is not a list", "a list")]),
    ("an unknown key", "    to: H8\n", "    too: H8\n", [(19, "events[1].too", "unknown key “too”",
     "to? one of: actions, as, card, hand, path, player, to, turned_up")]),
    ("events that are no list", LOG[LOG.index("events:"):], "events: {player: ana}\n", [(10, "events",
     "a mapping is not a list", "a list")]),
]  # fmt: skip

BOARDS = [
    ("a character that means nothing", "T..A..", "T.XA..", [(6, "land[2]", "strip B holds “X”",
     "., A, H, L, O, T, or a space for no triangle")]),
    ("a strip that is none", "  C|  .L.H.O\n", "  C  .L.H.O\n", [(6, "land[1]", "“C  .L.H.O” is no strip",
     "a capital A to Y, “|”, then its triangles"), (6, "land[2]", "strip B stands below strip D",
     "C, strips follow one another from the top")]),
    ("a strip that is missing", "  C|  .L.H.O\n", "", [(6, "land[1]", "strip B stands below strip D",
     "C, strips follow one another from the top")]),
    ("a strip twice", "  C|  .L.H.O\n", "  C|  .L.H.O\n  C|  .L.H.O\n", [(6, "land[2]",
     "strip C stands below strip C", "B, strips follow one another from the top")]),
    ("strips from below", "  D|    T..\n  C|  .L.H.O\n", "  C|  .L.H.O\n  D|    T..\n", [(6, "land[1]",
     "strip D stands below strip C", "B, strips follow one another from the top"), (6, "land[2]",
     "strip B stands below strip D", "C, strips follow one another from the top")]),
    ("a strip Z", "  D|    T..\n", "  Z|    T..\n", [(6, "land[0]", "“Z|    T..” is no strip",
     "a capital A to Y, “|”, then its triangles")]),
    ("land in two parts", "  C|  .L.H.O\n", "  C|  .L. .O\n", [(6, "land",
     "the land is in several parts: nothing joins C2 to D4 across sides", "land in one part")]),
    ("no symbol", LAND, "land: [A|....]\n", [(6, "land", "no triangle carries a symbol", "one of: ., A, H, L, O, T"),
     (8, "open[0]", "a6 is no point of the board", "a corner of a triangle, from a4 up to b1")]),
    ("no triangle", LAND, "land: ['A|']\n", [(6, "land", "there is no triangle", "characters for triangles")]),
    ("no land", LAND, "", [(1, "land", "the key “land” is missing", None)]),
    ("an empty drawing", LAND, "land: ''\n", [(6, "land", "too few entries", "at least 1")]),
    ("land as a number", LAND, "land: 4\n", [(6, "land", "“4” is not a list", "a list")]),
    ("a start off the board", "start: b3", "start: b13", [(5, "start", "b13 is no point of the board",
     "a corner of a triangle, from a8 up to e4")]),
    ("a start on no point", "start: b3", "start: b4", [(5, "start", "b4 is no point of the board",
     "a row and a number of its parity, like “a0” or “b1”")]),
    ("no start", "start: b3\n", "", [(1, "start", "the key “start” is missing", None)]),
    ("a rim of another kind", "rim: closing", "rim: coast", [(11, "rim", "“coast” is not known here",
     "one of: closing, open")]),
    ("a line inside", "open: [a4-a6]", "open: [b3-b5]", [(12, "open[0]", "b3-b5 is no side of the rim",
     "a side with one triangle")]),
    ("a line off the board", "open: [a4-a6]", "open: [a0-a2]", [(12, "open[0]", "a0 is no point of the board",
     "a corner of a triangle, from a8 up to e4"), (12, "open[0]", "a2 is no point of the board",
     "a corner of a triangle, from a8 up to e4")]),
    ("a line that jumps", "open: [a4-a6]", "open: [a4-a8]", [(12, "open[0]", "no side leads from a4 to a8",
     "one of: b3, b5, a6")]),
    ("a line of one point", "open: [a4-a6]", "open: [a4]", [(12, "open[0]", "a4 is a point, and no side",
     "points with “-” between")]),
    ("a side twice", "open: [a4-a6]", "open: [a4-a6, a6-a4]", [(12, "open[1]", "a4-a6 stands twice",
     "each side once")]),
    ("what the rim is already", "open: [a4-a6]", "closing: [a4-a6-a8]", [(12, "closing",
     "all of the rim is closing already", "rim: open, or none named")]),
    ("another game's board", "game: alexandros", "game: empire", [(2, "game", "“empire” is not known here",
     "one of: alexandros")]),
    ("an unknown key", "rim: closing", "coast: closing", [(11, "coast", "unknown key “coast”",
     "one of: closing, game, invented, land, name, note, open, rim, satrap, start, title")]),
]  # fmt: skip

QUESTIONS = [
    ("best-turn", {"maximise": "points"}, "measure", "“measure” means nothing to “maximise: points”"),
    ("best-turn", {"measure": {"points": -1}}, "measure.points", "“-1” is negative"),
    ("best-turn", {"measure": {"point": 1}}, "measure.point", "unknown key “point”"),
    ("best-turn", {"draws": "some"}, "draws", "“some” is not known here"),
    ("occupy", {"minimise": "cards"}, "minimise", "“minimise” says nothing where “assign” is asked"),
    ("occupy", {"ask": "cheapest"}, "actions", "“actions” says nothing where “cheapest” is asked"),
    ("occupy", {"actions": 0}, "actions", "“0” is out of range"),
    ("occupy", {"provinces": ["G5", "G99"]}, "provinces[1]", "G99 is no triangle of the board"),
    ("occupy", {"provinces": ["G5", "G5"]}, "provinces[1]", "G5 is in the province of G5"),
    ("occupy", {"provinces": []}, "provinces", "too few entries"),
    ("enclose", {"ask": "fewest"}, "", "the key “value” is missing"),
    ("enclose", {"value": 8}, "value", "“value” says nothing where “most” is asked"),
    ("enclose", {"moves": 3}, "moves", "“moves” says nothing where “most” is asked"),
    ("enclose", {"ask": "moves", "value": 3, "moves": 6}, "moves", "“6” is out of range"),
    ("enclose", {"walls": -1}, "walls", "“-1” is negative"),
    ("enclose", {"inside": "g8"}, "inside", "g8 is no triangle of the board"),
    ("levy", {"turns": 6}, "turns", "“6” is out of range"),
    ("levy", {"maximise": "income"}, "maximise", "“income” is not known here"),
    ("plan", {"turns": 0}, "turns", "“0” is out of range"),
    ("plan", {"turns": 5}, "turns", "“5” is out of range"),
    ("defend", {"against": "me"}, "against", "no rival of me is called “me”"),
    ("defend", {"actions": 3}, "actions", "“3” is out of range"),
    ("defend", {"unknown": "every"}, "unknown", "“every” is not known here"),
]


@cases(POSITIONS)
def test_position(satrap, old, new, faults):
    check(satrap, changed(POSITION, (old, new)), faults, command="score")


@cases(EVENTS)
def test_event(satrap, old, new, faults):
    check(satrap, changed(LOG, (old, new)), faults, command="replay")


@cases(BOARDS)
def test_board(satrap, old, new, faults):
    Path("board.yaml").write_text(changed(BOARD, (old, new)))
    Path("test.yaml").write_text(ON_BOARD)
    for command in (
        ("board", "check", "alexandros", "board.yaml"),
        ("board", "show", "alexandros", "./board.yaml", "-o", "out.svg"),
        ("draw", "test.yaml", "-o", "out.svg"),
    ):
        assert Path(refused(satrap, faults, *command)[0]["file"]) == Path("board.yaml")


def test_all_is_sound_before_it_is_changed(satrap):
    Path("position.yaml").write_text(POSITION)
    Path("log.yaml").write_text(LOG)
    Path("board.yaml").write_text(BOARD)
    Path("test.yaml").write_text(ON_BOARD)
    assert satrap("score", "position.yaml", "--json").json["totals"]["ana"] == {"points": 3}
    assert broken(satrap("replay", "log.yaml", "--json")) == []
    assert satrap("board", "check", "alexandros", "board.yaml").out == "Four strips: sound\n"
    assert "C    . l . h╱. o    C" in satrap("draw", "test.yaml", "--text").out


def test_all_faults_of_a_position_at_once(satrap):
    text = changed(POSITION, ("alexander: g10", "alexander: g9"), ("active: ana", "active: anna"), ("[H3]", "[H2]"))
    wanted = [
        (5, "position.alexander", "g9 is no point of the board", "a row and a number of its parity, like “a0” or “b1”"),
        (12, "position.active", "unknown player “anna”", one_of("ana", "ben", near="ana")),
        (18, "position.players.ana.governors[0]", "H2 is blank", "a triangle with a symbol (rule 5-4)"),
    ]
    check(satrap, text, wanted, command="score")


TURNS = [
    ("a card that lies elsewhere", "card: lyre", "card: temple", [("4-1", "events[1].card")]),
    ("a triangle with another symbol", "to: H8", "to: H9", [("4-2", "events[1].to")]),
    ("a triangle of no board", "to: H8", "to: H88", [("F-7", "events[1].to")]),
    ("a triangle further on", "to: H8", "to: J10", [("4-2", "events[1].to")]),
    ("a way of no board", "path: g8-h7-i8", "path: g8-h77", [("F-3", "events[1].path")]),
    ("a way from elsewhere", "path: g8-h7-i8", "path: h7-i8", [("F-3", "events[1].path")]),
    ("a way to no corner", "path: g8-h7-i8", "path: g8-h7-i6", [("4-3", "events[1].path")]),
    ("a detour", "path: g8-h7-i8", "path: g8-g10-h9-i8", [("F-3", "events[1].path")]),
    ("a card that cannot turn up", "drawn: horse", "drawn: horse}, {take: lyre", [("2-3", "events[1].actions[2]")]),
    ("a province of nobody's", "occupy: [H3, H4]", "occupy: [H3, H2]", [("5-4", "events[0].actions[0].occupy[1]")]),
]


@pytest.mark.parametrize(("old", "new", "breaches"), [c[1:] for c in TURNS], ids=[c[0] for c in TURNS])
def test_what_breaks_a_rule_in_a_turn_is_a_breach_and_no_fault(satrap, old, new, breaches):
    Path("log.yaml").write_text(changed(LOG, (old, new)))
    told = satrap("replay", "log.yaml", "--json")
    assert told.status == 1
    assert broken(told)[: len(breaches)] == breaches


@pytest.mark.parametrize("name", templates_of("alexandros"))
def test_question(name):
    assert question_faults(name) == []
    assert question_faults(name, frobnicate=1) == [("question.frobnicate", "unknown key “frobnicate”")]
    assert ("question.player", "unknown player “zoe”") in question_faults(name, player="zoe")
    assert [path for path, _ in question_faults(name, player=3)] == ["question.player"]


@pytest.mark.parametrize(("kind", "changes", "path", "message"), QUESTIONS)
def test_what_a_question_says(kind, changes, path, message):
    wanted = f"question.{path}" if path else "question"
    assert (wanted, message) in question_faults(f"alexandros/{kind}", **changes)


ANSWERS = [
    ("cases of no card", "best-turn-hope-for-a-hoplite", {"cases": {"horses": {}}}, "cases.horses",
     "“horses” is not known here"),
    ("a wall as a list", "enclose-fourteen-walls", {"province": "F20", "walls": ["f31", ["f29"]]}, "walls[1]",
     "a list is not a word"),
    ("no province", "enclose-fourteen-walls", {"walls": ["f31-f29"]}, "province", "the key “province” is missing"),
    ("a row of no symbol", "levy-for-whom", {"rows": [{"symbol": "hors", "points": {}}]}, "rows[0].symbol",
     "“hors” is not known here"),
    ("a turn as an action", "plan-four-governors", {"turns": [{"take": "horse"}]}, "turns[0].take",
     "unknown key “take”"),
    ("a threat of nobody's", "defend-a-wall-across", {"threats": [{"loss": 5, "turn": {}}]}, "threats[0].province",
     "the key “province” is missing"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "answer", "path", "message"), [c[1:] for c in ANSWERS], ids=[c[0] for c in ANSWERS])
def test_answer(satrap, name, answer, path, message):
    Path("answer.json").write_text(json.dumps(answer))
    faults = satrap("check", f"alexandros/{name}", "answer.json", "--json").faults
    assert (path, message) in [(fault["path"], fault["message"]) for fault in faults]


MOVE = {"card": "hoplite", "to": "F13", "path": "e14-f13"}
LYRE = {"card": "lyre", "to": "I4", "path": "j5-i4", "actions": [{}]}
TWO = {"take": "lyre", "remove": "I12"}
WRONG = [
    ("two actions in one", "best-turn-take-over-and-levy", {**MOVE, "actions": [TWO]}, "5-1", "actions[0]"),
    ("no action", "best-turn-take-over-and-levy", {**MOVE, "actions": [{}]}, "5-1", "actions[0]"),
    ("two cards", "best-turn-take-over-and-levy", {**MOVE, "hand": "lyre"}, "4-1", "hand"),
    ("no triangle", "best-turn-take-over-and-levy", {"card": "hoplite", "path": "e14-f13"}, "4-2", "to"),
    ("no way", "best-turn-take-over-and-levy", {"card": "hoplite", "to": "F13"}, "F-3", "path"),
    ("two actions in one of several turns", "levy-when", {"turns": [[TWO], [], []]}, "5-1", "turns[0][0]"),
    ("no action of a plan", "plan-four-governors", {"turns": [LYRE, {}, {}]}, "5-1", "turns[0].actions[0]"),
    ("no action of a defence", "defend-a-wall-across", {"actions": [{}]}, "5-1", "actions[0]"),
    ("two provinces in one", "occupy-which-to-take", {"actions": [TWO]}, "question", "actions[0]"),
]


@pytest.mark.parametrize(("name", "answer", "rule", "path"), [c[1:] for c in WRONG], ids=[c[0] for c in WRONG])
def test_an_answer_that_is_no_turn_is_illegal(name, answer, rule, path):
    scenario = load(f"alexandros/{name}")
    given = validate(find("alexandros", scenario.question.kind).load().answer, Source(answer))
    told = check_answer(scenario, given, best=False)
    assert not told.legal
    assert (rule, path) in [(breach.rule, dotted(breach.path)) for breach in told.breaches]


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name.split("/")[1] not in ("enclose", "occupy")])
def test_a_game_that_is_over_asks_nothing(name):
    data = TEMPLATES[name]
    text = json.dumps({**data, "position": {**data["position"], "over": True}})
    with pytest.raises(InputError):
        task_of(parse(text))
