"""Whole games before two judges: the package, and a referee written from the rule text apart from it.

The numbers below were worked out with the referee and, for the rounds named beside them, with pencil and paper.
"""

import copy
import json
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from models.errors import InputError
from puzzles.scenario import load as load_scenario
from puzzles.scenario import parse
from tests.empire.referee import PIECES, ROOT, RuleError, begin, load, play

GALLERY = ROOT / "puzzles" / "gallery" / "empire"

# The points of every scoring in turn, then the final scoring, then the totals.
WHOLE = {
    "michael": ([2, 10, 10, 2, 5, 4, 10, 13, 5, 5, 3, 2, 25], 96),
    "marion": ([5, 2, 10, 7, 5, 7, 5, 9, 7, 4, 3, 4, 5], 73),
    "daniel": ([9, 7, 10, 7, 10, 5, 4, 10, 2, 2, 10, 2, 0], 78),
    "peter": ([10, 2, 7, 7, 12, 8, 5, 9, 7, 4, 9, 5, 5], 90),
}
SHORT = {
    "anna": ([12, 12, 5, 2, 5, 5, 7, 11], 59),
    "boris": ([10, 2, 2, 7, 0, 10, 4, 0], 35),
    "clara": ([15, 9, 5, 7, 4, 9, 5, 7], 61),
}
BUNDLED = [("log-whole-game", WHOLE, ["michael"]), ("log-short-game", SHORT, ["clara"])]


# --- what the package says, in the referee's words ------------------------------------------------------------------


def replayed(scenario):
    return scenario.game.replay(scenario.board, scenario.position, scenario.events, scenario.rulings)


@cache
def bundled(name):
    """A bundled game as the package plays it, and as the referee does."""
    return replayed(load_scenario(f"empire/{name}")), play(load(GALLERY / f"{name}.yaml"))


def kind_of(note):
    return "temple" if "temple" in note else "city" if "cit" in note else "province"


def place_of(subject):
    if subject == "board":
        return None
    return int(subject.removeprefix("region ")) if subject.startswith("region ") else subject


def entries_of(step):
    """The entries worth points; what the short game takes off a bonus is taken off its entry."""
    found = []
    for entry in step.ledger.entries:
        if entry.rule.startswith("7"):
            kind, place, player, points, price = found.pop()
            assert (place_of(entry.subject), entry.player) == (place, player)
            found.append((kind, place, player, points + entry.amount, price))
        elif entry.amount:
            found.append((kind_of(entry.note), place_of(entry.subject), entry.player, entry.amount, entry.price))
        else:
            assert entry.price == 0
    return found


def scorings(played):
    return [entries_of(step) for step in played.steps if "scoring" in step.event]


def assert_judged_alike(referee, played):
    assert played.breaches == ()
    assert not any(step.ledger.entries for step in played.steps if "scoring" not in step.event)
    theirs, ours = scorings(played), referee.entries
    assert len(theirs) == len(ours)
    for number, (their, our) in enumerate(zip(theirs, ours, strict=True), 1):
        if referee.done and number == len(ours):  # no order is laid down for the final scoring
            their, our = sorted(their, key=str), sorted(our, key=str)
        assert (number, their) == (number, our)
    if referee.done:
        (line,) = played.steps[-1].lines
        assert [name for name in referee.players if name in line] == referee.winners()
    after = played.after["players"]
    assert {name: state["points"] for name, state in after.items()} == referee.score
    built = {kind: Counter() for kind in PIECES}
    for name, state in after.items():
        for place, number in state["built"]["temples"].items():
            built["temple"][name, place] += number
        built["city"].update((name, place) for place in state["built"]["cities"])
        if referee.fields[name]:
            assert {field: state[field] for field in ("temple", "city")} == {
                field: referee.fields[name][field] for field in ("temple", "city")
            }
            assert dict(state["armies"]) == referee.where(name)
    for kind, ours in referee.built.items():
        assert built[kind] == Counter({(name, place): number for (name, _, place), number in ours.items()})


