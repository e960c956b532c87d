"""Bad input: one message for each fault, all at once, with file, line, path and what was expected; nothing else."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from models.documents import MAX_BYTES, read_text
from models.empire.position import PlayerState
from models.empire.rulings import RULINGS
from models.errors import one_of as nearest_of
from puzzles.scenario import to_yaml
from tests.puzzles.faults import changed, check, one_of, refused

SCENARIO = """\
satrap: 1
game: empire
title: A test
board: oikoumene
position:
  region: 1
  round: 1
  players:
    michael: {}
    marion:
      order: 2
      armies: {macedonia: 2, boeotia: 2, thessaly: 1}
      temple: 4
      city: 3
      placed: {temples: [boeotia], cities: [boeotia, macedonia]}
    daniel: {}
assumptions:
  rivals:
    daniel:
      allocation: {order: 1, armies: 4, temple: 5, city: rest}
      moves:
        - {armies: 4, path: [symbol, macedonia]}
        - {armies: 1, path: [macedonia, illyria], pays: {temple: 1, city: 1}}
      pieces: {temples: [illyria], cities: [macedonia]}
question: {kind: best-response, player: michael}
"""

LATER = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 6
  round: 2
  turn_order: [marion, michael]
  players:
    michael: {armies: {taxila: 2}, spent: 13}
    marion:
      armies: {taxila: 1}
      temple: 3
      built: {temples: {phrygia: 1}, cities: [lydia]}
question: {kind: best-response, player: michael}
"""

LOG = """\
satrap: 1
game: empire
board: oikoumene
position:
  region: 3
  players: {marion: {}, michael: {}}
events:
  - distribute:
      marion: {order: 1, armies: 4, temple: 5, city: 5}
      michael: {armies: 5, temple: 5, city: 5}
  - seats: {marion: 2, michael: 1}
  - turn: michael
    moves: [{armies: 5, path: [symbol, syria]}]
"""

BOARD = """\
satrap: 1
game: empire
name: mine
title: Mine
regions:
  - number: 1
    name: North
    symbol: [0, 0]
    provinces:
      aa: {number: 1, sites: [temple], at: [100, 100]}
      bb: {number: 2, sites: [temple, city], at: [200, 100]}
      cc: {number: 3, at: [300, 100], target: true}
    arrows:
      - {from: symbol, to: aa}
      - {from: aa, to: bb, cost: 1, back: 0}
      - {from: bb, to: cc}
    touching: [[aa, cc]]
  - number: 2
    name: South
    symbol: [0, 300]
    provinces:
      dd: {number: 1, at: [100, 400], target: true}
    arrows: [{from: symbol, to: dd}]
"""

ON_BOARD = """\
satrap: 1
game: empire
board: ./board.yaml
position: {region: 1, players: {michael: {}, marion: {armies: {aa: 2}, temple: 13}}}
question: {kind: best-response, player: michael}
"""

HOME = ["boeotia", "chersonese", "illyria", "macedonia", "thessaly", "thrace"]
INDIA = ["aornus", "gandhara", "hyphasis", "patala", "paurava", "taxila"]
QUESTIONS = ["best-response", "contest", "final-swing", "game-plan", "region-plan", "robust", "route", "turn-order"]
MAPPING = "key: value lines"
NAME = "a letter, then letters, digits, “_”, “-” or “'”"
WORD = "a word, in quotes if YAML takes it for something else"


def line_of(text, words):
    assert text.count(words) == 1, words
    return text[: text.index(words)].count("\n") + 1


# -- the shape of a scenario: what is changed, then where, what is said and what was expected ----------------

P = "position.players."
R = "assumptions.rivals.daniel."
STATE = tuple(PlayerState.model_fields)
NOT_WHOLE = "is not a whole number"

