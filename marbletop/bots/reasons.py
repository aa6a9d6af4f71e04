"""Why an action is better than another, in the game's words: what speaks for the position that it leads to."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..core.game import Game
from ..core.hint import Merit

MOST = 2                                    # sentences that are told


class Line(NamedTuple):
    """What a seat does: the actions of one gesture, and those that a bot expects to follow."""

    gesture: Sequence[int]
    following: Sequence[int]


class Contrast(NamedTuple):
    """What speaks for a line of actions and against another one."""

    reasons: tuple[str, ...]                # what the better line has more of, most important first
    drawback: str                           # what the worse line loses most by; '' if the game has no words for it


NO_CONTRAST = Contrast((), "")


def contrast(game: Game, deals: Sequence[Any], box: Any, better: Line, worse: Line | None, names: Sequence[str]) -> Contrast:
    """Two lines compared, as far as it is so in all deals that the seat must reckon with. Without another line, the better one
    is compared with the position now."""
    told = [told_in(game, deal, box, better, worse, names) for deal in deals]
    return Contrast(in_all([[merit.words for merit, _ in merits] for merits in told])[:MOST],
                    next(iter(in_all([[other.lack for _, other in merits if other] for merits in told])), ""))


def reasons(game: Game, deals: Sequence[Any], box: Any, better: Line, worse: Line | None,
            names: Sequence[str]) -> tuple[str, ...]:
    """What one line of actions has more of than another, or than the position now."""
    return contrast(game, deals, box, better, worse, names).reasons


def in_all(told: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The sentences that are true in all deals."""
    return tuple(words for words in told[0] if words and all(words in others for others in told))


def told_in(game: Game, deal: Any, box: Any, better: Line, worse: Line | None, names: Sequence[str]
            ) -> list[tuple[Merit, Merit | None]]:
    """What one line has more of than another, or than the position now, in one deal, and how much the other has."""
    if game.merits is None:
        return []
    found = merits_after(game, deal, box, better, names)
    other = merits_after(game, deal, box, worse, names) if worse else game.merits(deal, deal, box, int(deal.player), names)
    return [(merit, other.get(kind)) for kind, merit in found.items()
            if kind not in other or merit.amount > other[kind].amount]


def merits_after(game: Game, deal: Any, box: Any, line: Line, names: Sequence[str]) -> dict[str, Merit]:
    """What speaks for the position after a gesture, or as soon in the same turn as the game can tell."""
    state, seat, todo, found = game.state.copy(deal), int(deal.player), [*line.gesture, *line.following], dict[str, Merit]()
    while game.merits and not found and not state.over and state.player == seat:
        legal = game.legal_list(state, box)
        if not (todo and todo[0] in legal) and len(legal) > 1:
            break
        game.play(state, box, todo.pop(0) if todo and todo[0] in legal else legal[0])
        if len(todo) <= len(line.following):
            found = game.merits(deal, state, box, seat, names)
    return found
