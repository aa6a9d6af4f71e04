"""The choices of a scene: what each action does, where to press for it, and where its marbles would land."""

from itertools import groupby
from typing import Any

from ...drawing import kit
from ...drawing.scene import Choice
from ...words import capital, join_and, plural, say
from .cards import code_width
from .ghosts import cards_taken, ghost_of_set, ghosts_of
from .names import (COLUMN_NAMES, HEIGHTS, NAMES, bit_of, card_columns, card_words, cells_of, colour_name, columns_words,
                    count_words, stack_words)
from .outlook import (WHITE_ONCE, Outlook, find_drop, find_placements, gain_words, hand_for, makes_sets, outlook_of,
                      outlook_of_card, pops_in_words, row_name, set_at, single_bits, slide_words)
from .popping import card_row, scoring_row
from .rules import legal_list
from .state import (BONUS, CARD_COLOUR, COLUMNS, HEIGHT, NAME_COLOUR, NOTHING, PASS, PLACE, PLACE_AT, POINT_COLUMN, POOL, POP,
                    POP_AT, ROWS, SET_COLOUR, SPEND, STATE, TAKE, TAKE_SLOT, TOKEN_COLOUR)
from .tray import count, sets_in
from .tray_pictures import marble_ids, rotations_of


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: the part to press, the part to choose before it, and
    parts that mean the same."""
    if action < PLACE_AT:
        slots = [slot for slot in range(POOL) if view.pool[slot] == view.pool[action - TAKE_SLOT] != NOTHING]
        return (f"pool-{action - TAKE_SLOT}", *(f"pool-{slot}" for slot in slots if slot != action - TAKE_SLOT))
    if action < PASS:
        rotation, column = divmod(action - PLACE_AT, COLUMNS)
        at_edge = column + code_width(find_drop(view.hand, rotation)) == COLUMNS
        beyond = range(column + 1, COLUMNS) if at_edge else ()
        return f"col-{column}", f"turn-{rotation}", *(f"col-{other}" for other in beyond)
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


def choices_of(view: Any, box: Any, alike: bool = False) -> list[Choice]:
    """A choice for every legal action; `alike` if it makes no difference which set pops first."""
    if view.phase == PLACE:
        return placement_choices(view, box)
    choice = {TAKE: card_choice, BONUS: token_choice, POP: set_choice}.get(view.phase, colour_choice)
    choices = [choice(view, box, action) for action in legal_list(view, box)]
    if not alike:
        return choices
    how, alone = say("Which set pops first makes no difference here."), popped_words(view, box)
    return [one._replace(how=how, alone=alone) for one in choices]


def popped_words(view: Any, box: Any) -> str:
    """What is told if sets have been popped for their player."""
    tray = view.tray[view.player]
    sets = [set_at(tray, cell) for cell in single_bits(sets_in(tray, box.own_marbles))]
    return say("Popped for you, as the order makes no difference: {sets}.",
               sets=join_and([count_words(count(group), colour) for colour, group in sets]))


def card_choice(view: Any, box: Any, action: int) -> Choice:
    """A marble card to take. The card that is taken is turned and rolled in next, unless nothing is left to roll in or new
    cards are turned up before that."""
    pattern = box.pattern[view.pool[action - TAKE_SLOT]]
    target, *also = parts_of(view, box, action)
    renewed = bool(box.refresh_at_take) and view.seats == 1
    return Choice(action, say("Take this card: {card}", card=card_words(pattern)), card_outlook(view, box, pattern),
                  target=target, also=tuple(also), leads_on=any(view.supply) and not renewed, confirm=say("Take it"))


def card_outlook(view: Any, box: Any, pattern: int) -> str:
    """The best pop that the marbles of a card could make at once, in words; which of them have run out comes first."""
    hand, missing = hand_for(view, pattern)
    if not hand:
        return missing
    outlook = best_outlook(view, box, hand)
    if outlook is None:
        said = say("These marbles alone don't pop anything.")
    elif outlook.pops:
        said = say("Could pop {pops}.", pops=pops_in_words(outlook.pops))
    else:
        sets = join_and([count_words(len(cells), colour) for colour, cells in outlook.open_sets])
        said = say("Could pop {sets}: you choose what pops first.", sets=sets) if len(outlook.open_sets) > 1 else say(
            "Could pop {sets}.", sets=sets)
    return f"{missing} {said}".strip()


def best_outlook(view: Any, box: Any, hand: int) -> Outlook | None:
    """The outlook of the placement that brings the most points, then pops the most marbles; None if none pops any."""
    trial = STATE.copy(view)
    trial.hand, best, most = hand, None, (0, 0)
    placements, tray = find_placements(hand), tuple(view.tray[view.player])
    for placement in range(4 * COLUMNS):
        if placements >> placement & 1 and makes_sets(tray, hand, placement, box.own_marbles):
            outlook = outlook_of(trial, box, PLACE_AT + placement)
            if outlook.promise > most:
                best, most = outlook, outlook.promise
    return best


def placement_choices(view: Any, box: Any) -> list[Choice]:
    """Every way to turn the card, and to place it. At first the card stands where it brings most, and so it does when it is
    turned; where nothing pops, over the middle."""
    outlooks = {action: outlook_of(view, box, action) for action in legal_list(view, box)}

    def appeal(action: int) -> tuple[tuple[int, int], float]:
        rotation, column = divmod(action - PLACE_AT, COLUMNS)
        middle = (COLUMNS - code_width(find_drop(view.hand, rotation))) // 2
        return outlooks[action].promise, -abs(column - middle)

    by_rotation = groupby(outlooks, lambda action: (action - PLACE_AT) // COLUMNS)
    proposed = [max(actions, key=appeal) for _, actions in by_rotation]
    best = max(proposed, key=lambda action: outlooks[action].promise)
    return [placement_choice(view, box, action, outlook, (action in proposed) + (action == best))
            for action, outlook in outlooks.items()]


def placement_choice(view: Any, box: Any, action: int, outlook: Outlook, proposed: int) -> Choice:
    """A way to turn the card, and a column for its left end; the columns right of the last one move it to the right edge."""
    rotation, column = divmod(action - PLACE_AT, COLUMNS)
    width = code_width(find_drop(view.hand, rotation))
    target, turned, *beyond = parts_of(view, box, action)
    turns = len(rotations_of(view.hand)) > 1
    return Choice(action, placement_label(view.hand, rotation, column), outlook.words, target,
                  turned if turns else "", "cost" if outlook.lost else "legal",
                  ghosts_of(view, outlook, view.hand, rotation, column), tuple(beyond),
                  confirm=say("Roll in"), beside=cards_taken(outlook), proposed=proposed, turns=True,
                  where=where_to_tap(width),
                  how=placement_hint(view, box, outlook, turns, width, token_follows(view, outlook)))


def token_follows(view: Any, outlook: Outlook) -> bool:
    """Whether a token may be spent after a placement: there is one, room for its marble, and a marble [MB-22, MB-23, MB-28]."""
    filled = len(marble_ids(view, view.player)) + len(outlook.landed)
    return any(view.tokens[view.player]) and filled < COLUMNS * HEIGHT and (any(view.supply) or bool(outlook.lost))


def placement_hint(view: Any, box: Any, outlook: Outlook, turns: bool, width: int, token: bool) -> str:
    """What is worth knowing before a card is rolled in. If there is room, what follows a pop, else how to move and turn the
    card; and that a token may follow, before anything pops."""
    brief = (pop_hint(view, box, outlook) or move_hint(turns, width)) if outlook.is_brief else ""
    ready = outlook.pops or outlook.open_sets
    follows = (say("Before anything pops, you may add a marble with a token.") if ready
               else say("Then you may add a marble with a token.")) if token else ""
    return " ".join(filter(None, (brief, follows)))


@kit.keep
def move_hint(turns: bool, width: int) -> str:
    """How to move a card, and to turn it if that makes a difference."""
    if width == 1:                          # it stands upright
        return say("Tap a column to move it, or a card above to turn it.") if turns else say("Tap a column to move it.")
    return (say("Tap the column for its leftmost marble, or a card above to turn it.") if turns
            else say("Tap the column for its leftmost marble."))


@kit.keep
def where_to_tap(width: int) -> str:
    """What to press once the card is turned."""
    if width == 1:
        return say("Tap a marked column: the marbles roll in there.")
    return say("Tap a marked column: the leftmost marble goes there.")


def pop_hint(view: Any, box: Any, outlook: Outlook) -> str:
    """What a white marble does that pops, else what slides into the place of the card that is taken; if there is room to
    tell."""
    if not outlook.is_brief:
        return ""
    card = next((pop.card for pop in outlook.pops), None)
    return say(WHITE_ONCE) if outlook.uses_white else slide_words(view, box, *card) if card else ""


@kit.keep
def placement_label(hand: int, rotation: int, column: int) -> str:
    """Which marbles roll into which columns: 'red into A, yellow into B and C', or 'two blue over red into
    column A'."""
    columns, width = dict[str, list[int]](), code_width(find_drop(hand, rotation))
    for offset, stack in enumerate(card_columns(find_drop(hand, rotation))):
        if stack:
            columns.setdefault(stack_words(stack), []).append(column + offset)
    if width == 1:                          # the card stands upright
        return say("Roll in: {marbles} into column {column}", marbles=next(iter(columns)), column=COLUMN_NAMES[column])
    marbles = ", ".join(say("{marbles} into {columns}", marbles=stack, columns=columns_words(where))
                        for stack, where in columns.items())
    return say("Roll in: {marbles}", marbles=marbles)


