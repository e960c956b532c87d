"""Results on a terminal: words and tables that fit 80 columns, a live line while a search runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from models.ledger import POINTS, Ledger

if TYPE_CHECKING:  # a command that only scores loads nothing of the solver floor
    from models.game import Game, Replayed
    from puzzles.cases import Report
    from puzzles.checking import Checked
    from puzzles.scenario import Scenario
    from puzzles.scoring import Scorecard
    from puzzles.solving import Flip
    from solver.answer import Answer, Progress
    from solver.engine import Listener


def console(stderr: bool = False) -> Console:
    """A console that neither highlights nor reads markup in what users wrote."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_head(out: Console, scenario: Scenario) -> None:
    """Which scenario, where and when."""
    out.print(Text(scenario.title or scenario.name, style="bold"))
    for line in scenario.game.headline(scenario.board, scenario.position):
        out.print(Text(line))


def ledger_table(game: Game, ledger: Ledger, players: list[str]) -> Table:
    """A ledger by province (or whatever its entries are about), totals at the end."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, expand=False)
    table.add_column("where", max_width=18, overflow="fold")
    table.add_column("player", max_width=16, overflow="fold")
    table.add_column("what", ratio=1, overflow="fold")
    table.add_column("rule", no_wrap=True, style="dim")
    table.add_column("paid", justify="right")
    table.add_column("points", justify="right")
    last = None
    for entry in ledger:
        new = entry.subject != last
        if new and last is not None:
            table.add_section()
        track = "" if entry.track == POINTS else f" {entry.track}"
        table.add_row(
            game.subject_words(entry.subject) if new else "",
            entry.player,
            entry.note,
            entry.rule,
            str(entry.price) if entry.price else "",
            Text(f"{entry.amount}{track}", style="" if entry.amount else "dim"),
        )
        last = entry.subject
    table.add_section()
    for player, tracks in ledger.totals(players).items():
        for track, total in tracks.items():
            label = "total" if track == POINTS else f"total {track}"
            table.add_row(label, player, "", "", "", Text(str(total), style="bold"))
    return table


def print_rulings(out: Console, game: Game, readings: Mapping[str, str]) -> None:
    """The rulings that a replay consulted, with what the readings mean."""
    if not readings:
        out.print("rulings consulted: none; no open point of the rule text mattered")
        return
    out.print("rulings consulted:")
    out.print(pairs((f"{key}={reading}", game.rulings[key].readings[reading]) for key, reading in readings.items()))


def print_answer(scenario: Scenario, answer: Answer, limit: float) -> None:
    """A whole answer: the plan in words, the ledger, the proof, the rulings."""
    out = console()
    print_head(out, scenario)
    out.print()
    if answer.plan is None:
        out.print(Text(_no_answer(answer, limit), style="bold"))
        return
    if answer.answers is not None:
        _print_list(out, scenario, answer)
        return
    out.print(Text(_worth(scenario, answer.value or 0), style="bold"))
    _print_plan(out, scenario, answer)
    out.print(ledger_table(scenario.game, answer.ledger, list(scenario.game.players(scenario.position))))
    for note in answer.notes:
        out.print(f"note: {note}")
    out.print(Text(proof_line(answer), style="green" if answer.status == "optimal" else "yellow"))
    print_rulings(out, scenario.game, answer.rulings)


def _worth(scenario: Scenario, value: int) -> str:
    """What a plan is worth, in the question's own words."""
    from puzzles.questions import find

    question = scenario.question
    words = find(scenario.game.key, question.kind).load().value_words(question, value)
    return f"{question.kind.replace('-', ' ')}: {words}"


def _print_plan(out: Console, scenario: Scenario, answer: Answer) -> None:
    out.print(pairs(scenario.game.plan_words(scenario.board, scenario.position, answer.plan)))


