"""Actions, positions and notes as text.

Elements are named by letters: P O G S B Y are the dice of the regions (S is stone grey), T is the tile.

Actions: `split SY` puts the grey and the yellow die into the pool without the tile; `take tile`, `take dice`;
`use O`, `use T`; `again S`; `pass`; `crate 3` (third group from the left); `leaf Y`; a hex to write in, `g2`, or to
cross out, `xg2`.

A position is one line of words divided by spaces. The first draws the territory, rows from the top divided by `/`,
two signs a hex: `..` available, `xx` crossed out, `R2` and `B0` numbers of the colonies, `__` no hex. Then follow
`name=value` words in any order; one that is left out means its value at the start of a game.
"""

from ...core.errors import BadNotation
from .components import COLUMN_LETTERS
from .effects import begin_writing
from .rules import resolvable_dice, tile_is_usable
from .state import (
    A_CRATE,
    A_HEX,
    A_LEAF,
    A_PASS,
    A_SELECT,
    A_TAKE_DICE,
    A_TAKE_TILE,
    AGAIN,
    ALL_ELEMENTS,
    ANYWHERE,
    BLUE_NUMBER,
    CHOOSE,
    CLOSE,
    CRATE_WAITS,
    CROSS,
    CROSSED_OUT,
    CUPX,
    DICE,
    E_AGAIN,
    E_BEGAN,
    E_CHOSE,
    E_CIRCLE,
    E_CRATE,
    E_CROSSED,
    E_CUPCAKE,
    E_DECLINED,
    E_IGNORED,
    E_LOST,
    E_POINTS,
    E_POWER,
    E_REGION,
    E_ROUND,
    E_ROW_FULL,
    E_SELECTED,
    E_SPLIT,
    E_TRIGGER,
    E_WON,
    E_WROTE,
    ELEMENTS,
    ENDED,
    ENDINGS,
    FACE_NAMES,
    GROUPS,
    HEX_WAITS,
    NONE,
    ONES_WAIT,
    ORDINARY,
    PHASE_NAMES,
    POWER_NAMES,
    RED_NUMBER,
    REGION_LETTERS,
    REGION_NAMES,
    REGIONS,
    SEATS,
    SELECT,
    SPLIT,
    STATE,
    TILE,
    TILE_BIT,
    TILE_NAMES,
    WORD,
    WRITE,
    ZEROS_WAIT,
)

ELEMENT_LETTERS = REGION_LETTERS + "T"
ELEMENT_NAMES = (*REGION_NAMES, "tile")
COLONIES = "RB"
TILE_WORDS = ("two crates", "two leaves", "a 1", "two 0s", "a free 0", "cross out two", "a die again", "crossed-out cupcake")
POWER_WORDS = ("a 0 anywhere", "a 2", "a 3 anywhere", "two cupcakes", "2 points", "3 points", "three 1s in a triangle",
               "cross out two hexes", "two leaves")
EFFECT_WORDS = ("0", "1", "2", "3", "free0", "free3", "zeros", "ones")
WAIT_WORDS = {CRATE_WAITS: "crate", HEX_WAITS: "hex", ZEROS_WAIT: "zeros", ONES_WAIT: "ones"}
TRIGGER_WORDS = ("region", "leaf", "cupcakes")


# Hexes and elements


def hex_name(box, hex):
    """The name of a hex: its column letter and its row number."""
    return f"{COLUMN_LETTERS[box.column[hex]]}{box.row[hex] + 1}"


def hex_index(box, name):
    """The hex of a name, or BadNotation."""
    for hex in range(box.hexes):
        if hex_name(box, hex) == name:
            return hex
    raise BadNotation(f"There is no hex {name!r}; {hex_name(box, 0)} to {hex_name(box, box.hexes - 1)} are.")


def letters(mask):
    """Elements as letters."""
    return "".join(letter for element, letter in enumerate(ELEMENT_LETTERS) if mask >> element & 1)


def in_words(mask, names=ELEMENT_NAMES):
    """Elements as a list in a sentence."""
    *most, last = [name for element, name in enumerate(names) if mask >> element & 1] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


