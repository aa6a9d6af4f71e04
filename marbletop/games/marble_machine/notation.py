"""Actions, positions and notes as text.

A space is its axial coordinates `q,r` (`home` for 0,0), a direction its number 1 to 6 or its compass point. Actions:
`marble`, a tile by its code (`fork`), `trade swap`, `keep`, `aim 3`, `turn 3`, `at 1,-4`, `erase 1,-4`, `from 1,-4`,
`to 1,-4`, `swap 1,-4`, `with 1,-4`.

A position is one line of sections divided by `;`. The first says which decision is due and who decides; the others may
come in any order, and what is empty is left out:

    second player=0 starter=1 step=9; board left@0,-1 fork3@0,-2; marbles 2@0,0>1 1=4 3#1,0>5 1@next; hands left+fork swap+swap;
    out erase; aside move; back move; played 1,0; tile swap 0,-1 0,-2 -; tradable swap -

A Part is `code`, its orientation if it has one, and its space; a marble is its speed and `@space>direction`, `@next`,
`=goal`, or `#space>direction` when it is stuck. What is left in the stacks follows from the rest.
"""

import re
from collections.abc import Callable

from ...core.errors import BadNotation
from ...words import join_and, phrase, phrases, say
from .state import ACTED as PART_ACTED
from .state import (
    ACTIONS,
    AIM,
    AIMED,
    AT,
    BLOCKED,
    CARRIED_HOME,
    CLOSED,
    CODES,
    COLLECTED,
    COORDINATES,
    DIRECTIONS,
    DREW_MARBLE,
    DREW_TILE,
    ERASE,
    ERASE_WHICH,
    ERASED,
    FINAL,
    FINISHED,
    FLEW,
    GOT_STUCK,
    HAND,
    IN_GOAL,
    KEEP,
    KEPT,
    LAST_MARBLE,
    MARBLE,
    MARBLES,
    MOVE_FROM,
    MOVE_TO,
    MOVED_PART,
    NEXT,
    ON_BOARD,
    ORIENTED,
    PARTS,
    PHASES,
    PLACE,
    PLACED_MARBLE,
    PLAYED_PART,
    QUOTA,
    RANDOM_PUSH,
    RETURNED,
    SEATS,
    SECOND,
    SEPARATED,
    SLID,
    SPACE_AT,
    SPEEDS,
    STARTED,
    STATE,
    STEPPED_BACK,
    STUCK,
    SWAP_A,
    SWAP_B,
    SWAPPED,
    TILES,
    TRADE,
    TRADED,
    WON,
)

NAMES = ("", *phrases("Left", "Left 120", "Right", "Right 120", "Reverse", "Redirect", "Jump", "Push", "Fork", "Sort",
                      "Go Home",
                      "Divert Slow", "Random", "Random Push", "Solid Wall", "Erase", "Move", "Swap"))
COMPASS = ("", *phrases("N", "NE", "SE", "S", "SW", "NW"))
ARROWS = ("", "↑", "↗", "↘", "↓", "↙", "↖")
SPACE_WORDS = {PLACE: "at", ERASE_WHICH: "erase", MOVE_FROM: "from", MOVE_TO: "to", SWAP_A: "swap", SWAP_B: "with"}


# Spaces, tiles, actions


def space_text(space):
    """home, or the coordinates of a space."""
    return "{},{}".format(*COORDINATES[space]) if space else "home"


def read_space(text, box=None):
    """The space that a text means, or BadNotation; with a box only spaces of its machine."""
    if text.lower() == "home":
        return 0
    found = re.fullmatch(r"\(?\s*(-?\d+)\s*,\s*(-?\d+)\s*\)?", text)
    space = SPACE_AT.get((int(found[1]), int(found[2])), -1) if found else -1
    if space < 0 or (box is not None and space >= box.edge):
        raise BadNotation(f"{text!r} is no space of the machine: write its coordinates, such as 1,-4, or home.")
    return space


def write_action(state, box, action):
    """An action in words that fit the decision it answers."""
    if action == MARBLE:
        return "marble"
    if action < KEEP:
        return f"trade {CODES[action]}" if state.phase == TRADE else CODES[action]
    if action == KEEP:
        return "keep"
    if action <= AT:
        return f"{'aim' if state.phase == AIM else 'turn'} {action - AIMED}"
    return f"{SPACE_WORDS.get(state.phase, 'at')} {space_text(action - AT)}"


