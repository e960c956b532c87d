"""Changes of a scenario that must not change its answer."""

from models.alexandros.board import LETTERS, SYMBOLS, Board
from models.alexandros.lattice import across, corners, point, sides, spot, triangle
from models.alexandros.position import BLACK
from models.game import load_game
from puzzles.generate.making import put_together

GAME = load_game("alexandros")


def again(scenario, board=None, position=None, question=None):
    """The same scenario with another board, position or question."""
    return put_together(
        GAME,
        board or scenario.board,
        position or scenario.position,
        question or scenario.question,
        "again",
        readings=scenario.readings,
    )


def renamed(scenario):
    """Players with other names."""
    names = {name: f"p{at}" for at, name in enumerate(reversed(list(scenario.position.players)))}
    position = scenario.position
    players = {names[name]: state for name, state in position.players.items()}
    return again(scenario, position=position.changed(players=players, active=names[position.whose]))


def permuted(scenario):
    """Every symbol is the next one, on the board and on the cards."""
    following = dict(zip(SYMBOLS, SYMBOLS[1:] + SYMBOLS[:1], strict=True))
    letters = {symbol: letter for letter, symbol in LETTERS.items()}
    swap = str.maketrans({letters[one]: letters[other] for one, other in following.items()})
    land = tuple(line[:2] + line[2:].translate(swap) for line in scenario.board.land)
    board = Board.model_validate({**scenario.board.plain(), "land": land})
    cards = lambda held: {following[card]: count for card, count in held.items()}  # noqa: E731
    position = scenario.position
    for name, state in position.players.items():
        position = position.with_player(name, hand=cards(state.hand))
    pile = position.pile
    position = position.changed(
        face_up=tuple(following[card] for card in position.face_up),
        discards=cards(position.discards),
        pile=tuple(following[card] for card in pile) if isinstance(pile, tuple) else pile,
    )
    return again(scenario, board, position)


def mirrored_table(board, position):
    """Board and table with left and right exchanged."""
    far = max(spot(name)[1] for name in board.triangles)
    far += far % 2

    def place(name):
        row, x = spot(name)
        return triangle(row, far - x) if name[0].isupper() else point(row, far + 2 - x)

    def line(text):
        return "-".join(place(name) for name in text.split("-"))

    land = [text[:2] + text[2:].ljust(far + 1)[::-1].rstrip() for text in board.land]
    named = {key: [line(text) for text in getattr(board, key)] for key in ("open", "closing")}
    more = {"land": land, "start": place(board.start), **named}
    position = position.resolved(board)
    for name, state in position.players.items():
        position = position.with_player(name, governors=tuple(place(where) for where in state.governors))
    position = position.changed(alexander=place(position.here), walls=tuple(line(text) for text in position.walls))
    return Board.model_validate({**board.plain(), **more}), position


def mirrored(scenario):
    """Left and right are exchanged."""
    return again(scenario, *mirrored_table(scenario.board, scenario.position))


def with_an_islet(scenario):
    """A blank triangle more beside a blank one, walled off; None where there is no room."""
    board, position = scenario.board, scenario.position.resolved(scenario.board)
    for name in board.triangles:
        if board.symbols[name] is None:
            for other, between in zip(across(name), sides(name), strict=True):
                new = set(corners(other or name)) - set(board.points)
                walled = between in position.walled or between not in board.closing_sides
                if other is not None and other not in board.symbols and len(new) == 1 and not walled:
                    strip, column = spot(other)
                    land = []
                    for line in board.land:
                        cells = line[2:].ljust(column + 1)
                        at_home = ord(line[0]) - ord("A") == strip
                        land.append(line[:2] + (cells[:column] + "." + cells[column + 1 :] if at_home else line[2:]))
                    grown = Board.model_validate({**board.plain(), "land": land})
                    if len(grown.triangles) == len(board.triangles) + 1:
                        left = min(position.black, max(0, BLACK - len(position.walled) - 1))  # F-5
                        walls = (*position.walls, "-".join(between))
                        return again(scenario, grown, position.changed(walls=walls, walls_left=left))
    return None
