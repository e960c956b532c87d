"""Every pair of fields against everything that rivals may hold, by the rules alone, for the question `contest`."""

from itertools import product

from models.empire.position import KINDS
from models.empire.scoring import score_round
from tests.sparing import Spare


def allowed(made, name):
    """What a rival may hold, from the question's own words."""
    state, bounds = made.position.players[name], made.question.rivals[name]
    spare = made.position.cubes - state.army_count - state.order - (state.spent or 0)
    for temple, city in product(range(spare + 1), repeat=2):
        fits = temple + city <= spare if bounds.total is None else temple + city == bounds.total
        tops = [spare if bound.most is None else bound.most for bound in (bounds.temple, bounds.city)]
        if fits and bounds.temple.least <= temple <= tops[0] and bounds.city.least <= city <= tops[1]:
            yield temple, city


def built(made, temple, city, held):
    """Where the player builds, both kinds scored together by the rules."""
    states = made.position.states
    held = {**held, made.question.player: (temple, city)}
    states |= {name: states[name].model_copy(update=dict(zip(KINDS, pair, strict=True))) for name, pair in held.items()}
    ledger = score_round(made.board.by_number[made.position.region], states, made.rulings).ledger
    own = [entry for entry in ledger if entry.player == made.question.player and entry.amount]
    return {(kind, entry.subject) for kind in KINDS for entry in own if entry.note.startswith(kind)}


def judged(made, most=None):
    """The secure pairs of fields, the fewest cubes first, by trying every pair against every combination."""
    question = made.question
    me = made.position.states[question.player]
    within = question.within if question.within is not None else (me.hand + me.temple + me.city)
    if question.within is None and not within:
        within = made.position.cubes - me.army_count - me.order - (made.position.players[question.player].spent or 0)
    wanted = {(kind, place) for kind in KINDS for place in question.build.of(kind)}
    tops = [within if question.build.of(kind) else 0 for kind in KINDS]
    combinations = [
        dict(zip(question.rivals, held, strict=True))
        for held in product(*(list(allowed(made, name)) for name in question.rivals))
    ]
    spare = Spare(most)
    spare.use(len(combinations) * (tops[0] + 1) * (tops[1] + 1))
    pairs = [
        (temple, city)
        for temple, city in product(range(tops[0] + 1), range(tops[1] + 1))
        if temple + city <= within and all(wanted <= built(made, temple, city, held) for held in combinations)
    ]
    return sorted(pairs, key=lambda pair: (sum(pair), pair[1])), combinations