def read_action(state, box, text):
    """The action meant by other words for it: a tile's name, a compass point, bare numbers or coordinates; else None."""
    words = text.lower().replace("-120", "_120").split()
    if words and words[0] in ("aim", "turn", "at", "erase", "from", "to", "swap", "with", "trade", "play") and len(words) > 1:
        words = words[1:]
    said = " ".join(words)
    action = -1
    if said.upper() in COMPASS[1:]:
        action = AIMED + COMPASS.index(said.upper())
    elif said.isdigit() and 1 <= int(said) <= DIRECTIONS:
        action = AIMED + int(said)
    elif said.replace(" ", "_") in CODES[1:]:
        action = CODES.index(said.replace(" ", "_"))
    elif re.fullmatch(r"\(?\s*-?\d+\s*,\s*-?\d+\s*\)?", said):
        action = AT + read_space(said, box)
    from .rules import legal
    actions = [0] * ACTIONS
    return action if action in actions[:legal(state, box, actions)] and action >= 0 else None


# Positions


def write_tiles(counts):
    """Tiles of a pile, such as left+left+swap, or - for none."""
    return "+".join(CODES[tile] for tile in range(1, TILES) for _ in range(counts[tile])) or "-"


def read_tiles(text, where):
    counts = [0] * TILES
    for code in text.split("+") if text != "-" else ():
        if code not in CODES[1:]:
            raise BadNotation(f"{code!r} in {where} is no tile. Tiles are: {', '.join(CODES[1:])}.")
        counts[CODES.index(code)] += 1
    return counts


def write_part(state, space):
    return f"{CODES[state.part[space]]}{state.facing[space] or ''}@{space_text(space)}"


def write_marble(state, m):
    place, speed = state.place[m], state.speed[m]
    if place > IN_GOAL:
        return f"{speed}={place - IN_GOAL}"
    if place == NEXT:
        return f"{speed}@next"
    return f"{speed}{'#' if place == STUCK else '@'}{space_text(state.space[m])}>{state.heading[m]}"


def write_position(state, box):
    """The position as one line; see above."""
    head = [PHASES[state.phase], f"player={state.player}", f"starter={state.starter}", f"step={state.step}"]
    if state.second and state.phase != SECOND:
        head.append("second=1")
    if state.traded:
        head.append(f"traded={state.traded}")
    if state.cause:
        head.append(f"cause={state.cause}")
    sections = [" ".join(head)]

    def section(name, words):
        if words:
            sections.append(f"{name} {' '.join(words)}")

    section("board", [write_part(state, space) for space in range(1, box.edge) if state.part[space]])
    section("marbles", [write_marble(state, m) for m in range(state.drawn)])
    section("hands", [write_tiles(state.hand[seat]) for seat in range(state.seats)])
    for name, counts in (("out", state.out), ("aside", state.aside), ("back", state.returned)):
        section(name, [write_tiles(counts)] if any(counts) else [])
    section("played", [",".join(map(str, state.played[:state.seats]))] if any(state.played) else [])
    if state.tile:
        section("tile", [CODES[state.tile], *(space_text(space) if space else "-" for space in (state.spot, state.other)),
                         str(state.turned or "-")])
    if any(map(any, state.tradable)):
        section("tradable", [write_tiles([0] * ERASE + state.tradable[seat]) for seat in range(state.seats)])
    return "; ".join(sections)


def read_position(text, box):
    """The position that a line describes, or BadNotation. What is left in the stacks follows from the box."""
    state = STATE.blank()
    state.seats, state.viewer, state.side = box.seats, -2, list(box.side)
    first, *sections = [words.split() for words in text.split(";")]
    read_head(state, first)
    known = {"board": read_board, "marbles": read_marbles, "hands": read_hands, "out": read_pile, "aside": read_pile,
             "back": read_pile, "played": read_played, "tile": read_tile, "tradable": read_tradable}
    for words in sections:
        if not words or words[0] not in known:
            raise BadNotation(f"{' '.join(words)!r} is no section of a position. Sections are: {', '.join(known)}.")
        known[words[0]](state, box, words)
    fill_stacks(state, box)
    state.over = int(state.phase == FINISHED)
    return state


