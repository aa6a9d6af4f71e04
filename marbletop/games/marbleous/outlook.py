"""What an action would do, for previews and labels: where its marbles land and which sets pop, up to the next choice.

It is played on a copy of the view, and nothing is drawn by chance."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ...words import capital, join_and, join_or, plural, say
from .cards import drop_code
from .names import bit_of, card_columns, cells_of, colour_name
from .popping import card_row, free_columns, scoring_row, white_set_colours
from .state import COLUMNS, HEIGHT, MAIN, NOTHING, PASS, PLACE_AT, POP_AT, SPEND, STATE, WHITE
from .supplies import marble_for, nth_bit
from .tray import count, filled_cells, landing_cell, let_fall, sets_in, whole_group

FACE_DOWN = -2                              # in the display: a card that is not turned up yet


@dataclass
class Pop:
    """A set that would pop: its colour, its cells at that moment, and what it brings."""

    colour: int
    cells: list[tuple[int, int]]
    brings: str

    @property
    def words(self) -> str:
        return say("{colour} {n} for {gain}", colour=colour_name(self.colour), n=len(self.cells), gain=self.brings)


def pops_in_words(pops: list[Pop]) -> str:
    """Pops in words, in their order."""
    *most, last = pops
    return say("{some}, then {last}", some=pops_in_words(most), last=last.words) if most else last.words


@dataclass
class Outlook:
    """What an action would do, in order."""

    landed: list[tuple[int, int, int]] = field(default_factory=list)       # column, height, colour
    lost: list[tuple[int, int]] = field(default_factory=list)              # column, colour
    pops: list[Pop] = field(default_factory=list)
    open_sets: list[tuple[int, list[tuple[int, int]]]] = field(default_factory=list)    # to choose from: colour, cells
    then: str = ""                          # a sentence on what follows the pops

    @property
    def words(self) -> str:
        """The outlook in one or two sentences."""
        said = []
        if self.lost:
            said.append(say("Loses {colours}: the column is full.",
                            colours=join_and([colour_name(colour) for _, colour in self.lost])))
        if self.pops:
            said.append(say("Pops {pops}.", pops=pops_in_words(self.pops)))
        elif not self.then:
            said.append(say("Nothing pops."))
        return " ".join([*said, self.then]).strip()


def set_at(tray: Sequence[int], cell: int) -> tuple[int, int]:
    """The colour and the cells, as bits, of the set that a bit of `sets_in` names."""
    colour = next((c for c in range(MAIN) if tray[c] & cell), WHITE)
    return colour, whole_group(cell, tray[WHITE] if colour == WHITE else tray[colour] | tray[WHITE])


def single_bits(cells: int) -> Iterator[int]:
    """Each 1 of an integer as a number of its own, in order."""
    while cells:
        yield cells & -cells
        cells &= cells - 1


def outlook_of(view: Any, box: Any, action: int) -> Outlook:
    """What a placement, a bonus token (or none) or a pop would do."""
    tray, outlook = tuple(view.tray[view.player]), Outlook()
    if PLACE_AT <= action < PASS:
        rotation, column = divmod(action - PLACE_AT, COLUMNS)
        outlook.landed, outlook.lost, tray = preview_rolls(tray, view.hand, rotation, column)
    elif SPEND <= action < POP_AT:
        colour, column = divmod(action - SPEND, COLUMNS)
        marble = marble_for(view, colour)
        if marble < 0:
            outlook.then = say("{colour} and white have run out: you choose another colour.",
                               colour=capital(colour_name(colour)))
            return outlook
        tray = preview_roll(outlook, tray, column, marble)
    if action < POP_AT and not find_sets(tray, box.own_marbles):
        return outlook
    trial = STATE.copy(view)
    trial.tray[trial.player] = [*tray]
    if action >= POP_AT:
        column, height = divmod(action - POP_AT, HEIGHT)
        colour, group = set_at(tray, bit_of(column, height))
        if not preview_pop(trial, box, outlook, colour, group):
            return outlook
    preview_pops(trial, box, outlook)
    return outlook


find_sets = lru_cache(maxsize=4096)(sets_in)            # a tray is asked for each card, and again for the one that is taken


@lru_cache(maxsize=4096)
def rolled_columns(hand: int, rotation: int) -> Any:
    """The marbles that roll into each column, from the left."""
    return card_columns(drop_code(hand, rotation))


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


def preview_pops(trial: Any, box: Any, outlook: Outlook) -> None:
    """Pop sets on the copy until there is none left, or until the player has to choose."""
    while True:
        tray = trial.tray[trial.player]
        sets = list(single_bits(sets_in(tray, box.own_marbles)))
        if not sets:
            if filled_cells(tray) == 0 and outlook.pops:
                outlook.then = say("The tray is empty then: a free white marble.")
            return
        if len(sets) > 1:
            found = [set_at(tray, cell) for cell in sets]
            outlook.open_sets = [(colour, cells_of(group)) for colour, group in found]
            sets_there = join_or([say("{colour} {n}", colour=colour_name(colour), n=count(group)) for colour, group in found])
            outlook.then = (say("Then you choose what pops first: {sets}.", sets=sets_there) if outlook.pops
                            else say("You choose what pops first: {sets}.", sets=sets_there))
            return
        if not preview_pop(trial, box, outlook, *set_at(tray, sets[0])):
            return


def preview_pop(trial: Any, box: Any, outlook: Outlook, colour: int, group: int) -> bool:
    """Pop a set on the copy; False if the player has to choose something first."""
    tray = trial.tray[trial.player]
    if colour == WHITE:
        colours = white_set_colours(tray, group)
        if colours & colours - 1:
            outlook.open_sets = [(WHITE, cells_of(group))]
            outlook.then = say("You name the colour of {n} whites.", n=count(group))
            return False
        colour = nth_bit(colours, 0)
    trial.popped = count(group)
    trial.pops += 1
    for other in (colour, WHITE):
        tray[other] &= ~group
    let_fall(tray, group)
    row = scoring_row(trial)
    if box.advanced and trial.pops > 1:
        columns = free_columns(trial, box)
        if columns & columns - 1:
            outlook.pops.append(Pop(colour, cells_of(group), gain_words(say("a #{row} card of your choice", row=row + 3),
                                                                         row)))
            outlook.then = say("Earns a star.") if trial.pops == 2 and trial.star_supply else ""
            return False
        column = nth_bit(columns, 0) if columns else NOTHING
    else:
        column = colour
    outlook.pops.append(Pop(colour, cells_of(group), preview_card(trial, box, column, row)))
    return True


def preview_card(trial: Any, box: Any, column: int, row: int) -> str:
    """Take the card of a pop on the copy, and return in words what the pop brings."""
    at = card_row(trial, box, column) if column != NOTHING else NOTHING
    if at == NOTHING:
        return gain_words(say("no card"), row if box.tokens_without_card else 0)
    spaces = trial.display[column]
    kind = spaces[at]
    trial.columns_used |= 1 << column
    more = any(trial.blue) or any(trial.orange)
    trial.display[column] = [*spaces[:at], *spaces[at + 1:], FACE_DOWN if more else NOTHING]
    worth = say("the card that comes next") if kind == FACE_DOWN else plural(box.value[kind], "{n} point", "{n} points")
    return gain_words(worth, row)


def gain_words(gain: str, tokens: int) -> str:
    """What a pop brings, its tokens included, in words."""
    if tokens == 0:
        return gain
    return say("{gain} and a token", gain=gain) if tokens == 1 else say("{gain} and two tokens", gain=gain)

