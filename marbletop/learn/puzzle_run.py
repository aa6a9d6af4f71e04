"""A reader's way through a puzzle: the position before each press, and what a press leads to."""

from dataclasses import dataclass

from ..core.match import Match, preview
from .puzzle import EQUAL, Puzzle, PuzzleStep, Try


@dataclass(frozen=True)
class Verdict:
    """What becomes of a press."""

    right: bool
    solved: bool                            # the puzzle ends here
    text: str                               # the press in notation
    value: Try


class PuzzleRun:
    """A puzzle after some of its presses."""

    def __init__(self, puzzle: Puzzle, presses: int = 0):
        self.puzzle, self.number = puzzle, min(max(0, presses), len(puzzle.steps) - 1)
        self.match = puzzle.match()
        self.seat = self.match.player
        for step in puzzle.steps[:self.number]:
            play_step(self.match, step)

    @property
    def step(self) -> PuzzleStep:
        return self.puzzle.steps[self.number]

    @property
    def is_last(self) -> bool:
        return self.number + 1 == len(self.puzzle.steps)

    def press(self, action: int) -> Verdict:
        """What becomes of a legal action; nothing is played. A later press that is as good as the best one solves the puzzle:
        from there on the way is another one."""
        text, best = self.match.text_of(action), self.match.action_of(self.step.press)
        right = action == best or self.leads_to_the_same(action, best)
        as_good = self.number > 0 and self.step.loss(text) <= EQUAL
        return Verdict(right or as_good, (right and self.is_last) or (as_good and not right), text, self.step.tries[text])

    def leads_to_the_same(self, one: int, other: int) -> bool:
        """Whether two actions lead to the same position, and chance plays no part in it."""
        position = position_after(self.match, one)
        return position is not None and position == position_after(self.match, other)


def position_after(match: Match, action: int) -> bytes | None:
    """The position that an action leads to; None if chance decides."""
    state, _, completed = preview(match.game, match.state, match.box, action)
    return bytes(match.game.state.pack(state)) if completed else None


def play_step(match: Match, step: PuzzleStep) -> None:
    """Play a press of the solution, and what is forced after it."""
    seat = match.player
    match.play(step.press)
    while not match.moves[-1].chance and not match.over and match.player == seat and len(match.legal) == 1:
        match.play(match.legal[0])
