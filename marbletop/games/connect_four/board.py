"""What a seat sees: an upright wooden grid, glass marbles, and where the next one would fall.

This is the example to copy: first points and cells, then the board, then the choices, and last the scene that holds them all.
"""

from collections.abc import Sequence
from typing import Any

from ...core.notes import Note
from ...drawing import kit
from ...drawing.scene import BOARD, Choice, Ending, Mark, Panel, Part, Scene, Seat
from ...words import names_for_all, phrases, plural, say, tell
from . import rules
from .diagram import diagram
from .state import CELLS, COLUMNS, LETTERS, ROWS, TALL

MOVES_ALIKE = True                          # while an action is shown, everybody sees the same
COLOURS = ("blue", "red")                   # of each seat's marbles
NAMES = phrases("Blue", "Red")
CELL, FRAME, TOP = 80, 18, 34               # a cell, the wood round the grid, room for the letters above
MARBLE = 0.405 * CELL                       # radius
WIDTH = COLUMNS * CELL + 2 * FRAME
HEIGHT = TOP + ROWS * CELL + 2 * FRAME + 4
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))   # columns and rows between one cell of a line and the next
LINES = [(cells, sum(1 << TALL * column + height for column, height in cells)) for cells in (
    [(column + n * right, height + n * up) for n in range(4)] for column in range(COLUMNS) for height in range(ROWS)
    for right, up in STEPS if column + 3 * right < COLUMNS and 0 <= height + 3 * up < ROWS)]


def point_of(column: int, height: int) -> kit.Point:
    """The middle of a cell."""
    return FRAME + (column + 0.5) * CELL, TOP + FRAME + (ROWS - 0.5 - height) * CELL


def column_bits(marbles: int, column: int) -> int:
    """The marbles of one column, from the floor up."""
    return marbles >> TALL * column & (1 << ROWS) - 1


def column_height(view: Any, column: int) -> int:
    """How many marbles a column has."""
    return column_bits(view.marbles[0] | view.marbles[1], column).bit_count()


def lines_of_four(marbles: int) -> list[list[tuple[int, int]]]:
    """The cells of every line of four."""
    return [cells for cells, bits in LINES if marbles & bits == bits]


def draw_board(view: Any, names: Sequence[str]) -> Panel:
    return Panel(BOARD, say("Grid"), WIDTH, HEIGHT, draw_grid(*view.marbles, *names_for_all(names)))


@kit.keep
def draw_grid(blue: int, red: int, *names: str) -> Part:
    """The grid with its marbles, and a loop round every four in a row."""
    root = Part(say("Grid"), kind="grid", marks=[*draw_wood()])
    for column in range(COLUMNS):
        root.add(draw_column(column, column_bits(blue, column), column_bits(red, column), *names))
    for seat, marbles in enumerate((blue, red)):
        for cells in lines_of_four(marbles):
            root.add(Part(say("{who}'s four in a row", who=names[seat]), kind="line").add(
                kit.lasso([point_of(*cell) for cell in cells], 0.47 * CELL, 0.05 * CELL)))
    return root


@kit.keep
def draw_wood() -> list[Mark]:
    """The grid without marbles."""
    marks = kit.plank(0, TOP, WIDTH, ROWS * CELL + 2 * FRAME, 22)
    for column in range(COLUMNS):
        x, _ = point_of(column, 0)
        marks += [kit.text((x, TOP / 2), LETTERS[column], 20, title=True),
                  kit.groove(x - 0.46 * CELL, TOP + FRAME / 2, 0.92 * CELL, ROWS * CELL + FRAME, 0.44 * CELL),
                  *(kit.hole(point_of(column, height), 1.06 * MARBLE) for height in range(ROWS))]
    return marks


@kit.keep
def draw_column(column: int, blue: int, red: int, *names: str) -> Part:
    """A column: its marbles from the floor up, and the cell where the next one would land, to press for it.

    Here a marble never leaves its cell, so its id can name the cell. In a game whose pieces move, number the pieces.
    """
    height = (blue | red).bit_count()
    name = say("Column {column}, {filled} of {all} filled", column=LETTERS[column], filled=height, all=ROWS)
    part = Part(name, f"col-{column}")
    for level in range(height):
        seat = 0 if blue >> level & 1 else 1
        part.add(draw_marble(seat, column, level, names[seat]))
    return part.add(draw_landing(column, height)) if height < ROWS else part