# --- the two bundled games ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "expected", "winners"), BUNDLED)
def test_the_points_of_every_scoring(name, expected, winners):
    played, _ = bundled(name)
    assert played.breaches == ()
    for player, (points, total) in expected.items():
        mine = [sum(entry[3] for entry in scoring if entry[2] == player) for scoring in scorings(played)]
        assert (player, mine, sum(mine)) == (player, points, total)
    totals = {player: total for player, (_, total) in expected.items()}
    assert {player: state["points"] for player, state in played.after["players"].items()} == totals
    assert played.steps[-1].lines == (f"{' and '.join(winners)} wins",)


@pytest.mark.parametrize(("name", "expected", "winners"), BUNDLED)
def test_the_referee_says_the_same(name, expected, winners):
    played, referee = bundled(name)
    assert referee.done
    assert referee.winners() == winners
    for player, (points, total) in expected.items():
        mine = [sum(entry[3] for entry in scoring if entry[2] == player) for scoring in referee.entries]
        assert (player, mine, referee.score[player]) == (player, points, total)
    assert_judged_alike(referee, played)


# Worked out with pencil and paper from the logs: the first round of each, and Syria and Egypt, where Daniel founds a
# city for one cube, his rivals there holding none (5.5.4, reading 17).
BY_HAND = [
    (
        "log-whole-game",
        0,
        [
            ("province", "boeotia", "daniel", 2, 0),
            ("temple", "boeotia", "peter", 3, 5),
            ("city", "boeotia", "daniel", 5, 2),
            ("province", "macedonia", "peter", 2, 0),
            ("city", "macedonia", "peter", 5, 4),
            ("province", "thrace", "michael", 2, 0),
            ("province", "illyria", "marion", 2, 0),
            ("temple", "illyria", "marion", 3, 4),
            ("province", "thessaly", "daniel", 2, 0),
        ],
    ),
    (
        "log-whole-game",
        4,
        [
            ("province", "phoenicia", "daniel", 2, 0),
            ("temple", "phoenicia", "daniel", 3, 2),
            ("city", "phoenicia", "michael", 5, 4),
            ("province", "egypt", "marion", 2, 0),
            ("temple", "egypt", "marion", 3, 3),
            ("city", "egypt", "daniel", 5, 1),
            ("province", "syria", "peter", 2, 0),
            ("city", "syria", "peter", 5, 2),
            ("province", "cyprus", "peter", 2, 0),
            ("temple", "cyprus", "peter", 3, 2),
        ],
    ),
    (
        "log-short-game",
        0,
        [
            ("temple", "phrygia", "boris", 3, 3),
            ("province", "lydia", "clara", 2, 0),
            ("temple", "lydia", "clara", 3, 1),
            ("city", "lydia", "boris", 5, 4),
            ("province", "cappadocia", "clara", 2, 0),
            ("temple", "cappadocia", "clara", 3, 1),
            ("city", "cappadocia", "clara", 5, 2),
            ("province", "mysia", "boris", 2, 0),
            ("province", "caria", "anna", 2, 0),
            ("temple", "caria", "anna", 3, 1),
            ("province", "pamphylia", "anna", 2, 0),
            ("city", "pamphylia", "anna", 5, 2),
        ],
    ),
]


@pytest.mark.parametrize(("name", "number", "expected"), BY_HAND)
def test_a_scoring_worked_out_by_hand(name, number, expected):
    played, referee = bundled(name)
    assert scorings(played)[number] == expected
    assert referee.entries[number] == expected


def test_the_final_scorings_worked_out_by_hand():
    whole = scorings(bundled("log-whole-game")[0])[-1]
    assert sorted((place or 0, kind, player, points) for kind, place, player, points, _ in whole) == [
        (0, "temple", "michael", 15),  # nine temples; the cities are tied, Daniel and Peter with five each
        (1, "temple", "michael", 5),
        (2, "city", "marion", 5),
        (4, "temple", "peter", 5),
        (5, "temple", "michael", 5),
    ]
    short = scorings(bundled("log-short-game")[0])[-1]
    assert sorted((place or 0, kind, player, points) for kind, place, player, points, _ in short) == [
        (0, "city", "clara", 5),
        (0, "temple", "anna", 7),  # half of fifteen, rounded down
        (2, "city", "clara", 2),
        (2, "temple", "anna", 2),
        (3, "temple", "anna", 2),
    ]


