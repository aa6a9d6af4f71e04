"""One of our bots as a program that speaks the protocol of bots/protocol.py: `marbletop bot-program NAME`.

So a Marbletop that is installed elsewhere, perhaps an older one, can play against this one.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import IO, Any

from .. import __version__
from ..core.errors import MarbletopError
from ..core.game import Game
from ..games import GAMES
from . import protocol
from .bot import Bot, Limit, MatchSetup
from .protocol import Message, ProtocolError
from .registry import BotKind, bot_kind

NOT_GREETED = "I was not told what is played: say hello first."


class BotProgram:
    """Answers messages with a bot, which is made when a game is greeted."""

    def __init__(self, text: str, games: Mapping[str, Game] = GAMES):
        self.kind: BotKind = bot_kind(text)
        self._games = games
        self._known: dict[str, tuple[Game, Bot, Any]] = {}      # game, bot and box, by what is played
        self._match: tuple[str, Any] | None = None

    def reply(self, message: Any) -> Message:
        """The answer to a message; one that cannot be answered gets an error."""
        number = message.get("id", 0) if isinstance(message, dict) else 0
        try:
            if not isinstance(message, dict) or message.get("protocol") != protocol.PROTOCOL:
                raise ProtocolError(f"This is no message of protocol {protocol.PROTOCOL}.")
            if message.get("type") == protocol.HELLO:
                return self._greet(number, message["game"])
            if message.get("type") == protocol.CHOOSE:
                return protocol.action_reply(number, self._choose(message))
            raise ProtocolError(f"There is no message of type {message.get('type')!r:.20}.")
        except (MarbletopError, KeyError, TypeError, AttributeError) as error:
            return protocol.error_reply(number, f"{type(error).__name__}: {error}")

    def _greet(self, number: int, played: Message) -> Message:
        game = self._games[played["name"]]
        if played["version"] != game.version:
            raise ProtocolError(f"I know version {game.version} of the rules of {game.title}, not {played['version']}.")
        components = game.components_of(played["components"].pop("text") or None)
        box = game.make_box(game.read_options(played["options"]), played["seats"], components)
        bot = self.kind.make(game, 0)
        bot.begin(MatchSetup(played["seats"], played["options"], components))
        self._known[_key(played)] = game, bot, box
        return protocol.hello_reply(number, f"Marbletop {self.kind.name}", __version__)

    def _choose(self, message: Message) -> int:
        played = _key(message["game"])
        if played not in self._known:
            raise ProtocolError(NOT_GREETED)
        game, bot, box = self._known[played]
        if self._match != (played, message["match"]):
            self._match = played, message["match"]
            bot.reseed(message["seed"])
        return bot.choose(protocol.view_from_fields(game, message["view"]), box, self._limit(game, message["limit"]))

    def _limit(self, game: Game, given: Message) -> Limit:
        """The bot's own limit, if it has one, but no more seconds than it is given."""
        asked = Limit(given["seconds"], given["iterations"])
        own = self.kind.limit_in(game)
        if own is None:
            return asked
        allowed = [seconds for seconds in (own.seconds, asked.seconds) if seconds is not None]
        return replace(own, seconds=min(allowed, default=None))


def _key(played: Message) -> str:
    return json.dumps(played, sort_keys=True)


def run(text: str, questions: IO[str], answers: IO[str]) -> None:
    """Answer line by line, until the questions end."""
    program = BotProgram(text)
    for line in questions:
        try:
            message = json.loads(line)
        except ValueError:
            message = None
        print(json.dumps(program.reply(message)), file=answers, flush=True)
