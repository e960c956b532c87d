"""Results on a terminal: words and tables that fit 80 columns, a live line while a search runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import click

from models.ledger import POINTS, Entry, Ledger
from puzzles.columns import Column, pairs, say, table
from puzzles.live import live_line, manner_of, write_line

if TYPE_CHECKING:  # a command that only scores loads nothing of the solver floor
    from models.errors import Breach
    from models.game import Game, Replayed
    from puzzles.cases import Report
    from puzzles.checking import Checked
    from puzzles.scenario import Scenario
    from puzzles.scoring import OtherReading, Scorecard
    from puzzles.solving import Flip
    from solver.answer import Answer, Progress
    from solver.engine import Listener

LEDGER = (
    Column("where", wraps=True),
    Column("player", wraps=True),
    Column("what", wraps=True),
    Column("rule", dim=True),
    Column("paid", right=True),
    Column("points", right=True),
)
SHORT = 24
"""Where each entry has a subject of its own, no longer than this, the rows of a ledger stand close together."""


def print_head(scenario: Scenario) -> None:
    """Which scenario, where and when."""
    say(scenario.title or scenario.name, bold=True)
    for line in scenario.game.headline(scenario.board, scenario.position):
        say(line)
    if scenario.note:
        say()
        say(" ".join(scenario.note.split()))


def print_picture(scenario: Scenario, plan: Any = None) -> None:
    """The table in characters, without what the ledger tells; nothing where that would be long."""
    from puzzles.picture import BESIDE_SCORES, draw_text

    if scenario.game.key in BESIDE_SCORES:
        say()
        for line in draw_text(scenario, plan, scores=False):
            click.echo(line)


def print_ledger(scenario: Scenario, ledger: Ledger, *, whole: bool = True) -> None:
    """A ledger by province (or whatever its entries are about), totals at the end; nothing if it has no entry.

    ``whole`` false leaves out the totals: the ledger tells changes of what stands.
    """
    if not len(ledger):
        say()
        return
    rows: list[tuple[str, ...] | None] = []
    subjects = [entry.subject for entry in ledger]
    names = [scenario.game.subject_words(subject) for subject in subjects]
    apart = any(one == two for one, two in pairwise(subjects)) or max(map(len, names)) > SHORT
    last = None
    for entry, name in zip(ledger, names, strict=True):
        new = entry.subject != last
        if new and last is not None and apart:
            rows.append(None)
        where = name if new else ""
        points = str(entry.amount) if entry.track == POINTS else _amount(entry)
        rows.append((where, entry.player, entry.note, entry.rule, str(entry.price) if entry.price else "", points))
        last = entry.subject
    totals = ledger.totals(scenario.game.players(scenario.position), scenario.game.tracks) if whole else {}
    rows += [None] if whole else []
    for player, tracks in totals.items():
        for track, total in tracks.items():
            rows.append(("total" if track == POINTS else f"total {track}", player, "", "", "", str(total)))
    say()
    paid = any(entry.price for entry in ledger)
    table(*((LEDGER, rows) if paid else _without(LEDGER, rows, "paid")))
    say()


def _without(
    columns: Sequence[Column], rows: Iterable[tuple[str, ...] | None], title: str
) -> tuple[list[Column], list[tuple[str, ...] | None]]:
    """A table without the column of a title."""
    kept = [at for at, column in enumerate(columns) if column.title != title]
    return [columns[at] for at in kept], [row and tuple(row[at] for at in kept) for row in rows]


def print_rulings(game: Game, readings: Mapping[str, str]) -> None:
    """The rulings that a replay consulted, with what the readings mean."""
    if not readings:
        say("rulings consulted: none; no open point of the rule text mattered")
        return
    say("rulings consulted:")
    pairs((f"{key}={reading}", game.rulings[key].readings[reading]) for key, reading in readings.items())


def print_answer(scenario: Scenario, answer: Answer, limit: float) -> None:
    """A whole answer: the plan in words, the ledger, the proof, the rulings."""
    print_head(scenario)
    say()
    if answer.plan is None:
        say(_no_answer(answer, limit), bold=True)
        return
    if answer.answers is not None:
        _print_list(scenario, answer)
        return
    say(_worth(scenario, answer.value or 0), bold=True)
    _print_plan(scenario, answer)
    print_picture(scenario, answer.plan)
    print_ledger(scenario, answer.ledger)
    for note in answer.notes:
        say(f"note: {note}")
    _print_proof(answer)
    print_rulings(scenario.game, answer.rulings)


def _worth(scenario: Scenario, value: int, what: str | None = None) -> str:
    """What a plan is worth, in the question's own words."""
    from puzzles.questions import find

    kind = scenario.question.kind
    words = find(scenario.game.key, kind).load().value_words(scenario.task, value)
    return f"{what or kind.replace('-', ' ')}: {words}"


