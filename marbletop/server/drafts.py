"""Drafts: decisions of one seat that are drawn ahead, and then played together with the one that follows. They are tried on the
seat's own view, and never go past chance or anything hidden, so that a draft tells the seat nothing that it did not know."""

from collections.abc import Sequence
from typing import Any

from ..core.game import Game
from ..core.match import preview
from ..core.state import NOBODY
from .previews import OF_CHANCE, same_in_other_deals
from .refusal import Refused

MOST_AHEAD = 8                              # decisions of one draft


def view_after(game: Game, view: Any, box: Any, action: int) -> Any | None:
    """The view after a legal action of the seat that looks, if that seat decides next and nothing hidden has to do with it;
    else None."""
    trial, notes, complete = preview(game, view, box, action)
    if not complete or trial.over or trial.player != view.player or view.viewer != view.player:
        return None
    if moves_unknown(game, view, trial) or not same_in_other_deals(game, view, box, action, trial, notes):
        return None
    return game.view(trial, box, view.viewer)


def moves_unknown(game: Game, view: Any, trial: Any) -> bool:
    """Whether something changed that the seat does not know, such as a stack or somebody's hand."""
    return any(getattr(view, name) != getattr(trial, name) if declared.known_to == NOBODY
               else any(one != other for seat, (one, other) in enumerate(zip(getattr(view, name), getattr(trial, name)))
                        if seat != view.viewer)
               for name, declared in game.state.secret_fields() if name not in OF_CHANCE)


def check_draft(game: Game, view: Any, box: Any, draft: Sequence[int]) -> None:
    """Refuse decisions that cannot be drawn ahead. Otherwise a draft that fails later would tell what chance brings."""
    if len(draft) > MOST_AHEAD:
        raise Refused("So many decisions can't be made at once. Make the first one.")
    for action in draft:
        legal = type(action) is int and action in game.legal_list(view, box)
        view = view_after(game, view, box, action) if legal else None
        if view is None:
            raise Refused("These decisions can't be made at once. Make the first one, then look again.")