SHAPE = [
    ("text for a number", "temple: 4", "temple: four", P + "marion.temple", f"the text “four” {NOT_WHOLE}",
     "a whole number"),
    ("a number in quotes", "temple: 4", "temple: '4'", P + "marion.temple", f"the text “4” {NOT_WHOLE}",
     "a whole number"),
    ("true for a number", "temple: 4", "temple: true", P + "marion.temple", f"“true” {NOT_WHOLE}", "a whole number"),
    ("nothing for a number", "temple: 4", "temple:", P + "marion.temple", f"nothing {NOT_WHOLE}", "a whole number"),
    ("a half", "temple: 4", "temple: 4.5", P + "marion.temple", f"“4.5” {NOT_WHOLE}", "a whole number"),
    ("infinity", "temple: 4", "temple: 1e999", P + "marion.temple", f"“inf” {NOT_WHOLE}", "a whole number"),
    ("a date", "temple: 4", "temple: 2020-01-01", P + "marion.temple", f"the text “2020-01-01” {NOT_WHOLE}",
     "a whole number"),
    ("a leading zero", "temple: 4", "temple: 04", P + "marion.temple", f"the text “04” {NOT_WHOLE}", "a whole number"),
    ("a negative number", "temple: 4", "temple: -4", P + "marion.temple", "“-4” is negative", "at least 0"),
    ("a large number", "temple: 4", "temple: 1000", P + "marion.temple", "“1000” is out of range", "at most 999"),
    ("a huge number", "temple: 4", f"temple: 0x{'f' * 5000}", P + "marion.temple", "a huge number is out of range",
     "at most 999"),
    ("a number too long to read", "temple: 4", f"temple: {'9' * 5000}", P + "marion.temple",
     f"the text “{'9' * 40}…” {NOT_WHOLE}", "a whole number"),
    ("a list for a mapping", "michael: {}", "michael: []", P + "michael", "a list is not a mapping", MAPPING),
    ("a word for a mapping", "michael: {}", "michael: me", P + "michael", "the text “me” is not a mapping", MAPPING),
    ("nothing for a mapping", "michael: {}", "michael:", P + "michael", "nothing is not a mapping", MAPPING),
    ("a word for a list", "temples: [boeotia]", "temples: boeotia", P + "marion.placed.temples",
     "the text “boeotia” is not a list", "a list"),
    ("a mapping for a list", "temples: [boeotia]", "temples: {boeotia: 1}", P + "marion.placed.temples",
     "a mapping is not a list", "a list"),
    ("a number for a word", "title: A test", "title: 5", "title", "“5” is not a word", WORD),
    ("nothing for a word", "board: oikoumene", "board:", "board", "nothing is not a word", WORD),
    ("text for true", "round: 1", "short: yes", "position.short", "the text “yes” is not true or false",
     "true or false"),
    ("an unknown key", "temple: 4", "tempel: 4", P + "marion.tempel", "unknown key “tempel”",
     one_of(*STATE, near="temple")),
    ("an unknown key like none", "temple: 4", "zzz: 4", P + "marion.zzz", "unknown key “zzz”", one_of(*STATE)),
    ("an unknown key of a payment", "pays: {temple: 1, city: 1}", "pays: {tempel: 1}", R + "moves[1].pays.tempel",
     "unknown key “tempel”", one_of("city", "temple", near="temple")),
    ("an unknown key of a file", "title: A test", "titel: A test", "titel", "unknown key “titel”",
     one_of("assumptions", "board", "events", "game", "note", "position", "profile", "question", "rulings", "satrap",
            "title", near="title")),
    ("a number that is no name", "michael: {}", "1: {}", P + "1", "“1” is not a name", NAME),
    ("an emoji that is no name", "michael: {}", "😀: {}", P + "😀", "“😀” is not a name", NAME),
    ("an empty name", "michael: {}", "'': {}", P, "“” is not a name", NAME),
    ("a name with a line break", "michael: {}", '"mi\\nchael": {}', P + "mi\nchael", "“mi\nchael” is not a name", NAME),
    ("a long name", "michael: {}", f"{'m' * 50}: {{}}", f"{P}{'m' * 40}…", f"“{'m' * 40}…” is too long",
     "at most 40 characters"),
    ("a long title", "title: A test", f"title: {'x' * 101}", "title", f"“{'x' * 40}…” is too long",
     "at most 100 characters"),
    ("a title that rings", "title: A test", 'title: "\\a\\e[31m"', "title", "“\a\x1b[31m” holds control characters",
     "a text on one line"),
    ("a region out of range", "region: 1", "region: 7", "position.region", "“7” is out of range", "at most 6"),
    ("a fourth round", "round: 1", "round: 4", "position.round", "“4” is out of range", "at most 3"),
    ("a round before the first", "round: 1", "round: 0", "position.round", "“0” is out of range", "at least 1"),
    ("another version", "satrap: 1", "satrap: 2", "satrap", "“2” is not known here", one_of("1")),
    ("true for the version", "satrap: 1", "satrap: true", "satrap", "“true” is not known here", one_of("1")),
    ("1.0 for the version", "satrap: 1", "satrap: 1.0", "satrap", "“1.0” is not known here", one_of("1")),
    ("the version in quotes", "satrap: 1", "satrap: '1'", "satrap", "the text “1” is not known here",
     "1 without quotes"),
    ("an unknown game", "game: empire", "game: empier", "game", "unknown game “empier”",
     one_of("alexandros", "alhambra", "empire", "successors", near="empire")),
    ("a list for the game", "game: empire", "game: [empire]", "game", "unknown game a list",
     one_of("alexandros", "alhambra", "empire", "successors")),
    ("no game", "game: empire", "game:", "game", "the key “game” is missing",
     one_of("alexandros", "alhambra", "empire", "successors")),
    ("an unknown profile", "title: A test", "profile: publishd", "profile", "“publishd” is not known here",
     one_of("published", "rulebook", near="published")),
    ("an unknown board", "board: oikoumene", "board: oikumene", "board", "unknown board “oikumene”",
     one_of("oikoumene", near="oikoumene") + "; or a path like ./my-board.yaml"),
    ("an unknown question", "kind: best-response", "kind: best-respons", "question.kind",
     "empire has no question “best-respons”", one_of(*QUESTIONS, near="best-response")),
    ("a list for the kind", "kind: best-response", "kind: []", "question.kind", "a list is not known here",
     one_of(*QUESTIONS)),
    ("a number for the kind", "kind: best-response", "kind: 5", "question.kind", "“5” is not known here",
     one_of(*QUESTIONS)),
    ("nothing for the kind", "kind: best-response", "kind: ", "question.kind", "the key “kind” is missing",
     one_of(*QUESTIONS)),
    ("no kind", "kind: best-response, ", "", "question.kind", "the key “kind” is missing", one_of(*QUESTIONS)),
    ("no player", ", player: michael", "", "question.player", "the key “player” is missing", None),
    ("an unknown aim", "player: michael", "player: michael, maximise: pionts", "question.maximise",
     "“pionts” is not known here", one_of("margin", "points", near="points")),
    ("no armies in a move", "{armies: 4, ", "{", R + "moves[0].armies", "the key “armies” is missing", None),
    ("a move of no armies", "{armies: 4, ", "{armies: 0, ", R + "moves[0].armies", "“0” is out of range", "at least 1"),
    ("a move of 16 armies", "{armies: 4, ", "{armies: 16, ", R + "moves[0].armies", "“16” is out of range",
     "at most 15"),
    ("a path that leads nowhere", "[symbol, macedonia]", "[symbol]", R + "moves[0].path", "too few entries",
     "at least 2"),
    ("no path", "[symbol, macedonia]", "[]", R + "moves[0].path", "too few entries", "at least 2"),
    ("nothing on a path", "[symbol, macedonia]", "[null, macedonia]", R + "moves[0].path[0]", "nothing is not a word",
     WORD),
    ("a share that is neither", "city: rest", "city: rset", R + "allocation.city", f"the text “rset” {NOT_WHOLE}",
     "a whole number, or rest? one of: rest"),
    ("a negative share", "city: rest", "city: -1", R + "allocation.city", "“-1” is negative",
     "at least 0, or one of: rest"),
    ("a single player", SCENARIO[SCENARIO.index("    marion:"):SCENARIO.index("assumptions:")], "",
     "position.players", "too few entries", "at least 2"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "path", "message", "expected"), [c[1:] for c in SHAPE], ids=[c[0] for c in SHAPE]
)
def test_shape(satrap, old, new, path, message, expected):
    text = changed(SCENARIO, (old, new))
    line = (
        line_of(SCENARIO, "    michael: {}") - 1 if not new and path == "position.players" else line_of(SCENARIO, old)
    )
    check(satrap, text, [(line, path, message, expected)])


@pytest.mark.parametrize("key", ["satrap", "position"])  # the only bundled board need not be named
def test_missing_key(satrap, key):
    text = re.sub(rf"^{key}:.*\n(  .*\n)*", "", SCENARIO, flags=re.MULTILINE)
    check(satrap, text, [(1, key, f"the key “{key}” is missing", None)])


@pytest.mark.parametrize("count", [6, 40])
def test_too_many_players(satrap, count):
    players = "".join(f"    p{number}: {{}}\n" for number in range(count - 3))
    text = changed(SCENARIO, ("    michael: {}\n", players + "    michael: {}\n"))
    check(satrap, text, [(8, "position.players", "too many entries", "at most 5")])


# -- references and totals -----------------------------------------------------------------------------------

UNKNOWN = "unknown province “{}” in Macedonia and Hellas"

