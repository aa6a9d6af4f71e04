"""Positions as text.

A position is one line of words with spaces between them. The first word draws the territory: its rows from top to bottom,
with `/` between them, and two characters for each hex: `..` available, `xx` crossed out, `R2` and `B0` numbers of the
colonies, `__` no hex. Then follow words `name=value` in any order; a value that is left out is the one at the start of a
game. Instead of the drawing, `red=j6:2,k7:0 blue=l6:3 crossed=a1` names the hexes that are not empty.
"""

from collections.abc import Callable
from typing import Any

from ...core.errors import BadNotation
from .bits import bit_of, word_of
from .components import COLUMN_LETTERS
from .effects import add_task, begin_writing, count_number, task_parts
from .names import COLONY_LETTERS, ELEMENT_LETTERS, element_letters, hex_name
from .rules import usable_elements
from .state import (AGAIN, ANYWHERE, BLUE_NUMBER, CHOOSE, CRATE, CRATE_WAITS, CROSSED_OUT, DICE, ENDED, FACE_NAMES, GROUPS,
                    HEX_WAITS, LEAF, NONE, ONES_WAIT, ORDINARY, PHASE_NAMES, POWER_NAMES, RED_NUMBER, REGION_LETTERS, REGIONS,
                    SEATS, SELECT, STATE, TILE_BIT, TILE_NAMES, WRITE, ZEROS_WAIT)

EFFECT_WORDS = ("0", "1", "2", "3", "free0", "free3", "zeros", "ones")
WAIT_WORDS = {CRATE_WAITS: "crate", HEX_WAITS: "hex", ZEROS_WAIT: "zeros", ONES_WAIT: "ones"}
TRIGGER_WORDS = ("region", "leaf", "cupcakes")


def hex_index(box: Any, name: str) -> int:
    """The number of the hex with this name, or BadNotation."""
    for hex in range(box.hexes):
        if hex_name(box, hex) == name:
            return hex
    raise BadNotation(f"There is no hex {name!r} on this territory; a1 is the one at the top left.")


def mark_text(mark: int) -> str:
    """Two characters for a mark: `..`, `xx`, `R2`."""
    if mark < RED_NUMBER:
        return ("..", "xx")[mark]
    return f"{COLONY_LETTERS[(mark - RED_NUMBER) // 4]}{(mark - RED_NUMBER) % 4}"


MARK_OF_TEXT = {mark_text(mark): mark for mark in range(10)}


def grid(box: Any, sign_of: Callable[[int], str]) -> list[list[str]]:
    """The rows of the territory, with a sign for each hex and `__` for cells without a hex."""
    columns, rows = max(box.column[:box.hexes]) + 1, max(box.row[:box.hexes]) + 1
    signs = [["__"] * columns for _ in range(rows)]
    for hex in range(box.hexes):
        signs[box.row[hex]][box.column[hex]] = sign_of(hex)
    return signs


def write_position(state: Any, box: Any) -> str:
    rows = "/".join("".join(row) for row in grid(box, lambda hex: mark_text(state.marks[hex])))
    words = [rows, f"round={state.round_number}",
             f"starter={COLONY_LETTERS[state.starter]}", f"player={COLONY_LETTERS[state.player]}",
             f"tile={TILE_NAMES[state.tile]}", f"stack={stack_text(state)}",
             f"dice={','.join(FACE_NAMES[face] for face in state.dice)}"]
    words += [f"{name}={','.join(map(str, values))}" for name, values in (
        ("anthills", state.anthills), ("points", state.points), ("cupcakes", state.cupcakes))]
    words.append("crates=" + ",".join("".join(map(str, row[:box.groups])) for row in state.crates))
    words.append("circles=" + ",".join(f"{red}{blue}" for red, blue in state.circles))
    words.append(f"phase={PHASE_NAMES[state.phase]}")
    if state.pool:
        words.append(f"pool={element_letters(state.pool)}")
    if state.used:
        words.append(f"used={element_letters(state.used)}")
    if state.effect >= 0:
        words.append(f"effect={EFFECT_WORDS[state.effect]}{'' if state.region == ANYWHERE else REGION_LETTERS[state.region]}")
    if state.first >= 0:
        words.append("chosen=" + ",".join(
            REGION_LETTERS[one] if state.phase == LEAF else hex_name(box, one)
            for one in (state.first, state.second) if one >= 0))
    if state.power >= 0:
        words.append(f"power={POWER_NAMES[state.power]}")
    if state.left:
        words.append(f"left={state.left}")
    if state.depth:
        words.append("waiting=" + ",".join(task_text(box, task) for task in state.waiting[:state.depth]))
    if state.trigger >= 0:
        words.append(f"end={COLONY_LETTERS[state.trigger]},{TRIGGER_WORDS[state.trigger_kind]}")
    return " ".join([*words, f"step={state.step}"])


