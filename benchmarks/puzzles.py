"""Make the puzzles that the games ship: positions from games of strong bots in which one action is clearly best.

    python -m benchmarks.puzzles [GAME ...] [--shelf N] [--minutes M]     adds puzzles until a shelf has N
    python -m benchmarks.puzzles [GAME ...] --check [--seed K]            searches all again, ten times as long

A search of SEARCH iterations plays and finds candidates. Each action of a candidate is then searched alone (ROUGH iterations,
and EACH for those that look best), which gives fair values: the best one must be better by MARGIN of the chance to win.
Everything is done again with ten times as many iterations, and for the best ones once more with each of SEEDS: only what holds
every time (by KEPT) is written, if more searches with other luck (AGAIN, MORE) agree, too, and if the answer can tell a reason.
All of it counts iterations, so the same match makes the same puzzles on every machine. The file tells which match comes next: a
run that was stopped goes on where it was, and one without a file begins with match 0. A puzzle on the shelf for which no reason
can be told makes room for another one.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean

from marbletop.bots.bot import Bot, Limit
from marbletop.bots.greedy import Greedy
from marbletop.bots.levels import LEVELS, plain_search
from marbletop.bots.one_action import rank_action
from marbletop.bots.search import Search
from marbletop.core.chance import OpenEvent, Script, luck
from marbletop.core.errors import MarbletopError
from marbletop.core.game import Game
from marbletop.core.match import Match
from marbletop.core.state import WHOLE
from marbletop.games import GAMES
from marbletop.learn.puzzle import EQUAL, FILE, Puzzle, PuzzleStep, Try, puzzle_text, puzzles_of
from marbletop.learn.puzzle_facts import facts_of_solution, other_lines, reaches
from marbletop.learn.puzzle_reasons import reason
from marbletop.learn.puzzle_run import play_step
from marbletop.learn.puzzle_words import Question, questions_of

SEARCH, ROUGH, EACH, TIMES = 1_000, 300, 1_000, 10
SEEDS = (0, 1, 2)                           # of the searches that are ten times as long
AGAIN = (1000, 2000, 20261116)              # of searches like those of --check, before a puzzle is kept
MORE = {"marbleous": (3000, 3001, 3002, 3003, 3004)}    # and where values vary much from search to search: then all with KEPT
MARGIN, KEPT, AGREED = 0.07, 0.05, 0.025    # better by this when made, when searched ten times as long, and by --check
ALIKE = EQUAL / 2                           # later presses may differ by this in the searches of MORE, or by half of KEPT
DRIFT = 0.10                                # so much may the chance to win change from press to press
RIVALS, CLOSE = 4, 2                        # actions that are searched ten times as long besides the best one: once, and again
MOST_STEPS = 6
APART = 8                                   # moves between two puzzles of a match
MOST_OF_A_MATCH = 6
EASY = 0.2                                  # so many of the weaker bots must miss a puzzle, else it is easy,
EASY_SHARE = 0.7                            # and no more than this share of a shelf is easy
SAME_QUESTION = 0.4                         # of a shelf may ask the same,
SAME_IDEA = 2                               # and so many may ask the same and have the same presses
SEATS = {"connect_four": (2,), "marbleous": (2, 3), "marabunta": (2,), "marbles_and_jokers": (2, 4), "marble_machine": (2, 3)}
STARTS = {"connect_four": {"drop"}, "marbleous": {"take"}, "marabunta": {"choose", "select", "again"},
          "marbles_and_jokers": {"card", "track", "hit", "push", "back"},
          "marble_machine": {"first", "second", "aim"}}                                 # decisions with which puzzles begin
FREE_ORDER = {"marabunta": {"select"}}      # not with these: what is used first often comes to the same
MIDDLES = {"marbleous": {"place", "bonus", "pop"},       # and in the middle of a turn
           "marabunta": {"write", "cross", "close", "crate", "leaf"}}
OPENING = {"connect_four": 7}               # random moves at the beginning, where chance does not make matches differ
LONGEST = 1_200                             # moves of a match


def weaker_bots(game: Game) -> list[tuple[Bot, Limit]]:
    """Those whose misses measure how difficult a puzzle is: the levels below strong, and shorter searches."""
    greedy = [(Greedy(game, game.judge, loose=level.loose, fast=True), Limit(iterations=1))
              for level in LEVELS if not level.searches]
    search = plain_search(game)
    return [*greedy, *((search, Limit(iterations=iterations)) for iterations in (30, 100, 600))]


class Maker:
    """Makes puzzles of one game."""

    def __init__(self, game: Game, seed: int = 0):
        self.game, self.seed = game, seed
        self.search: Search = plain_search(game, seed)
        self.weak = weaker_bots(game)

    def puzzles_of_match(self, number: int) -> Iterator[Puzzle]:
        """The puzzles in one match of bots, each as soon as it is found."""
        counts = SEATS.get(self.game.name, (self.game.seats[0],))
        match, last, found = Match(self.game, counts[number % len(counts)], seed=number), -APART, 0
        play_opening(match, number)
        while not match.over and len(match.moves) < LONGEST and found < MOST_OF_A_MATCH:
            if len(match.legal) == 1:
                match.play(match.legal[0])
                continue
            self.search.reseed(self.seed)
            analysis = self.search.analyse(match.view(match.player), match.box, Limit(iterations=SEARCH))
            best, *others = (row.values[match.player] for row in analysis.ranked if row.visits)
            if may_begin(match) and len(match.moves) >= last + APART and best - max(others, default=0.0) > 0.8 * MARGIN \
                    and (puzzle := self.puzzle_at(match, number)):
                last, found = len(match.moves), found + 1
                yield puzzle
            match.play(analysis.best)

    def puzzle_at(self, match: Match, number: int) -> Puzzle | None:
        """The puzzle at the position of a match, if it is one. What is cheap to find out comes first."""
        try:
            bare = Puzzle(self.game, 0, match.seats, {}, position_without_secrets(match, number), 0.0,
                          (number, len(match.moves)), ())
            puzzle = replace(bare, steps=self.steps_from(bare.match()))
        except MarbletopError:
            return None
        if not puzzle.steps or not may_be_asked(puzzle) or not (steps := self.confirmed_steps(puzzle)) \
                or not (asked := question_for(puzzle)):
            return None
        return replace(puzzle, missed=self.share_that_misses(puzzle), question=asked, steps=with_replies(bare.match(), steps))

    def steps_from(self, match: Match) -> tuple[PuzzleStep, ...]:
        """The presses of the solution, to the end of the turn or to an event of chance; none if one of them is not clear."""
        steps: list[PuzzleStep] = []
        while not steps or not is_complete(match):
            few = len(match.legal) <= RIVALS + 1
            tries = self.tries_at(match, match.legal, EACH if few else ROUGH)
            tries |= self.tries_at(match, [] if few else rivals_at(match, tries, RIVALS), EACH)
            if not is_clear(tries, MARGIN if not steps else MARGIN / 2, not steps) or len(steps) == MOST_STEPS:
                return ()
            steps.append(PuzzleStep(max(tries, key=lambda text: tries[text].value), tries))
            play_step(match, steps[-1])
        return tuple(steps)

    def confirmed_steps(self, puzzle: Puzzle) -> tuple[PuzzleStep, ...]:
        """The steps with values of searches that are ten times as long; none if one of the searches does not agree."""
        found, match = list[PuzzleStep](), puzzle.match()
        for number, step in enumerate(puzzle.steps):
            if not (confirmed := self.confirmed_step(match, step, first=number == 0)):
                return ()
            found.append(confirmed)
            play_step(match, step)
        return tuple(found) if is_steady(found) else ()

    def confirmed_step(self, match: Match, step: PuzzleStep, first: bool) -> PuzzleStep | None:
        """A step with the mean values of all seeds, if each of them agrees and a usual search chooses the same."""
        if step.loss(self.choice(match, TIMES * SEARCH)) > (0.0 if first else EQUAL):
            return None
        by_seed = list[dict[str, Try]]()
        for seed in SEEDS:
            known, count = (by_seed[0], CLOSE) if by_seed else (step.tries, RIVALS)
            by_seed.append(self.tries_at(match, rivals_at(match, known, count, step.press), TIMES * EACH, seed))
            if is_contradicted(step.press, by_seed[-1], KEPT, first):
                return None
        means = {text: replace(one, value=mean(tries[text].value for tries in by_seed if text in tries))
                 for text, one in by_seed[0].items()}
        confirmed = PuzzleStep(step.press, {**step.tries, **means})
        return None if is_contradicted(step.press, confirmed.tries, KEPT, first) else confirmed

    def tries_at(self, match: Match, actions: list[int], iterations: int, seed: int = 0) -> dict[str, Try]:
        """What each action is worth, by its text. As the reply it has the whole line: what may be told of that takes long to
        find out, and only puzzles that are kept need it."""
        self.search.reseed(self.seed + seed)
        view, tries = match.view(match.player), {}
        for action in actions:
            row = rank_action(self.search, view, match.box, action, iterations)
            tries[match.text_of(action)] = Try(row.values[match.player], tuple(map(str, row.line)))
        return tries

    def choice(self, match: Match, iterations: int) -> str:
        """What a usual search of all actions chooses."""
        self.search.reseed(self.seed)
        analysis = self.search.analyse(match.view(match.player), match.box, Limit(iterations=iterations))
        return match.text_of(analysis.best)

    def share_that_misses(self, puzzle: Puzzle) -> float:
        found = [solves(bot, limit, seed, puzzle) for bot, limit in self.weak for seed in (1, 2)]
        return found.count(False) / len(found)

    def disagreement(self, puzzle: Puzzle, margin: float = AGREED, equal: float = EQUAL) -> str:
        """What a search of ten times the time finds wrong with a puzzle; "" if nothing."""
        match = puzzle.match()
        for number, step in enumerate(puzzle.steps):
            tries = self.tries_at(match, rivals_at(match, step.tries, RIVALS, step.press), TIMES * EACH)
            if is_contradicted(step.press, tries, margin, number == 0, equal):
                found = {text: round(one.value, 3) for text, one in tries.items()}
                return f"press {number + 1}: not {step.press}, {found}"
            play_step(match, step)
        return ""


def rivals_at(match: Match, tries: Mapping[str, Try], count: int, press: str = "") -> list[int]:
    """The actions that are searched again: the best one and those that come next, and in any case the one of the solution."""
    order = sorted(tries, key=lambda text: -tries[text].value)[:count + 1]
    return [match.action_of(text) for text in (*order, *([press] if press and press not in order else []))]


def is_clear(tries: Mapping[str, Try], margin: float, first: bool, equal: float = EQUAL) -> bool:
    """Whether one press is better than all others by a margin. A later press may have equals, if the rest is clearly worse."""
    best, *others = sorted((one.value for one in tries.values()), reverse=True)
    return bool(others) and all(best - value >= margin for value in others if first or best - value > equal)


def is_contradicted(press: str, tries: Mapping[str, Try], margin: float, first: bool, equal: float = EQUAL) -> bool:
    """Whether values say that another press is better, or that this one is not clear."""
    step = PuzzleStep(press, tries)
    best = max(tries, key=lambda text: tries[text].value)
    return gain(step, best) > (0.0 if first else equal) or not is_clear(tries, margin if first else margin / 2, first, equal)


def gain(step: PuzzleStep, text: str) -> float:
    """By how much another press differs from the one of the solution; 0 for that one."""
    return abs(step.tries[text].value - step.best.value)


def is_steady(steps: Sequence[PuzzleStep]) -> bool:
    """Whether the chance to win stays about the same along the line: else the search has not seen far enough."""
    values = [step.best.value for step in steps]
    return max(values) - min(values) <= DRIFT


def decision(match: Match) -> str:
    """The kind of decision that is due."""
    game = match.game
    return str(game.facts(match.state, match.box, match.player)["decision"]) if game.facts else ""


def begins_turn(match: Match) -> bool:
    """Whether a turn begins here, or a part of a turn that stands alone."""
    starts = STARTS.get(match.game.name)
    return starts is None or decision(match) in starts


def may_begin(match: Match) -> bool:
    """Whether a puzzle may begin here."""
    name, due = match.game.name, decision(match)
    return (len(match.legal) > 2 and due not in FREE_ORDER.get(name, ())
            and (begins_turn(match) or due in MIDDLES.get(name, ())))


def is_complete(match: Match) -> bool:
    """Whether the presses so far are all that belongs together."""
    last = match.moves[-1]
    return match.over or match.player != last.seat or bool(last.chance) or begins_turn(match)


def play_opening(match: Match, number: int) -> None:
    """Some random moves."""
    chooser = random.Random(number)
    for _ in range(OPENING.get(match.game.name, 0)):
        match.play(chooser.choice(match.legal))


def position_without_secrets(match: Match, number: int) -> str:
    """The position with everything that its player cannot know dealt anew."""
    game, seat = match.game, match.player
    state = game.state.copy(match.view(seat))
    game.redeal(state, match.box, seat, luck(number, len(match.moves)))
    state.viewer = WHOLE
    return str(game.notation.write_position(state, match.box))


def with_replies(match: Match, steps: Sequence[PuzzleStep]) -> tuple[PuzzleStep, ...]:
    """The steps with what may be told of the lines of their tries."""
    found = []
    for step in steps:
        found.append(PuzzleStep(step.press, {text: Try(one.value, reply_to(match, tuple(map(int, one.reply))))
                                             for text, one in step.tries.items()}))
        play_step(match, step)
    return tuple(found)


def reply_to(match: Match, line: tuple[int, ...]) -> tuple[str, ...]:
    """What comes after an action by its line: the own presses that belong to it and the first answer, as far as chance decides
    nothing and nobody needs cards that the player cannot see."""
    game, seat = match.game, match.player
    trial, told = match.copy(), []
    trial.script = Script()
    try:
        for action in line:
            play_only_choices(trial, action)
            if action not in trial.legal:
                break
            passed = trial.player != seat
            if trial.moves != match.moves and (not passed or is_open(game, trial)):
                told.append(trial.text_of(action))
            elif passed:
                break
            trial.play(action)
            if passed:
                break
    except OpenEvent:
        pass
    return tuple(told)


def play_only_choices(match: Match, action: int) -> None:
    """Play on while there is only one action and a line has another one: forced moves are no part of lines."""
    while not match.over and len(match.legal) == 1 and match.legal[0] != action:
        match.play(match.legal[0])


def is_open(game: Game, match: Match) -> bool:
    """Whether all seats see the same."""
    views = [match.view(seat) for seat in range(match.seats)]
    for view in views:
        view.viewer = WHOLE
    return len({game.state.pack(view) for view in views}) == 1


def solves(bot: Bot, limit: Limit, seed: int, puzzle: Puzzle) -> bool:
    """Whether a bot finds all presses."""
    match = puzzle.match()
    bot.reseed(seed)
    for step in puzzle.steps:
        text = match.text_of(bot.choose(match.view(match.player), match.box, limit))
        if text != step.press:
            return step is not puzzle.steps[0] and step.loss(text) <= EQUAL
        play_step(match, step)
    return True


def may_be_asked(puzzle: Puzzle) -> bool:
    """Whether a question could fit; what the other lines lead to takes long to find out."""
    facts = facts_of_solution(puzzle)
    return any(reaches(one.facts, facts) for one in questions_of(puzzle.game))


def question_for(puzzle: Puzzle) -> str:
    """The name of the most special question that fits a puzzle; "" if there is none: a puzzle must say what is aimed at."""
    facts, starts = facts_of_solution(puzzle), frozenset(STARTS.get(puzzle.game.name, ()))
    others = list(other_lines(puzzle.match(), puzzle.presses, starts))
    return next((one.name for one in questions_of(puzzle.game) if fits(one, facts, others)), "")


def fits(question: Question, facts: dict, others: list[dict]) -> bool:
    """Whether a question is true for the solution, and, if it must be, for no other line that is as good in its numbers, or
    for none that is better in them."""
    if not reaches(question.facts, facts):
        return False
    rivals = [other for other in others if reaches(question.facts, {**other, "chance": 0, "second": 0})
              and all(other[name] >= facts[name] for name in question.numbers)]
    if question.most:
        return not any(other[name] > facts[name] for other in rivals for name in question.numbers)
    return not (question.only and rivals)


class Shelf:
    """The puzzles of one game, and the match that comes next."""

    def __init__(self, game: Game, size: int):
        self.game, self.size, self.path, self.maker = game, size, game.folder / FILE, Maker(game)
        self.checkers = [Maker(game, seed) for seed in (*AGAIN, *MORE.get(game.name, ()))]
        self.puzzles, self.number = [puzzle for puzzle in puzzles_of(game) if reason(puzzle)], next_match(self.path)
        if len(self.puzzles) < len(puzzles_of(game)):
            self.number = max(0, self.number - 1)       # what was left over of the last match may be wanted now

    @property
    def is_full(self) -> bool:
        return len(self.puzzles) >= self.size

    def add_match(self) -> None:
        """Add the puzzles of the next match, and write the file."""
        for puzzle in self.maker.puzzles_of_match(self.number):
            if not self.is_full and self.wants(puzzle):
                self.puzzles.append(puzzle)
                print(f"{self.game.name} {len(self.puzzles)}: match {puzzle.made}, missed by {puzzle.missed:.0%}, "
                      f"{[(step.press, round(step.best.value, 2)) for step in puzzle.steps]}", flush=True)
        self.number += 1
        write_shelf(self.game, self.path, self.puzzles, self.number)

    def wants(self, puzzle: Puzzle) -> bool:
        """Whether a puzzle makes the shelf better: it is not there yet, there are not too many like it, a reason can be told,
        and other searches agree."""
        alike = [one for one in self.puzzles if one.question == puzzle.question]
        easy = sum(one.missed < EASY for one in self.puzzles)
        return (all(one.position != puzzle.position for one in self.puzzles) and len(alike) < SAME_QUESTION * self.size
                and sum(one.presses == puzzle.presses for one in alike) < SAME_IDEA
                and (puzzle.missed >= EASY or easy < EASY_SHARE * self.size)
                and bool(reason(puzzle)) and self.is_confirmed(puzzle))

    def is_confirmed(self, puzzle: Puzzle) -> bool:
        """Whether other searches agree."""
        margin, equal = (KEPT, ALIKE) if self.game.name in MORE else (AGREED, EQUAL)
        return not any(checker.disagreement(puzzle, margin, equal) for checker in self.checkers)


def fill_shelves(games: list[Game], size: int, until: float) -> None:
    """Add puzzles to all shelves in turn until they are full."""
    shelves = [Shelf(game, size) for game in games]
    while time.time() < until and (open_shelves := [shelf for shelf in shelves if not shelf.is_full]):
        for shelf in open_shelves:
            shelf.add_match()


def next_match(path: Path) -> int:
    """The number of the match that comes next."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return next((int(line.partition("=")[2]) for line in lines if line.startswith("next_match")), 0)


