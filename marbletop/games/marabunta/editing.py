"""How positions are edited; core/editing.py explains it."""

from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import capital, phrases, say
from .choices import element_id
from .names import COLONY_LETTERS, COLONY_NAMES, ELEMENT_LETTERS, face_name, hex_name, region_name, tile_words
from .position_check import points_of
from .positions import hex_index, mark_text
from .state import (CHOOSE, CUPX, DICE, ELEMENTS, FACE_NAMES, ORDINARY, PHASE_NAMES, REGION_LETTERS, REGIONS, SEATS, SELECT,
                    SPLIT, TILE, TILE_NAMES)

EMPTY = ".."
MOST_ROUNDS = 19                            # [MA-60]
OF_A_TRAY = ("pool", "used", "effect", "chosen", "power", "left", "waiting")
DECISIONS = phrases(          # by phase
    "divide the dice", "take a tray", "use a die or the tile", "write a number", "cross out two hexes",
    "cross out a cupcake", "choose a crate", "fill a circle", "use a die again", "the game is over")


def words_of(text: str, box: Any) -> dict[str, str]:
    drawn, *others = text.split()
    words = dict(word.partition("=")[::2] for word in others)
    dice = {die_field(die): face for die, face in enumerate(words.pop("dice", "").split(","))}
    return {"territory": drawn, **{name: value for name, value in words.items() if name != "step"}, **dice}


def text_of(words: dict[str, str]) -> str:
    fields = [die_field(die) for die in range(DICE)]
    rest = {name: value for name, value in words.items() if name not in ("territory", *fields)}
    rest = with_tiles(with_pool(rest)) | {"dice": ",".join(words[name] for name in fields)}
    return " ".join([words["territory"], *(f"{name}={value}" for name, value in rest.items())])


def die_field(die: int) -> str:
    return f"die {die}"