def stack_text(state: Any) -> str:
    """The names of the tiles in the stack."""
    return ",".join(TILE_NAMES[tile] for tile in range(ORDINARY) if state.tiles_left[tile]) or "none"


def task_text(box: Any, task: int) -> str:
    """A task that waits: `crate`, `hex-a1`, `zeros-a1`, `ones-a1-a2`."""
    kind, one, two = task_parts(task)
    return "-".join([WAIT_WORDS[kind], *(hex_name(box, hex) for hex in (one, two) if hex >= 0)])


def read_position(text: str, box: Any) -> Any:
    """The state that a text describes, or BadNotation."""
    drawn, *words = text.split() or [""]
    is_named = "=" in drawn
    if is_named:
        words = [drawn, *words]
    given: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name in given:
            raise BadNotation(f"{word!r} is not understood: after the territory come words name=value, each name once.")
        given[name] = value
    state = STATE.blank()
    state.seats, state.viewer, state.side = SEATS, -2, [0, 1]
    reader = Reader(given)
    read_marks(state, box, draw_marks(box, reader) if is_named else drawn)
    state.round_number = reader.number("round", 1, 1, 99)
    state.starter = reader.choice("starter", "R", COLONY_LETTERS)
    state.player = reader.choice("player", COLONY_LETTERS[state.starter], COLONY_LETTERS)
    state.tile = reader.choice("tile", TILE_NAMES[0], TILE_NAMES)
    read_stack(state, reader.text("stack", ",".join(TILE_NAMES[tile] for tile in range(ORDINARY) if tile != state.tile)))
    for die, face in enumerate(reader.several("dice", ["0"] * DICE, DICE)):
        state.dice[die] = reader.index("dice", face, FACE_NAMES)
        state.shows[state.dice[die]] |= 1 << die
    for name, start in (("anthills", box.anthills), ("points", 0), ("cupcakes", 0)):
        setattr(state, name, [reader.whole(name, value) for value in reader.several(name, [str(start)] * SEATS, SEATS)])
    read_crates(state, box, reader)
    read_circles(state, box, reader)
    state.phase = reader.choice("phase", "split", PHASE_NAMES)
    state.pool, state.used = reader.elements("pool"), reader.elements("used")
    read_effect(state, box, reader)
    read_trigger(state, box, reader)
    state.step = reader.number("step", 0, 0, 10_000)
    state.over = int(state.phase == ENDED)
    reader.check_all_used()
    if state.phase in (SELECT, AGAIN):
        state.usable = usable_elements(state, box)
    check_phase(state)
    return state


