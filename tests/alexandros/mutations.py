"""Every rule of alexandros switched off.

Each rule of the index has one mutation or more; how they are played, and how many a rule needs, is told
in :mod:`tests.mutating`.
"""

from __future__ import annotations

from tests.mutating import Mutations, off

CARDS = "alexandros/cards.py"
LEVY = "alexandros/levy.py"
LOG = "alexandros/log.py"
OCCUPATION = "alexandros/occupation.py"
POSITION = "alexandros/position.py"
PROVINCES = "alexandros/provinces.py"
SCORING = "alexandros/scoring.py"
TURN = "alexandros/turn.py"
WALLS = "alexandros/walls.py"

# Snippets that several mutations replace.
COPIES = "COPIES = 11\n"
FOLLOWING = "    following = position.from_seat(position.whose)[1]\n"
WHOSE = "    if not position.over and event.player != position.whose:\n"
MOVED = "        if move.moves:\n"
SKIPS = "        if options(board, position, name, rulings):\n"
JOKER_OPTION = '        elif reached and rulings.read("no-target") == "joker":\n'
ENOUGH_ACTIONS = "    if position.actions >= ACTIONS:\n"
PASSING = '    if position.actions < ACTIONS and possible and rulings.read("passing") == "not":\n'
TAKEN = "        now = to_hand(without_face_up(position, turn.card), name, {turn.card: 1})\n"
NOT_FACE_UP = "    if move.card not in position.face_up:\n"
NOT_HELD = "        if not position.players[name].holds(move.hand):\n"
HAND_CARD = '        elif rulings.read("hand-card-move") == "no":\n'
HAND_JOKER = "        if move.stands_for is not None:\n            yield"
JOKER_REACHED = "    if move.stands_for is not None and targets(board, position, move.card, rulings).triangles:\n"
JOKER = '    elif move.stands_for is not None and rulings.read("no-target") == "open":\n'
OTHER_SYMBOL = "    elif board.symbols[to] != symbol:\n"
NOT_NEAREST = "        if to not in near:\n"
MEASURE = '    measure = by_sides if rulings.readings["nearest"] == "sides" else by_centre\n'
BY_SIDES = "    by_sides = {name: min(away[corner] for corner in corners(name)) for name in unwalled}\n"
ALL_NEAREST = "    return Targets(least, tuple(name for name in names if measure[name] == least))\n"
UNWALLED = "    return not any(bounding in position.walled for bounding in sides(name))\n"
FREE = 'and (not _figures(position, name) or rulings.read("free-triangle") == "walls")\n'
BARE = '    if _nearest(measure, bare) != _nearest(measure, unwalled) and rulings.read("free-triangle") != "walls":\n'
NO_CORNER = '    if move.to in board.symbols and way[-1] not in corners(move.to or ""):\n'
MAY_END = '    return corner != position.here or rulings.read("zero-move") == "legal"\n'
ENDS = "        name: tuple(corner for corner in corners(name) if _may_end(position, corner, rulings))\n"
NEEDED = "    needed = tuple(found for found in chain_sides(tuple(way)) if found not in position.walled)\n"
SHORT = '        reading = rulings.read("short-walls")\n'
RUNS_OUT = '    runs_out = rulings.read("wall-end") == "last" if none_left and not short else short\n'
DETOUR = "    if len(way) - 1 > shortest:\n"
COUNT_WAYS = "                found[other] = found.get(other, 0) + found[name]\n"
UNDIVIDED = "                if other not in part and between not in walls:\n"
CLOSED = "        if all(bounding in board.closing_sides for bounding in bare):\n"
COAST = ' if not coast or rulings.read("rim") == "coast"'
ALL_CLOSED = "            found.append((Province.of(board, part), bool(bare)))\n"
NOT_THERE = "        if card not in position.face_up:\n"
OWN_ALREADY = '    if own and rulings.read("own-province") == "no":\n'
ELSEWHERE = "        elif where not in province.triangles:\n"
COUNTS = "    counts = Counter(symbol for name, symbol in province.symbols.items() if name not in standing)\n"
KIND = '    if any(count > 1 for count in counts.values()) and rulings.read("payment") == "kind":\n'
FORCED = '        if len(placed) > few and rulings.read("extra-governors") == "needed":\n'
EJECTION = "EJECTION = 2\n"
ONCE = '    if len(enemies) > 1 and rulings.read("ejection") == "once":\n'
NO_COMPENSATION = '    if rulings.read("compensation") == "none":\n'
BASE = '    if cards and rulings.read("compensation-base") == "ejection":\n'
HALF = "    return (sum(base.values()) + 1) // 2, base\n"
BACK = "        left = tuple(where for where in after.players[loser].governors if where not in enemies)\n"
KEY = "    if all(board.symbols[where] != card for where in state.governors):\n"
CROWDED = "    if len(governors) > 1:\n"
FILTER = '    if board.symbols[where] != card and rulings.read("levy-filter") == "symbol":\n'
PAID = "    for player in position.from_seat(name):\n        own ="
BLANKS = '    return Entry(player, province.blanks, "5-11", where, f"blank triangles: {province.blanks}")\n'
OWN_GOVERNOR = "        if where not in own:\n"
REMOVAL = '    if not breaches and len(places) > 1 and rulings.read("removal") == "one":\n'
LEVIED = "    if position.levied:\n"
LEADERS = "    leaders = tuple(name for name, state in position.players.items() if state.points == most)\n"
SHARED = '    decided = len(leaders) == 1 or rulings.read("end-tie") == "shared"\n'
FULL = '    return most > FULL or (most == FULL and rulings.read("threshold") == "reach")\n'
AT_ONCE = '    if full(after, rulings) and rulings.read("hundred-end") == "at-once":\n'
OVER = "    if position.over or full(position, rulings) or position.ending:\n"
TURNED = "        taken = _turn_up(Played(now, told=turn.turned_up), rulings)\n"
REFILLED = '        if first and action.take not in (None, PILE) and rulings.read("refill-action") == "at-once":\n'
AT_END = """\
        played = played.then(_passing(played.position, name, rulings))
        played = _turn_up(played, rulings)
"""
RENEWED = '    if position.pile_size or not position.discards or rulings.read("empty-pile") == "none":\n'
NO_SYMBOL = "    if not province.symbols:\n"
GIVEN = "    if sum(gets.values()) != due:\n"
USED = "        if count > base.get(symbol, 0):\n"

