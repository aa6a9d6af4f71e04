"""A game as a tree in which chance has nodes of its own, one for each event, with the weights of its outcomes.

The rules draw in the middle of an action. A node of chance is an action that has come to an event without an outcome: it is
played again from its beginning when the outcome is known. Nothing in a node changes, so copies share it.
"""

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

import numpy as np

from ..core.chance import OpenEvent, Script
from ..core.game import Game
from ..core.match import NoteRecorder, outcome_of, shorten_list, state_from_text, why_not
from ..core.notes import Note
from ..core.options import changed_options
from ..core.state import SPECTATOR, WHOLE
from ..words import say

MEMORY_BYTES = 8
NOTHING_YET = bytes(MEMORY_BYTES)
SETUP = -1                                  # the action of the deal


class GameTree:
    """The tree of a game with these seats and options."""

    def __init__(self, game: Game, seats: int, options: Any):
        self.game, self.seats, self.options = game, seats, options
        self.box = game.make_box(options, seats)

    @cached_property
    def blank(self) -> "Node":
        """Before the deal; there is no position yet."""
        state = self.game.blank(self.seats, self.options, [0, 0])
        return Node(self, state, memories=dict.fromkeys(self.viewers, NOTHING_YET))

    @cached_property
    def root(self) -> "Node":
        """The first event of the deal, or the first decision of a game without one."""
        return self._carry_out(self.blank, SETUP, ())

    @property
    def viewers(self) -> range:
        """Everybody who can look on: the seats, and somebody without a seat."""
        return range(SPECTATOR, self.seats)

    def node_at(self, position: str) -> "Node":
        """The node of a position in notation, or BadNotation; nobody remembers anything."""
        state = state_from_text(self.game, self.box, self.seats, position)
        return Node(self, state, memories=dict.fromkeys(self.viewers, NOTHING_YET))

    def _carry_out(self, before: "Node", action: int, outcomes: tuple[int, ...]) -> "Node":
        """The node that an action leads to with these outcomes of chance: the next decision, or the next event."""
        state, recorder = self.game.state.copy(before.state), NoteRecorder()
        state.listener, state.script = recorder, Script(outcomes)
        event = None
        try:
            if action == SETUP:
                self.game.setup(state, self.box)
            else:
                self.game.play(state, self.box, action)
        except OpenEvent as open_event:
            event = open_event.with_traceback(None)         # whose frames hold the event
        state.listener = state.script = None
        if event is None:
            before.observations.clear()     # large, and seldom asked for again
        return Node(self, state, before, action, outcomes, event, tuple(recorder.notes))

    def __deepcopy__(self, memo: dict[int, Any]) -> "GameTree":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _tree_again, (self.game, self.seats, changed_options(self.options))


