"""The descriptor of successors."""

from __future__ import annotations

from models.documents import Document
from models.game import Game, late, named
from models.successors.map import Map
from models.successors.plan import Event, event_problems
from models.successors.position import LEGITIMACY, VP, Position
from models.successors.rulings import RULINGS
from models.successors.scoring import score
from models.successors.words import headline, subject_words


class Assumptions(Document):
    """Nothing: what a question of successors takes for granted, it says itself."""


GAME = Game(
    key="successors",
    title="Successors, 4th edition",
    board=Map,
    position=Position,
    assumptions=Assumptions,
    event=Event,
    rulings=RULINGS,
    boards=("diadochi",),
    board_problems=lambda board: board.problems(),
    position_problems=lambda board, position, rulings: position.problems(board, rulings),
    event_problems=event_problems,
    players=lambda position: list(position.players),
    score=score,
    replay=late("models.successors.log:replay"),
    headline=headline,
    subject_words=subject_words,
    verdicts=lambda: named("models.successors.verdicts:VERDICTS"),
    case_body=dict,
    tracks=(VP, LEGITIMACY),
)
