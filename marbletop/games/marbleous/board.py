"""What a seat sees: its tray large with the card above it and its tokens below, point cards, marble cards, the supply,
the other trays small. Every choice says what it would do, and shows where marbles land and which sets would pop."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

from ...drawing import kit
from ...drawing.scene import BOARD, FACTS, OTHER, Choice, Mark, Panel, Part, Scene, Seat
from ...words import capital, join_and, phrase, plural, say
from . import rules
from .cards import dropped, placements_of, rows_of
from .diagram import diagram, shows_points
from .names import COLUMN_LETTERS, NAMES, SEAT_NAMES, bit_of, cell_text, cells_of, colour_at, colour_name, columns_dropped
from .outlook import Outlook, after_action, bits, in_turn, set_at
from .popping import row_taken
from .state import (
    BONUS,
    CARD_COLOUR,
    COLOURS,
    COLUMNS,
    ENDINGS,
    FREE_COLOUR,
    HEIGHT,
    MAIN,
    MOST_LEGAL,
    NAME_COLOUR,
    NOTHING,
    PASS,
    PLACE,
    PLACE_AT,
    POINT_COLUMN,
    POINT_KINDS,
    POOL,
    POP,
    POP_AT,
    ROWS,
    SET_COLOUR,
    SPEND,
    TAKE,
    TAKE_SLOT,
    TOKEN_COLOUR,
)
from .tray import sets_in

CELL = 80
FRAME = 0.2 * CELL                          # wood round the tray
MARBLE = 0.405 * CELL                       # radius
TOP, TOKENS = 1.28 * CELL, 0.92 * CELL      # room above the tray for the card, and below it for tokens
WIDTH = COLUMNS * CELL + 2 * FRAME
TRAY = HEIGHT * CELL + 2 * FRAME            # how high the wood is
SMALL = 0.36                                # a small tray is the large one, shrunk
CARD_WIDTH, CARD_HEIGHT, GAP = 74, 62, 8    # of a point card, and between two
LABEL, HEAD = 66, 44                        # room for the numbers of the rows, and for the colours above the columns
DOT, PLACE_SIZE = 17, 40                    # a marble on a marble card, and its place there
SLOT = 22                                   # the same place on a turned card above the tray

MARKS = ("green", "sky", "rose", "ink")     # beside the names of the seats: colours that are not in the game
RECONSTRUCTED = phrase("Marble cards, point cards and star table are reconstructed, not those of the printed game.")
ASKS = {
    TAKE: phrase("{who}: take a marble card."), CARD_COLOUR: phrase("{who}: choose a colour for a marble that has run out."),
    PLACE: phrase("{who}: turn the card and roll its marbles in."), BONUS: phrase("{who}: spend a bonus token, or none."),
    TOKEN_COLOUR: phrase("{who}: choose a colour for the marble of the token."),
    POP: phrase("{who}: choose which set pops first."), SET_COLOUR: phrase("{who}: name the colour of the white set."),
    POINT_COLUMN: phrase("{who}: choose the column of the point card."), FREE_COLOUR: phrase("{who}: choose the free marble."),
}


def place(column: int, height: int) -> kit.Point:
    """The middle of a cell of the tray."""
    return FRAME + (column + 0.5) * CELL, TOP + FRAME + (HEIGHT - 0.5 - height) * CELL


def space(column: int, row: int) -> kit.Point:
    """The upper left corner of a space of the display."""
    return LABEL + column * (CARD_WIDTH + GAP), HEAD + (ROWS - 1 - row) * (CARD_HEIGHT + GAP)


def marble_ids(view: Any, seat: int) -> dict[tuple[int, int], str]:
    """An id for every marble of a tray, by cell. A marble never leaves its column, and the order in a column never
    changes, so its column and which of its colour it is there, counted from below, follow it as it falls."""
    ids, tray = {}, view.tray[seat]
    for column in range(COLUMNS):
        seen = [0] * COLOURS
        for height in range(HEIGHT):
            colour = colour_at(tray, column, height)
            if colour != NOTHING:
                ids[column, height] = f"m-{seat}-{column}-{NAMES[colour]}-{seen[colour]}"
                seen[colour] += 1
    return ids


def draw_tray(view: Any, seat: int) -> Part:
    """The wood, the holes and the marbles of a tray, as a part that fills a place of its own."""
    tray, ids = view.tray[seat], marble_ids(view, seat)
    part = Part().add(kit.plank(0, TOP, WIDTH, TRAY, 22))
    for column in range(COLUMNS):
        x, _ = place(column, 0)
        part.add(kit.groove(x - 0.46 * CELL, TOP + FRAME / 2, 0.92 * CELL, HEIGHT * CELL + FRAME, 0.44 * CELL),
                 (kit.hole(place(column, height), 1.06 * MARBLE) for height in range(HEIGHT)))
    for (column, height), id in ids.items():
        colour = colour_at(tray, column, height)
        name = say("{cell}: {colour}", cell=cell_text(column, height), colour=colour_name(colour))
        part.add(kit.marble(id, NAMES[colour], place(column, height), MARBLE, name))
    return part


def ring_round(cells: list[tuple[int, int]]) -> list[Mark]:
    """A line round a set of cells."""
    return kit.outline_cells([kit.square(place(*cell), CELL) for cell in cells], 0.06 * CELL, 0.05 * CELL, 0.4 * CELL)


def draw_own(view: Any, box: Any, seat: int, names: Sequence[str]) -> Panel:
    """The large tray, with what is to be rolled in above it and the tokens below it."""
    root = Part(say("Tray of {who}", who=names[seat])).add(draw_tray(view, seat))
    for column in range(COLUMNS):
        x, _ = place(column, 0)
        name = say("Column {column}, {filled} of {all} filled", column=COLUMN_LETTERS[column],
                   filled=sum(1 for c, _ in marble_ids(view, seat) if c == column), all=HEIGHT)
        label = Part(name, f"col-{column}", (x, TOP - 13), "space", reach=12)
        root.add(label.add(kit.rect(-CELL / 2, -CELL / 5, CELL, TRAY + CELL / 5, fill="none", pointer_events="all"),
                           kit.text((0, 0), COLUMN_LETTERS[column], 18, title=True)))
    if view.hand and view.player == seat:
        root.add(draw_hand(view))
    if view.phase == POP and view.player == seat:
        for cell in bits(sets_in(view.tray[seat], box.own_marbles)):
            colour, group = set_at(view.tray[seat], cell)
            cells = cells_of(group)
            name = say("Set: {colour} {n}", colour=colour_name(colour), n=len(cells))
            root.add(Part(name, kind="set").add(ring_round(cells)))
    if view.whites and view.player == seat:
        root.add(Part(say("Set of whites"), kind="set").add(ring_round(cells_of(view.whites))))
    root.add(draw_tokens(view, seat, (FRAME + 0.4 * CELL, TOP + TRAY + 0.42 * CELL), 0.3 * CELL))
    return Panel(BOARD, say("Tray of {who}", who=names[seat]), WIDTH, TOP + TRAY + TOKENS, root, seat)


def rotations_of(hand: int) -> list[int]:
    """The ways to turn the marbles in hand that differ."""
    return [rotation for rotation in range(4) if placements_of(hand) >> COLUMNS * rotation & 1]


def draw_hand(view: Any) -> Part:
    """The marbles in hand: each way to turn them as a small card, to be chosen first, or while colours are asked what is
    there so far."""
    part = Part(say("In hand") if view.phase != PLACE else "")
    ways = rotations_of(view.hand) if view.phase == PLACE else [0]
    wide = WIDTH / 4
    for number, rotation in enumerate(ways):
        x = (number + 0.5 + (4 - len(ways)) / 2) * wide
        card = Part(turned_name(view.hand, rotation), f"turn-{rotation}", (x, 0.49 * CELL), "card")
        columns = columns_dropped(dropped(view.hand, rotation))
        high = max(len(column) for column in columns)
        w, h = SLOT * len(columns) + 10, SLOT * high + 6
        card.add(kit.rect(-w / 2, -h / 2, w, h, 9, fill="var(--card)", stroke="var(--line-strong)", stroke_width=1.5))
        for c, marbles in enumerate(columns):
            for k, colour in enumerate(marbles):
                at = SLOT * (c + 0.5 - len(columns) / 2), SLOT * (high / 2 - k - 0.5)
                card.add(kit.dot(NAMES[colour], at, 0.42 * SLOT))
        part.add(card)
    return part


def turned_name(hand: int, rotation: int) -> str:
    """A turned card in words: columns from left to right, each from the bottom up."""
    return say("Card turned: {columns}", columns=", ".join(stack_words(marbles) if marbles else say("gap")
                                                           for marbles in columns_dropped(dropped(hand, rotation))))


def stack_words(marbles: list[int]) -> str:
    """Marbles from the bottom up: 'red below blue'."""
    first, *more = marbles
    return say("{lower} below {upper}", lower=colour_name(first), upper=stack_words(more)) if more else colour_name(first)


def draw_tokens(view: Any, seat: int, at: kit.Point, r: float) -> Part:
    """The bonus tokens of a seat in a row."""
    part, (x, y) = Part(), at
    for colour in range(MAIN):
        for number in range(view.tokens[seat][colour]):
            name = NAMES[colour]
            part.add(kit.token(f"tok-{seat}-{name}-{number}", name, (x, y), r,
                               say("{colour} bonus token", colour=colour_name(colour))))
            x += 2.1 * r if len(part.parts) < 9 else 0.9 * r
    return part


def draw_other(view: Any, seat: int, names: Sequence[str]) -> Panel:
    """Another player's tray, small, with the tokens below it."""
    whole = draw_tray(view, seat)
    whole.add(draw_tokens(view, seat, (FRAME + 0.4 * CELL, TOP + TRAY + 0.42 * CELL), 0.3 * CELL))
    whole.at, whole.scale = (0.0, -TOP * SMALL), SMALL
    root = Part(say("Tray of {who}", who=names[seat])).add(whole)
    return Panel(OTHER, say("Tray of {who}", who=names[seat]), WIDTH * SMALL, (TRAY + TOKENS) * SMALL, root, seat)


