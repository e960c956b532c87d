"""Whatever a file holds, reading it gives a scenario or says what is wrong with it; nothing else."""

import copy
import json
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.documents import read_text
from models.errors import InputError
from models.game import bundled_board, load_game, user_board
from puzzles.picture import draw_board
from puzzles.scenario import bundled_files, parse, task_of, to_yaml
from puzzles.scoring import score
from tests.puzzles.test_bad_input_alexandros import BOARD as LAND
from tests.puzzles.test_bad_input_successors import BOARD

FILES = dict(bundled_files("gallery"))
DATA = {name: read_text(raw, name).data for name, raw in FILES.items()}


def files_of(game):
    """The bundled scenarios, logs and templates of a game as plain data."""
    return {
        f"{folder}/{name}": read_text(raw, name).data
        for folder in ("gallery", "templates")
        for name, raw in bundled_files(folder)
        if name.startswith(f"{game}/")
    }


def boards_of(game, name, small):
    """The bundled board of a game and a small one as plain data."""
    return {name: bundled_board(load_game(game), name).model_dump(mode="json"), "small": read_text(small).data}


SUCCESSORS = files_of("successors")
MAPS = boards_of("successors", "diadochi", BOARD)
ALEXANDROS = files_of("alexandros")
LANDS = boards_of("alexandros", "satrapies", LAND)

WORDS = ["symbol", "michael", "marion", "macedonia", "lydia", "rest", "null", "yes", "1", "", "best-response", "margin"]
ODD = ["./x.yaml", "é", "😀", "\ud800", "a\0", "x" * 60, "-", "<<", "a\nb", "\u2028"]
KEYS = [
    "region",
    "round",
    "armies",
    "temple",
    "spent",
    "placed",
    "built",
    "moves",
    "path",
    "pays",
    "fixed",
    "turn",
    "draw",
]
VALUES = [None, True, 0, 1, 15, -1, 10**30, 10**1000, 1.5, math.inf, math.nan, [], {}, [[]], {"a": 1}, ["symbol"]]
BYTES = [b"\n", b" ", b"\t", b":", b"- ", b"[", b"}", b"'", b'"', b"#", b"&a ", b"*a", b"!x ", b"---\n", b"|\n", b"? "]
BYTES += [
    b'"\\U00110000"',
    b"\xc3",
    b"\0",
    b"\xc2\x85",
    b"\xef\xbb\xbf",
    b"<<: ",
    b"%YAML 1.1\n---\n",
    b"0x",
    b"\r",
    b"@",
]

SUCCESSORS_KEYS = ["turn", "phase", "cart", "tomb", "players", "control", "royals", "armies", "fleets", "independents"]
SUCCESSORS_KEYS += ["capitals", "events", "change", "offers", "budgets", "ask", "player", "provinces", "spaces", "to"]
SUCCESSORS_WORDS = [
    "pella",
    "thermopylai",
    "macedonia",
    "alexandros",
    "perdikkas",
    "independent",
    "free",
    "major",
    "me",
]
MAP_KEYS = ["kind", "province", "port", "hellespont", "at", "land", "sea", "routes"]

ALEXANDROS_KEYS = ["alexander", "walls", "walls_left", "face_up", "pile", "discards", "hand", "governors", "points"]
ALEXANDROS_KEYS += ["moved", "actions", "levied", "ending", "over", "card", "as", "to", "path", "take", "drawn"]
ALEXANDROS_KEYS += ["occupy", "gives", "ejects", "levy", "remove", "turned_up", "ask", "player", "inside"]
ALEXANDROS_KEYS += ["value", "symbols"]
ALEXANDROS_WORDS = ["i4", "a5", "H3", "h3", "Z9", "i4-h5-g6", "i4-i4", "i4-", "temple", "horse", "pile", "ana", "all"]
LAND_KEYS = ["land", "start", "rim", "open", "closing", "invented"]
LAND_WORDS = ["A|", "C|.T.", "A|TAHLO.", "A|?", "B| " + "." * 219, "a0", "b1", "a0-a2", "a0-a2-a4", "closing", "open"]