def read_number(text, low, high, what):
    if not re.fullmatch(r"\d+", text) or not low <= int(text) <= high:
        raise BadNotation(f"{text!r} is no {what}: it is a whole number from {low} to {high}.")
    return int(text)


def read_head(state, words):
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


def read_board(state, box, words):
    for word in words[1:]:
        found = re.fullmatch(r"([a-z_]+?(?:_120)?)([1-6]?)@(.+)", word)
        part = CODES.index(found[1]) if found and found[1] in CODES else 0
        if found is None or not 1 <= part <= PARTS or (part in ORIENTED) != bool(found[2]):
            raise BadNotation(f"{word!r} is no Part on the board: write left@0,-1, or fork3@0,-1 with an orientation.")
        space = read_space(found[3], box)
        if space == 0 or state.part[space]:
            raise BadNotation(f"{word!r} cannot lie there: a Part needs a space of its own, and not Home.")
        state.part[space], state.facing[space] = part, int(found[2] or 0)
        state.parts += 1


def read_marbles(state, box, words):
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


def read_hands(state, box, words):
    if len(words) != 1 + state.seats:
        raise BadNotation(f"{' '.join(words)!r} must be the hands of {state.seats} seats: such as left+fork, or - for none.")
    for seat, word in enumerate(words[1:]):
        state.hand[seat] = read_tiles(word, "hands")
        state.hand_size[seat] = sum(state.hand[seat])
        if state.hand_size[seat] > HAND:
            raise BadNotation(f"{word!r} is no hand: a hand has {HAND} tiles at most.")


def read_pile(state, box, words):
    setattr(state, {"back": "returned"}.get(words[0], words[0]), read_tiles("+".join(words[1:]) or "-", words[0]))


def read_played(state, box, words):
    numbers = "".join(words[1:]).split(",")
    if len(numbers) != state.seats:
        raise BadNotation(f"{' '.join(words)!r} must be {state.seats} numbers, such as played 1,0.")
    state.played = [read_number(number, 0, 99, "number of tiles") for number in numbers] + [0] * (SEATS - state.seats)


def read_tile(state, box, words):
    if len(words) != 5 or words[1] not in CODES[1:]:
        raise BadNotation(f"{' '.join(words)!r} must be a tile, two spaces and an orientation, such as tile swap 0,-1 - -.")
    state.tile = CODES.index(words[1])
    state.spot, state.other = (0 if word == "-" else read_space(word, box) for word in words[2:4])
    state.turned = 0 if words[4] == "-" else read_number(words[4], 1, DIRECTIONS, "orientation")


def read_tradable(state, box, words):
    if len(words) != 1 + state.seats:
        raise BadNotation(f"{' '.join(words)!r} must be the tradable tiles of {state.seats} seats: swap, or - for none.")
    for seat, word in enumerate(words[1:]):
        state.tradable[seat] = read_tiles(word, "tradable")[ERASE:]


def fill_stacks(state, box):
    """What has not been drawn yet is in the stacks."""
    for speed in range(1, SPEEDS + 1):
        state.bag[speed] = box.marbles[speed] - state.speed.count(speed)
        if state.bag[speed] < 0:
            raise BadNotation(f"There are only {box.marbles[speed]} marbles of speed {speed}, not {state.speed.count(speed)}.")
    for tile in range(1, TILES):
        elsewhere = (state.part.count(tile) + sum(hand[tile] for hand in state.hand) + state.out[tile] + state.aside[tile]
                     + (state.tile == tile))
        state.stack[tile] = box.tiles[tile] - elsewhere
        if state.stack[tile] < 0:
            raise BadNotation(f"There are only {box.tiles[tile]} tiles {CODES[tile]}, not {elsewhere}.")
    state.stack_size = sum(state.stack)


# Diagram

SIGNS = ("", "L", "L2", "R", "R2", "Rv", "Rd", "J", "P", "F", "S", "GH", "DS", "?", "?P", "##")
MARKS = (("■", "□"), ("●", "○"), ("▲", "△"))             # by shape; black, white
WIDE = 6