def _print_plan(scenario: Scenario, answer: Answer) -> None:
    from puzzles.scenario import answer_words

    if answer.plan is not None:
        pairs(answer_words(scenario, answer.plan))


def _print_list(scenario: Scenario, answer: Answer) -> None:
    answers = answer.answers or ()
    for number, one in enumerate(answers, start=1):
        say(f"{number}. {_worth(scenario, one.value or 0)}", bold=True)
        _print_plan(scenario, one)
        say()
    end = "these are all" if answer.complete else "there may be more"
    stopped = " (interrupted)" if answer.interrupted else ""
    noun = "answer" if len(answers) == 1 else "answers that differ in what happens"
    say(f"{len(answers)} {noun}; {end}{stopped}")
    _print_proof(answer)


def _print_proof(answer: Answer) -> None:
    say(proof_line(answer), colour="green" if answer.status == "optimal" else "yellow")


def _no_answer(answer: Answer, limit: float) -> str:
    if answer.status == "infeasible":
        again = ", and checked again without presolve" if answer.proof.value == "cp-sat" else ""
        return f"There is no plan that fits: proved by {answer.proof.value}{again}."
    if answer.interrupted:
        return "Interrupted before anything was found."
    return f"Nothing found within {limit:g} s; this proves nothing. Try a longer --time-limit."


def proof_line(answer: Answer) -> str:
    """How far the answer is proved, in a line or two."""
    seconds = answer.statistics.get("solver_seconds", 0)
    if answer.status == "optimal":
        same = "same plan on every run" if answer.canonical else "one of several plans of this value"
        return f"proved best by {answer.proof.value} ({seconds:.2f} s), replayed by the rules, {same}"
    stopped = "interrupted" if answer.interrupted else "stopped at the time limit"
    bound = f"{answer.bound:g}" if answer.bound is not None else "unknown"
    gap = f"{answer.gap:g}" if answer.gap is not None else "unknown"
    return f"not proved best ({stopped} after {seconds:.1f} s): bound {bound}, gap {gap}; replayed by the rules"


def print_flips(scenario: Scenario, flips: list[Flip], value: int | None) -> None:
    """What other readings would change of an answer of some value."""
    changing = [flip for flip in flips if flip.changes]
    open_ones = [f"{flip.ruling}={flip.reading}" for flip in flips if flip.changes is None]
    say()
    if open_ones:
        say(f"other readings that are not settled, for want of time or a proof: {', '.join(open_ones)}")
    every = sum(len(ruling.readings) - 1 for ruling in scenario.game.rulings.values())
    if len(flips) < every:
        say(f"interrupted: {every - len(flips)} of {every} other readings were not looked at")
    if not changing:
        say(f"other readings: none of {len(flips) - len(open_ones)} changes the answer")
        return
    say(f"other readings: {len(changing)} of {len(flips)} change{'s' if len(changing) == 1 else ''} the answer")
    rows = []
    for flip in changing:
        worth = f"the answer is {flip.status.value}" if flip.value is None else _worth(scenario, flip.value)
        worth = f"the question cannot be asked: {flip.refused}" if flip.refused else worth
        meaning = scenario.game.rulings[flip.ruling].readings[flip.reading]
        another = "; another plan of the same value" if flip.value is not None and flip.value == value else ""
        rows.append((f"{flip.ruling}={flip.reading}", f"{worth} ({meaning}{another})"))
    pairs(rows)


def print_score(scenario: Scenario, card: Scorecard) -> None:
    """A ledger, its totals and the rulings."""
    print_head(scenario)
    print_picture(scenario)
    print_ledger(scenario, card.ledger)
    print_rulings(scenario.game, card.rulings)


def print_other_readings(scenario: Scenario, card: Scorecard, others: Sequence[OtherReading]) -> None:
    """Which other readings change the totals, and to what."""
    changing = [other for other in others if other.totals]
    say()
    if not others:
        say("other readings: none could matter")
        return
    if not changing:
        say(f"other readings: no total changes under any that could matter ({len(others)})")
        return
    say(f"other readings that change totals, of {len(others)} that could matter: {len(changing)}")
    before = card.ledger.totals(card.players, card.tracks)
    rows = []
    for other in changing:
        told = [
            f"{player} {total} {'' if track == POINTS else f'{track} '}instead of {before[player][track]}"
            for player, tracks in other.totals.items()
            for track, total in tracks.items()
        ]
        meaning = scenario.game.rulings[other.ruling].readings[other.reading]
        rows.append((f"{other.ruling}={other.reading}", f"{', '.join(told)} ({meaning})"))
    pairs(rows)