REFERENCES = [
    ("an unknown ruling", "title: A test", "rulings: {contested-prise: next-highest-plus-one}",
     "rulings.contested-prise", "unknown ruling “contested-prise”", one_of(*RULINGS, near="contested-price")),
    ("an unknown reading", "title: A test", "rulings: {contested-price: difference-plus-on}",
     "rulings.contested-price", "unknown reading “difference-plus-on”",
     one_of("difference-plus-one", "next-highest-plus-one", near="difference-plus-one")),
    ("armies in an unknown province", "thessaly: 1", "thesaly: 1", P + "marion.armies.thesaly",
     UNKNOWN.format("thesaly"), one_of(*HOME, "symbol", near="thessaly")),
    ("armies in another region", "thessaly: 1", "lydia: 1", P + "marion.armies.lydia", UNKNOWN.format("lydia"),
     one_of(*HOME, "symbol", near="illyria")),
    ("a piece in an unknown province", "temples: [boeotia]", "temples: [boetia]", P + "marion.placed.temples[0]",
     UNKNOWN.format("boetia"), one_of(*HOME, near="boeotia")),
    ("a piece on the campaign symbol", "temples: [boeotia]", "temples: [symbol]", P + "marion.placed.temples[0]",
     UNKNOWN.format("symbol"), one_of(*HOME)),
    ("a policy's unknown province", "[macedonia, illyria]", "[macedonia, ilyria]", R + "moves[1].path[1]",
     UNKNOWN.format("ilyria"), one_of(*HOME, "symbol", near="illyria")),
    ("a policy's piece in an unknown province", "temples: [illyria]", "temples: [ilyria]", R + "pieces.temples[0]",
     UNKNOWN.format("ilyria"), one_of(*HOME, near="illyria")),
    ("16 cubes", "temple: 4", "temple: 5\n      spent: 1", P + "marion",
     "16 cubes in all (order 2 + armies 5 + temple 5 + city 3 + spent 1)", "15 (rule 3.3-1)"),
    ("far too many cubes", "temple: 4", "temple: 40", P + "marion",
     "50 cubes in all (order 2 + armies 5 + temple 40 + city 3)", "15 (rule 3.3-1)"),
    ("too few cubes", "temple: 4", "temple: 3\n      spent: 1", P + "marion",
     "only 14 cubes in all (order 2 + armies 5 + temple 3 + city 3 + spent 1)", "15 (rule 3.3-1)"),
    ("a piece without a site", "temples: [boeotia]", "temples: [macedonia]", P + "marion.placed.temples[0]",
     "macedonia has no temple site", "a piece that rule 3.1-3 allows"),
    ("a piece without an army", "temples: [boeotia]", "temples: [illyria]", P + "marion.placed.temples[0]",
     "no own army stands in illyria", "a piece that rule 5.4-1 allows"),
    ("a piece twice", "cities: [boeotia, macedonia]", "cities: [boeotia, boeotia]", P + "marion.placed.cities[1]",
     "a city lies in boeotia already", "a piece that rule 5.4-2 allows"),
    ("an unknown player asks", "player: michael", "player: mihcael", "question.player", "unknown player “mihcael”",
     one_of("daniel", "marion", "michael", near="michael")),
    ("an unknown player in the order", "round: 1", "turn_order: [michael, marion, danile, daniel]",
     "position.turn_order[2]", "unknown player “danile”", one_of("daniel", "marion", "michael", near="daniel")),
    ("a player twice in the order", "round: 1", "turn_order: [michael, marion, daniel, marion]",
     "position.turn_order[3]", "“marion” stands twice", None),
    ("a player missing in the order", "round: 1", "turn_order: [michael, marion]", "position.turn_order",
     "not everybody is named: daniel missing", "all players"),
    ("a player missing in the seating", "round: 1", "seating: [michael, marion]", "position.seating",
     "not everybody is named: daniel missing", "all players"),
    ("an unknown player's seat", "round: 1", "seats: {danile: 1}", "position.seats.danile", "unknown player “danile”",
     one_of("daniel", "marion", "michael", near="daniel")),
    ("a seat taken twice", "round: 1", "seats: {michael: 2, daniel: 2}", "position.seats.daniel",
     "seat 2 is michael's", "a free seat"),
    ("no such seat", "round: 1", "seats: {michael: 4}", "position.seats.michael", "there is no seat 4", "1 to 3"),
    ("an end before the last region", "round: 1", "ended: true", "position.ended",
     "the game cannot have ended in region 1", "region 6"),
    ("a region that the short game lacks", "region: 1\n  round: 1", "region: 1\n  short: true", "position.region",
     "the short game has no region 1", "2 to 4 (rule 7-1)"),
    ("fixed cubes that are not there", "player: michael", "player: michael, fixed: {allocation: {order: 16}}",
     "question.fixed.allocation", "16 cubes are put down", "at most the 15 in the hand of michael"),
    ("a fixed move without an arrow", "player: michael",
     "player: michael, fixed: {moves: [{armies: 1, path: [symbol, thrace]}]}", "question.fixed.moves[0]",
     "no arrow leads from symbol to thrace", "a move by rule 3.1-2"),
    ("a fixed move too far", "player: michael",
     "player: michael, fixed: {moves: [{armies: 1, path: [symbol, macedonia, thessaly, boeotia, chersonese]}]}",
     "question.fixed.moves[0]", "an army would enter more than 3 provinces this round", "a move by rule 5.3-2"),
    ("a fixed move of nobody", "player: michael",
     "player: michael, fixed: {moves: [{armies: 1, path: [thrace, chersonese]}]}", "question.fixed.moves[0]",
     "1 army to leave thrace, where 0 stand", "a move by rule 5.1-7"),
    ("a fixed move to an unknown province", "player: michael",
     "player: michael, fixed: {moves: [{armies: 1, path: [symbol, macedona]}]}", "question.fixed.moves[0].path[1]",
     UNKNOWN.format("macedona"), one_of(*HOME, "symbol", near="macedonia")),
    ("a fixed piece in an unknown province", "player: michael",
     "player: michael, fixed: {pieces: {cities: [macedona]}}", "question.fixed.pieces.cities[0]",
     UNKNOWN.format("macedona"), one_of(*HOME, near="macedonia")),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "path", "message", "expected"), [c[1:] for c in REFERENCES], ids=[c[0] for c in REFERENCES]
)
def test_reference(satrap, old, new, path, message, expected):
    text = changed(SCENARIO, (old, new))
    line = line_of(SCENARIO, "    marion:" if path == P + "marion" else old)
    check(satrap, text, [(line, path, message, expected)])


def test_a_rival_who_holds_cubes_and_has_no_plan(satrap):
    wanted = "daniel has 15 cubes in the hand and nothing says what becomes of them"
    text = changed(SCENARIO, (SCENARIO[SCENARIO.index("assumptions:") : SCENARIO.index("question:")], ""))
    check(satrap, text, [(1, "assumptions.rivals.daniel", wanted, "an allocation")])


def test_plans_of_those_who_have_none(satrap):
    text = changed(SCENARIO, ("    daniel:\n", "    danile: {}\n    michael: {}\n    daniel:\n"))
    known = one_of("daniel", "marion", near="daniel")
    expected = [
        (19, "assumptions.rivals.danile", "unknown player “danile”", known),
        (20, "assumptions.rivals.michael", "michael's plan is what the question asks for", "rivals only"),
    ]
    check(satrap, text, expected)


