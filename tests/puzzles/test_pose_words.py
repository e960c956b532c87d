"""Answers in short words: read by the shape of the document, line by line."""

import pytest

import puzzles
from models.errors import InputError
from puzzles.posing.words import Draft, fields
from puzzles.questions import QUESTIONS, find

SAID = {
    ("empire", "best-response"): (
        [
            "allocation armies 7, temple 6, city 2",
            "moves armies 7, path symbol gandhara, pays temple 1",
            "moves armies 4, path gandhara taxila",
            "pieces temples taxila gandhara, cities patala",
        ],
        {
            "allocation": {"armies": 7, "temple": 6, "city": 2},
            "moves": [
                {"armies": 7, "path": ["symbol", "gandhara"], "pays": {"temple": 1}},
                {"armies": 4, "path": ["gandhara", "taxila"]},
            ],
            "pieces": {"temples": ["taxila", "gandhara"], "cities": ["patala"]},
        },
    ),
    ("alhambra", "place"): (
        ["places tile seraglio7-w, at 2 -2", "places tile chambers5-nsw, to discard"],
        {"places": [{"tile": "seraglio7-w", "at": [2, -2]}, {"tile": "chambers5-nsw", "to": "discard"}]},
    ),
    ("alhambra", "redesign"): (
        ["actions remove tower12-open", "actions exchange garden11-open, with tower12-open"],
        {"actions": [{"remove": "tower12-open"}, {"exchange": "garden11-open", "with": "tower12-open"}]},
    ),
    ("alexandros", "best-turn"): (
        ["card horse", "to I5", "path j7-j5", "actions take hoplite", "actions occupy I4 H4"],
        {"card": "horse", "to": "I5", "path": "j7-j5", "actions": [{"take": "hoplite"}, {"occupy": ["I4", "H4"]}]},
    ),
    ("successors", "path-to-victory"): (
        ["route vp", "buys provinces lydia tribali, fleets 3"],
        {"route": "vp", "buys": {"provinces": ["lydia", "tribali"], "fleets": [3]}},
    ),
    ("successors", "cart"): (
        ["moves babylon opis arbela", "moves arbela nisibis"],
        {"moves": [["babylon", "opis", "arbela"], ["arbela", "nisibis"]]},
    ),
}


def document(game, kind):
    return find(game, kind).load().answer


@pytest.mark.parametrize("question", SAID, ids=" ".join)
def test_lines_say_what_a_file_would(question):
    lines, plain = SAID[question]
    draft = Draft(document(*question))
    for line in lines:
        draft.say(line)
    assert draft.plan().plain() == plain


def test_a_field_that_comes_again_in_a_line_says_more():
    draft = Draft(document("alexandros", "plan"))
    draft.say("turns card lyre, to I4, path j5-i4, actions take amphora, actions occupy I5 I7")
    draft.say("turns card horse, to J16, path i4-i6, actions levy horse")
    assert draft.data == {
        "turns": [
            {"card": "lyre", "to": "I4", "path": "j5-i4", "actions": [{"take": "amphora"}, {"occupy": ["I5", "I7"]}]},
            {"card": "horse", "to": "J16", "path": "i4-i6", "actions": [{"levy": "horse"}]},
        ]
    }


def test_names_of_fields_may_be_shortened_where_they_stay_clear():
    draft = Draft(document("empire", "best-response"))
    draft.say("alloc arm 7, te 6, ci 2")
    assert draft.data == {"allocation": {"armies": 7, "temple": 6, "city": 2}}


def test_a_line_says_more_of_what_was_said():
    draft = Draft(document("empire", "best-response"))
    draft.say("pieces temples taxila")
    draft.say("pieces temples gandhara, cities patala")
    assert draft.data == {"pieces": {"temples": ["taxila", "gandhara"], "cities": ["patala"]}}
    assert draft.undo()
    assert draft.data == {"pieces": {"temples": ["taxila"]}}
    assert draft.undo()
    assert (draft.data, draft.undo()) == ({}, False)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("bid 3", "something is missing before “bid”"),
        ("allocation armies", "something is missing at the end of the line"),
        ("allocation armies many", "something is missing before “many”"),
        ("pieces temples taxila, gandhara", "“, gandhara” is not understood"),
        ("moves", "something is missing at the end of the line"),
    ],
)
def test_what_makes_no_sense_is_told_and_changes_nothing(line, told):
    draft = Draft(document("empire", "best-response"))
    draft.say("pieces temples taxila")
    with pytest.raises(InputError) as caught:
        draft.say(line)
    assert told in str(caught.value)
    assert draft.data == {"pieces": {"temples": ["taxila"]}}


def test_what_is_missing_is_told_when_it_is_handed_in():
    draft = Draft(document("empire", "best-response"))
    draft.say("moves armies 3")
    with pytest.raises(InputError) as caught:
        draft.plan()
    assert [fault.path for fault in caught.value.faults] == ["moves[0].path"]


@pytest.mark.parametrize("entry", QUESTIONS, ids=lambda entry: f"{entry.game}-{entry.kind}")
def test_help_tells_every_field_of_every_answer(entry):
    told = dict(fields(document(entry.game, entry.kind)))
    names = {field.alias or name for name, field in document(entry.game, entry.kind).model_fields.items()}
    assert set(told) == names
    assert all(told.values()), told


@pytest.mark.parametrize(
    "name",
    [
        "alexandros/occupy-which-to-take",
        "alhambra/redesign-swap",
        "empire/first-region",
        "successors/cart-road-to-pella",
        "successors/expansion-last-steps",
    ],
)
def test_what_a_plan_holds_said_field_by_field_is_the_plan_again(name):
    scenario = puzzles.load(name)
    plan = puzzles.solve(scenario).plan.plain()
    draft = Draft(document(scenario.game.key, scenario.question.kind))
    for line in lines_of(plan):
        draft.say(line)
    assert draft.data == plan


def lines_of(plan):
    for field, value in plan.items():
        items = value if isinstance(value, list) and value and isinstance(value[0], (dict, list)) else [value]
        for item in items:
            yield f"{field} {said(item)}"


def said(value):
    if isinstance(value, dict):
        return ", ".join(f"{key} {said(item)}" for key, item in value.items())
    if isinstance(value, list):
        return " ".join(said(item) for item in value)
    return str(value)
