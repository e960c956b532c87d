"""What is not to be had in a puzzle of successors: as a ground, which loosened lets it be had for nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from models.successors.acquisitions import WinningRoute
from models.successors.map import MACEDONIA, PELLA, Map
from models.successors.position import BURIAL_TURNS, HEIRS, WOMEN, Position
from models.successors.words import place_name
from models.words import and_words
from puzzles.kinds.kind import Ground
from puzzles.kinds.successors import FLEET_MOST, NOTED
from puzzles.kinds.successors_offers import Shelf, rule_of, with_given, with_price
from puzzles.scenario import Scenario
from solver.successors.offers import FleetOffer, Offers, SinkOffer, Thing, thing_words


@dataclass(frozen=True)
class Gift:
    """Things that are not on offer, and would cost nothing if they were.

    Attributes
    ----------
    key, fact, rule
        As of the ground that it makes.
    steps
        What each step of loosening adds, as kind and name (of fleets the number, with its owner).
    """

    key: str
    fact: str
    rule: str
    steps: tuple[tuple[tuple[str, str, int], ...], ...]


def gift_grounds(shelf: Shelf, gifts: Iterable[Gift]) -> Iterator[Ground]:
    """Grounds of what is not to be had: loosened, it can be had for nothing, and need not."""
    for gift in gifts:
        yield Ground(
            f"none:{shelf.name}:{gift.key}",
            gift.fact,
            gift.rule,
            _given(shelf, gift),
            _given_words(shelf, gift),
            len(gift.steps),
        )


def _given(shelf: Shelf, gift: Gift) -> Callable[[Scenario, int], Scenario]:
    def loosen(scenario: Scenario, by: int) -> Scenario:
        offers = shelf.offers(scenario)
        for kind, name, number in (thing for step in gift.steps[:by] for thing in step):
            if kind == "fleets":
                offers = with_given(offers, kind, (*offers.fleets, FleetOffer(number=number, price=0)))
            elif kind == "sink":
                offers = with_given(offers, kind, (*offers.sink, SinkOffer(of=name, number=number, price=0)))
            else:
                offers = with_price(offers, kind, name or None, 0)
        return shelf.put(scenario, offers)

    return loosen


def _given_words(shelf: Shelf, gift: Gift) -> Callable[[int], str]:
    def words(by: int) -> str:
        listed = [Thing(kind, name, number) for step in gift.steps[:by] for kind, name, number in step]  # type: ignore[arg-type]
        return f"{and_words([thing_words(thing) for thing in listed])} for {shelf.name} at no cost"

    return words


def missing(scenario: Scenario, shelf: Shelf, routes: Iterable[WinningRoute], victims: Iterable[str]) -> Iterator[Gift]:
    """What a faction is not offered and could make a difference by some routes.

    Parameters
    ----------
    victims
        Whose fleets and legitimacy it would be glad to see smaller.
    """
    board, position, offers, name = scenario.board, scenario.position, shelf.offers(scenario), shelf.name
    asked = set(routes)
    crowns = bool(asked & {"legitimacy", "regency"})
    state = position.players[name]
    yield from _missing_spaces(board, position, offers, name, bool(asked - {"legitimacy"}))
    if crowns:
        yield from _missing_people(position, offers, name)
    if crowns and not state.champion and offers.champion is None:
        yield Gift("champion", f"{name} is a Successor", "4-7", ((("champion", "", 0),),))
    if crowns and "oracle" not in offers.cards:
        yield Gift("oracle", f"{name} has no Oracle to play", "4-13", ((("cards", "oracle", 0),),))
    if crowns and position.cart is not None and position.turn in BURIAL_TURNS:
        if position.cart.player != name and offers.cart is None:
            yield Gift("cart", f"{name} cannot have the funeral cart", "6-4", ((("cart", "", 0),),))
        if PELLA not in offers.tomb and board.is_major(PELLA):
            yield Gift("tomb", f"{name} cannot bury Alexander in Pella", "6-10", ((("tomb", PELLA, 0),),))
    if asked - {"legitimacy"}:
        yield from _missing_fleets(position, offers, name, victims)
    if "regency" in asked:
        for other in victims:
            if other not in offers.condemn:
                what = f"{name} has no Condemnation for {other}"
                yield Gift(f"condemn:{other}", what, "4-15", ((("condemn", other, 0),),))


def _missing_spaces(board: Map, position: Position, offers: Offers, name: str, points: bool) -> Iterator[Gift]:
    """Spaces that are not its own and not on offer, by owner; each province is a step."""
    tomb = position.tomb.at if position.tomb is not None else None
    by_owner: dict[str, dict[str, list[str]]] = {}
    for space in board.markable:
        province = board.spaces[space].province or space
        wanted = points or province == MACEDONIA or space == tomb
        if (
            wanted
            and not position.controls(name, space)
            and not {space, province} & {*offers.spaces, *offers.provinces}
        ):
            owner = position.markers.get(space, "nobody")
            by_owner.setdefault(owner, {}).setdefault(province, []).append(space)
    for owner, provinces in by_owner.items():
        steps = tuple(tuple(("spaces", space, 0) for space in spaces) for spaces in provinces.values())
        listed = and_words([place_name(province) for province in provinces])
        whose = {"nobody": "nobody's", "independent": "the Independents'"}.get(owner, f"{owner}'s")
        fact = (
            f"{name} cannot have {whose} spaces of {listed}"
            if len(provinces) < 5
            else (f"{name} cannot have {whose} spaces of {len(provinces)} provinces")
        )
        yield Gift(f"spaces:{owner}", fact, "F-1", steps)


def _missing_people(position: Position, offers: Offers, name: str) -> Iterator[Gift]:
    """Royals and noted generals that are not its own and not on offer."""
    for royal in {**HEIRS, **WOMEN}:
        if royal not in position.dead and position.holder(royal) != name and royal not in offers.royals:
            holder = position.holder(royal)
            rule = "4-4" if royal in HEIRS else "4-6"
            where = f"{place_name(royal)} is {f'with {holder}' if holder else 'with nobody'} and not to be had"
            yield Gift(f"royal:{royal}", where, rule, ((("royals", royal, 0),),))
    for general, rule in NOTED.items():
        if general not in position.players[name].generals and general not in offers.generals:
            what = f"{name} cannot have {place_name(general)}"
            yield Gift(f"general:{general}", what, rule, ((("generals", general, 0),),))


def _missing_fleets(position: Position, offers: Offers, name: str, victims: Iterable[str]) -> Iterator[Gift]:
    """Fleets of its own up to more than anybody's, and fleets of others that stay."""
    own = position.players[name].fleet_strength
    most = max((state.fleet_strength for other, state in position.players.items() if other != name), default=0)
    lacking = min(FLEET_MOST, max(most + 1, 3) - own)
    if lacking > 0:
        fact = f"{name}'s fleets have a strength of {own}"
        yield Gift("fleets", fact, "3-3", tuple((("fleets", "", 1),) for _ in range(lacking)))
    offered = [(offer.of, offer.number) for offer in offers.sink]
    for other in victims:
        state = position.players[other]
        afloat = [*state.fleets, *state.scattered_fleets]
        for of, number in offered:
            if of == other and number in afloat:
                afloat.remove(number)
        if afloat:
            fact = f"{other} keeps fleets of {and_words([str(number) for number in afloat])}"
            yield Gift(f"sink:{other}", fact, "3-3", tuple((("sink", other, number),) for number in afloat))