def token_choice(view: Any, box: Any, action: int) -> Choice:
    """A bonus token to spend and a column for its marble, or no token."""
    outlook = outlook_of(view, box, action)
    if action == PASS:
        keep = say("Keep my token") if sum(view.tokens[view.player]) == 1 else say("Keep my tokens")
        return Choice(action, keep, outlook.words, ghost=ghosts_of(view, outlook), button=keep, confirm=keep,
                      beside=cards_taken(outlook), how=pop_hint(view, box, outlook))
    colour, column = divmod(action - SPEND, COLUMNS)
    target, token = parts_of(view, box, action)
    name, there = capital(colour_name(colour)), COLUMN_NAMES[column]
    label = (say("Spend a token: {colour} marble into column {column}", colour=colour_name(colour), column=there)
             if view.supply[colour] else say("{colour} token for a marble in column {column}", colour=name, column=there))
    where = say("Your {colour} token brings one {colour} marble: tap the column where it rolls in.",
                colour=colour_name(colour)) if view.supply[colour] else ""
    return Choice(action, label, outlook.words, target, token, ghost=ghosts_of(view, outlook), confirm=say("Spend it"),
                  beside=cards_taken(outlook), how=pop_hint(view, box, outlook), where=where)


def set_choice(view: Any, box: Any, action: int) -> Choice:
    """A set to pop next."""
    cell = divmod(action - POP_AT, HEIGHT)
    _, group = set_at(view.tray[view.player], bit_of(*cell))
    target, *also = parts_of(view, box, action)
    outlook = outlook_of(view, box, action)
    ghost = ghosts_of(view, outlook) if outlook.pops else ghost_of_set(cells_of(group))
    return Choice(action, set_label(view, box, bit_of(*cell)), outlook.words, target=target, look="hit", ghost=ghost,
                  also=tuple(also), confirm=say("Pop it"), beside=cards_taken(outlook), how=pop_hint(view, box, outlook))


