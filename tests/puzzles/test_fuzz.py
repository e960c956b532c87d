"""Whatever a file holds, reading it gives a scenario or says what is wrong with it; nothing else."""

import copy
import json
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.documents import read_text
from models.errors import InputError
from puzzles.scenario import bundled_files, parse, to_yaml
from puzzles.scoring import score

FILES = dict(bundled_files("gallery"))
DATA = {name: read_text(raw, name).data for name, raw in FILES.items()}

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

values = st.sampled_from([*VALUES, *WORDS, *ODD])
QUICK = settings(derandomize=True, database=None, deadline=None, suppress_health_check=list(HealthCheck))


def places(data):
    """Every place where a value stands: what holds it, and its key there."""
    entries = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in entries:
        yield data, key
        yield from places(value)


@st.composite
def changed_data(draw):
    """The plain data of a bundled file with values replaced, deleted and put in, here and there."""
    data = copy.deepcopy(DATA[draw(st.sampled_from(sorted(DATA)))])
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
            home[draw(st.sampled_from([*KEYS, *WORDS, *ODD]))] = value
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
        assert faults
        assert all(fault.message and "\n" not in str(fault) for fault in faults)
        return
    again = parse(scenario.text(), "again.yaml")
    assert again.plain() == scenario.plain()
    if not scenario.events:
        assert score(again).plain() == score(scenario).plain()
    else:
        scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)


@given(changed_data())
@settings(QUICK, max_examples=150)
def test_changed_data(data):
    survives(json.dumps(data))


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
@given(changed_text())
@settings(QUICK, derandomize=False, max_examples=10_000)
def test_changed_text_at_length(raw):
    survives(raw)
