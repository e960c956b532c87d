"""``satrap board``: boards, bundled or a user's own."""

from __future__ import annotations

from typing import Any

import click

from models import GAMES
from puzzles.options import SvgFile, json_option
from puzzles.output import emit, print_row


@click.group()
def board() -> None:
    """List, show and check boards, bundled or your own.

    \b
    satrap board check empire ./my-board.yaml
    """


@board.command("list")
@json_option
def board_list(as_json: bool) -> int:
    """List the bundled boards.

    \b
    satrap board list
    """
    from models.game import bundled_board, load_game

    rows = []
    for key in GAMES:
        game = load_game(key)
        for name in game.boards:
            loaded: Any = bundled_board(game, name)
            rows.append({"game": key, "name": name, "title": loaded.title, "invented": loaded.invented})
    if as_json:
        emit(rows)
        return 0
    for row in rows:
        print_row([row["game"], row["name"]], f"{row['title']}{' (invented)' if row['invented'] else ''}")
    return 0


@board.command("show")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("name")
@click.option("-o", "--output", type=SvgFile(), help="Draw it into an SVG file instead.")
@json_option
def board_show(game: str, name: str, output: str | None, as_json: bool) -> int:
    """Show a board as text, or draw it.

    NAME is a bundled board or the path of your own.

    \b
    satrap board show empire oikoumene
    satrap board show empire ./my-board.yaml -o board.svg
    """
    from models.game import load_game
    from puzzles.scenario import load_board, to_yaml, write_text

    loaded = load_board(load_game(game), name)
    if output:
        from puzzles.picture import draw_board

        write_text(output, draw_board(game, loaded))
    if as_json:
        emit({"file": output} if output else loaded.plain())
    elif not output:
        click.echo(to_yaml(loaded.plain()), nl=False)
    return 0


@board.command("check")
@click.argument("game", type=click.Choice(list(GAMES)))
@click.argument("file", type=click.Path())
@json_option
def board_check(game: str, file: str, as_json: bool) -> int:
    """Check a board of your own: names, numbers, arrows, reach, target.

    \b
    satrap board check empire ./my-board.yaml
    """
    from models.documents import read_text
    from models.game import load_game, user_board
    from puzzles.scenario import read_file

    raw, name, _ = read_file(file)
    loaded: Any = user_board(load_game(game), read_text(raw, name))
    if as_json:
        emit({"sound": True, "name": loaded.name, "title": loaded.title})
    else:
        print_row([], f"{loaded.title}: sound")
    return 0
