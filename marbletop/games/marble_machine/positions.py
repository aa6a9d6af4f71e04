"""A position as one line of text: sections separated by `;`.

The first section says which decision is due and who decides. The others may come in any order, and empty ones are left out:

    second player=0 starter=1 step=9; board left@0,-1 fork3@0,-2; marbles 2@0,0>1 1=4 3#1,0>5 1@next; hands left+fork swap+swap;
    out erase; aside move; back move; played 1,0; tile swap 0,-1 0,-2 -; tradable swap -

A Part is `code`, its orientation if it has one, and its space; a marble is its speed and `@space>direction`, `@next`,
`=goal`, or `#space>direction` if it is stuck. The rest of the box is in the stacks. Without the first section it is the first
tile of player 0: `marbles 2@home>1; hands right+push left+left`.
"""

import re
from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from .names import read_space, tile_name, write_space
from .state import (CODES, DIRECTIONS, ERASE, FINISHED, FIRST, HAND, IN_GOAL, MARBLES, NEXT, ON_BOARD, ORIENTED, PARTS, PHASES,
                    SEATS, SECOND, SPEEDS, STATE, STUCK, TILES)


def write_tiles(counts: Sequence[int]) -> str:
    """Tiles as text, such as left+left+swap, or - for none."""
    return "+".join(CODES[tile] for tile in range(1, TILES) for _ in range(counts[tile])) or "-"


def read_tiles(text: str, where: str) -> list[int]:
    """The number of tiles of each kind in a text; `where` is the section, for the error."""
    counts = [0] * TILES
    for code in text.split("+") if text != "-" else ():
        if code not in CODES[1:]:
            raise BadNotation(f"{code!r} in {where} is no tile. Tiles are: {', '.join(CODES[1:])}.")
        counts[CODES.index(code)] += 1
    return counts


def write_part(state: Any, space: int) -> str:
    return f"{CODES[state.part[space]]}{state.facing[space] or ''}@{write_space(space)}"


def write_marble(state: Any, m: int) -> str:
    place, speed = state.place[m], state.speed[m]
    if place > IN_GOAL:
        return f"{speed}={place - IN_GOAL}"
    if place == NEXT:
        return f"{speed}@next"
    return f"{speed}{'#' if place == STUCK else '@'}{write_space(state.space[m])}>{state.heading[m]}"


def write_position(state: Any, box: Any) -> str:
    """A position as one line of text."""
    head = [PHASES[state.phase], f"player={state.player}", f"starter={state.starter}", f"step={state.step}"]
    if state.second and state.phase != SECOND:
        head.append("second=1")
    if state.traded:
        head.append(f"traded={state.traded}")
    if state.cause:
        head.append(f"cause={state.cause}")
    sections = [" ".join(head)]

    def add_section(name: str, words: list[str]) -> None:
        if words:
            sections.append(f"{name} {' '.join(words)}")

    add_section("board", [write_part(state, space) for space in range(1, box.edge) if state.part[space]])
    add_section("marbles", [write_marble(state, m) for m in range(state.drawn)])
    add_section("hands", [write_tiles(state.hand[seat]) for seat in range(state.seats)])
    for name, counts in (("out", state.out), ("aside", state.aside), ("back", state.returned)):
        add_section(name, [write_tiles(counts)] if any(counts) else [])
    add_section("played", [",".join(map(str, state.played[:state.seats]))] if any(state.played) else [])
    if state.tile:
        chosen = [write_space(space) if space else "-" for space in (state.first_space, state.second_space)]
        add_section("tile", [CODES[state.tile], *chosen, str(state.first_facing or "-")])
    if any(map(any, state.tradable)):
        add_section("tradable", [write_tiles([0] * ERASE + state.tradable[seat]) for seat in range(state.seats)])
    return "; ".join(sections)


def read_position(text: str, box: Any) -> Any:
    """The position that a line describes, or BadNotation."""
    state = STATE.blank()
    state.seats, state.viewer, state.side = box.seats, -2, list(box.side)
    first, *sections = [words.split() for words in text.split(";")]
    known = {"board": read_board, "marbles": read_marbles, "hands": read_hands, "out": read_pile, "aside": read_pile,
             "back": read_pile, "played": read_played, "tile": read_tile, "tradable": read_tradable}
    if first and first[0] in known:
        first, sections = [PHASES[FIRST]], [first, *sections]
    read_head(state, first)
    for words in sections:
        if not words or words[0] not in known:
            raise BadNotation(f"{' '.join(words)!r} is no section of a position. Sections are: {', '.join(known)}.")
        known[words[0]](state, box, words)
    fill_stacks(state, box)
    state.over = int(state.phase == FINISHED)
    return state


def read_number(text: str, low: int, high: int, what: str) -> int:
    if not re.fullmatch(r"\d+", text) or not low <= int(text) <= high:
        raise BadNotation(f"{text!r} is no {what}: it is a whole number from {low} to {high}.")
    return int(text)


