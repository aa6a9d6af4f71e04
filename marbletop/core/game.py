"""Game: everything the platform may ask of a game."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pickle import PicklingError
from typing import Any

from ..words import ENGLISH, join_or, language, say
from .components import Components, check_known_keys, components_from, no_components, read_components
from .errors import UnknownGame, WrongSeats
from .features import Features
from .hint import Merit
from .kernel import rule
from .options import Option, options_of, read_options
from .planes import Plane
from .solving import Solver
from .state import SPECTATOR, WHOLE, Layout, freeze

TO_THE_END = 1 << 30                                        # length of a playout that is not cut short


@dataclass(frozen=True)
class Tuning:
    """How a game is best searched, found by duels (benchmarks/tune.py)."""

    playout_length: int                                     # decisions of a playout before the position is judged
    explore: float                                          # weight of what was tried little
    explore_first: float | None = None                      # the same for the decision itself; None: as everywhere


@dataclass(frozen=True)
class Cover:
    """The picture on a game's card: the board after so many random moves, and the part of it that is shown."""

    seats: int
    moves: int
    middle: tuple[float, float] = (0.5, 0.5)                # of the part, in widths and heights of the board
    width: float = 0.85                                     # of the part, in widths of the board


@rule
def redeal_nothing(state, box, seat, luck):
    """For games in which nothing but the future is unknown."""