# Actions


def write_action(state, box, action):
    if action < A_TAKE_TILE:
        return f"split {letters(action + 1)}"
    if action <= A_TAKE_DICE:
        return "take tile" if action == A_TAKE_TILE else "take dice"
    if action < A_PASS:
        return f"{'again' if state.phase == AGAIN else 'use'} {ELEMENT_LETTERS[action - A_SELECT]}"
    if action == A_PASS:
        return "pass"
    if action < A_LEAF:
        return f"crate {action - A_CRATE + 1}"
    if action < A_HEX:
        return f"leaf {REGION_LETTERS[action - A_LEAF]}"
    if action - A_HEX >= box.hexes:
        return f"hex {action - A_HEX}"
    return ("x" if state.phase in (CROSS, CLOSE) else "") + hex_name(box, action - A_HEX)


def read_action(state, box, text):
    """Synonyms: colour names for letters, `decline` and `stop` for pass, a hex with or without the x."""
    words = text.lower().replace(",", " ").split()
    if not words:
        return None
    short = [ELEMENT_LETTERS[ELEMENT_NAMES.index(word)].lower() if word in ELEMENT_NAMES else word for word in words]
    found = None
    if short[0] == "split" and len(short) > 1 and state.phase == SPLIT:
        chosen = "".join(short[1:]).upper()
        mask = sum({1 << ELEMENT_LETTERS.index(letter) for letter in chosen if letter in ELEMENT_LETTERS})
        if set(chosen) <= set(ELEMENT_LETTERS) and 0 < mask < ALL_ELEMENTS:
            found = (mask ^ ALL_ELEMENTS if mask & TILE_BIT else mask) - 1
    elif words in (["decline"], ["stop"], ["ignore"]):
        found = A_PASS
    elif words[0] in ("use", "again") and len(words) == 2 and short[1].upper() in tuple(ELEMENT_LETTERS):
        found = A_SELECT + ELEMENT_LETTERS.index(short[1].upper())
    elif words[0] == "leaf" and len(words) == 2 and short[1].upper() in tuple(REGION_LETTERS):
        found = A_LEAF + REGION_LETTERS.index(short[1].upper())
    elif len(words) <= 2 and words[0] in ("write", "cross", "x", words[-1]):
        try:
            found = A_HEX + hex_index(box, words[-1])
        except BadNotation:
            return None
    from .rules import legal
    actions = [0] * (A_HEX + box.hexes)
    return found if found in actions[:legal(state, box, actions)] and found is not None else None


# Positions


def mark_text(mark):
    if mark < RED_NUMBER:
        return ("..", "xx")[mark]
    return f"{COLONIES[(mark - RED_NUMBER) // 4]}{(mark - RED_NUMBER) % 4}"


MARK_OF_TEXT = {mark_text(mark): mark for mark in range(10)}


def grid(box, sign_of):
    """The rows of the territory, with a sign for each hex and `__` where there is none."""
    columns, rows = max(box.column[:box.hexes]) + 1, max(box.row[:box.hexes]) + 1
    signs = [["__"] * columns for _ in range(rows)]
    for hex in range(box.hexes):
        signs[box.row[hex]][box.column[hex]] = sign_of(hex)
    return signs