@dataclass(frozen=True, eq=False)
class Node:
    """A position in which a seat decides or the game is over, or, with an `event`, an action that waits for chance."""

    tree: GameTree
    state: Any                              # at an event: in the middle of the action, for nobody to see
    before: "Node | None" = None            # where the action was played that led here; None: not known
    action: int = SETUP
    outcomes: tuple[int, ...] = ()          # of the events of that action so far
    event: OpenEvent | None = None
    notes: tuple[Note, ...] = ()
    memories: dict[int, bytes] = field(default_factory=dict)
    observations: dict[int, np.ndarray] = field(default_factory=dict)

    @property
    def settled(self) -> "Node":
        """The last decision up to here: an action that waits for chance shows nothing yet."""
        return self.before if self.event and self.before else self

    @property
    def is_dealt(self) -> bool:
        return self.settled is not self.tree.blank

    @property
    def over(self) -> bool:
        return self.event is None and bool(self.state.over)

    @cached_property
    def legal(self) -> list[int]:
        """What can be chosen here, in ascending order: actions, or outcomes of the event."""
        if self.event:
            return [outcome for outcome, _ in self.chances]
        return [] if self.over else sorted(self.tree.game.legal_list(self.state, self.tree.box))

    @property
    def chances(self) -> list[tuple[int, float]]:
        """The outcomes of the event, and how likely each of them is."""
        weights = self.event.weights if self.event else ()
        total = sum(weights)
        return [(outcome, weight / total) for outcome, weight in enumerate(weights) if weight]

    def after(self, choice: int) -> "Node":
        """The node that a legal choice leads to."""
        if self.event:
            return self.tree._carry_out(self.settled, self.action, (*self.outcomes, choice))
        return self.tree._carry_out(self, choice, ())

    def why_not(self, choice: int) -> str | None:
        """Why something cannot be chosen here; None if it can be."""
        if choice in self.legal:
            return None
        if self.over:
            return say("The game is over, so there is nothing left to play.")
        if self.event:
            return say("{outcome} can't happen here. Choose one of these outcomes: {outcomes}.", outcome=choice,
                       outcomes=shorten_list([str(outcome) for outcome in self.legal]))
        return why_not(self.tree.game, self.state, self.tree.box, choice)

    def text_of(self, action: int) -> str:
        """An action in notation."""
        return str(self.tree.game.notation.write_action(self.state, self.tree.box, action))

    @property
    def rewards(self) -> list[float]:
        """The reward of every seat: 0 before the end."""
        if not self.over:
            return [0.0] * self.tree.seats
        return list(outcome_of(self.tree.game, self.state, self.tree.box).reward)

    def view(self, seat: int) -> Any:
        return self.tree.game.view(self.settled.state, self.tree.box, seat)

    def observation(self, seat: int) -> np.ndarray:
        """What a seat observes, as docs/observations.md describes it; 0 before the deal."""
        node, game = self.settled, self.tree.game
        if not node.is_dealt:
            return np.zeros(game.observation_size, np.uint8)
        if seat not in node.observations:
            row = [0] * game.observation_size
            game.observe(node.state, self.tree.box, seat, row)
            node.observations[seat] = np.array(row, np.uint8)
        return node.observations[seat]

    def position(self, viewer: int | None = None) -> str:
        """The position as a viewer sees it, or all of it; nothing before the deal."""
        shown = self.settled.state if viewer is None else self.view(viewer)
        return str(self.tree.game.notation.write_position(shown, self.tree.box)) if self.is_dealt else ""

    def memory(self, seat: int) -> bytes:
        """A digest of all that a viewer has done, seen and heard, up to the last decision."""
        node, way = self, []
        while seat not in node.memories:
            assert node.before is not None
            way.append(node)
            node = node.before
        memory = node.memories[seat]
        for node in reversed(way):
            if not node.event:
                memory = node.memories[seat] = node._extend(memory, seat)
        return memory

    def _extend(self, memory: bytes, seat: int) -> bytes:
        game, box = self.tree.game, self.tree.box
        hears = game.hears(self.state, box, seat)
        heard = [(note.event, note.details) for note in (note.heard_by(hears) for note in self.notes)]
        own = self.action if self.before and self.action != SETUP and self.before.state.player == seat else None
        return digest_of(memory, repr((own, heard)).encode(), game.state.pack(self.view(seat)))

    def redeal(self, seat: int, luck: Any) -> "Node":
        """A node that this seat cannot tell from this one, drawn evenly. What the others remember is what everybody has seen,
        and what they see now."""
        imagined = self.view(seat)
        self.tree.game.redeal(imagined, self.tree.box, seat, luck)
        imagined.viewer = WHOLE
        node = Node(self.tree, imagined)
        pack, public = self.tree.game.state.pack, self.memory(SPECTATOR)
        node.memories.update({other: digest_of(public, pack(node.view(other))) for other in self.tree.viewers})
        node.memories.update({SPECTATOR: public, seat: self.memory(seat)})
        return node

    def __deepcopy__(self, memo: dict[int, Any]) -> "Node":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled without what came before, but with what everybody remembers of it."""
        memories = {seat: self.memory(seat) for seat in self.tree.viewers}
        action = self.action if self.event else None
        return _node_again, (self.tree, self.tree.game.state.pack(self.settled.state), memories, action, self.outcomes)


def digest_of(*parts: bytes) -> bytes:
    digest = blake2b(digest_size=MEMORY_BYTES)
    for part in parts:
        digest.update(len(part).to_bytes(4, "little") + part)
    return digest.digest()


def _tree_again(game: Game, seats: int, options: dict[str, Any]) -> GameTree:
    return GameTree(game, seats, game.read_options(options))


def _node_again(tree: GameTree, state: bytes, memories: dict[int, bytes], action: int | None,
                outcomes: tuple[int, ...]) -> Node:
    node = tree.blank if action == SETUP else Node(tree, tree.game.state.unpack(state), memories=memories)
    return node if action is None else tree._carry_out(node, action, outcomes)
