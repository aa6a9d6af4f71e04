"""Bots by name. Whoever names a bot asks here: commands, duels, tables, Python users.

A bot is named by a text:

    uniform, rollouts, greedy, search      our kinds
    beginner ... master                    our levels
    NAME                                   a bot of another package, by an entry point of the group `marbletop.bots`
    program:COMMAND                        a program that speaks the protocol of bots/protocol.py
    search:playout=4:explore=0.3           a kind with settings of its own; explore_first is that of the root alone,
    search:weights=FILE                    and weights are those of a file; `none` for none, `known` for all that the game
                                           has, those that have not won a duel, too

`NAME@SECONDS` and `NAME#ITERATIONS` give a bot a limit of its own.
"""

import shlex
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from ..core.errors import MarbletopError
from ..core.game import Game
from .bot import Bot, Limit
from .levels import KINDS, LEVELS, Level, UnknownBot, bot_at, level_in, searching
from .program import ProgramBot
from .weights import NOTHING_LEARNED, known_weights, read_weights

BotMaker = Callable[[Game, int], Bot]       # (game, seed) -> bot; a class of bots is one
BotLike = str | Bot | BotMaker
GROUP = "marbletop.bots"
PROGRAM = "program"
HEEDLESS = ("uniform", "greedy")            # kinds that think equally long whatever they are allowed


@dataclass(frozen=True)
class BotKind:
    """A bot that does not know yet which game it will play."""

    name: str
    make: BotMaker
    limit: Limit | None = None              # that was named with it; see limit_in
    level: Level | None = None              # where it is one of our levels
    heeds_limit: bool = True                # False: thinks equally long whatever it is allowed

    def limit_in(self, game: Game) -> Limit | None:
        """How long it thinks in a game; None: as long as whoever asks allows."""
        return self.limit or (level_in(game, self.level).limit if self.level else None)

    def is_timed(self, game: Game) -> bool:
        """Whether its moves in a game depend on how much time it has."""
        greedy = self.level is not None and not self.level.searches and game.judge is not None
        return self.heeds_limit and not greedy


def bot_kind(which: BotLike) -> BotKind:
    """What is meant by a name, a bot, or a function that makes bots."""
    if isinstance(which, str):
        return _kind_named(which)
    if isinstance(which, Bot):
        return BotKind(which.name, lambda game, seed: which, which.limit, heeds_limit=which.heeds_limit)
    if callable(which):
        name = getattr(which, "__name__", None) or getattr(which, "name", None) or type(which).__name__
        level = getattr(which, "level", None)
        return BotKind(str(name), which, getattr(which, "limit", None), level if isinstance(level, Level) else None,
                       getattr(which, "heeds_limit", True))
    raise MarbletopError(f"{which!r} is no bot: give a name, a Bot, or a function of a game and a seed that makes one.")


def bot_named(game: Game, text: str, seed: int = 0) -> tuple[Bot, Limit | None]:
    """A bot by its name, and the limit that it has of its own, if any."""
    kind = bot_kind(text)
    return kind.make(game, seed), kind.limit_in(game)


def bot_names() -> list[str]:
    """All names without settings."""
    return [*KINDS, *(level.name for level in LEVELS), *_plug_ins()]


def _kind_named(text: str) -> BotKind:
    head, _, rest = text.partition(":")
    name, limit = _split_limit(text, head)
    if name == PROGRAM:
        return BotKind(text, partial(ProgramBot, command=_checked_command(rest)), limit)
    if name == "search":
        return BotKind(text, partial(_search_with, _tuning(text, rest)), limit)
    if rest:
        raise _unknown(text)
    if name in KINDS:
        return BotKind(text, KINDS[name], limit, heeds_limit=name not in HEEDLESS)
    for level in LEVELS:
        if level.name == name:
            return BotKind(text, partial(_bot_at_level, level), limit, level)
    if name in _plug_ins():
        make = _plug_ins()[name].load()
        return BotKind(text, make, limit or getattr(make, "limit", None), heeds_limit=getattr(make, "heeds_limit", True))
    raise _unknown(text)


