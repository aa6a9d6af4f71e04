"""Taking back in a terminal: everything if one plays alone; among several people nothing that chance or a secret decided."""

from ..core.errors import MarbletopError
from ..core.match import Match, preview
from ..server.previews import shows_secret


def take_back(match: Match, people: int) -> None:
    """Undo back to the last decision of a person; the first `people` seats are persons."""
    mine = [number for number, move in enumerate(match.moves) if move.seat < people]
    if not mine:
        raise MarbletopError("You can't take anything back: you have not played yet.")
    if people > 1:
        for number in range(mine[-1], len(match.moves)):
            check_step(match, number)
    while len(match.moves) > mine[-1]:
        match.undo()


def check_step(match: Match, number: int) -> None:
    """Raise if a move drew chance or showed a secret, as its seat could know it."""
    move, before = match.moves[number], match.state_after(number)
    view = match.game.view(before, match.box, move.seat)
    trial, notes, completed = preview(match.game, view, match.box, move.action)
    if move.chance or not completed:
        raise MarbletopError("You can't take this back: dice or cards have come into it.")
    if shows_secret(match.game, view, match.box, move.action, trial, notes):
        raise MarbletopError("You can't take this back: it has shown something that was hidden.")