class Reader:
    """The values of a position by name, each read once; BadNotation for a value that is impossible."""

    def __init__(self, given: dict[str, str]) -> None:
        self.given = dict(given)

    def text(self, name: str, default: str = "") -> str:
        return self.given.pop(name, default)

    def whole(self, name: str, text: str, low: int = 0, high: int = 999) -> int:
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise BadNotation(f"{name}={text!r} must be a whole number from {low} to {high}.")
        return int(text)

    def number(self, name: str, default: int, low: int, high: int) -> int:
        return self.whole(name, self.text(name, str(default)), low, high)

    def index(self, name: str, text: str, among: str | tuple[str, ...]) -> int:
        if text not in tuple(among):
            raise BadNotation(f"{name}={text!r} must be one of {', '.join(among)}.")
        return tuple(among).index(text)

    def choice(self, name: str, default: str, among: str | tuple[str, ...]) -> int:
        return self.index(name, self.text(name, default), among)

    def several(self, name: str, default: list[str], count: int) -> list[str]:
        values = self.text(name, ",".join(default)).split(",")
        if len(values) != count:
            raise BadNotation(f"{name} needs {count} values divided by commas, not {len(values)}.")
        return values

    def elements(self, name: str) -> int:
        text = self.text(name)
        if set(text) - set(ELEMENT_LETTERS):
            raise BadNotation(f"{name}={text!r} must be letters of elements: {ELEMENT_LETTERS}.")
        return sum(1 << ELEMENT_LETTERS.index(letter) for letter in set(text))

    def check_all_used(self) -> None:
        if self.given:
            raise BadNotation(f"A position of this game has no {', '.join(self.given)}.")


def read_marks(state: Any, box: Any, drawn: str) -> None:
    """Set the mark of every hex, from the drawing of the territory."""
    rows = drawn.split("/")
    blank = grid(box, lambda hex: "..")
    if len(rows) != len(blank) or any(len(row) != 2 * len(blank[0]) for row in rows):
        raise BadNotation(f"The territory is drawn as {len(blank)} rows of {2 * len(blank[0])} signs, divided by /.")
    state.available = list(box.region_hexes[ANYWHERE])
    state.open_leaves = (1 << REGIONS) - 1
    for row, signs in enumerate(blank):
        for column, sign in enumerate(signs):
            if sign == "__" and rows[row][2 * column:2 * column + 2] != "__":
                raise BadNotation(f"Row {row + 1}, column {COLUMN_LETTERS[column]} has no hex: write __ there.")
    for hex in range(box.hexes):
        sign = rows[box.row[hex]][2 * box.column[hex]:][:2]
        if sign not in MARK_OF_TEXT:
            raise BadNotation(f"{hex_name(box, hex)} is {sign!r}; it must be .. or xx or R or B with a number from 0 to 3.")
        put_mark(state, box, hex, MARK_OF_TEXT[sign])


def draw_marks(box: Any, reader: Reader) -> str:
    """The drawing of a territory whose hexes are named: `red=j6:2,k7:0`."""
    signs = {hex_index(box, name): "xx" for name in filter(None, reader.text("crossed").split(","))}
    for colony, word in zip(COLONY_LETTERS, ("red", "blue")):
        for one in filter(None, reader.text(word).split(",")):
            name, _, value = one.partition(":")
            signs[hex_index(box, name)] = colony + value
    return "/".join("".join(row) for row in grid(box, lambda hex: signs.get(hex, "..")))


def put_mark(state: Any, box: Any, hex: int, mark: int) -> None:
    """Set a mark, and everything else in the state that depends on it."""
    state.marks[hex] = mark
    if mark:
        state.available[word_of(hex)] &= ~bit_of(hex)
    if mark > CROSSED_OUT:
        seat, value = (1, mark - BLUE_NUMBER) if mark >= BLUE_NUMBER else (0, mark - RED_NUMBER)
        count_number(state, box, seat, hex, value)


def read_stack(state: Any, text: str) -> None:
    names = [] if text == "none" else text.split(",")
    for name in names:
        if name not in TILE_NAMES[:ORDINARY] or names.count(name) > 1:
            raise BadNotation(f"stack={text!r} must be different tiles of {', '.join(TILE_NAMES[:ORDINARY])}, or none.")
        state.tiles_left[TILE_NAMES.index(name)] = 1


