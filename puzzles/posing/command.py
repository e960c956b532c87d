"""``satrap pose``: new puzzles, to be written into files or played at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from models import GAMES
from models.errors import InputError, bad_input
from puzzles.options import SvgFile, json_option, where_options
from puzzles.output import emit, print_row

if TYPE_CHECKING:
    from puzzles.posing.pose import Puzzle

SEED = click.option(
    "--seed", type=click.IntRange(0, 2**31 - 1), default=1, show_default=True, help="The same seed, the same puzzle."
)
KIND = click.option("--kind", metavar="QUESTION", help="The question to be asked (default: the seed chooses).")
DIFFICULTY = click.option(
    "--difficulty", type=click.IntRange(1, 5), metavar="1–5", help="As measured (default: as it comes)."
)


@click.command()
@click.argument("game", type=click.Choice(list(GAMES)), required=False)
@KIND
@DIFFICULTY
@SEED
@click.option("--count", type=click.IntRange(1, 10_000), metavar="K", help="So many, from as many seeds.")
@click.option("-o", "--output", type=click.Path(), metavar="OUT", help="A file; with --count, a folder of files.")
@click.option("--svg", type=SvgFile(), metavar="OUT", help="Draw the table into a file.")
@click.option("--solution", is_flag=True, help="Tell the answer, too.")
@click.option("--play", is_flag=True, help="Be asked, and answer step by step.")
@click.option("--record", is_flag=True, help="List the puzzles that you have played.")
@where_options
@json_option
def pose(
    game: str | None,
    kind: str | None,
    difficulty: int | None,
    seed: int,
    count: int | None,
    output: str | None,
    svg: str | None,
    solution: bool,
    play: bool,
    record: bool,
    jobs: int | None,
    scheduler: str | None,
    resume: str | None,
    progress: str,
    as_json: bool,
) -> int:
    """Pose a new puzzle: exactly one answer is best, and that is proved.

    It comes from a position that play could lead to, with nothing in it that
    could be left out. Its difficulty is measured.

    \b
    satrap pose empire --kind route --seed 7
    satrap pose alhambra --difficulty 3 --play
    satrap pose alexandros --count 20 -o club/

    With --play, answers are lines of short words: a field of the answer and
    what is in it; fields inside it are set apart by commas, and a line about a
    list adds to the list:

    \b
    allocation armies 6, temple 5, city 4
    moves armies 6, path symbol macedonia
    pieces temples illyria, cities boeotia

    “show”, “undo” and “clear” help to write it, “done” hands it in, and
    “file PATH” hands in a file instead. “hint” tells more each time, “give up”
    tells all, “quit” stops. “help” lists the fields of this answer.
    """
    if record:
        return _record(as_json)
    if game is None:
        raise click.UsageError("Missing argument 'GAME'.")
    if count is not None:
        if play or svg or solution:
            raise click.UsageError("--count excludes --play, --svg and --solution")
        from puzzles.posing.many import orders

        return _many(orders(game, kind, difficulty, seed, count), output, jobs, scheduler, resume, progress, as_json)
    if scheduler or resume or jobs:
        raise click.UsageError("--jobs, --scheduler and --resume need --count")
    if play and solution:
        raise click.UsageError("--play and --solution exclude each other; while playing, “give up” tells all")
    if play and as_json:
        raise click.UsageError("--play and --json exclude each other")
    if output and output == svg:
        raise click.UsageError("-o and --svg name the same file")
    from puzzles.scenario import check_writable

    for out in filter(None, (output, svg)):
        check_writable(out)
    puzzle = _posed(game, kind, difficulty, seed, progress if not as_json or progress == "json" else "none")
    return _one(puzzle, difficulty, output, svg, solution=solution, play=play, as_json=as_json)


def _posed(game: str, kind: str | None, difficulty: int | None, seed: int, progress: str) -> Puzzle:
    from puzzles.live import told
    from puzzles.posing.pose import pose as pose_puzzle

    with told(progress, "posing") as listener:
        return pose_puzzle(game, kind=kind, difficulty=difficulty, seed=seed, listener=listener)


def _one(
    puzzle: Puzzle,
    difficulty: int | None,
    output: str | None,
    svg: str | None,
    *,
    solution: bool,
    play: bool,
    as_json: bool,
) -> int:
    from puzzles.columns import say
    from puzzles.picture import draw
    from puzzles.posing.play import print_answer_of, print_puzzle
    from puzzles.scenario import write_text

    if output:
        write_text(output, puzzle.scenario.text())
    if svg:
        write_text(svg, draw(puzzle.scenario, puzzle.answer.plan if solution else None))
    if as_json:
        emit(puzzle.solved() if solution else puzzle.plain())
        return 0
    if play:
        return _play(puzzle, difficulty)
    print_puzzle(puzzle)
    say()
    if solution:
        print_answer_of(puzzle)
    elif output:
        say(f"written to {output}; “satrap solve {output}” tells the answer")
    else:
        say("-o FILE writes it down, --play lets you answer, --solution tells the answer")
    return 0


def _play(puzzle: Puzzle, difficulty: int | None) -> int:
    import sys

    from puzzles.columns import say
    from puzzles.posing.play import Game
    from puzzles.posing.record import add

    def ask() -> str | None:
        try:
            return input("> " if sys.stdin.isatty() else "")
        except (EOFError, KeyboardInterrupt):
            return None

    played = Game(puzzle, ask).play(difficulty)
    try:
        noted = f"noted in {add(played)}"
    except InputError as error:
        noted = f"not noted: {error}"
    say()
    say(f"{'solved' if played.solved else 'not solved'}, with {_times(played.hints, 'hint')}; {noted}")
    return 0 if played.solved else 1


def _times(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


@contextmanager
def seeds_told(as_json: bool, progress: str) -> Iterator[Callable[[int, int, dict[str, Any]], None] | None]:
    """A listener for many puzzles that shows how many are finished, and tells JSON lines the last one's seed."""
    from puzzles.live import counted

    with counted("none" if as_json and progress == "auto" else progress, "puzzles", "puzzles") as tell:
        yield None if tell is None else lambda done, total, last: tell(done, total, {"seed": last["seed"]})


