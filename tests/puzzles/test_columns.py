"""Columns: everything is there, nothing is wider than the screen, wide letters count as two."""

import pytest

from puzzles.columns import Column, pairs, say, table, width_of

COLUMNS = (Column("where", wraps=True), Column("what", wraps=True), Column("points", right=True))


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize(
    "row",
    [
        ("Macedonia", "a short note", "5"),
        ("Macedonia", "a note that goes on and on, " * 9, "5"),
        ("x" * 90, "y" * 200, "123"),
        ("亚历山大" * 12, "波斯 " * 40, "7"),
        ("", "", ""),
    ],
)
def test_a_table_keeps_its_words_and_its_width(row, width, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(width))
    table(COLUMNS, [row, None, row])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(width_of, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
    told = "".join(lines[2:]).replace(" ", "")
    for letter in set("".join(row).replace(" ", "")):
        assert told.count(letter) == 2 * "".join(row).count(letter)


def test_numbers_stand_to_the_right_under_their_title(capsys):
    table(COLUMNS, [("a", "b", "5"), ("a", "b", "15")])
    assert capsys.readouterr().out.splitlines() == [
        "where  what  points",
        "───────────────────",
        "a      b          5",
        "a      b         15",
    ]


def test_a_heading_that_repeats_is_said_once(capsys):
    pairs([("lay", "a temple in Thrace"), ("lay", "a city in Epirus")])
    assert capsys.readouterr().out.splitlines() == ["  lay  a temple in Thrace", "       a city in Epirus"]


def test_a_wrapped_line_keeps_its_indent(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "40")
    say("   " + "word " * 12)
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("   word") for line in lines)
