"""Bad input of successors: positions, logs, maps; one message for each fault, with line, path, what was expected."""

from pathlib import Path

import pytest

from models.errors import one_of as expected
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
from tests.successors.tables import DIADOCHI

POSITION = """\
satrap: 1
game: successors
board: diadochi
position:
  turn: 2
  phase: strategy
  segment: forage
  active: ana
  usurper: ben
  players_at_start: 3
  dead: [philippos]
  cart: {at: babylon, player: ana}
  independents: [sparta]
  independent_units: {aitolia: 2}
  independent_fleets: [4]
  capitals: {memphis: ben}
  players:
    ana:
      control: [pella, amphipolis]
      royals: [alexandros, olympias]
      generals: {perdikkas: {at: pella}, eumenes: {major: false}}
      armies: [{at: pella, units: {loyal: 2, macedonian: 3}, movement: 4}]
      fleets: [2, 1]
      cards: {oracle: 1}
      siege: {athenai: 1}
    ben:
      champion: false
      control: [alexandria, memphis]
      scattered_units: {mercenary: 1}
      scattered_fleets: [3]
      captured: [pella]
      cards: {persian-support: 1}
"""

LOG = """\
satrap: 1
game: successors
position:
  turn: 1
  phase: end
  cart: {at: babylon, player: ana}
  players:
    ana: {control: [athenai, thebai, chalkis], royals: [philippos]}
    ben: {control: [pella, amphipolis], royals: [alexandros]}
events:
  - turn: 2
  - usurper: ben
  - phase: strategy
  - {segment: activation, of: ana}
  - attack: {by: ana, on: [ben], action: siege}
  - change: {control: {pella: ana, amphipolis: null}, royals: {olympias: ben}, cart: {at: pella}}
  - play: {card: condemnation, on: ben}
  - {segment: forage, of: ana}
  - bury: ana
"""

BOARD = """\
satrap: 1
game: successors
name: my-map
title: Three provinces
provinces:
  macedonia: {vp: 3}
  mysia: {vp: 1}
spaces:
  pella: {kind: major, province: macedonia, port: true, at: [10, 20]}
  pydna: {kind: fortress, province: macedonia, at: [12, 30]}
  abydos: {kind: minor, province: mysia, port: true, at: [30, 20]}
  rhodos: {kind: major, port: true, at: [60, 50]}
  pass: {kind: transit, at: [40, 30]}
land: [[pella, pydna], [abydos, pass]]
sea: [[pella, abydos]]
routes: [[abydos, rhodos]]
"""

ON_BOARD = """\
satrap: 1
game: successors
board: ./board.yaml
position: {turn: 2, players: {ana: {control: [pella, pydna]}, ben: {}}}
"""


def space_name(wrong):
    return expected(DIADOCHI.spaces, wrong)


# What is changed, then line, path, message and what was expected of each fault.