def _many(
    wanted: Sequence[Any],
    output: str | None,
    jobs: int | None,
    scheduler: str | None,
    resume: str | None,
    progress: str,
    as_json: bool,
) -> int:
    from puzzles.posing.many import pose_many

    if output and Path(output).exists() and not Path(output).is_dir():
        raise bad_input("this is a file", file=output, expected="a folder for the puzzles")
    with seeds_told(as_json, progress) as listener:
        found = pose_many(wanted, jobs=jobs, scheduler=scheduler, resume=resume, listener=listener)
    posed = [one for one in found if "error" not in one]
    if output:
        _write_all(posed, Path(output))
    if as_json:
        emit({"puzzles": found, "complete": len(found) == len(wanted)})
    else:
        _print_all(found, output, len(wanted))
    return 0 if len(posed) == len(wanted) else 4


def _name(one: Mapping[str, Any]) -> str:
    scenario = one["scenario"]
    return f"{scenario['game']}-{scenario['question']['kind']}-{one['seed']}.yaml"


def _write_all(posed: Sequence[Mapping[str, Any]], folder: Path) -> None:
    from puzzles.scenario import to_yaml, write_text

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise bad_input(f"cannot be made: {error.strerror}", file=str(folder)) from None
    for one in posed:
        write_text(folder / _name(one), to_yaml(one["scenario"]))


def _print_all(found: Sequence[Mapping[str, Any]], output: str | None, wanted: int) -> None:
    for one in found:
        if "error" in one:
            print_row([f"seed {one['seed']}"], one["error"])
            continue
        level = f"difficulty {one['difficulty']['level']}"
        name = str(Path(output) / _name(one)) if output else _name(one).removesuffix(".yaml")
        print_row([name, level], one["asks"])
    if len(found) < wanted:
        click.echo(f"interrupted: {len(found)} of {wanted}")


def _record(as_json: bool) -> int:
    from puzzles.posing.record import read, record_file

    played = read()
    if as_json:
        emit({"file": str(record_file()), "played": [one.plain() for one in played]})
        return 0
    if not played:
        click.echo("no puzzle has been played yet")
        return 0
    for one in played:
        asked = f" --difficulty {one.difficulty}" if one.difficulty else ""
        result = "solved" if one.solved else f"best so far {one.value}" if one.value is not None else "not solved"
        words = f"{result}, {_times(one.hints, 'hint')}, {_times(one.tries, 'try').replace('trys', 'tries')}"
        print_row([f"{one.game} {one.kind} --seed {one.seed}{asked}", f"level {one.level}"], words)
    solved = sum(one.solved for one in played)
    click.echo(f"{solved} of {len(played)} solved")
    return 0