# --- random legal play ----------------------------------------------------------------------------------------------

NAMES = ["anna", "boris", "clara", "dora", "emil"]
SEEDS = [3, 6, 7, 17, 61, 135, 178, 384]  # in the last four somebody runs out of temples or cities


def random_tablets(rng, referee, builder):
    tablets = {}
    for player in referee.players:
        if tablets and rng.random() < 0.2:  # a full tie, which a draw decides
            tablets[player] = dict(rng.choice(list(tablets.values())))
            continue
        order, armies = rng.choice([0, 0, 1, 1, 2, 3]), rng.randint(3, 7)
        temple = rng.randint(0, 15 - order - armies)
        tablets[player] = {"order": order, "armies": armies, "temple": temple, "city": 15 - order - armies - temple}
    first = next(iter(tablets.values()))
    if not any(tablet["order"] for tablet in tablets.values()):  # a log does not tell who is the oldest
        first.update(order=1, armies=first["armies"] - 1)
    if builder:  # the first player builds of one kind until there are no more pieces, the others leave it alone
        other = "city" if builder == "temple" else "temple"
        for tablet in tablets.values():
            tablet.update({builder: 0, other: tablet["temple"] + tablet["city"]})
        tablets[referee.players[0]] = {"order": 1, "armies": 5, builder: 9, other: 0}
    return tablets


def random_division(rng, referee):
    division = {}
    for player in referee.players:
        left = referee.fields[player]["temple"] + referee.fields[player]["city"]
        if left and rng.random() < 0.8:
            temple = rng.randint(0, left)
            division[player] = {"temple": temple, "city": left - temple}
    return division


def random_path(rng, referee, start):
    path = [start]
    for _ in range(rng.choice([1, 1, 2, 2, 3])):
        onward = [there for here, there in referee.arrows if here == path[-1]]
        if not onward:
            break
        path.append(rng.choice(onward))
    return path


def random_payment(rng, referee, player, cost):
    temple = rng.randint(0, cost)
    if rng.random() < 0.5:  # what is there, if it is enough
        temple = min(temple, referee.fields[player]["temple"])
        temple = max(temple, cost - referee.fields[player]["city"])
    return {field: number for field, number in (("temple", temple), ("city", cost - temple)) if number}


def random_turn(rng, referee, player):
    """A legal turn: moves and pieces are tried on a copy, and kept if the referee has nothing against them."""
    trial, moves, pieces = copy.deepcopy(referee), [], {}
    for _ in range(rng.randint(2, 9)):
        where = trial.where(player)
        start = "symbol" if where["symbol"] and rng.random() < 0.5 else rng.choice(sorted(where))
        path = random_path(rng, trial, start)
        if len(path) < 2 or not where[start]:
            continue
        cost = sum(trial.arrows[arrow] for arrow in pairwise(path))
        number = where[start] if rng.random() < 0.3 else rng.randint(1, where[start])
        move = {"armies": number, "path": path, "pays": random_payment(rng, trial, player, cost)}
        try:
            trial.move(player, number, path, move["pays"])
        except RuleError:
            continue
        moves.append(move)
    for kind, many in PIECES.items():
        for province in rng.sample(sorted(trial.provinces), len(trial.provinces)):
            if rng.random() < 0.8:
                try:
                    trial.lay(player, kind, province)
                except RuleError:
                    continue
                pieces.setdefault(many, []).append(province)
    return {"turn": player, "moves": moves, "pieces": pieces}


