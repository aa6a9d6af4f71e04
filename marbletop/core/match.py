"""Match: one game in progress, for Python users, with an interface like python-chess.

    match = Match("connect_four", seats=2, seed=7)
    match.play(match.legal[0])
    print(match)
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..words import say
from .chance import OpenEvent, Script, key_of_seed
from .components import Components
from .errors import BadNotation, IllegalAction, MarbletopError
from .game import Game, registered_game
from .hint import Hint
from .notes import Listener, Note
from .state import KEY_BYTES, SPECTATOR


@dataclass(frozen=True)
class Outcome:
    """How a game ended: points, rank (1 = won) and reward of every seat."""

    ending: str
    points: tuple[float, ...]
    rank: tuple[int, ...]
    reward: tuple[float, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(seat for seat, rank in enumerate(self.rank) if rank == 1)


@dataclass(frozen=True)
class Move:
    """One action of a match: who played what, the outcomes of chance, the notes."""

    seat: int
    action: int
    text: str
    chance: tuple[int, ...]
    notes: tuple[Note, ...]
    check: str = ""                         # short digest of the position it led to

    def heard_by(self, hears: Callable[[int], bool]) -> tuple[Note, ...]:
        """Its notes as somebody hears them; see Game.hears."""
        return tuple(note.heard_by(hears) for note in self.notes)


class NoteRecorder(Listener):
    """Keeps the notes, the outcomes of chance and the reasons of one move."""

    def __init__(self) -> None:
        self.notes: list[Note] = []
        self.outcomes: list[int] = []
        self.reasons: dict[int, str] = {}

    def note(self, state: Any, note: Note) -> None:
        self.notes.append(note)

    def chance(self, source: int, outcome: int) -> None:
        self.outcomes.append(outcome)

    def forbid(self, action: int, rule: str) -> None:
        self.reasons.setdefault(action, rule)


def shares(rank: Sequence[int], side: Sequence[int]) -> tuple[float, ...]:
    """Every seat's share of first place, as a member of its side. If no side is first (a draw), all sides share it; a
    game for one side is won (1) or lost (0)."""
    sides = set(side)
    first = {side[seat] for seat in range(len(rank)) if rank[seat] == 1} or (sides if len(sides) > 1 else set())
    return tuple(1 / len(first) if side[seat] in first else 0.0 for seat in range(len(rank)))


def rewards(rank: Sequence[int], side: Sequence[int]) -> tuple[float, ...]:
    """The same in all games: a share s of first place among n sides gives (n s - 1) / (n - 1); one side alone, +1 or -1."""
    sides = len(set(side))
    return tuple(2 * share - 1 if sides == 1 else (sides * share - 1) / (sides - 1) for share in shares(rank, side))


class Match:
    """One game in progress. A request that cannot be carried out raises a MarbletopError and changes nothing."""

    start: str | None = None                # the position it began at, if it did not begin with a deal

    def __init__(self, game: Game | str, seats: int | None = None, seed: int = 0, *, deal: int = 0,
                 key: Sequence[int] | None = None, script: Script | None = None,
                 components: Components | str | Path | None = None, **options: Any):
        """A new game. Its chance comes from `seed` and `deal`, from a `key`, or from a `script` of outcomes."""
        self._prepare(game, seats, (seed, deal), key, script, components, options)
        self.setup_move = self._carry_out(self.game.setup, -1, -1, "")

    @classmethod
    def at(cls, game: Game | str, position: str, seats: int | None = None, seed: int = 0, *, deal: int = 0,
           key: Sequence[int] | None = None, script: Script | None = None,
           components: Components | str | Path | None = None, **options: Any) -> "Match":
        """A match that begins at a position, written as `match.position` writes it. The text does not describe the box, so
        pass the same seats, options and components. Chance comes from the same sources as in a new game."""
        match = cls.__new__(cls)
        match._prepare(game, seats, (seed, deal), key, script, components, options)
        state = state_from_text(match.game, match.box, match.seats, position)
        state.chance_key = match.state.chance_key
        match.state, match.start = state, position
        match.setup_move = Move(-1, -1, "", (), (), check_of(match.game, state))
        return match

    def _prepare(self, game: Game | str, seats: int | None, seed: tuple[int, int], key: Sequence[int] | None,
                 script: Script | None, components: Components | str | Path | None, options: dict[str, Any]) -> None:
        """Set everything but the first position."""
        self.game = game = registered_game(game) if isinstance(game, str) else game
        self.seats = game.seats[0] if seats is None else seats
        game.check_seats(self.seats)
        self.seed: tuple[int, int] | None = seed if key is None and script is None else None
        self.options = game.read_options(options)
        self.components = components if isinstance(components, Components) else game.components(components)
        self.box = game.make_box(self.options, self.seats, self.components)
        self.names: Sequence[str] = game.seat_names[:self.seats]       # what sentences call the seats
        self.moves: list[Move] = []
        self._before: list[Any] = []        # the state before each move
        self.script = script
        self.state = game.blank(self.seats, self.options, key_of_seed(*seed) if key is None else key)

    def _carry_out(self, function: Callable[..., Any], seat: int, action: int, text: str, *arguments: Any) -> Move:
        """Call a function of the rules on the state, recording its notes and its chance."""
        recorder = NoteRecorder()
        self.state.listener, self.state.script = recorder, self.script
        try:
            function(self.state, self.box, *arguments)
        finally:
            self.state.listener = self.state.script = None
        return Move(seat, action, text, tuple(recorder.outcomes), tuple(recorder.notes), check_of(self.game, self.state))

    @property
    def over(self) -> bool:
        return bool(self.state.over)

    @property
    def player(self) -> int:
        """The seat that decides."""
        return int(self.state.player)

    @property
    def legal(self) -> list[int]:
        """The actions that are possible now; empty when the game is over."""
        return [] if self.over else self.game.legal_list(self.state, self.box)

    @property
    def legal_texts(self) -> list[str]:
        """The same in notation."""
        return [self.text_of(action) for action in self.legal]

    def text_of(self, action: int) -> str:
        """An action in notation."""
        return str(self.game.notation.write_action(self.state, self.box, action))

    def action_of(self, text: str) -> int:
        """The legal action that a text in notation stands for."""
        return action_of(self.game, self.state, self.box, text)

    def why_not(self, action: int) -> str | None:
        """Why an action is not possible now, with the rule; None if it is possible."""
        if self.over:
            return say("The game is over.")
        return why_not(self.game, self.state, self.box, action)

    def play(self, action: int | str) -> Move:
        """Play an action, by number or in notation."""
        if self.over:
            raise IllegalAction("The game is over, so there is nothing left to play.")
        number = self.action_of(action) if isinstance(action, str) else action
        if (reason := self.why_not(number)) is not None:
            raise IllegalAction(reason)
        before, used = self.game.state.copy(self.state), self.script.used if self.script else 0
        try:
            move = self._carry_out(self.game.play, self.player, number, self.text_of(number), number)
        except BaseException:               # an open event of a script: the match stays as it was
            self.state = before
            if self.script:
                self.script.used = used
            raise
        self._before.append(before)
        self.moves.append(move)
        return move

    def undo(self) -> Move:
        """Take back the last action, and rewind the script by its outcomes."""
        if not self.moves:
            raise MarbletopError("There is nothing to take back yet.")
        move = self.moves.pop()
        self.state = self.game.state.copy(self._before.pop())           # copies of this match hold the same states
        if self.script:
            self.script.rewind(len(move.chance))
        return move

    def state_after(self, moves: int) -> Any:
        """The state after the first `moves` moves. Do not change it."""
        return self.state if moves == len(self.moves) else self._before[moves]

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes of the last action, or of the deal."""
        return (self.moves[-1] if self.moves else self.setup_move).notes

    def view(self, seat: int = SPECTATOR) -> Any:
        """The position as a seat may know it."""
        return self.game.view(self.state, self.box, seat)

    def sentences(self, seat: int = SPECTATOR, move: Move | None = None) -> list[str]:
        """What the last action (or the given one) did, in words, as this seat may know it."""
        move = move or (self.moves[-1] if self.moves else self.setup_move)
        hears = self.game.hears(self.state, self.box, seat)
        names = self.names
        sentences = (self.game.notation.sentence(note, self.box, names) for note in move.heard_by(hears))
        return [sentence for sentence in sentences if sentence]

    @property
    def outcome(self) -> Outcome | None:
        """Points, ranks and rewards, once the game is over."""
        return outcome_of(self.game, self.state, self.box) if self.over else None

    def hint(self, by: str = "") -> Hint:
        """What a bot would do for whoever is to move, given that seat's view, and why; by default the one that gives hints at
        tables."""
        from ..bots.adviser import bot, hint_bot  # by name, for people at a prompt; core itself knows no bot
        return (bot(by) if by else hint_bot()).hint(self)

    def review(self, seconds: float | None = None, deals: int | None = None, seed: int = 0) -> Any:
        """What decided the match, once it is over: start, choices and luck; a picture in notebooks (docs/review.md)."""
        from ..analysis.review import review  # for people at a prompt; core itself measures nothing
        return review(self, seconds, deals, seed)

    @property
    def position(self) -> str:
        """The position as one line of text."""
        return str(self.game.notation.write_position(self.state, self.box))

    def copy(self) -> "Match":
        """An independent match in the same position."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.state = self.game.state.copy(self.state)
        twin.moves, twin._before, twin.names = list(self.moves), list(self._before), tuple(self.names)
        twin.script = self.script.copy() if self.script else None
        return twin

    def __copy__(self) -> "Match":
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Match":
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """For pickle: positions as bytes, and no box, which is made again from components and options."""
        pack = self.game.state.pack
        kept = {name: value for name, value in self.__dict__.items() if name != "box"}
        return {**kept, "state": pack(self.state), "_before": [pack(state) for state in self._before]}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        unpack = self.game.state.unpack
        self.state, self._before = unpack(kept["state"]), [unpack(data) for data in kept["_before"]]
        self.box = self.game.make_box(self.options, self.seats, self.components)

    def save(self, path: str | Path) -> None:
        """Write the match as a record; see core/record.py."""
        from .record import record_of, write_record
        write_record(record_of(self), path)

    def __str__(self) -> str:
        return str(self.game.notation.diagram(self.view(self.player), self.box))

    def __repr__(self) -> str:
        return f"<Match {self.game.name}, {self.seats} seats, step {self.state.step}{', over' if self.over else ''}>"

    def _repr_svg_(self) -> str:
        """For notebooks: the board as the player who decides sees it."""
        from ..drawing.plain import scene_of
        from ..drawing.svg import svg
        return svg(scene_of(self.game, self.view(self.player), self.box, self.names))


def check_of(game: Game, state: Any) -> str:
    """A short digest of a position, without its key."""
    return hashlib.sha256(game.state.pack(state)[KEY_BYTES:]).hexdigest()[:12]


def state_from_text(game: Game, box: Any, seats: int, text: str) -> Any:
    """The plain state that a text describes, or BadNotation, also for a position that no game can reach."""
    state = game.notation.read_position(text, box)
    if state.seats != seats:
        raise BadNotation("This is a position for {n} seats, and the match has {seats}.", n=state.seats, seats=seats)
    try:
        game.state.pack(state)
    except OverflowError as error:
        raise BadNotation("This position cannot be: {error}.", error=error) from None
    if (check := getattr(game.notation, "check_position", None)) is not None:
        check(state, box)
    if not state.over and not game.legal_list(state, box):
        raise BadNotation("This position cannot be: no action is possible, and the game is not over.")
    return state


def action_of(game: Game, state: Any, box: Any, text: str) -> int:
    """The legal action that a text stands for in a position; BadNotation lists what is possible."""
    wanted = normalize(text)
    legal = {normalize(game.notation.write_action(state, box, action)): action for action in game.legal_list(state, box)}
    if wanted in legal:
        return legal[wanted]
    read = getattr(game.notation, "read_action", None)
    if read is not None and (action := read(state, box, text)) is not None:
        return int(action)
    texts = [game.notation.write_action(state, box, action) for action in legal.values()]
    raise BadNotation("You can't play {text!r} here. You can play: {actions}.", text=text, actions=shorten_list(texts))


def normalize(text: str) -> str:
    return " ".join(text.lower().split())


def shorten_list(texts: Sequence[str], most: int = 12) -> str:
    """A list for a sentence, cut short if it is long."""
    some = ", ".join(texts[:most])
    return say("{some} and {n} more", some=some, n=len(texts) - most) if len(texts) > most else some


def why_not(game: Game, state: Any, box: Any, action: int) -> str | None:
    """Why an action is not possible in a position, with the rule and what is possible; None if it is possible."""
    if isinstance(action, bool) or not isinstance(action, int) or not 0 <= action < game.actions:
        return say("{action!r} isn't an action in {game}. Actions are whole numbers from 0 to {last}.", action=action,
                   game=say(game.title), last=game.actions - 1)
    legal, reasons = legal_and_reasons(game, state, box)
    if action in legal:
        return None
    possible = shorten_list([game.notation.write_action(state, box, other) for other in legal])
    rule = reasons.get(action)
    if rule in game.rules_text:
        return say("You can't play {action}: {text} ({rule}) You can play: {actions}.", action=action, rule=rule,
                   text=game.rules_text[rule], actions=possible)
    if rule:
        return say("Rule {rule} doesn't allow {action}. You can play: {actions}.", action=action, rule=rule,
                   actions=possible)
    return say("You can't play {action} right now. You can play: {actions}.", action=action, actions=possible)


def legal_and_reasons(game: Game, state: Any, box: Any) -> tuple[list[int], dict[int, str]]:
    """The legal actions of a position, and the rules that forbid others."""
    recorder = NoteRecorder()
    asked = game.state.copy(state)
    asked.listener = recorder
    return game.legal_list(asked, box), recorder.reasons


def outcome_of(game: Game, state: Any, box: Any) -> Outcome:
    """Points, ranks and rewards of a finished position."""
    points, rank = [0.0] * game.state.owners, [0] * game.state.owners
    ending = game.outcome(state, box, points, rank)
    seats = state.seats
    return Outcome(game.endings[ending], tuple(points[:seats]), tuple(rank[:seats]),
                   rewards(rank[:seats], state.side[:seats]))


def load(path: str | Path) -> Match:
    """Read a record and replay it to a match."""
    from .record import read_record, replay
    return replay(read_record(path), any_start=True)


def preview(game: Game, view: Any, box: Any, action: int) -> tuple[Any, tuple[Note, ...], bool]:
    """Play an action on a copy of a view, up to the first event of chance: the position, the notes, and whether the action
    was completed. If not, the position may be in the middle of the action."""
    trial, recorder = game.state.copy(view), NoteRecorder()
    trial.listener, trial.script = recorder, Script()
    try:
        game.play(trial, box, action)
        completed = True
    except OpenEvent:
        completed = False
    trial.listener = trial.script = None
    return trial, tuple(recorder.notes), completed

