"""Logs of alhambra: turns in order, refills, scorings, the end of the game."""

from pathlib import Path

import pytest

from models.alhambra.game import GAME
from models.alhambra.log import receivers, replay
from models.alhambra.plan import Event, event_problems
from models.alhambra.position import Position
from models.alhambra.rulings import RULINGS
from models.alhambra.words import action_words, headline, placing_words
from models.documents import Source, validate
from models.errors import dotted
from models.game import bundled_board
from models.rulings import Rulings

SUPPLY = bundled_board(GAME, "alhambra")


def table(**given):
    position = validate(Position, Source({"round": 1, **given}))
    assert [str(problem) for problem in position.problems(SUPPLY, Rulings.choose(RULINGS))] == []
    return position


def events(*given):
    return [validate(Event, Source(event)) for event in given]


def play(position, *given, **readings):
    rulings = Rulings.choose(RULINGS, {key.replace("_", "-"): value for key, value in readings.items()})
    return replay(SUPPLY, position, events(*given), rulings)


def broken(played):
    return [(breach.rule, dotted(breach.path)) for breach in played.breaches]


TAKES = [{"take": {"blue": [9]}}]


def test_turns_go_round():
    """Ana, ben, ana; nobody plays twice in a row."""
    position = table(players={"ana": {}, "ben": {}})
    turns = [{"turn": name, "actions": [{"take": {"green": [1]}}]} for name in ("ana", "ben", "ben", "ana")]
    played = play(position, *turns)
    assert broken(played) == [("B2-1", "events[2].turn")]
    assert played.after["turn"] == "ben"
    assert played.after["players"]["ana"]["money"] == {"green": [1, 1]}


def test_a_named_turn_is_kept():
    played = play(table(turn="ben", players={"ana": {}, "ben": {}}), {"turn": "ana", "actions": TAKES})
    assert broken(played) == [("B2-1", "events[0].turn")]
    assert played.steps[0].lines == ()


def test_a_turn_in_words():
    position = table(
        modules=["treasures"],
        market={"blue": "arcades9", "green": "tower12"},
        players={"ana": {"money": {"blue": [7]}, "treasures": [3], "reserve": ["garden12"]}},
    )
    played = play(
        position,
        {
            "turn": "ana",
            "actions": [
                {"buy": "arcades9", "pays": {"cards": [7], "treasures": [3]}},
                {"place": "garden12", "at": [0, -1]},
            ],
            "places": [{"tile": "arcades9", "at": [1, 0]}],
        },
    )
    # the garden's south wall meets the fountain, which has none: it is left out
    assert broken(played) == [("B3-2", "events[0].actions[1]"), ("B3-3", "events[0].actions[1]")]
    assert played.steps[0].event == "turn of ana"
    assert played.steps[0].lines == (
        "buys arcades 9 for blue 7 and the treasure 3, exactly",
        "places arcades 9 to [1, 0]",
    )


def test_refill_fills_empty_slots():
    position = table(
        modules=["markets"],
        market={"blue": "arcades9"},
        players={"ana": {"market": {"green": "tower13"}, "layout": "fountain garden12"}},
    )
    market = {"blue": "tower12", "green": "garden12", "orange": "tower13", "yellow": "pavilion2"}
    played = play(position, {"refill": {"market": market}})
    assert broken(played) == [
        ("B2-5", "events[0].refill.market.blue"),
        ("B1-2", "events[0].refill.market.green"),
        ("B1-2", "events[0].refill.market.orange"),
    ]
    assert played.after["market"] == {"blue": "arcades9-open", "yellow": "pavilion2-new"}
    assert played.steps[0].lines == ("pavilion 2 (walls n, e, w) on yellow",)


def test_the_third_party_is_given_tiles():
    """Two come from the supply; the garden lies on the market, the pavilion stands nowhere in this supply."""
    position = table(market={"blue": "garden12"}, neutral=["tower7"], players={"ana": {}, "ben": {}})
    given = {"neutral": ["tower12", "garden12", "pavilion9", "arcades4"]}
    played = play(position, {"refill": given})
    assert broken(played) == [("B1-2", f"events[0].refill.neutral[{at}]") for at in (1, 2)]
    assert played.after["neutral"] == ["tower7-new", "tower12-open", "arcades4-nes"]


def test_no_third_party_is_given_tiles_where_there_is_none():
    played = play(table(players={"ana": {}, "ben": {}}), {"refill": {"neutral": ["tower12"]}})
    assert broken(played) == [("B8-1", "events[0].refill.neutral[0]")]