def draw_display(view: Any, box: Any) -> Panel:
    """Point cards by colour and row; the rows say how many tokens they bring."""
    width, height = LABEL + MAIN * (CARD_WIDTH + GAP), HEAD + ROWS * (CARD_HEIGHT + GAP)
    root = Part(say("Point cards"))
    for row in range(ROWS):
        y = space(0, row)[1] + CARD_HEIGHT / 2
        root.add(kit.text((LABEL - 16, y - (9 if row else 0)), f"{row + 3}{'+' * (row == ROWS - 1)}", 26, "end", title=True),
                 (kit.use("pc-bonus", (LABEL - 24 - 20 * n, y + 15), 9, color="var(--ink-2)") for n in range(row)))
    for column in range(MAIN):
        x, _ = space(column, 0)
        head = Part(say("{colour} column", colour=colour_name(column)), f"dc-{column}", (x + CARD_WIDTH / 2, HEAD / 2), "space",
                    reach=15)
        root.add(kit.rect(x - 3, 0, CARD_WIDTH + 6, height, 14, fill=f"var(--mb-{NAMES[column]})", opacity=0.22))
        root.add(head.add(kit.dot(NAMES[column], (0, 0), 15)))
        seen: dict[int, int] = {}
        for row in range(ROWS):
            kind = view.display[column][row]
            name = "" if kind != NOTHING else say("#{row}: empty", row=row + 3)
            spot = Part(name, f"pt-{column}-{row}", space(column, row), "space")
            root.add(spot.add(empty_place(CARD_WIDTH, CARD_HEIGHT)))
            if kind != NOTHING:
                seen[kind] = seen.get(kind, 0) + 1
                root.add(draw_point_card(box, kind, f"pc-{column}-{kind}-{seen[kind]}", space(column, row), row))
    caption = say("stacks: {blue} blue, {orange} orange", blue=sum(view.blue), orange=sum(view.orange))
    return Panel(FACTS, say("Point cards"), width, height, root, caption=caption, first=True)


