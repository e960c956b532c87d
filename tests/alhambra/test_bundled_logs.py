"""The bundled logs before two judges: the package, and a referee written from the rule text apart from it."""

import copy
from collections import Counter
from functools import cache
from random import Random

import pytest

from puzzles.scenario import load as load_scenario
from tests.alhambra.referee import ROOT, RuleError, load, play

GALLERY = ROOT / "puzzles" / "gallery" / "alhambra"
LOGS = sorted(path.stem for path in GALLERY.glob("log-*.yaml"))
KINDS = {"B5": "majorities", "B6": "wall", "G-": "missions", "T-": "treasures"}


@cache
def read(name):
    return load(GALLERY / f"{name}.yaml")


@cache
def judged(name):
    """A bundled log as the package plays it, and as the referee does; and its position, layouts drawn as text read."""
    scenario = load_scenario(f"alhambra/{name}")
    replayed = scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)
    position = scenario.position.model_dump(mode="json", exclude_unset=True)
    return replayed, play({"position": position, "events": read(name)["events"]}), position


def test_the_logs_are_there():
    assert {"log-game-of-three", "log-personal-markets"} <= set(LOGS)


@pytest.mark.parametrize("name", LOGS)
def test_nothing_is_against_the_rules(name):
    replayed, _, _ = judged(name)
    assert [str(breach) for breach in replayed.breaches] == []


@pytest.mark.parametrize("name", LOGS)
def test_scorings(name):
    """Every scoring by player, and by what the points are for."""
    replayed, referee, _ = judged(name)
    found = [step.ledger for step in replayed.steps if len(step.ledger)]
    assert len(found) == len(referee.scorings) > 0
    for ledger, expected in zip(found, referee.scorings, strict=True):
        points = {player: Counter() for player in expected}
        for entry in ledger:
            points[entry.player][KINDS[entry.rule[:2]]] += entry.amount
        assert points == {player: +Counter(kinds) for player, kinds in expected.items()}


@pytest.mark.parametrize("name", LOGS)
def test_what_lies_on_the_table_in_the_end(name):
    replayed, referee, _ = judged(name)
    assert replayed.after["market"] == referee.market
    assert sorted(replayed.after["discarded"]) == sorted(referee.gone)
    for player, state in replayed.after["players"].items():
        other = referee.players[player]
        assert {tuple(placed["at"]): placed["tile"] for placed in state["layout"]} == other.cells
        assert (state["market"], state["points"], sorted(state["treasures"])) == (
            other.market,
            other.points,
            sorted(other.treasures),
        )
        money = {currency: sorted(cards) for currency, cards in other.money.items() if cards}
        assert {currency: sorted(cards) for currency, cards in state["money"].items()} == money


# --- the whole game ---------------------------------------------------------------------------------------------------

WHOLE = "log-game-of-three"


def test_the_whole_game_shows_everything():
    log = read(WHOLE)
    actions = [action for event in log["events"] for action in event.get("actions", [])]
    kinds = Counter(next(iter(action)) for action in actions)
    assert min(kinds[kind] for kind in ("take", "buy", "place", "remove", "exchange")) > 0
    bought = [action for action in actions if "buy" in action]
    assert any("treasures" in action["pays"] for action in bought)
    assert any(action["from"] != "market" for action in bought)
    assert sum("score" in event for event in log["events"]) == 3
    assert [next(iter(event)) for event in log["events"][-2:]] == ["leftovers", "score"]
    assert log["position"]["modules"] == ["markets", "treasures", "guidelines"]


def test_the_whole_game_uses_up_the_supply():
    """All 54 tiles come to the building market, and the game ends when it cannot be filled (B7-1)."""
    log, market, seen = read(WHOLE), dict(read(WHOLE)["position"]["market"]), []
    seen += market.values()
    for event, following in zip(log["events"], [*log["events"][1:], {}], strict=True):
        for action in event.get("actions", []):
            market = {slot: tile for slot, tile in market.items() if tile != action.get("buy")}
        new = event.get("refill", {}).get("market", {})
        market |= new
        seen += new.values()
        if "turn" in following:  # filled before the next turn
            assert len(market) == 4, following
    assert sorted(seen) == sorted(set(seen))
    assert len(seen) == 54
    assert len(market) < 4


def test_the_cards_of_the_whole_game_are_those_of_the_deck():
    """Each is drawn at most three times, so the deck lasts; all that was drawn is in a hand or was paid to the bank."""
    _, referee, _ = judged(WHOLE)
    drawn = Counter()
    for player in read(WHOLE)["position"]["players"].values():
        drawn.update((currency, card) for currency, cards in player["money"].items() for card in cards)
    for event in read(WHOLE)["events"]:
        for action in event.get("actions", []):
            drawn.update((currency, card) for currency, cards in action.get("take", {}).items() for card in cards)
    assert sum(drawn.values()) <= 108
    assert max(drawn.values()) <= 3
    held = Counter((c, card) for p in referee.players.values() for c, cards in p.money.items() for card in cards)
    assert held + Counter(referee.paid) == drawn  # no change, nothing lost


def compare_spoilt(name, most=None):
    """Spoilt in one place at a time, the log is refused by both or by neither."""
    log, (_, _, position) = read(name), judged(name)
    scenario = load_scenario(f"alhambra/{name}")
    event_of = type(scenario.events[0])
    tried = list(spoilt_logs(log["events"]))
    seen = Counter()
    for spoilt in tried if most is None else Random(name).sample(tried, most):
        events = [event_of.model_validate(event) for event in spoilt]
        refused = bool(scenario.game.replay(scenario.board, scenario.position, events, scenario.rulings).breaches)
        try:
            play({"position": position, "events": spoilt})
            other = False
        except RuleError:
            other = True
        assert refused == other, spoilt[-1]
        seen[refused] += 1
    assert seen[True] > seen[False] > 0


@pytest.mark.parametrize("name", LOGS)
def test_both_refuse_the_same(name):
    compare_spoilt(name, 60)


@pytest.mark.big
@pytest.mark.parametrize("name", LOGS)
def test_both_refuse_the_same_wherever_it_is_spoilt(name):
    compare_spoilt(name)


def spoilt_logs(events):
    """The events up to one that is spoilt: a card more or less, a tile elsewhere, an action twice, a turn left out."""
    for at, event in enumerate(events):
        for number, action in enumerate(event.get("actions", [])):
            if "buy" in action:
                cards = action["pays"].get("cards", [])
                yield changed(events, at, "actions", number, pays={**action["pays"], "cards": cards[1:]})
                yield changed(events, at, "actions", number, pays={**action["pays"], "cards": [*cards, 1]})
                yield changed(events, at, "actions", number, pays={"cards": cards, "treasures": [2]})
            elif "place" in action:
                yield changed(events, at, "actions", number, at=[action["at"][0] + 1, action["at"][1]])
            yield [*events[:at], {**event, "actions": event["actions"][:number] + event["actions"][number + 1 :]}]
            yield [*events[:at], {**event, "actions": [*event["actions"], action]}]
        for number, place in enumerate(event.get("places", [])):
            if "at" in place:
                for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0)):
                    cell = [place["at"][0] + dx, place["at"][1] + dy]
                    yield changed(events, at, "places", number, at=cell)
            else:
                yield changed(events, at, "places", number, to="blue")
                yield changed(events, at, "places", number, to="reserve")
        if "turn" in event:
            yield events[:at] + events[at + 1 : at + 3]


def changed(events, index, key, number, **new):
    """The events up to one, of which a part is changed."""
    event = copy.deepcopy(events[index])
    event[key][number].update(new)
    return [*events[:index], event]
