"""What Marbletop and a bot in another program say to each other: JSON objects, described in docs/bots.md.

This module builds and reads them. It knows nothing of pipes or processes: bots/program.py sends the messages to a program,
bots/bot_program.py answers them with one of our bots.

A view is its fields by name. What the seat must not know is null: a whole field that nobody knows, or the row of another
seat.
"""

from collections.abc import Sequence
from typing import Any

from .. import __version__
from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.options import changed_options
from ..core.state import NOBODY, OWNER
from .bot import Limit, MatchSetup

PROTOCOL = 1
HELLO, CHOOSE, ACTION, ERROR = "hello", "choose", "action", "error"
LONGEST_NAME = 60                           # letters of a program's name or version
NO_OBJECT, NO_NAME = "answered something that is no JSON object", "did not say its name"
Message = dict[str, Any]


class ProtocolError(MarbletopError):
    """A message that is not what the protocol says."""


def hello(number: int, game: Game, setup: MatchSetup) -> Message:
    """The question that comes first, and again before a match with other seats, options or components."""
    return {**_head(HELLO, number), "from": f"Marbletop {__version__}", "game": game_fields(game, setup, with_text=True)}


def choose(number: int, game: Game, setup: MatchSetup, view: Any, box: Any, limit: Limit, match: int = 0,
           seed: int = 0) -> Message:
    """The question for an action."""
    write = game.notation.write_action
    return {
        **_head(CHOOSE, number), "game": game_fields(game, setup), "match": match, "seed": seed, "step": view.step,
        "seat": view.player, "seats": view.seats, "limit": {"seconds": limit.seconds, "iterations": limit.iterations},
        "position": str(game.notation.write_position(view, box)), "view": view_fields(game, view, box),
        "actions": [{"action": action, "text": str(write(view, box, action))} for action in game.legal_list(view, box)]}


def hello_reply(number: int, name: str, version: str) -> Message:
    return {**_head(HELLO, number), "name": name, "version": version}


def action_reply(number: int, action: int) -> Message:
    return {**_head(ACTION, number), "action": action}


def error_reply(number: int, text: str) -> Message:
    return {**_head(ERROR, number), "text": text}


def _head(kind: str, number: int) -> Message:
    return {"protocol": PROTOCOL, "type": kind, "id": number}


def game_fields(game: Game, setup: MatchSetup, with_text: bool = False) -> Message:
    """What is played. The text of the component file comes with the greeting only; its digest tells files apart."""
    text = {"text": setup.components.text} if with_text else {}
    return {"name": game.name, "version": game.version, "seats": setup.seats, "options": dict(setup.options),
            "components": {**setup.components.about, **text}}


def default_setup(game: Game, seats: int) -> MatchSetup:
    """For a bot that was not told what is played."""
    return MatchSetup(seats, changed_options(game.read_options({})), game.components())


def view_fields(game: Game, view: Any, box: Any) -> Message:
    """A view by the names of its fields; null for what it hides."""
    knows, fields = game.hears(view, box, view.viewer), game.state.to_fields(view)
    for name, declared in game.state.fields.items():
        if declared.known_to == NOBODY:
            fields[name] = None
        elif declared.known_to == OWNER:
            fields[name] = [row if knows(owner) else None for owner, row in enumerate(fields[name])]
    return fields


def view_from_fields(game: Game, fields: Message) -> Any:
    """Back from `view_fields`; what was hidden is blank, as in every view. ProtocolError if that is no view."""
    blank = game.state.to_fields(game.state.blank())
    try:
        return game.state.from_fields({name: _without_nulls(value, blank.get(name)) for name, value in fields.items()})
    except (ValueError, TypeError, OverflowError, AttributeError) as error:
        raise ProtocolError(f"The view cannot be read: {error}") from None


def _without_nulls(value: Any, blank: Any) -> Any:
    if value is None:
        return blank
    if isinstance(value, list) and isinstance(blank, list) and len(value) == len(blank) and None in value:
        return [_without_nulls(row, empty) for row, empty in zip(value, blank)]
    return value


def check_reply(reply: Any, kind: str) -> Message:
    """A reply of the kind that was asked for, or ProtocolError with what is wrong."""
    if not isinstance(reply, dict):
        raise ProtocolError(NO_OBJECT)
    if reply.get("protocol", PROTOCOL) != PROTOCOL:
        raise ProtocolError(f"speaks protocol {reply['protocol']!r:.20}, not {PROTOCOL}")
    if reply.get("type") == ERROR:
        raise ProtocolError(f"said: {reply.get('text')!s:.300}")
    if reply.get("type", kind) != kind:
        raise ProtocolError(f"answered {reply['type']!r:.20} where {kind!r} was asked for")
    return reply


def read_hello(reply: Any) -> str:
    """The name and version of a program."""
    said = check_reply(reply, HELLO)
    words = [" ".join(str(said.get(name, "")).split())[:LONGEST_NAME] for name in ("name", "version")]
    if not words[0]:
        raise ProtocolError(NO_NAME)
    return " ".join(filter(None, words))


def read_action(reply: Any, actions: Sequence[Message]) -> int:
    """The action that a program chose, by its number or its text; one of those it was offered."""
    said = check_reply(reply, ACTION)
    key = "action" if "action" in said else "text"
    for offered in actions:
        if type(said.get(key)) is type(offered[key]) and said[key] == offered[key]:
            return int(offered["action"])
    raise ProtocolError(f"chose {said.get(key)!r:.60}, which is not possible")
