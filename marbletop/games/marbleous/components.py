"""Check a component file, and fill the box with its values, the options, and tables made from both."""

import warnings
from typing import Any

from ...core.components import Components
from ...core.errors import BadOption
from .cards import drop_code, pattern_of, placements_of
from .options import Options
from .state import BOX, CARD_KINDS, COLOURS, MAIN, MOST_STARS, POINT_KINDS, POOL, ROWS, SEATS

COLOUR_KEYS = ("blue", "yellow", "red", "purple", "white")
LEVELS = ("easy", "medium", "hard")
MOST = 100                                  # most of anything, because a state counts in single bytes
MARBLES, CARDS, BLUE_CARDS, ORANGE_CARDS = 52, 44, 18, 24
TABLES = ("meta", "marbles", "tokens", "setup", "point_cards", "star_cards", "solo")


def box_of(components: Components, options: Options, seats: int) -> Any:
    """The box for a match. BadComponents names the wrong key and its line, BadOption the wrong option."""
    if options.first_player >= seats:
        raise BadOption(f"Option first_player (MB-12) cannot be {options.first_player} with {seats} "
                        f"seat{'s' * (seats > 1)}: it is -1 for chance, or 0 to {seats - 1}.", "first_player")
    box = BOX.blank()
    check_tables(components)
    read_parts(components, box)
    read_marble_cards(components, box, seats)
    read_point_cards(components, box)
    read_stars(components, box)
    goals = numbers_at(components, "solo.advanced" if options.advanced else "solo.base", LEVELS)
    box.solo_goal = goals[options.solo_level]
    box.printed = int(components.printed)
    box.advanced = int(options.advanced)
    box.first_player = options.first_player
    box.refresh_at_take = int(options.solo_refresh == "take")
    box.own_marbles = ("wild", "anchored", "pair").index(options.white_rule)
    box.next_lower = int(options.empty_spot == "next_lower")
    box.tokens_without_card = int(options.tokens_without_card)
    box.open_points = int(options.open_points)
    return box


def check_tables(components: Components) -> None:
    """Refuse a file that lacks a table."""
    for table in TABLES:
        if not isinstance(components.values.get(table), dict):
            raise components.refuse(table, f"there must be a table [{table}].")


def has_custom_counts(components: Components) -> bool:
    """Whether the numbers of cards and marbles may differ from those of the published game."""
    given = components.values["meta"].get("custom_counts", False)
    if not isinstance(given, bool):
        raise components.refuse("meta.custom_counts", "must be true or false.")
    return given


def value_at(components: Components, key: str) -> Any:
    """The value of a dotted key. A missing key is refused."""
    value: Any = components.values
    for name in key.split("."):
        if not isinstance(value, dict) or name not in value:
            raise components.refuse(key, "is missing.")
        value = value[name]
    return value


def number_at(components: Components, key: str, low: int = 0, high: int = MOST) -> int:
    """The whole number of a dotted key. Anything else is refused."""
    value = value_at(components, key)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise components.refuse(key, f"{value!r} must be a whole number from {low} to {high}.")
    return value


def numbers_at(components: Components, key: str, names: tuple[str, ...]) -> dict[str, int]:
    """The whole numbers of a dotted key by name. The names must be exactly these."""
    given = value_at(components, key)
    if not isinstance(given, dict) or set(given) != set(names):
        raise components.refuse(key, f"must give a number for each of {', '.join(names)}.")
    return {name: number_at(components, f"{key}.{name}", high=1000) for name in names}


def read_parts(components: Components, box: Any) -> None:
    """Read marbles and bonus tokens. There must be enough for four seats [MB-2, MB-5, MB-8, MB-9]."""
    box.marbles = [number_at(components, f"marbles.{name}") for name in COLOUR_KEYS]
    box.tokens = [number_at(components, f"tokens.{name}") for name in COLOUR_KEYS[:MAIN]]
    box.start_tokens = number_at(components, "setup.start_tokens")
    if number_at(components, "setup.pool") != POOL:
        raise components.refuse("setup.pool", f"must be {POOL}: the actions are made for it.")
    if box.marbles[COLOURS - 1] < SEATS:
        raise components.refuse("marbles.white", f"{box.marbles[COLOURS - 1]} are too few: four trays need {SEATS}.")
    if sum(box.tokens) < 2 * SEATS:
        raise components.refuse("tokens", f"{sum(box.tokens)} in all are too few: four players need {2 * SEATS}.")
    if sum(box.tokens) < box.start_tokens * SEATS:
        raise components.refuse("setup.start_tokens", f"{box.start_tokens} for each of four players are more than the "
                                f"{sum(box.tokens)} tokens there are.")
    if sum(box.marbles) != MARBLES and not has_custom_counts(components):
        warnings.warn(f"Component file {components.name!r} has {sum(box.marbles)} marbles; the published game has {MARBLES}.",
                      stacklevel=2)


def read_marble_cards(components: Components, box: Any, seats: int) -> None:
    """Read the marble cards, with what they drop where, and how many of them are in the stack [MB-6]."""
    counts = pattern_counts(components)
    total = sum(counts.values())
    if total != CARDS and not has_custom_counts(components):
        raise components.refuse("marble_card[0]", f"{total} cards in all; there must be {CARDS}, or meta.custom_counts = true.")
    if len(counts) > CARD_KINDS or total > MOST:
        raise components.refuse("marble_card[0]", f"at most {MOST} cards of {CARD_KINDS} different patterns fit into the box.")
    for kind, (pattern, many) in enumerate(counts.items()):
        box.pattern[kind], box.cards[kind] = pattern, many
        box.drop_codes[kind] = [drop_code(pattern, rotation) for rotation in range(4)]
        box.placements[kind] = placements_of(pattern)
    box.stack = total - removed_cards(components, total, seats)
    turns = box.stack - POOL + 1
    if seats > 1 and turns % seats:
        warnings.warn(f"Component file {components.name!r}, setup.remove: {turns} turns cannot be shared evenly by {seats} "
                      f"players.", stacklevel=2)


