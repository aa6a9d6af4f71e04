"""Positions that somebody sets up: what they look like, which rule they break, what a bot would do there, and a table that
begins there. Such a game is not dealt, so its record proves nothing about the dealing; its pages say so."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..bots.explain import Explanation, explain
from ..bots.levels import HINT_LIMIT, HINTS_BY
from ..bots.pool import BotFailed, Job
from ..core.editing import Field
from ..core.errors import BadNotation, MarbletopError
from ..core.game import Game
from ..core.match import Match, state_from_text
from ..words import say
from .background import in_background
from .inspection import LONGEST_POSITION, inspect_position
from .refusal import NotHere, Refused

if TYPE_CHECKING:
    from .house import House


@dataclass(frozen=True)
class PositionLook:
    """A position as an editor shows it: through the eyes of whose turn it is."""

    game: Game
    seats: int
    text: str
    error: str = ""                         # which rule it breaks, or what cannot be read
    view: Any = None                        # what whose turn it is may know; None if it cannot be drawn
    open_view: Any = None                   # what is drawn: with the hands of all, if the game can show them
    box: Any = None
    player: int = 0
    over: bool = False
    names: Sequence[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    fields: Sequence[Field] = ()
    pieces: Mapping[str, str] = field(default_factory=dict)
    places: Sequence[str] = ()


def editor_of(game: Game) -> Any:
    if game.editing is None:
        raise NotHere("Positions of this game can't be edited.")
    return game.editing


def box_for(game: Game, seats: int) -> Any:
    return game.make_box(game.read_options({}), seats)


def start_text(game: Game, seats: int) -> str:
    """A position to begin with: a game after the deal."""
    return Match(game, seats).position


async def look_at_position(game: Game, seats: int, text: str) -> PositionLook:
    """A position, with what is wrong about it."""
    return await in_background(look_of, game, seats, text or start_text(game, seats))


def look_of(game: Game, seats: int, text: str) -> PositionLook:
    editor, box = editor_of(game), box_for(game, seats)
    names = tuple(say(name) for name in game.seat_names[:seats])
    try:
        state = read_text(game, box, seats, text)
        view = game.view(state, box, state.player)
    except MarbletopError as error:
        return PositionLook(game, seats, text, str(error), box=box, names=names)
    open_view = open_view_of(game, state, box)
    return PositionLook(game, seats, text, why_not(game, box, seats, text), view, open_view, box, int(state.player),
                        bool(state.over), names, editor.words_of(write_full(game, state, box), box),
                        editor.fields_of(box, seats), editor.pieces_of(box, seats), editor.places_of(open_view, box))


def open_view_of(game: Game, state: Any, box: Any) -> Any:
    """What the editor draws. Nobody plays yet, so nothing is secret."""
    view = game.view(state, box, state.player)
    if hasattr(game.editing, "open_hands"):
        game.editing.open_hands(view, state)
    return view


def read_text(game: Game, box: Any, seats: int, text: str) -> Any:
    """The state of a text, possible or not, or BadNotation."""
    if len(text) > LONGEST_POSITION:
        raise BadNotation("A position has {n} letters at most.", n=LONGEST_POSITION)
    try:
        state = game.notation.read_position(text, box)
        game.state.pack(state)
    except (ArithmeticError, LookupError, TypeError, ValueError) as error:
        if isinstance(error, BadNotation) and "rule" in error.values:           # said in the reader's language
            raise
        raise BadNotation("This is no position of {game} ({error}).", game=say(game.title), error=error) from None
    if state.seats != seats:
        raise BadNotation("This is a position for {n} seats, and the match has {seats}.", n=state.seats, seats=seats)
    return state


def why_not(game: Game, box: Any, seats: int, text: str) -> str:
    """Which rule a position breaks; "" if it can be."""
    try:
        state_from_text(game, box, seats, text)
    except MarbletopError as error:
        return str(error)
    return ""


def edit(game: Game, seats: int, text: str, changes: Mapping[str, str], place: str, piece: str) -> str:
    """The text with other words, and with a piece on a place of the board; BadNotation if the piece cannot lie there."""
    editor, box = editor_of(game), box_for(game, seats)
    state = read_text(game, box, seats, text)
    words = {**editor.words_of(write_full(game, state, box), box), **changes}
    if place in editor.places_of(open_view_of(game, state, box), box) and piece in editor.pieces_of(box, seats):
        put = editor.text_of(editor.put(words, box, place, piece, state.player))
        return write_full(game, read_text(game, box, seats, put), box)
    return write_again(game, box, editor.text_of(words))


def write_full(game: Game, state: Any, box: Any) -> str:
    return str(game.notation.write_position(state, box))


def write_again(game: Game, box: Any, text: str) -> str:
    """A text in full, if it can be read; else as it is, so that nothing is lost."""
    try:
        return write_full(game, game.notation.read_position(text, box), box)
    except (MarbletopError, ArithmeticError, LookupError, TypeError, ValueError):
        return text


async def hint_at(house: "House", game: Game, seats: int, text: str, address: str) -> Explanation:
    """What a strong bot would do for whose turn it is."""
    await house.inspector.run(inspect_position, game, seats, {}, text, address=address)
    seen = await look_at_position(game, seats, text)
    if seen.over:
        raise Refused("The game is over.")
    job = Job(game.name, {}, seats, game.state.pack(seen.view), HINTS_BY, components=game.components().text,
              limit=HINT_LIMIT, analyse=True)
    try:
        answer = await asyncio.wrap_future(house.bots.submit(job))
    except BotFailed:
        raise Refused("Sorry, no hint for this one.") from None
    if answer.analysis is None:
        raise Refused("Sorry, no hint for this one.")
    return explain(game, seen.view, seen.box, answer.analysis, seen.names)