def set_label(view: Any, box: Any, cell: int) -> str:
    """A set by its size and colour; by its columns and height, too, if that is needed to tell it from others."""
    tray = view.tray[view.player]
    words = {one: set_words(*set_at(tray, one)) for one in single_bits(sets_in(tray, box.own_marbles))}
    label = next(label for n, label in enumerate(words[cell])
                 if n == 2 or [other[n] for other in words.values()].count(label) == 1)
    return say("Pop {set}", set=label)


def set_words(colour: int, group: int) -> tuple[str, str, str]:
    """A set in words, in three degrees of precision."""
    cells = cells_of(group)
    columns = sorted({column for column, _ in cells})
    marbles = count_words(len(cells), colour)
    there = (say("{marbles} in column {column}", marbles=marbles, column=columns_words(columns)) if len(columns) == 1
             else say("{marbles} in columns {columns}", marbles=marbles, columns=columns_words(columns)))
    return marbles, there, say("{set}, {height}", set=there, height=say(HEIGHTS[min(height for _, height in cells)]))


def colour_choice(view: Any, box: Any, action: int) -> Choice:
    """A colour: of a set of whites, of a display column, or of a marble."""
    colour = action - NAME_COLOUR
    name, target = colour_name(colour), parts_of(view, box, action)[0]
    if view.phase == POINT_COLUMN:
        return point_card_choice(view, box, action, target)
    if view.phase == SET_COLOUR:
        outlook = outlook_of(view, box, action)
        return Choice(action, say("Count the white set as {colour}", colour=name), outlook.words, target=target,
                      confirm=say("Pop it"))
    left = say("{n} left in the supply.", n=view.supply[colour])
    more = outlook_of(view, box, action).words if view.phase == TOKEN_COLOUR else ""
    return Choice(action, say("Take a {colour} marble", colour=name), f"{left} {more}".strip(), target=target,
                  confirm=say("Take it"), leads_on=view.phase == CARD_COLOUR)


def point_card_choice(view: Any, box: Any, action: int, target: str) -> Choice:
    """A point card for the set that has just popped."""
    colour = action - NAME_COLOUR
    row, outlook = card_row(view, box, colour), outlook_of_card(view, box, colour)
    points = plural(box.value[view.display[colour][row]], "{n} point", "{n} points")
    return Choice(action, say("Take the {colour} card in row {row}", colour=colour_name(colour), row=row_name(row)),
                  say("You get {gain}.", gain=gain_words(points, scoring_row(view))), target=target, confirm=say("Take it"),
                  beside=cards_taken(outlook), how=slide_words(view, box, colour, row))