POSITIONS = [
    ("turn 6", "  turn: 2", "  turn: 6", [(5, "position.turn", "“6” is out of range", "at most 5")]),
    ("turn in words", "  turn: 2", "  turn: II", [(5, "position.turn", "the text “II” is not a whole number",
     "a whole number")]),
    ("no turn", "  turn: 2\n", "", [(4, "position.turn", "the key “turn” is missing", None)]),
    ("a phase of another game", "phase: strategy", "phase: scoring", [(6, "position.phase",
     "“scoring” is not known here",
     one_of("cards", "end", "isolation", "preparations", "reinforcements", "strategy"))]),
    ("a segment of none", "segment: forage", "segment: forge", [(7, "position.segment",
     "“forge” is not known here", "forage? one of: activation, forage, surrender, tyche")]),
    ("a segment of nobody", "  active: ana\n", "", [(7, "position.segment",
     "a segment is a player's, in the phase strategy", "both “segment” and “active”, with phase: strategy")]),
    ("a segment in another phase", "phase: strategy", "phase: isolation", [(7, "position.segment",
     "a segment is a player's, in the phase strategy", "both “segment” and “active”, with phase: strategy")]),
    ("a segment of a stranger", "active: ana", "active: anna", [(8, "position.active", "unknown player “anna”",
     "ana? one of: ana, ben")]),
    ("a stranger as the Usurper", "usurper: ben", "usurper: bem", [(9, "position.usurper",
     "unknown player “bem”", "ben? one of: ana, ben")]),
    ("fewer began", "players_at_start: 3", "players_at_start: 1", [(10, "position.players_at_start",
     "“1” is out of range", "at least 2")]),
    ("more began than can", "players_at_start: 3", "players_at_start: 6", [(10, "position.players_at_start",
     "“6” is out of range", "at most 5")]),
    ("a dead royal of no family", "dead: [philippos]", "dead: [philipos]", [(11, "position.dead[0]",
     "“philipos” is not known here",
     one_of("alexandros", "herakles", "kleopatra", "olympias", "philippos", "thessalonike", near="philippos"))]),
    ("a royal who is dead", "dead: [philippos]", "dead: [alexandros]", [(20, "position.players.ana.royals[0]",
     "alexandros is dead already", "each royal once")]),
    ("a cart in no place", "at: babylon, player: ana", "at: babylonia, player: ana", [(12, "position.cart.at",
     "unknown space “babylonia”", space_name("babylonia"))]),
    ("a cart of a stranger", "babylon, player: ana", "babylon, player: zoe", [(12, "position.cart.player",
     "unknown player “zoe”", "one of: ana, ben")]),
    ("a cart on wheels", "babylon, player: ana", "babylon, player: ana, wheels: 4", [(12,
     "position.cart.wheels", "unknown key “wheels”", "one of: at, player")]),
    ("a cart in turn V", "  turn: 2", "  turn: 5", [(12, "position.cart", "the cart is gone in turn 5",
     "no cart (rule 6-12)")]),
    ("a cart and a tomb", "  independents:", "  tomb: {at: pella, buried_by: ana}\n  independents:", [(13,
     "position.tomb", "Alexander lies in the cart", "a cart or a tomb (rule 6-9)")]),
    ("a grey marker on a transit point", "independents: [sparta]", "independents: [thermopylai]", [(13,
     "position.independents[0]", "thermopylai is a transit point", "a space that can hold a marker (rule 1-4)")]),
    ("a grey marker on another one", "independents: [sparta]", "independents: [pella]", [(19,
     "position.players.ana.control[0]", "pella has a marker (independent) already",
     "one marker in a space (rule 1-3)")]),
    ("grey units in no place", "{aitolia: 2}", "{aetolia: 2}", [(14, "position.independent_units.aetolia",
     "unknown space “aetolia”", space_name("aetolia"))]),
    ("fewer than no grey units", "{aitolia: 2}", "{aitolia: -2}", [(14, "position.independent_units.aitolia",
     "“-2” is negative", "at least 0")]),
    ("a fleet of 0", "independent_fleets: [4]", "independent_fleets: [0]", [(15,
     "position.independent_fleets[0]", "“0” is out of range", "at least 1")]),
    ("a fleet of 10", "independent_fleets: [4]", "independent_fleets: [10]", [(15,
     "position.independent_fleets[0]", "“10” is out of range", "at most 9")]),
    ("a capital that is no city", "{memphis: ben}", "{pelusion: ben}", [(16, "position.capitals.pelusion",
     "pelusion is no major city", "a major city (rule 3-8)")]),
    ("a marker twice", "control: [alexandria, memphis]", "control: [alexandria, pella]", [(28,
     "position.players.ben.control[1]", "pella has a marker (ana) already", "one marker in a space (rule 1-3)")]),
    ("a marker in no place", "control: [pella, amphipolis]", "control: [pela, amphipolis]", [(19,
     "position.players.ana.control[0]", "unknown space “pela”", space_name("pela"))]),
    ("a marker that is no list", "control: [pella, amphipolis]", "control: pella", [(19,
     "position.players.ana.control", "the text “pella” is not a list", "a list")]),
    ("a royal of no family", "[alexandros, olympias]", "[alexandros, olympia]", [(20,
     "position.players.ana.royals[1]", "“olympia” is not known here",
     one_of("alexandros", "herakles", "kleopatra", "olympias", "philippos", "thessalonike", near="olympias"))]),
    ("a royal twice", "[alexandros, olympias]", "[olympias, olympias]", [(20, "position.players.ana.royals[1]",
     "olympias is ana's already", "each royal once")]),
    ("a general in no place", "{at: pella}, eumenes", "{at: pela}, eumenes", [(21,
     "position.players.ana.generals.perdikkas.at", "unknown space “pela”", space_name("pela"))]),
    ("a general here and scattered", "{at: pella}, eumenes", "{at: pella, scattered: true}, eumenes", [(21,
     "position.players.ana.generals.perdikkas", "perdikkas is scattered and stands in pella",
     "one of: at, scattered")]),
    ("major in quotes", "{major: false}", "{major: 'false'}", [(21,
     "position.players.ana.generals.eumenes.major", "the text “false” is not true or false", "true or false")]),
    ("units of no kind", "{loyal: 2, macedonian: 3}", "{loyal: 2, macedonians: 3}", [(22,
     "position.players.ana.armies[0].units.macedonians", "“macedonians” is not known here",
     "macedonian? one of: loyal, macedonian, mercenary, royal, shields")]),
    ("half a unit", "{loyal: 2, macedonian: 3}", "{loyal: 2.5, macedonian: 3}", [(22,
     "position.players.ana.armies[0].units.loyal", "“2.5” is not a whole number", "a whole number")]),
    ("an army in no place", "[{at: pella, units", "[{at: sparte, units", [(22,
     "position.players.ana.armies[0].at", "unknown space “sparte”", space_name("sparte"))]),
    ("an army without a place", "{at: pella, units", "{units", [(22, "position.players.ana.armies[0].at",
     "the key “at” is missing", None)]),
    ("a fleet in quotes", "fleets: [2, 1]", "fleets: ['2', 1]", [(23, "position.players.ana.fleets[0]",
     "the text “2” is not a whole number", "a whole number")]),
    ("a card of no deck", "{oracle: 1}", "{oracles: 1}", [(24, "position.players.ana.cards.oracles",
     "unknown key “oracles”", "oracle? one of: condemnation, oracle, persian-support")]),
    ("a card in the key's other dress", "{persian-support: 1}", "{persian_suport: 1}", [(32,
     "position.players.ben.cards.persian_suport", "unknown key “persian_suport”",
     "persian-support? one of: condemnation, oracle, persian-support")]),
    ("a siege of no place", "{athenai: 1}", "{athens: 1}", [(25, "position.players.ana.siege.athens",
     "unknown space “athens”", space_name("athens"))]),
    ("a champion in words", "champion: false", "champion: no!", [(27, "position.players.ben.champion",
     "the text “no!” is not true or false", "true or false")]),
    ("captured in no place", "captured: [pella]", "captured: [pelle]", [(31,
     "position.players.ben.captured[0]", "unknown space “pelle”", space_name("pelle"))]),
    ("a player called free", "    ben:\n", "    free:\n", [(26, "position.players.free",
     "“free” is kept for royals with nobody", "another name"), (9, "position.usurper", "unknown player “ben”",
     "one of: ana, free")]),
    ("a single player", POSITION[POSITION.index("    ben:"):], "", [(17, "position.players", "too few entries",
     "at least 2")]),
    ("an unknown key of a player", "    ben:\n      champion", "    ben:\n      status", [(27,
     "position.players.ben.status", "unknown key “status”",
     one_of("armies", "captured", "cards", "champion", "control", "fleets", "generals", "legitimacy", "royals",
      "scattered_fleets", "scattered_units", "siege"))]),
    ("an unknown board", "board: diadochi", "board: diadoche", [(3, "board", "unknown board “diadoche”",
     "diadochi? one of: diadochi; or a path like ./my-board.yaml")]),
    ("assumptions where there are none", "position:\n  turn", "assumptions: {a: 1}\nposition:\n  turn", [(4,
     "assumptions.a", "unknown key “a”", None)]),
]  # fmt: skip

