"""What an action would do, for previews and labels: where its marbles land and which sets pop, up to the next choice.

It is played on a copy of the view, and nothing is drawn by chance."""

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from ...words import You, capital, join_and, join_or, phrase, plural, say
from .cards import drop_code, placements_of
from .names import bit_of, card_columns, cells_of, colour_name, count_words, lost_words
from .popping import card_row, free_columns, scoring_row, white_set_colours
from .state import (COLOURS, COLUMNS, HEIGHT, MAIN, NAME_COLOUR, NOTHING, PASS, PLACE_AT, PLACES, POP_AT, ROWS, SET_COLOUR,
                    SMALLEST_SET, SPEND, STATE, TOKEN_COLOUR, WHITE)
from .supplies import ASK, marble_for, nth_bit
from .tray import count, filled_cells, landing_cell, let_fall, sets_in, whole_group

FACE_DOWN = -2                              # in the display: a card that is not turned up yet

Cell = tuple[int, int]                      # column and height
PLACED = frozenset([*range(PLACE_AT, PASS), *range(SPEND, POP_AT)])     # actions that say where marbles go

WHITE_ONCE = phrase("White counts as any colour, but for one set only.")
WHITE_WITH_FIRST = phrase("White goes with the set that pops first.")


@dataclass
class Pop:
    """A set that would pop: its colour, its cells at that moment, and what it brings."""

    colour: int
    cells: list[Cell]
    gain: str                               # in words
    points: int = 0                         # as far as they are known
    whites: int = 0                         # how many of its marbles are white
    card: Cell | None = None                # the point card that it takes, by column and row of the display at the beginning
    fell: list[tuple[int, int, int]] = field(default_factory=list)      # column, height before, height now

    @property
    def all_white(self) -> bool:
        return self.whites == len(self.cells)

    @property
    def words(self) -> str:
        marbles = count_words(len(self.cells), WHITE if self.all_white else self.colour)
        if self.all_white:
            return say("{marbles} as {colour} for {gain}", marbles=marbles, colour=colour_name(self.colour), gain=self.gain)
        if self.whites:
            marbles = say("{marbles} ({n} of them white)", marbles=marbles, n=self.whites)
        return say("{marbles} for {gain}", marbles=marbles, gain=self.gain)


def pops_in_words(pops: list[Pop]) -> str:
    """Pops in words, in their order."""
    *most, last = pops
    return say("{some}, then {last}", some=pops_in_words(most), last=last.words) if most else last.words


