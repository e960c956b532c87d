"""Every rule of empire switched off.

Each rule of the index has one mutation or more; how they are played, and how many a rule needs, is told
in :mod:`tests.mutating`.
"""

from __future__ import annotations

from tests.mutating import Mutations, off

BOARD = "empire/board.py"
FINAL = "empire/final.py"
LOG = "empire/log.py"
MOVEMENT = "empire/movement.py"
POSITION = "empire/position.py"
ROUND = "empire/round.py"
SCORING = "empire/scoring.py"
TURN_ORDER = "empire/turn_order.py"


MUTATIONS: Mutations = {
    "3.1-2": (
        off(
            "provinces that touch are adjacent",
            BOARD,
            "        costs: dict[tuple[str, str], int] = {}\n",
            "        costs = {way: 0 for a, b in self.touching for way in ((a, b), (b, a))}\n",
        ),
        off(
            "every arrow can be crossed both ways",
            BOARD,
            "            if arrow.back is not None:\n                costs[arrow.end, arrow.start] = arrow.back",
            "            costs[arrow.end, arrow.start] = arrow.cost if arrow.back is None else arrow.back",
        ),
        off(
            "every province is adjacent to every other",
            BOARD,
            "        return costs\n",
            "        return {(a, b): 0 for a in (SYMBOL, *self.provinces) for b in self.provinces if a != b} | costs\n",
        ),
    ),
    "3.1-3": (
        off(
            "both kinds can be built anywhere",
            POSITION,
            "    if not region.has_site(place, kind):\n",
            "    if False:\n",
        ),
        off(
            "a site of either kind will do for both",
            POSITION,
            "    if not region.has_site(place, kind):\n",
            "    if not region.provinces[place].sites:\n",
        ),
    ),
    "3.1-5": (
        off(
            "of the regions to come the one listed first follows",
            LOG,
            "    number = game.table.region.number + 1\n",
            """\
    number = game.table.region.number
    number = next(region.number for region in game.board.regions if region.number > number)
""",
        ),
        off(
            "a region that is over is played once more",
            LOG,
            "    number = game.table.region.number + 1\n",
            "    number = game.table.region.number\n",
        ),
    ),
    "3.3-1": (
        off(
            "a player puts down as many cubes as he likes",
            ROUND,
            "    if allocation.total > hand:\n",
            "    if False:\n",
        ),
        off(
            "cubes that are not in sight do not exist",
            POSITION,
            "else cubes - on_table - hand\n",
            "else 0\n",
        ),
    ),
    "4-1": (
        off(
            "a turn can begin before the distribution",
            LOG,
            "    elif state.hand and name not in game.distributed and not _may_hold_back(game, rulings):\n",
            "    elif False:\n",
        ),
        off(
            "a player who has distributed may do it again",
            LOG,
            '    return ("4-1", f"{again[0]} has distributed this round already") if again else None\n',
            "    return None\n",
            (
                LOG,
                '        where = (*path, "distribute", name)\n',
                """\
        where = (*path, "distribute", name)
        if name in game.distributed:
            table = table.with_player(name, game.position.states[name])
""",
            ),
        ),
        off("a player may distribute when others have moved", LOG, "    if game.moved:\n", "    if False:\n"),
        off(
            "each turn is scored at once",
            LOG,
            """\
    game = replace(game, table=turn.table, moved=(*game.moved, name))
    return game, Step(title, tuple(lines or ["stays"]), breaches=breaches)
""",
            """\
    scored, ledger = finish(turn.table, rulings)
    game = replace(game, table=replace(turn.table, players=scored.players), moved=(*game.moved, name))
    return game, Step(title, tuple(lines or ["stays"]), ledger, breaches)
""",
        ),
    ),
    "4.1-1": (
        off(
            "cubes of a distribution may stay in the hand",
            ROUND,
            '    elif allocation.total < hand and rulings.read("cubes-held-back") == "forbidden":\n',
            "    elif False:\n",
        ),
        off("nobody has to distribute", ROUND, "    elif table.players[name].hand:\n", "    elif False:\n"),
        off(
            "no cube may stay in the hand, whatever the reading",
            ROUND,
            '    elif allocation.total < hand and rulings.read("cubes-held-back") == "forbidden":\n',
            "    elif allocation.total < hand:\n",
        ),
    ),
    "4.1.1-1": (
        off(
            "every field of the tablet needs a cube",
            ROUND,
            "    breaches = []\n    if allocation.total > hand:\n",
            """\
    breaches = []
    if table.round == 1 and 0 in allocation.model_dump().values():
        breaches.append(Breach("4.1.1-1", ("allocation",), "a field is empty"))
    if allocation.total > hand:
""",
        ),
    ),
    "4.1.2-1": (
        off(
            "what lies on the fields stays there",
            LOG,
            "        if table.round > 1:\n            table = table.with_player(name, take_back",
            "        if False:\n            table = table.with_player(name, take_back",
        ),
        off(
            "in a later round everybody has to divide anew",
            LOG,
            "    elif state.hand and name not in game.distributed and not",
            "    elif (state.hand or game.table.round > 1) and name not in game.distributed and not",
        ),
    ),
    "4.1.2-2": (
        off(
            "armies and bids can be added in later rounds",
            ROUND,
            "    if table.round > 1 and (allocation.order or allocation.armies):\n",
            "    if False:\n",
        ),
    ),
    "4.1.2-3": (
        off(
            "used cubes are back when a round is over",
            ROUND,
            "    return Table(table.region, table.round + 1, scored.states), scored.ledger\n",
            """\
    back = {
        name: state.model_copy(update={"hand": (state.hand or 0) + (state.spent or 0), "spent": 0})
        for name, state in scored.states.items()
    }
    return Table(table.region, table.round + 1, back), scored.ledger
""",
        ),
        off(
            "used cubes are divided anew with the others",
            ROUND,
            """\
    hand = (state.hand or 0) + state.temple + state.city
    return state.model_copy(update={"hand": hand, "temple": 0, "city": 0})
""",
            """\
    hand = (state.hand or 0) + state.temple + state.city + (state.spent or 0)
    return state.model_copy(update={"hand": hand, "temple": 0, "city": 0, "spent": 0})
""",
        ),
    ),
    "5.1-1": (
        off(
            "bids do not count",
            TURN_ORDER,
            "        return (-state.order, -state.army_count, -state.temple)",
            "        return (-state.army_count, -state.temple)",
            (
                TURN_ORDER,
                "    bids = Counter(state.order for state in states.values())\n",
                "    bids = {state.order: 2 for state in states.values()}\n",
            ),
        ),
        off("who bid less may choose before who bid more", TURN_ORDER, "        if waits:\n", "        if False:\n"),
    ),
    "5.1-2": (
        off(
            "the order of choosing is the order of play",
            TURN_ORDER,
            "    return tuple(seats[seat] for seat in range(1, count + 1)), []\n",
            "    return ranking, []\n",
        ),
        off("a seat can be taken from its owner", TURN_ORDER, "        elif seat in seats:\n", "        elif False:\n"),
        off(
            "a marker may be moved to another seat",
            LOG,
            "    chosen = {**seats, **earlier}\n",
            "    chosen = {**earlier, **seats}\n",
            (LOG, "        if earlier.get(name, seat) != seat\n", "        if False\n"),
        ),
        off(
            "the highest bidder alone chooses, whatever the reading",
            TURN_ORDER,
            '    if rulings.read("who-chooses") == "highest-bidder":\n',
            "    if True:\n",
        ),
        off(
            "everybody chooses, whatever the reading",
            TURN_ORDER,
            '    if rulings.read("who-chooses") == "highest-bidder":\n',
            "    if False:\n",
        ),
    ),
    "5.1-3": (
        off(
            "the first round of the game is like the first round of any region",
            POSITION,
            "        return self.round == 1 and self.region == first_region(self.short)\n",
            "        return False\n",
        ),
    ),
    "5.1-4": (
        off(
            "armies break no tie",
            TURN_ORDER,
            "        return (-state.order, -state.army_count, -state.temple)",
            "        return (-state.order, -state.temple)",
        ),
        off(
            "armies break the tie, whatever the reading",
            TURN_ORDER,
            '        if rulings.read("turn-order-tie") == "fewer-points":\n',
            "        if False:\n",
        ),
        off(
            "armies break the tie without a bid, whatever the reading",
            TURN_ORDER,
            '        if not state.order and rulings.read("zero-bids") == "random":\n',
            "        if False:\n",
        ),
    ),
    "5.1-5": (
        off(
            "temple cubes break no tie",
            TURN_ORDER,
            "        return (-state.order, -state.army_count, -state.temple)",
            "        return (-state.order, -state.army_count)",
        ),
        off(
            "there is no draw: those who tie choose as they are listed",
            TURN_ORDER,
            "    return tuple(tuple(name for group in drawn for name in group) "
            "for drawn in product(*map(permutations, tied)))\n",
            "    return (tuple(name for group in tied for name in group),)\n",
        ),
        off(
            "a draw decides all, ties or not",
            LOG,
            "    if draw not in possible:\n",
            "    if False:\n",
            (LOG, "    if game.draw in possible:\n", "    if game.draw is not None:\n"),
        ),
        off(
            "a draw can be drawn again",
            LOG,
            "    if game.draw is not None:\n        return game, Step(",
            "    if False:\n        return game, Step(",
        ),
    ),
    "5.1-6": (
        off(
            "bids stay on their field",
            LOG,
            '        name: state.model_copy(update={"order": 0, "spent": (state.spent or 0) + state.order})\n',
            "        name: state\n",
        ),
        off(
            "bids go back to the hand",
            LOG,
            '        name: state.model_copy(update={"order": 0, "spent": (state.spent or 0) + state.order})\n',
            '        name: state.model_copy(update={"order": 0, "hand": (state.hand or 0) + state.order})\n',
        ),
    ),
    "5.1-7": (
        off(
            "armies start in the first province",
            ROUND,
            "        armies[SYMBOL] = armies.get(SYMBOL, 0) + allocation.armies",
            "        armies[table.region.in_order[0]] = allocation.armies",
        ),
        off(
            "a move that asks for more armies than stand there takes them all",
            MOVEMENT,
            '        path = ("moves", at)\n        wrong = ',
            """\
        path = ("moves", at)
        group = min(move.armies, armies.get(move.path[0]) or move.armies)
        move = GroupMove(group, move.path, move.pays)
        wrong = """,
        ),
        off(
            "the campaign symbol is a province",
            SCORING,
            "    for place in region.in_order:\n",
            '    for place in ("symbol", *region.in_order):\n',
        ),
        off(
            "armies that wait when the first round is over are lost",
            ROUND,
            "    moved = play_moves(table.region, table.players[name], moves)\n",
            """\
    player = table.players[name]
    entered = {place: n for place, n in player.armies.items() if place != SYMBOL or table.round == 1}
    moved = play_moves(table.region, player.model_copy(update={"armies": entered}), moves)
""",
        ),
    ),
    "5.2-1": (
        off(
            "seats can be chosen in any round",
            LOG,
            "    if game.table.round > 1 or game.order is not None:\n",
            "    if False:\n",
            (LOG, "    order = game.order or order\n", "    order = order or game.order\n"),
            (LOG, "    chosen = {**seats, **earlier}\n", "    chosen = {**earlier, **seats}\n"),
            (LOG, "        if earlier.get(name, seat) != seat\n", "        if False\n"),
            (LOG, "if game.table.round == 1 else ()", "if True else ()"),
        ),
        off(
            "play begins in the order of the table when seats are open",
            LOG,
            "    elif game.order is None:\n",
            "    elif False:\n",
            (LOG, "for name in game.order or () if", "for name in game.order or game.table.players if"),
        ),
        off(
            "the order of play turns round from one round to the next",
            LOG,
            "over=over, moved=(), distributed=frozenset())\n",
            "over=over, moved=(), distributed=frozenset(), order=(game.order or ())[::-1])\n",
        ),
    ),
    "5.3-1": (
        off(
            "anybody plays at any time, as often as he likes",
            LOG,
            "    elif name != (expected := _next(game)):\n",
            "    elif False and name != (expected := _next(game)):\n",
        ),
    ),
    "5.3-2": (
        off("an army goes as far as it likes", POSITION, "STEPS = 3\n", "STEPS = 15\n"),
        off(
            "in a province all armies have come as far as the one that went furthest",
            MOVEMENT,
            "    able = [made for made in range(STEPS + 1) if made + steps <= STEPS and fresh.get((start, made))]\n",
            """\
    furthest = max((made for place, made in fresh if place == start), default=0)
    able = [furthest] if furthest + steps <= STEPS else []
""",
        ),
    ),
    "5.3-3": (
        off(
            "the entry does not count",
            MOVEMENT,
            "    return len(path) - 1\n",
            "    return len(path) - 1 - (path[0] == SYMBOL)\n",
        ),
    ),
    "5.3-4": (
        off("no cost has to be met", MOVEMENT, "    if pays.temple + pays.city != cost:\n", "    if False:\n"),
        off(
            "coming back costs what going costs",
            BOARD,
            "                costs[arrow.end, arrow.start] = arrow.back\n",
            "                costs[arrow.end, arrow.start] = arrow.cost\n",
        ),
        off(
            "of several arrows the dearest alone is paid",
            MOVEMENT,
            "    return sum(region.costs[crossing]",
            "    return max(region.costs[crossing]",
        ),
    ),
    "5.3-5": (
        off(
            "ship passages lead nowhere",
            BOARD,
            "        for arrow in self.arrows:\n",
            "        for arrow in (way for way in self.arrows if not way.ship):\n",
        ),
        off(
            "a ship costs 2 at most",
            BOARD,
            "            costs[arrow.start, arrow.end] = arrow.cost\n",
            "            costs[arrow.start, arrow.end] = min(arrow.cost, 2) if arrow.ship else arrow.cost\n",
            (
                BOARD,
                "                costs[arrow.end, arrow.start] = arrow.back\n",
                "                costs[arrow.end, arrow.start] = min(arrow.back, 2) if arrow.ship else arrow.back\n",
            ),
        ),
    ),
    "5.3-6": (
        off(
            "a field pays more than it holds",
            MOVEMENT,
            "    if pays.temple > state.temple:\n",
            "    if False:\n",
            (MOVEMENT, "    if pays.city > state.city:\n", "    if False:\n"),
        ),
        off(
            "one field has to pay it all",
            MOVEMENT,
            "    if pays.temple + pays.city != cost:\n",
            "    if pays.temple + pays.city != cost or (pays.temple and pays.city):\n",
        ),
    ),
    "5.3-7": (
        off(
            "cubes that have paid stay on their field",
            MOVEMENT,
            "    return state.model_copy(update=update)\n",
            "    return state\n",
        ),
        off(
            "cubes that have paid go back to the hand",
            MOVEMENT,
            '"spent": (state.spent or 0) + paid}',
            '"hand": (state.hand or 0) + paid}',
        ),
    ),
    "5.3-8": (
        off(
            "each army pays",
            MOVEMENT,
            "            cost = cost_of(region, move.path)\n",
            "            cost = cost_of(region, move.path) * move.armies\n",
        ),
    ),
    "5.3-9": (
        off(
            "where an own army stands the next ones enter free",
            MOVEMENT,
            "            cost = cost_of(region, move.path)\n",
            "            cost = sum(region.costs[way] for way in itertools.pairwise(move.path) "
            "if not armies.get(way[1]))\n",
        ),
    ),
    "5.3-10": (
        off("a round is scored at any time", LOG, "    if waiting:\n", "    if False:\n"),
        off(
            "when the target is entered nobody else moves",
            LOG,
            "    elif game.order is None:\n",
            """\
    elif game.table.entered:
        wrong = Breach("5.3-11", where, "the target is entered")
    elif game.order is None:
""",
            (LOG, "    if waiting:\n", "    if waiting and not game.table.entered:\n"),
        ),
    ),
    "5.3-11": (
        off(
            "entering the target ends nothing",
            ROUND,
            "    elif table.entered:\n",
            "    elif False:\n",
            (ROUND, "        if any(state.armies.get(target) for", "        if any(False for"),
        ),
        off(
            "entering the target is enough, whatever the reading",
            ROUND,
            '    if table.entered and rulings.read("target-reached") == "occupied":\n',
            "    if False:\n",
        ),
    ),
    "5.3-12": (
        off(
            "a region goes on until its target is entered",
            ROUND,
            '    return "5.3-12" if table.round >= ROUNDS else None\n',
            "    return None\n",
        ),
        off(
            "a region ends after the second round",
            ROUND,
            '    return "5.3-12" if table.round >= ROUNDS else None\n',
            '    return "5.3-12" if table.round >= ROUNDS - 1 else None\n',
        ),
    ),
    "5.4-1": (
        off("no army is needed", POSITION, "    if not state.armies.get(place):\n", "    if False:\n"),
        off(
            "a player lays a piece of a kind in one province only",
            POSITION,
            "    if place in laid:\n",
            "    if laid:\n",
        ),
        off(
            "a piece cannot be laid without a cube for it",
            POSITION,
            "    if not state.armies.get(place):\n",
            "    if not state.armies.get(place) or not state.field(kind):\n",
        ),
    ),
    "5.4-2": (off("a player lays as many pieces as he likes", POSITION, "    if place in laid:\n", "    if False:\n"),),
    "5.4-3": (
        off(
            "who lays first keeps the province for himself",
            ROUND,
            "            wrong = why_not_lay(table.region, state, kind, place, laid, standing, rulings)\n",
            """\
            wrong = why_not_lay(table.region, state, kind, place, laid, standing, rulings)
            if any(place in other.placed.of(kind) for other in table.players.values()):
                wrong = "5.4-3", f"a {kind} lies in {place} already"
""",
        ),
    ),
    "5.5-1": (
        off(
            "the highest number is scored first",
            SCORING,
            "    for place in region.in_order:\n",
            "    for place in reversed(region.in_order):\n",
        ),
        off(
            "the nearest province is scored first",
            BOARD,
            "        return tuple(sorted(self.provinces, key=lambda name: self.provinces[name].number))\n",
            "        return tuple(sorted(self.provinces, key=lambda name: self.steps[name]))\n",
        ),
        off(
            "every province is scored on the fields as they were before",
            SCORING,
            "            entries += _build(place, kind, after, standing, rulings)\n",
            """\
            whole = {name: state.model_copy(update={kind: states[name].field(kind)}) for name, state in after.items()}
            entries += _build(place, kind, whole, standing, rulings)
            paid = {name: states[name].field(kind) - state.field(kind) for name, state in whole.items()}
            after = {
                name: state.model_copy(update={kind: after[name].field(kind) - paid[name]})
                for name, state in whole.items()
            }
""",
        ),
    ),
    "5.5-2": (
        off(
            "points are added up on paper, and entered when the game is over",
            LOG,
            '    return game.position.model_copy(update={"players": dict(game.table.players)})\n',
            """\
    tablets = {
        name: state.model_copy(update={"points": game.position.players[name].points})
        for name, state in game.table.players.items()
    }
    return game.position.model_copy(update={"players": tablets})
""",
            (LOG, '"players": dict(table.players)}\n', '"players": game.position.players}\n'),
        ),
        off(
            "points of provinces alone are entered at once, those of temples and cities when the game is over",
            SCORING,
            "sum(entry.amount for entry in entries if entry.player == name)",
            "sum(MAJORITY_POINTS for entry in entries if entry.player == name and entry.amount == MAJORITY_POINTS)",
        ),
    ),
    "5.5.1-1": (
        off(
            "cubes on the fields count as armies",
            SCORING,
            "    armies = {name: state.armies.get(place, 0) for name, state in states.items()}\n",
            """\
    armies = {name: state.armies.get(place, 0) for name, state in states.items()}
    armies = {name: n and n + states[name].temple + states[name].city for name, n in armies.items()}
""",
        ),
        off("most armies score 1 point", SCORING, "MAJORITY_POINTS = 2\n", "MAJORITY_POINTS = 1\n"),
    ),
    "5.5.1-2": (
        off(
            "all who tie score",
            SCORING,
            '            Entry(name, 0, "5.5.1-2", place,',
            '            Entry(name, MAJORITY_POINTS, "5.5.1-2", place,',
        ),
        off(
            "of those who tie the first scores",
            SCORING,
            """\
    leaders = [name for name, count in armies.items() if count == most]
""",
            """\
    leaders = [name for name, count in armies.items() if count == most][:1]
""",
        ),
    ),
    "5.5.1-3": (
        off(
            "provinces give their points in the first round only",
            ROUND,
            "    scored = score_round(table.region, table.players, rulings)\n"
            "    return Table(table.region, table.round + 1, scored.states), scored.ledger\n",
            """\
    armies = {name: state.armies for name, state in table.players.items()}
    nobody = {name: state.model_copy(update={"armies": {}}) for name, state in table.players.items()}
    scored = score_round(table.region, table.players if table.round == 1 else nobody, rulings)
    states = {name: state.model_copy(update={"armies": armies[name]}) for name, state in scored.states.items()}
    return Table(table.region, table.round + 1, states), scored.ledger
""",
        ),
    ),
    "5.5.2-1": (
        off(
            "a temple costs nothing",
            SCORING,
            '    "temple": Building(points=3, price=1,',
            '    "temple": Building(points=3, price=0,',
        ),
        off(
            "a temple scores nothing",
            SCORING,
            '    "temple": Building(points=3, price=1,',
            '    "temple": Building(points=0, price=1,',
        ),
    ),
    "5.5.2-2": (
        off(
            "a temple is built on credit",
            SCORING,
            "    if most < price:\n",
            '    if most < price and kind == "city":\n',
        ),
    ),
    "5.5.2-3": (
        off(
            "a player builds one temple in a province",
            POSITION,
            "    if place in laid:\n",
            '    if place in laid or (kind == "temple" and place in state.built.temples):\n',
        ),
        off(
            "temples of earlier rounds lie there as if new",
            SCORING,
            "for name, state in states.items() if place in state.placed.of(kind)}\n",
            "for name, state in states.items() if place in state.placed.of(kind) "
            'or (kind == "temple" and place in state.built.temples)}\n',
        ),
    ),
    "5.5.2-4": (
        off("temples are without limit", POSITION, "TEMPLES = 10\n", "TEMPLES = 99\n"),
        off("one piece fewer is all there is", POSITION, "TEMPLES = 10\n", "TEMPLES = 9\n"),
    ),
    "5.5.3-1": (
        off(
            "a city costs 1",
            SCORING,
            '    "city": Building(points=5, price=2,',
            '    "city": Building(points=5, price=1,',
        ),
        off(
            "a city scores nothing",
            SCORING,
            '    "city": Building(points=5, price=2,',
            '    "city": Building(points=0, price=2,',
        ),
    ),
    "5.5.3-2": (
        off(
            "a city is built on credit",
            SCORING,
            "    if most < price:\n",
            '    if most < price and kind == "temple":\n',
        ),
    ),
    "5.5.3-3": (
        off(
            "a standing city scores in each round",
            SCORING,
            "    if not fields:\n        return []\n",
            """\
    owners = [name for name, state in states.items() if kind == "city" and place in state.built.cities]
    if not fields:
        return [Entry(name, building.points, building.sole, place) for name in owners]
""",
        ),
    ),
    "5.5.3-4": (
        off(
            "a piece can be laid beside a standing city",
            POSITION,
            '    if kind == "city" and place in cities and rulings.read("second-city-piece") == "illegal":\n',
            "    if False:\n",
        ),
        off(
            "a second city can be built",
            SCORING,
            '    if kind == "city" and place in standing:\n',
            "    if False:\n",
        ),
        off(
            "no piece can be laid beside a standing city, whatever the reading",
            POSITION,
            '    if kind == "city" and place in cities and rulings.read("second-city-piece") == "illegal":\n',
            '    if kind == "city" and place in cities:\n',
        ),
    ),
    "5.5.3-5": (
        off("cities are without limit", POSITION, "CITIES = 8\n", "CITIES = 99\n"),
        off("one piece fewer is all there is", POSITION, "CITIES = 8\n", "CITIES = 7\n"),
    ),
    "5.5.4-1": (
        off(
            "of several builders the one with most armies builds",
            SCORING,
            """\
    most = max(fields.values())
    leaders = [name for name, cubes in fields.items() if cubes == most]
""",
            """\
    armies = {name: states[name].armies.get(place, 0) for name in fields}
    leaders = [name for name in fields if armies[name] == max(armies.values())]
    most = fields[leaders[0]]
""",
        ),
        off(
            "who would pay more than the normal price may step back",
            SCORING,
            "    if most < price:\n",
            "    if most < price or price > building.price:\n",
        ),
    ),
    "5.5.4-2": (
        off(
            "a contested piece costs the normal price",
            SCORING,
            "        price, why = _contested_price(kind, sorted(fields.values(), reverse=True), rulings)\n",
            "",
        ),
        off(
            "those who laid nothing raise the price",
            SCORING,
            "        price, why = _contested_price(kind, sorted(fields.values(), reverse=True), rulings)\n",
            "        fields |= {name: state.field(kind) for name, state in states.items()}\n"
            "        price, why = _contested_price(kind, sorted(fields.values(), reverse=True), rulings)\n",
        ),
        off(
            "there is no least price, whatever the reading",
            SCORING,
            '    if price < normal and rulings.read("contested-minimum") == "normal-price":\n',
            "    if False:\n",
        ),
    ),
    "5.5.4-3": (
        off(
            "a contested piece scores nothing",
            SCORING,
            "    return [Entry(winner, building.points, rule, place,",
            "    return [Entry(winner, building.points if sole else 0, rule, place,",
        ),
    ),
    "5.5.4-4": (
        off(
            "pieces that were not built stay for the next round",
            SCORING,
            '        cleared[name] = state.model_copy(update={"placed": Pieces(), ',
            """\
        failed = Pieces(
            temples=tuple(
                place
                for place in state.placed.temples
                if state.built.temples.get(place) == states[name].built.temples.get(place)
            ),
            cities=tuple(place for place in state.placed.cities if place not in state.built.cities),
        )
        cleared[name] = state.model_copy(update={"placed": failed, """,
        ),
        off(
            "a piece that failed is gone, whatever the reading",
            SCORING,
            '    if rulings.readings["failed-pieces"] == "supply":\n',
            "    if False:\n",
        ),
        off(
            "a piece that failed comes back, whatever the reading",
            SCORING,
            '    if rulings.readings["failed-pieces"] == "supply":\n',
            "    if True:\n",
        ),
        off(
            "the others build as well, at the normal price",
            SCORING,
            "    states[winner] = _built(states[winner], place, kind, price)\n",
            """\
    for name in fields:
        states[name] = _built(states[name], place, kind, price if name == winner else building.price)
    others, fields = [name for name in fields if name != winner], {}
""",
            (
                SCORING,
                "    ]\n\n\ndef _contested_price(",
                '    ] + [Entry(name, building.points, "5.5.4-4", place, price=building.price) for name in others]\n'
                "\n\ndef _contested_price(",
            ),
        ),
    ),
    "5.5.4-5": (
        off(
            "of those who tie the first builds, for all he has",
            SCORING,
            "    leaders = [name for name, cubes in fields.items() if cubes == most]\n",
            "    leaders = [name for name, cubes in fields.items() if cubes == most][:1]\n",
            (SCORING, "        price, why = second + 1,", "        price, why = min(second + 1, highest),"),
        ),
    ),
    "5.5.4-6": (
        off(
            "temple and city cubes count together",
            SCORING,
            "    fields = {name: state.field(kind) for",
            "    fields = {name: state.temple + state.city for",
        ),
        off(
            "pieces of the other kind compete, and a standing city with a temple",
            SCORING,
            """\
    if len(fields) > 1:
        price, why = _contested_price(kind, sorted(fields.values(), reverse=True), rulings)
""",
            """\
    rivals = [s.field(kind) for s in states.values() if place in (*s.placed.temples, *s.placed.cities)]
    if len(rivals) > 1:
        price, why = _contested_price(kind, sorted(rivals, reverse=True), rulings)
""",
            (SCORING, '    if kind == "city" and place in standing:\n', "    if place in standing:\n"),
        ),
    ),
    "5.6-1": (
        off(
            "a region ends with its first scoring",
            ROUND,
            '    return "5.3-12" if table.round >= ROUNDS else None\n',
            '    return "5.3-12"\n',
        ),
        off(
            "the round is played over again",
            ROUND,
            "    return Table(table.region, table.round + 1, scored.states), scored.ledger\n",
            "    return Table(table.region, table.round, scored.states), scored.ledger\n",
        ),
        off(
            "after each scoring everybody begins with all cubes",
            LOG,
            "    if over:\n        table = replace(table, round=game.table.round)\n",
            """\
    if over:
        table = replace(table, round=game.table.round)
    else:
        table = replace(open_region(table.region, table.players, game.position.cubes), round=table.round)
""",
        ),
        off(
            "armies go back to the campaign symbol after each scoring",
            ROUND,
            "    return Table(table.region, table.round + 1, scored.states), scored.ledger\n",
            """\
    back = {
        name: state.model_copy(update={"armies": {SYMBOL: state.army_count}}) for name, state in scored.states.items()
    }
    return Table(table.region, table.round + 1, back), scored.ledger
""",
        ),
    ),
    "5.6-2": (
        off(
            "only what is left on the fields comes back",
            ROUND,
            "        name: PlayerState(hand=cubes, spent=0, built",
            "        name: PlayerState(hand=state.temple + state.city, spent=cubes - state.temple - state.city, built",
        ),
        off(
            "armies do not come back",
            ROUND,
            "        name: PlayerState(hand=cubes, spent=0, built",
            "        name: PlayerState(hand=cubes - state.army_count, spent=state.army_count, built",
        ),
        off(
            "cubes beside the tablet do not come back",
            ROUND,
            "        name: PlayerState(hand=cubes, spent=0, built",
            "        name: PlayerState(hand=cubes - (state.spent or 0), spent=state.spent, built",
        ),
        off(
            "the cubes come back for the temple and city field alone",
            ROUND,
            "    if table.round > 1 and (allocation.order or allocation.armies):\n",
            "    if (table.round > 1 or table.region.number > 1) and (allocation.order or allocation.armies):\n",
        ),
        off(
            "buildings come back with the cubes",
            ROUND,
            "spent=0, built=state.built, points=state.points)",
            "spent=0, points=state.points)",
        ),
        off(
            "the order of play holds in the region that follows",
            LOG,
            "    return _Game(game.board, position, table, None)\n",
            "    return _Game(game.board, position, table, game.order)\n",
        ),
    ),
    "6-1": (
        off(
            "entering the last target ends nothing",
            ROUND,
            "    elif table.entered:\n",
            "    elif table.entered and table.region.number < 6:\n",
        ),
        off(
            "entering any target ends the game",
            LOG,
            "    if over and table.region.number == last_region(game.position.short):\n",
            '    if over == "5.3-11" or (over and table.region.number == last_region(game.position.short)):\n',
        ),
        off(
            "when the last target is entered nobody else moves",
            LOG,
            "    elif game.order is None:\n",
            """\
    elif game.table.entered and game.table.region.number == last_region(game.position.short):
        wrong = Breach("6-1", where, "the last target is entered")
    elif game.order is None:
""",
            (
                LOG,
                "    if waiting:\n",
                "    last = game.table.region.number == last_region(game.position.short)\n"
                "    if waiting and not (last and game.table.entered):\n",
            ),
        ),
        off(
            "the last region is played on when the game is over",
            LOG,
            '            return self.game_over, "the game is over"\n',
            "            return None\n",
        ),
    ),
    "6-2": (
        off(
            "the last region goes on until its target is entered",
            ROUND,
            '    return "5.3-12" if table.round >= ROUNDS else None\n',
            '    return "5.3-12" if table.round >= ROUNDS and table.region.number < 6 else None\n',
        ),
        off(
            "two rounds of the last region are enough",
            ROUND,
            '    return "5.3-12" if table.round >= ROUNDS else None\n',
            '    return "5.3-12" if table.round >= ROUNDS - (table.region.number == 6) else None\n',
        ),
        off(
            "the third round of any region ends the game",
            LOG,
            "    if over and table.region.number == last_region(game.position.short):\n",
            '    if over == "5.3-12" or (over and table.region.number == last_region(game.position.short)):\n',
        ),
    ),
    "6-3": (
        off(
            "the final scoring comes when anybody likes",
            LOG,
            "    if not game.game_over or game.winners:\n",
            "    if game.winners:\n",
        ),
        off(
            "the final scoring comes as often as anybody likes",
            LOG,
            "    if not game.game_over or game.winners:\n",
            "    if not game.game_over:\n",
        ),
        off(
            "the final scoring takes the place of the last round's",
            LOG,
            "    if over:\n        table = replace(table, round=game.table.round)\n",
            """\
    if over and table.region.number == last_region(game.position.short):
        table, ledger = game.table, type(ledger)()
    if over:
        table = replace(table, round=game.table.round)
""",
        ),
        off(
            "there is no final scoring",
            LOG,
            "    ledger = score_final(standing(game.board, game.table.players), game.position.short, rulings)\n",
            "    ledger = type(score_final({name: {} for name in game.table.players}, False, rulings))()\n",
        ),
        off(
            "what was built in the last round does not count",
            LOG,
            "    table, ledger = finish(game.table, rulings)\n",
            """\
    table, ledger = finish(game.table, rulings)
    if over and table.region.number == last_region(game.position.short):
        for name, state in table.players.items():
            table = table.with_player(name, state.model_copy(update={"built": game.table.players[name].built}))
""",
        ),
    ),
    "6.1-1": (
        off(
            "most cities on the board bring nothing",
            FINAL,
            'MOST: Mapping[Kind, int] = {"city": 10, "temple": 15}\n',
            'MOST: Mapping[Kind, int] = {"city": 0, "temple": 15}\n',
        ),
        off(
            "temples on the board count as cities as well",
            FINAL,
            "        totals = {name: sum(counts.get((kind, number), 0) for number in regions) "
            "for name, counts in pieces.items()}\n",
            """\
        kinds = KINDS if kind == "city" else (kind,)
        totals = {
            name: sum(counts.get((each, number), 0) for each in kinds for number in regions)
            for name, counts in pieces.items()
        }
""",
        ),
        off(
            "cities of the board's best region count alone",
            FINAL,
            "        entries += _most(totals, kind, BOARD,",
            """\
        if kind == "city":
            totals = {
                name: max(counts.get((kind, number), 0) for number in regions) for name, counts in pieces.items()
            }
        entries += _most(totals, kind, BOARD,""",
        ),
    ),
    "6.1-2": (
        off(
            "most temples on the board bring nothing",
            FINAL,
            'MOST: Mapping[Kind, int] = {"city": 10, "temple": 15}\n',
            'MOST: Mapping[Kind, int] = {"city": 10, "temple": 0}\n',
        ),
        off(
            "temples on the board bring what cities bring",
            FINAL,
            'MOST: Mapping[Kind, int] = {"city": 10, "temple": 15}\n',
            'MOST: Mapping[Kind, int] = {"city": 10, "temple": 10}\n',
        ),
        off(
            "provinces with a temple are counted",
            FINAL,
            "sum(state.built.temples.get(place, 0) for place in region.provinces)",
            "sum(state.built.temples.get(place, 0) > 0 for place in region.provinces)",
        ),
        off(
            "temples of the board's best region count alone",
            FINAL,
            "        entries += _most(totals, kind, BOARD,",
            """\
        if kind == "temple":
            totals = {
                name: max(counts.get((kind, number), 0) for number in regions) for name, counts in pieces.items()
            }
        entries += _most(totals, kind, BOARD,""",
        ),
    ),
    "6.1-3": (
        off(
            "most cities in a region bring nothing",
            FINAL,
            "            entries += _most(counts, kind, where, MOST_IN_REGION,",
            '            entries += _most(counts, kind, where, 0 if kind == "city" else MOST_IN_REGION,',
        ),
        off(
            "a region's cities bring what the board's bring",
            FINAL,
            "            entries += _most(counts, kind, where, MOST_IN_REGION,",
            '            entries += _most(counts, kind, where, MOST[kind] if kind == "city" else MOST_IN_REGION,',
        ),
        off(
            "the cities of the last region alone are looked at",
            FINAL,
            "            entries += _most(counts, kind, where,",
            """\
            if kind == "city" and number != regions[-1]:
                continue
            entries += _most(counts, kind, where,""",
        ),
        off(
            "the cities of all regions so far are counted, not those of the region",
            FINAL,
            "        for kind in _ORDER:\n            counts = {name: held.get((kind, number), 0) for",
            """\
        for kind in _ORDER:
            those = [each for each in regions if each == number or (each < number and kind == "city")]
            counts = {name: sum(held.get((kind, each), 0) for each in those) for""",
        ),
    ),
    "6.1-4": (
        off(
            "most temples in a region bring nothing",
            FINAL,
            "            entries += _most(counts, kind, where, MOST_IN_REGION,",
            '            entries += _most(counts, kind, where, 0 if kind == "temple" else MOST_IN_REGION,',
        ),
        off(
            "a region's temples bring what the board's bring",
            FINAL,
            "            entries += _most(counts, kind, where, MOST_IN_REGION,",
            '            entries += _most(counts, kind, where, MOST[kind] if kind == "temple" else MOST_IN_REGION,',
        ),
        off(
            "a region has one bonus, for its cities if anybody has one",
            FINAL,
            "            entries += _most(counts, kind, where,",
            """\
            if kind == "temple" and any(held.get(("city", number)) for held in pieces.values()):
                continue
            entries += _most(counts, kind, where,""",
        ),
        off(
            "the temples of all regions so far are counted, not those of the region",
            FINAL,
            "        for kind in _ORDER:\n            counts = {name: held.get((kind, number), 0) for",
            """\
        for kind in _ORDER:
            those = [each for each in regions if each == number or (each < number and kind == "temple")]
            counts = {name: sum(held.get((kind, each), 0) for each in those) for""",
        ),
    ),
    "6.1-6": (
        off(
            "all who tie get the points",
            FINAL,
            '            yield Entry(name, 0, "6.1-6", where,',
            '            yield Entry(name, bonus, "6.1-6", where,',
        ),
        off(
            "the points that are tied for go to the next player",
            FINAL,
            "        return\n    yield Entry(leaders[0], bonus, rule, where,",
            """\
        yield from _most({n: 0 if n in leaders else c for n, c in counts.items()}, kind, where, bonus, rule, halved)
        return
    yield Entry(leaders[0], bonus, rule, where,""",
        ),
        off("having none is having most, and a tie", FINAL, "    if not most:\n        return\n", ""),
        off(
            "of those who tie the first gets the points",
            FINAL,
            "    leaders = [name for name, count in counts.items() if count == most]\n",
            "    leaders = [name for name, count in counts.items() if count == most][:1]\n",
        ),
    ),
    "7-1": (
        off(
            "the short game begins with region 1",
            POSITION,
            "    return 2 if short else 1\n",
            "    return 1\n",
        ),
        off(
            "the short game goes on to region 6",
            POSITION,
            "    return 4 if short else 6\n",
            "    return 6\n",
        ),
        off(
            "the short game ends with region 3",
            POSITION,
            "    return 4 if short else 6\n",
            "    return 3 if short else 6\n",
        ),
        off(
            "each region of the short game begins like a game",
            POSITION,
            "        return self.round == 1 and self.region == first_region(self.short)\n",
            "        return self.round == 1 and (self.short or self.region == first_region(self.short))\n",
        ),
    ),
    "7-2": (
        off(
            "nothing is halved",
            FINAL,
            "    return bonus - bonus // 2\n",
            "    return 0\n",
        ),
        off(
            "halves are rounded up",
            FINAL,
            "    return bonus - bonus // 2\n",
            "    return bonus // 2\n",
        ),
        off(
            "the rounds of the short game are halved as well",
            LOG,
            "    table, ledger = finish(game.table, rulings)\n",
            """\
    table, ledger = finish(game.table, rulings)
    if game.position.short:
        ledger = type(ledger)(tuple(replace(entry, amount=entry.amount // 2) for entry in ledger))
        for name, state in table.players.items():
            points = game.table.players[name].points + ledger.total(name)
            table = table.with_player(name, state.model_copy(update={"points": points}))
""",
        ),
        off(
            "each bonus is halved, whatever the reading",
            FINAL,
            '    each_halved = short and rulings.read("halving") == "per-bonus"\n',
            "    each_halved = short\n",
        ),
        off(
            "the sum is halved, whatever the reading",
            FINAL,
            '    each_halved = short and rulings.read("halving") == "per-bonus"\n',
            "    each_halved = False\n",
        ),
    ),
}