def empty_place(width: float, height: float) -> Mark:
    """The place of a card, which can be pressed whether a card lies there or not."""
    return kit.rect(0, 0, width, height, 11, fill="none", stroke="var(--line)", stroke_width=1.5, pointer_events="all")


def draw_point_card(box: Any, kind: int, id: str, at: kit.Point, row: int) -> Part:
    """A point card face up."""
    stack = "blue" if kind < POINT_KINDS else "orange"
    name = (plural(box.value[kind], "#{row}: {n} point, blue", "#{row}: {n} points, blue", row=row + 3) if kind < POINT_KINDS
            else plural(box.value[kind], "#{row}: {n} point, orange", "#{row}: {n} points, orange", row=row + 3))
    return Part(name, id, at, "card").add(
        kit.rect(0, 0, CARD_WIDTH, CARD_HEIGHT, 10, fill="var(--card)", stroke="var(--line)", stroke_width=1.5),
        kit.rect(5, 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, 6, fill=f"var(--stack-{stack})"),
        kit.text((CARD_WIDTH / 2, CARD_HEIGHT / 2 + 1), box.value[kind], 32, fill="var(--card-ink)", title=True))


def card_words(pattern: int) -> str:
    """A marble card in words: 'blue, gap, white'."""
    rows = [", ".join(say("gap") if letter == "." else colour_name("BYRPW".index(letter)) for letter in row)
            for row in rows_of(pattern)]
    return reduce(lambda upper, lower: say("{upper} over {lower}", upper=upper, lower=lower), rows)


