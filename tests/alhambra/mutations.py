"""Every rule of alhambra switched off.

Each rule of the index has one mutation or more; how they are played, and how many a rule needs, is told
in :mod:`tests.mutating`.
"""

from __future__ import annotations

from tests.mutating import Mutations, off

BUILD = "alhambra/build.py"
LAYOUT = "alhambra/layout.py"
LOG = "alhambra/log.py"
MAJORITIES = "alhambra/majorities.py"
MARKET = "alhambra/market.py"
MISSIONS = "alhambra/missions.py"
REDESIGN = "alhambra/redesign.py"
SCORING = "alhambra/scoring.py"
TREASURES = "alhambra/treasures.py"
TURN = "alhambra/turn.py"
WALLS = "alhambra/walls.py"

# Snippets that several mutations replace.
KEEP = "        after, gone = keep(after, name, tile, placing.to)\n"
NOT_IN_STOCK = "        elif new not in state.reserve and vacated is None:\n"
NEEDED = '    if not full and rulings.read("discard-when-free") == "not":\n'
VACATED = '    if (free is None) != (full is None) and rulings.read("vacated-slot") == "not":\n'
OFFERED = "            if tile is not None and tile.price is not None:\n"
NO_PRICE = "    if supply.tile(tile).price is None:\n"
LEFT = "    left = {key: tile for key, tile in market.items() if key != currency}\n"
HELD = "        treasures=without(position.held(name), purchase.treasures),\n"
PAID = "    paid = sum(cards) + sum(treasures)  # a treasure lowers the price by its value (T-3)\n"
ALONE = '    if not cards and rulings.read("treasure-alone") == "not":\n'
LACKS = '    elif purse >= price and rulings.read("short-of-money") == "lacks":\n'
SEVERAL = '    if len(treasures) > 1 and rulings.read("treasures-per-purchase") == "one":\n'
AT_PLAYER = '    if at_player and rulings.read("treasure-at-personal-market") == "not":\n'
EXACT_THERE = '        return self.source == BUILDING_MARKET or rulings.read("personal-exact") == "extra"\n'
EXACT = "        if not self.treasures and sum(self.cards) != price:\n"
EXTRA = "    return Bought(after, purchase.exact(price, rulings))\n"
LACKING = "    lacking = _beyond(cards, state.money.get(offer.currency, ()))\n"
BREACHES = "    return [*_mismatches(layout, path), *_cut_off(layout, path), *_gaps(layout, path)]\n"
ROWS = "    return _lines(layout, 0, rulings)\n"
COLUMNS = "    return _lines(layout, 1, rulings)\n"
LONG = "        long = [group for group in groups if len(group) >= LINE]\n"
WITH_FOUNTAIN = '        if with_fountain and rulings.read("fountain-in-lines") == "not":\n'
GROUPS = '        if len(long) > 1 and rulings.read("line-groups") == "once":\n'
LAYOUTS = "    entries = list(score_majorities(position.round, layouts, position.neutral, supply))\n"
RECEIVES = "            result[currency] = richest[0] if most and len(richest) == 1 else None\n"
PURSES = "            purses = {name: state.purse(currency) for name, state in position.players.items()}\n"
SHARED = "        result[party] = Share(shared // (len(tied) + 1), ahead + 1, tied)\n"
SEGMENTS = "        walled = [masks[cell] >> at & 1 for cell, at in curve]\n"
ALL_WALLED = "        if all(walled):\n"
TABLE = "    return tuple(rank + above for above in reversed(_FIRST[:round_]))\n"
FIRST = "_FIRST = (0, 7, 15)\n"
ORDER = "    return sorted(runs, key=lambda run: (-run.length, min(reading_order(cell) for cell, _ in run.edges)))\n"
CLOSED = '    if run.closed and rulings.read("closed-outline") == "one-less":\n'


def tolerant() -> tuple[str, str, str]:
    """Cards and treasures can be given that are not held."""
    return MARKET, "        left.remove(value)\n", "        if value in left:\n            left.remove(value)\n"


def also_scores(kept: str) -> str:
    """Tiles beside the Alhambra count for majorities as those in it do."""
    return f"""\
    more = {{name: [supply.tile(tile) for tile in state.{kept}] for name, state in position.players.items()}}
    counted = {{
        name: Layout({{**layout.cells, **{{(99, at): tile for at, tile in enumerate(more[name])}}}})
        for name, layout in layouts.items()
    }}
    entries = list(score_majorities(position.round, counted, position.neutral, supply))
"""