@dataclass
class Outlook:
    """What an action would do, in order."""

    first: str = ""                         # a sentence on a marble that has run out
    there: bool = False                     # it is about one of several places for the same marbles
    without: "Outlook | None" = None        # of a bonus token: what would happen if it were kept
    landed: list[tuple[int, int, int]] = field(default_factory=list)       # column, height, colour
    lost: list[tuple[int, int]] = field(default_factory=list)              # column, colour
    pops: list[Pop] = field(default_factory=list)
    open_sets: list[tuple[int, list[Cell]]] = field(default_factory=list)  # to choose from: colour, cells
    line: list[int] = field(default_factory=list)                          # solo: colours that are done then
    slides: list[tuple[int, int, int]] = field(default_factory=list)       # point cards: column, row before, row then
    then: str = ""                          # a sentence on what follows the pops
    best: int = 0                           # points that can be had after the next choice

    @property
    def words(self) -> str:
        """The outlook in a few sentences; what it costs comes first."""
        said = [self.first, lost_words(You(""), self.lost)]
        said.append(self.pops_sentence)
        if self.line:
            said.append(say("Completes {colours} in your line.", colours=join_and([colour_name(one) for one in self.line])))
        if self.without and self.without.pops and not self.changes_nothing:
            said.append(say("Without the token: {pops}.", pops=pops_in_words(self.without.pops)))
        return " ".join(filter(None, [*said, self.then]))

    @property
    def pops_sentence(self) -> str:
        """What pops; of a bonus token, whether that has to do with it."""
        pops = pops_in_words(self.pops) if self.pops else ""
        if self.changes_nothing:
            return (say("The token changes nothing about what pops: {pops}.", pops=pops) if pops
                    else say("The token changes nothing about what pops."))
        if pops:
            return say("Pops {pops}.", pops=pops)
        return "" if self.then else say("Nothing pops here.") if self.there else say("Nothing pops.")

    @property
    def changes_nothing(self) -> bool:
        """Whether the same would pop if the bonus token were kept."""
        return self.without is not None and self.what_pops == self.without.what_pops != ([], [])

    @property
    def what_pops(self) -> tuple[list[Any], list[Any]]:
        """What pops and what can be popped, to compare."""
        return [(pop.colour, len(pop.cells), pop.gain) for pop in self.pops], self.open_sets

    @property
    def promise(self) -> tuple[int, int]:
        """The points, then the number of marbles that pop or can be popped."""
        sets = [pop.cells for pop in self.pops] or [cells for _, cells in self.open_sets]
        return self.points, sum(map(len, sets))

    @property
    def points(self) -> int:
        """The points of cards that lie open, if the best set pops first."""
        return self.best + sum(pop.points for pop in self.pops)

    @property
    def is_brief(self) -> bool:
        """Whether there is little to tell, so that something can be explained beside it."""
        return len(self.pops) < 2 and not (self.first or self.lost or self.then or (self.without and self.without.pops))

    @property
    def uses_white(self) -> bool:
        """Whether a white marble pops as another colour."""
        return any(pop.whites and not pop.all_white for pop in self.pops)


def set_at(tray: Sequence[int], cell: int) -> tuple[int, int]:
    """The colour and the cells, as bits, of the set that a bit of `sets_in` names."""
    colour = next((c for c in range(MAIN) if tray[c] & cell), WHITE)
    return colour, whole_group(cell, tray[WHITE] if colour == WHITE else tray[colour] | tray[WHITE])


def share_a_marble(groups: Iterable[int]) -> bool:
    """Whether one marble is in several of these sets; it can only be a white one."""
    seen = 0
    for group in groups:
        if seen & group:
            return True
        seen |= group
    return False