def write_position(state, box):
    rows = "/".join("".join(row) for row in grid(box, lambda hex: mark_text(state.marks[hex])))
    words = [rows, f"round={state.round_number}", f"starter={COLONIES[state.starter]}", f"player={COLONIES[state.player]}",
             f"tile={TILE_NAMES[state.tile]}", f"stack={tile_list(state)}",
             f"dice={','.join(FACE_NAMES[face] for face in state.dice)}"]
    words += [f"{name}={','.join(map(str, values))}" for name, values in (
        ("anthills", state.anthills), ("points", state.points), ("cupcakes", state.cupcakes))]
    words.append("crates=" + ",".join("".join(map(str, row[:box.groups])) for row in state.crates))
    words.append("circles=" + ",".join(f"{red}{blue}" for red, blue in state.circles))
    words.append(f"phase={PHASE_NAMES[state.phase]}")
    if state.pool:
        words.append(f"pool={letters(state.pool)}")
    if state.used:
        words.append(f"used={letters(state.used)}")
    if state.effect >= 0:
        words.append(f"effect={EFFECT_WORDS[state.effect]}{'' if state.region == ANYWHERE else REGION_LETTERS[state.region]}")
    if state.first >= 0:
        words.append("chosen=" + ",".join(
            REGION_LETTERS[one] if PHASE_NAMES[state.phase] == "leaf" else hex_name(box, one)
            for one in (state.first, state.second) if one >= 0))
    if state.power >= 0:
        words.append(f"power={POWER_NAMES[state.power]}")
    if state.left:
        words.append(f"left={state.left}")
    if state.depth:
        words.append("waiting=" + ",".join(task_text(box, task) for task in state.waiting[:state.depth]))
    if state.trigger >= 0:
        words.append(f"end={COLONIES[state.trigger]},{TRIGGER_WORDS[state.trigger_kind]}")
    return " ".join([*words, f"step={state.step}"])


def tile_list(state):
    return ",".join(TILE_NAMES[tile] for tile in range(ORDINARY) if state.tiles_left[tile]) or "none"


def task_text(box, task):
    kind, one, two = task >> 14, (task >> 7 & 127) - 1, (task & 127) - 1
    return "-".join([WAIT_WORDS[kind], *(hex_name(box, hex) for hex in (one, two) if hex >= 0)])


def read_position(text, box):
    """The state that a text describes, or BadNotation."""
    drawn, *words = text.split()[:1] + text.split()[1:] if text.split() else [""]
    given = {}
    for word in words:
        name, sign, value = word.partition("=")
        if not sign or name in given:
            raise BadNotation(f"{word!r} is not understood: after the territory come words name=value, each name once.")
        given[name] = value
    state = STATE.blank()
    state.seats, state.viewer, state.side = SEATS, -2, [0, 1]
    read_territory(state, box, drawn)
    reader = Reader(given)
    state.round_number = reader.number("round", 1, 1, 99)
    state.starter = reader.of("starter", "R", COLONIES)
    state.player = reader.of("player", COLONIES[state.starter], COLONIES)
    state.tile = reader.of("tile", TILE_NAMES[0], TILE_NAMES)
    read_stack(state, reader.text("stack", ",".join(TILE_NAMES[tile] for tile in range(ORDINARY) if tile != state.tile)))
    for die, face in enumerate(reader.several("dice", ["0"] * DICE, DICE)):
        state.dice[die] = reader.index("dice", face, FACE_NAMES)
        state.shows[state.dice[die]] |= 1 << die
    for name, start in (("anthills", box.anthills), ("points", 0), ("cupcakes", 0)):
        setattr(state, name, [reader.whole(name, value) for value in reader.several(name, [str(start)] * SEATS, SEATS)])
    read_crates(state, box, reader)
    read_circles(state, box, reader)
    state.phase = reader.of("phase", "split", PHASE_NAMES)
    state.pool, state.used = reader.elements("pool"), reader.elements("used")
    read_effect(state, box, reader)
    read_trigger(state, box, reader)
    state.step = reader.number("step", 0, 0, 10_000)
    state.over = int(state.phase == ENDED)
    reader.finish()
    check_phase(state, text)
    find_usable(state, box)
    return state