MOVE = "    breaches = tuple(move_breaches(board, position, name, turn, rulings))\n"
MOVED_FIRST = """\
    played = play_move(board, position, turn, rulings)
    if played.left_out:
        return played
"""
ACTION = """\
    for at, action in enumerate(turn.actions):
        path: Path = ("actions", at)
"""
HAND = "    hand = position.players[name].hand\n    breaches +="
CARDS_DUE = "    cards = {} if own else remaining(province, placed, rulings)\n"
ON_BLANK = "        if board.symbols[where] is None:\n"
NOT_THERE_AT_ALL = (
    CARDS,
    "    at = position.face_up.index(card)\n",
    "    at = position.face_up.index(card) if card in position.face_up else FACE_UP\n",
)

MUTATIONS: Mutations = {
    "2-1": (
        off(
            "whoever likes",
            LOG,
            WHOSE,
            "    if False:\n",
            (LOG, "play_turn(board, position, event", "play_turn(board, position.changed(active=event.player), event"),
        ),
        off("the same player again", TURN, FOLLOWING, "    following = position.whose\n"),
        off("counterclockwise", TURN, FOLLOWING, FOLLOWING.replace("[1]", "[-1]")),
        off(
            "nobody after a turn that is left out",
            LOG,
            "    if played.left_out and not after.over:\n",
            "    if False:\n",
        ),
    ),
    "2-2": (
        off("he may stay at home", WALLS, SKIPS, "        if False:\n"),
        off("he may go again", WALLS, MOVED, "        if False:\n"),
        off("he must go even where he cannot", WALLS, SKIPS, "        if True:\n"),
        off(
            "the actions come before it",
            TURN,
            MOVED_FIRST,
            """\
    if turn.moves and turn.actions and not position.moved:
        gone = {"card": None, "hand": None, "stands_for": None, "to": None, "path": None}
        early = play_turn(board, position.changed(moved=True), turn.model_copy(update=gone), rulings)
        back = early.position.changed(active=name, moved=False, actions=2)
        return early.then(play_turn(board, back, turn.model_copy(update={"actions": ()}), rulings))
"""
            + MOVED_FIRST,
        ),
        off("a joker, whatever the reading", WALLS, JOKER_OPTION, "        elif reached:\n"),
        off("no joker, whatever the reading", WALLS, JOKER_OPTION, "        elif False:\n"),
    ),
    "2-3": (
        off("one action", TURN, ENOUGH_ACTIONS, ENOUGH_ACTIONS.replace("ACTIONS", "1")),
        off("any number of them", TURN, ENOUGH_ACTIONS, "    if False:\n"),
        off(
            "two unless none is possible, whatever the reading",
            TURN,
            PASSING,
            "    if position.actions < ACTIONS and possible:\n",
        ),
        off("fewer too, whatever the reading", TURN, PASSING, "    if False:\n"),
        off(
            "what cannot be done counts",
            TURN,
            "        return Played(position, done.breaches)\n",
            "        return Played(position.changed(actions=position.actions + 1), done.breaches)\n",
        ),
        off("two even where none is possible", TURN, PASSING, PASSING.replace(" and possible", "")),
    ),
    "3-2": (
        off("12 cards with each", POSITION, COPIES, "COPIES = 12\n"),
        off("10 cards with each", POSITION, COPIES, "COPIES = 10\n"),
        off("any number in the pile", POSITION, "self.pile + found.total() != DECK", "self.pile + found.total() < 0"),
    ),
    "4-1": (
        off(
            "it is discarded",
            TURN,
            TAKEN,
            "        now = discarded(without_face_up(position, turn.card), {turn.card: 1})\n",
        ),
        off("any card", WALLS, NOT_FACE_UP, "    if False:\n", NOT_THERE_AT_ALL),
        off("a card that is not in the hand", WALLS, NOT_HELD, "        if False:\n"),
        off("one of the hand too, whatever the reading", WALLS, HAND_CARD, "        elif False:\n"),
        off("none of the hand, whatever the reading", WALLS, HAND_CARD, "        elif True:\n"),
        off("a joker, whatever the reading", WALLS, JOKER, "    elif False:\n"),
        off("no joker, whatever the reading", WALLS, JOKER, "    elif move.stands_for is not None:\n"),
    ),
    "4-2": (
        off("to any with the symbol", WALLS, ALL_NEAREST, "    return Targets(least, tuple(names))\n"),
        off(
            "to any symbol",
            WALLS,
            OTHER_SYMBOL,
            "    elif False:\n",
            (WALLS, NOT_NEAREST, "        if board.symbols[to] == symbol and to not in near:\n"),
        ),
        off("a joker for whatever one likes", WALLS, JOKER_REACHED, "    if False:\n"),
        off(
            "a card of the hand is a joker too",
            WALLS,
            HAND_JOKER,
            HAND_JOKER.replace("move.stands_for is not None", "False"),
        ),
    ),
    "4-3": (
        off("anywhere", WALLS, NO_CORNER, "    if False:\n"),
        off("on the corner on the right only", WALLS, NO_CORNER, '    if way[-1] != corners(move.to or "")[1]:\n'),
        off(
            "on the nearest corner only",
            WALLS,
            DETOUR,
            "    if len(way) - 1 > min(distances(board, position.here)[at] for at in corners(move.to or way[-1])):\n",
        ),
        off("on one of them only", WALLS, ENDS, ENDS.replace("in corners(name)", "in corners(name)[:1]")),
        off("or where he stands, whatever the reading", WALLS, MAY_END, "    return True\n"),
        off(
            "on another than where he stands, whatever the reading",
            WALLS,
            MAY_END,
            "    return corner != position.here\n",
        ),
    ),
    "4-4": (
        off("walls do not matter", WALLS, UNWALLED, "    return True\n"),
        off(
            "no wall at its corners either",
            WALLS,
            UNWALLED,
            "    return not any(corner in wall for wall in position.walled for corner in corners(name))\n",
        ),
        off(
            "figures do not matter, whatever the reading",
            WALLS,
            FREE,
            "\n",
            (WALLS, BARE, "    if False:\n"),
        ),
        off(
            "no figure either, whatever the reading",
            WALLS,
            FREE,
            "and not _figures(position, name)\n",
            (WALLS, BARE, "    if True:\n"),
        ),
    ),
    "4-5": (
        off("no walls", WALLS, NEEDED, "    needed: tuple[Side, ...] = ()\n"),
        off("the whole way, whatever the reading", WALLS, SHORT, '        reading = "finished"\n'),
        off("red walls go on, whatever the reading", WALLS, SHORT, '        reading = "red"\n'),
        off("as far as walls go, whatever the reading", WALLS, SHORT, '        reading = "as-far"\n'),
    ),
    "4-6": (
        off(
            "open ones too",
            PROVINCES,
            ALL_CLOSED,
            ALL_CLOSED.replace("bool(bare)", "False"),
            (PROVINCES, CLOSED, "        if True:\n"),
        ),
        off("walls part nothing", PROVINCES, UNDIVIDED, "                if other not in part:\n"),
        off("the coast will do, whatever the reading", PROVINCES, COAST, ""),
    ),
    "5-2": (
        off(
            "a face-up one is discarded",
            TURN,
            "        taken = to_hand(without_face_up(position, card), name, {card: 1})\n",
            "        taken = discarded(without_face_up(position, card), {card: 1})\n",
        ),
        off(
            "one of the pile goes away",
            TURN,
            "        hand = to_hand(drawn.position, name, {drawn.card: 1})\n",
            "        hand = drawn.position\n",
        ),
        off("any card", TURN, NOT_THERE, "        if False:\n", NOT_THERE_AT_ALL),
        off("any card of the pile", CARDS, "        if told not in (None, top):\n", "        if False:\n"),
        off("one of the pile that nobody tells", TURN, "    if not open_draws:\n", "    if False:\n"),
    ),
    "5-3": (
        off(
            "no empty one",
            OCCUPATION,
            HAND,
            '    breaches += [] if standing else [Breach("5-3", ("occupy",), "the province is empty")]\n' + HAND,
        ),
        off("several at once", OCCUPATION, ELSEWHERE, "        elif False:\n"),
        off(
            "governors elsewhere count too",
            OCCUPATION,
            "position.governors.items() if where in province.triangles}\n",
            "position.governors.items()}\n",
        ),
        off("one's own too, whatever the reading", OCCUPATION, OWN_ALREADY, "    if False:\n"),
        off("not one's own, whatever the reading", OCCUPATION, OWN_ALREADY, "    if own:\n"),
    ),
    "5-4": (
        off("a governor may stand on a blank", OCCUPATION, ON_BLANK, "        if False:\n"),
        off(
            "one may lie there",
            POSITION,
            "                elif board.symbols[name] is None:\n",
            "                elif False:\n",
        ),
        off("two may stand on one", OCCUPATION, "        elif where in placed[:at]:\n", "        elif False:\n"),
        off("nothing is paid", OCCUPATION, CARDS_DUE, "    cards: dict[Symbol, int] = {}\n"),
        off(
            "the symbol under a governor is paid too",
            OCCUPATION,
            COUNTS,
            COUNTS.replace(" if name not in standing", ""),
        ),
        off(
            "a card for each kind, whatever the reading",
            OCCUPATION,
            KIND,
            "    if True:\n",
        ),
        off("a card for each triangle, whatever the reading", OCCUPATION, KIND, "    if False:\n"),
    ),
    "5-5": (
        off(
            "one governor",
            OCCUPATION,
            HAND,
            '    breaches += [Breach("5-5", ("occupy",), "one governor")] if len(placed) > 1 else []\n' + HAND,
        ),
        off("on blanks too", OCCUPATION, ON_BLANK, "        if at == 0 and board.symbols[where] is None:\n"),
        off("only where cards lack, whatever the reading", OCCUPATION, FORCED, "        if len(placed) > few:\n"),
        off("as many as one likes, whatever the reading", OCCUPATION, FORCED, "        if False:\n"),
    ),
    "5-6": (
        off("one card", OCCUPATION, EJECTION, "EJECTION = 1\n"),
        off("nobody is ejected", POSITION, "        if len(set(self.governors.values())) < 2:\n", "        if True:\n"),
        off("two cards for each, whatever the reading", OCCUPATION, ONCE, "    if False:\n"),
        off("two cards for all, whatever the reading", OCCUPATION, ONCE, "    if len(enemies) > 1:\n"),
    ),
    "5-7": (
        off("without a card", LEVY, "    if not state.holds(card):\n", "    if False:\n"),
        off("with two cards", LEVY, "    if not state.holds(card):\n", "    if state.holds(card) < 2:\n"),
        off("any card", LEVY, KEY, "    if False:\n"),
        off("anybody's governor will do", LEVY, KEY, KEY.replace("state.governors", "position.governors")),
        off(
            "the card is kept", LEVY, "    position = discarded(from_hand(position, name, {card: 1}), {card: 1})\n", ""
        ),
    ),
    "5-8": (
        off("those with several too", LEVY, CROWDED, "    if False:\n"),
        off("only those with several", LEVY, CROWDED, "    if len(governors) == 1:\n"),
    ),
    "5-9": (
        off("all pay, whatever the reading", LEVY, FILTER, "    if False:\n"),
        off("those on the symbol, whatever the reading", LEVY, FILTER, "    if board.symbols[where] != card:\n"),
    ),
    "5-10": (off("to one player", LEVY, PAID, PAID.replace("position.from_seat(name)", "(name,)")),),
    "5-11": (
        off("all triangles count", LEVY, BLANKS, BLANKS.replace("province.blanks, ", "len(province.triangles), ")),
    ),
    "5-12": (
        off(
            "it stays",
            OCCUPATION,
            "    return position.with_player(name, governors=tuple(where for where in own if where not in places)",
            "    return position.with_player(name, governors=own",
        ),
        off("anybody's", OCCUPATION, OWN_GOVERNOR, "        if where not in position.governors:\n"),
        off(
            "one that is not there",
            OCCUPATION,
            OWN_GOVERNOR,
            "        if position.governors.get(where, name) != name:\n",
        ),
        off("one named twice", OCCUPATION, "        elif where in places[:at]:\n", "        elif False:\n"),
        off("any number, whatever the reading", OCCUPATION, REMOVAL, "    if False:\n"),
        off("one, whatever the reading", OCCUPATION, REMOVAL, "    if not breaches and len(places) > 1:\n"),
    ),
    "5-13": (
        off("the levy too", TURN, LEVIED, "    if False:\n"),
        off(
            "none twice",
            TURN,
            ACTION,
            ACTION
            + """\
        kinds = [act.model_fields_set & {"take", "occupy", "levy", "remove"} for act in turn.actions[: at + 1]]
        if kinds.pop() in kinds:
            played = played.then(Played(played.position, (Breach("5-13", path, "twice"),)))
            continue
""",
        ),
        off("one levy in a game", TURN, ", actions=0, levied=False))\n", ", actions=0))\n"),
    ),
    "6-1": (
        off("it goes on", WALLS, RUNS_OUT, "    runs_out = False\n"),
        off("with the last wall, whatever the reading", WALLS, RUNS_OUT, "    runs_out = none_left or short\n"),
        off("when walls lack, whatever the reading", WALLS, RUNS_OUT, "    runs_out = short\n"),
    ),
    "6-2": (
        off(
            "it ends at once",
            TURN,
            MOVED_FIRST,
            MOVED_FIRST
            + "    if played.position.ending:\n        return played.then(_end(played.position, rulings))\n",
        ),
        off("others play on", TURN, OVER, OVER.replace(" or position.ending", "")),
    ),
    "6-3": (
        off("the first player wins", SCORING, LEADERS, "    leaders = tuple(position.players)[:1]\n"),
        off("a lead alone is as open as a tie", SCORING, "    decided = len(leaders) == 1 or ", "    decided = "),
        off("all who tie win, whatever the reading", SCORING, SHARED, "    decided = True\n"),
        off("nobody wins a tie, whatever the reading", SCORING, SHARED, "    decided = len(leaders) == 1\n"),
    ),
    "6-4": (
        off("it goes on", LEVY, FULL, "    return False\n"),
        off("with 99", LEVY, "FULL = 100\n", "FULL = 99\n"),
        off("with 100, whatever the reading", LEVY, FULL, "    return most >= FULL\n"),
        off("with more than 100, whatever the reading", LEVY, FULL, "    return most > FULL\n"),
        off("at once, whatever the reading", TURN, AT_ONCE, "    if full(after, rulings):\n"),
        off("after the turn, whatever the reading", TURN, AT_ONCE, "    if False:\n"),
    ),
    "F-1": (
        off(
            "as the crow flies over the lattice",
            WALLS,
            BY_SIDES,
            """\
    from models.alexandros.lattice import spot

    def crow(at: Point) -> int:
        (row, x), (other, y) = spot(position.here), spot(at)
        return max(abs(row - other), (abs(x - y) + abs(row - other)) // 2)

    by_sides = {name: min(crow(corner) for corner in corners(name)) for name in unwalled}
""",
        ),
        off("to the farthest corner", WALLS, BY_SIDES, BY_SIDES.replace("min(", "max(")),
        off("by sides, whatever the reading", WALLS, MEASURE, "    measure = by_sides\n"),
        off("by the centre, whatever the reading", WALLS, MEASURE, "    measure = by_centre\n"),
    ),
    "F-2": (
        off("the first of them", WALLS, ALL_NEAREST, ALL_NEAREST.replace("least))", "least)[:1])")),
        off("the last of them", WALLS, ALL_NEAREST, ALL_NEAREST.replace("least))", "least)[-1:])")),
    ),
    "F-3": (
        off("any way", WALLS, DETOUR, "    if False:\n"),
        off(
            "the first one",
            WALLS,
            DETOUR,
            "    if len(way) - 1 > shortest or way != next(ways(board, position.here, way[-1])):\n",
        ),
        off("one to each corner", WALLS, COUNT_WAYS, "                found[other] = 1\n"),
        off("over land and sea", WALLS, "    if unknown:\n        yield from", "    if False:\n        yield from"),
        off("from anywhere", WALLS, "    if way[0] != position.here:\n", "    if False:\n"),
    ),
    "F-4": (
        off("each side gets one", WALLS, NEEDED, "    needed = chain_sides(tuple(way))\n"),
        off(
            "two walls may stand on a side",
            POSITION,
            "                if found in first:\n",
            "                if False:\n",
        ),
        off(
            "not along walls nor across",
            WALLS,
            DETOUR,
            "    if len(way) - 1 > shortest or any(at in wall for at in way[:-1] for wall in position.walled):\n",
        ),
    ),
    "F-5": (
        off("60 walls", POSITION, "BLACK, RED = 65, 10\n", "BLACK, RED = 60, 10\n"),
        off("5 red ones", POSITION, "BLACK, RED = 65, 10\n", "BLACK, RED = 65, 5\n"),
    ),
    "F-6": (
        off(
            "no wall may end within",
            PROVINCES,
            CLOSED,
            """\
        if any(set(board.touching[wall]) <= part for wall in walls):
            continue
"""
            + CLOSED,
        ),
        off(
            "one of them counts",
            TURN,
            "if new not in before)\n",
            "if new not in before)[:1]\n",
        ),
    ),
    "F-8": (
        off(
            "an occupied one may not",
            TURN,
            MOVE,
            MOVE
            + """\
    way = split_chain(turn.path or "")
    for province in provinces(board, position.walled, rulings):
        within = {*province.triangles} if {*position.governors} & {*province.triangles} else set()
        for step in zip(way, way[1:]):
            if len(within & {*board.touching.get(step, board.touching.get(step[::-1], ()))}) == 2:
                breaches = (*breaches, Breach("F-8", ("path",), "it divides an occupied province"))
""",
        ),
    ),
    "F-9": (
        off("three", POSITION, "GOVERNORS = 4\n", "GOVERNORS = 3\n"),
        off("five", POSITION, "GOVERNORS = 4\n", "GOVERNORS = 5\n"),
    ),
    "F-10": (off("it can", OCCUPATION, NO_SYMBOL, "    if False:\n", (OCCUPATION, ON_BLANK, "        if False:\n")),),
    "F-11": (
        off("rounded down", OCCUPATION, HALF, HALF.replace(" + 1", "")),
        off("as many as one likes", OCCUPATION, GIVEN, "    if False:\n"),
        off("other cards too", OCCUPATION, USED, "        if False:\n"),
        off("half, whatever the reading", OCCUPATION, NO_COMPENSATION, "    if False:\n"),
        off("nothing, whatever the reading", OCCUPATION, NO_COMPENSATION, "    if True:\n"),
        off("half of all, whatever the reading", OCCUPATION, BASE, "    if False:\n"),
        off("half of the ejection, whatever the reading", OCCUPATION, BASE, "    if cards:\n"),
        off("anybody may be given some", OCCUPATION, "    elif action.gives:\n", "    elif False:\n"),
    ),
    "F-12": (off("they stay", OCCUPATION, BACK, "        left = after.players[loser].governors\n"),),
    "F-13": (
        off("after the actions", TURN, TURNED, "        taken = Played(now, told=turn.turned_up)\n"),
        off("not after the actions", TURN, AT_END, AT_END.replace("        played = _turn_up(played, rulings)\n", "")),
        off(
            "at once, whatever the reading",
            TURN,
            REFILLED,
            "        if first and action.take not in (None, PILE):\n",
        ),
        off("after both actions, whatever the reading", TURN, REFILLED, "        if False:\n"),
        off("whatever is told", TURN, "    if played.told:\n", "    if False:\n"),
    ),
    "F-14": (
        off("of any cards", CARDS, "    if told is not None and position.unseen[told] < 1:\n", "    if False:\n"),
        off(
            "there is always a card",
            CARDS,
            "    return renewed(position, rulings).pile_size > 0\n",
            "    return True\n",
        ),
        off("it stays empty, whatever the reading", CARDS, RENEWED, "    if True:\n"),
        off(
            "it is made anew, whatever the reading",
            CARDS,
            RENEWED,
            "    if position.pile_size or not position.discards:\n",
        ),
    ),
    "F-15": (
        off("it does not", PROVINCES, COAST, " if not coast"),
        off("an open side does too", PROVINCES, CLOSED, "        if True:\n"),
        off("it does, whatever the reading", PROVINCES, COAST, ""),
    ),
    "F-16": (off("by seats", LEVY, PAID, PAID.replace("position.from_seat(name)", "position.players")),),
}
"""What each rule says, and the game without it."""