@kit.keep
def draw_landing(column: int, height: int) -> Part:
    """The cell where the next marble would land."""
    x, y = point_of(column, height)
    drop = Part(id=f"drop-{column}", at=(x, y), kind="space", reach=0.75 * MARBLE)
    return drop.add(kit.rect(-CELL / 2, -y, CELL, HEIGHT, fill="none"))         # the whole column can be pressed


@kit.keep
def draw_marble(seat: int, column: int, level: int, who: str) -> Part:
    name = say("Row {row} from the bottom: {who}", who=who, row=level + 1)
    return kit.marble(f"m-{column}-{level}", COLOURS[seat], point_of(column, level), MARBLE, name)


def legal_columns(view: Any, box: Any) -> list[int]:
    """The columns that the rules allow. A drawing never decides this by itself."""
    actions = [0] * COLUMNS
    return actions[:rules.legal(view, box, actions)]


def parts_of(view: Any, box: Any, column: int) -> tuple[str, str]:
    """The ids of the parts that an action is about, possible or not: where its marble would land, and the column."""
    return f"drop-{column}", f"col-{column}"


def choice_of(view: Any, box: Any, column: int) -> Choice:
    """A column to drop a marble into, and what that will do."""
    seat, height = view.player, column_height(view, column)
    after = view.marbles[seat] | 1 << TALL * column + height
    four = after if rules.has_four(after) else 0
    return Choice(column, say("Column {column}", column=LETTERS[column]),
                  consequence_of(height, bool(four), view.step + 1 == CELLS, bool(box.misere)),
                  target=parts_of(view, box, column)[0], ghost=(draw_ghost(seat, column, height, four),))


def consequence_of(height: int, makes_four: bool, fills: bool, misere: bool) -> str:
    if makes_four:
        return say("Four in a row: you lose!") if misere else say("Four in a row: you win!")
    return say("Fills the grid: it's a draw.") if fills else say("Lands in row {row} from the bottom.", row=height + 1)


@kit.keep
def draw_ghost(seat: int, column: int, height: int, marbles: int) -> Part:
    """A marble that would fall, with the lines of four that these marbles would make."""
    x, y = point_of(column, height)
    ghost = Part().add(kit.trail([(x, TOP), (x, y - 1.2 * MARBLE)], 0.05 * CELL),
                       kit.marble("", COLOURS[seat], (x, y), MARBLE, ghost=True))
    return ghost.add(Part().add(kit.lasso([point_of(*cell) for cell in cells], 0.47 * CELL, 0.05 * CELL))
                     for cells in lines_of_four(marbles))


def status_of(view: Any, names: Sequence[str]) -> str:
    """Whose turn it is, or how the game ended."""
    if not view.over:
        return (say("Pick a column and drop your marble in.") if view.viewer == view.player
                else say("{who} is picking a column.", who=names[view.player]))
    if view.winner < 0:
        return say("The grid is full. It's a draw.")
    return tell(names[view.winner], "You won!", "{who} won.")


def ending(view: Any, box: Any, names: Sequence[str], notes: Sequence[Note] = ()) -> Ending:
    """How the game ended: who has four in a row, or that nobody has."""
    if view.winner < 0:
        return Ending(say("The grid is full, and nobody has four in a row."), ((0,), (1,)))
    winner, other = names[view.winner], names[1 - view.winner]
    why = (tell(other, "You have four in a row, and that loses.", "{who} has four in a row, and that loses.") if box.misere
           else tell(winner, "You have four in a row.", "{who} has four in a row."))
    return Ending(why, ((view.winner,), (1 - view.winner,)))


def facts_of(view: Any, box: Any) -> list[tuple[str, str]]:
    return [(say("Marbles in the grid"), say("{some} of {all}", some=view.step, all=CELLS)),
            (say("Four in a row"), say("loses") if box.misere else say("wins"))]


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything that the seat `view.viewer` sees. It gets choices only if it is to move and no action is being shown."""
    names = names or [say(name) for name in NAMES]
    mine = view.viewer == view.player and not view.over and not moving
    return Scene(
        status="" if moving else status_of(view, names), panels=[draw_board(view, names)],
        seats=[Seat(seat, COLOURS[seat], facts=(plural(CELLS // 2 - view.marbles[seat].bit_count(), "{n} marble left",
                                                       "{n} marbles left"),),
                    to_move=not view.over and view.player == seat, name=names[seat]) for seat in range(0 if moving else 2)],
        facts=[] if moving else facts_of(view, box),
        choices=[choice_of(view, box, column) for column in (legal_columns(view, box) if mine else ())],
        missing=say("Pick a column") if mine else "",
        diagram=lambda: diagram(view, box))