def with_pool(words: dict[str, str]) -> dict[str, str]:
    """The words without what belongs to a tray while the dice are divided; with one if somebody has to have it."""
    if words["phase"] == PHASE_NAMES[SPLIT]:
        return {name: value for name, value in words.items() if name not in OF_A_TRAY}
    if words["phase"] in (PHASE_NAMES[CHOOSE], PHASE_NAMES[SELECT]) and not words.get("pool"):
        return {**words, "pool": REGION_LETTERS[:DICE // 2]}
    return words


def with_tiles(words: dict[str, str]) -> dict[str, str]:
    """The words with as many tiles in the stack as the round leaves, without the one that is turned up."""
    if not words["round"].isdigit():
        return words
    late = int(words["round"]) > ORDINARY
    tile = TILE_NAMES[CUPX] if late else words["tile"]
    kept = [name for name in words["stack"].split(",") if name not in (tile, "none")]
    others = [name for name in TILE_NAMES[:ORDINARY] if name not in (tile, *kept)]
    stack = [*kept, *others][:max(0, ORDINARY - int(words["round"]))]
    return {**words, "tile": tile, "stack": ",".join(sorted(stack, key=position_of_tile)) or "none"}


def position_of_tile(name: str) -> int:
    return TILE_NAMES.index(name) if name in TILE_NAMES else ORDINARY


def fields_of(box: Any, seats: int) -> list[Field]:
    colonies = seat_choices([say(name) for name in COLONY_NAMES], COLONY_LETTERS)
    tiles = tuple((name, tile_words(number)) for number, name in enumerate(TILE_NAMES))
    faces = tuple((name, face_name(face)) for face, name in enumerate(FACE_NAMES))
    rounds = tuple((str(number), str(number)) for number in range(1, MOST_ROUNDS + 1))
    dice = [Field(die_field(die), say("{region} die", region=capital(region_name(die))), faces) for die in range(DICE)]
    return [Field("player", say("To move"), colonies), Field("starter", say("First player"), colonies),
            Field("phase", say("Decision"), tuple((name, say(words)) for name, words in zip(PHASE_NAMES, DECISIONS))),
            Field("round", say("Round"), rounds), Field("tile", say("Tile"), tiles), *dice,
            Field("pool", say("Dice of the player: P pink, O orange, G green, S grey, B blue, Y yellow, T the tile"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    numbers = {mark_text(mark): say("{who}: {n}", who=say(COLONY_NAMES[(mark - 2) // 4]), n=(mark - 2) % 4)
               for mark in range(2, 10)}
    return {**numbers, "xx": say("Cross out"), NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    """Hexes, leaves, the dice and the tile, and on the boards the anthills, the cupcakes and the groups of crates."""
    boards = [f"{name}-{seat}" for seat in range(SEATS) for name in ("cupcakes", "anthills")]
    groups = [f"group-{seat}-{group}" for seat in range(SEATS) for group in range(box.groups)]
    return [*(f"hex-{hex_name(box, hex)}" for hex in range(box.hexes)), *(f"leaf-{region}" for region in range(REGIONS)),
            *(element_id(element) for element in range(ELEMENTS)), *boards, *groups]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A hex with a number, crossed out, or empty; a leaf with one more circle of the colony whose piece it is; one more
    cupcake or crate crossed out, one anthill less. Taking out begins such a thing anew. A die or the tile changes trays, and
    before there are trays a die shows its next face."""
    kind, _, where = place.partition("-")
    if kind in ("die", "tile"):
        return put_element(words, int(where or TILE))
    if kind == "hex":
        return put_mark(words, box, where, EMPTY if piece == NOTHING else piece)
    if kind == "leaf":
        return put_circle(words, box, int(where), piece)
    if kind == "group":
        seat, group = map(int, where.split("-"))
        return put_crate(words, box, seat, group, piece)
    return put_count(words, box, kind, int(where), piece)


def put_element(words: dict[str, str], element: int) -> dict[str, str]:
    """A die or the tile in the other tray, if that leaves something in each; a die of no tray yet shows its next face."""
    if words["phase"] == PHASE_NAMES[SPLIT] and element != TILE:
        face = FACE_NAMES.index(words[die_field(element)])
        return {**words, die_field(element): FACE_NAMES[(face + 1) % len(FACE_NAMES)]}
    if words["phase"] not in (PHASE_NAMES[CHOOSE], PHASE_NAMES[SELECT]):
        return words
    pool = set(words["pool"]) ^ {ELEMENT_LETTERS[element]}
    if words["phase"] == PHASE_NAMES[CHOOSE] and ELEMENT_LETTERS[TILE] in pool:         # the text has the tray without the tile
        pool = set(ELEMENT_LETTERS) - pool
    if not pool or len(pool) == ELEMENTS:
        return words
    used = letters_in(pool & set(words.get("used", "")))
    rest = {name: value for name, value in words.items() if name != "used"}
    return {**rest, "pool": letters_in(pool), **({"used": used} if used else {})}


def letters_in(pool: set[str]) -> str:
    """Dice and tile in their order, as a position writes them."""
    return "".join(letter for letter in ELEMENT_LETTERS if letter in pool)


def put_mark(words: dict[str, str], box: Any, name: str, sign: str) -> dict[str, str]:
    hex, rows = hex_index(box, name), words["territory"].split("/")
    row, column = box.row[hex], 2 * box.column[hex]
    rows[row] = rows[row][:column] + sign + rows[row][column + 2:]
    return {**words, "territory": "/".join(rows)}


def put_circle(words: dict[str, str], box: Any, region: int, piece: str) -> dict[str, str]:
    leaves = [[int(digit) for digit in pair] for pair in words["circles"].split(",")]
    if piece == NOTHING:
        leaves[region] = [0, 0]
    elif piece[0] in COLONY_LETTERS and sum(leaves[region]) < box.blank:
        leaves[region][COLONY_LETTERS.index(piece[0])] += 1
    return {**words, "circles": ",".join(f"{red}{blue}" for red, blue in leaves)}


def put_crate(words: dict[str, str], box: Any, seat: int, group: int, piece: str) -> dict[str, str]:
    rows = [[int(digit) for digit in row] for row in words["crates"].split(",")]
    rows[seat][group] = 0 if piece == NOTHING else min(rows[seat][group] + 1, box.group_size[group])
    return with_points({**words, "crates": ",".join("".join(map(str, row)) for row in rows)}, box)


def put_count(words: dict[str, str], box: Any, kind: str, seat: int, piece: str) -> dict[str, str]:
    counts = [int(number) for number in words[kind].split(",")]
    if kind == "anthills":
        counts[seat] = box.anthills if piece == NOTHING else max(0, counts[seat] - 1)
    else:
        counts[seat] = 0 if piece == NOTHING else min(counts[seat] + 1, box.spaces)
    return with_points({**words, kind: ",".join(map(str, counts))}, box)


def with_points(words: dict[str, str], box: Any) -> dict[str, str]:
    """The words with the points that cupcakes and powers make."""
    cupcakes = [int(number) for number in words["cupcakes"].split(",")]
    crates = [[int(digit) for digit in row] for row in words["crates"].split(",")]
    points = [points_of(box, cupcakes[seat], [group for group in range(box.groups)
                                              if crates[seat][group] == box.group_size[group]]) for seat in range(SEATS)]
    return {**words, "points": ",".join(map(str, points))}
