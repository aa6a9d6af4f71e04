"""What a player of OpenSpiel observes: the planes of docs/observations.md as a tensor, the position as a string.

Information states of perfect recall begin with who observes and a digest of all that the player has done, seen and heard, so
that two of them are alike only if the player cannot tell them apart.
"""

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from ..core.planes import scales_of
from ..core.state import OWNER, SPECTATOR
from ..words import say
from .chance_tree import MEMORY_BYTES, GameTree, Node

if TYPE_CHECKING:
    from .openspiel import SpielState

PUBLIC, OWN, EVERYTHING = (pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER,
                           pyspiel.PrivateInfoType.ALL_PLAYERS)


class Observer:
    """Observes states of one game, by the interface of open_spiel/python/observation.py.

    There is a tensor of what a player knows; what everybody knows, or all players together, is a string only.
    """

    def __init__(self, tree: GameTree, kind: Any, params: Any = None):
        if params:
            raise pyspiel.SpielError(say("These observers take no parameters: leave out {names}.", names=", ".join(params)))
        self.tree, self.kind = tree, kind
        self.tensor: np.ndarray | None = None
        self.dict: dict[str, np.ndarray] = {}
        if kind.public_info and kind.private_info == OWN:
            self._make_tensor()

    def _make_tensor(self) -> None:
        """Make one array, and names for its parts."""
        planes = self.tree.game.planes
        recall = [("player", (self.tree.seats,)), ("memory", (8 * MEMORY_BYTES,))] if self.kind.perfect_recall else []
        parts = [*recall, *((plane.name, plane.shape) for plane in planes)]
        self.tensor = whole = np.zeros(sum(math.prod(shape) for _, shape in parts), np.float32)
        first = 0
        for name, shape in parts:
            self.dict[name] = whole[first:first + math.prod(shape)].reshape(shape)
            first += math.prod(shape)
        self._seen, self._scales = whole[-self.tree.game.observation_size:], scales_of(planes)

    def set_from(self, state: "SpielState", player: int) -> None:
        """Write what a player observes into `tensor`, of which `dict` has the parts."""
        if self.tensor is None:
            return
        np.multiply(state.node.observation(player), self._scales, out=self._seen)
        if self.kind.perfect_recall:
            self.dict["player"][:] = np.arange(self.tree.seats) == player
            self.dict["memory"][:] = np.unpackbits(np.frombuffer(state.node.memory(player), np.uint8))

    def string_from(self, state: "SpielState", player: int) -> str:
        """The same as text."""
        kind, node = self.kind, state.node
        viewer = player if kind.private_info == OWN else SPECTATOR
        parts = []
        if kind.perfect_recall:
            parts += [f"p{viewer}" if viewer >= 0 else "all", node.memory(viewer).hex()]
        if kind.public_info:
            parts.append(node.position(None if kind.private_info == EVERYTHING else viewer))
        elif kind.private_info != PUBLIC:
            parts.append(secrets_of(node, range(self.tree.seats) if kind.private_info == EVERYTHING else [player]))
        return " ".join(parts)


def secrets_of(node: Node, seats: Any) -> str:
    """What only these seats know, field by field, also in the middle of a deal; nothing where it is all 0."""
    fields = [name for name, declared in node.tree.game.state.secret_fields() if declared.known_to == OWNER]
    found = ((name, seat, getattr(node.state, name)[seat]) for name in fields for seat in seats)
    return " ".join(f"{name}[{seat}]={np.ravel(row).tolist()}" for name, seat, row in found if np.any(row))
