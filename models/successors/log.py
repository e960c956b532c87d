"""Logs of successors: turns, attacks, cards, the burial and changes on the table, up to the moment somebody wins.

After each event both tracks are reckoned anew; a Successor whose victory points fell to 0 is a
Champion again; then an automatic victory ends the game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from models.errors import Breach, Path
from models.game import Replayed, Step
from models.ledger import Entry, Ledger
from models.rulings import Rulings
from models.successors.burial import burial_breaches, buried, without_cart
from models.successors.control import controlled_provinces
from models.successors.legitimacy import FLOOR, legitimacy_floor, source_entries
from models.successors.map import Map
from models.successors.plan import Attack, CartChange, Change, Event, Play, PlayerChange
from models.successors.position import (
    DEAD,
    FREE,
    INDEPENDENT,
    LEGITIMACY,
    PHASES,
    TURNS,
    Cards,
    Phase,
    Position,
    Royal,
    Totals,
)
from models.successors.scoring import changes, score, totals_of
from models.successors.status import judge, most_vp, regained, with_status
from models.successors.victory import Outcome, Regency, automatic, final, regency
from models.successors.words import NUMERALS, attack_words, change_words, outcome_words, place_name, play_words


@dataclass(frozen=True)
class Game:
    """Where a log stands: the table, the ledger of both tracks on it, and how the game ended if it did."""

    board: Map
    position: Position
    ledger: Ledger
    outcome: Outcome | None = None

    @classmethod
    def of(cls, board: Map, position: Position, rulings: Rulings) -> Game:
        """A game as it lies on the table; an automatic victory that is there has ended it."""
        ledger = score(board, position, rulings)
        totals = totals_of(ledger, position)
        for name, state in position.players.items():
            if state.legitimacy is None:
                position = position.with_player(name, legitimacy=totals[name][LEGITIMACY])
        return cls(board, position, ledger, automatic(position, totals, None, rulings))

    @property
    def totals(self) -> Totals:
        """Each player's total by track."""
        return totals_of(self.ledger, self.position)


def replay(board: Map, position: Position, events: Sequence[Event], rulings: Rulings) -> Replayed:
    """Play a log; what breaks a rule is named and left out.

    Returns
    -------
    The steps, the ledger of each being what it changed; ``after`` holds ``turn``, ``phase``, ``over``, ``winners``,
    ``candidates``, ``route`` and ``rule`` of the victory, ``usurper``, ``dead``, ``cart``, ``tomb``, ``totals`` and the
    ``players``.
    """
    game = Game.of(board, position, rulings)
    before = game.ledger
    steps = []
    for at, event in enumerate(events):
        game, step = _play(game, event, ("events", at), rulings)
        steps.append(step)
    table, totals = game.position, game.totals
    after: dict[str, Any] = {
        "turn": table.turn,
        "phase": table.phase,
        **outcome_values(game.outcome),
        "usurper": table.usurper,
        "dead": list(table.dead),
        "cart": table.cart.model_dump(mode="json") if table.cart else None,
        "tomb": table.tomb.model_dump(mode="json") if table.tomb else None,
        "totals": totals,
        "players": {
            name: {**state.model_dump(mode="json", by_alias=True), "legitimacy": totals[name][LEGITIMACY]}
            for name, state in table.players.items()
        },
    }
    return Replayed(tuple(steps), after, before)


def outcome_values(outcome: Outcome | None) -> dict[str, Any]:
    """How the game ended as plain values; nothing but ``over`` false where it did not."""
    return {
        "over": outcome is not None,
        "winners": list(outcome.winners) if outcome else [],
        "candidates": list(outcome.candidates) if outcome else [],
        "route": outcome.route if outcome else None,
        "rule": outcome.rule if outcome else None,
    }


def settle(game: Game, position: Position, rulings: Rulings) -> tuple[Game, tuple[str, ...]]:
    """Bring everything up to date after an event: tracks, Champions (5-16), automatic victory (2A-1).

    Returns
    -------
    The game, and in words what came of it.
    """
    before = game.totals
    lines = []
    game = _reckoned(game, position, rulings)
    again = regained(game.position, before, game.totals, rulings)
    if again:
        game = _reckoned(game, with_status(game.position, again, True), rulings)
        lines += [f"{name} has no victory points and is a Champion (rule 5-16)" for name in again]
    outcome = automatic(game.position, game.totals, before, rulings)
    if outcome is not None:
        lines.append(outcome_words(outcome, game.totals))
    return replace(game, outcome=outcome), tuple(lines)


