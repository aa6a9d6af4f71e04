"""Asking a bot about a match.

    bot("strong").choose(match)
    bot("search", seed=3, limit=Limit(iterations=2000)).analyse(match)
"""

from typing import Any

from ..core.errors import IllegalAction
from ..core.game import Game
from ..core.hint import Hint
from ..core.match import Match
from .bot import USUAL_LIMIT, Analysis, Bot, Limit, MatchSetup, never
from .explain import explain, with_texts
from .levels import HINT_LIMIT, HINTS_BY
from .registry import BotLike, bot_kind


def bot(which: BotLike = "strong", *, seed: int = 0, limit: Limit | None = None) -> "Adviser":
    """A bot that can be asked about matches: by its name, or one of your own."""
    return Adviser(which, seed, limit)


def hint_bot() -> "Adviser":
    """The bot that gives hints."""
    return Adviser(HINTS_BY, limit=HINT_LIMIT)


class Adviser:
    """A bot with somebody to ask it: it is given the view of whoever is to move. The same seed and position give the same
    answer, as far as the limit counts iterations. It may also sit in a duel."""

    def __init__(self, which: BotLike, seed: int = 0, limit: Limit | None = None):
        self.which, self.kind, self.seed = which, bot_kind(which), seed
        self.limit, self.level, self.heeds_limit = limit or self.kind.limit, self.kind.level, self.kind.heeds_limit
        self._bots: dict[Game, Bot] = {}

    @property
    def name(self) -> str:
        return self.kind.name

    def choose(self, match: Match) -> int:
        """The action that it would play."""
        return self._bot(match).choose(match.view(match.player), match.box, self._limit(match), never)

    def analyse(self, match: Match) -> Analysis:
        """All actions, best first, with what they are expected to lead to."""
        view = match.view(match.player)
        analysis = self._bot(match).analyse(view, match.box, self._limit(match), never)
        return with_texts(match.game, view, match.box, analysis)

    def hint(self, match: Match) -> Hint:
        """What it would play, and why."""
        analysis = self.analyse(match)
        explained = explain(match.game, match.view(match.player), match.box, analysis, match.names)
        return Hint(analysis.best, match.text_of(analysis.best), (f"{explained.chosen.gesture_label}.", *explained.sentences))

    def close(self) -> None:
        """End the programs that it has started, if any."""
        while self._bots:
            self._bots.popitem()[1].close()

    def __call__(self, game: Game, seed: int = 0) -> Bot:
        """A bot like this one for a duel."""
        return self.kind.make(game, seed)

    def __reduce__(self) -> tuple[Any, ...]:
        return Adviser, (self.which, self.seed, self.limit)

    def _limit(self, match: Match) -> Limit:
        return self.limit or self.kind.limit_in(match.game) or USUAL_LIMIT

    def _bot(self, match: Match) -> Bot:
        """The bot for this match, with the luck of this position."""
        if match.over:
            raise IllegalAction("The game is over, so there is nothing left to play.")
        if match.game not in self._bots:
            self._bots[match.game] = self.kind.make(match.game, self.seed)
        asked = self._bots[match.game]
        asked.reseed(hash((self.seed, len(match.moves))))
        asked.begin(MatchSetup.of(match))
        return asked