def test_an_army_that_nobody_could_have_there(satrap):
    text = changed(
        LATER,
        ("round: 2", "round: 1"),
        ("{taxila: 2}", "{hyphasis: 2}"),
        ("built: {temples: {phrygia: 1}, ", "built: {"),
    )
    far = "no army can be in hyphasis in round 1: it is 4 provinces from the campaign symbol"
    expected = "a province at most 3 away (rule 5.3-2)"
    check(satrap, text, [(9, P + "michael.armies.hyphasis", far, expected)])


@pytest.mark.parametrize(("spent", "told"), [(2, "2 cubes are spent"), (1, "1 cube is spent")])
def test_an_army_too_dear_for_what_is_spent(satrap, spent, told):
    text = changed(LATER, ("{taxila: 2}, spent: 13", f"{{aornus: 2}}, temple: {13 - spent}, spent: {spent}"))
    dear = f"no army of this player can be in aornus: the way costs 3 and {told}"
    expected = "enough cubes in “spent” for the area costs (rule 5.3-4)"
    check(satrap, text, [(9, P + "michael.armies.aornus", dear, expected)])


STANDING = [
    ("temples: {phrygia: 1}", "temples: {phrigia: 1}", P + "marion.built.temples.phrigia",
     "unknown province “phrigia”", "phrygia? one of: "),
    ("cities: [lydia]", "cities: [lydia, lidia]", P + "marion.built.cities[1]", "unknown province “lidia”",
     "lydia? one of: "),
    ("cities: [lydia]", "cities: [mysia]", P + "marion.built.cities[0]", "mysia has no city site",
     "a province with a city site (rule 3.1-3)"),
    ("cities: [lydia]", "cities: [lydia, lydia]", "position.players",
     "2 cities stand in lydia, where 3 rounds were scored", "one city in a province (rule 5.5.3-4)"),
    ("cities: [lydia]", "cities: [hyphasis, lydia], temples: {hyphasis: 2}", "position.players",
     "2 temples stand in hyphasis, where 1 round was scored",
     "one temple a round at most (rules 5.5.2-1, 5.5.4-1)"),
    ("cities: [lydia]",
     "cities: [macedonia, boeotia, lydia, pamphylia, cappadocia, syria, phoenicia, egypt, babylonia]",
     P + "marion.built.cities", "9 cities stand", "at most 8 (rule 5.5.3-5)"),
    ("cities: [lydia]}", "cities: [lydia]}\n      aside: {cities: 8}", P + "marion.built.cities",
     "1 city stands and 8 lie aside", "at most 8 (rule 5.5.3-5)"),
    ("cities: [lydia]}", "cities: [lydia, egypt]}\n      aside: {cities: 7}", P + "marion.built.cities",
     "2 cities stand and 7 lie aside", "at most 8 (rule 5.5.3-5)"),
    ("temples: {phrygia: 1}", "temples: {phrygia: 3, lydia: 3, caria: 3, illyria: 2}", P + "marion.built.temples",
     "11 temples stand", "at most 10 (rule 5.5.2-4)"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "path", "message", "expected"), STANDING)
def test_pieces_that_stand(satrap, old, new, path, message, expected):
    old, new = ("temples: {phrygia: 1}, " + old, new) if "temples: {hyphasis" in new else (old, new)
    if expected.endswith("one of: "):
        everywhere = satrap("board", "show", "empire", "oikoumene", "--json").json["regions"]
        provinces = [name for region in everywhere for name in region["provinces"]]
        near, wrong = expected[:-10], message.split("“")[1].rstrip("”")
        expected = nearest_of(provinces, wrong)
        assert expected.startswith(f"{near}? one of: ")
    line = 8 if path == "position.players" else line_of(LATER, old)
    check(satrap, changed(LATER, (old, new)), [(line, path, message, expected)])


def test_a_city_where_nobody_has_been(satrap):
    text = changed(SCENARIO, ("      city: 3\n", "      city: 3\n      built: {cities: [lydia]}\n"))
    what = "1 city stands in lydia, where 0 rounds were scored"
    check(satrap, text, [(8, "position.players", what, "one city in a province (rule 5.5.3-4)")])


@pytest.mark.parametrize(
    ("kind", "built", "rule"),
    [
        ("temple", "temples: {phrygia: 3, lydia: 3, caria: 3, illyria: 1}", "5.5.2-4"),
        ("city", "cities: [macedonia, boeotia, lydia, pamphylia, cappadocia, syria, phoenicia, egypt]", "5.5.3-5"),
    ],
)
def test_a_piece_over_the_supply(satrap, kind, built, rule):
    plural = {"temple": "temples", "city": "cities"}[kind]
    pieces = f"built: {{{built}}}\n      placed: {{{plural}: [taxila]}}"
    text = changed(LATER, ("built: {temples: {phrygia: 1}, cities: [lydia]}", pieces))
    path = f"{P}marion.placed.{plural}[0]"
    expected = [(14, path, f"no {kind} piece is left for taxila", f"a piece that rule {rule} allows")]
    check(satrap, text, expected)


def test_a_region_that_the_board_has_not(satrap):
    Path("board.yaml").write_text(BOARD)
    text = changed(ON_BOARD, ("region: 1", "region: 3"))
    check(satrap, text, [(4, "position.region", "the board has no region 3", "one of: 1, 2")])


def test_all_faults_of_a_pass_at_once(satrap):
    shape = changed(
        SCENARIO,
        ("temple: 4", "tempel: 4"),
        ("order: 2", "order: -2"),
        ("player: michael", "player: 5"),
        ("kind: best-response", "kind: best-answer"),
        ("title: A test", "title: [A, test]"),
    )
    expected = [
        (25, "question.kind", "empire has no question “best-answer”", one_of(*QUESTIONS, near="best-response")),
        (3, "title", "a list is not a word", WORD),
        (11, P + "marion.order", "“-2” is negative", "at least 0"),
        (13, P + "marion.tempel", "unknown key “tempel”", one_of(*STATE, near="temple")),
    ]
    check(satrap, shape, expected)
    references = changed(
        SCENARIO,
        ("title: A test", "rulings: {contested-price: cheap}"),
        ("temple: 4", "temple: 14"),
        ("thessaly: 1", "thesaly: 1"),
        ("round: 1", "turn_order: [michael, marian, daniel]"),
    )
    known = one_of("daniel", "marion", "michael", near="marion")
    readings = one_of("difference-plus-one", "next-highest-plus-one")
    many = "24 cubes in all (order 2 + armies 5 + temple 14 + city 3)"
    expected = [
        (3, "rulings.contested-price", "unknown reading “cheap”", readings),
        (7, "position.turn_order[1]", "unknown player “marian”", known),
        (7, "position.turn_order", "not everybody is named: marion missing", "all players"),
        (10, P + "marion", many, "15 (rule 3.3-1)"),
        (12, P + "marion.armies.thesaly", UNKNOWN.format("thesaly"), one_of(*HOME, "symbol", near="thessaly")),
    ]
    check(satrap, references, expected)


