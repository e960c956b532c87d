"""Every case of alexandros depends on its rule, and every case of a ruling on its reading."""

from models.alexandros.rulings import RULINGS
from tests.alexandros.mutations import MUTATIONS
from tests.rules_decide import RulesDecide


class TestRulesDecide(RulesDecide):
    game = "alexandros"
    letter = "X"
    mutations = MUTATIONS
    rulings = RULINGS
