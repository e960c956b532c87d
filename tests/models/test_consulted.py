"""A ruling that decides a case is told as consulted when the case is played, in all games."""

import pytest

from models import GAMES
from models.rulings import Rulings
from puzzles.cases import load_cases

DECIDED = [case for game in GAMES for case in load_cases(game) if case.text.ruling]


@pytest.mark.parametrize("case", DECIDED, ids=lambda case: case.text.id)
def test_a_case_of_a_ruling_consults_it(case):
    rulings = Rulings.choose(case.game.rulings, case.text.rulings)
    case.game.verdicts()[case.text.do](case.board, case.text.given, rulings)
    assert case.text.ruling in rulings.consulted()
