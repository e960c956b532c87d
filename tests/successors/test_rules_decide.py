"""Every case of successors depends on its rule, and every case of a ruling on its reading."""

from models.successors.rulings import RULINGS
from tests.rules_decide import RulesDecide
from tests.successors.mutations import MUTATIONS


class TestRulesDecide(RulesDecide):
    game = "successors"
    letter = "S"
    mutations = MUTATIONS
    rulings = RULINGS