def _reckoned(game: Game, position: Position, rulings: Rulings) -> Game:
    """The game with another table: the legitimacy markers move by what has changed, and never below the floor (4-2)."""
    provinces = controlled_provinces(game.board, position, rulings)
    old = _sources(game.ledger)
    new = _sources(entry for name in position.players for entry in source_entries(position, provinces, name, rulings))
    for name in position.players:
        marker = (game.position.players[name].legitimacy or 0) + new.get(name, 0) - old.get(name, 0)
        floor = legitimacy_floor(position, name, marker, rulings)
        position = position.with_player(name, legitimacy=max(floor, marker))
    return replace(game, position=position, ledger=score(game.board, position, rulings, provinces))


def _sources(ledger: Iterable[Entry]) -> Mapping[str, int]:
    """What the sources of legitimacy add up to for each player, without any adjustment."""
    found: dict[str, int] = {}
    for entry in ledger:
        if entry.track == LEGITIMACY and entry.subject != FLOOR:
            found[entry.player] = found.get(entry.player, 0) + entry.amount
    return found


def prepare(game: Game, murder: bool, rulings: Rulings) -> tuple[Game, Regency, tuple[str, ...]]:
    """The preparations of the turn on the table up to the regency test: automatic victory, the cart, the heir.

    Returns
    -------
    The game, the regency test, and in words what happened.
    """
    if game.outcome is not None:
        return game, Regency(), ()
    lines = []
    position = without_cart(game.position)
    if position is not game.position:
        lines.append("Alexander was not buried: the cart is lost (rule 6-12)")
        game, more = settle(game, position, rulings)
        lines += more
    test = regency(game.board, game.position, game.totals, murder, rulings)
    if test.heir and test.fate == "murdered":
        lines.append(f"{place_name(test.heir)} is murdered, and the game goes on (rule 2B-7)")
        game, more = settle(game, royal_to(game.position, test.heir, DEAD), rulings)
        lines += more
    elif test.fate == "crowned" and test.heir:
        lines.append(f"{place_name(test.heir)} is proclaimed king")
    if test.outcome is not None:
        lines.append(outcome_words(test.outcome, game.totals))
        game = replace(game, outcome=test.outcome)
    return game, test, tuple(lines)


def _play(game: Game, event: Event, path: Path, rulings: Rulings) -> tuple[Game, Step]:
    (key, *_) = event.named() or ["change"]
    where = (*path, key)
    if game.outcome is not None:
        rule = "2A-1" if game.outcome.route in ("legitimacy", "vp") else game.outcome.rule
        return game, Step(key, breaches=(Breach(rule, where, "the game is over"),))
    if event.turn is not None:
        return _turn(game, event.turn, event.murder, where, rulings)
    if event.usurper is not None:
        return _usurper(game, event.usurper, where, rulings)
    if event.phase is not None:
        return _phase(game, event.phase, where, rulings)
    if event.segment is not None:
        return _segment(game, event, where, rulings)
    if event.attack is not None:
        return _attack(game, event.attack, rulings)
    if event.bury is not None:
        return _bury(game, event.bury, where, rulings)
    if event.play is not None:
        return _card(game, event.play, where, rulings)
    if event.final:
        return _final(game, where, rulings)
    return _change(game, event.change or Change(), where, rulings)


def _done(
    game: Game,
    position: Position,
    title: str,
    lines: Sequence[str],
    rulings: Rulings,
    breaches: Sequence[Breach] = (),
) -> tuple[Game, Step]:
    """The game after an event that leads to a table, and the step of it."""
    after, more = settle(game, position, rulings)
    return after, Step(title, (*lines, *more), changes(game.ledger, after.ledger), tuple(breaches))


def _refused(game: Game, title: str, rule: str, where: Path, message: str) -> tuple[Game, Step]:
    return game, Step(title, breaches=(Breach(rule, where, message),))


