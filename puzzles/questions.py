"""The registry of questions: which each game knows, its document and who answers it.

Entries name modules instead of importing them, so that listing questions loads no solver.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from models.documents import Document
from models.errors import bad_input, one_of
from models.game import named

if TYPE_CHECKING:
    from puzzles.kinds.kind import Kind
    from solver.question import Question


@dataclass(frozen=True)
class Entry:
    """A question of a game.

    Attributes
    ----------
    game, kind
        Its game, and its name in files.
    title
        What it answers, in a line.
    document
        ``module:class`` of how it stands in a file.
    question
        ``module:class`` of the :class:`solver.question.Question` that answers it.
    kind_of_puzzle
        ``module:class`` of the :class:`puzzles.kinds.kind.Kind` by which it is posed and explained.
    """

    game: str
    kind: str
    title: str
    document: str
    question: str
    kind_of_puzzle: str = ""

    def document_class(self) -> type[Document]:
        """The document of the question."""
        found: type[Document] = named(self.document)
        return found

    def load(self) -> Question:
        """The question itself, ready to formulate (loads the solver floor)."""
        question: Question = named(self.question)()
        return question

    def puzzles(self) -> Kind:
        """How it is posed and explained; :class:`~models.errors.InputError` if it is not."""
        if not self.kind_of_puzzle:
            raise bad_input(f"{self.game} {self.kind} can be asked, but neither posed nor explained")
        kind: Kind = named(self.kind_of_puzzle)()
        return kind


QUESTIONS: list[Entry] = [
    Entry(
        "empire",
        "best-response",
        "the best plan of one player for this round, the others' plans being known or assumed",
        "solver.empire.documents:BestResponse",
        "solver.empire.best_response:BestResponseQuestion",
        "puzzles.kinds.empire_best_response:BestResponsePuzzles",
    ),
    Entry(
        "empire",
        "game-plan",
        "the best plan of one player for the regions that are left, with the final scoring",
        "solver.empire.documents:GameQuestion",
        "solver.empire.game_plan:GamePlanQuestion",
        "puzzles.kinds.empire_game_plan:GamePlanPuzzles",
    ),
    Entry(
        "empire",
        "robust",
        "the plan with the best worst case, or the least regret, over what rivals might do",
        "solver.empire.inquiries:Robust",
        "solver.empire.robust:RobustQuestion",
        "puzzles.kinds.empire_robust:RobustPuzzles",
    ),
    Entry(
        "empire",
        "region-plan",
        "the best plan of one player over the rounds of a region, against the rivals' policies",
        "solver.empire.documents:RegionQuestion",
        "solver.empire.region_plan:RegionPlanQuestion",
        "puzzles.kinds.empire_region_plan:RegionPlanPuzzles",
    ),
    Entry(
        "empire",
        "final-swing",
        "the fewest pieces that still win the final scoring, or how far it can still swing",
        "solver.empire.inquiries:FinalSwing",
        "solver.empire.final_swing:FinalSwingQuestion",
        "puzzles.kinds.empire_final_swing:FinalSwingPuzzles",
    ),
    Entry(
        "empire",
        "turn-order",
        "who chooses a seat when, the bid that secures a choice, what each seat is worth",
        "solver.empire.inquiries:TurnOrder",
        "solver.empire.turn_order:TurnOrderQuestion",
        "puzzles.kinds.empire_turn_order:TurnOrderPuzzles",
    ),
    Entry(
        "empire",
        "route",
        "the cheapest group moves to hold provinces, all that can be held, or the front of cubes against provinces",
        "solver.empire.inquiries:Route",
        "solver.empire.route:RouteQuestion",
        "puzzles.kinds.empire_route:RoutePuzzles",
    ),
    Entry(
        "empire",
        "contest",
        "who builds where at what price, or the fewest cubes that secure a building",
        "solver.empire.inquiries:Contest",
        "solver.empire.contest:ContestQuestion",
        "puzzles.kinds.empire_contest:ContestPuzzles",
    ),
    Entry(
        "alhambra",
        "layout",
        "the best layout of some tiles, free or around what stands, with the steps that build it if they are asked for",
        "solver.alhambra.documents:LayoutQuestion",
        "solver.alhambra.layout:BestLayout",
        "puzzles.kinds.alhambra_layout:LayoutPuzzles",
    ),
    Entry(
        "alhambra",
        "place",
        "the best way to add new tiles to an Alhambra, and where the others go",
        "solver.alhambra.documents:PlaceQuestion",
        "solver.alhambra.place:Place",
        "puzzles.kinds.alhambra_place:PlacePuzzles",
    ),
    Entry(
        "alhambra",
        "redesign",
        "the most points within so many redesign actions, or the fewest actions to a target",
        "solver.alhambra.documents:RedesignQuestion",
        "solver.alhambra.redesign:Redesign",
        "puzzles.kinds.alhambra_redesign:RedesignPuzzles",
    ),
    Entry(
        "alhambra",
        "draft",
        "which of the offered tiles adds most, in a table",
        "solver.alhambra.documents:DraftQuestion",
        "solver.alhambra.draft:Draft",
        "puzzles.kinds.alhambra_draft:DraftPuzzles",
    ),
    Entry(
        "alhambra",
        "purchase",
        "the best chain of purchases this turn, which treasures to give up, and where to build",
        "solver.alhambra.documents:PurchaseQuestion",
        "solver.alhambra.purchase:Purchases",
        "puzzles.kinds.alhambra_purchase:PurchasePuzzles",
    ),
    Entry(
        "alhambra",
        "market-slot",
        "on which slot of the personal market a leftover helps rivals least, or brings most money",
        "solver.alhambra.documents:MarketSlotQuestion",
        "solver.alhambra.market_slot:MarketSlot",
        "puzzles.kinds.alhambra_market_slot:MarketSlotPuzzles",
    ),
    Entry(
        "successors",
        "path-to-victory",
        "the cheapest acquisitions with which a faction wins, by any route, or all minimal sets of them",
        "solver.successors.path_to_victory_documents:PathToVictory",
        "solver.successors.path_to_victory:PathToVictoryQuestion",
        "puzzles.kinds.successors_path_to_victory:PathToVictoryPuzzles",
    ),
    Entry(
        "successors",
        "stop",
        "the cheapest changes with which rivals prevent every win, and who can still be stopped by whom",
        "solver.successors.stop_documents:Stop",
        "solver.successors.stop:StopQuestion",
        "puzzles.kinds.successors_stop:StopPuzzles",
    ),
    Entry(
        "successors",
        "expansion",
        "the moves and spaces to take this turn for the most victory points",
        "solver.successors.expansion_documents:Expansion",
        "solver.successors.expansion:ExpansionQuestion",
        "puzzles.kinds.successors_expansion:ExpansionPuzzles",
    ),
    Entry(
        "successors",
        "cart",
        "the funeral cart's shortest road to a burial, or the policy that most likely arrives in time",
        "solver.successors.cart_documents:CartRoad",
        "solver.successors.cart:CartQuestion",
        "puzzles.kinds.successors_cart:CartPuzzles",
    ),
    Entry(
        "successors",
        "regency",
        "who would win at each regency test, and the fewest changes that flip it",
        "solver.successors.regency_documents:RegencyTest",
        "solver.successors.regency:RegencyQuestion",
        "puzzles.kinds.successors_regency:RegencyPuzzles",
    ),
    Entry(
        "successors",
        "attack",
        "which attacks keep the status of a Champion, what each costs, and their best order",
        "solver.successors.attack_documents:AttackPlan",
        "solver.successors.attack:AttackQuestion",
        "puzzles.kinds.successors_attack:AttackPuzzles",
    ),
    Entry(
        "alexandros",
        "best-turn",
        "the best turn: card, triangle, corner, way and actions, and what to do for whatever turns up",
        "solver.alexandros.best_turn_documents:BestTurn",
        "solver.alexandros.best_turn:BestTurnQuestion",
        "puzzles.kinds.alexandros_best_turn:BestTurnPuzzles",
    ),
    Entry(
        "alexandros",
        "occupy",
        "the cheapest way to occupy or take over provinces, or the best use of cards and governors over several",
        "solver.alexandros.occupy_documents:Occupy",
        "solver.alexandros.occupy:OccupyQuestion",
        "puzzles.kinds.alexandros_occupy:OccupyPuzzles",
    ),
    Entry(
        "alexandros",
        "enclose",
        "the most blanks that so many walls enclose, the fewest walls for a value, or the fewest moves that lay them",
        "solver.alexandros.enclose_documents:Enclose",
        "solver.alexandros.enclose:EncloseQuestion",
        "puzzles.kinds.alexandros_enclose:EnclosePuzzles",
    ),
    Entry(
        "alexandros",
        "levy",
        "who gains what from a levy with each symbol, or when to levy over the next turns",
        "solver.alexandros.levy_documents:LevyTiming",
        "solver.alexandros.levy:LevyQuestion",
        "puzzles.kinds.alexandros_levy:LevyPuzzles",
    ),
    Entry(
        "alexandros",
        "plan",
        "the best line over the next own turns, the cards being known",
        "solver.alexandros.plan_documents:LinePlan",
        "solver.alexandros.plan:PlanQuestion",
        "puzzles.kinds.alexandros_plan:PlanPuzzles",
    ),
    Entry(
        "alexandros",
        "defend",
        "where a rival could divide or take over a province, and the actions that make the worst loss smallest",
        "solver.alexandros.defend_documents:Defend",
        "solver.alexandros.defend:DefendQuestion",
        "puzzles.kinds.alexandros_defend:DefendPuzzles",
    ),
]
"""All questions of all games."""


def of_game(game: str) -> list[Entry]:
    """The questions of a game."""
    return [entry for entry in QUESTIONS if entry.game == game]


def expected(game: str, wrong: object = None) -> str:
    """What can be asked of a game, where something else was or nothing."""
    kinds = [entry.kind for entry in of_game(game)]
    return one_of(kinds, wrong) if kinds else f"no question: {game} can be scored and replayed"


def find(game: str, kind: str) -> Entry:
    """The question of a game by its kind; :class:`~models.errors.InputError` if there is none."""
    for entry in of_game(game):
        if entry.kind == kind:
            return entry
    raise bad_input(f"{game} has no question “{kind}”", expected=expected(game, kind))
