"""What is true when a puzzle is solved, for its question: facts of whose turn it is (facts.py), how much each number has grown
(`gain points`; `rival gain points` of a rival, and its negative `rival loss points`), what happened (`bop = 1`), whether the
turn `goes on`, and the chances to win in percent with the right press (`chance`) and with the best other one (`second`)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from statistics import mean
from typing import Any

from ..core.chance import key_of_seed
from ..core.match import Match, outcome_of, preview
from ..core.notes import Note
from .facts import false_facts
from .puzzle import Puzzle

DEALS = 16                                  # ways in which chance may decide, looked at after a solution: no luck may seem sure
FEW_DEALS = 3                               # and after other lines
MOST_LINES = 3_000                          # presses that are tried in search of other ways to an aim


def own_facts(match: Match, state: Any, seat: int) -> dict[str, Any]:
    """What the game knows of a seat."""
    game = match.game
    rank = outcome_of(game, state, match.box).rank[seat] if state.over else 0
    return {"rank": rank, **(game.facts(state, match.box, seat) if game.facts else {})}


def facts_after(before: Match, state: Any, notes: Sequence[Note], seat: int) -> dict[str, Any]:
    """The facts of a position to which some presses have led."""
    game, old, new = before.game, own_facts(before, before.state, seat), own_facts(before, state, seat)
    happened = Counter(game.events[note.event] for note in notes)
    gains = {f"gain {name}": value - old[name] for name, value in new.items() if isinstance(value, (int, float))}
    counts = {name: happened[name] for name in game.events}
    return {**new, **gains, **rival_gains(before, state, seat), **counts, "over": bool(state.over),
            "goes on": not state.over and int(state.player) == seat, "decision": old.get("decision", "")}


def rival_gains(before: Match, state: Any, seat: int) -> dict[str, float]:
    """How much the numbers of a rival have changed, as `rival gain points`: of the one for whom it changed most."""
    sides, found = before.state.side, dict[str, float]()
    for other in range(before.seats):
        if sides[other] == sides[seat]:
            continue
        old, new = own_facts(before, before.state, other), own_facts(before, state, other)
        for name, value in new.items():
            if isinstance(value, (int, float)):
                key, grown = f"rival gain {name}", value - old[name]
                found[key] = max(found.get(key, 0), grown, key=abs)
    return found | {name.replace("gain", "loss"): -value for name, value in found.items()}


def play_on(match: Match, action: int, deals: int) -> tuple[list[tuple[Any, tuple[Note, ...]]], bool]:
    """The positions to which an action may lead, with its notes, and whether chance decides which: then there are `deals`."""
    state, notes, completed = preview(match.game, match.state, match.box, action)
    if completed:
        return [(state, notes)], False
    return [play_with_luck(match, action, number) for number in range(deals)], True


def play_with_luck(match: Match, action: int, number: int) -> tuple[Any, tuple[Note, ...]]:
    trial = match.copy()
    trial.state.chance_key = key_of_seed(number, 1)
    return trial.state, trial.play(action).notes


def certain_facts(before: Match, outcomes: Sequence[tuple[Any, tuple[Note, ...]]], told: Sequence[Note],
                  seat: int) -> dict[str, Any]:
    """The facts that are true however chance decides; of shares, which are no whole numbers, the mean."""
    first, *others = (facts_after(before, state, (*told, *notes), seat) for state, notes in outcomes)
    shares = [name for name, value in first.items() if isinstance(value, float)]
    means = {name: mean((first[name], *(other[name] for other in others))) for name in shares}
    return {name: value for name, value in first.items() if all(other.get(name) == value for other in others)} | means


def facts_of_solution(puzzle: Puzzle) -> dict[str, Any]:
    """What is true after all presses of the solution."""
    match = puzzle.match()
    found = facts_of_line(match, [step.press for step in puzzle.steps])
    values = sorted((one.value for one in puzzle.steps[0].tries.values()), reverse=True)
    return {**found, "chance": round(100 * values[0]), "second": round(100 * values[1])}


def facts_of_line(match: Match, presses: Sequence[str]) -> dict[str, Any]:
    """What is true after some presses in notation, and what is forced after each."""
    seat, now, told, waiting = match.player, match.copy(), list[Note](), list(presses)
    while True:
        outcomes, by_chance = play_on(now, now.action_of(waiting.pop(0)) if waiting else now.legal[0], DEALS)
        state, notes = outcomes[0]
        forced = not by_chance and not state.over and state.player == seat and len(now.game.legal_list(state, now.box)) == 1
        if by_chance or not (waiting or forced):
            return certain_facts(match, outcomes, told, seat)
        now.state, told = state, [*told, *notes]
        if forced and waiting:
            waiting.insert(0, now.legal_texts[0])


def other_lines(match: Match, presses: Sequence[str], starts: frozenset[str]) -> Iterator[dict[str, Any]]:
    """What is true after every other line of presses of this turn; `starts` are decisions at which a turn begins."""
    seat, tried = match.player, 0
    waiting: list[tuple[Any, tuple[Note, ...], tuple[str, ...]]] = [(match.state, (), ())]
    while waiting and tried < MOST_LINES:
        state, told, line = waiting.pop()
        now = match.copy()
        now.state = state
        for action in now.legal:
            tried += 1
            text = now.text_of(action) if len(now.legal) > 1 else ""    # what is forced is no press
            outcomes, by_chance = play_on(now, action, FEW_DEALS)
            after, notes = outcomes[0]
            longer = (*line, text) if text else line
            if not by_chance and not after.over and after.player == seat and decision_in(match, after, seat) not in starts:
                waiting.append((after, (*told, *notes), longer))
            elif longer != tuple(presses):
                yield certain_facts(match, outcomes, told, seat)


def decision_in(match: Match, state: Any, seat: int) -> str:
    return str(match.game.facts(state, match.box, seat)["decision"]) if match.game.facts else ""


def reaches(wanted: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    return not false_facts(wanted, facts)
