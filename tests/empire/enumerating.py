"""Every plan of a question of empire played by the rules alone: what is best, and how often.

Each function takes a scenario and gives what :func:`tests.enumerating.best_answers` promises.
"""

from tests.empire import exhaustive, exhaustive_robust, exhaustive_rounds
from tests.empire.bidding import judged_bid
from tests.empire.contesting import judged as secure_pairs
from tests.empire.routing import Judge as Routes
from tests.empire.swinging import judged as swings
from tests.sparing import NONE, largest, smallest, within_limits

MOST_STATES = 300_000
"""States of movement that are looked at at most, and plans whose parts are put together."""
MOST_SCORED = 8_000
"""Rounds that are scored at most, each in a millisecond or so."""
MOST_FINALS = 4_000
"""Final scorings at most."""


@within_limits
def best_response(scenario):
    """Every distribution, movement and set of pieces."""
    best = exhaustive.search(scenario, answers=True, most=MOST_STATES)
    value = best.of(scenario.question.maximise)
    return NONE if value is None else (value, len(best.answers))


@within_limits
def route(scenario):
    """Every movement; a table of ways, or a front, is one answer."""
    judge, asked = Routes(scenario, MOST_STATES // 4), scenario.question
    if asked.ask == "hold":
        return smallest(judge.sets().values())
    if asked.ask == "each":
        return sum(judge.budget + 1 - paid for paid in judge.each().values()), 1
    return judge.area(), 1


@within_limits
def contest(scenario):
    """Every pair of fields against everything that rivals may hold."""
    if scenario.question.ask == "outcome":
        return None  # there is nothing to choose
    pairs, _ = secure_pairs(scenario, MOST_SCORED)
    return smallest(sum(pair) for pair in pairs)


@within_limits
def turn_order(scenario):
    """Every bid against everything that rivals may put down."""
    if scenario.question.ask != "bid":
        return None  # there is nothing to choose
    bid = judged_bid(scenario, MOST_SCORED * 12)
    return NONE if bid is None else (bid, 1)


@within_limits
def final_swing(scenario):
    """Every set of pieces that may still be added."""
    values = [value for value, _ in swings(scenario, MOST_FINALS)]
    return largest(values) if scenario.question.ask == "best" else smallest(values)


def robust(scenario):
    """Every plan in every case."""
    found = exhaustive_robust.tried(scenario, MOST_SCORED)
    if found is None:
        return None
    against = scenario.question.against
    return largest(found["worst"].values()) if against == "worst" else smallest(found["regret"].values())


@within_limits
def region_plan(scenario):
    """Every plan of every round of the region."""
    return _rounds(scenario, dict.fromkeys(scenario.position.players, 0), whole=False)


@within_limits
def game_plan(scenario):
    """Every plan of every round to the end of the game, and the final scoring."""
    states = scenario.position.players
    return _rounds(scenario, {name: state.points for name, state in states.items()}, whole=True)


def _rounds(scenario, before, *, whole):
    question, names = scenario.question, list(scenario.position.players)
    values = {}
    for told, gained in exhaustive_rounds.played(scenario, MOST_SCORED, whole=whole):
        points = dict(zip(names, gained, strict=True))
        value = points[question.player]
        if question.maximise == "margin":
            totals = {name: points[name] + before[name] for name in names}
            own = totals.pop(question.player)
            value = own - max(totals.values())
        values[told] = max(value, values.get(told, value))
    return largest(values.values())
