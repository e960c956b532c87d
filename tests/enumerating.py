"""The best answers of a scenario, found by playing every plan by the rules alone."""

from importlib import import_module


def best_answers(scenario):
    """The best value, and how many different best answers there are; (0, 0) where there is no answer at all.

    What counts as different is what the question counts as such. None where there is nothing to choose, or
    where the plans are more than a number that stands in the game's module ``tests/<game>/enumerating.py``.
    """
    module = import_module(f"tests.{scenario.game.key}.enumerating")
    judge = getattr(module, scenario.question.kind.replace("-", "_"))
    return judge(scenario)
