"""Every plan of a question of alexandros played by the rules alone: what is best, and how often.

Each function takes a scenario and gives what :func:`tests.enumerating.best_answers` promises.
"""

from math import perm

from tests.alexandros import best_turn_judge, defend_judge, occupy_judge, plan_judge
from tests.alexandros.enclose_judge import judged, marched
from tests.alexandros.levy_judge import lines
from tests.sparing import largest, smallest, within_limits

MOST_ACTS = 12_000
"""Single actions or moves that are played at most, each in half a millisecond or so."""
MOST_TABLES = 4_000
"""Tables from which every action is played at most, each in a millisecond or two."""
MOST_GROUPS = 400_000
"""Groups of triangles that are walled in at most."""


@within_limits
def best_turn(scenario):
    """Every card, way and action; by the card alone where something is left to chance."""
    judge = best_turn_judge.Judge(scenario, MOST_ACTS)
    orders = drawn_orders(scenario)
    if orders == 1:
        return largest(judge.turns().values())
    values = [value * orders for value in judge.values().values()]
    return int(max(values)), values.count(max(values))


def drawn_orders(scenario):
    """The orders of the unseen cards that count; the average is told for all of them together."""
    position = scenario.position.resolved(scenario.board)
    if scenario.question.draws == "none" or not isinstance(position.pile, int):
        return 1
    turned = 3 - len(position.face_up) if position.face_up and not position.moved else 0
    return perm(position.pile, min(position.pile, turned + (position.actions == 0)))


@within_limits
def occupy(scenario):
    """Every way to pay; of several provinces every assignment."""
    judge, asked = occupy_judge.Judge(scenario, MOST_ACTS), scenario.question
    if asked.ask == "cheapest":
        return smallest(price[asked.minimise == "governors"] for price in judge.cheapest().values())
    most = max(0, 2 - judge.start.actions) if asked.actions is None else asked.actions
    return largest(dict(judge.assignments(judge.start, frozenset(range(len(judge.among))), most)).values())


@within_limits
def enclose(scenario):
    """Every group of triangles, or every move."""
    asked = scenario.question
    if asked.ask == "moves":
        return smallest(marched(scenario, MOST_ACTS).values())
    most = scenario.position.resolved(scenario.board).black if asked.walls is None else asked.walls
    found = judged(scenario, MOST_GROUPS, most).values()
    fit = [(blanks, walls) for blanks, walls, _ in found if walls <= most and blanks >= (asked.value or 0)]
    return largest(blanks for blanks, _ in fit) if asked.ask == "most" else smallest(walls for _, walls in fit)


@within_limits
def levy(scenario):
    """Every line of actions; by when which cards are levied."""
    if scenario.question.ask == "table":
        return None  # there is nothing to choose
    return largest(lines(scenario, MOST_TABLES)[1].values())


@within_limits
def defend(scenario):
    """Every set of actions against every turn of every rival; those with the fewest actions."""
    loss, sets = defend_judge.Judge(scenario, MOST_TABLES).ways()
    return loss, smallest(map(len, sets))[1]


@within_limits
def plan(scenario):
    """Every line of turns."""
    return plan_judge.Judge(scenario, MOST_TABLES).answers()