def test_a_discarded_tile_does_not_come_back():
    market = {"blue": "tower13", "green": "garden12", "orange": "garden6", "yellow": "tower8"}
    position = table(modules=["markets"], players={"ana": {"market": market, "bought": ["tower12"]}})
    out = {"turn": "ana", "places": [{"tile": "tower12", "to": "discard"}]}
    played = play(position, out, {"refill": {"market": {"blue": "tower12"}}})
    assert played.after["discarded"] == ["tower12-open"]
    assert broken(played) == [("B1-2", "events[1].refill.market.blue")]


def test_a_scoring_adds_points_and_goes_on():
    """Scoring 1: the only pavilion scores 1 (B5-1), its three walls 3."""
    position = table(players={"ana": {"layout": "pavilion2\nfountain", "points": 10}, "ben": {}})
    played = play(position, {"score": "round"})
    assert [(entry.player, entry.amount, entry.rule) for entry in played.ledger] == [
        ("ana", 1, "B5-1"),
        ("ana", 3, "B6-1"),
    ]
    assert (played.after["round"], played.after["winners"]) == (2, None)
    assert played.after["players"]["ana"]["points"] == 14


@pytest.mark.parametrize(
    ("purses", "receiver"),
    [
        ([[4], [4], [3]], None),  # E17 of the facts: a tie blocks
        ([[4], [3], [3]], "ana"),
        ([[], [], []], None),
        ([[2, 3], [4], []], "ana"),
    ],
)
def test_leftovers_go_to_most_money(purses, receiver):
    """The price of 13 does not matter, and money of another currency does not either."""
    players = {
        name: {"money": {"blue": purse, "green": [9] if name == "cid" else []}}
        for name, purse in zip(("ana", "ben", "cid"), purses, strict=True)
    }
    assert receivers(table(market={"blue": "tower13"}, players=players)) == {"blue": receiver}


def test_the_end_of_a_game():
    """Leftovers after the first scoring: the last scoring is the third one all the same, and then it is over.

    Ben builds the tower: most towers 21, its wall 1. Ana keeps the pavilion in reserve, which scores nothing.
    """
    position = table(
        market={"blue": "tower13", "green": "pavilion2", "orange": "garden6"},
        players={"ana": {"money": {"green": [1]}, "points": 22}, "ben": {"money": {"blue": [2]}}},
    )
    played = play(
        position,
        {"score": "round"},
        {"leftovers": True, "places": [{"tile": "tower13", "at": [1, 0]}]},
        {"turn": "ana", "actions": TAKES},
        {"score": "round"},
        {"score": "round"},
    )
    assert broken(played) == [("B7-1", "events[2].turn"), ("B7-1", "events[4].score")]
    assert [(entry.player, entry.amount) for entry in played.ledger] == [("ben", 21), ("ben", 1)]
    assert played.after["players"]["ana"]["reserve"] == ["pavilion2-new"]
    assert played.after["players"]["ben"]["money"] == {"blue": [2]}
    assert (played.after["market"], played.after["over"]) == ({}, True)
    assert played.after["winners"] == ["ana", "ben"]
    assert played.steps[3].lines == ("ana and ben share the win",)


def test_leftovers_that_go_nowhere():
    position = table(
        market={"blue": "tower13", "green": "pavilion2"}, players={"ana": {"money": {"blue": [1]}}, "ben": {}}
    )
    places = [
        {"tile": "pavilion2", "at": [1, 0]},  # nobody's
        {"tile": "tower13", "to": "neutral"},
        {"tile": "tower13", "at": [-1, 0]},  # its east wall meets the fountain
        {"tile": "tower13", "to": "blue"},
        {"tile": "tower13", "to": "reserve"},
        {"tile": "tower13", "at": [1, 0]},  # has its place
    ]
    played = play(position, {"leftovers": True, "places": places})
    assert broken(played) == [
        ("B7-4", "events[0].places[0]"),
        ("B7-4", "events[0].places[1]"),
        ("B3-2", "events[0].places[2]"),
        ("B3-3", "events[0].places[2]"),
        ("P-1", "events[0].places[3]"),
        ("B7-4", "events[0].places[5]"),
    ]
    assert played.after["players"]["ana"]["reserve"] == ["tower13-e"]


def test_a_leftover_tile_needs_a_free_slot_to_be_kept():
    full = {"blue": "tower12", "green": "garden12", "orange": "garden6", "yellow": "tower8"}
    given = {"modules": ["markets"], "market": {"blue": "tower13"}}
    for market, kept in ((full, None), ({"blue": "tower12"}, "green")):
        position = table(**given, players={"ana": {"market": market, "money": {"blue": [1]}}})
        after = play(position, {"leftovers": True}).after
        assert after["players"]["ana"]["market"].get(kept) == (kept and "tower13-e")
        assert after["discarded"] == ([] if kept else ["tower13-e"])