def cell_text(state, box, space):
    """What a diagram shows in a space: Part and its arrow, then a marble's speed and arrow, + for more marbles."""
    if space >= box.edge:
        goal = box.goal[space]
        return f"[{-goal}]" if goal < 0 else MARKS[box.goal_shape[goal]][box.goal_colour[goal]]
    part = state.part[space]
    text = SIGNS[part] + ARROWS[state.facing[space]] if part else ""
    there = [m for m in range(state.drawn) if state.place[m] in (ON_BOARD, STUCK) and state.space[m] == space]
    if there:
        text += f"{' ' if len(text) < 3 and text else ''}{state.speed[there[0]]}{ARROWS[state.heading[there[0]]]}"
        text += "+" if len(there) > 1 else ""
    return text or ("home" if space == 0 else "·")


def diagram(state, box):
    """The board as lines of text, then piles, own hand and stacks."""
    radius = box.radius
    rows = [[" "] * (WIDE * (2 * radius + 1)) for _ in range(4 * radius + 1)]
    for space in range(box.edge + 6 * radius):
        q, r = COORDINATES[space]
        text = cell_text(state, box, space)[:WIDE].center(WIDE)
        rows[2 * r + q + 2 * radius][WIDE * (q + radius):WIDE * (q + radius + 1)] = text
    lines = ["".join(row).rstrip() for row in rows]
    for side in range(box.sides):
        goals = " ".join(MARKS[box.goal_shape[g]][box.goal_colour[g]] for g in range(1, 7) if box.owner[g] == side)
        pile = sorted(state.speed[m] for m in range(state.drawn)
                      if state.place[m] > IN_GOAL and box.owner[state.place[m] - IN_GOAL] == side)
        seats = " and ".join(str(seat) for seat in range(state.seats) if box.side[seat] == side)
        lines.append(f"seat {seats} {goals}: {len(pile)} of {box.quota} marbles {' '.join(map(str, pile))}".rstrip())
    if state.viewer >= 0:
        lines.append(f"hand of seat {state.viewer}: {write_tiles(state.hand[state.viewer]).replace('+', ' ')}")
    if state.phase == AIM:
        lines.append(f"to aim: a marble of speed {state.speed[state.drawn - 1]}")
    if state.tile:
        lines.append(f"in play: {CODES[state.tile]}")
    left = ", ".join(f"{state.bag[speed]} of speed {speed}" for speed in range(1, SPEEDS + 1))
    lines.append(f"marbles left: {left}; Machine Tiles left: {state.stack_size}")
    return "\n".join(lines)


# Sentences


GOALS = (phrases("black square", "black circle", "black triangle"), phrases("white square", "white circle", "white triangle"))


def tile_name(tile):
    return say(NAMES[tile])


def space_words(space):
    """A space in a sentence."""
    return space_text(space) if space else say("home")


def direction_words(direction):
    """A direction in a sentence: its number and its compass point."""
    return say("{n} ({compass})", n=direction, compass=say(COMPASS[direction]))


def goal_name(box, goal):
    """A goal as players call it: black square."""
    return say(GOALS[box.goal_colour[goal]][box.goal_shape[goal]])


def goal_text(box, goal):
    return say("the {goal}", goal=goal_name(box, goal))


def owner_text(box, names, side):
    """Who owns a pile: a player, or the players of a team."""
    return join_and([names[seat] for seat in range(box.seats) if box.side[seat] == side])


def turned(words, facing):
    """Where a Part lies, and how it is turned if it is."""
    return say("{space}, turned to {direction}", space=words, direction=direction_words(facing)) if facing else words


def act_text(m, part, space, die, heading):
    if part == RANDOM_PUSH:
        return say("Marble {m} is pushed towards {direction} by {part}.", m=m + 1, direction=direction_words(die),
                   part=tile_name(part))
    if ACTS[part]:
        return say(ACTS[part], m=m + 1, part=tile_name(part))
    direction = direction_words(heading)
    if die:
        return say("Marble {m} is turned to {direction} by {part} with a {die}.", m=m + 1, direction=direction,
                   part=tile_name(part), die=die)
    return say("Marble {m} is turned to {direction} by {part}.", m=m + 1, direction=direction, part=tile_name(part))


