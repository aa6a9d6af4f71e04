"""What a game may offer to bots that play exactly: a solver of its positions (`Game(..., solver=...)`)."""

from collections.abc import Callable
from dataclasses import dataclass

from .state import Layout

NO_ACTION, UNDECIDED, UNSUITED = -1, -2, -3     # what `find` says instead of an action


@dataclass(frozen=True)
class Solver:
    """How positions are solved, in a game of two players who take turns, without secrets and without chance.

    A score says how a game ends, and when. For the winner it is `longest` + 1 less the step at which the game ends, so an early
    win scores more than a late one; for the loser it is the same with a minus; a draw is 0.

    `find(state, box, score, desk, table, positions)` is a rule: an action with which the player reaches at least this score
    whatever the other does; NO_ACTION if there is none; UNDECIDED if so many more positions do not tell; UNSUITED if it
    cannot solve positions with the options of this box. Asked the same again, it goes on where it was. `desk` and `table` are
    zeros at first, and what is in them stays true for other positions of the same match, too.
    """

    find: Callable[..., int]
    desk: Layout                                # what it works with
    entries: int                                # numbers of the table, in which it remembers positions
