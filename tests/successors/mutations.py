"""Every rule of successors switched off.

Each rule of the index has one mutation or more; how they are played, and how many a rule needs, is told
in :mod:`tests.mutating`.
"""

from __future__ import annotations

from tests.mutating import Mutations, off

ACQUISITIONS = "successors/acquisitions.py"
BURIAL = "successors/burial.py"
CAMPAIGN = "successors/campaign.py"
CONTROL = "successors/control.py"
DICE = "successors/dice.py"
LEGITIMACY = "successors/legitimacy.py"
LOG = "successors/log.py"
MOVEMENT = "successors/movement.py"
POINTS = "successors/victory_points.py"
POSITION = "successors/position.py"
STATUS = "successors/status.py"
VERDICTS = "successors/verdicts.py"
VICTORY = "successors/victory.py"

# Snippets that several mutations replace.
OVER = "    if game.outcome is not None:\n        rule ="
GAINED = '    return gained or rulings.read("automatic-timing") == "condition"\n'
ENOUGH = '    if has < needed or (has == needed and rulings.read("threshold") == "exceed"):\n'
FROM_TURN = "FIRST_TURN = 2\n"
LEGITIMATE = "LEGITIMATE = 18\n"
POWERFUL = "{5: 20, 4: 23, 3: 26, 2: 29}\n"
TESTED = '    heir = heirs[rulings.read("heir-schedule")]\n'
HEIRS_OF_TURN = "turns.get(position.turn) for"
NO_HEIR = "    if all(heir is None or heir in position.dead for heir in heirs.values()):\n"
IS_HEIR = "    assert heir is not None\n"
HEIR_DEAD = "    if heir in position.dead:\n"
KILLS = '    if murder and rulings.read("regent-choice") == "may-kill":\n'
SUM = "    highest = _most(tuple(position.players), lambda name: totals[name][LEGITIMACY] + totals[name][VP])\n"
NOT_HIGHEST = '    if controller not in highest or (len(highest) > 1 and rulings.read("regency-tie") == "strict"):\n'
REGENT_SHARED = '    if len(left) == 1 or rulings.read("unbroken-tie") == "shared":\n'
UNCONTROLLED_TIE = '    if rulings.read("uncontrolled-tie") == "nobody":\n'
MOST_POINTS = "    highest = _most(tuple(position.players), lambda name: totals[name][VP])\n"
FINAL = '    return _broken(board, position, highest, "final", "2C-1", rulings)\n'
SHARED = '    decided = len(left) == 1 or rulings.read("unbroken-tie") == "shared"\n'
SEVERAL = '    reading = rulings.read("simultaneous-victory")\n'
CRITERIA = '    for rule in ("2D-2", "2D-3", "2D-5"):\n'
MACEDONIA = "        return tuple(name for name in names if name == owner) or names\n"
ELITE = '    return together if together == apart or rulings.read("elite-count") == "sum" else apart\n'
FIELD = '        if everyone != among and rulings.read("tie-break-field") == "everyone":\n'
MAJOR = "        return sum(general.major for general in self.generals.values())\n"
COUNTERS = """\
        return sum(army.units.get(kind, 0) for army in self.armies) + self.scattered_units.get(kind, 0)
"""
PHRYGIA = '    return phrygia if rulings.read("lord-of-asia-phrygia") == "phrygia" else hellespontine\n'
RIVALLED = '    return "3-6" if rivalled and rulings.read("independent-fleets") == "count" else "3-3"\n'
STRENGTH = "        return sum(self.fleets) + sum(self.scattered_fleets)\n"
PORTS = "    if board.hellespont and all(position.controls(name, port) for port in board.hellespont):\n"
OWN_CAPITALS = "    own = [space for space in held if position.capitals[space] == name]\n"
CAPITALS_EACH = '    if len(own) > 1 and rulings.read("capital-count") == "each":\n'
CAPTURED_ALONE = '    if captured and not own and rulings.read("captured-alone") == "scores":\n'
LOST = '    if lost and rulings.read("captured-capitals") == "forever":\n'
FOUNDED = """\
        if not game.board.is_major(space) or not position.controls(name, space) or space in position.capitals:
"""
NO_FLOOR = "    return 0\n"
TRACK = '    if marker not in (None, value) and rulings.read("legitimacy-floor") == "track":\n'
PELLA_FLOOR = 'total < BURIED_AT_PELLA and rulings.read("pella-floor") == "kept":\n'
SCATTERED = 'there.scattered and rulings.read("scattered-generals") == "not"'
GENERALS = '{"perdikkas": "4-11", "leonnatos": "4-12"}\n'
CARDS = '{"oracle": 1, "persian-support": -2, "condemnation": -3}\n'
ONCE = '        if times > 1 and rulings.read("card-effects") == "once":\n'
TURN = 'for state in position.players.values()) and rulings.read("card-effects") == "turn":\n'
AIMED = '(play.on if play.card == "condemnation" else play.by) or ""\n'
PROTECTED = "    return name in position.players and position.players[name].champion and name != usurper\n"
LOSES = "        return Judgement(True, _RULES[attack.action]"
MIXED = '    if some and len(protected) < len(attack.on) and rulings.read("mixed-stack") == "all":\n'
NAMED = '        named = named if rulings.read("usurper") == "fixed" else leader\n'
BY_CHAMPION = "    if not position.players[attack.by].champion:\n"
AIMED_AT = '    if target not in ("units", "major-general", "major-city"):\n'
SIEGE = '        return None if target == "major-city" else ("5-10", "only major cities count")\n'
OVERRUN = '        return None if target == "units" else ("5-11", "only combat units count")\n'
SCATTER = '        return None if target == "major-general" else ("5-12", "only major generals count")\n'
OWN_SEGMENT = "        if not (position.active == attack.by and position.segment in _OWN_SEGMENTS):\n"
IF_SIEGE = '    if action == "siege":\n'
ACTIONS = '_RULES = {"land-battle": "5-8", '
NO_ATTACK = '    if action in ("remove-control", "capture-royal"):\n'
FALLEN = '        if before[name][VP] or rulings.read("champion-regained") == "state":\n'
LEFT = "        if state.champion or after[name][VP]:\n"
BODY = "        elif change.at != cart.at and position.turn == 1:\n"
BURIES = """\
    assert position.cart is not None
    return position.changed(cart=None, tomb=Tomb(at=position.cart.at, buried_by=name))
"""
ENEMIES = "if other != name and state.units_at(cart.at)]\n"
BLOCKED = '    if enemies or (grey and rulings.read("burial-blockers") == "all"):\n'
TOO_LATE = "    if position.turn not in BURIAL_TURNS:\n"
WHEN = '    if not (foraging or position.phase == "end"):\n'
AT_PELLA = "        if position.buried_at_pella == name:\n"
HAS_TOMB = "    if not position.controls(name, space):\n"
TOMB_OF = '    return name == burier or rulings.read("tomb-elsewhere") == "marker"\n'
CART_GONE = "    return position.changed(cart=None) if position.cart and position.turn >= CART_GONE else position"
MAJORITY = "        return 2 * self.own > counted\n"
ALL_SPACES = '        if readings["province-control"] == "all":\n'
CITY_ALONE = '        if readings["province-control"] == "city" and self.cities:\n'
NEEDED = '        needed = min(1, self.cities) if readings["several-cities"] == "any" else self.cities\n'
COUNTED = """\
        counted = self.markable + (self.transit if readings["transit-in-majority"] == "count" else 0)
"""
USURPER = "        usurper = leaders[0] if len(leaders) == 1 else None\n"
LATE_USURPER = '    if position.phase != "preparations" or position.usurper is not None or name not in leaders:\n'
PHASES = "    if PHASES.index(phase) <= PHASES.index(position.phase):\n"
START = '    return now if matters and rulings.read("player-count") == "now" else start\n'
FLEET_ABOVE = '    if most < FLEET_AT_LEAST:\n        return "3-4"\n'
SETTLED = "    return replace(game, outcome=outcome), tuple(lines)\n"
NO_LINK = '        yield Breach("F-7", (*at, gap), f"nothing joins {path[gap - 1]} and {path[gap]}")\n'
BY_SEA = "            join(board.routes, SEA, ROUTE_STEP)\n            join(board.sea, SEA, STEP)\n"
JOINED = "                    found.setdefault(pair, {})[way] = points\n"
STRETCHES = "((LAND, SEA), (SEA, LAND))"
SEA_CARRIES = "                if not (aboard and SEA in ways and aboard[ways.index(SEA)] > ABOARD):\n"
STAYED = "move.leaves.get(space, 0) for space in set(move.path[: at + 1])"
TURNS = "            for turn in range(len(steps) + 1):\n"
OTHERS = "        others = others_at(position, player, space) if step else ()\n"
OTHERS_UNITS = "if name != player and state.units_at(space)]\n"
GREY_UNITS = "if position.independent_units.get(space) else []\n"
TOO_FAR = "        if cost > allowance:\n"
SURRENDERS = '    if owner is None or (owner != INDEPENDENT and kind != "major"):\n'
NO_UNIT = "    elif not position.players[name].units_at(space):\n"
SIEGE_LEFT = "    return max(0, asked - position.players[name].siege.get(space, 0))\n"
SIEGE_SPENT = "    if paid > terms.siege:\n"
OPERATIONS_SPENT = "    if used > terms.operations:\n"
STAYS = "    if left >= units:\n"
PLAYED = """\
        wrong = list(_move_breaches(board, position, name, move, moved, ("moves", at), rulings))
        breaches += wrong
        if not wrong:
            after = _moved(after, name, _army_index(position, name, move), move)
"""
DIE = "BELOW, EQUAL, ABOVE = 2, 3, 4\n"