EVENTS = [
    ("two things", "  - usurper: ben", "  - usurper: ben\n    phase: end", [(12, "events[1]",
     "an event must be one thing, this is usurper and phase",
     one_of("attack", "bury", "change", "final", "phase", "play", "segment", "turn", "usurper"))]),
    ("nothing", "  - usurper: ben", "  - {}", [(12, "events[1]", "an event must be one thing, this is none",
     one_of("attack", "bury", "change", "final", "phase", "play", "segment", "turn", "usurper"))]),
    ("a segment of nobody", "{segment: activation, of: ana}", "{segment: activation}", [(14,
     "events[3].segment", "a segment is a player's", "both “segment” and “of”")]),
    ("turn 0", "- turn: 2", "- turn: 0", [(11, "events[0].turn", "“0” is out of range", "at least 1")]),
    ("a stranger as the Usurper", "usurper: ben\n", "usurper: bem\n", [(12, "events[1].usurper",
     "unknown player “bem”", "ben? one of: ana, ben")]),
    ("a stranger's segment", "{segment: activation, of: ana}", "{segment: activation, of: zoe}", [(14,
     "events[3].of", "unknown player “zoe”", "one of: ana, ben")]),
    ("an unknown segment", "segment: activation", "segment: activate", [(14, "events[3].segment",
     "“activate” is not known here", "activation? one of: activation, forage, surrender, tyche")]),
    ("an attack on oneself", "on: [ben], action", "on: [ana], action", [(15, "events[4].attack.on[0]",
     "ana attacks itself", "another player")]),
    ("an attack on nobody", "on: [ben], action", "on: [], action", [(15, "events[4].attack.on",
     "too few entries", "at least 1")]),
    ("an attack on a stranger", "on: [ben], action", "on: [bem], action", [(15, "events[4].attack.on[0]",
     "unknown player “bem”", "ben? one of: ana, ben, independent")]),
    ("an attack on the grey and others", "on: [ben], action", "on: [ben, independent], action", [(15,
     "events[4].attack.on", "the Independents defend alone", "players, or independent")]),
    ("an attack twice on the same", "on: [ben], action", "on: [ben, ben], action", [(15,
     "events[4].attack.on[1]", "“ben” stands twice", None)]),
    ("an attack by a stranger", "by: ana, on", "by: zoe, on", [(15, "events[4].attack.by",
     "unknown player “zoe”", "one of: ana, ben")]),
    ("an attack of no kind", "action: siege", "action: assault", [(15, "events[4].attack.action",
     "“assault” is not known here",
     one_of("capture-royal", "land-battle", "naval-interception", "naval-move", "overrun", "remove-control",
      "scatter", "siege"))]),
    ("an attack on no such thing", "action: siege", "action: siege, against: walls", [(15,
     "events[4].attack.against", "“walls” is not known here",
     one_of("fortress", "major-city", "major-general", "minor-city", "minor-general", "units"))]),
    ("a marker of a stranger", "{pella: ana, amph", "{pella: zoe, amph", [(16,
     "events[5].change.control.pella", "unknown player “zoe”", "one of: ana, ben, independent")]),
    ("an unknown royal", "royals: {olympias: ben}", "royals: {olympia: ben}", [(16,
     "events[5].change.royals.olympia", "“olympia” is not known here",
     one_of("alexandros", "herakles", "kleopatra", "olympias", "philippos", "thessalonike", near="olympias"))]),
    ("a royal to a stranger", "royals: {olympias: ben}", "royals: {olympias: bem}", [(16,
     "events[5].change.royals.olympias", "unknown player “bem”", "ben? one of: ana, ben, dead, free")]),
    ("a card on nobody", "{card: condemnation, on: ben}", "{card: condemnation}", [(17, "events[6].play.on",
     "the key “on” is missing", None)]),
    ("a card on a stranger", "{card: condemnation, on: ben}", "{card: condemnation, on: bem}", [(17,
     "events[6].play.on", "unknown player “bem”", "ben? one of: ana, ben")]),
    ("a card with too much", "{card: condemnation, on: ben}", "{card: oracle, by: ana, on: ben}", [(17,
     "events[6].play.on", "“on” says nothing where oracle is played", "the card without it")]),
    ("a card of no deck", "card: condemnation", "card: treachery", [(17, "events[6].play.card",
     "“treachery” is not known here", "one of: capital, condemnation, oracle, persian-support")]),
    ("a burial by a stranger", "bury: ana", "bury: anna", [(19, "events[8].bury", "unknown player “anna”",
     "ana? one of: ana, ben")]),
    ("murder without a turn", "bury: ana", "bury: ana\n    murder: true", [(20, "events[8].murder",
     "an heir is killed when a turn begins", "turn: <number>")]),
    ("an unknown key", "- bury: ana", "- buries: ana", [(19, "events[8].buries", "unknown key “buries”",
     one_of("attack", "bury", "change", "final", "murder", "of", "phase", "play", "segment", "turn", "usurper",
      near="bury"))]),
    ("events that are no list", LOG[LOG.index("events:"):], "events: {turn: 2}\n", [(10, "events",
     "a mapping is not a list", "a list")]),
]  # fmt: skip

