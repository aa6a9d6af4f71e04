"""A scene: what a seat sees of a position, as a tree of parts with names and, if they are drawn, geometry.

A game's `board.py` makes it from a view; it becomes SVG (svg.py), a nested outline for screen readers (outline.py) and text
for a terminal (terminal.py). Every decision is also a list of labelled choices, so that nobody with a keyboard, a phone or a
screen reader has to aim.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from ..words import plural, say
from .element import Markup, element, short
from .kept import made_once

BOARD, HAND, OTHER, FACTS = "board", "hand", "other", "facts"       # the roles of panels; a page arranges them by role


@dataclass(frozen=True)
class Mark:
    """Something that is drawn but has no name: an SVG element. Colours are tokens ('var(--wood)')."""

    tag: str
    attributes: dict[str, Any] = field(default_factory=dict)
    text: str = ""

    @made_once
    def markup(self) -> Markup:
        """The mark as an element; made once, because the kit returns the same mark for the same arguments."""
        return element(self.tag, self.attributes, self.text or None)


@dataclass(eq=False)
class Part:
    """A thing with a name to be spoken ("" if it is only drawn), a place relative to its parent, marks and parts.

    `id` is the same in every position, does not contain the place, and reveals nothing hidden; parts with an id are animated
    when they move. `kind` is the class of the element: marble, card, space, ...

    A part that is in a scene is not changed any more: many scenes may share it (kit.keep), and it remembers how it is written.
    """

    name: str = ""
    id: str = ""
    at: tuple[float, float] = (0.0, 0.0)
    kind: str = ""
    marks: list[Mark] = field(default_factory=list)
    parts: list["Part"] = field(default_factory=list)
    turned: float = 0.0                     # degrees, clockwise
    scale: float = 1.0
    reach: float = 0.0                      # radius of the ring that marks it as a target; 0: that of its first mark

    def add(self, *things: "Part | Mark | Iterable[Part | Mark]") -> "Part":
        """Put parts and marks, or lists of them, into this part; marks are drawn below parts."""
        for thing in things:
            if isinstance(thing, Mark):
                self.marks.append(thing)
            elif isinstance(thing, Part):
                self.parts.append(thing)
            else:
                self.add(*thing)
        return self

    @made_once
    def beginning(self) -> Markup:
        """What is written first inside its element: the name, to be spoken, and the marks."""
        title = element("title", {}, self.name) if self.name else ""
        return _same(Markup("".join([title, *[mark.markup for mark in self.marks]])))

    @made_once
    def transform(self) -> str | None:
        """How its element is placed; None if it lies where its parent does."""
        return _transform(self.at, self.turned, self.scale, bool(self.id))

    @made_once
    def ids(self) -> frozenset[str]:
        """The ids of this part and everything in it."""
        return frozenset((self.id,) if self.id else ()).union(*[part.ids for part in self.parts])

    def walk(self) -> Iterator["Part"]:
        """This part and everything in it."""
        yield self
        for part in self.parts:
            yield from part.walk()


@lru_cache(maxsize=1024)
def _same(markup: Markup) -> Markup:
    """The same object for the same text: boards of many tables lie on the same ground."""
    return markup


@lru_cache(maxsize=4096)
def _transform(at: tuple[float, float], turned: float, scale: float, has_id: bool) -> str | None:
    x, y = at
    steps = [f"translate({short(x)},{short(y)})"] if has_id or x or y else []
    if turned:
        steps.append(f"rotate({short(turned)})")
    if scale != 1:
        steps.append(f"scale({short(scale)})")
    return " ".join(steps) or None


class Later(NamedTuple):
    """A part that is drawn only if it is shown: the function that draws it, and its arguments, which are values."""

    draw: Callable[..., Part]
    arguments: tuple[Any, ...]


def draw_now(part: Part | Later) -> Part:
    """A part that may have to be drawn."""
    return part.draw(*part.arguments) if isinstance(part, Later) else part


@dataclass
class Panel:
    """One drawing of a scene, with its own units: the board, a hand, another player's tray."""

    role: str                               # BOARD, HAND, OTHER or FACTS
    title: str
    width: float
    height: float
    root: Part
    seat: int = -1                          # whose panel it is, -1 nobody's
    caption: str = ""                       # a line below the title: '14 left in the stack, 4 turns each'
    first: bool = False                     # whether it stands before the list of choices, where there is room
    name: str = ""                          # for the game's layout.css: a panel "cards" has the class "panel-cards"


