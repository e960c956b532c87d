"""``regency`` as a puzzle: who is to win the next test, or not to, and what could be had for it at what price.

The greedy player takes what narrows the gap between the totals most for its price, the heir counting like five
points, until the test turns out as it should; then it takes back what turned out to be needless.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from models.successors.acquisitions import regency_turns
from models.successors.log import Game
from models.successors.position import ELITE, HEIRS, LEGITIMACY, ROYALS, TURNS, VP, Cards
from models.successors.victory import SCHEDULE
from models.successors.words import NUMERALS, place_name
from puzzles.generate.successors_regency import POSED, posed_regency
from puzzles.kinds.drafts import best_draft
from puzzles.kinds.kind import Ground, Kind, Part, first_best, titled
from puzzles.kinds.successors import (
    NOTED,
    SCALE,
    asking,
    count_of,
    drafted,
    placed,
    rival_fleets,
    sound_parts,
    table_parts,
    when,
    with_general,
    with_royal,
    without_player,
)
from puzzles.kinds.successors_gifts import gift_grounds, missing, spared
from puzzles.kinds.successors_offers import (
    Shelf,
    budget_grounds,
    budget_words,
    offer_parts,
    offers_words,
    price_grounds,
)
from puzzles.scenario import Scenario
from solver.question import Task
from solver.successors.offers import Thing, bought, chosen_of, over_budget, resources_of, things
from solver.successors.regency import RegencyQuestion, flipped
from solver.successors.regency_documents import RegencyAnswer, RegencyTest, TableChange
from solver.successors.regency_flips import CHAMPION, NOBODY, items, owners_of

DRAFTS = 10
"""How many tables are looked at for one that makes a puzzle."""
STEPS = 12
"""How many steps a greedy player makes at most."""
Choice = tuple[str, Any]
"""A faction and what it buys; or what may change, by kind, and its name and new owner."""


class RegencyPuzzles(Kind):
    """The kind: see the module."""

    def make(self, seed: int, level: int) -> Scenario:
        """The cheapest way to turn a test, with 5 to 16 things on offer."""
        scenario = best_draft(self, drafted(lambda draft: posed_regency(draft, POSED[level - 1]), seed, DRAFTS))
        question: RegencyTest = scenario.question
        title = f"A king for {question.for_}" if question.for_ else f"No king for {question.against}"
        return titled(scenario, title)

    def parts(self, scenario: Scenario) -> Iterator[Part]:
        """Rivals, what is on offer, and what lies about on the table."""
        return sound_parts(_parts(scenario))

    def asks(self, task: Task) -> str:
        """Which test is to turn out how, and what can be had."""
        question: RegencyTest = task.question
        if question.ask == "who":
            return f"{when(task.position)}. If nothing changes any more, who wins at each regency test to come?"
        turn = question.turn or next(iter(regency_turns(task.position)), TURNS)
        goal = f"{question.for_} wins alone" if question.for_ else f"{question.against} does not win alone"
        through = f"at the regency test of turn {NUMERALS[turn]}"
        if not question.offers:
            return f"{when(task.position)}. What are the fewest changes on the table with which {goal} {through}?"
        listed = [
            f"{name} can have {offers_words(offers)}{budget_words(offers.budgets)}"
            for name, offers in question.offers.items()
        ]
        return (
            f"{when(task.position)}. {'. '.join(listed)}. What is the cheapest way to see to it that {goal} {through}?"
        )

    def steps(self, plan: RegencyAnswer) -> int:
        """The changes, or the things that are bought."""
        changes = sum(len(getattr(plan.changes, kind)) for kind in TableChange.model_fields)
        return max(1, changes + sum(count_of(buys) for buys in plan.buys.values()))

    def finish(self, task: Task, plan: RegencyAnswer, kept: int) -> RegencyAnswer | None:
        """The first changes of the plan, then what narrows the gap most for its price."""
        if task.question.ask == "who":  # nothing is to be chosen
            return plan if kept else None
        turner = _Turner(task)
        chosen = turner.turned(turner.choices_of(plan)[:kept] if kept else [])
        return None if chosen is None else turner.plan(chosen)

    def grounds(self, scenario: Scenario) -> Iterator[Ground]:
        """What is not to be had, what can be spent and what things cost; where anything may change, what is held.

        Of ``who`` nothing is a ground: what lets one test end the game may keep another one from it.
        """
        question: RegencyTest = scenario.question
        if question.ask == "who":
            return
        if not question.offers:
            yield from _table_grounds(scenario)
            return
        player = question.for_ or question.against or ""
        others = [name for name in scenario.position.players if name != player]
        if question.for_ in question.offers:
            shelf = Shelf(player)
            yield from gift_grounds(shelf, missing(scenario, shelf, ("regency", "vp", "legitimacy"), others))
        helpers = [name for name in question.offers if name != player]
        if question.against is not None and helpers:
            yield from gift_grounds(Shelf(helpers[0]), spared(scenario, player, helpers))
        for name in question.offers:
            yield from budget_grounds(scenario, Shelf(name))
        for name in question.offers:
            yield from price_grounds(scenario, Shelf(name))


def _parts(scenario: Scenario) -> Iterator[Part]:
    question: RegencyTest = scenario.question
    position = scenario.position
    for name in position.players:
        if name not in (question.for_, question.against) and len(position.players) > 2:
            offers = {
                other: given.model_copy(
                    update={
                        "sink": tuple(offer for offer in given.sink if offer.of != name),
                        "condemn": {target: price for target, price in given.condemn.items() if target != name},
                    }
                )
                for other, given in question.offers.items()
                if other != name
            }
            if offers or not question.offers:
                rest = placed(asking(scenario, offers=offers), without_player(position, name))
                yield Part(f"player:{name}", f"the rival {name}", rest)
    for name, given in question.offers.items():
        if len(question.offers) > 1:
            offers = {other: theirs for other, theirs in question.offers.items() if other != name}
            yield Part(f"offers:{name}", f"what {name} can have", asking(scenario, offers=offers), choice=True)
        if len(things(given, {})) > 1:
            yield from offer_parts(scenario, Shelf(name))
        if given.budgets:
            yield Part(f"budget:{name}", f"{name}'s budget", Shelf(name).with_budgets(scenario, {}))
    offered = question.offers.values()
    kept = [*(["fleets"] if any(given.sink for given in offered) else [])]
    kept += ["cart"] if any(given.tomb or given.cart is not None for given in offered) else []
    for key, words, table in table_parts(position, kept):
        yield Part(key, words, placed(scenario, table))


class _Turner:
    """The greedy player."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.question: RegencyTest = task.question
        self.rulings = task.rulings.fresh()
        self.player = self.question.for_ or self.question.against or ""
        turn = self.question.turn or next(iter(regency_turns(task.position)), TURNS)
        self.heir = SCHEDULE[task.rulings.readings["heir-schedule"]].get(turn)
        self.everything = list(self._everything())
        self._games: dict[tuple[Choice, ...], Game] = {}

    def _everything(self) -> Iterator[Choice]:
        for name, offers in self.question.offers.items():
            yield from ((name, thing) for thing in things(offers, self.question.weights))
        if not self.question.offers:
            task = self.task
            for item in items(task.board, task.position):
                now, *others = owners_of(task.position, item)
                for owner in others:
                    helps = owner in (self.player, CHAMPION) if self.question.for_ else now != NOBODY
                    if helps or item[0] == "champion":
                        yield item[0], (item[1], owner)

    def choices_of(self, plan: RegencyAnswer) -> list[Choice]:
        """What a plan consists of, in the order of the offers or of the table."""
        found: list[Choice] = []
        for name, buys in plan.buys.items():
            listed = things(self.question.offers[name], self.question.weights)
            found += [(name, thing) for thing in chosen_of(listed, buys, ())[0]]
        for kind in TableChange.model_fields:
            for name, owner in getattr(plan.changes, kind).items():
                told = (CHAMPION if owner else "successor") if kind == "champion" else owner or NOBODY
                found.append((kind, (name, told)))
        return found

    def plan(self, chosen: Sequence[Choice]) -> RegencyAnswer:
        """Choices as an answer."""
        if self.question.offers:
            by_name: dict[str, list[Thing]] = {}
            for name in self.question.offers:
                for other, thing in self.everything:
                    if other == name and (other, thing) in chosen:
                        by_name.setdefault(name, []).append(thing)
            return RegencyAnswer(buys={name: bought(listed) for name, listed in by_name.items()})
        values: dict[str, dict[str, Any]] = {}
        for kind, (name, owner) in chosen:
            told = {"control": None if owner == NOBODY else owner, "champion": owner == CHAMPION}
            values.setdefault(kind, {})[name] = told.get(kind, owner)
        return RegencyAnswer(changes=TableChange.model_validate(values))

    def turned(self, first: Sequence[Choice]) -> list[Choice] | None:
        """What it takes after some choices; None where it does not come to an end."""
        chosen = list(first)
        while not self._done(chosen):
            has = self._near(chosen)
            left = [choice for choice in self.everything if choice not in chosen and self._fits(chosen, choice)]
            more: Choice | None = first_best(left, lambda one: self._worth(chosen, one, has))  # noqa: B023
            if more is None or len(chosen) > STEPS + len(first):
                return None
            chosen.append(more)
        for choice in sorted(chosen, key=lambda one: -self._price(one)):
            rest = [other for other in chosen if other != choice]
            if self._done(rest):
                chosen = rest
        return chosen

    def _fits(self, chosen: Sequence[Choice], choice: Choice) -> bool:
        """Whether budgets allow a choice, and nothing changes twice."""
        if not self.question.offers:
            return all((kind, what[0]) != (choice[0], choice[1][0]) for kind, what in chosen)
        name = choice[0]
        mine = [thing for other, thing in [*chosen, choice] if other == name]
        spent = over_budget(resources_of(mine), self.question.offers[name].budgets, ())
        return not any(True for _ in spent) and sum(thing.kind == "tomb" for thing in mine) < 2

    def _price(self, choice: Choice) -> int:
        return choice[1].cost(self.question.weights) if self.question.offers else 1

    def _worth(self, chosen: list[Choice], choice: Choice, has: int) -> int | None:
        """How much nearer for the price; None for what does not come nearer."""
        gain = self._near([*chosen, choice]) - has
        price = self._price(choice)
        if gain <= 0:
            return None
        return gain * SCALE // price if price else gain * SCALE * SCALE

    def _game(self, chosen: Sequence[Choice]) -> Game:
        key = tuple(chosen)
        if key not in self._games:
            self._games[key] = flipped(self.task, self.plan(chosen), self.rulings)
        return self._games[key]

    def _near(self, chosen: Sequence[Choice]) -> int:
        """The lead, as far as it matters, and five for the heir in the right hands."""
        game = self._game(chosen)
        sums = {name: own[LEGITIMACY] + own[VP] for name, own in game.totals.items()}
        lead = sums.pop(self.player) - max(sums.values())
        holder = game.position.holder(self.heir) if self.heir else None
        alive = self.heir is not None and self.heir not in game.position.dead
        if self.question.for_:
            return min(1, lead) + HEIRS["alexandros"] * (alive and holder in (None, self.player))
        return HEIRS["alexandros"] * (not alive or holder not in (None, self.player)) - max(-1, lead)

    def _done(self, chosen: Sequence[Choice]) -> bool:
        """Whether the test turns out as it should, by the rules."""
        return not RegencyQuestion().replay(self.task, self.plan(chosen)).breaches


