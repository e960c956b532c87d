"""Every case of empire depends on its rule, and every case of a ruling on its reading."""

from models.empire.rulings import RULINGS
from tests.empire.mutations import MUTATIONS
from tests.rules_decide import RulesDecide


class TestRulesDecide(RulesDecide):
    game = "empire"
    letter = "E"
    mutations = MUTATIONS
    rulings = RULINGS