def read_crates(state: Any, box: Any, reader: Reader) -> None:
    for seat, row in enumerate(reader.several("crates", ["0" * box.groups] * SEATS, SEATS)):
        if len(row) != box.groups or not row.isascii() or not row.isdigit():
            raise BadNotation(f"crates={row!r} must be a digit for each of the {box.groups} groups.")
        state.crates[seat] = [int(digit) for digit in row] + [0] * (GROUPS - box.groups)
        for group in range(box.groups):
            if state.crates[seat][group] > box.group_size[group]:
                raise BadNotation(f"crates={row!r}: group {group + 1} has {box.group_size[group]} crates only.")
            if state.crates[seat][group] < box.group_size[group]:
                state.open_groups[seat] |= 1 << group


def read_circles(state: Any, box: Any, reader: Reader) -> None:
    for region, pair in enumerate(reader.several("circles", ["00"] * REGIONS, REGIONS)):
        if len(pair) != 2 or not pair.isascii() or not pair.isdigit() or int(pair[0]) + int(pair[1]) > box.blank:
            raise BadNotation(f"circles={pair!r} must be the circles of Red and Blue, {box.blank} at most together.")
        state.circles[region] = [int(pair[0]), int(pair[1])]
        if sum(state.circles[region]) == box.blank:
            state.open_leaves &= ~(1 << region)


def read_effect(state: Any, box: Any, reader: Reader) -> None:
    """The present effect, and the tasks that wait."""
    state.effect = state.region = state.first = state.second = state.power = NONE
    effect = reader.text("effect")
    if effect:
        region = REGION_LETTERS.index(effect[-1]) if effect[-1] in REGION_LETTERS else ANYWHERE
        begin_writing(state, reader.index("effect", effect.rstrip(REGION_LETTERS), EFFECT_WORDS), region, NONE)
    if (power := reader.text("power")):
        state.power = reader.index("power", power, POWER_NAMES)
    state.left = reader.number("left", 0, 0, 2)
    chosen = [name for name in reader.text("chosen").split(",") if name]
    if len(chosen) > 2:
        raise BadNotation("chosen names one or two hexes, or a leaf.")
    found = [REGION_LETTERS.index(name) if name in tuple(REGION_LETTERS) else hex_index(box, name) for name in chosen]
    state.first, state.second = (*found, NONE, NONE)[:2]
    for word in [word for word in reader.text("waiting").split(",") if word]:
        kind, *hexes = word.split("-")
        if kind not in WAIT_WORDS.values() or len(hexes) > 2 or state.depth == len(state.waiting):
            raise BadNotation(f"waiting={word!r} must be crate, hex-a1, zeros-a1 or ones-a1-a2.")
        one, two = (*(hex_index(box, name) for name in hexes), NONE, NONE)[:2]
        add_task(state, next(number for number, name in WAIT_WORDS.items() if name == kind), one, two)


def read_trigger(state: Any, box: Any, reader: Reader) -> None:
    state.trigger = state.trigger_kind = NONE
    if (end := reader.text("end")):
        colony, _, kind = end.partition(",")
        state.trigger = reader.index("end", colony, COLONY_LETTERS)
        state.trigger_kind = reader.index("end", kind, TRIGGER_WORDS)


def check_phase(state: Any) -> None:
    """Refuse a text whose words contradict each other."""
    if state.used & ~state.pool or (state.phase == CHOOSE and not 0 < state.pool < TILE_BIT):
        raise BadNotation("used must lie within pool, and in phase choose pool is the one without the tile.")
    if (state.phase == WRITE) != (state.effect >= 0):
        raise BadNotation("effect is given in phase write, and only there.")
    if (state.phase in (CRATE, LEAF)) != (state.left > 0):
        raise BadNotation("left is given in phases crate and leaf, and only there.")
    if state.phase == ENDED and state.trigger < 0:
        raise BadNotation("A game that has ended needs end=R,region or the like.")
    if state.phase in (SELECT, AGAIN) and not state.usable:
        raise BadNotation("No element of the pool can be resolved here, so this decision cannot be due.")
