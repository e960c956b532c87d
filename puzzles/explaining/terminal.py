"""Explanations on a terminal."""

from __future__ import annotations

from puzzles.checking import Checked
from puzzles.columns import Column, pairs, say, table
from puzzles.explaining.explain import Explanation
from puzzles.explaining.words import change_lines, headline, reason_head, reason_lines
from puzzles.questions import find
from puzzles.scenario import Scenario
from puzzles.terminal import breach_words, print_check, print_head, print_ledger


def print_explanation(found: Explanation) -> None:
    """An explanation in words: what forbids more, and what would allow it."""
    print_head(found.scenario)
    say()
    if found.instead is not None:
        _print_instead(found.scenario, found.instead)
        return
    say(headline(found), bold=True)
    for number, reason in enumerate(found.reasons, start=1):
        say()
        say(reason_head(found, reason, number))
        pairs(reason_lines(reason))
        if not reason.verified:
            say("(not verified within the time limit: there may be fewer)", colour="yellow")
    if found.least is None:
        _print_repairs(found)
    elif found.reasons:
        _print_changes(found)
    if found.unsettled:
        say(f"not settled within the time limit: {'; '.join(found.unsettled)}", colour="yellow")
    if found.interrupted:
        say("interrupted: there may be more", colour="yellow")


def _print_changes(found: Explanation) -> None:
    say()
    if not found.changes:
        if found.complete:
            step = "One step of any one of them is not enough for it, nor is" if found.reasons[0].grounds else "Nor is"
            say(f"{step} another reading of a rule.")
        return
    say("What alone would make it better, by one step:")
    table([Column("change", wraps=True, colour="cyan"), Column("the best then", wraps=True)], change_lines(found))


def _print_repairs(found: Explanation) -> None:
    say()
    if not found.repairs:
        if found.complete:
            say("Nothing that was looked at allows an answer, all of it lifted.")
        return
    say("The smallest changes that allow an answer:")
    for repair in found.repairs:
        say(f"  - {' and '.join(ground.changed(count) for ground, count in repair.steps)}")


def _print_instead(scenario: Scenario, checked: Checked) -> None:
    """Another plan beside the best: the first rule that it breaks, or the difference entry by entry."""
    if not checked.legal:
        say(f"It is not legal: {breach_words(checked.breaches[0])}", bold=True, colour="red")
        return
    best = checked.best
    if best is None or best.value is None:
        say("It is legal, although no answer was found: please report that.", colour="red")
        return
    if not checked.behind:
        print_check(scenario, checked, head=False)
        return
    words = find(scenario.game.key, scenario.question.kind).load().value_words
    task = scenario.task
    say(f"It brings {words(task, checked.value)}; the best, {words(task, best.value)}.", bold=True)
    differences = checked.differences()
    if not differences:
        print_ledger(scenario, checked.ledger)
        return
    rows: list[tuple[str, ...]] = []
    for who, entry in differences:
        amount = f"{entry.amount:+d}" if who == "best" else f"{-entry.amount:+d}"
        only = "only the best" if who == "best" else "only this"
        rows.append((only, scenario.game.subject_words(entry.subject), entry.player, entry.note, entry.rule, amount))
    columns = [
        Column("in"),
        Column("where", wraps=True),
        Column("player", wraps=True),
        Column("what", wraps=True),
        Column("rule", dim=True),
        Column("", right=True),
    ]
    say("Line by line, and what each changes from this plan to the best:")
    rows.sort(key=lambda row: row[0])
    table(columns, rows)
