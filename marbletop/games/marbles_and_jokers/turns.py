"""Complete turns, for bots: every way to go on to the end of the turn, each resulting position once."""

from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...core.chance import OpenEvent, Script
from . import rules
from .notation import write_action, write_turn
from .state import MOST_LEGAL, STATE


@dataclass(frozen=True)
class Turn:
    """One way to end the turn that is under way."""

    actions: tuple[int, ...]
    text: str                               # '7: c 4 + e 3'
    after: Any                              # the position when the turn is over, before the next card is drawn


def complete_turns(view: Any, box: Any, distinct: bool = True) -> list[Turn]:
    """All ways to go on from a view (or a state) of the player who decides. `distinct` leaves only the first of those
    that lead to the same position; labels of marbles make no difference."""
    found: dict[Any, Turn] = {}
    player = view.player
    due: list[tuple[Any, tuple[int, ...], tuple[str, ...]]] = [(view, (), ())]
    while due:
        before, actions, texts = due.pop()
        room = [0] * MOST_LEGAL
        for action in reversed(room[:rules.legal(before, box, room)]):
            after, over = position_after(before, box, action)
            line = (*actions, action), (*texts, write_action(before, box, action))
            if over:
                key = position_key(after, player) if distinct else line[0]
                turn = Turn(line[0], write_turn(line[1]), after)
                if key not in found or turn.actions < found[key].actions:
                    found[key] = turn
            else:
                due.append((after, *line))
    return sorted(found.values(), key=lambda turn: turn.actions)


def position_after(before: Any, box: Any, action: int, listener: Any = None) -> tuple[Any, bool]:
    """The position after an action, up to the first chance, and whether the turn has ended with it."""
    after = STATE.copy(before)
    after.script, after.listener = Script(), listener
    with suppress(OpenEvent):               # the card that ends this turn or begins the next
        rules.play(after, box, action)
    after.script = after.listener = None
    return after, after.turn > before.turn


def position_key(state: Any, player: int) -> Any:
    """What tells two positions after a turn apart: marbles without their labels, cards, counts."""
    return (tuple(tuple(sorted(places)) for places in state.place), tuple(state.hand[player]), tuple(state.sideways))