MUTATIONS: Mutations = {
    "P-1": (
        off(
            "there is a reserve beside the personal market",
            MARKET,
            '    if to == RESERVE:\n        return "P-1", "there is no reserve',
            '    if to == RESERVE:\n        return None and "',
            (
                MARKET,
                '    if "markets" not in position.modules:\n        return position.with_player(',
                '    if "markets" not in position.modules or to == RESERVE:\n        return position.with_player(',
            ),
        ),
    ),
    "P-2": (
        off(
            "what is bought and not built is lost",
            TURN,
            KEEP,
            """\
        if "markets" in position.modules:
            gone = tile
        else:
            after, gone = keep(after, name, tile, placing.to)
""",
        ),
        off(
            "what is bought has to be built",
            TURN,
            "        wrong = why_not_keep(position, name, placing.to, placing.discard, rulings)\n",
            '        wrong = ("P-2", "") if "markets" in position.modules else None\n',
        ),
    ),
    "P-3": (
        off(
            "what is taken out is lost",
            TURN,
            "        after, gone = keep(after, name, old, action.to)\n",
            """\
        if "markets" in position.modules:
            gone = old
        else:
            after, gone = keep(after, name, old, action.to)
""",
        ),
    ),
    "P-4": (
        off(
            "nobody buys at another player's market",
            MARKET,
            '    elif "markets" not in position.modules:\n        return Breach("P-4", ("from",)',
            '    elif True:\n        return Breach("P-4", ("from",)',
        ),
        off(
            "the owner buys there too",
            MARKET,
            "    if source == name:\n",
            "    if False:\n",
            (
                MARKET,
                " for other, state in position.players.items() if other != name}\n",
                " for other, state in position.players.items()}\n",
            ),
        ),
        off("no treasures there, whatever the reading", TREASURES, AT_PLAYER, "    if at_player:\n"),
        off(
            "no extra action there, whatever the reading",
            MARKET,
            EXACT_THERE,
            "        return self.source == BUILDING_MARKET\n",
        ),
        off("an extra action there, whatever the reading", MARKET, EXACT_THERE, "        return True\n"),
    ),
    "P-5": (
        off(
            "paid in whatever currency the buyer has most of",
            MARKET,
            "                found.append(Offer(tile.id, tile.price, currency, source))\n",
            """\
                state = position.players[name]
                most = currency if source == BUILDING_MARKET else max(CURRENCIES, key=state.purse)
                found.append(Offer(tile.id, tile.price, most, source))
""",
            (
                MARKET,
                LEFT,
                LEFT + "    currency = currency if market is position.market else max(CURRENCIES, key=state.purse)\n",
            ),
        ),
    ),
    "P-6": (
        off(
            "the money leaves the hands",
            MARKET,
            "        after = after.with_player(purchase.source, market=left, money=hand)\n",
            "        after = after.with_player(purchase.source, market=left)\n",
        ),
        off(
            "the owner gets the price and no more",
            MARKET,
            "        hand = _with_cards(owner, currency, (*owner.money.get(currency, ()), *purchase.cards))\n",
            """\
        due = tuple(card for at, card in enumerate(purchase.cards) if sum(purchase.cards[: at + 1]) <= price)
        hand = _with_cards(owner, currency, (*owner.money.get(currency, ()), *due))
""",
        ),
    ),
    "P-7": (
        off(
            "nothing is built from the own market",
            TURN,
            "        vacated = slot_of(state.market, new)\n",
            "        vacated = None\n",
        ),
        off(
            "what is built stays for sale",
            TURN,
            "    market = {currency: other for currency, other in state.market.items() if other != tile}\n",
            "    market = dict(state.market)\n",
        ),
    ),
    "P-8": (
        off(
            "a building without price is free",
            MARKET,
            OFFERED,
            "            if tile is not None:\n",
            (MARKET, "found.append(Offer(tile.id, tile.price, ", "found.append(Offer(tile.id, tile.price or 0, "),
            (MARKET, NO_PRICE, "    if False:\n"),
        ),
        off(
            "a building without price may not lie there",
            TURN,
            "        wrong = why_not_keep(after, name, action.to, action.discard, rulings, vacated)\n",
            """\
        wrong = why_not_keep(after, name, action.to, action.discard, rulings, vacated)
        if "markets" in position.modules and not supply.problem(old) and supply.tile(old).price is None:
            wrong = ("P-8", "")
""",
        ),
        off(
            "nor is it built from there",
            TURN,
            NOT_IN_STOCK,
            "        elif new not in state.reserve and (vacated is None or supply.tile(new).price is None):\n",
        ),
    ),
    "P-9": (
        off(
            "the new building takes the place of the old one",
            MARKET,
            's market") if lying is not None else None\n',
            's market") if False else None\n',
        ),
        off("an exchange empties the slot first, whatever the reading", MARKET, VACATED, "    if False:\n"),
    ),
    "P-10": (
        off("nothing is ever discarded", MARKET, NEEDED, "    if True:\n"),
        off("anything is discarded at any time, whatever the reading", MARKET, NEEDED, "    if False:\n"),
        off("nothing is discarded before all is full, whatever the reading", MARKET, NEEDED, "    if not full:\n"),
        off(
            "the tile that makes room may lie on another slot",
            MARKET,
            "    if to != DISCARD and lying != discard:",
            "    if to != DISCARD and discard not in market.values():",
        ),
        off(
            "an exchange leaves no slot free, whatever the reading",
            MARKET,
            VACATED,
            "    if (free is None) != (full is None):\n",
        ),
        off("an exchange empties the slot first, whatever the reading", MARKET, VACATED, "    if False:\n"),
    ),
    "T-2": (
        off(
            "treasures buy nothing",
            MARKET,
            '    if treasures and "treasures" not in position.modules:\n',
            "    if treasures:\n",
        ),
        off("any number at once, whatever the reading", TREASURES, SEVERAL, "    if False:\n"),
        off("one at once, whatever the reading", TREASURES, SEVERAL, "    if len(treasures) > 1:\n"),
        off("whoever likes to, whatever the reading", TREASURES, LACKS, "    elif False:\n"),
        off("only who lacks money, whatever the reading", TREASURES, LACKS, "    elif purse >= price:\n"),
        off("without any money, whatever the reading", TREASURES, ALONE, "    if False:\n"),
        off("to other players too, whatever the reading", TREASURES, AT_PLAYER, "    if False:\n"),
        off("a treasure comes back", MARKET, HELD, ""),
        off(
            "a treasure need not be there",
            MARKET,
            "    missing = _beyond(treasures, position.held(name))\n",
            "    missing = []\n",
            tolerant(),
        ),
        off(
            "short is who has not the price in one card",
            MARKET,
            "        purse, at_player = state.purse(offer.currency), offer.source != BUILDING_MARKET\n",
            """\
        purse, at_player = max(state.money.get(offer.currency, (0,))), offer.source != BUILDING_MARKET
""",
        ),
        off(
            "short is who has not the price in all currencies together",
            MARKET,
            "        purse, at_player = state.purse(offer.currency), offer.source != BUILDING_MARKET\n",
            """\
        purse, at_player = sum(map(state.purse, CURRENCIES)), offer.source != BUILDING_MARKET
""",
        ),
    ),
    "T-3": (
        off("each is worth one coin", MARKET, PAID, "    paid = sum(cards) + len(treasures)\n"),
        off(
            "each is worth whatever lacks",
            MARKET,
            PAID,
            "    paid = max(sum(cards), offer.price) if treasures else sum(cards)\n",
        ),
        off("not without any money, whatever the reading", TREASURES, ALONE, "    if not cards:\n"),
    ),
    "T-4": (
        off(
            "only a treasure that fits makes an exact payment",
            MARKET,
            EXACT,
            "        if sum(self.cards) + sum(self.treasures) != price:\n",
        ),
    ),
    "T-5": (
        off(
            "treasures score nothing",
            SCORING,
            "            entries += score_treasures(position.held(name), name)\n",
            "",
        ),
        off(
            "all five score, held or not",
            SCORING,
            "            entries += score_treasures(position.held(name), name)\n",
            "            entries += score_treasures(range(1, 6), name)\n",
        ),
    ),
    "G-02": (
        off(
            "missions never score",
            SCORING,
            "            for key in position.missions:  # G-02\n",
            "            for key in ():\n",
        ),
        off("missions score in every round", SCORING, "    if position.round == ROUNDS:\n", "    if True:\n"),
        off(
            "a mission is only for the player whom it earns most",
            SCORING,
            "                entries += score_mission(key, layout, name, rulings)\n",
            """\
                found = {who: score_mission(key, each, who, rulings) for who, each in layouts.items()}
                best = max(found, key=lambda who: sum(entry.amount for entry in found[who]))
                entries += found[name] if name == best else []
""",
        ),
    ),
    "G-1": (
        off("rows score nothing", MISSIONS, ROWS, "    return iter(())\n"),
        off(
            "two in a row are enough",
            MISSIONS,
            LONG,
            "        long = [group for group in groups if len(group) >= LINE - (not along)]\n",
        ),
        off(
            "every three of a row score",
            MISSIONS,
            '            yield Finding(3, cells, f"{word} {number}: {len(group)} in succession")\n',
            """\
            for _ in range(1 if along else len(group) // 3):
                yield Finding(3, cells, "")
""",
        ),
        off(
            "gaps are allowed in a row",
            MISSIONS,
            "        groups = _groups(lines[number])\n",
            "        groups = _groups(lines[number]) if along else [sorted(lines[number])]\n",
        ),
        off(
            "a double wall parts a row",
            MISSIONS,
            "        groups = _groups(lines[number])\n",
            """\
        groups = _groups(lines[number])
        for (x, y), (_, below) in double_walls(layout) if along == 0 else ():
            if y == below == number:
                parts = (([at for at in each if at <= x], [at for at in each if at > x]) for each in groups)
                groups = [part for two in parts for part in two]
""",
        ),
        off("the fountain is in rows, whatever the reading", MISSIONS, WITH_FOUNTAIN, "        if False:\n"),
        off("the fountain is in no row, whatever the reading", MISSIONS, WITH_FOUNTAIN, "        if with_fountain:\n"),
        off("each group scores, whatever the reading", MISSIONS, GROUPS, "        if False:\n"),
        off("a row scores once, whatever the reading", MISSIONS, GROUPS, "        if len(long) > 1:\n"),
    ),
    "G-2": (
        off("columns score nothing", MISSIONS, COLUMNS, "    return iter(())\n"),
        off(
            "two in a column are enough",
            MISSIONS,
            LONG,
            "        long = [group for group in groups if len(group) >= LINE - along]\n",
        ),
        off(
            "a double wall parts a column",
            MISSIONS,
            "        groups = _groups(lines[number])\n",
            """\
        groups = _groups(lines[number])
        for (x, y), (beside, _) in double_walls(layout) if along == 1 else ():
            if x == beside == number:
                parts = (([at for at in each if at <= y], [at for at in each if at > y]) for each in groups)
                groups = [part for two in parts for part in two]
""",
        ),
    ),
    "G-3": (
        off("pairs score nothing", MISSIONS, "    for pair in pairs:\n", "    for pair in ():\n"),
        off(
            "corner to corner is next to each other",
            MISSIONS,
            "        for other in ((x + 1, y), (x, y + 1)):\n",
            "        for other in ((x + 1, y), (x, y + 1), (x + 1, y + 1), (x - 1, y + 1)):\n",
        ),
        off(
            "a building is in one pair, whatever the reading",
            MISSIONS,
            '2 * len(pairs) and rulings.read("same-type-unit") == "disjoint":\n',
            "2 * len(pairs):\n",
        ),
        off(
            "a building is in many pairs, whatever the reading",
            MISSIONS,
            '2 * len(pairs) and rulings.read("same-type-unit") == "disjoint":\n',
            "2 * len(pairs) and False:\n",
        ),
        off(
            "a double wall parts a pair, whatever the reading",
            MISSIONS,
            '        if (cell, other) in walls and rulings.read("same-type-walls") == "not":\n',
            "        if (cell, other) in walls:\n",
        ),
        off(
            "a double wall parts no pair, whatever the reading",
            MISSIONS,
            '        if (cell, other) in walls and rulings.read("same-type-walls") == "not":\n',
            "        if False:\n",
        ),
        off(
            "any two neighbours are a pair",
            MISSIONS,
            "        if kind != layout.cells[other].type or kind not in TYPES:\n",
            "        if kind not in TYPES or layout.cells[other].type not in TYPES:\n",
        ),
    ),
    "G-4": (
        off("the second wall scores nothing", MISSIONS, "    if len(found) > 1:\n", "    if False:\n"),
        off(
            "the longest wall scores again",
            MISSIONS,
            "        yield Finding(found[1].length, found[1].cells,",
            "        yield Finding(found[0].length, found[1].cells,",
        ),
        off(
            "the next shorter wall scores",
            MISSIONS,
            "    found = runs(layout)\n",
            """\
    found = runs(layout)
    found = found[:1] + [run for run in found[1:] if run.length < found[0].length]
""",
        ),
        off(
            "one wall is first and second",
            MISSIONS,
            "    found = runs(layout)\n",
            "    found = runs(layout) * 2\n    found = found if len(found) == 2 else runs(layout)\n",
        ),
        off(
            "the shortest wall scores",
            MISSIONS,
            "        yield Finding(found[1].length, found[1].cells,",
            "        yield Finding(found[-1].length, found[-1].cells,",
        ),
    ),
    "G-5": (
        off(
            "a diagonal scores a point a tile",
            MISSIONS,
            "    yield Finding(2 * len(line), ",
            "    yield Finding(len(line), ",
        ),
        off(
            "the fountain is in no diagonal",
            MISSIONS,
            "    yield Finding(2 * len(line), ",
            """\
    line = [cell for cell in line if cell != ORIGIN] or line
    yield Finding(2 * len(line), """,
        ),
        off("diagonals fall only", MISSIONS, "    for dx in (1, -1):\n", "    for dx in (1,):\n"),
        off(
            "gaps are allowed, whatever the reading",
            MISSIONS,
            '    if len(whole) > len(unbroken) and rulings.read("diagonal-gaps") == "gaps":\n',
            "    if len(whole) > len(unbroken):\n",
        ),
        off(
            "no gaps are allowed, whatever the reading",
            MISSIONS,
            '    if len(whole) > len(unbroken) and rulings.read("diagonal-gaps") == "gaps":\n',
            "    if False:\n",
        ),
        off(
            "a single tile scores, whatever the reading",
            MISSIONS,
            '    if len(line) == 1 and rulings.read("diagonal-single") == "nothing":\n',
            "    if False:\n",
        ),
        off(
            "a single tile scores nothing, whatever the reading",
            MISSIONS,
            '    if len(line) == 1 and rulings.read("diagonal-single") == "nothing":\n',
            "    if len(line) == 1:\n",
        ),
    ),
    "G-6": (
        off("double walls score nothing", MISSIONS, "    for pair in sides:\n", "    for pair in ():\n"),
        off(
            "a wall with nothing behind it is double as well",
            MISSIONS,
            '        yield Finding(3, pair, "double wall")\n',
            """\
        yield Finding(3, pair, "double wall")
    for run in runs(layout):
        for edge in run.edges:
            yield Finding(3, edge[:1], "")
""",
        ),
        off(
            "each side scores, whatever the reading",
            MISSIONS,
            '    if len(stretches) < len(sides) and rulings.read("double-wall-unit") == "stretch":\n',
            "    if False:\n",
        ),
        off(
            "what joins is one, whatever the reading",
            MISSIONS,
            '    if len(stretches) < len(sides) and rulings.read("double-wall-unit") == "stretch":\n',
            "    if len(stretches) < len(sides):\n",
        ),
    ),
    "G-7": (
        off("types score nothing", MISSIONS, "    if points := VARIETY[len(first)]:\n", "    if points := 0:\n"),
        off(
            "types score a point each",
            MISSIONS,
            "    if points := VARIETY[len(first)]:\n",
            "    if points := len(first):\n",
        ),
    ),
    "G-8": (
        off("the path scores nothing", MISSIONS, "    far = max(steps.values())\n", "    far = 0\n"),
        off(
            "it leads to the nearest building",
            MISSIONS,
            "    far = max(steps.values())\n",
            "    far = min(1, max(steps.values()))\n",
        ),
        off(
            "the longest detour scores: a point for each building that can be reached",
            MISSIONS,
            "        len(way), tuple(way), f",
            "        len(steps) - (rulings.read('path-fountain') == 'steps'), tuple(way), f",
        ),
        off(
            "each of the furthest scores",
            MISSIONS,
            "        len(way), tuple(way), f",
            "        len(way) * list(steps.values()).count(far), tuple(way), f",
        ),
        off(
            "a bare fountain scores a point",
            MISSIONS,
            "    if len(layout.cells) == 1:\n        return\n",
            "    if len(layout.cells) == 1:\n        yield Finding(1, (ORIGIN,), '')\n        return\n",
        ),
        off(
            "walls do not matter, whatever the reading",
            MISSIONS,
            '    if double_walls(layout) and rulings.read("path-on-foot") == "adjacency":\n',
            "    if True:\n",
        ),
        off(
            "it is walked on foot, whatever the reading",
            MISSIONS,
            '    if double_walls(layout) and rulings.read("path-on-foot") == "adjacency":\n',
            "    if False:\n",
        ),
        off(
            "the fountain scores, whatever the reading",
            MISSIONS,
            '    if rulings.read("path-fountain") == "steps":\n',
            "    if False:\n",
        ),
        off(
            "the fountain does not score, whatever the reading",
            MISSIONS,
            '    if rulings.read("path-fountain") == "steps":\n',
            "    if True:\n",
        ),
    ),
    "G-9": (
        off(
            "squares score nothing",
            MISSIONS,
            '        yield Finding(2, grid, "2 by 2 grid")\n',
            "        yield from ()\n",
        ),
        off(
            "three tiles of a square are enough",
            MISSIONS,
            "        if grid[1] not in cells or grid[2] not in cells or grid[3] not in cells:\n            continue\n",
            """\
        grid = tuple(cell for cell in grid if cell in cells)
        if len(grid) < 3:
            continue
""",
        ),
        off(
            "squares do not overlap",
            MISSIONS,
            '        yield Finding(2, grid, "2 by 2 grid")\n',
            """\
        cells = {cell: tile for cell, tile in cells.items() if cell not in grid}
        yield Finding(2, grid, "2 by 2 grid")
""",
            (
                MISSIONS,
                "        grid = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))\n",
                """\
        grid = ((x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1))
        if (x, y) not in cells:
            continue
""",
            ),
        ),
        off(
            "the fountain is in squares, whatever the reading",
            MISSIONS,
            '        if ORIGIN in grid and rulings.read("fountain-in-grids") == "not":\n',
            "        if False:\n",
        ),
        off(
            "the fountain is in no square, whatever the reading",
            MISSIONS,
            '        if ORIGIN in grid and rulings.read("fountain-in-grids") == "not":\n',
            "        if ORIGIN in grid:\n",
        ),
    ),
    "B2-1": (off("a turn has any number of actions", TURN, "        if done > extra:\n", "        if False:\n"),),
    "B2-2": (
        off(
            "no card above 5 is taken",
            TURN,
            "    elif len(taken) > 1 and worth > SMALL:\n",
            "    elif worth > SMALL:\n",
        ),
        off(
            "a single card is taken", TURN, "    elif len(taken) > 1 and worth > SMALL:\n", "    elif len(taken) > 1:\n"
        ),
        off("any cards are taken together", TURN, "    elif len(taken) > 1 and worth > SMALL:\n", "    elif False:\n"),
        off("no card may be taken", TURN, "    if not taken:\n", "    if False:\n"),
        off("more cards are taken than lie open", TURN, "    elif len(taken) > DISPLAY:\n", "    elif False:\n"),
    ),
    "B2-3": (
        off("the cards need not be in the hand", MARKET, LACKING, "    lacking = []\n", tolerant()),
        off(
            "of two equal cards one is laid down",
            MARKET,
            LACKING,
            "    lacking = _beyond(cards, set(state.money.get(offer.currency, ())))\n",
        ),
        off(
            "change is given",
            MARKET,
            "        money=_with_cards(state, currency, without(state.money.get(currency, ()), purchase.cards)),\n",
            """\
        money=_with_cards(
            state,
            currency,
            without(state.money.get(currency, ()), purchase.cards)
            + ((sum(purchase.cards) - price,) if sum(purchase.cards) > price else ()),
        ),
""",
        ),
        off("one short is near enough", MARKET, "    if paid < offer.price:\n", "    if paid + 1 < offer.price:\n"),
        off(
            "no card more than the price takes",
            MARKET,
            "    if paid < offer.price:\n",
            "    if paid < offer.price or any(sum(cards) - card >= offer.price for card in cards):\n",
        ),
    ),
    "B2-4": (
        off("an exact payment gives no action", MARKET, EXTRA, "    return Bought(after, False)\n"),
        off("every payment gives an action", MARKET, EXTRA, "    return Bought(after, True)\n"),
        off(
            "one exact payment in a turn gives an action",
            TURN,
            "            position, done, extra = acted.position, done + 1, extra + acted.extra\n",
            "            position, done, extra = acted.position, done + 1, min(1, extra + acted.extra)\n",
        ),
    ),
    "B2-5": (
        off(
            "a slot is filled at once, with what is bought next",
            TURN,
            "    bought = buy(position, name, purchase, supply, rulings)\n",
            """\
    free = [slot for slot in ("blue", "green", "orange", "yellow") if slot not in position.market]
    if purchase.source == BUILDING_MARKET and free and purchase.tile not in position.market.values():
        position = position.model_copy(update={"market": {**position.market, free[0]: purchase.tile}})
    bought = buy(position, name, purchase, supply, rulings)
""",
        ),
        off(
            "a slot is never filled again",
            LOG,
            '    if stopped:\n        return game, Step("refill",',
            '    if True:\n        return game, Step("refill",',
        ),
        off(
            "a tile is laid on another",
            LOG,
            "        elif currency in market:\n            breaches",
            "        elif False:\n            breaches",
        ),
    ),
    "B2-6": (
        off(
            "what is bought need not go anywhere",
            TURN,
            '    breaches += [Breach("B2-6", ("places",), f"nothing says where {tile} goes") for tile in waiting]\n',
            "",
        ),
        off(
            "tiles are placed in the order in which they were bought",
            TURN,
            "    for at, given in enumerate(places):\n",
            """\
    places = sorted(places, key=lambda each: [*waiting, each.tile].index(each.tile))
    for at, given in enumerate(places):
""",
        ),
        off(
            "a tile is placed as soon as it is bought",
            TURN,
            "            position, done, extra = acted.position, done + 1, extra + acted.extra\n",
            """\
            position, done, extra = acted.position, done + 1, extra + acted.extra
            now = [each for each in turn.places if each.tile in position.players[name].bought]
            soon = place_bought(position, name, now if action.buy else (), supply, rulings)
            position = soon.position
            breaches += soon.breaches if now and action.buy else ()
""",
            (
                TURN,
                "    placed = place_bought(position, name, turn.places, supply, rulings)\n",
                """\
    later = [each for each in turn.places if each.tile in position.players[name].bought]
    placed = place_bought(position, name, later, supply, rulings)
""",
            ),
        ),
        off(
            "what is bought is not built in the same turn",
            TURN,
            '        breaches = place_breaches(layout, placing.at, supply.tile(tile), ("at",))\n        if breaches:\n',
            '        breaches = [Breach("B2-6", ("at",), "")]\n        if breaches:\n',
        ),
    ),
    "B2-7": (
        off(
            "a reserve holds five tiles",
            MARKET,
            "        if to in (None, RESERVE) and discard is None:\n",
            "        if to in (None, RESERVE) and discard is None and len(position.players[name].reserve) < 5:\n",
        ),
        off("the reserve scores too", SCORING, LAYOUTS, also_scores("reserve")),
    ),
    "B3-2": (
        off(
            "sides need not be alike",
            LAYOUT,
            BREACHES,
            "    return [*_cut_off(layout, path), *_gaps(layout, path)]\n",
            (
                LAYOUT,
                "                return False\n            if not wall and other not in seen:\n",
                "                wall = 1\n            if not wall and other not in seen:\n",
            ),
        ),
        off(
            "two walls do not match either",
            LAYOUT,
            "        if beside is None or tile.mask >> at & 1 == beside.mask >> (at ^ 2) & 1:\n",
            "        if beside is None or not (tile.mask >> at & 1 or beside.mask >> (at ^ 2) & 1):\n",
        ),
    ),
    "B3-3": (
        off(
            "tiles need not be reached",
            LAYOUT,
            BREACHES,
            "    return [*_mismatches(layout, path), *_gaps(layout, path)]\n",
        ),
    ),
    "B3-5": (
        off(
            "empty areas may be enclosed",
            LAYOUT,
            BREACHES,
            "    return [*_mismatches(layout, path), *_cut_off(layout, path)]\n",
            (
                BUILD,
                ".bit_count() == 1 and (self.beside[at] & tiles).bit_count() < 4:\n",
                ".bit_count() == 1:\n",
            ),
            (
                BUILD,
                "                if not hanging[at] & left and (self.beside[at] & there).bit_count() < 4:\n",
                "                if not hanging[at] & left and there:\n",
            ),
            (
                BUILD,
                "            if (self.beside[at] & tiles).bit_count() < 4 and self.reached(rest) == rest:\n",
                "            if self.reached(rest) == rest:\n",
            ),
        ),
        off(
            "a bay is enclosed as well",
            LAYOUT,
            "    flood((left, top))  # what lies outside\n",
            """\
    bays = [
        (x, y)
        for y in range(top, bottom + 1)
        for x in range(left, right + 1)
        if (x, y) not in taken and sum(other in taken for other in neighbours((x, y))) == 3
    ]
    if bays:
        return [(cell,) for cell in bays]
    flood((left, top))
""",
        ),
        off(
            "what is surrounded in the end cannot be laid before that",
            BUILD,
            "                there = left | self.fountain\n",
            "                there = self.whole\n",
            (BUILD, "    if steps is None and redesign:\n", "    if False:\n"),
        ),
    ),
    "B3-6": (
        off(
            "the fountain is moved like any tile",
            REDESIGN,
            "    if cell == ORIGIN:\n",
            "    if False:\n",
            (
                LAYOUT,
                "    mask = masks[cell]\n    for at, (dx, dy) in enumerate(STEPS):\n        if not mask >> at & 1:\n",
                """\
    mask = masks.get(cell, 0)
    for at, (dx, dy) in enumerate(STEPS):
        if not mask >> at & 1:
""",
            ),
        ),
    ),
    "B3-7": (off("a tile may be built over", REDESIGN, "    if cell in layout.cells:\n", "    if cell == ORIGIN:\n"),),
    "B4-1": (
        off(
            "nothing is added from the reserve",
            TURN,
            '        breaches += place_breaches(layout, cell, supply.tile(new or ""), ("at",))\n',
            '        breaches.append(Breach("B4-1", ("at",), ""))\n',
            (
                BUILD,
                "    if not is_legal(layout.masks):\n",
                "    if not is_legal(layout.masks) or len(layout.cells) > 2:\n",
            ),
        ),
        off("a tile is added from anywhere", TURN, NOT_IN_STOCK, "        elif False:\n"),
    ),
    "B4-2": (
        off(
            "nothing is taken out",
            REDESIGN,
            '    return _after(layout.without(cell), f"without',
            '    return [LayoutBreach("B4-2", path, "")] or _after(layout.without(cell), f"without',
            (BUILD, "    if steps is None and redesign:\n", "    if False:\n"),
        ),
        off(
            "the rest need not be legal",
            REDESIGN,
            '    return _after(layout.without(cell), f"without',
            '    return [] and _after(layout.without(cell), f"without',
        ),
    ),
    "B4-3": (
        off(
            "nothing is exchanged",
            REDESIGN,
            '    return _after(layout.with_tile(cell, tile), f"with {tile.id} in place',
            '    return [LayoutBreach("B4-3", path, "")] or _after(layout, f"with {tile.id} in place',
        ),
        off(
            "sides need not be alike after it",
            REDESIGN,
            '    return _after(layout.with_tile(cell, tile), f"with {tile.id} in place',
            '    return [] and _after(layout.with_tile(cell, tile), f"with {tile.id} in place',
        ),
        off("a tile is exchanged for any other", TURN, NOT_IN_STOCK, "        elif False:\n"),
    ),
    "B4-4": (
        off(
            "what is bought lies in the reserve at once",
            TURN,
            "        if new in state.bought:\n",
            "        if False:\n",
            (TURN, NOT_IN_STOCK, "        elif new not in (*state.reserve, *state.bought) and vacated is None:\n"),
            (
                TURN,
                "    return position.with_player(name, reserve=reserve, market=market)\n",
                """\
    bought = tuple(other for other in state.bought if other != tile)
    return position.with_player(name, reserve=reserve, market=market, bought=bought)
""",
            ),
        ),
    ),
    "B5-1": (
        off(
            "scoring 1 has two places",
            MAJORITIES,
            "reversed(_FIRST[:round_]))\n",
            "reversed(_FIRST[: max(round_, 2)]))\n",
        ),
        off(
            "scoring 1 gives a point more",
            MAJORITIES,
            "    return tuple(rank + above",
            "    rank += round_ == 1\n    return tuple(rank + above",
        ),
    ),
    "B5-2": (
        off("the first place of scoring 2 gives a point more", MAJORITIES, FIRST, "_FIRST = (0, 8, 15)\n"),
        off(
            "scoring 2 has one place",
            MAJORITIES,
            TABLE,
            """\
    found = tuple(rank + above for above in reversed(_FIRST[:round_]))
    return found[:1] if round_ == 2 else found
""",
        ),
    ),
    "B5-3": (
        off("the first place of scoring 3 gives a point more", MAJORITIES, FIRST, "_FIRST = (0, 7, 16)\n"),
        off(
            "scoring 3 has two places",
            MAJORITIES,
            TABLE,
            "    return tuple(rank + above for above in reversed(_FIRST[:round_]))[:2]\n",
        ),
    ),
    "B5-4": (
        off("having none is a place too", MAJORITIES, "        if count <= 0:\n", "        if False:\n"),
        off("the personal market counts", SCORING, LAYOUTS, also_scores("market.values()")),
    ),
    "B5-5": (
        off(
            "each of those who tie takes the best of their places",
            MAJORITIES,
            SHARED,
            "        result[party] = Share((*table, 0, 0, 0, 0, 0, 0)[ahead], ahead + 1, tied)\n",
        ),
        off(
            "who ties gets nothing",
            MAJORITIES,
            SHARED,
            "        result[party] = Share(0 if tied else shared, ahead + 1, tied)\n",
        ),
        off(
            "shares are rounded up",
            MAJORITIES,
            SHARED,
            "        result[party] = Share(-(-shared // (len(tied) + 1)), ahead + 1, tied)\n",
        ),
        off(
            "those who tie take one place",
            MAJORITIES,
            "        ahead = sum(other > count for other in counts.values())\n",
            "        ahead = len({other for other in counts.values() if other > count})\n",
        ),
    ),
    "B6-1": (
        off("walls score nothing", SCORING, "        entries += score_wall(layout, name, rulings)\n", "        pass\n"),
        off(
            "all walls of a player score",
            SCORING,
            "        yield Entry(player, scored_length(found[0], rulings), ",
            "        yield Entry(player, sum(run.length for run in found), ",
        ),
        off(
            "only who has the longest wall of all scores it",
            SCORING,
            "        entries += score_wall(layout, name, rulings)\n",
            """\
        most = max(sum(entry.amount for entry in score_wall(each, "", rulings)) for each in layouts.values())
        entries += [entry for entry in score_wall(layout, name, rulings) if entry.amount == most]
""",
        ),
        off(
            "walls score at the end only",
            SCORING,
            "        entries += score_wall(layout, name, rulings)\n",
            "        entries += score_wall(layout, name, rulings) if position.round == ROUNDS else ()\n",
        ),
    ),
    "B6-2": (
        off("an open side is a segment too", WALLS, SEGMENTS, "        walled = [1 for cell, at in curve]\n"),
        off(
            "walls in a bay do not count",
            WALLS,
            SEGMENTS,
            """\
        empty = [(cell[0] + STEPS[at][0], cell[1] + STEPS[at][1]) for cell, at in curve]
        walled = [masks[cell] >> at & (empty.count(out) < 3) for (cell, at), out in zip(curve, empty, strict=True)]
""",
        ),
    ),
    "B6-3": (
        off(
            "a double wall is an outer wall too",
            WALLS,
            ORDER,
            """\
    doubled = [
        Run(((cell, at),))
        for cell in masks
        for at in (1, 2)
        if masks[cell] >> at & 1 and (cell[0] + STEPS[at][0], cell[1] + STEPS[at][1]) in masks
    ]
    return sorted([*runs, *doubled], key=lambda run: (-run.length, min(reading_order(cell) for cell, _ in run.edges)))
""",
        ),
    ),
    "B6-4": (
        off(
            "a wall ends at every corner",
            WALLS,
            "            if wall:\n                run.append(edge)\n",
            """\
            if wall:
                if run and run[-1][1] != edge[1]:
                    runs.append(Run(tuple(run)))
                    run = []
                run.append(edge)
""",
        ),
        off(
            "a wall is as long as a tile",
            WALLS,
            "            if wall:\n                run.append(edge)\n",
            """\
            if wall:
                if run and run[-1][0] != edge[0]:
                    runs.append(Run(tuple(run)))
                    run = []
                run.append(edge)
""",
        ),
        off(
            "all walls of the outline are one",
            WALLS,
            "            elif run:\n                runs.append(Run(tuple(run)))\n                run = []\n",
            "",
        ),
    ),
    "B6-5": (
        off("a closed wall is one less, whatever the reading", WALLS, CLOSED, "    if run.closed:\n"),
        off("a closed wall is all its segments, whatever the reading", WALLS, CLOSED, "    if False:\n"),
    ),
    "B7-2": (
        off("nobody gets what is left", LOG, RECEIVES, "            result[currency] = None\n"),
        off(
            "the most cards decide",
            LOG,
            PURSES,
            PURSES.replace("state.purse(currency)", "len(state.money.get(currency, ()))"),
        ),
        off(
            "money of all currencies decides",
            LOG,
            PURSES,
            PURSES.replace("state.purse(currency)", "sum(map(state.purse, CURRENCIES))"),
        ),
        off(
            "treasures are money",
            LOG,
            PURSES,
            PURSES.replace("state.purse(currency)", "state.purse(currency) + sum(state.treasures or ())"),
        ),
        off(
            "personal markets are given away as well",
            LOG,
            "        if currency in position.market:\n",
            """\
        if currency in position.market or any(currency in state.market for state in position.players.values()):
""",
        ),
    ),
    "B7-3": (
        off(
            "of two with most the first gets it",
            LOG,
            RECEIVES,
            "            result[currency] = richest[0] if most else None\n",
        ),
        off("whoever has most gets it, money or none", LOG, RECEIVES, "            result[currency] = richest[0]\n"),
    ),
    "B7-4": (
        off(
            "what is left is not built",
            LOG,
            "    for at, placing in enumerate(places):\n",
            "    for at, placing in enumerate(()):\n",
        ),
        off(
            "what is left is not kept",
            LOG,
            "        return position.with_player(name, reserve=(*state.reserve, tile)), True\n",
            "        return position, False\n",
        ),
        off(
            "what is left may go to the third party",
            LOG,
            '        if placing.to == "neutral":\n',
            "        if False:\n",
        ),
    ),
    "B7-5": (
        off("fewest points win", LOG, "    most = max(points.values())\n", "    most = min(points.values())\n"),
        off(
            "one of those who tie wins",
            LOG,
            "for name, total in points.items() if total == most)\n",
            "for name, total in points.items() if total == most)[:1]\n",
        ),
    ),
    "B8-2": (off("the third party is not counted", SCORING, "    if neutral is not None:\n", "    if False:\n"),),
    "B8-3": (
        off(
            "the third party scores a wall",
            SCORING,
            LAYOUTS,
            LAYOUTS
            + """\
    if position.neutral:
        entries.append(Entry(THIRD_PARTY, max(len(supply.tile(t).walls) for t in position.neutral), "B6-1", "wall"))
""",
        ),
        off(
            "the third party has treasures",
            SCORING,
            LAYOUTS,
            LAYOUTS
            + """\
    if position.neutral is not None and "treasures" in position.modules:
        entries += score_treasures(range(1, 6), THIRD_PARTY)
""",
        ),
        off(
            "the third party has part in the missions",
            SCORING,
            LAYOUTS,
            LAYOUTS
            + """\
    if position.neutral and "variety" in position.missions and position.round == ROUNDS:
        types = {supply.tile(tile).type for tile in position.neutral}
        entries.append(Entry(THIRD_PARTY, len(types) * (len(types) - 1) // 2, "G-7", "types"))
""",
        ),
    ),
    "B8-4": (
        off(
            "nothing is given to the third party",
            TURN,
            "        if position.neutral is None:\n",
            "        if True:\n",
        ),
        off(
            "it is always there to take something",
            TURN,
            "        if position.neutral is None:\n",
            "        if False:\n",
            (TURN, "(*position.neutral, tile)", "(*(position.neutral or ()), tile)"),
        ),
    ),
}
