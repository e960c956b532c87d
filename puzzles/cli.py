"""The command ``satrap``.

Commands import what they need when they run, so that ``--help`` starts as fast as click does.
Exit statuses: 0 answered; 1 the checked answer is wrong or a case failed; 2 bad input or usage;
3 proved that there is no answer; 4 no answer within the limit; 70 internal contradiction;
130 interrupted with nothing found.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

from models import GAMES
from models.errors import Fault, InputError, SatrapError, bad_input
from puzzles.boards import board
from puzzles.book.command import book
from puzzles.columns import begin
from puzzles.explaining.command import explain
from puzzles.options import (
    ScenarioName,
    SvgFile,
    json_option,
    load,
    many_options,
    readings,
    ruling_options,
    search_options,
)
from puzzles.output import drop_output, emit, print_row, tell
from puzzles.posing.command import pose

CONTEXT = {"help_option_names": ["-h", "--help"], "max_content_width": 80}

HELP = f"""Best plans, what-ifs and itemised verdicts for board games.

Games: {", ".join(GAMES)}.

\b
satrap list                          bundled scenarios
satrap solve empire/first-region     the best plan, proved and replayed
satrap new empire best-response      a scenario to fill in

FILE is a path, the name of a bundled scenario, or - for standard input.
"""


@click.group(context_settings=CONTEXT, help=HELP)
@click.version_option(package_name="satrap", prog_name="satrap")
def cli() -> None:
    """The command; its help names every game."""


@cli.command()
@click.argument("file", type=ScenarioName())
@click.option("--all", "all_answers", is_flag=True, help="All best answers.")
@click.option("--top", type=click.IntRange(min=1), metavar="K", help="The K best answers.")
@click.option("--rulings", type=click.Choice(["all"]), help="Solve again under every other reading of every ruling.")
@click.option("--svg", type=SvgFile(), metavar="OUT", help="Draw the plan into a file.")
@search_options
@ruling_options
@json_option
def solve(
    file: str,
    all_answers: bool,
    top: int | None,
    rulings: str | None,
    svg: str | None,
    time_limit: float,
    workers: int | None,
    seed: int,
    progress: str,
    ruling: Sequence[str],
    profile: str | None,
    as_json: bool,
) -> int:
    """Answer the question of a scenario.

    The plan in words, its ledger, how it is proved, the rulings consulted.

    \b
    satrap solve empire/first-region
    satrap solve empire/first-region --top 3
    satrap solve my.yaml --ruling contested-price=difference-plus-one
    """
    from puzzles.scenario import check_writable, write_text
    from puzzles.solving import flips as solve_flips
    from puzzles.solving import solve as solve_scenario
    from puzzles.terminal import print_answer, print_flips
    from puzzles.terminal import progress as show_progress
    from solver.answer import Limits, Status

    if all_answers and top:
        raise click.UsageError("--all and --top exclude each other")
    scenario = load(file, ruling, profile)
    if svg:
        check_writable(svg)
    limits = Limits(time_limit, workers, seed)
    with show_progress("none" if as_json and progress == "auto" else progress) as listener:
        answer = solve_scenario(scenario, all=all_answers, top=top, limits=limits, listener=listener)
        told = answer.plan is not None or answer.status is Status.INFEASIBLE
        flips = solve_flips(scenario, answer, limits) if rulings and told else []
    if svg and answer.plan is not None:
        write_text(svg, answer._repr_svg_() or "")
    if as_json:
        document = answer.plain()
        if rulings:
            document["other_rulings"] = [flip.plain() for flip in flips]
        emit(document)
    else:
        print_answer(scenario, answer, time_limit)
        if flips:
            print_flips(scenario, flips, answer.value)
    if answer.plan is not None:
        return 0
    if answer.status is Status.INFEASIBLE:
        return 3
    return 130 if answer.interrupted else 4


@cli.command()
@click.argument("file", type=ScenarioName())
@click.option("--rulings", type=click.Choice(["all"]), help="Score again under every other reading that could matter.")
@ruling_options
@json_option
def score(file: str, rulings: str | None, ruling: Sequence[str], profile: str | None, as_json: bool) -> int:
    """Score a position as it lies on the table, entry by entry.

    \b
    satrap score empire/first-region
    satrap score empire/first-region --rulings all
    """
    from puzzles.scoring import other_readings
    from puzzles.scoring import score as score_scenario

    scenario = load(file, ruling, profile)
    card = score_scenario(scenario)
    others = other_readings(scenario, card) if rulings else []
    if as_json:
        emit({**card.plain(), **({"other_rulings": [other.plain() for other in others]} if rulings else {})})
    else:
        from puzzles.terminal import print_other_readings, print_score

        print_score(scenario, card)
        if rulings:
            print_other_readings(scenario, card, others)
    return 0


@cli.command()
@click.argument("file", type=ScenarioName())
@click.argument("answer", type=click.Path())
@click.option("--best/--no-best", default=True, help="Compare with the proved best (default) or only replay.")
@search_options
@ruling_options
@json_option
def check(
    file: str,
    answer: str,
    best: bool,
    time_limit: float,
    workers: int | None,
    seed: int,
    progress: str,
    ruling: Sequence[str],
    profile: str | None,
    as_json: bool,
) -> int:
    """Check an answer: is it legal, its score, how far from the best.

    ANSWER is YAML or JSON, a plan as “satrap solve --json” prints it. The exit
    status is 1 if it is not legal or not a best one.

    \b
    satrap solve empire/first-region --json > answer.json
    satrap check empire/first-region answer.json
    """
    from puzzles.checking import check as check_plan
    from puzzles.scenario import load_plan
    from puzzles.terminal import print_check
    from puzzles.terminal import progress as show_progress
    from solver.answer import Limits

    scenario = load(file, ruling, profile)
    plan, _ = load_plan(answer, scenario)
    with show_progress("none" if as_json and progress == "auto" else progress) as listener:
        limits = Limits(time_limit, workers, seed)
        checked = check_plan(scenario, plan, best=best, limits=limits, listener=listener)
    if as_json:
        emit(checked.plain())
    else:
        print_check(scenario, checked)
    return 0 if checked.legal and not checked.behind else 1


@cli.command("what-if")
@click.argument("file", type=ScenarioName())
@click.option("--set", "sets", multiple=True, metavar="PATH=V,V,…", help="An axis: a path of the file, its values.")
@click.option("--balance", multiple=True, metavar="PATH", help="A number that gives way: the sum stays.")
@click.option("--ruling-axis", "ruling_axes", multiple=True, metavar="ID[=READING,…]", help="An axis: readings.")
@click.option("--plans", is_flag=True, help="Tell the plan of each different answer.")
@click.option("--csv", "csv_file", type=click.Path(dir_okay=False), metavar="OUT", help="Write the table as CSV.")
@click.option("--svg", type=SvgFile(), metavar="OUT", help="Draw it as a chart or heat map.")
@many_options
@ruling_options
@json_option
def what_if_command(
    file: str,
    sets: Sequence[str],
    balance: Sequence[str],
    ruling_axes: Sequence[str],
    plans: bool,
    csv_file: str | None,
    svg: str | None,
    time_limit: float,
    jobs: int | None,
    scheduler: str | None,
    resume: str | None,
    seed: int,
    progress: str,
    ruling: Sequence[str],
    profile: str | None,
    as_json: bool,
) -> int:
    """Ask the same question over changed scenarios, as one table.

    Values are YAML, separated by commas; 0..8 and 0..8..2 are ranges. Several
    axes make a grid. Tells how far the answer of the file holds, and which
    change flips it.

    \b
    satrap what-if empire/first-region --set position.players.marion.temple=0..7 \\
      --balance position.players.marion.city
    satrap what-if empire/first-region --ruling-axis contested-price
    """
    from models.errors import ContradictionError
    from puzzles.grid import State, what_if
    from puzzles.grid_terminal import print_grid
    from puzzles.grid_terminal import progress as show_progress
    from puzzles.scenario import check_writable, write_text
    from solver.answer import Limits

    scenario = load(file, ruling, profile)
    for out in filter(None, (csv_file, svg)):
        check_writable(out)
    with show_progress("none" if as_json and progress == "auto" else progress) as listener:
        grid = what_if(
            scenario,
            _axes("--set", sets, needed=True),
            balance=balance,
            ruling_axes={
                key: text.split(",") if text else () for key, text in _axes("--ruling-axis", ruling_axes).items()
            },
            limits=Limits(time_limit, 1, seed),
            jobs=jobs,
            scheduler=scheduler,
            resume=resume,
            listener=listener,
        )
    states = {cell.state for cell in grid.cells}
    if grid.interrupted and states <= {State.UNFINISHED, State.UNSOUND}:
        raise click.Abort
    for target, draw_it in ((csv_file, grid.to_csv), (svg, grid._repr_svg_)):
        if target:
            write_text(target, draw_it())
    if as_json:
        emit(grid.plain())
    else:
        print_grid(grid, plans=plans)
    if State.CONTRADICTION in states:  # the other places are worth telling all the same
        if not as_json:
            tell(False, "contradiction", next(c.words for c in grid.cells if c.state is State.CONTRADICTION), ())
        return ContradictionError.exit_status
    if states & {State.OPTIMAL, State.FEASIBLE}:
        return 0
    return 4 if State.UNKNOWN in states else 3


def _axes(option: str, pairs: Sequence[str], *, needed: bool = False) -> dict[str, str]:
    """What changes, by path or ruling; ``needed`` where values have to be given."""
    axes: dict[str, str] = {}
    faults = []
    for pair in pairs:
        key, mark, text = pair.partition("=")
        key = key.strip()
        if not key or (needed and not mark) or (mark and not text.strip()):
            expected = "PATH=V,V,…" if needed else "ID, or ID=READING,…"
            faults.append(Fault(f"“{pair}” is no axis", option, expected=expected))
        elif key in axes:
            faults.append(Fault(f"“{key}” is given twice", option, expected="one axis with all values"))
        axes[key] = text
    if faults:
        raise InputError(faults)
    return axes


@cli.command()
@click.argument("log", type=ScenarioName())
@ruling_options
@json_option
def replay(log: str, ruling: Sequence[str], profile: str | None, as_json: bool) -> int:
    """Play a log event by event, with the ledger as it grows.

    The exit status is 1 if an event is against a rule.

    \b
    satrap replay empire/log-turn-order
    """
    scenario = load(log, ruling, profile)
    if not scenario.events:
        raise InputError([Fault("the file is no log: it has no events", file=scenario.name, expected="events: [...]")])
    rulings = scenario.rulings
    played = scenario.game.replay(scenario.board, scenario.position, scenario.events, rulings)
    if as_json:
        steps = [
            {
                "event": step.event,
                "lines": list(step.lines),
                "ledger": step.ledger.plain(),
                "breaches": [breach.plain() for breach in step.breaches],
            }
            for step in played.steps
        ]
        scored = played.before + played.ledger
        totals = scored.totals(scenario.game.players(scenario.position), scenario.game.tracks)
        emit(
            {
                "game": scenario.game.key,
                "steps": steps,
                "totals": totals,
                "rulings": rulings.consulted(),
                "after": dict(played.after),
            }
        )
    else:
        from puzzles.terminal import print_replay, print_rulings

        print_replay(scenario, played)
        print_rulings(scenario.game, rulings.consulted())
    return 1 if played.breaches else 0


@cli.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("question")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write a file instead of standard output.")
@json_option
def new(game: str, question: str, output: str | None, as_json: bool) -> int:
    """Write a commented scenario to fill in.

    \b
    satrap new empire best-response -o my.yaml
    satrap solve my.yaml
    """
    from puzzles.questions import find
    from puzzles.scenario import HERE, check_writable, write_text

    entry = find(game, question)
    template = HERE / "templates" / game / f"{entry.kind}.yaml"
    text = template.read_text(encoding="utf-8")
    if output:
        if check_writable(output).exists():
            raise bad_input("the file exists already", file=output, expected="a new name")
        write_text(output, text)
    if as_json:
        emit({"game": game, "question": entry.kind, "file": output, "text": text})
    elif not output:
        click.echo(text, nl=False)
    return 0


@cli.command()
@click.argument("file", type=ScenarioName())
@click.option("-o", "--output", type=SvgFile(), help="The SVG file to write.")
@click.option("--answer", type=click.Path(), help="A plan to draw on the position.")
@click.option("--text", "as_text", is_flag=True, help="Draw in characters on the terminal, if the game can be.")
@json_option
def draw(file: str, output: str | None, answer: str | None, as_text: bool, as_json: bool) -> int:
    """Draw a scenario's position as SVG or in characters, and a plan on it.

    \b
    satrap draw empire/first-region -o position.svg
    satrap solve empire/first-region --json > answer.json
    satrap draw empire/first-region --answer answer.json -o plan.svg
    satrap draw alhambra/purchase-and-build --text
    """
    from puzzles.checking import reject_illegal
    from puzzles.picture import draw as draw_scenario
    from puzzles.picture import draw_text
    from puzzles.scenario import load_plan, write_text

    if not output and not as_text:
        raise click.UsageError("Missing option '-o' / '--output', or --text.")
    scenario = load(file)
    plan = None
    if answer:
        plan, source = load_plan(answer, scenario)
        reject_illegal(scenario, plan, source)
    lines = draw_text(scenario, plan) if as_text else []
    if output:
        write_text(output, draw_scenario(scenario, plan))
    if as_json:
        emit({"file": output, "text": lines} if as_text else {"file": output})
    elif as_text:
        click.echo("\n".join(lines))
    return 0


@cli.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("id", required=False)
@json_option
def rules(game: str, id: str | None, as_json: bool) -> int:
    """Show the index of rules, the rulings, and the cases that cite each.

    \b
    satrap rules empire
    satrap rules empire 5.5.4-2
    satrap rules empire contested-price
    """
    from puzzles.rules import print_rules, rules_document

    document = rules_document(game, id)
    if as_json:
        emit(document)
    else:
        print_rules(game, document, whole=id is not None)
    return 0


@cli.command()
@click.argument("game", type=click.Choice(list(GAMES)), required=False)
@click.option("--file", "files", multiple=True, type=click.Path(), help="Your own cases instead; may be given again.")
@click.option("--report", type=click.Path(dir_okay=False), metavar="OUT", help="Write a report, OUT.md or OUT.json.")
@click.option("--jobs", type=click.IntRange(1, 1024), metavar="N", help="Processes at a time (default: this one).")
@click.option("--scheduler", metavar="ADDRESS", help="Run on a Dask cluster: tcp://HOST:PORT.")
@ruling_options
@json_option
def cases(
    game: str | None,
    files: Sequence[str],
    report: str | None,
    jobs: int | None,
    scheduler: str | None,
    ruling: Sequence[str],
    profile: str | None,
    as_json: bool,
) -> int:
    """Run the published cases: a line per group, deviations named.

    With --ruling or --profile they are run under other readings; a case that
    settles such a ruling itself, in another way, is run as it stands. The exit
    status is 1 if a case fails that is not declared to deviate.

    \b
    satrap cases
    satrap cases empire --report empire.md
    satrap cases alhambra --profile published
    satrap cases --file mine.yaml --json
    """
    from puzzles.case_files import load_files
    from puzzles.case_report import check_report, report_text
    from puzzles.cases import chosen_readings, judge, load_cases
    from puzzles.scenario import write_text

    if files and game:
        raise click.UsageError("GAME and --file exclude each other")
    keys = [game] if game else list(GAMES)
    if report:
        check_report(report)
    listed = load_files(files) if files else [case for key in keys for case in load_cases(key)]
    played = list(dict.fromkeys(case.game.key for case in listed))
    chosen = chosen_readings(played, readings(ruling), profile) if ruling or profile else None
    if jobs or scheduler:
        from puzzles.case_running import judge_many
        from puzzles.live import counted
        from puzzles.running import Where

        with counted("none" if as_json else "auto", "cases", "bundles of cases") as tell_of:
            found = judge_many(listed, chosen, Where(jobs, scheduler), tell_of)
    else:
        found = judge(listed, chosen)
    if report:
        write_text(report, report_text(found, report, tuple(files)))
    if as_json:
        emit(found.plain())
    else:
        from puzzles.terminal import print_cases

        print_cases(found)
    return 1 if found.failed else 0


@cli.command("list")
@json_option
def list_scenarios(as_json: bool) -> int:
    """List the bundled scenarios and logs.

    \b
    satrap list
    """
    from puzzles.scenario import gallery

    rows = gallery()
    if as_json:
        emit(rows)
        return 0
    width = max((len(row["name"]) for row in rows), default=0)
    for row in rows:
        print_row([f"{row['name']:<{width}}", f"{row['question'] or 'log':<14}"], row["title"])
    return 0


@cli.command()
@click.argument("game", type=click.Choice(list(GAMES)))
@click.option(
    "--of",
    "what",
    type=click.Choice(["scenario", "board", "plan"]),
    default="scenario",
    show_default=True,
    help="Which document.",
)
@json_option
def schema(game: str, what: str, as_json: bool) -> int:
    """Print the JSON Schema of a scenario file (a log is one too), a board or the answers to questions.

    \b
    satrap schema empire > empire.schema.json
    """
    from functools import reduce
    from operator import or_

    from pydantic import TypeAdapter

    from models.game import load_game
    from puzzles.questions import of_game
    from puzzles.scenario import scenario_model

    if what == "plan":
        answers = dict.fromkeys(entry.load().answer for entry in of_game(game))
        if not answers:
            raise bad_input(f"{game} has no questions", expected="one of: scenario, board")
        model: Any = reduce(or_, answers)
    else:
        model = scenario_model(game) if what == "scenario" else load_game(game).board
    found = TypeAdapter(model).json_schema(by_alias=True)
    emit({"$schema": "https://json-schema.org/draft/2020-12/schema", **found})
    return 0


for command in (board, book, explain, pose):
    cli.add_command(command)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; every error ends here, in words or as JSON."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in words
    begin(getattr(sys.stdout, "encoding", None))
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        status = cli.main(words, prog_name="satrap", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except SatrapError as error:
        faults = error.faults if isinstance(error, InputError) else ()
        tell(as_json, error.kind, str(error), faults)
        return error.exit_status
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else error.format_message(), err=True)
        return 2
    except click.ClickException as error:
        hint = (
            f"\n{error.ctx.command_path} --help tells more."
            if isinstance(error, click.UsageError) and error.ctx
            else ""
        )
        tell(as_json, "usage", error.format_message() + ("" if as_json else hint), ())
        return 2
    except (click.Abort, KeyboardInterrupt):
        tell(as_json, "interrupted", "interrupted with nothing found", ())
        return 130
    except (BrokenPipeError, SystemExit):  # whoever read the output has gone; click and rich exit on that
        drop_output()
        return 0
    except OSError as error:
        drop_output()
        tell(False, "output", f"{error.filename or 'standard output'}: {error.strerror or error}", ())
        return 2
    except Exception as error:  # a bug of ours, and no reason to print a traceback at anybody
        import traceback

        at = traceback.extract_tb(error.__traceback__)[-1]
        what = f"internal error: {type(error).__name__}: {error} ({at.filename}, line {at.lineno})"
        tell(as_json, "internal", f"{what}.\nThis is a bug in satrap, please report it with what you ran.", ())
        return 70