def test_faults_in_json_have_their_lines_too(satrap):
    data = read_text(changed(SCENARIO, ("temple: 4", "tempel: 4"))).data
    for indent in (2, "\t"):
        text = json.dumps(data, indent=indent)
        expected = [
            (line_of(text, '"tempel"'), P + "marion.tempel", "unknown key “tempel”", one_of(*STATE, near="temple"))
        ]
        check(satrap, text, expected, name="test.json")
    key = "k" * 2000  # more than YAML takes for a key
    expected = [(None, f"{'k' * 40}…", f"unknown key “{'k' * 40}…”")]
    Path("test.json").write_text(json.dumps({**read_text(SCENARIO).data, key: 1}))
    assert [(f["line"], f["path"], f["message"]) for f in satrap("score", "test.json", "--json").faults] == expected


def test_names_that_are_words_of_yaml_and_of_ours_are_only_names(satrap):
    text = SCENARIO.replace("michael", "symbol").replace("marion", "yes").replace("daniel", "'null'")
    Path("test.yaml").write_text(text)
    scored = satrap("score", "test.yaml", "--json")
    assert list(scored.json["totals"]) == ["symbol", "yes", "null"]
    assert satrap("solve", "test.yaml", "--json").json["status"] == "optimal"
    check(
        satrap, text.replace("player: symbol", "player: null"), [(25, "question.player", "nothing is not a word", WORD)]
    )


# -- texts ---------------------------------------------------------------------------------------------------

OPEN = "while parsing a flow sequence expected ',' or ']', but got '<stream end>'"

TEXTS = [
    ("empty", b"", 1, None, "the file is empty", "a document"),
    ("only comments", b"# one\n# two\n", 1, None, "the file is empty", "a document"),
    ("a word", b"hello\n", 1, None, "this is no scenario", "key: value lines, see “satrap new”"),
    ("a list", b"- a\n- b\n", 1, None, "this is no scenario", "key: value lines, see “satrap new”"),
    ("a list of JSON", b"[1, 2]", 1, None, "this is no scenario", "key: value lines, see “satrap new”"),
    ("null", b"null\n", 1, None, "this is no scenario", "key: value lines, see “satrap new”"),
    ("an empty mapping", b"{}\n", 1, "game", "the key “game” is missing",
     "one of: alexandros, alhambra, empire, successors"),
    ("not YAML", b"a: 1\nb: [1\n", 3, None, f"not YAML: {OPEN}", None),
    ("a tab", b"a:\n\tb: 1\n", 2, None,
     "not YAML: while scanning for the next token found character '\\t' that cannot start any token", None),
    ("a second document", b"a: 1\n---\nb: 1\n", 2, None, "a second document", "one document a file"),
    ("an anchor", b"a: &x 1\n", 1, "a", "the anchor or alias “x” is not allowed", "the value written out"),
    ("an anchor on a key", b"&x a: 1\n", 1, None, "the anchor or alias “x” is not allowed", None),
    ("an alias", b"a: 1\nb: *x\n", 2, "b", "the anchor or alias “x” is not allowed", "the value written out"),
    ("a tag", b"a: !!int 1\n", 1, "a", "the tag “tag:yaml.org,2002:int” is not allowed", "plain values"),
    ("a tag on a mapping", b"a: !x {}\n", 1, "a", "the tag “!x” is not allowed", "plain values"),
    ("a tag on a key", b"!x a: 1\n", 1, None, "the tag “!x” is not allowed", "plain values"),
    ("a tag that runs", b"!!python/object/apply:os.abort []\n", 1, None,
     "the tag “tag:yaml.org,2002:python/object/apply:os.abort” is not allowed", "plain values"),
    ("a key twice", b"a: 1\nb: 2\na: 3\n", 3, "a", "the key “a” stands twice (first on line 1)", None),
    ("a key twice in JSON", b'{"a": 1,\n "a": 2}', 2, "a", "the key “a” stands twice (first on line 1)", None),
    ("a list for a key", b"? [a, b]\n: 1\n", 1, None, "a key must be a plain word", None),
    ("NUL bytes", b"a: 1\nb: \0\n", 2, None, "the file holds NUL bytes", "a text file"),
    ("UTF-16", "a: 1\n".encode("utf-16"), 1, None, "the file holds NUL bytes", "a text file"),
    ("not UTF-8", b"a: 1\nb: \xff\n", 2, None, "the file is not UTF-8 text", "a text file in UTF-8"),
    ("a control character", b"a: 1\nb: \x01\n", 2, None, "the character U+0001 is not allowed", "plain text"),
    ("a control character that JSON allows", b'{"a": 1,\n "b": "\x7f"}', 2, None, "the character U+007F is not allowed",
     "plain text"),
    ("an escape for no character", b'a: 1\nb: "\\U00110000"\n', 2, None, "not YAML: an escape for no character",
     "plain text"),
    ("an escape far out", b'a: 1\nb: "\\UFFFFFFFF"\n', 2, None, "not YAML: an escape for no character", "plain text"),
    ("nested 1000 deep", b"[" * 1000 + b"]" * 1000, 1, None, "nested more than 40 levels deep", None),
    ("mappings 1000 deep", b"{a: " * 1000 + b"}" * 1000, 1, None, "nested more than 40 levels deep", None),
    ("JSON 100 deep", b'{"a":' * 100 + b"1" + b"}" * 100, 1, None, "nested more than 40 levels deep", None),
    ("dashes 1000 deep", b"- " * 1000, 1, None, "nested more than 40 levels deep", None),
    ("over 1 MiB", b"#" * (MAX_BYTES + 1), None, None, "the file is too large", "at most 1 MiB"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("raw", "line", "path", "message", "expected"), [c[1:] for c in TEXTS], ids=[c[0] for c in TEXTS]
)
def test_text(satrap, raw, line, path, message, expected):
    Path("test.yaml").write_bytes(raw)
    faults = refused(satrap, [(line, path, message, expected)], "draw", "test.yaml", "-o", "out.svg")
    assert faults[0]["file"] == "test.yaml"
    faults = satrap("score", "-", "--json", stdin=raw).faults
    assert [(f["file"], f["message"]) for f in faults] == [("standard input", message)]


def test_several_faults_of_a_text_are_told_together(satrap):
    Path("test.yaml").write_text("a: &x 1\na: 2\nb: !y 3\nc: *x\nd: [\n")
    faults = satrap("score", "test.yaml", "--json").faults
    assert [fault["line"] for fault in faults] == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    "dressed",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text + "#" * (MAX_BYTES - len(text.encode())),
        lambda text: json.dumps(read_text(text).data),
        lambda text: json.dumps(read_text(text).data, indent="\t"),
        lambda text: json.dumps(read_text(text).data, separators=(",", ":")),
        lambda text: to_yaml(read_text(text).data),
        lambda text: "%YAML 1.2\n---\n" + text + "...\n",
    ],
    ids=["BOM", "CRLF", "1 MiB", "JSON", "JSON with tabs", "dense JSON", "other YAML", "directive"],
)
def test_other_dress_of_the_same_scenario(satrap, dressed):
    wanted = satrap("score", "-", "--json", stdin=SCENARIO).json
    assert satrap("score", "-", "--json", stdin=dressed(SCENARIO)).json == wanted