BOARDS = [
    ("an unknown province", "province: mysia", "province: mysa", [(11, "spaces.abydos.province",
     "unknown province “mysa”", "mysia? one of: macedonia, mysia"), (7, "provinces.mysia",
     "mysia has no space that can be controlled", "a space that is no transit point")]),
    ("a port of the Hellespont that is none", "province: macedonia, at: [12",
     "province: macedonia, hellespont: true, at: [12", [(10, "spaces.pydna.hellespont",
     "pydna is no port that can be controlled", "port: true"), (8, "spaces",
     "1 port of the Hellespont (pydna)", "5 or none (rule 3-7)")]),
    ("a province of transit points", "abydos: {kind: minor,", "abydos: {kind: transit,", [(7,
     "provinces.mysia", "mysia has no space that can be controlled", "a space that is no transit point")]),
    ("an unknown space in a pair", "[abydos, pass]]", "[abydos, pas]]", [(14, "land[1]", "unknown space “pas”",
     "pass? one of: abydos, pass, pella, pydna, rhodos")]),
    ("a pair of one", "[abydos, pass]]", "[abydos]]", [(14, "land[1]", "entry 2 is missing", None)]),
    ("a space joined to itself", "[abydos, pass]]", "[abydos, abydos]]", [(14, "land[1]",
     "abydos is named twice", "two spaces")]),
    ("a pair twice", "[abydos, pass]]", "[pydna, pella]]", [(14, "land[1]", "pydna and pella stand twice",
     None)]),
    ("a sea between no ports", "sea: [[pella, abydos]]", "sea: [[pella, pydna]]", [(15, "sea[0]",
     "pydna is no port", "port: true at that space")]),
    ("a route to no port", "routes: [[abydos, rhodos]]", "routes: [[pass, rhodos]]", [(16, "routes[0]",
     "pass is no port", "port: true at that space")]),
    ("an unknown kind", "kind: fortress", "kind: castle", [(10, "spaces.pydna.kind",
     "“castle” is not known here", "one of: fortress, major, minor, transit")]),
    ("negative points", "{vp: 3}", "{vp: -3}", [(6, "provinces.macedonia.vp", "“-3” is negative", "at least 0")]),
    ("too many points", "{vp: 3}", "{vp: 100}", [(6, "provinces.macedonia.vp", "“100” is out of range",
     "at most 99")]),
    ("no points", "{vp: 3}", "{}", [(6, "provinces.macedonia.vp", "the key “vp” is missing", None)]),
    ("no place to draw it", "at: [40, 30]", "at: [40]", [(13, "spaces.pass.at", "entry 2 is missing", None)]),
    ("a place of words", "at: [40, 30]", "at: [40, north]", [(13, "spaces.pass.at[1]",
     "the text “north” is not a number", "a number")]),
    ("no space", BOARD[BOARD.index("spaces:"):], "spaces: {}\n", [(8, "spaces", "too few entries",
     "at least 1")]),
    ("a name that is none", "  pass: {", "  the pass: {", [(13, "spaces.the pass", "“the pass” is not a name",
     "a letter, then letters, digits, “_”, “-” or “'”")]),
    ("another game's board", "game: successors", "game: empire", [(2, "game", "“empire” is not known here",
     "one of: successors")]),
    ("an unknown key of a space", "kind: transit,", "kind: transit, value: 2,", [(13, "spaces.pass.value",
     "unknown key “value”", "one of: at, hellespont, kind, port, province")]),
]  # fmt: skip


