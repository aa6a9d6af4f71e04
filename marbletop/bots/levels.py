"""Our own bots: kinds for duels, and five levels for people, from a friendly beginner to as strong as we can make it."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..core.errors import MarbletopError
from ..core.game import TO_THE_END, Game, Tuning
from ..words import phrase
from .bot import Bot, Limit
from .exact import Exact
from .greedy import Greedy
from .rollouts import Rollouts
from .search import Search
from .tree import judge_evenly
from .uniform import Uniform
from .weights import NOTHING_LEARNED, proved_weights


class UnknownBot(MarbletopError):
    """No bot or level has that name."""


@dataclass(frozen=True)
class Level:
    """A strength that people choose: what the bot is, how long it thinks, and how much it overlooks. Below master a limit
    in iterations decides, so that a slow machine weakens nobody; seconds are only there to keep people from waiting."""

    name: str
    help: str
    limit: Limit
    searches: bool = True
    solves: bool = False                    # what it can, if the game offers a solver
    loose: float = 0.0                      # see Greedy: how much worse than the best an action may be


LEVELS = (
    Level(phrase("beginner"), phrase("Plays sensible moves but misses a lot. Good for your first game."), Limit(seconds=0.5),
          searches=False, loose=0.15),
    Level(phrase("casual"), phrase("Usually grabs the first good thing it sees."), Limit(seconds=0.5), searches=False,
          loose=0.04),
    Level(phrase("steady"), phrase("Thinks a few moves ahead."), Limit(seconds=0.5, iterations=600)),
    Level(phrase("strong"), phrase("Looks further ahead and rarely slips up."), Limit(seconds=0.3, iterations=6_000)),
    Level(phrase("master"), phrase("The strongest we have. Takes up to two seconds per move."), Limit(seconds=2.0),
          solves=True),
)


HINTS_BY = "master"                         # who is asked for hints: it knows what is certain,
HINT_LIMIT = Limit(seconds=0.3, iterations=30_000)      # but answers soon

UNTUNED = Tuning(8, 0.4)
UNJUDGED = Tuning(TO_THE_END, 0.5)


def tuning_of(game: Game) -> Tuning:
    """How to search a game; one without a judgement is played out to the end."""
    return game.tuning or (UNTUNED if game.judge else UNJUDGED)


def level_named(name: str) -> Level:
    for level in LEVELS:
        if level.name == name:
            return level
    raise UnknownBot("There is no level called {name!r}. Choose one of these: {levels}.", name=name,
                     levels=", ".join(level.name for level in LEVELS))


def level_in(game: Game, level: Level) -> Level:
    """A level as it is in a game. Moves that are a little worse, or a few more iterations, mean much in one game and little in
    another, so a game has figures of its own."""
    figure = game.levels.get(level.name)
    return level if figure is None else with_figure(level, figure)


def with_figure(level: Level, figure: float) -> Level:
    """A level that is as loose as the figure says or, if it searches, has so many iterations."""
    if level.searches:
        return replace(level, limit=replace(level.limit, iterations=int(figure)))
    return replace(level, loose=figure)


def searching(game: Game, seed: int = 0, threads: int = 1, **tuning: Any) -> Search:
    """The searching bot of a game, as it is tuned and with the weights that it has learned, or with others. Who gives another
    `explore` means it everywhere."""
    tuned = tuning_of(game)
    first = None if "explore" in tuning else tuned.explore_first
    return Search(game, game.judge, seed, threads=threads, wander=game.playout, **{
        "playout": tuned.playout_length, "explore": tuned.explore, "explore_first": first, "weights": proved_weights(game),
        **tuning})


def plain_search(game: Game, seed: int = 0, **tuning: Any) -> Search:
    """A search that stays as it is when weights are learned or the tuning of the root changes. Puzzles are made with it, so
    they can be made again."""
    return searching(game, seed, explore_first=None, weights=NOTHING_LEARNED, **tuning)


def bot_at(game: Game, level: Level, seed: int = 0, threads: int = 1) -> Bot:
    """The bot of a level."""
    if not level.searches:
        return quick_bot(game, level, seed)
    return solving(searching(game, seed, threads), level)


def solving(search: Search, level: Level) -> Bot:
    """A search as a level uses it: with the solver of the game before it, or alone."""
    return Exact(search) if level.solves and search.game.solver else search


def quick_bot(game: Game, level: Level, seed: int = 0) -> Bot:
    """A bot that needs no compilation: greedy, or, in a game without a judgement, by random playouts."""
    return Greedy(game, game.judge, seed, loose=level_in(game, level).loose) if game.judge else Rollouts(game, seed)


KINDS: dict[str, Callable[[Game, int], Bot]] = {
    "uniform": Uniform,
    "rollouts": Rollouts,
    "greedy": lambda game, seed: Greedy(game, game.judge or judge_evenly, seed, fast=True),
    "search": searching,
}