@pytest.mark.parametrize(
    ("event", "path", "message"),
    [
        ({}, "events[0]", "an event must be one thing, this is none"),
        ({"turn": "ana", "score": "round"}, "events[0]", "an event must be one thing, this is turn and score"),
        ({"turn": "anna"}, "events[0].turn", "unknown player “anna”"),
        ({"score": "round", "actions": TAKES}, "events[0].actions", "actions belong to a turn"),
        (
            {"score": "round", "places": [{"tile": "tower12", "to": "reserve"}]},
            "events[0].places",
            "places belong to a turn, or to leftovers",
        ),
        ({"turn": "ana", "actions": [{}]}, "events[0].actions[0]", "an action must be one thing, this is none"),
        (
            {"turn": "ana", "actions": [{"place": "tower12"}]},
            "events[0].actions[0].at",
            "the key “at” is missing",
        ),
        (
            {"turn": "ana", "actions": [{"take": {"blue": [9]}, "at": [1, 0]}]},
            "events[0].actions[0].at",
            "“at” says nothing in an action to take",
        ),
        (
            {"turn": "ana", "actions": [{"buy": "tower12", "from": "bob"}]},
            "events[0].actions[0].from",
            "unknown player “bob”",
        ),
        ({"turn": "ana", "places": [{"tile": "tower12"}]}, "events[0].places[0]", "nothing says where the tile goes"),
        (
            {"turn": "ana", "places": [{"tile": "tower12", "at": [1, 0], "to": "reserve"}]},
            "events[0].places[0]",
            "a tile goes to one place",
        ),
        (
            {"turn": "ana", "places": [{"tile": "tower12", "to": "reserve", "discard": "tower13"}]},
            "events[0].places[0].discard",
            "nothing is discarded where no market slot is filled",
        ),
    ],
)
def test_faults_of_events(event, path, message):
    found = [(dotted(p.path), p.message) for p in event_problems(events(event), ["ana", "ben"])]
    assert found == [(path, message)]


def test_events_are_written_as_they_are_read():
    given = [
        {"turn": "ana", "actions": [{"buy": "tower12", "from": "ben", "pays": {"cards": [9, 3]}},
                                    {"exchange": "tower12", "with": "tower13", "to": "blue"}]},
        {"refill": {"market": {"blue": "tower12"}}},
        {"leftovers": True},
    ]  # fmt: skip
    assert [event.plain() for event in events(*given)] == given


def test_words():
    (turn,) = events(
        {
            "turn": "ana",
            "actions": [
                {"remove": "tower12-open", "to": "blue", "discard": "tower13-e"},
                {"exchange": "tower12-open", "with": "tower13-e"},
                {"place": "tower12-open", "at": [1, -2]},
            ],
            "places": [{"tile": "tower12-open", "to": "neutral"}, {"tile": "tower12-open", "to": "discard"}],
        }
    )
    assert [action_words(action) for action in turn.actions] == [
        "redesigns: tower 12 to the own market, blue, where tower 13 (wall e) makes room",
        "redesigns: tower 13 (wall e) in place of tower 12, which goes to the reserve",
        "redesigns: tower 12 to [1, -2]",
    ]
    assert [placing_words(placing) for placing in turn.places] == [
        "tower 12 to the third party",
        "tower 12 out of the game",
    ]


def test_headline():
    position = table(modules=["markets", "guidelines"], missions=["rows", "grids"], players={"ana": {}, "ben": {}})
    assert headline(SUPPLY, position) == (
        "2 players, before scoring 1",
        "with personal building markets, the caliph's guidelines",
        "missions: rows, grids",
        "tiles: The 54 building tiles of Alhambra",
    )


def test_a_file_is_scored_and_replayed(tmp_path: Path):
    """A file without a board: the only bundled supply is meant."""
    import puzzles
    from puzzles.scenario import load

    text = "satrap: 1\ngame: alhambra\nposition: {round: 1, players: {ana: {layout: 'fountain garden9'}}}\n"
    file = tmp_path / "small.yaml"
    file.write_text(text)
    scenario = load(file)
    assert scenario.board_name == "alhambra"
    assert puzzles.score(scenario).ledger.total("ana") == 5 + 1  # the only garden, and its wall in the east
    file.write_text(f"{text}events: [{{score: round}}]\n")
    log = load(file)
    assert GAME.replay(log.board, log.position, log.events, log.rulings).after["round"] == 2