class Reader:
    """Values by name, each asked for once; BadNotation for what cannot be."""

    def __init__(self, given):
        self.given = dict(given)

    def text(self, name, default=""):
        return self.given.pop(name, default)

    def whole(self, name, text, low=0, high=999):
        if not text.isascii() or not text.isdigit() or not low <= int(text) <= high:
            raise BadNotation(f"{name}={text!r} must be a whole number from {low} to {high}.")
        return int(text)

    def number(self, name, default, low, high):
        return self.whole(name, self.text(name, str(default)), low, high)

    def index(self, name, text, among):
        if text not in tuple(among):
            raise BadNotation(f"{name}={text!r} must be one of {', '.join(among)}.")
        return tuple(among).index(text)

    def of(self, name, default, among):
        return self.index(name, self.text(name, default), among)

    def several(self, name, default, count):
        values = self.text(name, ",".join(default)).split(",")
        if len(values) != count:
            raise BadNotation(f"{name} needs {count} values divided by commas, not {len(values)}.")
        return values

    def elements(self, name):
        text = self.text(name)
        if set(text) - set(ELEMENT_LETTERS):
            raise BadNotation(f"{name}={text!r} must be letters of elements: {ELEMENT_LETTERS}.")
        return sum(1 << ELEMENT_LETTERS.index(letter) for letter in set(text))

    def finish(self):
        if self.given:
            raise BadNotation(f"A position of Marabunta has no {', '.join(self.given)}.")


def read_territory(state, box, drawn):
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