def _bot_at_level(level: Level, game: Game, seed: int = 0) -> Bot:
    return bot_at(game, level, seed)


def _search_with(tuning: dict[str, Any], game: Game, seed: int = 0) -> Bot:
    """The searching bot with settings of its own; a file of weights is read now that the game is known."""
    if file := tuning.get("weights"):
        named = {"none": NOTHING_LEARNED, "known": known_weights(game)}
        tuning = {**tuning, "weights": named[file] if file in named else read_weights(game, Path(file))}
    return searching(game, seed, **tuning)


def _unknown(text: str) -> UnknownBot:
    return UnknownBot(f"There is no bot {text!r}. Bots are: {', '.join([*KINDS, *_plug_ins()])}; "
                      f"levels: {', '.join(level.name for level in LEVELS)}.")


def _split_limit(text: str, head: str) -> tuple[str, Limit | None]:
    """NAME@SECONDS or NAME#ITERATIONS as a name and a limit."""
    try:
        if "@" in head:
            name, _, seconds = head.partition("@")
            return name, Limit(seconds=float(seconds))
        if "#" in head:
            name, _, iterations = head.partition("#")
            return name, Limit(iterations=int(iterations))
    except ValueError:
        raise UnknownBot(f"{text!r} is no bot: write a name, name@SECONDS or name#ITERATIONS.") from None
    return head, None


def _tuning(text: str, settings: str) -> dict[str, Any]:
    """Settings of the searching bot: playout=4:explore=0.3."""
    types: dict[str, type] = {"playout": int, "explore": float, "explore_first": float, "threads": int, "nodes": int,
                              "weights": str}
    pairs = [setting.partition("=") for setting in settings.split(":")] if settings else []
    if any(name not in types for name, _, _ in pairs):
        raise _unknown(text)
    try:
        return {name: types[name](value) for name, _, value in pairs}
    except ValueError:
        raise UnknownBot(f"{text!r} is no bot: write a name, name@SECONDS or name#ITERATIONS.") from None


def _checked_command(command: str) -> str:
    """The command of a program, if there is such a program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UnknownBot(f"The command {command!r} cannot be read: {error}.") from None
    if not words or shutil.which(words[0]) is None:
        raise UnknownBot(f"There is no program {words[0] if words else command!r} that can be run: write program:COMMAND.")
    return command


@cache
def _plug_ins() -> Mapping[str, EntryPoint]:
    """Bots of other packages, by name. Our own names cannot be taken."""
    ours = {*KINDS, *(level.name for level in LEVELS), PROGRAM}
    return {point.name: point for point in entry_points(group=GROUP) if point.name not in ours}


def forget_plug_ins() -> None:
    """Look bots of other packages up again: one has come."""
    _plug_ins.cache_clear()


@dataclass(frozen=True)
class Offer:
    """A bot that can be called to a table: the name that people see and tables keep, and the text that says which bot it
    is. Only a level's name is translated."""

    name: str
    text: str


LEVELS_OFFERED = tuple(Offer(level.name, level.name) for level in LEVELS)


def offers_of(texts: Iterable[str]) -> tuple[Offer, ...]:
    """The levels, and the bots that a server's settings name: NAME=TEXT, or a text alone. A program without a name is
    called as its file."""
    offers = {offer.name: offer for offer in LEVELS_OFFERED}
    for given in filter(None, map(str.strip, texts)):
        offer = _offer(given)
        if offer.name in offers:
            raise UnknownBot(f"There are two bots called {offer.name!r}: write NAME={offer.text} with another name.")
        bot_kind(offer.text)                            # a mistake in the settings is told at the start
        offers[offer.name] = offer
    return tuple(offers.values())


def _offer(given: str) -> Offer:
    name, equals, text = given.partition("=")
    if equals and not set(name) & set(":@#"):
        return Offer(name.strip(), text.strip())
    head, _, command = given.partition(":")
    if head.partition("@")[0] == PROGRAM:
        return Offer(Path(shlex.split(_checked_command(command))[0]).name, given)
    return Offer(given, given)