class Motion(NamedTuple):
    """What a note shows in addition to the positions before and after it.

    `comes` is where its new pieces come from and `goes` where pieces that leave go: the id of a part, 'seat-2' for a seat's
    place at the table, or a point in the part that they lie in; "" if they appear and vanish where they are. `alone` is the id
    of the only marble that moves, while others wait for their own notes; `way` lists the points that it passes. `shown`
    appears for a moment over the first panel: a die with what was rolled.
    """

    comes: str | tuple[float, float] = ""
    goes: str | tuple[float, float] = ""
    alone: str = ""
    way: tuple[tuple[float, float], ...] = ()
    shown: tuple[Part, ...] = ()


class Choice(NamedTuple):
    """One legal action: its label, what it will do, and where to press for it.

    `target` is the id of the part to press ("" = only in the list). `group` is the id of what has to be chosen first (a card
    of the hand, a die); choices without a group are offered at once. `look` says how the target is marked: "legal", "hit"
    (something there is hit), "cost" (it costs something). `ghost` is drawn on its panel while it is considered: where marbles
    would land, paths, sets that would pop. Most choices never are, so a ghost may be drawn `Later`.
    """

    action: int
    label: str                              # short and unique: '69 into the home slot'
    consequence: str = ""                   # a sentence: 'Pops yellow 4, then red 3.'
    target: str = ""
    group: str = ""
    look: str = "legal"
    ghost: tuple[Part | Later, ...] = ()
    also: tuple[str, ...] = ()              # ids of other parts that can be pressed for the same action
    alike: bool = False                     # those parts equal the target, and are marked as it is
    button: str = ""                        # a few words: it also stands as a button beside the sentence ('Keep my tokens')
    confirm: str = ""                       # what the button says that plays it: 'Play the 7', 'Roll in'
    beside: tuple[tuple[str, Part | Later], ...] = ()   # ghosts on other panels, by the name of the panel
    leads_on: bool = False                  # the same seat decides next: it is drawn ahead and played with that decision
    proposed: int = 0                       # of the decision after such a choice: the highest is selected at first, others with
                                            # their group
    how: str = ""                           # how to press for another one, told after the consequence while it is selected
    where: str = ""                         # what is asked once its group is chosen: 'Tap the column for the yellow marble.'
    begun: str = ""                         # if it leads on: what is told of it before the label of the choice that follows
    alone: str = ""                         # what is told if it was played for its player: the only one, or one of many alike
    turns: bool = False                     # it turns or moves something: only the button plays it, in lessons, too
    to_read: bool = False                   # it is pressed to read what it does: the coach is silent until it is confirmed
    routine: bool = False                   # its consequence is so for many choices: a hint that has a reason leaves it out


@dataclass(frozen=True)
class Subset:
    """A choice of several things at once: the items, and the action for each subset of them.

    `action_of[mask]` is the action for the items whose bits are set; masks without an action are missing. `panel_with(mask)`
    draws the items in their heaps, in place of the scene's panel with the same name.
    """

    prompt: str                             # 'Which of the seven go into the first tray?'
    items: tuple[tuple[str, str], ...]      # part id and label of each
    action_of: dict[int, int]
    piles: tuple[str, str] = ("Chosen", "Others")       # names of the two heaps
    panel_with: Callable[[int], Panel] | None = None
    about: Callable[[int], str] | None = None           # what a subset means, in a sentence
    effect: Callable[[int], str] | None = None          # the same in short, for hints
    confirm: str = ""                       # on the button, if it is not the usual word
    asks: tuple[str, str] = ("", "")        # on the button while nothing lies in the first heap, or in the second
    missing: str = ""                       # what a subset without an action lacks

    def mask_of(self, action: int) -> int:
        """The smallest subset for an action; 0 if there is none."""
        return min((mask for mask, does in self.action_of.items() if does == action), key=int.bit_count, default=0)

    def label_of(self, action: int) -> str:
        """The subset for an action in words: 'First tray: Green 3, Tile: two crates'."""
        mask = self.mask_of(action)
        inside = [label for number, (_, label) in enumerate(self.items) if mask >> number & 1]
        return say("{tray}: {elements}", tray=self.piles[0], elements=", ".join(inside))