def test_half_a_character(satrap):
    told = satrap("score", "-", stdin=changed(SCENARIO, ("title: A test", 'title: "\\ud83d"')))
    assert told.err == f"satrap: error: standard input:3: title: “\\ud83d” is not a word (expected {WORD})\n"


def test_characters_in_two_halves_as_json_writes_them(satrap):
    data = {**read_text(SCENARIO).data, "title": "𐊀 😀"}
    for text in (json.dumps(data), json.dumps(data).replace('"title"', "title")):
        assert satrap("score", "-", stdin=text).out.startswith("𐊀 😀\n")


# -- files ---------------------------------------------------------------------------------------------------


def test_no_such_file(satrap):
    faults = refused(satrap, [(None, None, "no such file", nearest(satrap))], "score", "empire/first-regoin")
    assert faults[0]["file"] == "empire/first-regoin"
    assert nearest(satrap).startswith("a path, or empire/first-region? one of: ")
    refused(satrap, [(None, None, "no such file", "a path")], "check", "empire/first-region", "answer.json")


def nearest(satrap):
    names = [row["name"] for row in satrap("list", "--json").json]
    return "a path, or " + nearest_of(names, "empire/first-regoin")


def test_what_is_no_file(satrap):
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    refused(satrap, [(None, None, "this is a directory", "a file")], "score", "folder")
    refused(satrap, [(None, None, "cannot be read: Too many levels of symbolic links", None)], "score", "loop")
    refused(satrap, [(None, None, "cannot be read: File name too long", None)], "score", "x" * 5000)
    for command in (("check", "empire/first-region"), ("board", "check", "empire"), ("draw", "-o", "x.svg")):
        refused(satrap, [(None, None, "this is a directory", "a file")], *command, "folder")


def test_a_file_that_may_not_be_read(satrap, monkeypatch):
    def locked(path, *_, **__):
        raise PermissionError(13, "Permission denied", str(path))

    Path("test.yaml").write_text(SCENARIO)
    monkeypatch.setattr(Path, "open", locked)
    refused(satrap, [(None, None, "cannot be read: Permission denied", None)], "score", "test.yaml")
    monkeypatch.undo()


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device here")
def test_an_endless_file(satrap):
    refused(satrap, [(None, None, "the file is too large", "at most 1 MiB")], "score", "/dev/zero")


def test_endless_standard_input_is_not_read_to_its_end(satrap, monkeypatch):
    given = 0

    class Endless(io.RawIOBase):
        def readable(self):
            return True

        def readinto(self, buffer):
            nonlocal given
            buffer[:] = b"a" * len(buffer)
            given += len(buffer)
            return len(buffer)

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BufferedReader(Endless())))
    faults = satrap("solve", "-", "--json").faults
    assert [(f["file"], f["message"]) for f in faults] == [("standard input", "the file is too large")]
    assert given <= 2 * MAX_BYTES


