"""The box: both sides of the territory and of the player boards, read from components.toml and checked."""

import warnings
from collections.abc import Iterable
from typing import Any

from ...core.components import Components
from ...core.hexgrid import NOWHERE, from_offset, neighbours
from .state import (ANYWHERE, BLUE, BOX, FACES, GROUPS, HEXES, POWER_NAMES, RANDOM_FIRST, RED, REGION_LETTERS, REGION_NAMES,
                    REGIONS, SIDES, SPACES, WORD)

COLUMN_LETTERS = "abcdefghijklmnopqrstuvwxyz"
PlayerBoard = tuple[int, int, list[int], list[tuple[int, int]]]       # anthills, track, cupcake row, groups: crates, power
FIRST_PLAYERS = {"red": RED, "blue": BLUE, "random": RANDOM_FIRST}


def box_of(components: Components, options: Any, seats: int) -> Any:
    """The box for these options. Both sides are checked, even if only one is played."""
    territories = {side: read_territory(components, side) for side in SIDES}
    boards = {side: read_player_board(components, side) for side in SIDES}
    box = BOX.blank()
    set_territory(box, territories[options.territory], options.cross_two_regions)
    set_player_board(box, boards[options.player_boards])
    box.printed = [read_whole(components, f"leaf.printed_{name}", 0, 9) for name in ("red", "blue")]
    box.blank = read_whole(components, "leaf.blank", 1, 9)
    box.territory = SIDES.index(options.territory)
    box.player_boards = SIDES.index(options.player_boards)
    box.reconstructed = int(not components.printed)
    box.first_player = FIRST_PLAYERS[options.first_player]
    box.between = int(options.special_hexes == "between")
    box.decline_always = int(options.decline_powers == "always")
    box.partial = int(options.partial_effects)
    box.near_rows = 1 if options.same_value_adjacent else 4
    box.near_row = [0] * FACES if options.same_value_adjacent else [0, 1, 2, 3, 0, 0]
    return box


def value_at(components: Components, key: str) -> Any:
    """The value of a dotted key, or BadComponents."""
    value = components.values
    for name in key.split("."):
        if not isinstance(value, dict) or name not in value:
            raise components.refuse(key, "is missing.")
        value = value[name]
    return value


def read_whole(components: Components, key: str, low: int, high: int) -> int:
    """The whole number of a dotted key, or BadComponents."""
    return check_whole(components, key, value_at(components, key), low, high)