def read_head(state: Any, words: list[str]) -> None:
    most = {"player": state.seats - 1, "starter": state.seats - 1, "step": 10**9, "second": 1, "traded": 99, "cause": 1}
    if not words or words[0] not in PHASES:
        raise BadNotation(f"A position begins with the decision that is due: {', '.join(PHASES)}.")
    state.phase = PHASES.index(words[0])
    for word in words[1:]:
        name, _, number = word.partition("=")
        if name not in most:
            raise BadNotation(f"{word!r} cannot stand here; there can be {', '.join(most)}, such as player=0.")
        setattr(state, name, read_number(number, 0, most[name], name))
    if state.phase == SECOND:
        state.second = 1


def read_board(state: Any, box: Any, words: list[str]) -> None:
    for word in words[1:]:
        found = re.fullmatch(r"([a-z_]+?(?:_120)?)([1-6]?)@(.+)", word)
        part = CODES.index(found[1]) if found and found[1] in CODES else 0
        if found is None or not 1 <= part <= PARTS or (part in ORIENTED) != bool(found[2]):
            raise BadNotation(f"{word!r} is no Part on the board: write left@0,-1, or fork3@0,-1 with an orientation.")
        space = read_space(found[3], box)
        if space == 0 or state.part[space]:
            raise BadNotation("A Part cannot lie there: it needs a space of its own, and not Home ({rule}).", rule="MM-25")
        state.part[space], state.facing[space] = part, int(found[2] or 0)
        state.parts += 1


def read_marbles(state: Any, box: Any, words: list[str]) -> None:
    for word in words[1:]:
        found = re.fullmatch(r"([1-4])(?:(@next)|=([1-6])|([@#])(.+)>([1-6]))", word)
        if found is None or state.drawn == MARBLES:
            raise BadNotation(f"{word!r} is no marble, or one too many: write 2@0,-1>3, 2#0,-1>3 (stuck), 2@next, 2=6 (goal).")
        m = state.drawn
        state.drawn += 1
        state.speed[m] = int(found[1])
        if found[2]:
            state.place[m] = NEXT
        elif found[3]:
            goal = int(found[3])
            if box.owner[goal] < 0:
                raise BadNotation(f"{word!r} cannot be: nobody owns goal {goal}.")
            state.place[m] = IN_GOAL + goal
            state.collected[box.owner[goal]] += 1
        else:
            state.place[m] = STUCK if found[4] == "#" else ON_BOARD
            state.space[m], state.heading[m] = read_space(found[5], box), int(found[6])


def read_hands(state: Any, box: Any, words: list[str]) -> None:
    if len(words) != 1 + state.seats:
        raise BadNotation(f"{' '.join(words)!r} must be the hands of {state.seats} seats: such as left+fork, or - for none.")
    for seat, word in enumerate(words[1:]):
        state.hand[seat] = read_tiles(word, "hands")
        state.hand_size[seat] = sum(state.hand[seat])
        if state.hand_size[seat] > HAND:
            raise BadNotation(f"{word!r} is no hand: a hand has {HAND} tiles at most.")


def read_pile(state: Any, box: Any, words: list[str]) -> None:
    setattr(state, {"back": "returned"}.get(words[0], words[0]), read_tiles("+".join(words[1:]) or "-", words[0]))


def read_played(state: Any, box: Any, words: list[str]) -> None:
    numbers = "".join(words[1:]).split(",")
    if len(numbers) != state.seats:
        raise BadNotation(f"{' '.join(words)!r} must be {state.seats} numbers, such as played 1,0.")
    state.played = [read_number(number, 0, 99, "number of tiles") for number in numbers] + [0] * (SEATS - state.seats)


def read_tile(state: Any, box: Any, words: list[str]) -> None:
    if len(words) != 5 or words[1] not in CODES[1:]:
        raise BadNotation(f"{' '.join(words)!r} must be a tile, two spaces and an orientation, such as tile swap 0,-1 - -.")
    state.tile = CODES.index(words[1])
    state.first_space, state.second_space = (0 if word == "-" else read_space(word, box) for word in words[2:4])
    state.first_facing = 0 if words[4] == "-" else read_number(words[4], 1, DIRECTIONS, "orientation")


def read_tradable(state: Any, box: Any, words: list[str]) -> None:
    if len(words) != 1 + state.seats:
        raise BadNotation(f"{' '.join(words)!r} must be the tradable tiles of {state.seats} seats: swap, or - for none.")
    for seat, word in enumerate(words[1:]):
        state.tradable[seat] = read_tiles(word, "tradable")[ERASE:]


def fill_stacks(state: Any, box: Any) -> None:
    """Put everything that is nowhere else into the stacks."""
    for speed in range(1, SPEEDS + 1):
        state.bag[speed] = box.marbles[speed] - state.speed.count(speed)
        if state.bag[speed] < 0:
            raise BadNotation("The box has only {n} marbles of speed {speed}, and here are {many} ({rule}).",
                              n=box.marbles[speed], speed=speed, many=state.speed.count(speed), rule="MM-2")
    for tile in range(1, TILES):
        elsewhere = (state.part.count(tile) + sum(hand[tile] for hand in state.hand) + state.out[tile] + state.aside[tile]
                     + (state.tile == tile))
        state.stack[tile] = box.tiles[tile] - elsewhere
        if state.stack[tile] < 0:
            raise BadNotation("Of {tile} the box has only {n}, and here are {many} ({rule}).", n=box.tiles[tile],
                              tile=tile_name(tile), many=elsewhere, rule="MM-2")
    state.stack_size = sum(state.stack)