def pattern_counts(components: Components) -> dict[int, int]:
    """How many marble cards there are of each pattern."""
    cards = components.values.get("marble_card")
    if not isinstance(cards, list) or not cards:
        raise components.refuse("marble_card", "there must be marble cards: [[marble_card]] with pattern and count.")
    counts: dict[int, int] = {}
    for number, card in enumerate(cards):
        where = f"marble_card[{number}]"
        if not isinstance(card, dict):
            raise components.refuse(where, "must be a table with pattern and count.")
        pattern = read_pattern(components, f"{where}.pattern", card.get("pattern"))
        many = card.get("count", 1)
        if isinstance(many, bool) or not isinstance(many, int) or not 0 <= many <= MOST:
            raise components.refuse(f"{where}.count", f"{many!r} must be a whole number from 0 to {MOST}.")
        counts[pattern] = counts.get(pattern, 0) + many
    return {pattern: many for pattern, many in counts.items() if many}


def removed_cards(components: Components, total: int, seats: int) -> int:
    """How many marble cards are removed with so many seats."""
    removed = numbers_at(components, "setup.remove", ("1", "2", "3", "4"))
    for players, many in removed.items():
        if total - many < POOL:
            raise components.refuse(f"setup.remove.{players}", f"{many} of {total} cards leave fewer than {POOL}.")
    return removed[str(seats)]


def read_pattern(components: Components, key: str, given: Any) -> int:
    """The pattern of a marble card."""
    rows = [given] if isinstance(given, str) else given
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise components.refuse(key, "must be a row of letters, or a list of rows.")
    if len(rows) > 3 or any(len(row) > 3 for row in rows):
        raise components.refuse(key, f"{given!r} is too large: at most three rows of three places.")
    if wrong := "".join(sorted(set("".join(rows)) - set("BYRPW."))):
        raise components.refuse(key, f"{given!r} has {wrong!r}; places are B, Y, R, P, W and '.' for a gap.")
    if not "".join(rows).strip("."):
        raise components.refuse(key, f"{given!r} shows no marble.")
    return int(pattern_of(rows))


def read_point_cards(components: Components, box: Any) -> None:
    """Read both stacks of point cards. There must be enough blue cards for the display [MB-3, MB-4]."""
    stacks = []
    for first, name, total in ((0, "blue", BLUE_CARDS), (POINT_KINDS, "orange", ORANGE_CARDS)):
        counts = value_counts(components, f"point_cards.{name}", total)
        box.value[first:first + len(counts)] = list(counts)
        stacks.append([*counts.values()] + [0] * (POINT_KINDS - len(counts)))
    box.blue, box.orange = stacks
    if sum(box.blue) < MAIN * ROWS:
        raise components.refuse("point_cards.blue", f"{sum(box.blue)} cards are too few: the display needs {MAIN * ROWS}.")


def value_counts(components: Components, key: str, total: int) -> dict[int, int]:
    """How many point cards of each value a stack has, in ascending order of the values."""
    given = value_at(components, key)
    if not isinstance(given, dict):
        raise components.refuse(key, "must say how many cards of each value there are: { 2 = 6, 3 = 6 }.")
    for value in given:
        if not value.isascii() or not value.isdigit() or int(value) > MOST:
            raise components.refuse(key, f"{value!r} is no value of a card: whole numbers from 0 to {MOST}.")
    counts = {int(value): number_at(components, f"{key}.{value}") for value in given}
    counts = {value: counts[value] for value in sorted(counts) if counts[value]}
    if sum(counts.values()) != total and not has_custom_counts(components):
        raise components.refuse(key, f"{sum(counts.values())} cards; there must be {total}, or meta.custom_counts = true.")
    if len(counts) > POINT_KINDS or sum(counts.values()) > MOST:
        raise components.refuse(key, f"at most {MOST} cards of {POINT_KINDS} different values fit into the box.")
    return counts


def read_stars(components: Components, box: Any) -> None:
    """Read the number of star tokens and the four tables of points [MB-10, MB-58]."""
    box.stars = number_at(components, "star_cards.stars", high=MOST_STARS)
    tables, key = value_at(components, "star_cards.tables"), "star_cards.tables"
    if not isinstance(tables, list) or len(tables) != SEATS:
        raise components.refuse(key, f"there must be {SEATS} tables, one for each star card.")
    for number, points in enumerate(tables):
        if not isinstance(points, list) or len(points) != box.stars + 1:
            raise components.refuse(key, f"table {number + 1} must have {box.stars + 1} entries, for 0 to {box.stars} stars.")
        if any(isinstance(p, bool) or not isinstance(p, int) or not 0 <= p <= 1000 for p in points):
            raise components.refuse(key, f"table {number + 1} must hold whole numbers from 0 to 1000.")
        if points != sorted(points):
            raise components.refuse(key, f"table {number + 1} falls: more stars cannot be worth less.")
        box.star_points[number][:box.stars + 1] = points
