"""The box: reads and checks the component file, and computes the tables that the rules use."""

import itertools
import warnings
from collections.abc import Sequence
from typing import Any

from ...core.components import Components
from .options import Options
from .state import (BOX, FARTHEST, HANDS_HIDDEN, HANDS_OF_TEAM, HANDS_OPEN, LONGEST, MARBLES, MATES, NO_SPLIT, PARTS,
                    RANK_NAMES, SEATS, SPLIT_ANY, SPLIT_FORWARD, SPLIT_ONE_EACH)

PLAYER_COUNTS = (2, 3, 4, 6, 8)
SHORTEST = 36                               # spaces of the shortest track
FACES = ("J", "Q", "K")


def box_of(components: Components, options: Options, seats: int) -> Any:
    """The box for a match; BadComponents names the key and line of a wrong value."""
    values = components.values
    if values.get("format") != 1:
        raise components.refuse("format", "must be 1: this is what the present version reads.")
    check_section(components)
    box = BOX.blank()
    box.marbles = MARBLES
    row = players_row(components, seats)
    fill_board(box, components, options, values["players"][row], row)
    fill_teams(box, teams_of(values["players"][row]["teams"], options.teams, seats), seats)
    fill_cards(box, components, options, values["players"][row], seats)
    fill_options(box, options, seats)
    return box


def number_in(components: Components, table: Any, key: str, low: int, high: int) -> int:
    """The whole number that a table has for the last word of a dotted key."""
    value = table.get(key.rpartition(".")[2])
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise components.refuse(key, f"must be a whole number from {low} to {high}, not {value!r}.")
    return value


def number_at(components: Components, key: str, low: int, high: int) -> int:
    """The whole number at a key like `section.home`."""
    return number_in(components, components.values.get(key.partition(".")[0], {}), key, low, high)


def check_section(components: Components) -> None:
    """Check what a section of the board says, and that the other tables are there."""
    for key in ("section", "adapter", "cards"):
        if not isinstance(components.values.get(key), dict):
            raise components.refuse(key, f"a table [{key}] is needed.")
    spaces = number_at(components, "section.spaces", 4, LONGEST)
    start = number_at(components, "section.start", 1, spaces - 1)
    home = number_at(components, "section.home", 0, start - 1)
    line = number_at(components, "section.line", -1, start - 1)
    if 0 <= line < home:
        raise components.refuse("section.line", f"must be -1 (no line) or {home} to {start - 1} (start - 1), not {line}.")
    for key in ("section.lane", "section.marbles"):
        if number_at(components, key, 1, 9) != MARBLES:
            raise components.refuse(key, f"must be {MARBLES}: five marbles and five places are fixed by the rules.")
    number_at(components, "adapter.spaces", 0, LONGEST)
    if start - home > 8:
        warnings.warn("With more than 8 spaces from home to start an 8 is no shortcut home.", stacklevel=4)


def is_list_of(given: Any, words: Sequence[str]) -> bool:
    """Whether this is a list of some of these words."""
    return isinstance(given, list) and all(isinstance(one, str) and one in words for one in given)


def players_row(components: Components, seats: int) -> int:
    """The number of the [[players]] table for so many seats. All of them are checked."""
    tables = components.values.get("players")
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise components.refuse("players", "tables [[players]] are needed, one for each number of players.")
    found = -1
    for row, table in enumerate(tables):
        check_players(components, table, f"players[{row}]")
        if table["count"] == seats:
            if found >= 0:
                raise components.refuse(f"players[{row}].count", f"{seats} players have a table already.")
            found = row
    if found < 0:
        raise components.refuse("players", f"a table [[players]] with count = {seats} is needed.")
    return found


def is_division(teams: Any, count: int) -> bool:
    """Whether these are two or more lists that name each seat once."""
    if not isinstance(teams, list) or len(teams) < 2 or not all(isinstance(team, list) and team for team in teams):
        return False
    members = list(itertools.chain(*teams))
    return all(type(seat) is int for seat in members) and sorted(members) == list(range(count))


def check_players(components: Components, table: dict[str, Any], key: str) -> None:
    """Check one of the [[players]] tables."""
    count: Any = table.get("count")
    layout: Any = table.get("layout")
    teams: Any = table.get("teams")
    if type(count) is not int or count not in PLAYER_COUNTS:
        raise components.refuse(f"{key}.count", f"must be 2, 3, 4, 6 or 8, not {count!r}.")
    if not is_list_of(layout, ("board", "adapter")) or layout.count("board") != count:
        raise components.refuse(f"{key}.layout", f'must be a list of "board", {count} times, and "adapter".')
    if not is_division(teams, count):
        raise components.refuse(f"{key}.teams", f"must be two lists or more in which each seat, 0 to {count - 1}, stands once.")
    if max(map(len, teams)) > MATES:
        raise components.refuse(f"{key}.teams", f"a team has at most {MATES} seats.")
    if any({seat, (seat + 1) % count} <= set(team) for team in teams for seat in range(count)):
        warnings.warn(f"With {count} players, neighbouring boards belong to one team.", stacklevel=5)
    for name, low, high in (("decks", 1, 7), ("jokers", 0, 16)):
        number_in(components, table, f"{key}.{name}", low, high)