def print_check(scenario: Scenario, checked: Checked, *, head: bool = True) -> None:
    """Whether a plan is legal, its ledger, and how far it is from the best; ``head`` false leaves out the scenario."""
    if head:
        print_head(scenario)
    say()
    if checked.legal:
        say(f"legal; {_worth(scenario, checked.value, 'your plan')}", bold=True)
    else:
        say("not legal:", bold=True, colour="red")
        for breach in checked.breaches:
            say(f"  {breach_words(breach)}")
        say(f"with that left out, {_worth(scenario, checked.value, 'your plan')}")
    print_ledger(scenario, checked.ledger)
    if checked.best is not None and checked.best.value is not None:
        if checked.gap == 0 and checked.legal:
            say(f"this is a best plan ({proof_line(checked.best)})", colour="green")
        else:
            differences = checked.differences()
            hint = "line by line, yours (-) and the best (+; “satrap solve” shows its moves):"
            say(
                _compared(scenario, checked, checked.best.value) + (f"; {hint}" if differences else ""), colour="yellow"
            )
            for who, entry in differences:
                where = scenario.game.subject_words(entry.subject)
                sign = "-" if who == "yours" else "+"
                say(f"  {sign} {where}: {entry.player} {_amount(entry)}, {entry.note}")
    print_rulings(scenario.game, checked.rulings)


def breach_words(breach: Breach) -> str:
    """Where a plan breaks what, and the rule."""
    cited = "fixed by the question" if breach.rule == "question" else f"rule {breach.rule}"
    return f"{breach.plain()['path']}: {breach.message} ({cited})"


def _compared(scenario: Scenario, checked: Checked, best: int) -> str:
    """How the best stands to a plan that is not legal or not as good, or that nothing better was found for in time."""
    words = _worth(scenario, best, "the best")
    better = best > checked.value if checked.maximise else best < checked.value
    if str(best) not in words:  # they tell another unit, such as an average
        return words if better or not checked.legal else f"nothing better was found in time ({words})"
    if better:
        return f"the best is worth {best}, {checked.gap} {'more' if checked.maximise else 'less'}"
    if not checked.legal:
        return f"the best legal answer is worth {best}"
    return f"nothing better was found in time, which proves nothing; what was found is worth {best}"


def _amount(entry: Entry) -> str:
    return f"{entry.amount} {entry.track.removesuffix('s') if entry.amount == 1 else entry.track}"


def print_replay(scenario: Scenario, played: Replayed) -> None:
    """A log event by event, with the score as it grows."""
    print_head(scenario)
    scored = played.before
    for number, step in enumerate(played.steps, start=1):
        say()
        say(f"{number}. {step.event}", bold=True)
        for line in step.lines:
            say(f"   {line}")
        for breach in step.breaches:
            say(f"   against rule {breach.rule}: {breach.message}; left out", colour="red")
        if len(step.ledger):
            scored += step.ledger
            print_ledger(scenario, step.ledger, whole=len(scenario.game.tracks) == 1)
            for track in scenario.game.tracks:
                totals = {name: scored.total(name, track) for name in dict.fromkeys(entry.player for entry in scored)}
                standing = ", ".join(f"{name} {total}" for name, total in sorted(totals.items(), key=lambda kv: -kv[1]))
                say(f"   {'so far' if track == POINTS else f'{track} so far'}: {standing}")


def print_cases(report: Report) -> None:
    """A line per group; deviations named."""
    rows = [(name, str(passed), str(failed)) for name, (passed, failed) in report.groups.items()]
    table([Column("group"), Column("passed", right=True), Column("failed", right=True)], rows)
    for case, lines in report.deviations.items():
        declared = case in report.declared
        say(case, bold=True, colour="yellow" if declared else "red")
        if declared:
            say(f"  declared: {report.declared[case]}")
        for line in lines:
            say(f"  {line}")
    if report.kept:
        say(f"run as they stand, since they settle a chosen ruling in another way: {len(report.kept)}")
    declared_too = f", {len(report.declared)} otherwise, as declared" if report.declared else ""
    say(f"{report.passed} passed, {report.failed} failed{declared_too}")


@contextmanager
def progress(mode: str) -> Iterator[Listener | None]:
    """A listener that shows a search: a live line on a terminal, JSON lines, or nothing when piped."""
    manner = manner_of(mode)
    if manner == "none":
        yield None
        return
    if manner == "json":

        def tell(now: Progress) -> None:
            elapsed = round(now.elapsed, 3)
            write_line({"stage": now.stage, "best": now.best, "bound": now.bound, "elapsed": elapsed})

        yield tell
        return
    with live_line("searching") as status:

        def show(now: Progress) -> None:
            end = f"{now.elapsed:.1f} s (Ctrl-C keeps the best)"
            if now.best is not None and now.best == now.bound:
                status.update(f"{now.stage}: {now.best:g} proved, {end}")
                return
            known = now.best is not None and now.bound is not None
            gap = f"{abs((now.bound or 0) - (now.best or 0)):g}" if known else "?"
            best = "none yet" if now.best is None else f"{now.best:g}"
            bound = "?" if now.bound is None else f"{now.bound:g}"
            status.update(f"{now.stage}: best {best}, bound {bound}, gap {gap}, {end}")

        yield show
