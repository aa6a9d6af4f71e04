"""How positions are edited; core/editing.py explains it."""

import re
from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import phrases, say
from .names import tile_name, write_space
from .state import CODES, DIRECTIONS, ERASE, HAND, ORIENTED, PHASES, SPEEDS, TILES

SEAT_NAMES = ("Blue", "Red", "Yellow", "Purple", "Green", "Black")
DECISIONS = phrases(          # by phase
    "trade in Modifiers", "first tile or marble", "second tile or marble", "aim the marble",
    "place the tile", "turn the tile", "erase a tile", "choose the tile to move", "choose where it moves",
    "choose the first tile to swap", "choose the second tile to swap", "turn the first tile", "turn the second tile",
    "the game is over")
NO_TILE = "-"
SECTIONS = ("board", "marbles", "hands", "out", "aside", "back", "played", "tile", "tradable")


def words_of(text: str, box: Any) -> dict[str, str]:
    head, *sections = (section.strip() for section in text.split(";"))
    phase, *values = head.split()
    words = {"phase": phase, **dict(value.partition("=")[::2] for value in values)}
    words |= dict(section.partition(" ")[::2] for section in sections if section)
    return {**words, **{hand_field(seat, number): tile for seat, hand in enumerate(words.pop("hands", "").split())
                        for number, tile in enumerate((hand.split("+") + [NO_TILE] * HAND)[:HAND])}}


def text_of(words: dict[str, str]) -> str:
    words = with_hands(words)
    head = " ".join([words["phase"], *(f"{name}={value}" for name, value in words.items()
                                       if name not in ("phase", *SECTIONS) and value)])
    return "; ".join([head, *(f"{name} {words[name]}" for name in SECTIONS if words.get(name))])


def hand_field(seat: int, number: int) -> str:
    return f"tile {seat} {number}"


def with_hands(words: dict[str, str]) -> dict[str, str]:
    """The words with the tiles of each seat as one word."""
    hands = list[str]()
    while hand_field(len(hands), 0) in words:
        tiles = [words[hand_field(len(hands), number)] for number in range(HAND)]
        hands.append("+".join(tile for tile in tiles if tile != NO_TILE) or NO_TILE)
    rest = {name: value for name, value in words.items() if not name.startswith("tile ")}
    return {**rest, "hands": " ".join(hands)}


def fields_of(box: Any, seats: int) -> list[Field]:
    seat_list = seat_choices([say(name) for name in SEAT_NAMES[:seats]], [str(seat) for seat in range(seats)])
    return [Field("player", say("To move"), seat_list), Field("starter", say("First player"), seat_list),
            Field("phase", say("Decision"), tuple((name, say(words)) for name, words in zip(PHASES, DECISIONS))),
            *hand_fields(seats), Field("marbles", say("Marbles")), Field("board", say("Tiles on the board"))]


def hand_fields(seats: int) -> list[Field]:
    """The tiles of all seats: only those of whose turn it is are drawn."""
    tiles = (*((CODES[tile], tile_name(tile)) for tile in range(1, TILES)), (NO_TILE, say("none")))
    return [Field(hand_field(seat, number), say("{who}: tile {n}", who=say(SEAT_NAMES[seat]), n=number + 1), tiles)
            for seat in range(seats) for number in range(HAND)]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    tiles = {CODES[tile]: tile_name(tile) for tile in range(1, TILES)}
    marbles = {str(speed): say("Marble of speed {speed}", speed=speed) for speed in range(1, SPEEDS + 1)}
    return {**tiles, **marbles, NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    goals = [f"goal-{goal}" for goal in range(1, DIRECTIONS + 1) if box.owner[goal] >= 0]
    hand = [f"tile-{tile}-{number + 1}" for tile in range(1, TILES) for number in range(view.hand[view.player][tile])]
    return [*(f"sp-{space}" for space in range(1, box.edge)), "sp-0", *goals, *hand]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A Part or a marble on a space, a marble in a goal, or a tile in the place of one in the hand. What lies there already
    turns to the next direction."""
    kind, _, number = place.partition("-")
    if kind == "tile":
        return put_in_hand(words, int(number.partition("-")[0]), piece, player)
    if kind == "goal":
        return put_in_goal(words, number, piece)
    space = write_space(int(number))
    if piece == NOTHING:
        return {**words, "board": " ".join(parts_beside(words, space)), "marbles": " ".join(marbles_beside(words, space))}
    if piece.isdigit():
        return {**words, "marbles": " ".join([*marbles_beside(words, space), marble_on(words, space, piece)])}
    if piece not in CODES[1:ERASE]:
        return words                        # Modifiers never lie on the board
    return {**words, "board": " ".join([*parts_beside(words, space), part_on(words, space, piece)])}


def parts_beside(words: dict[str, str], space: str) -> list[str]:
    """The Parts on other spaces."""
    return [one for one in words.get("board", "").split() if not one.endswith(f"@{space}")]


def marbles_beside(words: dict[str, str], space: str) -> list[str]:
    """The marbles that do not lie on a space."""
    return [one for one in words.get("marbles", "").split() if not re.fullmatch(rf"\d[@#]{re.escape(space)}>\d", one)]


def part_on(words: dict[str, str], space: str, code: str) -> str:
    """A Part on a space; if it has an arrow and lies there already, it is turned."""
    found = re.search(rf"(?:^| ){code}([1-6])@{re.escape(space)}(?= |$)", words.get("board", ""))
    facing = next_direction(found[1] if found else "") if CODES.index(code) in ORIENTED else ""
    return f"{code}{facing}@{space}"


def marble_on(words: dict[str, str], space: str, speed: str) -> str:
    """A marble on a space; if one of this speed lies there already, it is turned."""
    found = re.search(rf"(?:^| ){speed}@{re.escape(space)}>([1-6])", words.get("marbles", ""))
    return f"{speed}@{space}>{next_direction(found[1] if found else '')}"


def next_direction(before: str) -> str:
    return str(int(before or 0) % DIRECTIONS + 1)


def put_in_goal(words: dict[str, str], goal: str, piece: str) -> dict[str, str]:
    """One more marble that was collected in a goal, or the last one taken out."""
    marbles = words.get("marbles", "").split()
    inside = [number for number, one in enumerate(marbles) if one.endswith(f"={goal}")]
    if piece.isdigit():
        marbles.append(f"{piece}={goal}")
    elif piece == NOTHING and inside:
        del marbles[inside[-1]]
    return {**words, "marbles": " ".join(marbles)}


def put_in_hand(words: dict[str, str], tile: int, piece: str, player: int) -> dict[str, str]:
    """Another tile in the place of one in the hand."""
    fields = [hand_field(player, number) for number in range(HAND)]
    pressed = next((name for name in fields if words[name] == CODES[tile]), "")
    return {**words, pressed: piece} if pressed and piece in CODES[1:] else words
