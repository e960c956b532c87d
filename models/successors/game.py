"""The descriptor of successors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from models.documents import Document
from models.game import Game, Replayed, VerdictOf
from models.rulings import Rulings
from models.successors.map import Map
from models.successors.plan import Event, event_problems
from models.successors.position import LEGITIMACY, VP, Position
from models.successors.rulings import RULINGS
from models.successors.scoring import score
from models.successors.words import headline, subject_words


class Assumptions(Document):
    """Nothing: what a question of successors takes for granted, it says itself."""


# What scoring does not need is imported when it is asked for: start-up is what a person feels first.


def _replay(board: Map, position: Position, events: Sequence[Event], rulings: Rulings) -> Replayed:
    from models.successors.log import replay

    return replay(board, position, events, rulings)


def _verdicts() -> Mapping[str, VerdictOf]:
    from models.successors.verdicts import VERDICTS

    return VERDICTS


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
    replay=_replay,
    headline=headline,
    subject_words=subject_words,
    verdicts=_verdicts,
    case_body=dict,
    tracks=(VP, LEGITIMACY),
)
