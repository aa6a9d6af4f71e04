"""Why something is not possible: for every action that a player might try, the rule that forbids it.

Nothing here decides what is legal: the functions `rule_against_...`, which `legal` asks, name the rules. The reasons are
given only if a listener asks for them; the compiled twins do nothing.
"""

from collections.abc import Callable
from typing import Any

from ...core.kernel import rule, twin
from ...core.notes import forbid
from .moving import card_steps, rule_against_colour, rule_against_exit_card, rule_against_steps, rule_of_split
from .state import BACKWARD, CARD, DISCARD, FORWARD, JOKER, MARBLES, MOVE, PARTS, RANKS, REFS, RING, SPLIT_FORWARD


def refuse(state: Any, action: int, number: int) -> None:
    """Within `legal`: the rule of this number forbids this action."""
    if state.listener is not None:
        forbid(state, action, f"MJ-{number}")


@rule
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


def refuse_unlisted(state: Any, box: Any, actions: Any, n: int) -> None:
    """The same for all cards or first parts that are not among the n actions: these are found many at once, so that
    nobody is told on the way."""
    if state.listener is not None:
        if state.phase == CARD:
            refuse_cards(state, box, set(actions[:n]))
        elif state.phase == MOVE:
            refuse_first_parts(state, box, set(actions[:n]))


@twin(refuse)
def compiled_refuse(numba: Any) -> Callable[..., Any]:
    def refuse_nothing(state, action, number):
        pass

    return lambda state, action, number: refuse_nothing


@twin(refuse_colour)
def compiled_refuse_colour(numba: Any) -> Callable[..., Any]:
    def refuse_no_colour(state, base, t, number):
        pass

    return lambda state, base, t, number: refuse_no_colour


@twin(refuse_unlisted)
def compiled_refuse_unlisted(numba: Any) -> Callable[..., Any]:
    def refuse_none(state, box, actions, n):
        pass

    return lambda state, box, actions, n: refuse_none


def refuse_cards(state: Any, box: Any, legal: set[int]) -> None:
    """Cards that are not in hand, cannot act, or may not be discarded unplayed [MJ-4, MJ-6]."""
    for rank in range(RANKS):
        held = state.hand[state.player][rank]
        if rank not in legal:
            refuse(state, rank, rule_against_rank(state, box, rank) if held else 4)
        if DISCARD + rank not in legal:
            refuse(state, DISCARD + rank, 6 if held else 4)


def rule_against_rank(state: Any, box: Any, rank: int) -> int:
    """The rule against a card that can move no marble: what stops the first marble on the track, or else the first one in the
    Home Slot, or else in the Start Ring."""
    mates = box.mates[state.player][:box.team_size[state.player]]
    marbles = [(seat, m) for t, seat in enumerate(mates) if not rule_against_colour(state, box, t) for m in range(MARBLES)]

    def how_likely(marble: tuple[int, int]) -> tuple[bool, bool]:
        place = state.place[marble[0]][marble[1]]
        return place == RING, place > box.length
    return rule_against_whole_card(state, box, rank, *min(marbles, key=how_likely))


def rule_against_whole_card(state: Any, box: Any, rank: int, seat: int, m: int) -> int:
    """The rule that keeps a whole card from moving a marble, whichever card is being played."""
    if rank == JOKER:
        return 32
    if state.place[seat][m] == RING:
        return int(rule_against_exit_card(state, box, rank, seat, m))
    return int(rule_against_steps(state, box, seat, m, card_steps(box, rank)))


def refuse_first_parts(state: Any, box: Any, legal: set[int]) -> None:
    """First parts of a split, of any length in either direction."""
    for t in range(box.team_size[state.player]):
        for m in range(MARBLES):
            for part in range(1, PARTS + 1):
                for base, steps in ((FORWARD, part), (BACKWARD, -part)):
                    action = base + REFS * (part - 1) + MARBLES * t + m
                    if action not in legal:
                        refuse(state, action, rule_against_first_part(state, box, t, m, steps))


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