def spared(scenario: Scenario, player: str, rivals: Sequence[str]) -> Iterator[Gift]:
    """What the leader has and no rival can take: spaces of each province, people, fleets, its good name."""
    board, position = scenario.board, scenario.position
    state = position.players[player]
    offers = [scenario.question.offers[name] for name in rivals]
    open_to = {
        kind: {key for given in offers for key in getattr(given, kind)}
        for kind in ("provinces", "spaces", "clear", "royals", "generals", "kill", "condemn")
    }
    for province, spaces in board.members.items():
        safe = [space for space in spaces if position.controls(player, space)]
        safe = [space for space in safe if space not in open_to["spaces"] | open_to["clear"]]
        if safe and province not in open_to["provinces"]:
            title = board.provinces[province].title or province
            steps = tuple((("clear", space, 0),) for space in safe)
            yield Gift(f"clear:{province}", f"nobody can touch {player}'s markers in {title}", "F-1", steps)
    for person in (*state.royals, *state.generals):
        if person not in open_to["royals"] | open_to["generals"] | open_to["kill"]:
            fact = f"nobody can take {person.capitalize()} from {player}"
            yield Gift(f"kill:{person}", fact, rule_of(Thing("kill", person)), ((("kill", person, 0),),))
    afloat = [*state.fleets, *state.scattered_fleets]
    for number in (offer.number for given in offers for offer in given.sink if offer.of == player):
        if number in afloat:
            afloat.remove(number)
    if afloat:
        fact = f"nobody can sink {player}'s fleets of {and_words([str(number) for number in afloat])}"
        yield Gift("sink", fact, "3-3", tuple((("sink", player, number),) for number in afloat))
    if player not in open_to["condemn"]:
        yield Gift("condemn", f"nobody has a Condemnation for {player}", "4-15", ((("condemn", player, 0),),))
