"""Playing a puzzle on a terminal: asked, answered in short words or by a file, helped and marked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from models.documents import Document
from models.errors import InputError
from puzzles.checking import Checked, check_against
from puzzles.columns import pairs, say
from puzzles.kinds.kind import kind_of
from puzzles.posing.hints import Hint, hints
from puzzles.posing.pose import Puzzle
from puzzles.posing.record import Played
from puzzles.posing.words import Draft, fields
from puzzles.questions import find
from puzzles.scenario import answer_words, load_plan, to_yaml, write_text

Ask = Callable[[], str | None]
"""Gives the next line that the player types; None when there is none any more."""

WORDS = (
    ("file PATH", "hand in an answer that stands in a file"),
    ("done", "hand in what has been said"),
    ("show", "show what has been said"),
    ("undo", "take back the last line"),
    ("clear", "take back all lines"),
    ("hint", "a hint, each narrower than the one before"),
    ("draw PATH", "draw the table, and what has been said, into an SVG file"),
    ("give up", "show the answer"),
    ("quit", "stop, with nothing shown"),
    ("help", "these words, and those of the answer"),
)


@dataclass
class Game:
    """A puzzle that is being played.

    Attributes
    ----------
    puzzle
        Which.
    ask
        Where the lines of the player come from.
    """

    puzzle: Puzzle
    ask: Ask
    _draft: Draft = field(init=False)
    _hints: Iterator[Hint] = field(init=False)
    _taken: int = field(default=0, init=False)
    _tries: int = field(default=0, init=False)
    _value: int | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        scenario = self.puzzle.scenario
        question = find(scenario.game.key, scenario.question.kind).load()
        self._draft = Draft(question.answer)
        self._hints = iter(hints(self.puzzle))

    def play(self, difficulty: int | None = None) -> Played:
        """Ask until the best is found, the player gives up or there are no more lines."""
        print_puzzle(self.puzzle)
        say()
        say("Your answer, a line at a time; “help” tells the words.", dim=True)
        solved = False
        while not solved and (line := self.ask()) is not None:
            word, _, rest = line.strip().partition(" ")
            if word == "quit":
                break
            if (word, rest.strip()) == ("give", "up"):
                print_answer_of(self.puzzle)
                break
            try:
                solved = self._answered(word, rest.strip(), line.strip())
            except InputError as error:
                for fault in error.faults:
                    say(str(fault), colour="red")
        return self._played(solved, difficulty)

    def _answered(self, word: str, rest: str, line: str) -> bool:
        """Do what a line says; whether it was the best answer."""
        if word == "file" and rest:
            return self._mark(load_plan(rest, self.puzzle.scenario)[0])
        if word == "draw" and rest:
            self._draw(rest)
        elif rest or word not in ("done", "show", "undo", "clear", "hint", "help", "file", "draw", ""):
            self._draft.say(line)
        elif word == "done":
            return self._mark(self._whole())
        elif word == "show":
            say(to_yaml(self._draft.data).rstrip() if self._draft.data else "nothing has been said")
        elif word in ("undo", "clear"):
            while self._draft.undo() and word == "clear":
                pass
        elif word == "hint":
            self._hint()
        elif word:
            self._help()
        return False

    def _draw(self, file: str) -> None:
        from puzzles.picture import draw
        from puzzles.terminal import breach_words

        scenario, plan = self.puzzle.scenario, self._said() if self._draft.data else None
        wrong = check_against(scenario, plan, None).breaches if plan is not None else ()
        write_text(file, draw(scenario, None if wrong else plan))
        say(f"drawn into {file}")
        if wrong:
            say(f"without your answer, which is not legal as it stands: {breach_words(wrong[0])}", colour="yellow")

    def _whole(self) -> Document:
        """The answer, with what it only tells of the table."""
        scenario = self.puzzle.scenario
        return self._draft.plan(lambda said: kind_of(scenario).told(scenario.task, said))

    def _said(self) -> Document:
        """The answer as it is said; what it tells of the table is looked up only if there is no answer without it."""
        try:
            return self._draft.plan()
        except InputError:
            return self._whole()

    def _mark(self, plan: Document) -> bool:
        self._tries += 1
        scenario, best = self.puzzle.scenario, self.puzzle.answer.plan
        kind = kind_of(scenario)
        if best is not None and kind.gist(scenario, plan) == kind.gist(scenario, best):
            plan = best  # what a file says of the table besides may be left out, too
        checked = check_against(scenario, plan, self.puzzle.answer)
        _print_mark(self.puzzle, checked)
        self._value = _better(checked, self._value)
        return checked.legal and checked.gap == 0

    def _hint(self) -> None:
        hint = next(self._hints, None)
        if hint is None:
            say("there is nothing left to tell")
            return
        self._taken += 1
        say(f"hint {self._taken}: {hint.words}", colour="yellow")

    def _help(self) -> None:
        pairs(WORDS)
        say(
            "The answer itself: a field and what is in it, fields inside set apart by commas; "
            "a line about a list adds to it. What only tells of the table may be left out. The fields:"
        )
        pairs(fields(self._draft.document))

    def _played(self, solved: bool, difficulty: int | None) -> Played:
        puzzle = self.puzzle
        return Played(
            game=puzzle.scenario.game.key,
            kind=puzzle.scenario.question.kind,
            seed=puzzle.seed,
            difficulty=difficulty,
            level=puzzle.difficulty.level,
            best=puzzle.difficulty.best,
            value=self._value,
            hints=self._taken,
            tries=self._tries,
            solved=solved,
        )


def _print_mark(puzzle: Puzzle, checked: Checked) -> None:
    """The verdict on an answer with its ledger; of the best only how far it is away."""
    from puzzles.terminal import breach_words, print_ledger, print_rulings

    scenario = puzzle.scenario
    value_words = find(scenario.game.key, scenario.question.kind).load().value_words
    best = puzzle.difficulty.best
    for breach in checked.breaches:
        say(f"not legal: {breach_words(breach)}", colour="red")
    if checked.legal:
        print_ledger(scenario, checked.ledger)
        print_rulings(scenario.game, checked.rulings)
    if checked.legal and not checked.behind:
        say(f"{value_words(scenario.task, checked.value)}: this is the best answer", colour="green")
    elif checked.legal:
        found, wanted = value_words(scenario.task, checked.value), value_words(scenario.task, best)
        difference = f"{abs(best - checked.value)} {'more' if checked.maximise else 'less'}"
        plain = str(checked.value) in found and str(best) in wanted  # else the number is a code or has another unit
        say(f"{found}; the best: {wanted}{f', {difference}' if plain else ''}", colour="yellow")


def _better(checked: Checked, value: int | None) -> int | None:
    """The better one of two values, where an answer that is not legal has none."""
    if not checked.legal:
        return value
    if value is None:
        return checked.value
    return max(value, checked.value) if checked.maximise else min(value, checked.value)


def print_puzzle(puzzle: Puzzle) -> None:
    """What lies on the table and what is asked; nothing of the answer."""
    from puzzles.terminal import print_head, print_picture

    scenario = puzzle.scenario
    print_head(scenario)
    print_picture(scenario)
    say()
    data = scenario.plain()
    for part in ("position", "assumptions", "question"):
        if part in data:
            say(f"{part}:", dim=True)
            for line in to_yaml(data[part]).rstrip().splitlines():
                say(f"  {line}")
    say()
    say(puzzle.asks, bold=True)
    say(f"difficulty {puzzle.difficulty.level} of 5; exactly one answer is best")


def print_answer_of(puzzle: Puzzle) -> None:
    """The answer, its ledger, and how far behind the next best is."""
    from puzzles.terminal import print_ledger, print_picture, proof_line

    scenario, answer = puzzle.scenario, puzzle.answer
    question = find(scenario.game.key, scenario.question.kind).load()
    assert answer.plan is not None
    say(question.value_words(scenario.task, answer.value or 0), bold=True)
    pairs(answer_words(scenario, answer.plan))
    print_picture(scenario, answer.plan)
    print_ledger(scenario, answer.ledger)
    say(proof_line(answer), colour="green")
    if puzzle.next_value is None:
        say("there is no other answer")
    else:
        say(f"the next best: {question.value_words(scenario.task, puzzle.next_value)}")