def draw_pool(view: Any, box: Any) -> Panel:
    """The three marble cards."""
    wide = 3 * PLACE_SIZE + 16
    high = max([len(rows_of(box.pattern[card])) for card in view.pool if card != NOTHING], default=1) * PLACE_SIZE + 12
    root = Part(say("Marble cards"))
    seen: dict[int, int] = {}
    for slot in range(POOL):
        card, at = view.pool[slot], (slot * (wide + 2 * GAP) + GAP, GAP)
        spot = Part("" if card != NOTHING else say("Slot {n}: empty", n=slot + 1), f"pool-{slot}", at, "space")
        root.add(spot.add(empty_place(wide, high)))
        if card == NOTHING:
            continue
        seen[card] = seen.get(card, 0) + 1
        name = say("Card {n}: {card}", n=slot + 1, card=card_words(box.pattern[card]))
        part = Part(name, f"mc-{card}-{seen[card]}", at, "card")
        part.add(kit.sheet(wide, high, 12))
        rows = rows_of(box.pattern[card])
        for r, row in enumerate(rows):
            for c, letter in enumerate(row):
                middle = wide / 2 + (c + 0.5 - len(row) / 2) * PLACE_SIZE, high / 2 + (r + 0.5 - len(rows) / 2) * PLACE_SIZE
                part.add(kit.circle(middle, 5, fill="var(--card-2)") if letter == "."
                         else kit.dot(NAMES["BYRPW".index(letter)], middle, DOT))
        root.add(part)
    turns = turns_left(view)
    caption = (plural(turns, "{stack} left in the stack, {n} turn each", "{stack} left in the stack, {n} turns each",
                      stack=view.stack)
               if view.seats > 1 else
               plural(turns, "{stack} left in the stack, {n} turn", "{stack} left in the stack, {n} turns", stack=view.stack))
    return Panel(FACTS, say("Marble cards"), POOL * (wide + 2 * GAP), high + 2 * GAP, root, caption=caption, first=True)