@dataclass(frozen=True, eq=False)
class Game:
    """A game: its rules as functions that can be compiled, and plain Python for everything else. The platform uses only this.

    `box_of(components, options, seats)` fills a blank box (BOX.blank()) and raises BadComponents or BadOption;
    `notation` and `board` are modules (see docs/adding_a_game.md).
    """

    name: str                                               # as in code, URLs and files
    title: str                                              # as on a cover; what people read has it from here alone
    version: int                                            # of the rules; raised by every change of behaviour
    seats: tuple[int, ...]                                  # numbers of seats it is played with
    actions: int                                            # size of the action space
    most_legal: int                                         # room that `legal` may need
    state: Layout
    box: Layout
    options: type
    box_of: Callable[[Components, Any, int], Any]
    setup: Callable[..., Any]                               # (state, box)
    legal: Callable[..., int]                               # (state, box, actions) -> n
    play: Callable[..., Any]                                # (state, box, action)
    outcome: Callable[..., int]                             # (state, box, points, rank) -> ending
    observe: Callable[..., Any]                             # (state, box, seat, out)
    planes: tuple[Plane, ...]                               # what observe writes, block by block
    events: tuple[str, ...]                                 # names of the notes
    endings: tuple[str, ...]                                # names of what outcome returns
    sources: tuple[str, ...]                                # names of the sources of chance
    notation: Any
    board: Any = None
    editing: Any = None                                     # module: how its positions are edited; see core/editing.py
    motion: Callable[[Any, Any, Any], Any] | None = None    # (view, box, note) -> how it is shown; None: as the boards differ
    redeal: Callable[..., Any] = redeal_nothing             # (state, box, seat, luck)
    side: Callable[[Any, Any], list[int]] | None = None     # (options, seats) -> team of each seat; None: each alone
    sees: Callable[..., bool] | None = None                 # (state, box, seat, owner): whose secrets a seat sees too
    upgrade: Callable[[dict[str, Any], int], dict[str, Any]] | None = None      # fields of an older version -> of this
    seat_names: tuple[str, ...] = tuple(f"Seat {n + 1}" for n in range(8))       # what a seat is called without a user
    credit: str = ""                                        # which published game its rules fit, author and publisher
    facts: Callable[[Any, Any, int], dict[str, Any]] | None = None      # (state, box, seat): what lessons may ask, by name
    judge: Callable[..., Any] | None = None                 # (state, box, values): each seat's chance to win
    features: Features | None = None                        # what the judgement looks at, for learning its weights
    merits: Callable[..., dict[str, Merit]] | None = None   # (before, after, box, seat, names): what speaks for an action
    playout: Callable[..., int] | None = None               # (state, box, actions, n, luck) -> action; None: any
    tuning: Tuning | None = None                            # how its bots search
    levels: Mapping[str, float] = field(default_factory=dict)       # figures of its own for levels; see bots/levels.py
    solver: Solver | None = None                            # how its positions are solved, for the strongest bots
    description: str = ""                                   # what one does in it, in a line
    minutes: int = 0                                        # how long a game among people takes; 0: not known
    usual_seats: int | None = None                          # what a new table begins with; None: as few as can meet
    cover: Cover | None = None
    longest: int = 1_000_000                                # decisions that no game exceeds
    most_outcomes: int = 256                                # of one event of chance, at most
    optional_keys: tuple[str, ...] = ()                     # of component files, dotted, beside those of its own file

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by name, and looked up by name in the other process."""
        try:
            if registered_game(self.name) is self:
                return registered_game, (self.name,)
        except UnknownGame:
            pass
        raise PicklingError(f"the game {self.name} cannot be pickled: it is not in marbletop.GAMES")

    def __copy__(self) -> "Game":
        return self                                         # nothing in a game changes

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self

    @cached_property
    def folder(self) -> Path:
        """The folder of the game's files."""
        return Path(import_module(self.setup.__module__).__file__ or "").resolve().parent

    @cached_property
    def option_list(self) -> dict[str, Option]:
        return options_of(self.options)

    @cached_property
    def observation_size(self) -> int:
        return sum(plane.size for plane in self.planes)

    def read_options(self, given: Mapping[str, Any]) -> Any:
        """An options object from named values, or BadOption."""
        return read_options(self.options, given)

    def components(self, path: str | Path | None = None) -> Components:
        """A component file: the given one, or the game's own."""
        if path is None:
            own = self.folder / "components.toml"
            return read_components(own) if own.exists() else no_components()
        return self.with_known_keys(read_components(Path(path)))

    def with_known_keys(self, components: Components) -> Components:
        """The same component file, or BadComponents if it has a key that this game does not know. Files that somebody hands
        in are checked; what tables and records have kept is played as it was."""
        check_known_keys(components, self.components(), self.optional_keys)
        return components

    def components_of(self, text: str | None) -> Components:
        """A component file from its text, as tables and records keep it; None for the game's own, nothing for none."""
        if text is None:
            return self.components()
        return components_from(text) if text else no_components()

    def own_components(self, digest: str) -> Components | None:
        """The game's own component file of this digest: the present one, or a former one, kept as `components.*.toml`."""
        if (present := self.components()).digest == digest:
            return present
        former = (read_components(path) for path in sorted(self.folder.glob("components.*.toml")))
        return next((found for found in former if found.digest == digest), None)

    def check_seats(self, seats: int) -> None:
        if seats not in self.seats:
            raise WrongSeats("{game} is for {numbers} players, not {seats}.", game=say(self.title),
                             numbers=list_numbers(self.seats), seats=seats)

    def make_box(self, options: Any, seats: int, components: Components | None = None) -> Any:
        """The box for a match, plain and read-only; BadComponents or BadOption if it is not valid."""
        self.check_seats(seats)
        box = self.box_of(components or self.components(), options, seats)
        self.box.pack(box)                                  # raises where a value does not fit
        return freeze(box)

    def blank(self, seats: int, options: Any, key: Sequence[int]) -> Any:
        """A plain state before the deal."""
        state = self.state.blank()
        state.seats = seats
        state.viewer = WHOLE
        state.chance_key = list(key)
        sides = self.side(options, seats) if self.side else list(range(seats))
        state.side = sides + [0] * (len(state.side) - seats)
        return state

    def legal_list(self, state: Any, box: Any) -> list[int]:
        """The legal actions of a plain state or view."""
        actions = [0] * self.most_legal
        return actions[:self.legal(state, box, actions)]

    def view(self, state: Any, box: Any, seat: int) -> Any:
        """What a seat may know of a plain state; SPECTATOR for somebody without a seat."""
        if not SPECTATOR <= seat < state.seats:
            raise WrongSeats("There is no seat {seat} at this table. Seats run from 0 to {last}, and a spectator is -1.",
                             seat=seat,
                             last=state.seats - 1)
        sees = self.sees
        return self.state.hide(state, seat, (lambda owner: sees(state, box, seat, owner)) if sees else None)

    def hears(self, state: Any, box: Any, seat: int) -> Callable[[int], bool]:
        """Whose whispers a seat hears."""
        sees = self.sees
        return lambda owner: owner == seat or bool(sees and sees(state, box, seat, owner))

    @property
    def rules_page(self) -> str:
        """The whole RULES.md, or RULES.<language>.md if there is one in the present language, below the title of the game."""
        paths = (self.folder / f"RULES.{language()}.md", self.folder / "RULES.md")
        text = next((path.read_text(encoding="utf-8") for path in paths if path.exists()), "")
        return re.sub(r"\A# .*", lambda _: f"# {say(self.title)}", text)

    def has_rules_in(self, code: str) -> bool:
        """Whether the rules are written in a language."""
        return code == ENGLISH or (self.folder / f"RULES.{code}.md").exists()

    @property
    def rules_text(self) -> dict[str, str]:
        """The numbered rules: text by number."""
        spoken = language()
        if spoken not in self._rules:
            self._rules[spoken] = {number: " ".join(words.split()) for number, words in re.findall(
                r"^\s*- \*\*([A-Z0-9]+-\d+)\*\*\s*(.+?)(?=^\s*- |^#|^\s*$|\Z)", self.rules_page, re.M | re.S)}
        return self._rules[spoken]

    @cached_property
    def _rules(self) -> dict[str, dict[str, str]]:
        return {}                                           # the numbered rules by language


def registered_game(name: str) -> Game:
    """The game of this name. Core itself knows no game, so the registry is looked up when it is needed."""
    from ..games import GAMES
    return GAMES[name]


def list_numbers(numbers: Sequence[int]) -> str:
    """'2, 3 or 4'."""
    return join_or([str(number) for number in numbers])


class Games(Mapping[str, Game]):
    """The installed games by name, each imported when it is first needed. Other packages add theirs by an entry point of the
    group `marbletop.games`."""

    def __init__(self, places: Mapping[str, str]):
        self._places = dict(places)

    @cached_property
    def _all(self) -> dict[str, Any]:
        foreign = {point.name: point for point in entry_points(group="marbletop.games")}
        return {**foreign, **self._places}

    def __getitem__(self, name: str) -> Game:
        if name not in self._all:
            raise UnknownGame("There is no game called {name!r}. Choose one of these: {games}.", name=name,
                              games=", ".join(self))
        place = self._all[name]
        game: Game = import_module(place).GAME if isinstance(place, str) else place.load()
        return game

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def __contains__(self, name: object) -> bool:
        return name in self._all
