"""Previews of actions, and which are final: those that draw chance, show a secret, pass the decision or end the game. This
is judged on the view of the seat that acts, so that the answer tells the seat nothing new."""

from dataclasses import dataclass
from typing import Any

from ..core.chance import luck
from ..core.game import Game
from ..core.match import preview
from ..core.notes import Note
from ..core.state import NOBODY, OWNER, SPECTATOR, WHOLE
from ..words import phrases

CHANCE, SECRET, PASSES, ENDS = phrases(
    "it depends on dice or cards", "it reveals something hidden", "after it someone else plays",
                                       "it ends the game")
OF_CHANCE = ("chance_key", "chance_count")


@dataclass(frozen=True)
class Preview:
    """What an action will do, up to the first event of chance, as the seat that acts can know it."""

    view: Any
    notes: tuple[Note, ...]
    complete: bool                          # False: it goes on with chance
    final: str | None                       # why it cannot be taken back; None if it can


def preview_action(game: Game, view: Any, box: Any, action: int) -> Preview:
    """Play an action on the view of the seat that decides."""
    trial, notes, complete = preview(game, view, box, action)
    final = why_final(game, view, box, action, trial, notes, complete)
    hears = game.hears(view, box, view.viewer)
    return Preview(game.view(trial, box, view.viewer), tuple(note.heard_by(hears) for note in notes), complete, final)


def why_final(game: Game, view: Any, box: Any, action: int, trial: Any, notes: tuple[Note, ...], complete: bool
              ) -> str | None:
    if not complete:
        return CHANCE
    if trial.over:
        return ENDS
    if trial.player != view.player:
        return PASSES
    return SECRET if shows_secret(game, view, box, action, trial, notes) else None


def shows_secret(game: Game, view: Any, box: Any, action: int, trial: Any, notes: tuple[Note, ...]) -> bool:
    """Whether a completed action moves or shows something that not everybody sees."""
    return moves_secrets(game, view, box, trial) or not same_in_other_deals(game, view, box, action, trial, notes)


def moves_secrets(game: Game, view: Any, box: Any, trial: Any) -> bool:
    """Whether something changed that somebody at the table does not see, such as the cards in a hand."""
    for name, declared in game.state.secret_fields():
        if name in OF_CHANCE:
            continue
        before, after = getattr(view, name), getattr(trial, name)
        if declared.known_to == NOBODY and before != after:
            return True
        if declared.known_to == OWNER and any(
                before[owner] != after[owner] and not seen_by_all(game, view, box, owner) for owner in range(view.seats)):
            return True
    return False


def seen_by_all(game: Game, view: Any, box: Any, owner: int) -> bool:
    return all(game.hears(view, box, seat)(owner) for seat in range(SPECTATOR, view.seats))


def same_in_other_deals(game: Game, view: Any, box: Any, action: int, trial: Any, notes: tuple[Note, ...]) -> bool:
    """Whether the action looks the same in another deal that agrees with the view; else it shows what was hidden."""
    seat, imagined = view.viewer, game.state.copy(view)
    game.redeal(imagined, box, seat, luck(view.step))
    imagined.viewer = WHOLE
    after, others, complete = preview(game, imagined, box, action)
    return complete and notes == others and bool(game.view(after, box, seat) == game.view(trial, box, seat))