QUICK = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def places(data):
    """Every place where a value stands: what holds it, and its key there."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield data, key
        yield from places(value)


@st.composite
def changed_data(draw, files=DATA, words=WORDS, keys=KEYS):
    """The plain data of a file with values replaced, deleted and put in, here and there."""
    data = copy.deepcopy(files[draw(st.sampled_from(sorted(files)))])
    values = st.sampled_from([*VALUES, *words, *ODD])
    for _ in range(draw(st.integers(1, 4))):
        found = list(places(data))
        if not found:
            break
        home, key = found[draw(st.integers(0, len(found) - 1))]
        other = found[draw(st.integers(0, len(found) - 1))]
        value = copy.deepcopy(draw(st.one_of(values, st.just(other[0][other[1]]), st.integers(0, 16))))
        what = draw(st.sampled_from(["replace", "nudge", "delete", "insert"]))
        if what == "delete":
            del home[key]
        elif what == "nudge" and type(home[key]) is int:
            home[key] += draw(st.sampled_from([-1, 1]))
        elif what == "insert" and isinstance(home, list):
            home.insert(key, value)
        elif what == "insert":
            home[draw(st.sampled_from([*keys, *words, *ODD]))] = value
        else:
            home[key] = value
    return data


@st.composite
def changed_text(draw):
    """The bytes of a bundled file with pieces cut out, doubled and put in."""
    raw = FILES[draw(st.sampled_from(sorted(FILES)))]
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(raw)))
        end = min(len(raw), start + draw(st.integers(0, 30)))
        piece = draw(st.one_of(st.sampled_from(BYTES), st.just(raw[start:end] * 2), st.binary(max_size=3)))
        raw = raw[:start] + piece + raw[end:]
    return raw


def reading(text):
    """The scenario, or the faults."""
    try:
        return parse(text, "fuzz.yaml"), ()
    except InputError as error:
        return None, error.faults


def survives(text):
    scenario, faults = reading(text)
    if scenario is None:
        said(faults)
        return
    again = parse(scenario.text(), "again.yaml")
    assert again.plain() == scenario.plain()
    if not scenario.events:
        assert score(again).plain() == score(scenario).plain()
    else:
        scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)
    if scenario.question is not None:
        asked(scenario)


def asked(scenario):
    """The question is taken, or what is wrong with it is said."""
    try:
        task_of(scenario)
    except InputError as error:
        said(error.faults)


def said(faults):
    assert faults
    assert all(fault.message and "\n" not in str(fault) for fault in faults)


@given(changed_data())
@settings(QUICK, max_examples=150)
def test_changed_data(data):
    survives(json.dumps(data))


@given(changed_data(SUCCESSORS, SUCCESSORS_WORDS, SUCCESSORS_KEYS))
@settings(QUICK, max_examples=150)
def test_changed_data_of_successors(data):
    survives(json.dumps(data))


@given(changed_data(ALEXANDROS, ALEXANDROS_WORDS, ALEXANDROS_KEYS))
@settings(QUICK, max_examples=150)
def test_changed_data_of_alexandros(data):
    survives(json.dumps(data))


def board_survives(game, data):
    """A board is drawn, or what is wrong with it is said."""
    try:
        board = user_board(load_game(game), read_text(json.dumps(data)))
    except InputError as error:
        said(error.faults)
    else:
        assert draw_board(game, board).startswith("<svg")


@given(changed_data(MAPS, SUCCESSORS_WORDS, MAP_KEYS))
@settings(QUICK, max_examples=150)
def test_changed_maps_of_successors(data):
    board_survives("successors", data)


@given(changed_data(LANDS, LAND_WORDS, LAND_KEYS))
@settings(QUICK, max_examples=150)
def test_changed_boards_of_alexandros(data):
    board_survives("alexandros", data)


@given(changed_text())
@settings(QUICK, max_examples=60)
def test_changed_text(raw):
    survives(raw)


@pytest.mark.parametrize("gap", ["  ", "   ", "\n", "\n\n", " \n ", "\t"])
def test_a_long_note_keeps_its_spaces(gap):
    for words in range(40):
        data = {"note": " ".join(["Lydia"] * words) + gap + " ".join(["Caria"] * 20)}
        assert read_text(to_yaml(data)).data == data


@pytest.mark.big
@given(changed_data())
@settings(QUICK, derandomize=False, max_examples=20_000)
def test_changed_data_at_length(data):
    survives(json.dumps(data))


@pytest.mark.big
@given(changed_data(SUCCESSORS, SUCCESSORS_WORDS, SUCCESSORS_KEYS))
@settings(QUICK, derandomize=False, max_examples=20_000)
def test_changed_data_of_successors_at_length(data):
    survives(json.dumps(data))


@pytest.mark.big
@given(changed_data(MAPS, SUCCESSORS_WORDS, MAP_KEYS))
@settings(QUICK, derandomize=False, max_examples=5_000)
def test_changed_maps_of_successors_at_length(data):
    board_survives("successors", data)


@pytest.mark.big
@given(changed_data(ALEXANDROS, ALEXANDROS_WORDS, ALEXANDROS_KEYS))
@settings(QUICK, derandomize=False, max_examples=20_000)
def test_changed_data_of_alexandros_at_length(data):
    survives(json.dumps(data))


@pytest.mark.big
@given(changed_data(LANDS, LAND_WORDS, LAND_KEYS))
@settings(QUICK, derandomize=False, max_examples=5_000)
def test_changed_boards_of_alexandros_at_length(data):
    board_survives("alexandros", data)


@pytest.mark.big
@given(changed_text())
@settings(QUICK, derandomize=False, max_examples=10_000)
def test_changed_text_at_length(raw):
    survives(raw)
