"""The choices of a scene: what each action does, where to press for it, and where its marbles would land."""

from typing import Any

from ...drawing import kit
from ...drawing.scene import Choice, Part
from ...words import capital, plural, say
from .cards import drop_code, placements_of
from .names import COLUMN_LETTERS, NAMES, bit_of, card_columns, cell_text, cells_of, colour_name
from .outlook import Outlook, makes_sets, outlook_of, pops_in_words, set_at
from .pictures import CELL, MARBLE, TOP, card_words, marble_ids, outline_set, point_of, rotations_of, stack_words
from .popping import card_row
from .rules import legal_list
from .state import (BONUS, COLUMNS, HEIGHT, NAME_COLOUR, NOTHING, PASS, PLACE, PLACE_AT, POINT_COLUMN, POOL, POP, POP_AT, ROWS,
                    SET_COLOUR, SPEND, STATE, TAKE, TAKE_SLOT)


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: the part to press, the part to choose before it, and
    parts that mean the same."""
    if action < PLACE_AT:
        slots = [slot for slot in range(POOL) if view.pool[slot] == view.pool[action - TAKE_SLOT] != NOTHING]
        return (f"pool-{action - TAKE_SLOT}", *(f"pool-{slot}" for slot in slots if slot != action - TAKE_SLOT))
    if action < PASS:
        rotation, column = divmod(action - PLACE_AT, COLUMNS)
        return f"col-{column}", f"turn-{rotation}"
    if action == PASS:
        return ()
    if action < POP_AT:
        colour, column = divmod(action - SPEND, COLUMNS)
        return f"col-{column}", f"tok-{view.player}-{NAMES[colour]}-0"
    if action < NAME_COLOUR:
        return parts_of_set(view, divmod(action - POP_AT, HEIGHT))
    colour = action - NAME_COLOUR
    if view.phase == SET_COLOUR:
        return (f"dc-{colour}",)
    if view.phase == POINT_COLUMN:
        first = card_row(view, box, colour)
        return tuple(f"pt-{colour}-{row}" for row in sorted(range(ROWS), key=lambda row: row != first))
    return (f"sup-{colour}",)


def parts_of_set(view: Any, cell: tuple[int, int]) -> tuple[str, ...]:
    """The ids of the marbles in the set of a cell, the marble of the cell first; none for an empty cell."""
    ids = marble_ids(view, view.player)
    if cell not in ids:
        return ()
    _, group = set_at(view.tray[view.player], bit_of(*cell))
    return tuple(dict.fromkeys([ids[cell], *(ids[other] for other in cells_of(group))]))


def choices_of(view: Any, box: Any) -> list[Choice]:
    """A choice for every legal action."""
    choice = {TAKE: card_choice, PLACE: placement_choice, BONUS: token_choice, POP: set_choice}.get(view.phase, colour_choice)
    return [choice(view, box, action) for action in legal_list(view, box)]


def card_choice(view: Any, box: Any, action: int) -> Choice:
    """A marble card to take."""
    pattern = box.pattern[view.pool[action - TAKE_SLOT]]
    target, *also = parts_of(view, box, action)
    label = say("Take card {n}: {card}", n=action + 1, card=card_words(pattern))
    return Choice(action, label, best_pop_words(view, box, pattern), target=target, also=tuple(also))


def best_pop_words(view: Any, box: Any, pattern: int) -> str:
    """The largest pop that the marbles of a card could make at once, in words."""
    trial = STATE.copy(view)
    trial.hand, best = pattern, None
    placements, tray = placements_of(pattern), tuple(view.tray[view.player])
    for placement in range(4 * COLUMNS):
        if placements >> placement & 1 and makes_sets(tray, pattern, placement, box.own_marbles):
            outlook = outlook_of(trial, box, PLACE_AT + placement)
            size = sum(len(pop.cells) for pop in outlook.pops) or max([len(cells) for _, cells in outlook.open_sets], default=0)
            if size and (best is None or size > best[0]):
                best = size, outlook
    if best is None:
        return say("No set with these marbles alone.")
    pops = best[1].pops
    return say("Could pop {pops}.", pops=pops_in_words(pops)) if pops else say("Could pop: {then}", then=best[1].then)


def ghosts_of(outlook: Outlook) -> tuple[Part, ...]:
    """Where marbles would land, and the sets that would pop first."""
    first = [pop.cells for pop in outlook.pops[:1]] or [cells for _, cells in outlook.open_sets]
    return (draw_ghost(tuple(outlook.landed), tuple(outlook.lost), tuple(map(tuple, first))),)


@kit.keep
def draw_ghost(landed: tuple[tuple[int, int, int], ...], lost: tuple[tuple[int, int], ...],
               sets: tuple[tuple[tuple[int, int], ...], ...]) -> Part:
    part = Part()
    for column, height, colour in landed:
        x, y = point_of(column, height)
        part.add(kit.trail([(x, TOP), (x, y - 1.15 * MARBLE)], 0.05 * CELL))
        part.add(kit.marble("", NAMES[colour], (x, y), MARBLE, ghost=True))
    for column, colour in lost:
        x = point_of(column, 0)[0]
        part.add(kit.marble("", NAMES[colour], (x, TOP - 0.2 * CELL), 0.5 * MARBLE, ghost=True))
        part.add(Part().add(kit.tag((x, TOP + 0.22 * CELL), say("lost"), 15)))
    return part.add(Part().add(outline_set(*cells)) for cells in sets)


def placement_choice(view: Any, box: Any, action: int) -> Choice:
    """A way to turn the card, and a column for its left end."""
    rotation, column = divmod(action - PLACE_AT, COLUMNS)
    outlook = outlook_of(view, box, action)
    several = len(rotations_of(view.hand)) > 1
    target, turned = parts_of(view, box, action)
    return Choice(action, placement_label(view.hand, rotation, column), outlook.words, target, turned if several else "",
                  "cost" if outlook.lost else "legal", ghosts_of(outlook))


@kit.keep
def placement_label(hand: int, rotation: int, column: int) -> str:
    """Which marbles roll into which columns."""
    columns = card_columns(drop_code(hand, rotation))
    marbles = ", ".join(f"{COLUMN_LETTERS[column + i]} {stack_words(stack)}" for i, stack in enumerate(columns) if stack)
    return say("Roll in {marbles}", marbles=marbles)


def token_choice(view: Any, box: Any, action: int) -> Choice:
    """A bonus token to spend and a column for its marble, or no token."""
    outlook = outlook_of(view, box, action)
    if action == PASS:
        return Choice(action, say("Spend no token"), outlook.words, ghost=ghosts_of(outlook))
    colour, column = divmod(action - SPEND, COLUMNS)
    target, token = parts_of(view, box, action)
    label = say("{colour} token into column {column}", colour=capital(colour_name(colour)), column=COLUMN_LETTERS[column])
    return Choice(action, label, outlook.words, target, token, ghost=ghosts_of(outlook))


def set_choice(view: Any, box: Any, action: int) -> Choice:
    """A set to pop next."""
    cell = divmod(action - POP_AT, HEIGHT)
    colour, group = set_at(view.tray[view.player], bit_of(*cell))
    cells = cells_of(group)
    target, *also = parts_of(view, box, action)
    label = say("Pop {colour} {n} at {cell}", colour=colour_name(colour), n=len(cells), cell=cell_text(*cell))
    return Choice(action, label, outlook_of(view, box, action).words,
                  target=target, look="hit", ghost=(draw_ghost((), (), (tuple(cells),)),), also=tuple(also))


def colour_choice(view: Any, box: Any, action: int) -> Choice:
    """A colour: of a set of whites, of a display column, or of a marble."""
    colour = action - NAME_COLOUR
    name, target = colour_name(colour), parts_of(view, box, action)[0]
    if view.phase == SET_COLOUR:
        return Choice(action, say("Pop the whites as {colour}", colour=name),
                      say("Takes its card from the {colour} column.", colour=name), target=target)
    if view.phase == POINT_COLUMN:
        row = card_row(view, box, colour)
        worth = plural(box.value[view.display[colour][row]], "{n} point.", "{n} points.")
        return Choice(action, say("Take the {colour} #{row} card", colour=name, row=row + 3), worth, target=target)
    return Choice(action, say("Take {colour}", colour=name), say("{n} in the supply.", n=view.supply[colour]), target=target)