@cases(POSITIONS)
def test_position(satrap, old, new, faults):
    check(satrap, changed(POSITION, (old, new)), faults, command="score")


@cases(EVENTS)
def test_event(satrap, old, new, faults):
    check(satrap, changed(LOG, (old, new)), faults, command="replay")


@cases(BOARDS)
def test_map(satrap, old, new, faults):
    Path("board.yaml").write_text(changed(BOARD, (old, new)))
    Path("test.yaml").write_text(ON_BOARD)
    for command in (
        ("board", "check", "successors", "board.yaml"),
        ("board", "show", "successors", "./board.yaml", "-o", "out.svg"),
        ("draw", "test.yaml", "-o", "out.svg"),
    ):
        assert Path(refused(satrap, faults, *command)[0]["file"]) == Path("board.yaml")


def test_all_is_sound_before_it_is_changed(satrap):
    Path("position.yaml").write_text(POSITION)
    Path("log.yaml").write_text(LOG)
    Path("board.yaml").write_text(BOARD)
    Path("test.yaml").write_text(ON_BOARD)
    assert satrap("score", "position.yaml").status == 0
    assert broken(satrap("replay", "log.yaml", "--json")) == []
    assert satrap("board", "check", "successors", "board.yaml").out == "Three provinces: sound\n"
    assert satrap("score", "test.yaml", "--json").json["totals"]["ana"] == {"vp": 3, "legitimacy": 5}


