"""Limits of judges that try everything: by how many plans are played, never by time."""

from functools import wraps


class TooLargeError(Exception):
    """There are too many plans to try them all."""


class Spare:
    """How many more plans may be tried; None for as many as there are."""

    def __init__(self, most=None):
        self.most = most

    def use(self, count=1):
        """Try one, or so many; :class:`TooLargeError` where too few are left."""
        if self.most is not None:
            self.most -= count
            if self.most < 0:
                raise TooLargeError


def within_limits(judge):
    """The same, with None where there are too many plans."""

    @wraps(judge)
    def judged(scenario):
        try:
            return judge(scenario)
        except TooLargeError:
            return None

    return judged


NONE = (0, 0)
"""No plan is an answer."""


def largest(values):
    """The largest of some values, and how often it is among them."""
    values = list(values)
    return (max(values), values.count(max(values))) if values else NONE


def smallest(values):
    """The smallest of some values, and how often it is among them."""
    values = list(values)
    return (min(values), values.count(min(values))) if values else NONE
