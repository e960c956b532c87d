"""The descriptor of empire."""

from __future__ import annotations

from models.empire.board import Board
from models.empire.plan import Assumptions, Event, event_problems
from models.empire.position import Position
from models.empire.rulings import RULINGS
from models.empire.scoring import score_round
from models.empire.words import headline, place_name
from models.game import Game, late, named
from models.ledger import Ledger
from models.rulings import Rulings


def _score(board: Board, position: Position, rulings: Rulings) -> Ledger:
    if position.ended:
        from models.empire.final import score_final, standing

        return score_final(standing(board, position.states), position.short, rulings)
    return score_round(board.by_number[position.region], position.states, rulings).ledger


GAME = Game(
    key="empire",
    title="Alexander the Great: Birth of an Empire",
    board=Board,
    position=Position,
    assumptions=Assumptions,
    event=Event,
    rulings=RULINGS,
    boards=("oikoumene",),
    board_problems=lambda board: board.problems(),
    position_problems=lambda board, position, rulings: position.problems(board, rulings),
    event_problems=event_problems,
    players=lambda position: list(position.players),
    score=_score,
    replay=late("models.empire.log:replay"),
    headline=headline,
    subject_words=place_name,
    verdicts=lambda: named("models.empire.verdicts:VERDICTS"),
    case_body=lambda regions: {"regions": regions if isinstance(regions, list) else [regions]},
)
