"""The descriptor of alhambra."""

from __future__ import annotations

from models.alhambra.plan import Event, event_problems
from models.alhambra.position import Position
from models.alhambra.rulings import RULINGS
from models.alhambra.tiles import Supply
from models.alhambra.words import headline, subject_words
from models.documents import Document
from models.game import Game, late, named
from models.ledger import Ledger
from models.rulings import Rulings


class Assumptions(Document):
    """Nothing: what a question of alhambra takes for granted, it says itself."""


# What reading a file does not need is imported when it is asked for: start-up is what a person feels first.


def _score(supply: Supply, position: Position, rulings: Rulings) -> Ledger:
    from models.alhambra.scoring import score_round

    return score_round(position.resolved(supply), supply, rulings)


GAME = Game(
    key="alhambra",
    title="Alhambra, with three modules of the Designers' Expansion",
    board=Supply,
    position=Position,
    assumptions=Assumptions,
    event=Event,
    rulings=RULINGS,
    boards=("alhambra",),
    board_problems=lambda supply: supply.problems(),
    position_problems=lambda supply, position, rulings: position.problems(supply, rulings),
    event_problems=event_problems,
    players=lambda position: list(position.players),
    score=_score,
    replay=late("models.alhambra.log:replay"),
    headline=headline,
    subject_words=subject_words,
    verdicts=lambda: named("models.alhambra.verdicts:VERDICTS"),
    case_body=lambda tiles: {"tiles": tiles},
)
