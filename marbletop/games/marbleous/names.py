"""Names of colours, and trays, cells, cards and tokens as letters; notation.py explains them."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache, reduce
from itertools import groupby
from typing import Any

from ...core.errors import BadNotation
from ...words import Word, join_and, phrases, say, tell, word
from .cards import rows_of
from .state import COLOURS, COLUMNS, HEIGHT, NOTHING, POINT_KINDS, TALL

LETTERS = "BYRPW"
NAMES = phrases("blue", "yellow", "red", "purple", "white")
COLUMN_LETTERS = "abcde"                    # in notation
COLUMN_NAMES = "ABCDE"                      # as they stand on the tray, and in sentences
HEIGHTS = phrases("at the bottom", "second from the bottom", "third from the bottom", "fourth from the bottom", "at the top")
SEAT_NAMES = phrases("Oak", "Maple", "Cherry", "Walnut")       # woods, because colours are the marbles'


def colour_name(colour: int) -> Word:
    """A colour in words."""
    return word(NAMES[colour])


def count_words(n: int, colour: int) -> str:
    """Marbles of a colour: '4 yellow'."""
    return say("{n} {colour}", n=n, colour=colour_name(colour))


def marbles_words(colours: Sequence[int]) -> str:
    """Marbles that roll in together: 'one red and two yellow', 'red and blue'."""
    counts = Counter(colours)
    if max(counts.values()) == 1:
        return join_and([colour_name(colour) for colour in counts])
    return join_and([say("one {colour}", colour=colour_name(colour)) if n == 1 else several_words(n, colour)
                     for colour, n in counts.items()])


def several_words(n: int, colour: int) -> str:
    """A few marbles of a colour, with a small number in words: 'two yellow'."""
    name = colour_name(colour)
    if n == 1:
        return name
    if n > 3:
        return count_words(n, colour)
    return say("two {colour}", colour=name) if n == 2 else say("three {colour}", colour=name)


def lost_words(who: str, lost: Sequence[tuple[int, int]]) -> str:
    """Which marbles find no room in which columns, in a sentence; "" for none. `lost` has columns and colours."""
    if not lost:
        return ""
    columns, colours = sorted({column for column, _ in lost}), [colour for _, colour in lost]
    marbles = join_and([say("a {colour} marble", colour=colour_name(colour)) if colours.count(colour) == 1
                        else say("{n} {colour} marbles", n=colours.count(colour), colour=colour_name(colour))
                        for colour in dict.fromkeys(colours)])
    if len(columns) == 1:
        return tell(who, "Column {column} is full: you lose {marbles}.", "Column {column} is full: {who} loses {marbles}.",
                    column=columns_words(columns), marbles=marbles)
    return tell(who, "Columns {columns} are full: you lose {marbles}.", "Columns {columns} are full: {who} loses {marbles}.",
                columns=columns_words(columns), marbles=marbles)


def card_words(pattern: int) -> str:
    """A marble card in words: 'blue, gap, white'."""
    rows = [", ".join(say("gap") if letter == "." else colour_name(LETTERS.index(letter)) for letter in row)
            for row in rows_of(pattern)]
    return reduce(lambda upper, lower: say("{upper} over {lower}", upper=upper, lower=lower), rows)


def stack_words(marbles: Sequence[int]) -> str:
    """Marbles of a column, given from the bottom up, as one sees them from above: 'two blue over red'."""
    runs = [several_words(len(list(same)), colour) for colour, same in groupby(reversed(marbles))]
    return reduce(lambda upper, lower: say("{upper} over {lower}", upper=upper, lower=lower), runs)


def columns_words(columns: Sequence[int]) -> str:
    """Columns as they are named on the tray: 'B and C'."""
    return join_and([COLUMN_NAMES[column] for column in columns])


def bit_of(column: int, height: int) -> int:
    """A cell as a bit of a tray."""
    return 1 << TALL * column + height


def colour_at(tray: Sequence[int], column: int, height: int) -> int:
    """The colour of the marble in a cell of a tray, or NOTHING."""
    for colour in range(COLOURS):
        if tray[colour] & bit_of(column, height):
            return colour
    return NOTHING


def tray_columns(tray: Sequence[int]) -> list[list[int]]:
    """The columns of a tray as lists of colours, from the bottom to the top."""
    return [[colour for height in range(HEIGHT) if (colour := colour_at(tray, column, height)) != NOTHING]
            for column in range(COLUMNS)]


def write_tray(tray: Sequence[int]) -> str:
    """A tray in notation: `RB|R||Y|`."""
    return "|".join("".join(LETTERS[colour] for colour in column) for column in tray_columns(tray))


def read_tray(text: str) -> list[int]:
    """The tray that a text in notation describes, or BadNotation."""
    columns = text.split("|")
    if len(columns) != COLUMNS or any(len(column) > HEIGHT or set(column) - set(LETTERS) for column in columns):
        raise BadNotation(f"{text!r} is no tray: five columns divided by |, each up to five of {LETTERS} from the bottom up.")
    tray = [0] * COLOURS
    for column, marbles in enumerate(columns):
        for height, letter in enumerate(marbles):
            tray[LETTERS.index(letter)] |= bit_of(column, height)
    return tray


def cells_of(bits: int) -> list[tuple[int, int]]:
    """The cells of a tray that these bits stand for, as columns and heights, in order."""
    return [*_cells_of(bits)]


@lru_cache(maxsize=4096)
def _cells_of(bits: int) -> list[tuple[int, int]]:
    cells = []
    while bits:
        cells.append(divmod((bits & -bits).bit_length() - 1, TALL))
        bits &= bits - 1
    return cells


def cell_words(column: int, height: int) -> str:
    """A cell in words: 'column B, second from the bottom'."""
    return say("column {column}, {height}", column=COLUMN_NAMES[column], height=say(HEIGHTS[height]))


def cell_text(column: int, height: int) -> str:
    """A cell in notation: `b2`."""
    return f"{COLUMN_LETTERS[column]}{height + 1}"


def card_text(box: Any, card: int) -> str:
    """A marble card as its pattern, with / between the rows; - for none."""
    return "/".join(rows_of(box.pattern[card])) if card != NOTHING else "-"


def point_card_text(box: Any, kind: int) -> str:
    """A point card as its value and the letter of its stack: `4o`; - for none."""
    return f"{box.value[kind]}{'b' if kind < POINT_KINDS else 'o'}" if kind != NOTHING else "-"


def card_columns(code: int) -> list[list[int]]:
    """A drop code (see cards.py) as lists of colours, column by column, each from the bottom up."""
    columns = []
    while code:
        columns.append([(code >> 3 * i & 7) - 1 for i in range(3) if code >> 3 * i & 7])
        code >>= 9
    return columns


def letters_of(counts: Sequence[int]) -> str:
    """Counts by colour as letters: `BBY`; - for none."""
    return "".join(LETTERS[colour] * counts[colour] for colour in range(len(counts))) or "-"


def point_cards_text(box: Any, counts: Sequence[int], first: int) -> str:
    """Counts of point cards by kind, beginning with kind `first`: `2bx3.4bx1`; - for none."""
    return ".".join(f"{point_card_text(box, first + kind)}x{many}" for kind, many in enumerate(counts) if many) or "-"
