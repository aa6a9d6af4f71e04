"""A contest of bots: who sits where in which deal, and playing it.

In each deal the bots take turns at the sides, so that each has every place equally often; where there are more bots than
sides, every group of them does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from types import FunctionType
from typing import Any

from ..bots.bot import USUAL_LIMIT, Bot, Limit, MatchSetup, never
from ..bots.registry import BotLike, bot_kind
from ..core.components import Components
from ..core.errors import IllegalAction
from ..core.game import Game
from ..core.match import Match, shares
from ..core.record import record_of
from ..games import GAMES


@dataclass(frozen=True)
class Contest:
    """What is to be played. Worker processes can play it if its bots can be pickled, and other machines as well: it names no
    file of this one."""

    game: Game | str
    bots: tuple[BotLike, ...]
    seats: int
    options: Mapping[str, Any]
    limit: Limit = USUAL_LIMIT              # for bots without a limit of their own
    seed: int = 0
    components: Components | None = None    # of one's own box
    keeps_records: bool = False             # of every game, in its result

    @property
    def rules(self) -> Game:
        return GAMES[self.game] if isinstance(self.game, str) else self.game

    @property
    def names(self) -> list[str]:
        return [bot_kind(which).name for which in self.bots]


@dataclass(frozen=True)
class GameResult:
    """One game: which bot sat where, and how it ended."""

    deal: int
    seating: int
    bot_of_seat: tuple[int, ...]
    side: tuple[int, ...]
    points: tuple[float, ...]
    rank: tuple[int, ...]
    decisions: int
    names: tuple[str, ...] = ()                     # what the bots call themselves
    faults: tuple[tuple[int, str], ...] = ()        # moves that were chosen for a bot, and why
    record: dict[str, Any] | None = None


@dataclass(frozen=True)
class Seated:
    """A bot at work in this process, and how long it thinks."""

    bot: Bot
    limit: Limit


_kept: dict[tuple[Game, BotLike], Bot] = {}     # made once in a process: compiling and starting take time


def seated_bots(contest: Contest) -> list[Seated]:
    """The bots of a contest, ready to play."""
    return [seated_bot(contest, which) for which in contest.bots]


def seated_bot(contest: Contest, which: BotLike) -> Seated:
    kind, game = bot_kind(which), contest.rules
    own = kind.limit_in(game)
    limit = replace(own, clock=contest.limit.clock) if own else contest.limit
    if not isinstance(which, str | type | FunctionType):
        return Seated(kind.make(game, 0), limit)
    if (game, which) not in _kept:
        _kept[game, which] = kind.make(game, 0)
    return Seated(_kept[game, which], limit)


def close_bots() -> None:
    """End what the bots have started. Whoever plays again starts again."""
    while _kept:
        _kept.popitem()[1].close()


def play_deal(contest: Contest, deal: int, only_first: bool = False) -> list[GameResult]:
    """All seatings of one deal, or only that in which the bots sit in their order."""
    bots = seated_bots(contest)
    return [play_game(contest, bots, deal, number) for number in range(1 if only_first else len(seatings(contest)))]


def seatings(contest: Contest) -> list[tuple[int, ...]]:
    """Which bot plays each side, for each game of a deal."""
    game, bots = contest.rules, len(contest.bots)
    state = game.blank(contest.seats, game.read_options(contest.options), [0, 0])
    sides = len(set(state.side[:contest.seats]))
    if bots <= sides:
        return [tuple((side + turn) % bots for side in range(sides)) for turn in range(bots)]
    return [tuple(group[(side + turn) % sides] for side in range(sides))
            for group in combinations(range(bots), sides) for turn in range(sides)]


def play_game(contest: Contest, bots: Sequence[Seated], deal: int, number: int) -> GameResult:
    """One game; bots get views and nothing else."""
    match = Match(contest.rules, contest.seats, seed=contest.seed, deal=deal, components=contest.components, **contest.options)
    side = tuple(match.state.side[:match.seats])
    sides, seating = sorted(set(side)), seatings(contest)[number]
    bot_of_seat = tuple(seating[sides.index(one)] for one in side)
    setup = MatchSetup.of(match)
    for index, seated in enumerate(bots):
        seated.bot.reseed(hash((contest.seed, deal, number, index)))
        if index in bot_of_seat:
            seated.bot.begin(setup)
    while not match.over:
        seated = bots[bot_of_seat[match.player]]
        play_choice(match, seated)
    outcome = match.outcome
    assert outcome is not None
    return GameResult(deal, number, bot_of_seat, side, outcome.points, outcome.rank, len(match.moves),
                      tuple(seated.bot.name for seated in bots),
                      tuple((index, fault) for index, seated in enumerate(bots) for fault in seated.bot.take_faults()),
                      record_of(match, names=[contest.names[bot] for bot in bot_of_seat]) if contest.keeps_records else None)


def play_choice(match: Match, seated: Seated) -> None:
    """Let a bot decide."""
    action = int(seated.bot.choose(match.view(match.player), match.box, seated.limit, never))
    try:
        match.play(action)
    except IllegalAction as error:
        raise IllegalAction(f"The bot {seated.bot.name} chose what is not possible. {error}") from None


def share_of(played: GameResult, bot: int) -> float:
    """A bot's share of the first place in a game: what its sides have of it, each counted once."""
    of_seats = shares(played.rank, played.side)
    of_sides = {side: (who, share) for side, who, share in zip(played.side, played.bot_of_seat, of_seats)}
    return sum(share for who, share in of_sides.values() if who == bot)
