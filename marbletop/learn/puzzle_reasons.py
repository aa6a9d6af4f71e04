"""Why the solution of a puzzle is best, in what the game counts: what a whole line gains, and how far the next best try falls
short of it. A line is what a seat does in its turn: the presses of a try, and those that belong to it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.match import Match, preview
from ..words import join_and, say
from .puzzle import Puzzle
from .puzzle_facts import facts_of_line
from .text import Text, read_tables

FILE = "puzzle_questions.toml"
SEEN = 0.1                                  # of a share; what is less makes no difference


@dataclass(frozen=True)
class Gain:
    """A number that the game counts: what is said of how much it has grown, and of how much more that is than elsewhere."""

    fact: str
    text: Text                              # a sentence with {n}
    compared: Text                          # a few words with {n}
    good: bool                              # whether more of it is better for whose turn it is
    unless: str = ""                        # a fact that says the same if it has the same number

    def is_told(self, numbers: Mapping[str, float]) -> bool:
        """Whether a number is seen, and no other one has said so before."""
        n = numbers.get(self.fact, 0)
        return abs(n) >= SEEN and abs(n - numbers.get(self.unless, 0)) >= SEEN


@cache
def gains_of(game: Game) -> tuple[Gain, ...]:
    """The numbers that answers tell, the most important first."""
    path = game.folder / FILE
    tables = read_tables(path, f"{game.name}/{FILE}").tables("gain") if path.exists() else []
    found = tuple(Gain(table.value("fact", str), table.own_text(), table.text("compared"), table.value("good", bool, True),
                       table.value("unless", str, ""))
                  for table in tables)
    for table in tables:
        table.check_names()
    return found


def own_line(match: Match, presses: Sequence[str]) -> list[str]:
    """The presses that are made in this turn, up to an event of chance."""
    now, line = match.copy(), list[str]()
    for text in presses:
        while not now.over and now.player == match.player and len(now.legal) == 1 and now.legal_texts[0] != text:
            if not preview(now.game, now.state, now.box, now.legal[0])[2]:
                return line
            now.play(now.legal[0])
        if now.over or now.player != match.player or text not in now.legal_texts:
            break
        line.append(text)
        if not preview(now.game, now.state, now.box, now.action_of(text))[2]:
            break
        now.play(text)
    return line


def facts_of_try(puzzle: Puzzle, number: int, text: str) -> Mapping[str, Any]:
    """What is certainly true after a try at a step of a puzzle and what belongs to it, counted from the first position."""
    step, match = puzzle.steps[number], puzzle.match()
    following = puzzle.presses[number + 1:] if text == step.press else ()
    reply = puzzle.steps[-1].best.reply if text == step.press else step.tries[text].reply
    try:
        return facts_of_line(match, own_line(match, (*puzzle.presses[:number], text, *following, *reply)))
    except MarbletopError:
        return {}


def goes_on(facts: Mapping[str, Any]) -> bool:
    """Whether the seat may decide more in this turn after a line, so that its gains are not all yet."""
    return bool(facts.get("goes on", True))


def gain_words(puzzle: Puzzle, number: int = 0, text: str = "") -> list[str]:
    """What a try gains for whose turn it is, and what it costs a rival; without a text, the solution."""
    facts = facts_of_try(puzzle, number, text or puzzle.steps[number].press)
    told = [str(gain.text).format(n=facts[gain.fact]) for gain in gains_of(puzzle.game) if gain.is_told(facts)]
    return [*told, say("And the turn goes on.")] if told and goes_on(facts) else told


def rivals_of(puzzle: Puzzle) -> list[str]:
    """The other tries at the first step, the best one first."""
    step = puzzle.steps[0]
    return sorted((text for text in step.tries if text != step.press), key=step.loss)


def fair_rival(puzzle: Puzzle) -> str | None:
    """The best other try that ends the turn if the solution does: what another one gains is not counted to its end."""
    if goes_on(facts_of_try(puzzle, 0, puzzle.steps[0].press)):
        return rivals_of(puzzle)[0]
    return next((text for text in rivals_of(puzzle) if not goes_on(facts_of_try(puzzle, 0, text))), None)


def differences(puzzle: Puzzle, rival: str) -> list[str]:
    """What the solution has more of than another try at the first step, of what is good: 'points on cards +2'."""
    best, other = facts_of_try(puzzle, 0, puzzle.steps[0].press), facts_of_try(puzzle, 0, rival)
    more = {gain.fact: best[gain.fact] - other[gain.fact] for gain in gains_of(puzzle.game)
            if gain.fact in best and gain.fact in other}
    return [str(gain.compared).format(n=more[gain.fact]) for gain in gains_of(puzzle.game)
            if gain.is_told(more) and (more[gain.fact] > 0) == gain.good]


def reason(puzzle: Puzzle) -> str:
    """What decides between the solution and the next best try, in a sentence; empty if nothing that the game counts does."""
    if facts_of_try(puzzle, 0, puzzle.steps[0].press).get("rank") == 1:
        return say("That wins the game.")
    second, fair = rivals_of(puzzle)[0], fair_rival(puzzle)
    if fair and (found := differences(puzzle, fair)):
        words = join_and(found)
        return (say("Compared with the next best try: {differences}.", differences=words) if fair == second else
                say("Compared with the next best try that ends the turn: {differences}.", differences=words))
    found = differences(puzzle, second) if fair != second else []
    return say("Compared with the next best try, after which the turn goes on: {differences}.",
               differences=join_and(found)) if found else ""
