"""Puzzles as a server gives them: a position as whose turn it is sees it, and what becomes of a press. For a guest is kept
which puzzles they solved, and on how many days in a row the puzzle of the day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any

from ..core.errors import IllegalAction
from ..core.game import Game
from ..learn.puzzle import Puzzle, puzzle_of_the_day, puzzles_of
from ..learn.puzzle_reasons import gain_words, reason
from ..learn.puzzle_run import PuzzleRun, Verdict
from ..learn.puzzle_words import Explained, StepExplained, explain_all, explain_try, question, seat_names
from .background import in_background
from .refusal import NotHere

if TYPE_CHECKING:
    from .house import House

KEPT = "puzzles {game}"                     # the name of what is kept for a guest: a result by number
DAYS = "puzzle days"                        # and of the days on which the puzzle of the day was solved
TRIED, SHOWN, FIRST_TRY, LATER = "tried", "shown", "first", "later"         # results; the last two are solved


@dataclass(frozen=True)
class PuzzleLook:
    """A puzzle as a guest sees it now."""

    puzzle: Puzzle
    question: str
    number: int                             # presses that were right so far
    seat: int                               # whose turn it is
    view: Any
    box: Any
    names: Sequence[str]
    legal: tuple[int, ...]                  # what can be pressed; nothing once the answer is shown
    result: str                             # what is kept for the guest; "" if they have not tried it
    tried: Explained | None = None          # the last press, if it was not right
    answer: tuple[StepExplained, ...] = ()  # the solution, if it is shown
    best: int | None = None                 # the action that is shown with it
    gains: tuple[str, ...] = ()             # what it gains, and more than the next best try, in sentences


@dataclass(frozen=True)
class Days:
    """On how many days in a row a guest has solved the puzzle of the day, and whether today is one of them."""

    row: int
    today: bool


def today(house: "House") -> date:
    """The date by which the puzzle of the day changes: that of Greenwich, for everybody."""
    return datetime.fromtimestamp(house.now(), UTC).date()


def daily_puzzle(house: "House") -> Puzzle | None:
    return puzzle_of_the_day(today(house), house.games.values())


def find_puzzle(game: Game, number: int) -> Puzzle:
    """A puzzle by its number, or NotHere."""
    shelf = puzzles_of(game)
    if not 1 <= number <= len(shelf):
        raise NotHere("There is no puzzle {number} of this game: its shelf has {n}.", number=number, n=len(shelf))
    return shelf[number - 1]


async def results_of(house: "House", guest: str, game: Game) -> dict[int, str]:
    """What is kept of a guest's puzzles, by number."""
    kept = await house.guest_values.get(guest, KEPT.format(game=game.name)) if guest else None
    return {int(number): result for number, result in kept.items()} if isinstance(kept, dict) else {}


async def look_at_puzzle(house: "House", guest: str, puzzle: Puzzle, presses: int, tried: int | None = None,
                         with_answer: bool = False) -> PuzzleLook:
    """A puzzle after some right presses; with what is said about one that was not right, or with the answer."""
    result = (await results_of(house, guest, puzzle.game)).get(puzzle.number, "")
    shown = with_answer and result in (SHOWN, FIRST_TRY, LATER)         # nobody gets it from an address alone
    return await in_background(look_of, puzzle, presses, result, tried, shown)


def look_of(puzzle: Puzzle, presses: int, result: str, tried: int | None, with_answer: bool) -> PuzzleLook:
    run = PuzzleRun(puzzle, len(puzzle.steps) - 1 if with_answer else presses)
    match, names = run.match, seat_names(puzzle)
    wrong = explain_try(run, match.text_of(tried), names) if tried in match.legal and not with_answer else None
    return PuzzleLook(puzzle, question(puzzle), run.number, run.seat, match.view(run.seat), match.box, names,
                      () if with_answer else tuple(match.legal), result, wrong,
                      tuple(explain_all(puzzle, names)) if with_answer else (),
                      match.action_of(run.step.press) if with_answer else None,
                      tuple(filter(None, (*gain_words(puzzle), reason(puzzle)))) if with_answer else ())


async def press_in_puzzle(house: "House", guest: str, puzzle: Puzzle, presses: int, action: int) -> Verdict:
    """Judge a press, and keep what came of it. The first press of all counts."""
    def judge() -> Verdict:
        run = PuzzleRun(puzzle, presses)
        if (reason := run.match.why_not(action)) is not None:
            raise IllegalAction(reason)
        return run.press(action)
    verdict = await in_background(judge)
    if verdict.solved:
        await keep_result(house, guest, puzzle, lambda old: FIRST_TRY if not old else LATER if old == TRIED else old)
        await count_day(house, guest, puzzle)
    elif not verdict.right:
        await keep_result(house, guest, puzzle, lambda old: old or TRIED)
    return verdict


async def show_answer(house: "House", guest: str, puzzle: Puzzle) -> None:
    """End the try: the answer may be read now, and the puzzle counts as not solved."""
    await keep_result(house, guest, puzzle, lambda old: old if old in (FIRST_TRY, LATER) else SHOWN)


async def keep_result(house: "House", guest: str, puzzle: Puzzle, change: Any) -> None:
    def merge(old: Any) -> Mapping[str, str]:
        kept = old if isinstance(old, dict) else {}
        number = str(puzzle.number)
        return {**kept, number: change(kept.get(number, ""))}
    await house.guest_values.change(guest, KEPT.format(game=puzzle.game.name), merge)


async def count_day(house: "House", guest: str, puzzle: Puzzle) -> None:
    """Count today, if this is its puzzle."""
    day, daily = today(house), daily_puzzle(house)
    if daily is None or (daily.game, daily.number) != (puzzle.game, puzzle.number):
        return

    def add(old: Any) -> dict[str, Any]:
        last, row = (old.get("last", ""), old.get("row", 0)) if isinstance(old, dict) else ("", 0)
        if last == day.isoformat():
            return {"last": last, "row": row}
        return {"last": day.isoformat(), "row": row + 1 if last == (day - timedelta(days=1)).isoformat() else 1}
    await house.guest_values.change(guest, DAYS, add)


async def days_of(house: "House", guest: str) -> Days:
    """How many days in a row a guest has solved the puzzle of the day; the row lasts until a day is missed."""
    kept = await house.guest_values.get(guest, DAYS) if guest else None
    if not isinstance(kept, dict):
        return Days(0, False)
    day = today(house)
    alive = kept.get("last") in (day.isoformat(), (day - timedelta(days=1)).isoformat())
    return Days(kept.get("row", 0) if alive else 0, kept.get("last") == day.isoformat())