def turns_left(view: Any) -> int:
    """How many turns the player who decides still has, this one included."""
    if view.over:
        return 0
    if view.seats == 1:                     # with a pool renewed at once the next one may lie there already
        renewed = view.card != NOTHING and NOTHING not in view.pool
        return 1 + renewed + int(view.stack) // POOL
    return -(-(int(view.stack) + 1) // int(view.seats))


def draw_supply(view: Any) -> Panel:
    """Marbles in the supply, and the bonus tokens face down and discarded."""
    root = Part(say("Supply"))
    for colour in range(COLOURS):
        name = say("{colour}: {n}", colour=colour_name(colour), n=view.supply[colour])
        part = Part(name, f"sup-{colour}", (34 + 74 * colour, 22), "space", reach=16)
        root.add(part.add(kit.dot(NAMES[colour], (0, 0), 16), kit.text((22, 0), view.supply[colour], 20, "start", weight=600)))
    caption = plural(sum(view.token_supply), "{n} bonus token face down, {discarded} discarded",
                     "{n} bonus tokens face down, {discarded} discarded", discarded=sum(view.token_discard))
    return Panel(FACTS, say("Supply"), 74 * COLOURS, 44, root, caption=caption)


def draw_line(view: Any, box: Any) -> Panel:
    """Solo: the line of four colours, those done struck off."""
    root = Part(say("Line"))
    for number, colour in enumerate(view.line):
        done = number < view.line_done
        at = (30 + 62 * number, 26)
        now = number == view.line_done
        standing = phrase("{colour}, done") if done else phrase("{colour}, next") if now else phrase("{colour}, to do")
        part = Part(say(standing, colour=colour_name(colour)), f"line-{colour}", at)
        part.add(kit.rect(-26, -22, 52, 44, 9, fill="var(--card)", stroke="var(--line-strong)", stroke_width=1.5),
                 kit.dot(NAMES[colour], (0, 0), 16, opacity=0.35 if done else None))
        root.add(part.add(kit.use("ic-check", (0, 0), 15, color="var(--good)")) if done else part)
    left = MAIN - view.line_done
    caption = say("{n} to go with sets of four or more, from the left", n=left) if left else say("done")
    return Panel(FACTS, say("Line"), 62 * MAIN, 52, root, caption=caption, first=True)


def parts_of(view: Any, box: Any, action: int) -> tuple[str, ...]:
    """The ids of the parts that an action is about, possible or not: where to press, what to choose before it, and what
    comes to the same."""
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
        first = row_taken(view, box, colour)
        return tuple(f"pt-{colour}-{row}" for row in sorted(range(ROWS), key=lambda row: row != first))
    return (f"sup-{colour}",)


def parts_of_set(view: Any, cell: tuple[int, int]) -> tuple[str, ...]:
    """The marbles of the set that a cell belongs to, that of the cell first; nothing for an empty cell."""
    ids = marble_ids(view, view.player)
    if cell not in ids:
        return ()
    _, group = set_at(view.tray[view.player], bit_of(*cell))
    return tuple(dict.fromkeys([ids[cell], *(ids[other] for other in cells_of(group))]))


def choices_of(view: Any, box: Any) -> list[Choice]:
    """Every legal action with what it does, where to press for it, and a preview."""
    actions = [0] * MOST_LEGAL
    make = {TAKE: choose_card, PLACE: choose_placement, BONUS: choose_token, POP: choose_set}.get(view.phase, choose_colour)
    return [make(view, box, action) for action in actions[:rules.legal(view, box, actions)]]


def choose_card(view: Any, box: Any, action: int) -> Choice:
    pattern = box.pattern[view.pool[action]]
    best = best_outlook(view, box, pattern)
    target, *also = parts_of(view, box, action)
    label = say("Take card {n}: {card}", n=action + 1, card=card_words(pattern))
    return Choice(action, label, best, target=target, also=tuple(also))


def best_outlook(view: Any, box: Any, pattern: int) -> str:
    """What the largest pop is that the marbles of a card could make at once, in words."""
    trial = type(view)._layout.copy(view)
    trial.hand, best = pattern, None
    placements = placements_of(pattern)
    for placement in range(4 * COLUMNS):
        if placements >> placement & 1:
            outlook = after_action(trial, box, PLACE_AT + placement)
            size = sum(len(pop.cells) for pop in outlook.pops) or max([len(cells) for _, cells in outlook.open_sets], default=0)
            if size and (best is None or size > best[0]):
                best = size, outlook
    if best is None:
        return say("No set with these marbles alone.")
    pops = best[1].pops
    return say("Could pop {pops}.", pops=in_turn(pops)) if pops else say("Could pop: {then}", then=best[1].then)


def ghosts_of(outlook: Outlook, trails: bool = True) -> tuple[Part, ...]:
    """Where marbles would land, and the sets that would pop first."""
    part = Part()
    for column, height, colour in outlook.landed:
        x, y = place(column, height)
        if trails:
            part.add(kit.trail([(x, TOP), (x, y - 1.15 * MARBLE)], 0.05 * CELL))
        part.add(kit.marble("", NAMES[colour], (x, y), MARBLE, ghost=True))
    for column, colour in outlook.lost:
        x = place(column, 0)[0]
        part.add(kit.marble("", NAMES[colour], (x, TOP - 0.2 * CELL), 0.5 * MARBLE, ghost=True))
        part.add(Part().add(kit.tag((x, TOP + 0.22 * CELL), say("lost"), 15)))
    for cells in [pop.cells for pop in outlook.pops[:1]] or [cells for _, cells in outlook.open_sets]:
        part.add(Part().add(ring_round(cells)))
    return (part,)


def choose_placement(view: Any, box: Any, action: int) -> Choice:
    rotation, column = divmod(action - PLACE_AT, COLUMNS)
    columns = columns_dropped(dropped(view.hand, rotation))
    label = ", ".join(f"{COLUMN_LETTERS[column + i]} {stack_words(marbles)}" for i, marbles in enumerate(columns) if marbles)
    outlook = after_action(view, box, action)
    several = len(rotations_of(view.hand)) > 1
    target, turned = parts_of(view, box, action)
    return Choice(action, say("Roll in {marbles}", marbles=label), outlook.words, target, turned if several else "",
                  "cost" if outlook.lost else "legal", ghosts_of(outlook))


def choose_token(view: Any, box: Any, action: int) -> Choice:
    outlook = after_action(view, box, action)
    if action == PASS:
        return Choice(action, say("Spend no token"), outlook.words, ghost=ghosts_of(outlook))
    colour, column = divmod(action - SPEND, COLUMNS)
    target, token = parts_of(view, box, action)
    label = say("{colour} token into column {column}", colour=capital(colour_name(colour)), column=COLUMN_LETTERS[column])
    return Choice(action, label, outlook.words, target, token, ghost=ghosts_of(outlook))


def choose_set(view: Any, box: Any, action: int) -> Choice:
    cell = divmod(action - POP_AT, HEIGHT)
    tray = view.tray[view.player]
    colour, group = set_at(tray, bit_of(*cell))
    cells = cells_of(group)
    target, *also = parts_of(view, box, action)
    label = say("Pop {colour} {n} at {cell}", colour=colour_name(colour), n=len(cells), cell=cell_text(*cell))
    return Choice(action, label, after_action(view, box, action).words,
                  target=target, look="hit", ghost=(Part().add(Part().add(ring_round(cells))),), also=tuple(also))


def choose_colour(view: Any, box: Any, action: int) -> Choice:
    colour = action - NAME_COLOUR
    name, target = colour_name(colour), parts_of(view, box, action)[0]
    if view.phase == SET_COLOUR:
        return Choice(action, say("Pop the whites as {colour}", colour=name),
                      say("Takes its card from the {colour} column.", colour=name), target=target)
    if view.phase == POINT_COLUMN:
        row = row_taken(view, box, colour)
        worth = plural(box.value[view.display[colour][row]], "{n} point.", "{n} points.")
        return Choice(action, say("Take the {colour} #{row} card", colour=name, row=row + 3), worth, target=target)
    return Choice(action, say("Take {colour}", colour=name), say("{n} in the supply.", n=view.supply[colour]), target=target)


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """Whose turn it is and what is asked, or how it ended."""
    if not view.over:
        who = say("You") if view.viewer == view.player else names[view.player]
        return say(ASKS[view.phase], who=who)
    points, rank = [0.0] * 4, [0] * 4
    ending = rules.outcome(view, box, points, rank)
    if view.seats == 1:
        return plural(int(points[0]), "{n} point, {goal} needed: {ending}.", "{n} points, {goal} needed: {ending}.",
                      goal=box.solo_goal, ending=say(ENDINGS[ending]))
    first = [seat for seat in range(view.seats) if rank[seat] == 1]
    who, score = join_and([names[seat] for seat in first]), int(points[first[0]])
    if len(first) > 1:
        return plural(score, "{who} share the victory with {n} point.", "{who} share the victory with {n} points.", who=who)
    return plural(score, "{who} wins with {n} point.", "{who} wins with {n} points.", who=who)


def seat_of(view: Any, box: Any, seat: int, names: Sequence[str]) -> Seat:
    """What stands beside a seat's name."""
    cards, tokens = sum(view.won[seat]), sum(view.tokens[seat])
    facts = [plural(cards, "{n} card", "{n} cards"), plural(tokens, "{n} token", "{n} tokens")]
    if box.advanced:
        facts.append(plural(view.stars[seat], "{n} star", "{n} stars"))
    score = str(rules.score_of(view, box, seat) if view.over else view.points[seat]) if shows_points(view, box, seat) else ""
    return Seat(seat, MARKS[seat], score, tuple(facts), not view.over and view.player == seat, names[seat])


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything the seat `view.viewer` sees; choices only if it is to move, and not in the middle of an action. A
    spectator sees the tray of the player who decides large."""
    names = names or [say(name) for name in SEAT_NAMES[:view.seats]]
    own = view.viewer if view.viewer >= 0 else view.player
    others = [(own + turn) % view.seats for turn in range(1, view.seats)]
    facts = [(say("Marble cards left"), str(view.stack)),
             (say("Point cards left"), say("{blue} blue, {orange} orange", blue=sum(view.blue), orange=sum(view.orange))),
             (say("Bonus tokens face down"), str(sum(view.token_supply)))]
    if box.advanced:
        table, stars = box.star_points[view.star_card[own]], view.stars[own]
        worth = (say("{now} now, {more} with one more", now=table[stars], more=table[stars + 1]) if stars < box.stars
                 else say("{now} now", now=table[stars]))
        facts += [(say("Star tokens left"), str(view.star_supply)), (say("Points for stars"), worth)]
    if view.seats == 1:
        facts.append((say("Points to reach"), str(box.solo_goal)))
    return Scene(
        title=say("Marbleous"), status="" if moving else status_of(view, box, names),
        panels=[draw_own(view, box, own, names), draw_display(view, box), draw_pool(view, box), draw_supply(view),
                *([draw_line(view, box)] if view.seats == 1 else []), *(draw_other(view, seat, names) for seat in others)],
        seats=[seat_of(view, box, seat, names) for seat in range(view.seats)], facts=facts,
        choices=choices_of(view, box) if view.viewer == view.player and not view.over and not moving else [],
        remark="" if box.printed else say(RECONSTRUCTED), diagram=diagram(view, box))