def write_shelf(game: Game, path: Path, shelf: list[Puzzle], number: int) -> None:
    head = (f"# Made by python -m benchmarks.puzzles {game.name}; docs/puzzles.md explains it.\n"
            f"rules = {game.version}\nnext_match = {number}\n\n")
    whole = path.with_suffix(".new")                    # whoever stops us finds the old file or the new one
    whole.write_text(head + "\n".join(puzzle_text(puzzle) for puzzle in shelf), encoding="utf-8")
    whole.replace(path)


def check_shelf(game: Game, seed: int) -> int:
    """Search all puzzles of a game again, with other luck; returns how many do not agree."""
    maker, wrong = Maker(game, seed), 0
    for puzzle in puzzles_of(game):
        if what := maker.disagreement(puzzle):
            wrong += 1
            print(f"{game.name} {puzzle.number}: {what}", flush=True)
    print(f"{game.name}: {len(puzzles_of(game)) - wrong} of {len(puzzles_of(game))} agree", flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=list(GAMES))
    parser.add_argument("--shelf", type=int, default=60)
    parser.add_argument("--minutes", type=float, default=1e6)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--questions", action="store_true", help="only find the questions again")
    parser.add_argument("--seed", type=int, default=9000)
    given = parser.parse_args()
    games = [GAMES[name] for name in given.names]
    if given.questions:
        for game in games:
            path = game.folder / FILE
            shelf = [replace(puzzle, question=question_for(puzzle)) for puzzle in puzzles_of(game)]
            write_shelf(game, path, shelf, next_match(path))
        return
    if given.check:
        sys.exit(bool(sum([check_shelf(game, given.seed) for game in games])))
    fill_shelves(games, given.shelf, time.time() + 60 * given.minutes)


if __name__ == "__main__":
    main()
