"""The descriptor of alexandros."""

from __future__ import annotations

from models.alexandros.board import Board
from models.alexandros.plan import Event, event_problems
from models.alexandros.position import Position
from models.alexandros.rulings import RULINGS
from models.alexandros.words import headline, subject_words
from models.documents import Document
from models.game import Game, late, named
from models.ledger import Ledger
from models.rulings import Rulings


class Assumptions(Document):
    """Nothing: what a question of alexandros takes for granted, it says itself."""


# What reading a file does not need is imported when it is asked for: start-up is what a person feels first.


def _score(board: Board, position: Position, rulings: Rulings) -> Ledger:
    from models.alexandros.scoring import score

    return score(position)


GAME = Game(
    key="alexandros",
    title="Alexandros",
    board=Board,
    position=Position,
    assumptions=Assumptions,
    event=Event,
    rulings=RULINGS,
    boards=("satrapies",),
    board_problems=lambda board: board.problems(),
    position_problems=lambda board, position, rulings: position.problems(board, rulings),
    event_problems=event_problems,
    players=lambda position: list(position.players),
    score=_score,
    replay=late("models.alexandros.log:replay"),
    headline=headline,
    subject_words=subject_words,
    verdicts=lambda: named("models.alexandros.verdicts:VERDICTS"),
    case_body=dict,
)
