"""Every order of some attacks, played as a log."""

from functools import cache
from itertools import permutations

from models.successors.log import replay
from models.successors.plan import Event

WON, OPEN, LOST = 10000, -5000, -10000
"""What it is worth that the game ends on the way."""


def judged(play, question, order):
    """Value, attacks as a Champion and whether all of it could be done, by the rules; None if some could not."""
    parts, champion, name = (), 0, question.player
    for at, number in enumerate(order):
        for part in ("attack", "then"):
            if part == "then" and question.attacks[number - 1].then is None:
                continue
            if play(parts).after["over"]:
                if part == "attack":
                    return None
                break
            parts += ((number, part),)
            played = play(parts)
            if played.breaches:
                return None
            champion += part == "attack" and any("stays a Champion" in line for line in played.steps[-1].lines)
        if play(parts).after["over"] and at + 1 < len(order):
            return None
    after = play(parts).after
    if not after["over"]:
        if question.all and len(order) < len(question.attacks):
            return None
        return after["totals"][name]["legitimacy"], champion
    if name in after["winners"]:
        return WON, champion
    return (OPEN if not after["winners"] and name in after["candidates"] else LOST), champion


def player(made):
    """Plays parts of attacks as a log, each row of parts once."""

    @cache
    def play(parts):
        attacks = made.question.attacks
        events = [
            Event(attack=attacks[number - 1].by(made.question.player))
            if part == "attack"
            else Event(change=attacks[number - 1].then)
            for number, part in parts
        ]
        return replay(made.board, made.position, events, made.rulings)

    return play


def every(made):
    """All orders that can be played, the best first."""
    numbers = range(1, len(made.question.attacks) + 1)
    play = player(made)
    found = []
    for length in range(len(numbers) + 1):
        for order in permutations(numbers, length):
            result = judged(play, made.question, order)
            if result is not None:
                value, champion = result
                found.append((-value, -champion, -length, order))
    return [(-value, order) for value, _, _, order in sorted(found)]