COMES = phrase("Marble {m} comes to {part}.")
ACTS = ("", *phrases("Marble {m} is turned left by {part}.", "Marble {m} is turned far left by {part}.",
                     "Marble {m} is turned right by {part}.", "Marble {m} is turned far right by {part}.",
                     "Marble {m} is turned round by {part}."), "", COMES, COMES, "", "", COMES, "", "", "", "")


def sentence(note, box, names):
    """What a note says, in words; "" for what the drawing shows better."""
    event, details = note.event, note.details
    if event == DREW_TILE:
        who = names[note.whispered_to]
        return (say("{who} draws {tile}.", who=who, tile=tile_name(details[1])) if details
                else say("{who} draws a Machine Tile.", who=who))
    template = SENTENCES.get(event)
    return template(box, names, *details) if template else ""


SENTENCES: dict[int, Callable[..., str]] = {
    STARTED: lambda box, names, seat: say("{who} begins.", who=names[seat]),
    TRADED: lambda box, names, seat, tile: say("{who} trades in {tile}.", who=names[seat], tile=tile_name(tile)),
    KEPT: lambda box, names, seat: say("{who} keeps the hand.", who=names[seat]),
    DREW_MARBLE: lambda box, names, seat, speed: say("{who} draws a marble of speed {speed}.", who=names[seat], speed=speed),
    PLACED_MARBLE: lambda box, names, seat, m: say("Marble {m} is put on Home.", m=m + 1),
    PLAYED_PART: lambda box, names, seat, part, space, facing: (
        say("{who} puts {part} on {space}.", who=names[seat], part=tile_name(part), space=turned(space_words(space), facing))),
    ERASED: lambda box, names, seat, part, space: (
        say("{who} erases {part} on {space}.", who=names[seat], part=tile_name(part), space=space_words(space))),
    MOVED_PART: lambda box, names, seat, part, start, space, facing: (
        say("{who} moves {part} from {here} to {there}.", who=names[seat], part=tile_name(part), here=space_words(start),
            there=turned(space_words(space), facing))),
    SWAPPED: lambda box, names, seat, low, high, at_low, low_facing, at_high, high_facing: (
        say("{who} swaps: {first} lies on {here}, {second} on {there}.", who=names[seat], first=tile_name(at_low),
            here=turned(space_words(low), low_facing), second=tile_name(at_high), there=turned(space_words(high),
                                                                                               high_facing))),
    PART_ACTED: lambda box, names, m, part, space, die, heading: act_text(m, part, space, die, heading),
    FLEW: lambda box, names, m, start, space: say("Marble {m} flies to {space}.", m=m + 1, space=space_words(space)),
    SLID: lambda box, names, m, start, space: say("Marble {m} slides to {space}.", m=m + 1, space=space_words(space)),
    STEPPED_BACK: lambda box, names, m, start, space: say("Marble {m} goes one space back from the Solid Wall.", m=m + 1),
    CARRIED_HOME: lambda box, names, m, start, space: say("Marble {m} is carried Home.", m=m + 1),
    BLOCKED: lambda box, names, m, space: say("Marble {m} stops before the Solid Wall.", m=m + 1),
    CLOSED: lambda box, names, m, space: say("Marble {m} goes in circles and comes to rest.", m=m + 1),
    SEPARATED: lambda box, names, m, separator, die: (
        say("Marble {m} is on separator {n}: a {die} is rolled.", m=m + 1, n=separator, die=die)),
    COLLECTED: lambda box, names, m, goal, owner: (
        say("Marble {m} reaches {goal}: it is collected by {who}.", m=m + 1, goal=goal_text(box, goal),
            who=owner_text(box, names, owner))),
    RETURNED: lambda box, names, m, goal, die: (
        say("Nobody owns {goal}: marble {m} goes Home, aimed at {direction}.", goal=goal_text(box, goal), m=m + 1,
            direction=direction_words(die))),
    FINAL: lambda box, names, cause: {QUOTA: say("The quota is reached: the Final Phase begins."),
                                      LAST_MARBLE: say("The last marble is played: the Final Phase begins.")}[cause],
    GOT_STUCK: lambda box, names, m: say("Marble {m} is stuck for ever.", m=m + 1),
    WON: lambda box, names, side: (
        say("{who} has won.", who=owner_text(box, names, side)) if box.sides == box.seats
        else say("{names} have won.", names=owner_text(box, names, side))),
}
