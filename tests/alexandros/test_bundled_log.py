"""The bundled game: nothing in it is against the rules, and the referee counts the same points, turn by turn."""

from collections import Counter

import pytest

from puzzles.scenario import load
from tests.alexandros.referee import Table, line

SCENARIO = load("alexandros/log-whole-game")
PUBLISHED = {"levy-filter": "all", "free-triangle": "walls-and-figures"}


@pytest.fixture(scope="module")
def played():
    return SCENARIO.game.replay(SCENARIO.board, SCENARIO.position, SCENARIO.events, SCENARIO.rulings)


def test_the_end(played):
    assert played.breaches == ()
    assert {key: played.after[key] for key in ("over", "winners", "rule", "walls_left", "active")} == {
        "over": True,
        "winners": ["krateros"],
        "rule": "6-4",
        "walls_left": 15,
        "active": "roxane",
    }
    points = {name: state["points"] for name, state in played.after["players"].items()}
    assert points == {"roxane": 85, "krateros": 104, "stateira": 97}


def test_the_referee_counts_the_same(played):
    """Walls, governors and hands as the log tells them, kept beside the package; each levy is one of the referee's."""
    board = {"land": SCENARIO.board.land, "start": SCENARIO.board.start}
    hands = {name: Counter(state.hand) for name, state in SCENARIO.position.players.items()}
    governors = {name: [] for name in hands}
    points = dict.fromkeys(hands, 0)
    walls, here = [], board["start"]
    for event, step in zip(SCENARIO.events, played.steps, strict=True):
        me = event.player

        def table(at):
            players = {name: {"hand": hands[name], "governors": governors[name]} for name in hands}
            return Table(board, {"walls": walls, "alexander": at, "players": players}, PUBLISHED)

        symbol = event.card or event.hand
        assert event.to in table(here).targets(symbol)
        hands[me][symbol] += 1 if event.card else -1
        new = [side for side in line(event.path) if side not in table(here).walls]
        walls.append(event.path)
        here = event.path.split("-")[-1]
        gained = dict.fromkeys(hands, 0)
        for action in event.actions:
            if action.take:
                hands[me][action.drawn or action.take] += 1
            elif action.occupy:
                paid, gets = table(here).occupy(me, list(action.occupy))
                (province,) = [there for there in table(here).provinces() if action.occupy[0] in there]
                for name in hands:
                    if name != me and set(governors[name]) & province:
                        hands[name] += gets
                        governors[name] = [where for where in governors[name] if where not in province]
                hands[me] -= paid
                governors[me] += action.occupy
            elif action.levy:
                gained = table(here).levy(me, action.levy)
                hands[me][action.levy] -= 1
            else:
                governors[me] = [where for where in governors[me] if where not in action.remove]
        assert {name: step.ledger.total(name) for name in hands} == gained
        points = {name: points[name] + gained[name] for name in hands}
        assert len(new) <= 6
    assert points == {name: state["points"] for name, state in played.after["players"].items()}
    for name, state in played.after["players"].items():
        assert (+hands[name], sorted(governors[name])) == (Counter(state["hand"]), sorted(state["governors"]))
    assert 65 - len(table(here).walls) == played.after["walls_left"]