MUTATIONS: Mutations = {
    "1-3": (
        off(
            "the markers of others stay",
            LOG,
            "        if space in state.control and name != owner:\n",
            "        if False:\n",
        ),
    ),
    "1-4": (
        off(
            "markers on transit points too",
            LOG,
            '        elif board.spaces[space].kind == "transit" and owner is not None:\n',
            "        elif False:\n",
        ),
        off(
            "where an army stands, there can be a marker",
            CAMPAIGN,
            '    elif board.spaces[space].kind == "transit":\n',
            "    elif False:\n",
        ),
        off(
            "a marker on a transit point can be had",
            ACQUISITIONS,
            '            elif key == "spaces" and board.spaces[space].kind == "transit":\n',
            "            elif False:\n",
            (ACQUISITIONS, '        if board.spaces[space].kind != "transit":\n', "        if True:\n"),
        ),
        off(
            "no province with a transit point can be had",
            ACQUISITIONS,
            "        if province not in board.provinces:\n",
            '        if any(board.spaces[space].kind == "transit" for space in board.members.get(province, ())):\n',
        ),
    ),
    "1-5": (
        off(
            "grey markers are nobody's",
            POSITION,
            "        found = dict.fromkeys(self.independents, INDEPENDENT)\n",
            "        found = dict.fromkeys((), INDEPENDENT)\n",
        ),
        off(
            "an army controls where it stands",
            POSITION,
            "            found.update(dict.fromkeys(state.control, name))\n",
            """\
            found.update(dict.fromkeys(state.control, name))
            found.update(dict.fromkeys((army.at for army in state.armies), name))
""",
        ),
    ),
    "2A-1": (
        off(
            "the game goes on after it",
            LOG,
            OVER,
            '    if game.outcome is not None and game.outcome.route not in ("legitimacy", "vp"):\n        rule =',
        ),
        off(
            "the regency test comes first",
            LOG,
            "    if game.outcome is not None:\n        return game, Regency(), ()\n",
            "    if False:\n        return game, Regency(), ()\n",
        ),
        off(
            "the end of turn V comes first",
            VERDICTS,
            '    elif asked.at == "end" and game.outcome is None:\n',
            '    elif asked.at == "end":\n',
        ),
        off(
            "what is to be had after it is had",
            ACQUISITIONS,
            "    if buys.plain() and (before or Game.of(board, position, rulings)).outcome is not None:\n",
            "    if False:\n",
            (ACQUISITIONS, "        return before\n", "        pass\n"),
        ),
    ),
    "2A-2": (
        off("in turn I too", VICTORY, FROM_TURN, "FIRST_TURN = 1\n"),
        off("from turn III on", VICTORY, FROM_TURN, "FIRST_TURN = 3\n"),
        off("having enough wins, whatever the reading", VICTORY, GAINED, "    return True\n"),
        off("only a gain wins, whatever the reading", VICTORY, GAINED, "    return gained\n"),
    ),
    "2A-3": (
        off("17 will do", VICTORY, LEGITIMATE, "LEGITIMATE = 17\n"),
        off("it takes 19", VICTORY, LEGITIMATE, "LEGITIMATE = 19\n"),
        off("18 will do, whatever the reading", VICTORY, ENOUGH, "    if has < needed:\n"),
        off("18 will not do, whatever the reading", VICTORY, ENOUGH, "    if has <= needed:\n"),
        off(
            "victory points count as legitimacy",
            VICTORY,
            "    has = totals[name][track]\n",
            "    has = sum(totals[name].values()) if track == LEGITIMACY else totals[name][track]\n",
        ),
    ),
    "2A-4": (
        off("one less will do", VICTORY, POWERFUL, "{5: 19, 4: 22, 3: 25, 2: 28}\n"),
        off("it takes one more", VICTORY, POWERFUL, "{5: 21, 4: 24, 3: 27, 2: 30}\n"),
        off("20 will do among any number", VICTORY, POWERFUL, "dict.fromkeys((5, 4, 3, 2), 20)\n"),
        off("having them will do, whatever the reading", VICTORY, ENOUGH, "    if has < needed:\n"),
        off("having them will not do, whatever the reading", VICTORY, ENOUGH, "    if has <= needed:\n"),
    ),
    "2B-1": (
        off("Alexandros first, whatever the reading", VICTORY, TESTED, '    heir = heirs["alexandros-first"]\n'),
        off("Herakles first, whatever the reading", VICTORY, TESTED, '    heir = heirs["herakles-first"]\n'),
    ),
    "2B-2": (
        off("who can crown may kill, whatever the reading", VICTORY, KILLS, "    if murder:\n"),
        off("who can crown may not kill, whatever the reading", VICTORY, KILLS, "    if False:\n"),
        off(
            "who may kill does",
            VICTORY,
            KILLS,
            '    if rulings.read("regent-choice") == "may-kill":\n',
        ),
    ),
    "2B-3": (
        off(
            "victory points alone",
            VICTORY,
            SUM,
            "    highest = _most(tuple(position.players), lambda name: 0 + totals[name][VP])\n",
        ),
        off(
            "legitimacy alone",
            VICTORY,
            SUM,
            "    highest = _most(tuple(position.players), lambda name: totals[name][LEGITIMACY])\n",
        ),
        off(
            "counted when the heir is dead",
            LOG,
            "    test = regency(game.board, game.position, game.totals, murder, rulings)\n",
            """\
    dead = _reckoned(game, royal_to(game.position, "alexandros", DEAD), rulings)
    test = regency(game.board, game.position, dead.totals, murder, rulings)
""",
        ),
    ),
    "2B-4": (
        off(
            "a murdered heir is nobody's and lives",
            LOG,
            "        game, more = settle(game, royal_to(game.position, test.heir, DEAD), rulings)\n",
            "        game, more = settle(game, royal_to(game.position, test.heir, FREE), rulings)\n",
        ),
        off("the dead come back", LOG, "        if royal in position.dead and owner != DEAD:\n", "        if False:\n"),
        off(
            "a dead heir is tested",
            VICTORY,
            NO_HEIR,
            "    if all(heir is None for heir in heirs.values()):\n",
            (VICTORY, HEIR_DEAD, "    if False:\n"),
        ),
        off(
            "a murder ends the game",
            VICTORY,
            NOT_HIGHEST + '        return Regency(heir, "murdered")\n',
            NOT_HIGHEST + '        return Regency(heir, "murdered", Outcome((), highest, "regency", "2B-4"))\n',
        ),
        off("the dead can be had", ACQUISITIONS, "        if royal in position.dead:\n", "        if False:\n"),
        off(
            "nobody can be killed",
            ACQUISITIONS,
            "            return royal_to(position, royal, DEAD)\n",
            "            return position\n",
        ),
    ),
    "2B-5": (
        off("a turn early", VICTORY, HEIRS_OF_TURN, "turns.get(position.turn + 1) for"),
        off(
            "Philippos takes the place of the dead",
            VICTORY,
            HEIR_DEAD,
            '    heir = "philippos" if heir in position.dead else heir\n    if False:\n',
            (VICTORY, "    rule = CROWNED[heir]\n", '    rule = CROWNED.get(heir, "2B-5")\n'),
        ),
        off("the tie-break, whatever the reading", VICTORY, NOT_HIGHEST, "    if controller not in highest:\n"),
        off(
            "more than anybody else, whatever the reading",
            VICTORY,
            NOT_HIGHEST,
            "    if controller not in highest or len(highest) > 1:\n",
        ),
        off("an unbroken tie is shared, whatever the reading", VICTORY, REGENT_SHARED, "    if True:\n"),
        off("an unbroken tie is open, whatever the reading", VICTORY, REGENT_SHARED, "    if len(left) == 1:\n"),
    ),
    "2B-6": (
        off("a turn early", VICTORY, HEIRS_OF_TURN, "turns.get(position.turn + 1) for"),
        off(
            "whichever of the two lives",
            VICTORY,
            IS_HEIR,
            "    heir = next(h for h in (heir, *heirs.values()) if h not in position.dead)\n",
        ),
    ),
    "2B-7": (
        off(
            "who controls the heir wins all the same",
            VICTORY,
            NOT_HIGHEST,
            "    highest = (controller,)\n" + NOT_HIGHEST,
        ),
    ),
    "2B-8": (
        off(
            "nobody wins",
            VICTORY,
            '        return Outcome(highest, highest, "uncontrolled-heir", "2B-8")\n',
            "        return None\n",
        ),
        off(
            "a dead heir is an uncontrolled one",
            VICTORY,
            NO_HEIR,
            "    if all(heir is None for heir in heirs.values()):\n",
            (VICTORY, HEIR_DEAD, "    if False:\n"),
        ),
        off("a tie wins nothing, whatever the reading", VICTORY, UNCONTROLLED_TIE, "    if True:\n"),
        off("a tie is broken, whatever the reading", VICTORY, UNCONTROLLED_TIE, "    if False:\n"),
    ),
    "2C-1": (
        off("most legitimacy wins", VICTORY, MOST_POINTS, MOST_POINTS.replace("[VP]", "[LEGITIMACY]")),
        off("fewest win", VICTORY, MOST_POINTS, MOST_POINTS.replace("totals", "-totals")),
        off(
            "at any time",
            LOG,
            '    if (game.position.turn, game.position.phase) != (TURNS, "end"):\n',
            "    if False:\n",
        ),
        off(
            "and it goes on",
            LOG,
            OVER,
            '    if game.outcome is not None and game.outcome.route != "final":\n        rule =',
        ),
    ),
    "2C-2": (
        off(
            "ties are left open",
            VICTORY,
            FINAL,
            '    return Outcome(highest if len(highest) == 1 else (), highest, "final", "2C-1")\n',
        ),
        off(
            "everybody takes part in the tie-break",
            VICTORY,
            FINAL,
            '    return _broken(board, position, tuple(position.players), "final", "2C-1", rulings)\n',
        ),
        off("an unbroken tie is open, whatever the reading", VICTORY, SHARED, "    decided = len(left) == 1\n"),
    ),
    "2C-3": (
        off("legitimacy counts with them", VICTORY, MOST_POINTS, SUM),
        off(
            "legitimacy breaks ties",
            VICTORY,
            MOST_POINTS,
            MOST_POINTS.replace("totals[name][VP]", "(totals[name][VP], totals[name][LEGITIMACY])"),
        ),
    ),
    "2D-1": (
        *(
            off(
                f"of two automatic victories: {reading}, whatever the reading",
                VICTORY,
                SEVERAL,
                f'    reading = "{reading}"\n',
            )
            for reading in ("open", "active", "legitimacy", "shared")
        ),
        off("generals first", VICTORY, CRITERIA, '    for rule in ("2D-5", "2D-3", "2D-2"):\n'),
    ),
    "2D-2": (
        off("Macedonia does not matter", VICTORY, MACEDONIA, "        return names\n"),
        off(
            "where none of the tied has it, the first of them is ahead",
            VICTORY,
            MACEDONIA,
            MACEDONIA.replace("or names", "or names[:1]"),
        ),
    ),
    "2D-3": (
        off("all kinds together, whatever the reading", VICTORY, ELITE, "    return together\n"),
        off("one kind after the other, whatever the reading", VICTORY, ELITE, "    return apart\n"),
        off(
            "all units are counted",
            POSITION,
            '= ("loyal", "royal", "shields")\n',
            '= ("loyal", "royal", "shields", "macedonian", "mercenary")\n',
        ),
        off("the first army alone", POSITION, COUNTERS, COUNTERS.replace("self.armies", "self.armies[:1]")),
    ),
    "2D-4": (
        off("scattered ones do not", POSITION, COUNTERS, COUNTERS.replace(" + self.scattered_units.get(kind, 0)", "")),
    ),
    "2D-5": (
        off(
            "generals do not matter",
            VICTORY,
            "        return _most(names, lambda name: position.players[name].major_generals)\n",
            "        return names\n",
        ),
        off("minor ones count too", POSITION, MAJOR, "        return len(self.generals)\n"),
        off("the tied alone, whatever the reading", VICTORY, FIELD, "        if False:\n"),
        off("everyone again, whatever the reading", VICTORY, FIELD, "        if everyone != among:\n"),
    ),
    "2D-6": (
        off(
            "scattered ones do not",
            POSITION,
            MAJOR,
            MAJOR.replace("general.major for", "general.major and not general.scattered for"),
        ),
    ),
    "3-1": (
        off(
            "none is worth more than 4",
            POINTS,
            'yield entry(board.provinces[province].vp, "3-1"',
            'yield entry(min(4, board.provinces[province].vp), "3-1"',
        ),
    ),
    "3-2": (
        off("no title", POINTS, "    if lord_of_asia(provinces, name, rulings):\n", "    if False:\n"),
        off(
            "two of the three will do",
            POINTS,
            "    if phrygia == hellespontine:\n        return phrygia\n",
            "    if phrygia == hellespontine:\n        return True\n",
        ),
        off("Phrygia, whatever the reading", POINTS, PHRYGIA, "    return phrygia\n"),
        off("Hellespontine Phrygia, whatever the reading", POINTS, PHRYGIA, "    return hellespontine\n"),
    ),
    "3-3": (
        off("worth nothing", POINTS, "LARGEST_FLEET = 3\n", "LARGEST_FLEET = 0\n"),
        off(
            "grey fleets are rivals, whatever the reading",
            POINTS,
            RIVALLED,
            '    return "3-6" if rivalled else "3-3"\n',
        ),
        off("grey fleets are no rivals, whatever the reading", POINTS, RIVALLED, '    return "3-3"\n'),
    ),
    "3-4": (
        off("however weak, and level as well", POINTS, FLEET_ABOVE, FLEET_ABOVE.replace("3-4", "3-3")),
        off("it takes 4", POINTS, "FLEET_AT_LEAST = 3\n", "FLEET_AT_LEAST = 4\n"),
    ),
    "3-5": (
        off("without the scattered", POSITION, STRENGTH, "        return sum(self.fleets)\n"),
        off(
            "the number of fleets", POSITION, STRENGTH, "        return len(self.fleets) + len(self.scattered_fleets)\n"
        ),
        off(
            "any fleet can be sunk",
            ACQUISITIONS,
            '            yield Breach("3-5", (*path, at), f"{fleet.of} {whose}")\n',
            "            yield from ()\n",
            (
                ACQUISITIONS,
                "        position = _sunk(position, fleet)\n",
                "        position = position.with_player(fleet.of, fleets=(), scattered_fleets=())\n",
            ),
        ),
        off(
            "no scattered fleet can be sunk",
            ACQUISITIONS,
            "[*state.fleets, *state.scattered_fleets] for",
            "[*state.fleets] for",
        ),
    ),
    "3-6": (
        off(
            "all of them score",
            POINTS,
            '    if list(strengths.values()).count(most) > 1:\n        return "3-6"\n',
            '    if list(strengths.values()).count(most) > 1:\n        return "3-3"\n',
        ),
    ),
    "3-7": (
        off("worth nothing", POINTS, PORTS, "    if False:\n"),
        off(
            "four are enough",
            POINTS,
            PORTS,
            "    if sum(position.controls(name, port) for port in board.hellespont) >= 4:\n",
        ),
    ),
    "3-8": (
        off("worth nothing", POINTS, "    for space in scoring:\n", "    for space in ():\n"),
        off(
            "a capital that is lost counts",
            POINTS,
            OWN_CAPITALS,
            "    own = [space for space, founder in position.capitals.items() if founder == name]\n",
        ),
        off("founded anywhere", LOG, FOUNDED, "        if False:\n"),
        off("2 for each, whatever the reading", POINTS, CAPITALS_EACH, "    if len(own) > 1:\n"),
        off("2 for all, whatever the reading", POINTS, CAPITALS_EACH, "    if False:\n"),
        off("a captured one is one, whatever the reading", POINTS, CAPTURED_ALONE, "    if captured and not own:\n"),
        off("a captured one is none, whatever the reading", POINTS, CAPTURED_ALONE, "    if False:\n"),
    ),
    "3-9": (
        off("worth nothing", POINTS, "    for space in captured:\n", "    for space in ():\n"),
        off("for good, whatever the reading", POINTS, LOST, "    if lost:\n"),
        off("while held, whatever the reading", POINTS, LOST, "    if False:\n"),
    ),
    "4-2": (
        off("it goes below 0", LEGITIMACY, NO_FLOOR, "    return -99\n"),
        off("it does not go below 1", LEGITIMACY, NO_FLOOR, "    return 1\n"),
        off("the marker, whatever the reading", LEGITIMACY, TRACK, "    if marker not in (None, value):\n"),
        off("the sum, whatever the reading", LEGITIMACY, TRACK, "    if False:\n"),
    ),
    "4-4": (
        off(
            "all heirs alike",
            POSITION,
            '{"alexandros": 5, "philippos": 4, "herakles": 2}\n',
            '{"alexandros": 3, "philippos": 3, "herakles": 3}\n',
        ),
    ),
    "4-5": (off("all heirs count", LEGITIMACY, 'yield entry(0, "4-5"', 'yield entry(HEIRS[heir], "4-5"'),),
    "4-6": (off("women do not count", LEGITIMACY, "        if woman in state.royals:\n", "        if False:\n"),),
    "4-7": (off("Successors have it too", LEGITIMACY, "    if state.champion:\n", "    if True:\n"),),
    "4-10": (
        off("Macedonia gives none", LEGITIMACY, "    if provinces.get(MACEDONIA) == name:\n", "    if False:\n"),
        off(
            "Pella is enough",
            LEGITIMACY,
            "    if provinces.get(MACEDONIA) == name:\n",
            "    if position.controls(name, PELLA):\n",
        ),
    ),
    "4-11": (
        off("Perdikkas gives none", LEGITIMACY, GENERALS, '{"leonnatos": "4-12"}\n'),
        off("alive anywhere, whatever the reading", LEGITIMACY, SCATTERED, "False"),
        off("on the map only, whatever the reading", LEGITIMACY, SCATTERED, "there.scattered"),
    ),
    "4-12": (
        off("Leonnatos gives none", LEGITIMACY, GENERALS, '{"perdikkas": "4-11"}\n'),
        off(
            "who has fallen gives it still",
            ACQUISITIONS,
            "            position = _without_general(position, name, person)\n",
            "            continue\n",
        ),
    ),
    "4-13": (
        off("the Oracle gives none", POSITION, CARDS, CARDS.replace('"oracle": 1', '"oracle": 0')),
        off("it counts each time, whatever the reading", LEGITIMACY, ONCE, "        if False:\n"),
        off("it counts once, whatever the reading", LEGITIMACY, ONCE, "        if times > 1:\n"),
        off("it counts for the turn, whatever the reading", LOG, TURN, "for state in position.players.values()):\n"),
        off(
            "it counts for good, whatever the reading",
            LOG,
            TURN,
            "for state in position.players.values()) and False:\n",
        ),
    ),
    "4-14": (off("it costs nothing", POSITION, CARDS, CARDS.replace("-2", "0")),),
    "4-15": (
        off("it costs nothing", POSITION, CARDS, CARDS.replace("-3", "0")),
        off("it costs whoever plays it", LOG, AIMED, 'play.by or play.on or ""\n'),
        off("it counts each time, whatever the reading", LEGITIMACY, ONCE, "        if False:\n"),
        off("it counts once, whatever the reading", LEGITIMACY, ONCE, "        if times > 1:\n"),
        off("it counts for the turn, whatever the reading", LOG, TURN, "for state in position.players.values()):\n"),
        off(
            "it counts for good, whatever the reading",
            LOG,
            TURN,
            "for state in position.players.values()) and False:\n",
        ),
        off(
            "one can condemn oneself",
            ACQUISITIONS,
            "        if target == name or target not in position.players:\n",
            "        if target not in position.players:\n",
        ),
    ),
    "5-2": (
        off("it costs nothing", STATUS, LOSES, LOSES.replace("True", "False")),
        off("one Champion is enough, whatever the reading", STATUS, MIXED, "    if False:\n"),
        off(
            "all must be Champions, whatever the reading",
            STATUS,
            MIXED,
            "    if some and len(protected) < len(attack.on):\n",
        ),
        off("at no points nothing is lost, whatever the reading", STATUS, FALLEN, "        if True:\n"),
        off("at no points it is lost, whatever the reading", STATUS, FALLEN, "        if before[name][VP]:\n"),
    ),
    "5-3": (
        off("it costs the status", STATUS, PROTECTED, PROTECTED.replace("position.players[name].champion and ", "")),
        off(
            "Independents are protected",
            STATUS,
            PROTECTED,
            PROTECTED.replace("return ", "return name == INDEPENDENT or "),
        ),
    ),
    "5-4": (
        off("the Usurper is a Champion like another", STATUS, PROTECTED, PROTECTED.replace(" and name != usurper", "")),
        off(
            "where there is a Usurper nobody is protected",
            STATUS,
            PROTECTED,
            PROTECTED.replace("name != usurper", "usurper is None"),
        ),
        off(
            "the Usurper is protected as a Successor too",
            STATUS,
            PROTECTED,
            PROTECTED.replace(
                "position.players[name].champion and name != usurper",
                "(position.players[name].champion or name == usurper)",
            ),
        ),
        off(
            "the Usurper attacks whom it likes",
            STATUS,
            BY_CHAMPION,
            "    if not position.players[attack.by].champion or attack.by == position.usurper:\n",
        ),
        off("who was named, whatever the reading", STATUS, NAMED, "        named = named  # noqa\n"),
        off("who leads, whatever the reading", STATUS, NAMED, "        named = leader\n"),
        off(
            "where two lead, nobody is it",
            STATUS,
            "    return position.usurper if position.usurper in leaders else None\n",
            "    return None\n",
        ),
        off("who leads is it though nobody was named", STATUS, "    if position.usurper is None:\n", "    if False:\n"),
    ),
    "5-5": (
        off(
            "not before the battle is over",
            VERDICTS,
            "    changed = with_status(game.position, [attack.by], False) if judged.loses else game.position\n",
            "    changed = game.position\n",
        ),
    ),
    "5-6": (
        off(
            "it costs another 3",
            STATUS,
            BY_CHAMPION,
            "    if False:\n",
            (
                LOG,
                "    if judged.loses:  # before the battle (5-5)\n",
                """\
    if judged.loses:
        state = position.players[attack.by]
        if not state.champion:
            more = state.cards.model_copy(update={"condemnation": state.cards.condemnation + 1})
            position = position.with_player(attack.by, cards=more)
""",
            ),
        ),
    ),
    "5-7": (
        off("anything can be attacked", STATUS, AIMED_AT, "    if False:\n"),
        off("not major generals", STATUS, AIMED_AT, '    if target not in ("units", "major-city"):\n'),
        off("not major cities", STATUS, AIMED_AT, '    if target not in ("units", "major-general"):\n'),
    ),
    "5-8": (
        off(
            "a land battle is none",
            STATUS,
            IF_SIEGE,
            '    if action == "land-battle":\n        return "5-8", "no attack"\n' + IF_SIEGE,
        ),
    ),
    "5-9": (
        off(
            "intercepting is none",
            STATUS,
            IF_SIEGE,
            '    if action == "naval-interception":\n        return "5-9", "no attack"\n' + IF_SIEGE,
        ),
        off(
            "being intercepted is one",
            STATUS,
            '    if action == "naval-move":\n',
            "    if False:\n",
            (STATUS, ACTIONS, ACTIONS + '"naval-move": "5-9", '),
        ),
    ),
    "5-10": (
        off("no siege is one", STATUS, SIEGE, '        return "5-10", "no attack"\n'),
        off("any siege is one", STATUS, SIEGE, "        return None\n"),
    ),
    "5-11": (
        off("no overrun is one", STATUS, OVERRUN, '        return "5-11", "no attack"\n'),
        off("any overrun is one", STATUS, OVERRUN, "        return None\n"),
    ),
    "5-12": (
        off("no scattering is one", STATUS, SCATTER, '        return "5-12", "no attack"\n'),
        off("of any general", STATUS, SCATTER, "        return None\n"),
        off("at any time", STATUS, OWN_SEGMENT, "        if False:\n"),
    ),
    "5-13": (off("it is one all the same", STATUS, "    if attack.avoided:\n", "    if False:\n"),),
    "5-14": (
        off(
            "it is one",
            STATUS,
            NO_ATTACK,
            '    if action == "capture-royal":\n',
            (STATUS, ACTIONS, ACTIONS + '"remove-control": "5-14", '),
        ),
    ),
    "5-15": (
        off(
            "it is one",
            STATUS,
            NO_ATTACK,
            '    if action == "remove-control":\n',
            (STATUS, ACTIONS, ACTIONS + '"capture-royal": "5-15", '),
        ),
    ),
    "5-16": (
        off("a Successor stays one", STATUS, LEFT, "        if True:\n"),
        off(
            "any loss of points makes a Champion",
            STATUS,
            LEFT,
            "        if state.champion or after[name][VP] >= before[name][VP]:\n",
        ),
        off("having none is enough, whatever the reading", STATUS, FALLEN, "        if True:\n"),
        off("they must fall, whatever the reading", STATUS, FALLEN, "        if before[name][VP]:\n"),
    ),
    "6-1": (
        off("it moves in turn I", LOG, BODY, "        elif False:\n"),
        off("it never moves", LOG, BODY, "        elif change.at != cart.at:\n"),
    ),
    "6-4": (
        off("whoever controls it", BURIAL, "    if cart.player != name:\n", "    if False:\n"),
        off(
            "without a cart it is done in Pella",
            BURIAL,
            '        yield Breach("6-4", path, "there is no funeral cart")\n',
            "",
            (
                BURIAL,
                BURIES,
                """\
    at = position.cart.at if position.cart else "pella"
    return position.changed(cart=None, tomb=Tomb(at=at, buried_by=name))
""",
            ),
        ),
        off(
            "anybody's tomb can be had",
            ACQUISITIONS,
            "    if cart is None or not (buys.cart or cart.player == name):\n",
            "    if False:\n",
        ),
        off(
            "the cart that is had is no help", ACQUISITIONS, "(buys.cart or cart.player == name)", "cart.player == name"
        ),
        off("a cart that is gone can be had", ACQUISITIONS, "    if cart is None and buys.cart:\n", "    if False:\n"),
    ),
    "6-5": (
        off("anywhere", BURIAL, "    if not board.is_major(cart.at):\n", "    if False:\n"),
        off(
            "in an own city",
            BURIAL,
            "    if not board.is_major(cart.at):\n",
            "    if not board.is_major(cart.at) or not position.controls(name, cart.at):\n",
        ),
        off(
            "a tomb can be had anywhere",
            ACQUISITIONS,
            "    if not board.is_major(buys.tomb):\n",
            "    if False:\n",
        ),
    ),
    "6-6": (
        off("enemies do not matter", BURIAL, BLOCKED, "    if False:\n"),
        off("own units prevent it", BURIAL, ENEMIES, "if state.units_at(cart.at)]\n"),
        off(
            "generals prevent it",
            BURIAL,
            ENEMIES,
            ENEMIES.replace("state", "(cart.at in [there.at for there in state.generals.values()] or state")[:-2]
            + ")]\n",
        ),
        off("grey units prevent it, whatever the reading", BURIAL, BLOCKED, "    if enemies or grey:\n"),
        off("grey units do not, whatever the reading", BURIAL, BLOCKED, "    if enemies:\n"),
    ),
    "6-7": (
        off("in any turn", BURIAL, TOO_LATE, "    if False:\n"),
        off("in turn II only", BURIAL, TOO_LATE, "    if position.turn not in BURIAL_TURNS[:1]:\n"),
        off("in turn III only", BURIAL, TOO_LATE, "    if position.turn not in BURIAL_TURNS[1:]:\n"),
        off("a tomb can be had at any time", ACQUISITIONS, TOO_LATE, "    if False:\n"),
        off("one can be had in turn I", ACQUISITIONS, TOO_LATE, "    if position.turn > BURIAL_TURNS[-1]:\n"),
        off("none can be had in turn III", ACQUISITIONS, TOO_LATE, "    if position.turn not in BURIAL_TURNS[:1]:\n"),
    ),
    "6-8": (
        off("at any time", BURIAL, WHEN, "    if False:\n"),
        off("foraging only", BURIAL, WHEN, "    if not foraging:\n"),
    ),
    "6-9": (
        off("the cart stays", BURIAL, BURIES, BURIES.replace("cart=None, ", "")),
        off(
            "a burial refused loses the cart",
            LOG,
            '        return game, Step("burial", breaches=breaches)\n',
            """\
        lost = replace(game, position=game.position.changed(cart=None))
        return lost, Step("burial", breaches=breaches)
""",
        ),
    ),
    "6-10": (
        off("nothing for it", LEGITIMACY, "BURIED_AT_PELLA = 10\n", "BURIED_AT_PELLA = 0\n"),
        off(
            "while Pella is held",
            LEGITIMACY,
            AT_PELLA,
            "        if position.buried_at_pella == name and position.controls(name, PELLA):\n",
        ),
        off("ten stay, whatever the reading", LEGITIMACY, PELLA_FLOOR, "total < BURIED_AT_PELLA:\n"),
        off("none stay, whatever the reading", LEGITIMACY, PELLA_FLOOR, "False:\n"),
    ),
    "6-11": (
        off("nothing for it", LEGITIMACY, "TOMB = 2\n", "TOMB = 0\n"),
        off("for good", LEGITIMACY, HAS_TOMB, "    if not position.controls(name, space) and name != burier:\n"),
        off("whoever holds it, whatever the reading", LEGITIMACY, TOMB_OF, "    return True\n"),
        off("who buried him, whatever the reading", LEGITIMACY, TOMB_OF, "    return name == burier\n"),
    ),
    "6-12": (
        off("the cart stays", BURIAL, CART_GONE, "    return position"),
        off("a turn early", BURIAL, CART_GONE, CART_GONE.replace("CART_GONE", "CART_GONE - 1")),
        off(
            "a tomb is lost too",
            BURIAL,
            CART_GONE,
            "    return position.changed(cart=None, tomb=None) if position.turn >= CART_GONE else position",
        ),
    ),
    "F-1": (
        off("half is enough", CONTROL, MAJORITY, "        return 2 * self.own >= counted\n"),
        off("no majority is needed", CONTROL, MAJORITY, "        return True\n"),
        off(
            "no city is needed",
            CONTROL,
            "        if self.held < needed:\n            return False\n",
            "        if False:\n            return False\n",
        ),
        off("all spaces, whatever the reading", CONTROL, ALL_SPACES, "        if True:\n"),
        off("not all spaces, whatever the reading", CONTROL, ALL_SPACES, "        if False:\n"),
        off("the city, whatever the reading", CONTROL, CITY_ALONE, "        if self.cities:\n"),
        off("not the city alone, whatever the reading", CONTROL, CITY_ALONE, "        if False:\n"),
        off("any city, whatever the reading", CONTROL, NEEDED, "        needed = min(1, self.cities)\n"),
        off("all cities, whatever the reading", CONTROL, NEEDED, "        needed = self.cities\n"),
        off(
            "transit points count, whatever the reading",
            CONTROL,
            COUNTED,
            "        counted = self.markable + self.transit\n",
        ),
        off("transit points do not, whatever the reading", CONTROL, COUNTED, "        counted = self.markable\n"),
    ),
    "F-2": (
        off(
            "who has most legitimacy",
            STATUS,
            "    most = max(totals[name][VP] for name in position.players)\n"
            "    return [name for name in position.players if totals[name][VP] == most]\n",
            '    most = max(totals[name]["legitimacy"] for name in position.players)\n'
            '    return [name for name in position.players if totals[name]["legitimacy"] == most]\n',
        ),
        off(
            "named once in a game",
            LOG,
            USURPER,
            "        usurper = after.position.usurper or (leaders[0] if len(leaders) == 1 else None)\n",
        ),
        off(
            "named anew at every moment",
            LOG,
            SETTLED,
            """\
    game = replace(game, position=game.position.changed(usurper=most_vp(game.position, game.totals)[0]))
"""
            + SETTLED,
        ),
    ),
    "F-3": (
        off(
            "the first of the tied",
            LOG,
            USURPER,
            "        usurper = leaders[0]\n",
            (
                VERDICTS,
                '"usurper": leaders[0] if len(leaders) == 1 else None',
                '"usurper": leaders[0]',
            ),
        ),
        off("anybody", LOG, LATE_USURPER, LATE_USURPER.replace(" or name not in leaders", "")),
        off("at any time", LOG, LATE_USURPER, LATE_USURPER.replace('position.phase != "preparations" or ', "")),
    ),
    "F-4": (
        off("any turn", LOG, "    if turn != game.position.turn + 1:\n", "    if False:\n"),
        off("any phase", LOG, PHASES, "    if False:\n"),
        off("backwards", LOG, PHASES, PHASES.replace("<=", ">=")),
        off("segments in any phase", LOG, '    if game.position.phase != "strategy":\n', "    if False:\n"),
    ),
    "F-5": (
        off("those at the start, whatever the reading", VICTORY, START, "    return start\n"),
        off("those now, whatever the reading", VICTORY, START, "    return now\n"),
    ),
    "F-7": (
        off("a route is no longer than others", MOVEMENT, "ROUTE_STEP = 2\n", "ROUTE_STEP = 1\n"),
        off("each step costs 2", MOVEMENT, "\nSTEP = 1\n", "\nSTEP = 2\n"),
        off("one way only", MOVEMENT, "((first, second), (second, first))", "((first, second),)"),
        off("the route where there is a shorter way", MOVEMENT, BY_SEA, "".join(reversed(BY_SEA.splitlines(True)))),
        off("from anywhere to anywhere", MOVEMENT, NO_LINK, "        pass\n"),
    ),
    "F-8": (
        off(
            "by sea as often as one likes",
            MOVEMENT,
            "        if links.cheapest(path) is None:\n",
            "        if False:\n",
            (MOVEMENT, "        elif links.cheapest(path, aboard) is None:\n", "        elif False:\n"),
            (MOVEMENT, "    if legal is not None:\n", "    if False:\n"),
        ),
        off("no land after the sea", MOVEMENT, STRETCHES, "((LAND, SEA),)"),
        off("no land before it", MOVEMENT, STRETCHES, "((SEA, LAND),)"),
        off("neither land nor sea alone", MOVEMENT, TURNS, "            for turn in range(1, len(steps)):\n"),
        off(
            "by land where there is land",
            MOVEMENT,
            JOINED,
            "                    if LAND not in found.get(pair, {}):\n    " + JOINED,
        ),
        off("by sea where there is sea", MOVEMENT, JOINED, "                    found[pair] = {way: points}\n"),
        off("the sea carries any number", MOVEMENT, SEA_CARRIES, "                if True:\n"),
        off("one more goes by sea", MOVEMENT, "ABOARD = 8\n", "ABOARD = 9\n"),
        off("one less goes by sea", MOVEMENT, "ABOARD = 8\n", "ABOARD = 7\n"),
        off("by land no more go", MOVEMENT, SEA_CARRIES, "                if not (aboard and aboard[0] > ABOARD):\n"),
        off("who stays behind goes aboard first", CAMPAIGN, STAYED, STAYED.replace(": at + 1]", ":at]")),
        off("who lands on the way never went aboard", CAMPAIGN, STAYED, "move.leaves.values()"),
    ),
    "F-9": (
        off("nobody is in the way", MOVEMENT, OTHERS, "        others: tuple[str, ...] = ()\n"),
        off("it begins nowhere near others", MOVEMENT, OTHERS, OTHERS.replace(" if step else ()", "")),
        off("own units are in the way", MOVEMENT, OTHERS_UNITS, "if state.units_at(space)]\n"),
        off(
            "generals are in the way",
            MOVEMENT,
            OTHERS_UNITS,
            "if name != player and (state.units_at(space) or space in [g.at for g in state.generals.values()])]\n",
        ),
        off(
            "markers are in the way",
            MOVEMENT,
            OTHERS_UNITS,
            "if name != player and (state.units_at(space) or position.controls(name, space))]\n",
        ),
        off(
            "the name of an army is in the way",
            MOVEMENT,
            OTHERS_UNITS,
            "if name != player and space in [army.at for army in state.armies]]\n",
        ),
        off("grey units are not", MOVEMENT, GREY_UNITS, "if False else []\n"),
    ),
    "F-10": (
        off("nobody needs to be there", CAMPAIGN, NO_UNIT, "    elif False:\n"),
        off("a space of nobody resists", CAMPAIGN, SURRENDERS, SURRENDERS.replace("owner is None or", "owner and")),
        off("a rival's resist as grey ones do", CAMPAIGN, SURRENDERS, "    if owner is None:\n"),
    ),
    "F-11": (
        off("nothing is needed", CAMPAIGN, SIEGE_LEFT, "    return 0\n"),
        off("what was laid is lost", CAMPAIGN, SIEGE_LEFT, "    return asked\n"),
        off("what was too much pays for others", CAMPAIGN, SIEGE_LEFT, SIEGE_LEFT.replace("max(0, ", "(")),
        off(
            "what anybody has laid counts",
            CAMPAIGN,
            SIEGE_LEFT,
            """\
    return max(0, asked - sum(state.siege.get(space, 0) for state in position.players.values()))
""",
        ),
        off("there is always enough", CAMPAIGN, SIEGE_SPENT, "    if False:\n"),
        off("it must not all be spent", CAMPAIGN, SIEGE_SPENT, "    if paid and paid >= terms.siege:\n"),
        off("a minor city takes 2", CAMPAIGN, "    minor: Count = 1\n", "    minor: Count = 2\n"),
        off("a fortress takes 1", CAMPAIGN, "    fortress: Count = 2\n", "    fortress: Count = 1\n"),
        off("a major city takes 2", CAMPAIGN, "    major: Count = 3\n", "    major: Count = 2\n"),
    ),
    "F-12": (
        off("as far as it likes", MOVEMENT, TOO_FAR, "        if False:\n"),
        off("a point must be left", MOVEMENT, TOO_FAR, "        if cost >= allowance > 0:\n"),
        off("all may stay behind", CAMPAIGN, STAYS, "    if left > units:\n"),
        off("none may stay behind", CAMPAIGN, STAYS, "    if left:\n"),
        off("anywhere", CAMPAIGN, "        if space not in move.path[:-1]:\n", "        if False:\n"),
        off("any number of operations", CAMPAIGN, OPERATIONS_SPENT, "    if False:\n"),
        off("an operation must be left", CAMPAIGN, OPERATIONS_SPENT, "    if used and used >= terms.operations:\n"),
        off("any number of fleets", CAMPAIGN, "> offered[number]:\n", "> 99:\n"),
        off("in two directions", CAMPAIGN, "    if (move.path[0], move.army) in moved:\n", "    if False:\n"),
        off(
            "on from where it has come",
            CAMPAIGN,
            PLAYED,
            PLAYED.replace("board, position,", "board, after,").replace("_index(position", "_index(after"),
            (CAMPAIGN, ', "movement": 0}', "}"),
        ),
        off(
            "the first army of a space moves",
            CAMPAIGN,
            "    return there[move.army - 1] if move.army <= len(there) else -1\n",
            "    return there[0] if there else -1\n",
        ),
        off(
            "without an army nothing moves and nobody minds",
            CAMPAIGN,
            PLAYED,
            PLAYED.replace("+= wrong", "+= wrong if _army_index(position, name, move) >= 0 else []"),
        ),
    ),
    "F-13": (
        off("always 3", DICE, DIE, "BELOW, EQUAL, ABOVE = 3, 3, 3\n"),
        off("one less", DICE, DIE, "BELOW, EQUAL, ABOVE = 1, 2, 3\n"),
        off("one more", DICE, DIE, "BELOW, EQUAL, ABOVE = 3, 4, 5\n"),
        off("the other way round", DICE, "die < initiative", "die > initiative"),
    ),
}
"""What each rule says, and the game without it."""