def single_bits(cells: int) -> Iterator[int]:
    """Each 1 of an integer as a number of its own, in order."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def substitute_words(wanted: int, came: int) -> str:
    """What is taken instead of a marble that has run out, in a sentence."""
    colour = capital(colour_name(wanted))
    if came == NOTHING:
        return say("{colour} has run out, and so has everything else.", colour=colour)
    if came == ASK:
        return (say("{colour} has run out: you choose another colour.", colour=colour) if wanted == WHITE
                else say("{colour} and white have run out: you choose another colour.", colour=colour))
    if WHITE in (wanted, came):
        return say("{colour} has run out: you get {other} instead.", colour=colour, other=colour_name(came))
    return say("{colour} and white have run out: you get {other} instead.", colour=colour, other=colour_name(came))


def hand_for(view: Any, pattern: int) -> tuple[int, str]:
    """The marbles that a card would bring, and a sentence if some of them have run out. If there is a choice of another
    colour, that is all one can say, and the hand is empty."""
    trial, hand, said = STATE.copy(view), 0, {}
    for place in range(PLACES):
        wanted = (pattern >> 3 * place & 7) - 1
        if wanted >= 0:
            colour = marble_for(trial, wanted)
            if colour != wanted:
                said[wanted, colour] = substitute_words(wanted, colour)
            if colour == ASK:
                return 0, " ".join(said.values())
            if colour >= 0:
                trial.supply[colour] -= 1
                hand |= (1 + colour) << 3 * place
    return hand, " ".join(said.values())


def outlook_of(view: Any, box: Any, action: int) -> Outlook:
    """What a placement, a bonus token (or none), a marble for a token, a pop or the colour of a white set would do."""
    tray, supply, outlook = tuple(view.tray[view.player]), list(view.supply), Outlook(there=action in PLACED)
    if PLACE_AT <= action < PASS:
        rotation, column = divmod(action - PLACE_AT, COLUMNS)
        outlook.landed, outlook.lost, tray = preview_rolls(tray, view.hand, rotation, column)
        for _, colour in outlook.lost:
            supply[colour] += 1
    elif SPEND <= action < POP_AT:
        outlook.without = outlook_of(view, box, PASS)
        colour, column = divmod(action - SPEND, COLUMNS)
        marble = marble_for(view, colour)
        outlook.first = substitute_words(colour, marble) if marble != colour else ""
        if marble < 0:
            outlook.then, outlook.first = outlook.first, ""
            return outlook
        supply[marble] -= 1
        tray = preview_roll(outlook, tray, column, marble)
    elif view.phase == TOKEN_COLOUR:
        supply[action - NAME_COLOUR] -= 1
        tray = preview_roll(outlook, tray, view.column, action - NAME_COLOUR)
    if view.phase != SET_COLOUR and not POP_AT <= action < NAME_COLOUR and not find_sets(tray, box.own_marbles):
        return outlook
    trial = Trial(view, box, outlook, tray, supply)
    if view.phase == SET_COLOUR:
        goes_on = trial.pop(action - NAME_COLOUR, view.whites)
    elif POP_AT <= action < NAME_COLOUR:
        goes_on = trial.pop_at(bit_of(*divmod(action - POP_AT, HEIGHT)))
    else:
        goes_on = True
    if goes_on:
        trial.pop_all()
    return outlook


def outlook_of_card(view: Any, box: Any, column: int) -> Outlook:
    """What it does to take the card of a display column for the set that has just popped."""
    outlook = Outlook(pops=[Pop(column, [], "")])
    Trial(view, box, outlook, view.tray[view.player], view.supply).take_card(outlook.pops[0], column)
    return outlook


find_sets = lru_cache(maxsize=4096)(sets_in)            # a tray is asked for each card, and again for the one that is taken
find_drop = lru_cache(maxsize=4096)(drop_code)
find_placements = lru_cache(maxsize=4096)(placements_of)


@lru_cache(maxsize=4096)
def rolled_columns(hand: int, rotation: int) -> Any:
    """The marbles that roll into each column, from the left."""
    return card_columns(find_drop(hand, rotation))


def makes_sets(tray: tuple[int, ...], hand: int, placement: int, own_marbles: int) -> bool:
    """Whether something pops when the marbles in hand are placed."""
    return bool(find_sets(preview_rolls(tray, hand, *divmod(placement, COLUMNS))[2], own_marbles))


@lru_cache(maxsize=4096)
def preview_rolls(tray: tuple[int, ...], hand: int, rotation: int, column: int) -> tuple[Any, Any, tuple[int, ...]]:
    """Where the marbles in hand land, which are lost, and the tray then."""
    outlook = Outlook()
    for offset, marbles in enumerate(rolled_columns(hand, rotation)):
        for colour in marbles:
            tray = preview_roll(outlook, tray, column + offset, colour)
    return outlook.landed, outlook.lost, tray


def preview_roll(outlook: Outlook, tray: tuple[int, ...], column: int, colour: int) -> tuple[int, ...]:
    """The tray when a marble is rolled in."""
    cell = landing_cell(filled_cells(tray), column)
    if not cell:
        outlook.lost.append((column, colour))
        return tray
    outlook.landed.append((*cells_of(cell)[0], colour))
    return *tray[:colour], tray[colour] | cell, *tray[colour + 1:]


class Trial:
    """A copy of the view on which sets pop; what they do is added to an outlook."""

    def __init__(self, view: Any, box: Any, outlook: Outlook, tray: Sequence[int], supply: Sequence[int]) -> None:
        self.box, self.outlook, self.state = box, outlook, STATE.copy(view)
        self.tray = self.state.tray[self.state.player] = [*tray]
        self.state.supply = [*supply]
        self.unseen = sum(view.blue) + sum(view.orange)         # point cards that can still be turned up
        self.stood: list[list[int]] = [[] for _ in range(COLUMNS)]      # the marbles of each column at the beginning
        for column, height in cells_of(filled_cells(tray)):
            self.stood[column].append(height)
        self.rows = [[*range(len(spaces))] for spaces in view.display]      # and where the cards of the display lay

    def pop_all(self) -> None:
        """Pop sets until there is none left, or until the player has to choose."""
        while sets := list(single_bits(find_sets(tuple(self.tray), self.box.own_marbles))):
            if len(sets) > 1:
                self.offer(sets)
                return
            if not self.pop_at(sets[0]):
                return
        if filled_cells(self.tray) == 0 and self.outlook.pops:
            self.outlook.then = free_marble_words(marble_for(self.state, WHITE))

    def offer(self, sets: Sequence[int]) -> None:
        """Several sets are ready: the player will choose between them."""
        found = [set_at(self.tray, cell) for cell in sets]
        self.outlook.open_sets = [(colour, cells_of(group)) for colour, group in found]
        self.outlook.best = max(self.branch(cell).points for cell in sets)
        words = join_or([count_words(count(group), colour) for colour, group in found])
        then = (say("Then you choose what pops first: {sets}.", sets=words) if self.outlook.pops
                else say("You choose what pops first: {sets}.", sets=words))
        white = say(WHITE_WITH_FIRST) if share_a_marble(group for _, group in found) else ""
        can = plural(self.outlook.best, "That can bring {n} point.", "That can bring {n} points.") if self.outlook.best else ""
        self.outlook.then = " ".join(filter(None, (then, white, can)))

    def branch(self, cell: int) -> Outlook:
        """What would follow if the set that a cell names popped first."""
        twin = self.twin()
        twin.outlook = Outlook()
        if twin.pop_at(cell):
            twin.pop_all()
        return twin.outlook

    def twin(self) -> "Trial":
        """A copy, on which something else may pop."""
        twin = copy(self)
        twin.outlook = replace(self.outlook, pops=[*self.outlook.pops], line=[*self.outlook.line])
        twin.state = STATE.copy(self.state)
        twin.tray = twin.state.tray[twin.state.player]
        twin.stood, twin.rows = [[*column] for column in self.stood], [[*column] for column in self.rows]
        return twin

    def pop_at(self, cell: int) -> bool:
        """Pop the set that a cell names; False if the player has to choose something before anything else pops."""
        colour, group = set_at(self.tray, cell)
        if colour != WHITE:
            return self.pop(colour, group)
        colours = white_set_colours(self.tray, group)
        if colours & colours - 1:
            self.outlook.open_sets = [(WHITE, cells_of(group))]
            self.outlook.then = say("You choose a colour for {n} white marbles.", n=count(group))
            return False
        return self.pop(nth_bit(colours, 0), group)

    def pop(self, colour: int, group: int) -> bool:
        """Pop a set as a colour; False if the player has to choose a point card for it."""
        state = self.state
        pop = Pop(colour, cells_of(group), "", whites=count(group & self.tray[WHITE]), fell=self.falls_of(group))
        state.popped = count(group)
        state.pops += 1
        self.remove(group)
        self.outlook.pops.append(pop)
        if state.seats == 1 and state.popped > SMALLEST_SET and state.line[state.line_done:][:1] == [colour]:
            state.line_done += 1
            self.outlook.line.append(colour)
        if not self.box.advanced or state.pops == 1:
            self.take_card(pop, colour)
            return True
        star = state.pops == 2 and state.star_supply > 0
        columns = free_columns(state, self.box)
        if columns & columns - 1:
            row = scoring_row(state)
            pop.gain = gain_words(say("a card of your choice in row {row}", row=row_name(row)), row, star)
            return False
        self.take_card(pop, nth_bit(columns, 0) if columns else NOTHING, star)
        return True

    def falls_of(self, group: int) -> list[tuple[int, int, int]]:
        """The marbles of a set that have fallen since the beginning: column, height before, height now."""
        return [(column, self.stood[column][height], height) for column, height in cells_of(group)
                if self.stood[column][height] != height]

    def remove(self, group: int) -> None:
        """Take the marbles of a set out of the tray, and let those above fall."""
        for colour in range(COLOURS):
            self.state.supply[colour] += count(group & self.tray[colour])
            self.tray[colour] &= ~group
        for column, height in reversed(cells_of(group)):
            del self.stood[column][height]
        let_fall(self.tray, group)

    def take_card(self, pop: Pop, column: int, star: bool = False) -> None:
        """Take the card of a pop, which may be none."""
        tokens, box = scoring_row(self.state), self.box
        row = card_row(self.state, box, column) if column != NOTHING else NOTHING
        if row == NOTHING:
            pop.gain = gain_words(say("no points"), tokens if box.tokens_without_card else 0, star)
            return
        spaces, rows = self.state.display[column], self.rows[column]
        kind, was = spaces[row], rows[row]
        self.state.columns_used |= 1 << column
        self.state.display[column] = [*spaces[:row], *spaces[row + 1:], FACE_DOWN if self.unseen else NOTHING]
        self.rows[column] = [*rows[:row], *rows[row + 1:], ROWS if self.unseen else NOTHING]
        self.unseen = max(0, self.unseen - 1)
        self.outlook.slides = self.slides()
        if kind == FACE_DOWN:
            pop.gain = gain_words(say("the next card (still face down)"), tokens, star)
            return
        pop.points, pop.card = box.value[kind], (column, was)
        pop.gain = gain_words(plural(pop.points, "{n} point", "{n} points"), tokens, star)

    def slides(self) -> list[tuple[int, int, int]]:
        """The point cards that have slid since the beginning: column, row before (ROWS if it was face down), row now."""
        return [(column, was, row) for column, rows in enumerate(self.rows) for row, was in enumerate(rows)
                if was != row and self.state.display[column][row] != NOTHING]


def ready_cards(view: Any, box: Any) -> list[Cell]:
    """The point cards, by column and row, that the sets that are ready would take, each if it popped first."""
    tray = view.tray[view.player]
    trial = Trial(view, box, Outlook(), tray, view.supply)
    pops = [trial.branch(cell).pops[:1] for cell in single_bits(find_sets(tuple(tray), box.own_marbles))]
    return [pop.card for found in pops for pop in found if pop.card]


def slide_words(view: Any, box: Any, column: int, row: int) -> str:
    """What the card is worth that slides into the place of one that is taken, in a sentence; '' if none does, or if nobody can
    take it any more."""
    kind = view.display[column][row + 1] if row + 1 < ROWS else NOTHING
    if kind == NOTHING or not view.stack:
        return ""
    return plural(box.value[kind], "The cards above slide down: the next set of {marbles} brings {n} point.",
                  "The cards above slide down: the next set of {marbles} brings {n} points.",
                  marbles=count_words(SMALLEST_SET + row, column))


def free_marble_words(colour: int) -> str:
    """What an empty tray brings, in a sentence; `colour` as `marble_for` finds it."""
    if colour == ASK:
        return say("That empties your tray: you choose a free marble.")
    if colour == NOTHING:
        return say("That empties your tray.")
    return say("That empties your tray: you get a free {colour} marble.", colour=colour_name(colour))


def row_name(row: int) -> str:
    """A row of the display as it stands beside it: 3, 4, 5+."""
    return ("3", "4", "5+")[row]


def gain_words(gain: str, tokens: int, star: bool = False) -> str:
    """What a pop brings, its tokens and its star included, in words."""
    more = [say("a random bonus token")] if tokens == 1 else [say("two random bonus tokens")] if tokens else []
    return join_and([gain, *more, *([say("a star")] if star else [])])