def fill_board(box: Any, components: Components, options: Options, players: dict[str, Any], row: int) -> None:
    """Fill in the track, a ring of sections, and each seat's way home along it."""
    section, adapter = components.values["section"], components.values["adapter"]
    corners, length = [], 0
    for piece in players["layout"]:
        if piece == "board":
            corners.append(length)
        length += section["spaces"] if piece == "board" else adapter["spaces"]
    if not SHORTEST <= length <= LONGEST:
        raise components.refuse(
            f"players[{row}].layout", f"makes a track of {length} spaces; it must have {SHORTEST} to {LONGEST}.")
    box.length = length
    box.start = section["start"] - section["home"]
    assert length - box.start > FARTHEST    # from Start Position to home space, even with two boards and 36 spaces
    line = {"line": section["line"], "start": section["start"] - 1, "none": -1}[options.no_pass]
    box.past = length if line < 0 else line - section["home"]
    box.space = [[-1] * len(places) for places in box.space]
    for seat, corner in enumerate(corners):
        box.home[seat] = corner + section["home"]
        for place in range(1, length + 1):
            space = (box.home[seat] + place) % length
            box.space[seat][place] = space
            box.place[seat][space] = place


def teams_of(table: list[list[int]], option: str, seats: int) -> list[int]:
    """The team of each seat. Pairs need at least four seats [MJ-60]."""
    if option == "none":
        return list(range(seats))
    if option == "pairs" and seats >= 4:
        return [seat % (seats // 2) for seat in range(seats)]
    return [team for seat in range(seats) for team, members in enumerate(table) if seat in members]


def side(options: Options, seats: int) -> list[int]:
    """The team of each seat by the rulebook or the option. A component file may have other teams at set-up."""
    return teams_of([list(range(team, seats, 2)) for team in range(2)] if seats >= 4 else [[seat] for seat in range(seats)],
                    options.teams, seats)


def fill_teams(box: Any, teams: list[int], seats: int) -> None:
    """Fill in who plays with whom, and the team of each home space."""
    box.alone = int(len(set(teams)) == seats)
    box.door = [-1] * LONGEST
    box.mates = [[-1] * MATES for _ in range(SEATS)]
    for seat, team in enumerate(teams):
        clockwise = [(seat + distance) % seats for distance in range(seats)]
        mates = [other for other in clockwise if teams[other] == team]
        box.team[seat] = team
        box.team_size[seat] = len(mates)
        box.mates[seat][:len(mates)] = mates
        box.door[box.home[seat]] = team


def fill_cards(box: Any, components: Components, options: Options, players: dict[str, Any], seats: int) -> None:
    """Fill in the deck and what each rank does."""
    cards = components.values["cards"]
    steps = cards.get("steps")
    if not isinstance(steps, dict) or set(steps) != set(RANK_NAMES[:-1]):
        raise components.refuse("cards.steps", f"must name the ranks {', '.join(RANK_NAMES[:-1])}.")
    for rank, name in enumerate(RANK_NAMES[:-1]):
        value = 10 if name in FACES and options.face_value == "10" else steps[name]
        if isinstance(value, bool) or not isinstance(value, int) or value == 0 or abs(value) > FARTHEST:
            raise components.refuse(
                f"cards.steps.{name}", f"must be 1 to {FARTHEST} steps, negative for backward, not {value!r}.")
        box.forward[rank] = max(value, 0)
        box.backward[rank] = max(-value, 0)
        box.retreats |= int(value < 0) << rank
        box.deck[rank] = 4 * players["decks"]
    box.ranks_within = [sum(1 << rank for rank in range(len(RANK_NAMES) - 1) if 0 < box.forward[rank] <= most)
                   for most in range(FARTHEST + 1)]
    box.deck[-1] = players["jokers"] if options.jokers < 0 else options.jokers
    if (options.hand * seats + 1) * 2 > sum(box.deck):
        raise components.refuse(
            "players", f"{seats} hands of {options.hand} cards are more than half of {sum(box.deck)} cards.")
    box.exits = sum(1 << rank for rank in ranks_of(components, "exit"))
    kinds = {"split_forward": SPLIT_FORWARD if options.split7 else NO_SPLIT,
             "split_both_ways": {"off": NO_SPLIT, "one_each": SPLIT_ONE_EACH, "any": SPLIT_ANY}[options.split9]}
    for key, kind in kinds.items():
        for rank in ranks_of(components, key):
            if not 2 <= box.forward[rank] <= PARTS + 1:
                raise components.refuse(
                    f"cards.{key}", f"a split card goes 2 to {PARTS + 1} steps forward; {RANK_NAMES[rank]} does not.")
            box.split[rank] = kind
    box.splits = sum(1 << rank for rank, kind in enumerate(box.split) if kind)
    both_ways = [box.forward[rank] - 1 for rank, kind in enumerate(box.split) if kind in (SPLIT_ONE_EACH, SPLIT_ANY)]
    box.farthest_back = max([0, *box.backward, *both_ways])


def ranks_of(components: Components, key: str) -> list[int]:
    """A list of ranks in the component file; the Joker cannot be one of them."""
    names = components.values["cards"].get(key)
    if not is_list_of(names, RANK_NAMES[:-1]) or len(set(names)) < len(names):
        raise components.refuse(f"cards.{key}", f"must be a list of ranks out of {', '.join(RANK_NAMES[:-1])}, none twice.")
    return [RANK_NAMES.index(name) for name in names]


def fill_options(box: Any, options: Options, seats: int) -> None:
    """Fill in the options that the rules read as numbers."""
    box.hand = options.hand
    box.draw_after = int(options.draw == "after")
    box.random_dealer = int(options.dealer == "random")
    box.may_discard = int(options.must_play == "free")
    box.joker_forced = int(options.joker_forced)
    box.free_exit = options.free_exit
    box.help_left = int(options.help == "left")
    box.finish_split = int(options.finish_split)
    box.bump_to_ring = int(options.bump_full == "ring")
    box.bump_chain = int(options.bump_chain == "chain")
    box.pass_own_back = int(options.pass_own_back)
    box.open_hands = {"none": HANDS_HIDDEN, "team": HANDS_OF_TEAM, "all": HANDS_OPEN}[options.open_hands]
    box.cap = options.cap * seats