def test_all_faults_of_a_position_at_once(satrap):
    text = changed(
        POSITION, ("active: ana", "active: anna"), ("[sparta]", "[thermopylai]"), ("{athenai: 1}", "{athens: 1}")
    )
    wanted = [
        (8, "position.active", "unknown player “anna”", one_of("ana", "ben", near="ana")),
        (13, "position.independents[0]", "thermopylai is a transit point", "a space that can hold a marker (rule 1-4)"),
        (25, "position.players.ana.siege.athens", "unknown space “athens”", space_name("athens")),
    ]
    check(satrap, text, wanted, command="score")


def test_of_many_names_the_nearest_are_told():
    near, listed = space_name("pela").split("? one of: ")
    names, more = listed.split(" and ")
    assert (near, len(names.split(", ")), more) == ("pella", 12, f"{len(DIADOCHI.spaces) - 12} more")
    assert "pella" in names.split(", ")
    assert names.split(", ") == sorted(names.split(", "))


def test_an_event_in_no_place_is_a_breach_and_no_fault(satrap):
    Path("log.yaml").write_text(changed(LOG, ("{pella: ana, amphipolis: null}", "{pela: ana}")))
    told = satrap("replay", "log.yaml", "--json")
    assert told.status == 1
    assert broken(told) == [("F-6", "events[5].change.control.pela")]


@pytest.mark.parametrize("name", templates_of("successors"))
def test_question(name):
    assert question_faults(name) == []
    assert question_faults(name, frobnicate=1) == [("question.frobnicate", "unknown key “frobnicate”")]
    assert [path for path, _ in question_faults(name, ask="everything")] == ["question.ask"]
    for key in {"player", "for", "against"} & set(TEMPLATES[name]["question"]):
        assert ("question." + key, "unknown player “zoe”") in question_faults(name, **{key: "zoe"})
        assert [path for path, _ in question_faults(name, **{key: 3})] == ["question." + key]