def put_mark(state, box, hex, mark):
    """Set a mark, and all that is kept beside the marks."""
    state.marks[hex] = mark
    if mark:
        state.available[hex // WORD] &= ~(1 << hex % WORD)
    if mark > CROSSED_OUT:
        seat, value = (1, mark - BLUE_NUMBER) if mark >= BLUE_NUMBER else (0, mark - RED_NUMBER)
        state.totals[box.region_of[hex]][seat] += value
        for row in range(box.near_rows):
            if row != value or box.near_rows == 1:
                for word in range(2):
                    state.near[seat][row][word] |= box.neighbours[hex][word]


def read_stack(state, text):
    names = [] if text == "none" else text.split(",")
    for name in names:
        if name not in TILE_NAMES[:ORDINARY] or names.count(name) > 1:
            raise BadNotation(f"stack={text!r} must be different tiles of {', '.join(TILE_NAMES[:ORDINARY])}, or none.")
        state.tiles_left[TILE_NAMES.index(name)] = 1


def read_crates(state, box, reader):
    for seat, row in enumerate(reader.several("crates", ["0" * box.groups] * SEATS, SEATS)):
        if len(row) != box.groups or not row.isascii() or not row.isdigit():
            raise BadNotation(f"crates={row!r} must be a digit for each of the {box.groups} groups.")
        state.crates[seat] = [int(digit) for digit in row] + [0] * (GROUPS - box.groups)
        for group in range(box.groups):
            if state.crates[seat][group] > box.group_size[group]:
                raise BadNotation(f"crates={row!r}: group {group + 1} has {box.group_size[group]} crates only.")
            if state.crates[seat][group] < box.group_size[group]:
                state.open_groups[seat] |= 1 << group


def read_circles(state, box, reader):
    for region, pair in enumerate(reader.several("circles", ["00"] * REGIONS, REGIONS)):
        if len(pair) != 2 or not pair.isascii() or not pair.isdigit() or int(pair[0]) + int(pair[1]) > box.blank:
            raise BadNotation(f"circles={pair!r} must be the circles of Red and Blue, {box.blank} at most together.")
        state.circles[region] = [int(pair[0]), int(pair[1])]
        if sum(state.circles[region]) == box.blank:
            state.open_leaves &= ~(1 << region)


def read_effect(state, box, reader):
    """What is being done, and what waits for it."""
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
        number = next(number for number, said in WAIT_WORDS.items() if said == kind)
        state.waiting[state.depth] = number << 14 | one + 1 << 7 | two + 1
        state.depth += 1


def read_trigger(state, box, reader):
    state.trigger = state.trigger_kind = NONE
    if (end := reader.text("end")):
        colony, _, kind = end.partition(",")
        state.trigger = reader.index("end", colony, COLONIES)
        state.trigger_kind = reader.index("end", kind, TRIGGER_WORDS)


def check_phase(state, text):
    """Refuse a text whose words contradict each other."""
    if state.used & ~state.pool or (state.phase == CHOOSE and not 0 < state.pool < TILE_BIT):
        raise BadNotation("used must lie within pool, and in phase choose pool is the one without the tile.")
    if (state.phase == WRITE) != (state.effect >= 0):
        raise BadNotation("effect is given in phase write, and only there.")
    if state.phase == ENDED and state.trigger < 0:
        raise BadNotation("A game that has ended needs end=R,region or the like.")


def find_usable(state, box):
    """The elements that can be resolved, which a position keeps for speed."""
    if state.phase not in (SELECT, AGAIN):
        return
    dice = resolvable_dice(state, box)
    if state.phase == AGAIN:
        state.usable = dice & state.used
    else:
        unused = state.pool & ~state.used
        state.usable = dice & unused
        if unused & TILE_BIT and tile_is_usable(state, box, dice & state.used):
            state.usable |= TILE_BIT
    if not state.usable:
        raise BadNotation("No element of the pool can be resolved here, so this decision cannot be due.")


# For a terminal


def hex_sign(state, box, hex):
    """Two signs: the number with its colony, `xx`, or the region in small letters with * for a cupcake, # for a crate."""
    mark = state.marks[hex]
    if mark:
        return mark_text(mark)
    bit = 1 << hex % WORD
    special = "*" if box.cupcake_hexes[hex // WORD] & bit else "#" if box.crate_hexes[hex // WORD] & bit else " "
    return REGION_LETTERS[box.region_of[hex]].lower() + special


def diagram(view, box):
    """The territory, both player boards and the pools as lines of text."""
    signs = grid(box, lambda hex: hex_sign(view, box, hex))
    lines = ["    " + "  ".join(f"{COLUMN_LETTERS[column]} " for column in range(len(signs[0])))]
    for row, found in enumerate(signs):
        for half in range(2):
            cells = [sign.replace("__", "  ") if column % 2 == half else "  " for column, sign in enumerate(found)]
            lines.append((f"{row + 1:<4}" if half == 0 else "    ") + "  ".join(cells))
    lines.append("")
    for seat, name in enumerate(("Red ", "Blue")):
        crates = " ".join(f"{view.crates[seat][group]}/{box.group_size[group]} {POWER_NAMES[box.group_power[group]]}"
                          for group in range(box.groups))
        lines.append(f"{name} {view.points[seat]} points, {view.anthills[seat]} anthills, "
                     f"{view.cupcakes[seat]}/{box.spaces} cupcakes; {crates}")
    for region, name in enumerate(REGION_NAMES):
        red, blue = view.totals[region]
        own, other = view.circles[region]
        lines.append(f"{REGION_LETTERS[region]} {name:6} {red:>2} : {blue:<2}   leaf {box.printed[0] + own} : {box.printed[1] + other}"
                     f", {box.blank - own - other} blank")
    lines.append("")
    dice = "  ".join(f"{REGION_LETTERS[die]} {FACE_NAMES[face]}" for die, face in enumerate(view.dice))
    lines.append(f"Round {view.round_number}, {COLONY_NAMES[view.starter]} splits. Tile: {TILE_WORDS[view.tile]}. Dice: {dice}")
    lines.append(status(view, box))
    return "\n".join(lines)


COLONY_NAMES = ("Red colony", "Blue colony")


def status(view, box):
    """Whose turn it is and what is to be decided, in a sentence."""
    if view.over:
        from .rules import winner
        return f"The game is over: {COLONY_NAMES[winner(view, box)]} wins."
    who = COLONY_NAMES[view.player]
    pool = f"pool {letters(view.pool)}" + (f", used {letters(view.used)}" if view.used else "")
    asks = {
        "split": f"{who} splits the seven elements.",
        "choose": f"{who} takes {letters(view.pool ^ ALL_ELEMENTS)} or {letters(view.pool)}.",
        "select": f"{who} chooses an element of {pool}.",
        "write": f"{who} writes {'a number' if view.effect < 0 else effect_words(view.effect, view.region)}.",
        "cross": f"{who} crosses out two hexes.",
        "close": f"{who} crosses out a cupcake hex.",
        "crate": f"{who} crosses out a crate.",
        "leaf": f"{who} fills a circle of a leaf.",
        "again": f"{who} uses a die of {pool} again.",
    }
    return asks.get(PHASE_NAMES[view.phase] if view.phase < len(PHASE_NAMES) else "", f"{who} goes on.")


def effect_words(effect, region):
    """What is being written: 'an orange 2', 'the first of two 0s'."""
    from .state import IS_FREE, SHAPE_OF, VALUE_OF
    value = VALUE_OF[effect]
    if SHAPE_OF[effect] > 1:
        return "two 0s" if effect == 6 else "three 1s"
    if region != ANYWHERE and region >= 0:
        return f"{'an' if REGION_NAMES[region] == 'orange' else 'a'} {REGION_NAMES[region]} {value}"
    return f"a {value} anywhere" if IS_FREE[effect] else f"a {value}"


# Notes


def sentence(note, box, names):
    """What a note says, in words."""
    d = note.details
    who = names[d[0]] if d and note.event != E_ROUND and note.event != E_REGION else ""
    if note.event == E_BEGAN:
        return f"{who} begins."
    if note.event == E_ROUND:
        dice = ", ".join(f"{REGION_NAMES[die]} {FACE_NAMES[face]}" for die, face in enumerate(d[3:]))
        return f"Round {d[0]}: {names[d[1]]} turns up {TILE_WORDS[d[2]]} and rolls {dice}."
    if note.event == E_SPLIT:
        return f"{who} offers {in_words(d[1])} against {in_words(d[1] ^ ALL_ELEMENTS)}."
    if note.event == E_CHOSE:
        return f"{who} takes {in_words(d[1])}."
    if note.event == E_SELECTED:
        thing = f"the tile, {TILE_WORDS[d[2]]}" if d[1] == TILE else f"the {REGION_NAMES[d[1]]} die, {FACE_NAMES[d[2]]}"
        return f"{who} uses {thing}."
    if note.event == E_AGAIN:
        return f"{who} uses the {REGION_NAMES[d[1]]} die again, {FACE_NAMES[d[2]]}."
    if note.event == E_WROTE:
        return f"{who} writes a {d[2]} on {hex_name(box, d[1])}{' with an anthill' if d[3] else ''}."
    if note.event == E_CUPCAKE:
        return f"{who} gets cupcake {d[1]}, +{d[2]}."
    if note.event == E_ROW_FULL:
        return f"{who} has no cupcake space left."
    if note.event == E_CRATE:
        return f"{who} crosses out crate {d[2]} of {box.group_size[d[1]]} for {POWER_WORDS[box.group_power[d[1]]]}."
    if note.event == E_POWER:
        return f"{who} unlocks {POWER_WORDS[d[1]]}."
    if note.event == E_POINTS:
        return f"{who} scores {d[1]} points."
    if note.event == E_LOST:
        return f"{who} cannot use {POWER_WORDS[d[1]]}: it is lost."
    if note.event == E_DECLINED:
        return f"{who} declines {POWER_WORDS[d[1]]}."
    if note.event == E_CIRCLE:
        return f"{who} fills a circle of the {REGION_NAMES[d[1]]} leaf."
    if note.event == E_CROSSED:
        return f"{who} crosses out {hex_name(box, d[1])}."
    if note.event == E_IGNORED:
        return f"{who} leaves {in_words(d[1])} unused."
    if note.event == E_TRIGGER:
        return f"{who} triggers the end: {ENDINGS[d[1]]}. The round is played out."
    if note.event == E_REGION:
        won = f"{names[d[3]]} scores {d[4]}" if d[3] >= 0 else "nobody scores"
        return f"The {REGION_NAMES[d[0]]} region stands {d[1]} to {d[2]}: {won}."
    if note.event == E_WON:
        return f"{who} wins. Points: {names[0]} {d[1]}, {names[1]} {d[2]}."
    return ""


__all__ = ["CUPX", "ELEMENTS", "diagram", "hex_index", "hex_name", "read_action", "read_position", "sentence", "write_action",
           "write_position"]