@cache
def random_game(seed):
    """A log of a whole or a short game of random legal play."""
    rng = Random(seed)
    short, builder = rng.random() < 0.4, rng.choice([None, None, "temple", "city"])
    position = {"region": 2 if short else 1, "players": {name: {} for name in NAMES[: rng.randint(2, 5)]}}
    if short:
        position["short"] = True
    log = {"satrap": 1, "game": "empire", "board": "oikoumene", "position": position, "events": []}
    referee = begin(log)

    def add(event):
        log["events"].append(event)
        referee.event(event)

    while not referee.over:
        if referee.round == 1:
            add({"distribute": random_tablets(rng, referee, builder)})
            chain = rng.sample(referee.players, len(referee.players))
            chain.sort(key=referee.rank)
            if len({referee.rank(player) for player in chain}) < len(chain):
                add({"draw": chain})
            seats = rng.sample(range(1, len(chain) + 1), len(chain))
            add({"seats": dict(zip(chain, seats, strict=True))})
        elif division := random_division(rng, referee):
            add({"distribute": division})
        for player in referee.order:
            add(random_turn(rng, referee, player))
        add({"score": "round"})
    add({"score": "final"})
    return log


def judged(log):
    """A replay of a log that is read from its text."""
    return replayed(parse(json.dumps(log), "random.yaml"))


@pytest.mark.parametrize("seed", SEEDS)
def test_a_random_game_is_judged_alike(seed):
    log = random_game(seed)
    assert_judged_alike(play(log), judged(log))


def test_the_random_games_meet_what_there_is_to_meet():
    games = [(random_game(seed), play(random_game(seed))) for seed in SEEDS]
    assert {len(referee.players) for _, referee in games} == {2, 3, 4, 5}
    assert {referee.short for _, referee in games} == {False, True}
    assert any("draw" in event for log, _ in games for event in log["events"])
    rounds, number = Counter(), 0
    for event in (event for log, _ in games for event in log["events"]):
        number = 0 if "seats" in event else number + (event.get("score") == "round")
        rounds[number] += event.get("score") == "round"
    assert rounds[1] > rounds[2] > rounds[3] > 0  # regions that end after one, two and three rounds
    prices = Counter(entry[0::4] for _, referee in games for scoring in referee.entries for entry in scoring)
    assert all(prices["temple", price] for price in range(1, 6))
    assert all(prices["city", price] for price in range(1, 6))  # 1 where the rivals have nothing
    laid = Counter(
        kind
        for log, _ in games
        for event in log["events"]
        for kind, many in PIECES.items()
        for _ in event.get("pieces", {}).get(many, [])
    )
    for kind in PIECES:
        assert laid[kind] > sum(referee.built[kind].total() for _, referee in games)  # some are taken back


# --- the same with something spoilt ---------------------------------------------------------------------------------


def spoil_numbers(rng, numbers):
    """One of the numbers of a mapping one up or down, moved to another field, or gone."""
    key = rng.choice(sorted(numbers))
    if rng.random() < 0.2:
        numbers[rng.choice(["temple", "city", "order", "armies"])] = numbers.pop(key)
    else:
        numbers[key] += rng.choice([-1, 1])


def spoil_turn(rng, event, referee):
    moves, pieces = event["moves"], event["pieces"]
    what = rng.choice(["player", "armies", "path", "pays", "more", "swap", "drop", "piece", "piece", "piece"])
    move = rng.choice(moves) if moves else {"armies": 1, "path": ["symbol"], "pays": {}}
    if what == "player":
        event["turn"] = rng.choice(referee.players)
    elif what == "armies":
        move["armies"] += rng.choice([-1, 1, 1])
    elif what == "path":
        move["path"][rng.randrange(len(move["path"]))] = rng.choice(["symbol", *sorted(referee.provinces)])
    elif what == "pays" and move["pays"]:
        spoil_numbers(rng, move["pays"])
    elif what == "more":
        moves.append({**move, "path": random_path(rng, referee, move["path"][-1])})
    elif what == "swap":
        rng.shuffle(moves)
    elif what == "drop" and moves:
        moves.remove(move)
    else:
        pieces.setdefault(rng.choice(["temples", "cities"]), []).append(rng.choice(sorted(referee.provinces)))