def pairs(pairs: Iterable[tuple[str, str]]) -> Table:
    """Headings with lines beside them; a heading that repeats is said once."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True, style="cyan")
    grid.add_column()
    last = None
    for heading, line in pairs:
        grid.add_row(f"  {heading}" if heading != last else "", Text(line))
        last = heading
    return grid


def _print_list(out: Console, scenario: Scenario, answer: Answer) -> None:
    answers = answer.answers or ()
    for number, one in enumerate(answers, start=1):
        out.print(Text(f"{number}. {_worth(scenario, one.value or 0)}", style="bold"))
        _print_plan(out, scenario, one)
        out.print()
    end = "these are all" if answer.complete else "there may be more"
    stopped = " (interrupted)" if answer.interrupted else ""
    noun = "answer" if len(answers) == 1 else "answers that differ in what happens"
    out.print(f"{len(answers)} {noun}; {end}{stopped}")
    out.print(Text(proof_line(answer), style="green" if answer.status == "optimal" else "yellow"))


def _no_answer(answer: Answer, limit: float) -> str:
    if answer.status == "infeasible":
        return "There is no plan that fits: proved, and checked again without presolve."
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


def print_flips(scenario: Scenario, flips: list[Flip]) -> None:
    """What other readings would change."""
    out = console()
    changing = [flip for flip in flips if flip.changes]
    out.print()
    if not changing:
        out.print(f"other readings: none of {len(flips)} changes the answer")
    for flip in changing:
        ruling = scenario.game.rulings[flip.ruling]
        worth = flip.value if flip.value is not None else flip.status.value
        out.print(
            Text(f"with {flip.ruling}={flip.reading} the answer changes ({worth}): {ruling.readings[flip.reading]}")
        )


def print_score(scenario: Scenario, card: Scorecard) -> None:
    """A ledger, its totals and the rulings."""
    out = console()
    print_head(out, scenario)
    out.print(ledger_table(scenario.game, card.ledger, list(card.players)))
    print_rulings(out, scenario.game, card.rulings)


def print_check(scenario: Scenario, checked: Checked) -> None:
    """Whether a plan is legal, its ledger, and how far it is from the best."""
    out = console()
    print_head(out, scenario)
    out.print()
    if checked.legal:
        out.print(Text(f"legal; {_worth(scenario, checked.value)}", style="bold"))
    else:
        out.print(Text("not legal:", style="bold red"))
        for breach in checked.breaches:
            plain = breach.plain()
            cited = "fixed by the question" if breach.rule == "question" else f"rule {breach.rule}"
            out.print(Text(f"  {plain['path']}: {breach.message} ({cited})"))
        out.print(Text(f"with that left out, {_worth(scenario, checked.value)}"))
    out.print(ledger_table(scenario.game, checked.ledger, list(scenario.game.players(scenario.position))))
    if checked.best is not None and checked.best.value is not None:
        if checked.gap == 0 and checked.legal:
            out.print(Text(f"this is a best plan ({proof_line(checked.best)})", style="green"))
        else:
            out.print(
                Text(f"the best is worth {checked.best.value}, {checked.gap} more; line by line:", style="yellow")
            )
            for who, entry in checked.differences():
                where = scenario.game.subject_words(entry.subject)
                sign = "-" if who == "yours" else "+"
                out.print(Text(f"  {sign} {where}: {entry.player} {entry.amount} points, {entry.note}"))
    print_rulings(out, scenario.game, checked.rulings)


def print_replay(scenario: Scenario, played: Replayed) -> None:
    """A log event by event, with the score as it grows."""
    out = console()
    print_head(out, scenario)
    totals: dict[str, int] = {}
    for number, step in enumerate(played.steps, start=1):
        out.print()
        out.print(Text(f"{number}. {step.event}", style="bold"))
        for line in step.lines:
            out.print(Text(f"   {line}"))
        for breach in step.breaches:
            out.print(Text(f"   against rule {breach.rule}: {breach.message}; left out", style="red"))
        if len(step.ledger):
            out.print(ledger_table(scenario.game, step.ledger, list(scenario.game.players(scenario.position))))
            for entry in step.ledger:
                totals[entry.player] = totals.get(entry.player, 0) + entry.amount
            standing = ", ".join(f"{name} {total}" for name, total in sorted(totals.items(), key=lambda kv: -kv[1]))
            out.print(Text(f"   so far: {standing}"))


def print_cases(report: Report) -> None:
    """A line per group; deviations named."""
    out = console()
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("group")
    table.add_column("passed", justify="right")
    table.add_column("failed", justify="right")
    for name, (passed, failed) in report.groups.items():
        table.add_row(name, str(passed), Text(str(failed), style="bold red" if failed else "dim"))
    out.print(table)
    for case, lines in report.deviations.items():
        out.print(Text(case, style="bold red"))
        for line in lines:
            out.print(Text(f"  {line}"))
    out.print(f"{report.passed} passed, {report.failed} failed")


@contextmanager
def progress(mode: str) -> Iterator[Listener | None]:
    """A listener that shows a search: a live line on a terminal, JSON lines, or nothing when piped."""
    if mode == "json":

        def tell(now: Progress) -> None:
            line = {"stage": now.stage, "best": now.best, "bound": now.bound, "elapsed": round(now.elapsed, 3)}
            print(json.dumps(line), file=sys.stderr, flush=True)

        yield tell
        return
    err = console(stderr=True)
    if mode == "none" or not err.is_terminal:
        yield None
        return
    with err.status("searching") as status:

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