def _turn(game: Game, turn: int, murder: bool, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    title = f"turn {NUMERALS[turn]}"
    if turn != game.position.turn + 1:
        what = f"turn {game.position.turn} is followed by turn {game.position.turn + 1}"
        return _refused(game, title, "F-4", where, what if game.position.turn < TURNS else "turn 5 is the last")
    position = game.position.changed(turn=turn, phase="preparations", segment=None, active=None)
    blank = Cards()
    if any(state.cards != blank for state in position.players.values()) and rulings.read("card-effects") == "turn":
        for name in position.players:
            position = position.with_player(name, cards=blank)
    after, lines = settle(game, position, rulings)
    over = after.outcome is not None
    after, test, more = prepare(after, murder, rulings)
    breaches: tuple[Breach, ...] = ()
    refused = "the game is over" if murder and over else test.refused
    if refused:
        breaches = (Breach("2B-2", where, refused),)
    named: tuple[str, ...] = ()
    if after.outcome is None:
        leaders = most_vp(after.position, after.totals)
        usurper = leaders[0] if len(leaders) == 1 else None
        after = replace(after, position=after.position.changed(usurper=usurper))
        named = (f"the Usurper is {usurper}" if usurper else f"{', '.join(leaders)} tie for Usurper",)
    return after, Step(title, (*lines, *more, *named), changes(game.ledger, after.ledger), breaches)


def _usurper(game: Game, name: str, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    """Name the Usurper where victory points tie: the senior general among them is not ours to know (F-3)."""
    position = game.position
    leaders = most_vp(position, game.totals)
    if position.phase != "preparations" or position.usurper is not None or name not in leaders:
        what = f"the Usurper is named in the preparations, where nobody is yet, among {', '.join(leaders)}"
        return _refused(game, "usurper", "F-3", where, what)
    return _done(game, position.changed(usurper=name), "usurper", [f"the Usurper is {name}"], rulings)


def _phase(game: Game, phase: Phase, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    position = game.position
    if PHASES.index(phase) <= PHASES.index(position.phase):
        return _refused(game, phase, "F-4", where, f"{phase} does not come after {position.phase}")
    return _done(game, position.changed(phase=phase, segment=None, active=None), phase, [], rulings)


def _segment(game: Game, event: Event, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    title = f"{event.segment} of {event.of}"
    if game.position.phase != "strategy":
        return _refused(game, title, "F-4", where, f"there are no segments in the phase {game.position.phase}")
    return _done(game, game.position.changed(segment=event.segment, active=event.of), title, [], rulings)


def _attack(game: Game, attack: Attack, rulings: Rulings) -> tuple[Game, Step]:
    judged = judge(game.position, attack, game.totals, rulings)
    lines = [attack_words(attack)]
    position = game.position
    if judged.loses:  # before the battle (5-5)
        position = with_status(position, [attack.by], False)
        lines.append(f"{attack.by} becomes a Successor before that: {judged.why} (rule {judged.rule})")
    elif position.players[attack.by].champion:
        lines.append(f"{attack.by} stays a Champion: {judged.why} (rule {judged.rule})")
    return _done(game, position, "attack", lines, rulings)


def _bury(game: Game, name: str, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    breaches = tuple(burial_breaches(game.board, game.position, name, where, rulings))
    if breaches:
        return game, Step("burial", breaches=breaches)
    position = buried(game.position, name)
    assert position.tomb is not None
    return _done(game, position, "burial", [f"{name} buries Alexander in {place_name(position.tomb.at)}"], rulings)


def _card(game: Game, play: Play, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    position, name = game.position, (play.on if play.card == "condemnation" else play.by) or ""
    if play.card == "capital":
        space = play.at or ""
        if not game.board.is_major(space) or not position.controls(name, space) or space in position.capitals:
            what = f"{space} is no major city that {name} controls, or there is a capital"
            return _refused(game, "card", "3-8", where, what)
        position = position.changed(capitals={**position.capitals, space: name})
    else:
        cards = position.players[name].cards
        key = play.card.replace("-", "_")
        position = position.with_player(name, cards=cards.model_copy(update={key: getattr(cards, key) + 1}))
    return _done(game, position, "card", [play_words(play)], rulings)


def _final(game: Game, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    if (game.position.turn, game.position.phase) != (TURNS, "end"):
        return _refused(game, "final", "2C-1", where, "that is at the end of turn V")
    outcome = final(game.board, game.position, game.totals, rulings)
    return replace(game, outcome=outcome), Step("the end of the game", (outcome_words(outcome, game.totals),))


def _change(game: Game, change: Change, where: Path, rulings: Rulings) -> tuple[Game, Step]:
    """Change the table; what breaks a rule is left out, the rest is done."""
    position, board = game.position, game.board
    breaches: list[Breach] = []
    control: dict[str, str | None] = {}
    for space, owner in change.control.items():
        if space not in board.spaces:
            breaches.append(Breach("F-6", (*where, "control", space), f"the map has no space {space}"))
        elif board.spaces[space].kind == "transit" and owner is not None:
            breaches.append(Breach("1-4", (*where, "control", space), f"{space} is a transit point"))
        else:
            control[space] = owner
            position = marked(position, space, owner)
    royals: dict[Royal, str] = {}
    for royal, owner in change.royals.items():
        if royal in position.dead and owner != DEAD:
            breaches.append(Breach("2B-4", (*where, "royals", royal), f"{royal} is dead"))
        else:
            royals[royal] = owner
            position = royal_to(position, royal, owner)
    moved: CartChange | None = None
    if change.cart is not None:
        position, moved, wrong = _cart(board, position, change.cart, (*where, "cart"))
        breaches += wrong
    players: dict[str, PlayerChange] = {}
    for name, parts in change.players.items():
        unknown = [(at, space) for at, space in _named_spaces(parts) if space not in board.spaces]
        for at, space in unknown:
            breaches.append(Breach("F-6", (*where, "players", name, *at), f"the map has no space {space}"))
        if not unknown:
            players[name] = parts
            position = _replaced(position, name, parts)
    done = Change.model_construct(control=control, royals=royals, cart=moved, players=players)
    return _done(game, position, "change", list(change_words(done)), rulings, breaches)


def marked(position: Position, space: str, owner: str | None) -> Position:
    """The same with another marker in a space, or none; a capital of another player is captured (3-9)."""
    position = position.changed(independents=tuple(s for s in position.independents if s != space))
    for name, state in position.players.items():
        if space in state.control and name != owner:
            position = position.with_player(name, control=tuple(s for s in state.control if s != space))
    if owner == INDEPENDENT:
        return position.changed(independents=(*position.independents, space))
    if owner is None:
        return position
    own = position.players[owner]
    if space not in own.control:
        position = position.with_player(owner, control=(*own.control, space))
    if position.capitals.get(space, owner) != owner and space not in own.captured:
        position = position.with_player(owner, captured=(*own.captured, space))
    return position


def royal_to(position: Position, royal: Royal, owner: str) -> Position:
    """The same with a royal under somebody's control, with nobody, or dead."""
    for name, state in position.players.items():
        if royal in state.royals and name != owner:
            position = position.with_player(name, royals=tuple(r for r in state.royals if r != royal))
    if owner == DEAD:
        return position.changed(dead=(*(r for r in position.dead if r != royal), royal))
    if owner == FREE or royal in position.players[owner].royals:
        return position
    return position.with_player(owner, royals=(*position.players[owner].royals, royal))


def _cart(
    board: Map, position: Position, change: CartChange, where: Path
) -> tuple[Position, CartChange | None, list[Breach]]:
    """Move the cart, or give it to somebody; also what of it was done, and what was not."""
    cart = position.cart
    if cart is None:
        return position, None, [Breach("6-4", where, "there is no funeral cart")]
    wrong: list[Breach] = []
    done: dict[str, str | None] = {}
    if change.at is not None:
        if change.at not in board.spaces:
            wrong.append(Breach("F-6", where, f"the map has no space {change.at}"))
        elif change.at != cart.at and position.turn == 1:
            wrong.append(Breach("6-1", where, "the cart is built at the start of turn II"))
        else:
            done["at"] = change.at
    if "player" in change.model_fields_set:
        done["player"] = change.player
    return position.changed(cart=cart.model_copy(update=done)), CartChange(**done), wrong


def _named_spaces(parts: PlayerChange) -> Iterator[tuple[Path, str]]:
    """Every space that a change of a player names, with its path."""
    yield from ((("armies", at), army.at) for at, army in enumerate(parts.armies))
    yield from ((("generals", name), there.at) for name, there in parts.generals.items() if there.at is not None)
    yield from ((("siege", space), space) for space in parts.siege)


def _replaced(position: Position, name: str, parts: PlayerChange) -> Position:
    """The same with parts of a player's state replaced; a general who comes to it leaves whoever had it."""
    values = {key: getattr(parts, key) for key in parts.model_fields_set}
    for other, state in position.players.items():
        if other != name and set(state.generals) & set(values.get("generals", ())):
            kept = {key: there for key, there in state.generals.items() if key not in values["generals"]}
            position = position.with_player(other, generals=kept)
    return position.with_player(name, **values)