def spoilt(rng, log):
    """The log up to one event, and that event changed: often illegal, but not always."""
    what = rng.choice(["turn", "turn", "turn", "distribute", "distribute", "seats", "draw", "score"])
    at = rng.choice([number for number, event in enumerate(log["events"]) if what in event] or [0])
    log = copy.deepcopy({**log, "events": log["events"][: at + 1]})
    referee = begin(log)
    for event in log["events"][:-1]:
        referee.event(event)
    event = log["events"][-1]
    if rng.random() < 0.1:
        log["events"].insert(-1, rng.choice([{"score": "round"}, {"score": "final"}, event]))
    elif "turn" in event:
        spoil_turn(rng, event, referee)
    elif "distribute" in event:
        spoil_numbers(rng, rng.choice(list(event["distribute"].values())))
    elif "draw" in event:
        rng.shuffle(event["draw"])
        if rng.random() < 0.3:  # the seats without the draw
            log["events"][-1] = {"seats": {name: seat for seat, name in enumerate(event["draw"], 1)}}
    elif "seats" in event and rng.random() < 0.5:
        spoil_numbers(rng, event["seats"])
    elif "seats" in event:
        event["seats"] = dict(rng.sample(list(event["seats"].items()), len(event["seats"])))
    else:
        event["score"] = {"round": "final", "final": "round"}[event["score"]]
    return log


def refused_by_the_referee(log):
    try:
        play(log)
    except RuleError:
        return True
    return False


def refused_by_the_package(log):
    try:
        return bool(judged(log).breaches)
    except InputError:
        return True


@pytest.mark.parametrize("seed", SEEDS)
def test_a_spoilt_game_is_refused_by_both_or_by_none(seed):
    rng, log, refused = Random(seed), random_game(seed), 0
    for _ in range(10):
        bad = spoilt(rng, log)
        verdict = refused_by_the_referee(bad)
        assert (refused_by_the_package(bad), bad["events"][-2:]) == (verdict, bad["events"][-2:])
        refused += verdict
    assert refused


@pytest.mark.parametrize(("seed", "kind"), [(61, "temple"), (384, "temple"), (178, "city"), (384, "city")])
def test_a_piece_more_than_there_are_is_refused_by_both(seed, kind):
    log = random_game(seed)
    referee = begin(log)
    for number, event in enumerate(log["events"]):
        for province in referee.provinces if "turn" in event else ():
            more = copy.deepcopy(event)
            more["pieces"].setdefault(PIECES[kind], []).append(province)
            try:
                copy.deepcopy(referee).event(more)
            except RuleError as error:
                if str(error) == f"{event['turn']} has no {kind} left":
                    assert refused_by_the_package({**log, "events": [*log["events"][:number], more]})
                    assert not refused_by_the_package({**log, "events": log["events"][: number + 1]})
                    return
        referee.event(event)
    pytest.fail("nobody runs out")


# --- what a replay says ---------------------------------------------------------------------------------------------


def test_seats_are_told_as_they_are_taken():
    """Marion bids 2 cubes and Daniel none; of Michael and Peter with 1 each Michael has more armies (5.1-4)."""
    seats = replayed(load_scenario("empire/log-whole-game")).steps[1]
    assert seats.lines[:4] == (
        "marion takes seat 4",
        "michael takes seat 2",
        "peter takes seat 3",
        "daniel takes seat 1",
    )


def test_a_target_is_entered_once():
    """Regions 1, 2, 4 and 6 end in round 2 and region 3 in round 1, their targets being entered (5.5-2)."""
    steps = replayed(load_scenario("empire/log-whole-game")).steps
    entered = [line for step in steps for line in step.lines if line.endswith("is entered")]
    assert len(entered) == 5
    assert "the target, Chersonese, is entered" in steps[8].lines
    assert not any("is entered" in line for line in steps[9].lines)