def check_whole(components: Components, key: str, value: Any, low: int, high: int) -> int:
    """The value if it is a whole number from low to high, else BadComponents."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise components.refuse(key, f"must be a whole number from {low} to {high}, not {value!r}.")
    return value


def read_texts(components: Components, key: str) -> list[str]:
    """The list of texts of a dotted key, or BadComponents."""
    value = value_at(components, key)
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise components.refuse(key, f"must be a list of texts, not {value!r}.")
    return value


class Territory:
    """One side of the territory: for each hex, column by column, its cell (column, row), region, name and neighbours; and the
    special hexes."""

    def __init__(self, rows: list[str]) -> None:
        self.cells = [(column, row) for column in range(len(rows[0])) for row in range(len(rows)) if rows[row][column] != "."]
        self.regions = [REGION_LETTERS.index(rows[row][column]) for column, row in self.cells]
        self.names = [f"{COLUMN_LETTERS[column]}{row + 1}" for column, row in self.cells]
        self.beside = [[other for other in row if other != NOWHERE]
                       for row in neighbours([from_offset(*cell) for cell in self.cells])]
        self.cupcakes: list[int] = []
        self.crates: list[int] = []

    def fragment_count(self, region: int) -> int:
        """How many fragments a region lies in."""
        left, count = {h for h, r in enumerate(self.regions) if r == region}, 0
        while left:
            count += 1
            edge = [left.pop()]
            while edge:
                near = set(self.beside[edge.pop()]) & left
                left -= near
                edge += near
        return count


def read_territory(components: Components, side: str) -> Territory:
    """A side of the territory, or BadComponents."""
    key = f"territory.{side}"
    rows = read_texts(components, f"{key}.rows")
    if not rows or not rows[0] or len(rows[0]) > len(COLUMN_LETTERS) or len(rows) > 99:
        raise components.refuse(f"{key}.rows", "a territory has 1 to 26 columns and 1 to 99 rows.")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            raise components.refuse(f"{key}.rows", f"row {number} has {len(row)} columns, the first has {len(rows[0])}.")
        if wrong := set(row) - set(REGION_LETTERS + "."):
            raise components.refuse(f"{key}.rows", f"row {number} has {''.join(sorted(wrong))!r}; "
                                    f"regions are {' '.join(REGION_LETTERS)}, and a dot is no hex.")
    territory = Territory(rows)
    if len(territory.cells) > HEXES:
        raise components.refuse(f"{key}.rows", f"there are {len(territory.cells)} hexes; at most {HEXES} are possible.")
    for region, name in enumerate(REGION_NAMES):
        if region not in territory.regions:
            raise components.refuse(f"{key}.rows", f"the {name} region ({REGION_LETTERS[region]}) has no hex.")
    territory.cupcakes = read_hexes(components, f"{key}.cupcakes", territory)
    territory.crates = read_hexes(components, f"{key}.crates", territory)
    if not territory.cupcakes:
        raise components.refuse(f"{key}.cupcakes", "at least one hex must have a cupcake, or the game might not end.")
    if both := set(territory.cupcakes) & set(territory.crates):
        raise components.refuse(f"{key}.crates", f"{territory.names[min(both)]} has a cupcake already.")
    warn_of_fragments(components, f"{key}.fragmented", territory)
    return territory


def read_hexes(components: Components, key: str, territory: Territory) -> list[int]:
    """The hexes that a dotted key names, or BadComponents."""
    names = read_texts(components, key)
    for name in names:
        if name not in territory.names:
            raise components.refuse(key, f"there is no hex {name!r} in this territory.")
        if names.count(name) > 1:
            raise components.refuse(key, f"{name} is named twice.")
    return sorted(territory.names.index(name) for name in names)


def warn_of_fragments(components: Components, key: str, territory: Territory) -> None:
    """Warn if a region lies in fragments and the file does not say that this is meant: it is usually a typing error."""
    meant = value_at(components, key)
    if not isinstance(meant, str) or set(meant) - set(REGION_LETTERS):
        raise components.refuse(key, f"must be letters of regions ({REGION_LETTERS}) or empty, not {meant!r}.")
    for region, letter in enumerate(REGION_LETTERS):
        if letter not in meant and territory.fragment_count(region) > 1:
            warnings.warn(str(components.refuse(
                key, f"the {REGION_NAMES[region]} region lies in {territory.fragment_count(region)} parts; "
                f"add {letter} here if that is meant.")), stacklevel=2)


def read_player_board(components: Components, side: str) -> PlayerBoard:
    """A side of the player boards, or BadComponents."""
    key = f"player_board.{side}"
    row = value_at(components, f"{key}.cupcake_row")
    if not isinstance(row, list) or not 1 <= len(row) <= SPACES:
        raise components.refuse(f"{key}.cupcake_row", f"must be a list of 1 to {SPACES} numbers.")
    for points in row:
        check_whole(components, f"{key}.cupcake_row", points, 0, 9)
    groups = value_at(components, f"{key}.group")
    if not isinstance(groups, list) or not 1 <= len(groups) <= GROUPS:
        raise components.refuse(f"{key}.group", f"there must be 1 to {GROUPS} groups of crates.")
    found = []
    for number, group in enumerate(groups):
        where = f"{key}.group[{number}]"
        if not isinstance(group, dict):
            raise components.refuse(where, "must be a table with crates and power.")
        if group.get("power") not in POWER_NAMES:
            raise components.refuse(f"{where}.power", f"must be one of {', '.join(POWER_NAMES)}, not {group.get('power')!r}.")
        crates = check_whole(components, f"{where}.crates", group.get("crates"), 1, 8)
        found.append((crates, POWER_NAMES.index(group["power"])))
    return read_whole(components, f"{key}.anthills", 0, 9), read_whole(components, f"{key}.score_track", 1, 999), row, found


def hex_set(hexes: Iterable[int]) -> list[int]:
    """A set of hexes as two words."""
    words = [0, 0]
    for h in hexes:
        words[h // WORD] |= 1 << h % WORD
    return words


def set_territory(box: Any, territory: Territory, cross_two_regions: bool) -> None:
    """Write a side of the territory into the box."""
    everything = range(len(territory.cells))
    box.hexes = len(everything)
    for h in everything:
        box.column[h], box.row[h] = territory.cells[h]
        box.region_of[h] = territory.regions[h]
        box.neighbours[h] = hex_set(territory.beside[h])
        box.crossable[h] = hex_set(m for m in territory.beside[h]
                                   if cross_two_regions or territory.regions[m] == territory.regions[h])
    for region in range(REGIONS):
        box.region_hexes[region] = hex_set(h for h in everything if territory.regions[h] == region)
    box.region_hexes[ANYWHERE] = hex_set(everything)
    box.special_hexes = [hex_set(territory.cupcakes), hex_set(territory.crates)]
    box.cupcakes_on_board = len(territory.cupcakes)


def set_player_board(box: Any, board: PlayerBoard) -> None:
    """Write a side of the player boards into the box."""
    box.anthills, box.track, row, groups = board
    box.spaces = len(row)
    box.space_points = row + [0] * (SPACES - len(row))
    box.groups = len(groups)
    for group, (size, power) in enumerate(groups):
        box.group_size[group], box.group_power[group] = size, power
