"""Every case of alhambra depends on its rule, and every case of a ruling on its reading."""

from models.alhambra.rulings import RULINGS
from tests.alhambra.mutations import MUTATIONS
from tests.rules_decide import RulesDecide


class TestRulesDecide(RulesDecide):
    game = "alhambra"
    letter = "A"
    mutations = MUTATIONS
    rulings = RULINGS
