"""Why something is not possible: for every action that a player might try, the rule that forbids it.

Nothing here decides what is legal: the functions `rule_against_...`, which `legal` asks, name the rules. The reasons are
given only if a listener asks for them; the compiled twins do nothing.
"""

from collections.abc import Callable
from typing import Any

from ...core.kernel import small, twin
from ...core.notes import forbid
from .moving import card_steps, rule_against_colour, rule_against_exit_card, rule_against_steps, rule_of_split
from .state import BACKWARD, DISCARD, FORWARD, JOKER, MARBLES, PARTS, RANKS, REFS, RING, SPLIT_FORWARD


def refuse(state: Any, action: int, number: int) -> None:
    """Name the number of the rule that forbids an action."""
    if state.listener is not None:
        forbid(state, action, f"MJ-{number}")


@twin(refuse)
def compiled_refuse(numba: Any) -> Callable[..., Any]:
    def do_nothing(state, action, number):
        pass

    return lambda state, action, number: do_nothing


@small
def keep_or_refuse(state, actions, n, against):
    """Count the action that was written to `actions[n]`, unless a rule (not 0) is against it. Returns the new count."""
    if against:
        refuse(state, actions[n], against)
        return n
    return n + 1


def refuse_colour(state: Any, base: int, t: int, number: int) -> None:
    """Name it for all marbles of the t-th colour of the team."""
    if state.listener is not None:
        for m in range(MARBLES):
            refuse(state, base + MARBLES * t + m, number)


@twin(refuse_colour)
def compiled_refuse_colour(numba: Any) -> Callable[..., Any]:
    def do_nothing(state, base, t, number):
        pass

    return lambda state, base, t, number: do_nothing


def refuse_cards(state: Any, box: Any, actions: Any, n: int) -> None:
    """Name the rule for every card that was not offered, or not offered to be discarded [MJ-4, MJ-6]."""
    if state.listener is not None:
        offered = set(actions[:n])
        for rank in range(RANKS):
            held = state.hand[state.player][rank]
            if rank not in offered:
                refuse(state, rank, rule_against_rank(state, box, rank) if held else 4)
            if DISCARD + rank not in offered:
                refuse(state, DISCARD + rank, 6 if held else 4)


def refuse_first_parts(state: Any, box: Any, actions: Any, n: int) -> None:
    """Name the rule for every first part of a split that was not offered."""
    if state.listener is not None:
        offered = set(actions[:n])
        for t in range(box.team_size[state.player]):
            for m in range(MARBLES):
                for part in range(1, PARTS + 1):
                    for base, steps in ((FORWARD, part), (BACKWARD, -part)):
                        action = base + REFS * (part - 1) + MARBLES * t + m
                        if action not in offered:
                            refuse(state, action, rule_against_first_part(state, box, t, m, steps))


@twin(refuse_cards)
@twin(refuse_first_parts)
def compiled_refuse_list(numba: Any) -> Callable[..., Any]:
    def do_nothing(state, box, actions, n):
        pass

    return lambda state, box, actions, n: do_nothing


def rule_against_rank(state: Any, box: Any, rank: int) -> int:
    """The rule against a card that can move no marble: what stops the first marble in play, or else the first one in the
    Start Ring."""
    if rank == JOKER:
        return 32
    mates = box.mates[state.player][:box.team_size[state.player]]
    marbles = [(seat, m) for t, seat in enumerate(mates) if not rule_against_colour(state, box, t) for m in range(MARBLES)]
    seat, m = min(marbles, key=lambda marble: state.place[marble[0]][marble[1]] == RING)
    if state.place[seat][m] == RING:
        return int(rule_against_exit_card(state, box, rank, seat, m))
    return int(rule_against_steps(state, box, seat, m, card_steps(box, rank)))


def rule_against_first_part(state: Any, box: Any, t: int, m: int, steps: int) -> int:
    """The rule against a first part that is not offered: the card cannot be split like that, the player does not move this
    colour, something stops the marble, or no second part could follow [MJ-8, MJ-27, MJ-29, MJ-30]."""
    kind = box.split[state.rank]
    if not kind:
        return 8
    if against := rule_against_colour(state, box, t):
        return int(against)
    if abs(steps) >= box.forward[state.rank] or (steps < 0 and kind == SPLIT_FORWARD):
        return int(rule_of_split(box, state.rank))
    return int(rule_against_steps(state, box, box.mates[state.player][t], m, steps)) or 30