class Seat(NamedTuple):
    """What a table shows beside a seat's name."""

    seat: int
    marble: str = ""                        # name of its marble in the palette
    score: str = ""                         # '22', '2 in'
    facts: tuple[str, ...] = ()             # '6 cards', 'team A'
    to_move: bool = False
    name: str = ""                          # "" = the table's name for it, or 'Seat 1'
    side: int = -1                          # its team, the viewer's own first; -1 if everybody plays alone
    progress: tuple[str, ...] = ()          # drawn instead of the score: the marble in each socket, "" for an empty one


PICTURE = (98, 42)                          # width and height of a picture in a line of the final score


@dataclass(frozen=True)
class ScoreRow:
    """A line of the final score: what is counted, and how much of it each side has."""

    label: str                              # 'Green region', 'Stars', 'Points'
    values: tuple[str, ...]                 # one for each of the ending's sides
    kind: str = ""                          # "total", "tie" for what decided between equals, "" for a part of the sum, "cards"
                                            # or "speeds": numbers with spaces between, each on a card or a marble; "hollows":
                                            # 'blue:3:5 red:5:5', marbles and how many there might be
    marble: str = ""                        # name of the marble that stands before the label
    looks: tuple[tuple[str, ...], ...] = () # of "cards": by side, how each card looks: 'blue-4' for a blue card with 4 dots
    picture: Part | None = None             # drawn behind the label, in a box of PICTURE


def by_points(n: int) -> str:
    return plural(n, "by {n} point", "by {n} points")


def by_marbles(n: int) -> str:
    return plural(n, "by {n} marble", "by {n} marbles")


@dataclass(frozen=True)
class Ending:
    """How a game ended, as a game's `board.ending(view, box, names, notes)` tells it. The notes are those of the whole game, as
    the viewer heard them; without them a game tells what the last position shows."""

    why: str                                # in a sentence, the tie-break included
    sides: tuple[tuple[int, ...], ...]      # the seats of each side, in order of place
    rows: tuple[ScoreRow, ...] = ()
    story: str = ""                         # one more sentence worth telling, "" for none
    card: str = ""                          # the symbol of a card that is drawn beside it
    lead: Callable[[int], str] = by_points  # how the headline tells a lead in the row of totals
    tie_break: str = ""                     # how it tells a victory with equal totals: 'by 2 cupcakes'; "" for no details
    counts: bool = False                    # `why` tells the totals only, as a headline with the lead and the rows do, too


@dataclass
class Scene:
    """Everything a seat sees of one position."""

    status: str                             # whose turn it is and what they have to decide, in a sentence
    panels: list[Panel]
    seats: list[Seat] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)          # label and value: 'Marble cards left', '14'
    choices: list[Choice] = field(default_factory=list)
    alike: bool = False                     # all choices lead to the same, so that there is nothing to decide
    subset: Subset | None = None
    goal: str = ""                          # who wins at this table, in a sentence, if the quick rules say it otherwise
    progress: str = ""                      # how far the game is, in a few words: '6th turn of 9', 'round 5'
    teams: tuple[str, ...] = ()             # a line about each of two teams, by side: 'Your team: 3 of 10 home'
    aim: str = ""                           # to those who are new: what one plays for, unless the coach says it or offers to
    more: str = ""                          # to whom decides: what the decision is for and what comes next, under the status
    missing: str = ""                       # what the button asks for while nothing is chosen: 'Pick a card'
    remark: str = ""                        # a note about the box: 'Reconstructed cards.'
    diagram: str | Callable[[], str] = ""   # the position as lines of text, or how to make them: only terminals show them
    title: str = ""                         # of the game; `plain.scene_of` writes it

    @property
    def only(self) -> Choice | None:
        """The choice of a decision with one way; None if there is something to decide."""
        return self.choices[0] if self.choices and (self.alike or len(self.choices) == 1) else None

    def part(self, id: str) -> Part | None:
        """The part with this id."""
        return next((part for panel in self.panels if id in panel.root.ids for part in panel.root.walk() if part.id == id),
                    None)