def test_closed_standard_input(satrap, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    refused(satrap, [(None, None, "it is closed", "a file")], "solve", "-")


@pytest.mark.parametrize(
    "command",
    [
        ("draw", "empire/first-region", "-o"),
        ("solve", "empire/first-region", "--svg"),
        ("new", "empire", "best-response", "-o"),
        ("board", "show", "empire", "oikoumene", "-o"),
    ],
    ids=lambda command: command[0],
)
def test_where_nothing_can_be_written(satrap, command, monkeypatch):
    Path("folder").mkdir()
    Path("loop").symlink_to("loop")
    missing = [(None, None, "cannot be written: there is no such folder", None)]
    assert refused(satrap, missing, *command, "nowhere/out.svg")[0]["file"] == "nowhere/out.svg"
    looped = satrap(*command, "loop", "--json").faults
    assert [fault["message"][:18] for fault in looped] == ["cannot be written:"]
    assert satrap(*command, "folder", "--json").json["error"]["kind"] == "usage"
    monkeypatch.setattr("puzzles.scenario.os.access", lambda *_: False)
    refused(satrap, [(None, None, "cannot be written: no permission", None)], *command, "out.svg")


def test_a_failed_write_leaves_no_part_of_a_file(satrap, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    wanted = [(None, None, "cannot be written: No space left on device", None)]
    refused(satrap, wanted, "new", "empire", "best-response", "-o", "mine.yaml")
    assert list(Path().iterdir()) == []


def test_new_overwrites_nothing(satrap):
    Path("mine.yaml").write_text("precious")
    refused(
        satrap,
        [(None, None, "the file exists already", "a new name")],
        "new",
        "empire",
        "best-response",
        "-o",
        "mine.yaml",
    )
    assert Path("mine.yaml").read_text() == "precious"


# -- boards --------------------------------------------------------------------------------------------------

AT = "regions[0].provinces.cc.at"

BOARDS = [
    ("no target", ", target: true}\n    arrows:\n", "}\n    arrows:\n", 9, "regions[0].provinces",
     "the region has no target", "one province with “target: true”"),
    ("two targets", "at: [200, 100]", "at: [200, 100], target: true", 9, "regions[0].provinces",
     "the region has 2 targets (bb, cc)", "one province with “target: true”"),
    ("an unreachable province", "      - {from: bb, to: cc}\n", "", 12, "regions[0].provinces.cc",
     "no army can reach cc from the campaign symbol", "an arrow that leads there"),
    ("an unknown province in an arrow", "to: cc}", "to: cc}\n      - {from: ccc, to: aa}", 17,
     "regions[0].arrows[3].from", "unknown province “ccc”", one_of("aa", "bb", "cc", "symbol", near="cc")),
    ("a number twice", "number: 3", "number: 2", 12, "regions[0].provinces.cc.number", "bb has the number 2 already",
     "a number of its own"),
    ("a region twice", "number: 2\n", "number: 1\n", 18, "regions[1].number", "region 1 stands twice", None),
    ("a name in two regions", "dd: {number: 1, at: [100, 400], target: true}\n    arrows: [{from: symbol, to: dd}]",
     "aa: {number: 1, at: [100, 400], target: true}\n    arrows: [{from: symbol, to: aa}]", 22,
     "regions[1].provinces.aa", "“aa” stands in North already", "a name of its own"),
    ("a province called symbol", "dd: {number: 1, at: [100, 400], target: true}\n    arrows: [{from: symbol, to: dd}]",
     "dd: {number: 1, at: [100, 400], target: true}\n      symbol: {number: 2, at: [0, 0]}\n"
     "    arrows: [{from: symbol, to: dd}]", 23, "regions[1].provinces.symbol",
     "“symbol” is kept for the campaign symbol", "another name"),
    ("an arrow to the symbol", "to: cc}", "to: cc}\n      - {from: cc, to: symbol}", 17, "regions[0].arrows[3]",
     "no arrow leads back to the campaign symbol", "an arrow from symbol with no “back”"),
    ("a way back to the symbol", "to: aa}", "to: aa, back: 1}", 14, "regions[0].arrows[0]",
     "no arrow leads back to the campaign symbol", "an arrow from symbol with no “back”"),
    ("an arrow twice", "to: cc}", "to: cc}\n      - {from: bb, to: aa}", 17, "regions[0].arrows[3]",
     "a second arrow from bb to aa", "one arrow for each direction"),
    ("an arrow to itself", "to: cc}", "to: cc}\n      - {from: cc, to: cc}", 17, "regions[0].arrows[3]",
     "the arrow leads from cc to itself", None),
    ("touching with an arrow", "[[aa, cc]]", "[[aa, bb]]", 17, "regions[0].touching[0]", "aa and bb have an arrow",
     "a pair without one"),
    ("touching an unknown province", "[[aa, cc]]", "[[aa, ccc]]", 17, "regions[0].touching[0]",
     "unknown province “ccc”", one_of("aa", "bb", "cc", near="cc")),
    ("touching nobody", "[[aa, cc]]", "[[aa]]", 17, "regions[0].touching[0]", "entry 2 is missing", None),
    ("touching three", "[[aa, cc]]", "[[aa, cc, bb]]", 17, "regions[0].touching[0]", "too many entries", "at most 2"),
    ("no entry", "arrows: [{from: symbol, to: dd}]", "arrows: []", 23, "regions[1].arrows",
     "no arrow leads from the campaign symbol into the region", "an arrow with “from: symbol”"),
    ("no region", BOARD[BOARD.index("regions:"):], "regions: []\n", 5, "regions", "too few entries", "at least 1"),
    ("a site twice", "sites: [temple],", "sites: [temple, temple],", 10, "regions[0].provinces.aa.sites",
     "a site stands twice", "at most one temple and one city site"),
    ("an unknown site", "sites: [temple],", "sites: [tempel],", 10, "regions[0].provinces.aa.sites[0]",
     "“tempel” is not known here", one_of("city", "temple", near="temple")),
    ("another game's board", "game: empire", "game: alhambra", 2, "game", "“alhambra” is not known here",
     one_of("empire")),
    ("no number for a place", "[300, 100]", "[x, 100]", 12, AT + "[0]", "the text “x” is not a number", "a number"),
    ("true for a place", "[300, 100]", "[true, 100]", 12, AT + "[0]", "“true” is not a number", "a number"),
    ("nowhere", "[300, 100]", "[.nan, 100]", 12, AT + "[0]", "“nan” is not a number", "a number"),
    ("infinitely far", "[300, 100]", "[1e999, 100]", 12, AT + "[0]", "“inf” is not a number", "a number"),
    ("too far", "[300, 100]", "[1e300, 100]", 12, AT + "[0]", "“1e+300” is out of range", "at most 1000000000"),
    ("half a place", "[300, 100]", "[300]", 12, AT, "entry 2 is missing", None),
    ("an unknown key of an arrow", "cost: 1", "price: 1", 15, "regions[0].arrows[1].price", "unknown key “price”",
     one_of("back", "cost", "from", "ship", "to")),
    ("a cost in quotes", "cost: 1", "cost: '1'", 15, "regions[0].arrows[1].cost", f"the text “1” {NOT_WHOLE}",
     "a whole number"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "path", "message", "expected"), [c[1:] for c in BOARDS], ids=[c[0] for c in BOARDS]
)
def test_board(satrap, old, new, line, path, message, expected):
    Path("board.yaml").write_text(changed(BOARD, (old, new)))
    Path("test.yaml").write_text(ON_BOARD)
    wanted = [(line, path, message, expected)]
    for command in (
        ("board", "check", "empire", "board.yaml"),
        ("board", "show", "empire", "./board.yaml", "-o", "out.svg"),
        ("draw", "test.yaml", "-o", "out.svg"),
    ):
        assert Path(refused(satrap, wanted, *command)[0]["file"]) == Path("board.yaml")


def test_a_sound_board_beside_its_scenario_and_on_standard_input(satrap):
    Path("sub/maps").mkdir(parents=True)
    Path("sub/maps/board.yaml").write_text(BOARD)
    Path("sub/test.yaml").write_text(changed(ON_BOARD, ("./board.yaml", "maps/board.yaml")))
    assert satrap("score", "sub/test.yaml", "--json").json["totals"]["marion"] == {"points": 2}
    assert satrap("board", "check", "empire", "sub/maps/board.yaml").out == "Mine: sound\n"
    assert satrap("board", "check", "empire", "-", stdin=BOARD).out == "Mine: sound\n"
    assert satrap("board", "show", "empire", "-", "--json", stdin=BOARD).json["name"] == "mine"


@pytest.mark.parametrize(
    ("board", "message", "expected"),
    [
        ("./nowhere.yaml", "nowhere.yaml: no such file", "a path"),
        ("sub/", "sub: this is a directory", "a file"),
        ("./-", "-: no such file", "a path"),
        ('"./\\0"', "\0: cannot be read: embedded null byte", None),
    ],
)
def test_a_board_that_cannot_be_read(satrap, board, message, expected):
    Path("sub").mkdir()
    check(satrap, changed(ON_BOARD, ("./board.yaml", board)), [(3, "board", message, expected)])


# -- logs, plans, and files in the wrong place ---------------------------------------------------------------

KINDS = "one of: distribute, draw, score, seats, turn"

EVENTS = [
    ("two things", "- turn: michael", "- turn: michael\n    score: round", "events[2]",
     "an event must be one thing, this is turn and score", KINDS),
    ("nothing", "- turn: michael\n    moves: [{armies: 5, path: [symbol, syria]}]", "- {}", "events[2]",
     "an event must be one thing, this is none", KINDS),
    ("an unknown player's turn", "turn: michael", "turn: mihcael", "events[2].turn", "unknown player “mihcael”",
     one_of("marion", "michael", near="michael")),
    ("an unknown player's seat", "{marion: 2, michael: 1}", "{marian: 2, michael: 1}", "events[1].seats",
     "unknown player “marian”", one_of("marion", "michael", near="marion")),
    ("an unknown player's draw", "- seats: {marion: 2, michael: 1}", "- draw: [marian, michael]", "events[1].draw",
     "unknown player “marian”", one_of("marion", "michael", near="marion")),
    ("moves without a turn", "- turn: michael\n", "- score: round\n", "events[2]", "moves and pieces belong to a turn",
     "turn: <player>"),
    ("an unknown key", "- seats:", "- saets:", "events[1].saets", "unknown key “saets”",
     one_of("distribute", "draw", "moves", "pieces", "score", "seats", "turn", near="seats")),
    ("what is not scored", "- turn: michael\n    moves: [{armies: 5, path: [symbol, syria]}]", "- score: rund",
     "events[2].score", "“rund” is not known here", one_of("final", "round", near="round")),
    ("a list for an event", "- seats: {marion: 2, michael: 1}", "- [seats]", "events[1]", "a list is not a mapping",
     MAPPING),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "path", "message", "expected"), [c[1:] for c in EVENTS], ids=[c[0] for c in EVENTS]
)
def test_event(satrap, old, new, path, message, expected):
    check(satrap, changed(LOG, (old, new)), [(line_of(LOG, old), path, message, expected)], command="replay")


def test_an_unknown_player_distributes(satrap):
    text = changed(LOG, ("      marion: {order", "      marian: {order"))
    wanted = [(8, "events[0].distribute", "unknown player “marian”", one_of("marion", "michael", near="marion"))]
    check(satrap, text, wanted, command="replay")


def test_a_question_and_a_log_in_one_file(satrap):
    text = LOG + "question: {kind: best-response, player: marion}\n"
    check(satrap, text, [(7, "events", "a file holds a question or a log, not both", None)], command="replay")


def test_no_question_to_solve_and_no_log_to_replay(satrap):
    Path("test.yaml").write_text(changed(SCENARIO, ("question: {kind: best-response, player: michael}\n", "")))
    no_question = [(1, "question", "the file asks no question", one_of(*QUESTIONS))]
    refused(satrap, no_question, "solve", "test.yaml")
    Path("plan.yaml").write_text("{}")
    refused(satrap, no_question, "check", "test.yaml", "plan.yaml")
    name = "empire/log-two-rounds"
    for command in ("solve", "score"):
        told = refused(satrap, [(8, "events", "this is a log", "“satrap replay empire/log-two-rounds”")], command, name)
        assert told[0]["file"] == name
    no_log = [(None, None, "the file is no log: it has no events", "events: [...]")]
    assert refused(satrap, no_log, "replay", "empire/first-region")[0]["file"] == "empire/first-region"


PLAN = one_of("allocation", "moves", "pieces")

PLANS = [
    ("[]", None, "a list is not a mapping", MAPPING),
    ("hello", None, "“hello” is not a mapping", MAPPING),
    ("answer:", "answer", "nothing is not a mapping", MAPPING),
    ("answer: [1]", "answer", "a list is not a mapping", MAPPING),
    ("answer: {move: []}", "answer.move", "unknown key “move”", "moves? " + PLAN),
    ("allocatoin: {}", "allocatoin", "unknown key “allocatoin”", "allocation? " + PLAN),
    ("moves: {}", "moves", "a mapping is not a list", "a list"),
    ("moves: [{armies: 1}]", "moves[0].path", "the key “path” is missing", None),
    ("moves: [{armies: 1, path: [a, b], pays: {temple: -1}}]", "moves[0].pays.temple", "“-1” is negative",
     "at least 0"),
    ("allocation: {armies: many}", "allocation.armies", f"the text “many” {NOT_WHOLE}", "a whole number"),
    ("pieces: {temple: [a]}", "pieces.temple", "unknown key “temple”", "temples? one of: cities, temples"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "path", "message", "expected"), PLANS)
def test_plan(satrap, text, path, message, expected):
    Path("plan.yaml").write_text(text)
    for command in (
        ("check", "empire/first-region", "plan.yaml"),
        ("draw", "empire/first-region", "--answer", "plan.yaml", "-o", "out.svg"),
    ):
        assert refused(satrap, [(1, path, message, expected)], *command)[0]["file"] == "plan.yaml"
    faults = satrap("check", "empire/first-region", "-", "--json", stdin=text).faults
    assert faults[0]["file"] == "standard input"


# -- the command line ----------------------------------------------------------------------------------------

USAGE = [
    (),
    ("solve",),
    ("frobnicate",),
    ("board",),
    ("board", "frobnicate"),
    ("solve", "--frobnicate", "empire/first-region"),
    ("solve", "empire/first-region", "empire/too-rich"),
    ("solve", "empire/first-region", "--top", "0"),
    ("solve", "empire/first-region", "--top", "many"),
    ("solve", "empire/first-region", "--top", "2", "--all"),
    ("solve", "empire/first-region", "--time-limit", "-1"),
    ("solve", "empire/first-region", "--time-limit", "0"),
    ("solve", "empire/first-region", "--time-limit", "nan"),
    ("solve", "empire/first-region", "--seed", str(2**31)),
    ("solve", "empire/first-region", "--seed", "-1"),
    ("solve", "empire/first-region", "--workers", "0"),
    ("solve", "empire/first-region", "--rulings", "some"),
    ("solve", "empire/first-region", "--progress", "loud"),
    ("score",),
    ("check", "empire/first-region"),
    ("draw", "empire/first-region"),
    ("new", "alexandria", "best-response"),
    ("rules", "alexandria"),
    ("cases", "alexandria"),
    ("schema", "empire", "--of", "game"),
]


@pytest.mark.parametrize("words", USAGE, ids=" ".join)
def test_usage(satrap, words):
    told = satrap(*words)
    assert (told.status, told.out) == (2, "")
    assert told.err.startswith(("satrap: error: ", "Usage: satrap "))
    asked = satrap(*words, "--json")
    assert asked.status == 2
    error = asked.json["error"]
    assert (error["kind"], error["faults"]) == ("usage", [])
    assert error["message"]


def test_choices_of_readings(satrap):
    def told(*words):
        (fault,) = satrap("score", "empire/first-region", *words, "--json").faults
        return fault["file"], fault["path"], fault["message"], fault["expected"]

    assert told("--ruling", "zero-bids") == ("--ruling", None, "“zero-bids” is no choice of a reading", "ID=READING")
    assert told("--ruling", "zero-bid=x")[1:3] == ("rulings.zero-bid", "unknown ruling “zero-bid”")
    assert told("--ruling", "zero-bid=x")[3].startswith("zero-bids? one of: ")
    assert told("--ruling", "=x")[2] == "unknown ruling “”"
    assert told("--ruling", "contested-price=")[2] == "unknown reading “”"
    twice = ("--ruling", "contested-price=a", "--ruling", "contested-price=b")
    assert told(*twice) == ("--ruling", None, "two readings of “contested-price”", "one")
    assert told("--profile", "rulebok")[2:] == (
        "unknown profile “rulebok”",
        one_of("published", "rulebook", near="rulebook"),
    )


@pytest.mark.parametrize(
    ("words", "message", "near"),
    [
        (("new", "empire", "best-respons"), "empire has no question “best-respons”", "best-response? "),
        (("rules", "empire", "contested-prise"), "empire has no rule or ruling “contested-prise”", "contested-price? "),
        (("rules", "empire", "5.5.4-99"), "empire has no rule or ruling “5.5.4-99”", "5.5.4-"),
        (("board", "show", "empire", "oikumene"), "unknown board “oikumene”", "oikoumene? "),
    ],
)
def test_unknown_names_on_the_command_line(satrap, words, message, near):
    (fault,) = satrap(*words, "--json").faults
    assert fault["message"] == message
    assert fault["expected"].startswith(near)