# -- where anything may change -------------------------------------------------------------------------


def _table_grounds(scenario: Scenario) -> Iterator[Ground]:
    """People, counters, fleets and legitimacy, each as it holds down whoever is to win, or holds up who is not to."""
    question: RegencyTest = scenario.question
    position = scenario.position
    player = question.for_ or question.against or ""
    others = [name for name in position.players if name != player]
    gainer = player if question.for_ else others[0]
    for person in (*ROYALS, *NOTED):
        owner = next(
            (name for name, state in position.players.items() if person in (*state.royals, *state.generals)), None
        )
        matters = owner != player if question.for_ else owner == player
        if matters and person not in position.dead and (owner is not None or person in ROYALS):
            rule = NOTED.get(person) or ("4-4" if person in HEIRS else "4-6")
            where = f"with {owner}" if owner else "with nobody"
            loosen = with_royal(person, gainer) if person in ROYALS else with_general(person, gainer)
            words = f"{place_name(person)} is {where}"
            yield Ground(f"person:{person}", words, rule, loosen, _to(person, gainer))
    if question.for_:
        yield from rival_fleets(scenario, player)
    tracks = Game.of(scenario.board, position, scenario.rulings).totals
    for name in position.players:
        helped = (name == player) == bool(question.for_)
        legitimacy = tracks[name][LEGITIMACY]
        if helped:
            most = max(sum(own.values()) for own in tracks.values()) + 1
            yield Ground(
                f"legitimacy:{name}",
                f"{name} has {legitimacy} legitimacy",
                "2B-3",
                _cards(name, "oracle"),
                _more("legitimacy", 1),
                max(1, most),
            )
        elif legitimacy:
            yield Ground(
                f"legitimacy:{name}",
                f"{name} has {legitimacy} legitimacy",
                "2B-3",
                _cards(name, "condemnation"),
                _more("legitimacy", -3),
                -(-legitimacy // 3),
            )
        counters = sum(position.players[name].counters(kind) for kind in ELITE)
        if helped:
            what = f"{name} has {counters} of the counters that break ties"
            yield Ground(f"counters:{name}", what, "2D-3", _counters(name), _more("counters", 1), 9)


def _to(person: str, gainer: str) -> Callable[[int], str]:
    return lambda _: f"{place_name(person)} with {gainer}"


def _more(what: str, each: int) -> Callable[[int], str]:
    return lambda by: f"{abs(each) * by} {what} {'more' if each > 0 else 'less'}"


def _cards(name: str, card: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        cards: Cards = scenario.position.players[name].cards
        more = cards.model_copy(update={card: getattr(cards, card) + by})
        return placed(scenario, scenario.position.with_player(name, cards=more))

    return loosen


def _counters(name: str) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        units = scenario.position.players[name].scattered_units
        more = {**units, "loyal": units.get("loyal", 0) + by}
        return placed(scenario, scenario.position.with_player(name, scattered_units=more))

    return loosen
