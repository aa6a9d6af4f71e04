"""Refuses positions that no game can reach, with the rule that they break."""

from typing import Any

from ...core.errors import BadNotation
from .state import BONUS, CARD_COLOUR, NOTHING, PLACE, POP, TAKE
from .tray import filled_cells, sets_in

BEFORE_ROLLING = (TAKE, CARD_COLOUR, PLACE)             # phases in which the player's own tray has no set either


def check_position(state: Any, box: Any) -> None:
    """BadNotation if a position cannot be."""
    if state.over:
        return
    for seat in range(state.seats):
        check_tray(state, box, seat)
    check_pool(state, box)
    check_decision(state, box)


def check_tray(state: Any, box: Any, seat: int) -> None:
    """A tray has no ready set before its player has rolled marbles in, and is never empty then [MB-45, MB-47]."""
    if seat == state.player and state.phase not in BEFORE_ROLLING:
        return
    if sets_in(state.tray[seat], box.own_marbles):
        raise BadNotation("Three or more marbles of one colour touch in tray {n}. They would have popped: take one away "
                          "({rule}).", n=seat + 1, rule="MB-47")
    if not filled_cells(state.tray[seat]) and sum(state.supply):
        raise BadNotation("Tray {n} is empty. Whoever empties a tray gets a white marble: put one in ({rule}).", n=seat + 1,
                          rule="MB-45")


def check_pool(state: Any, box: Any) -> None:
    """The pool is full at the start of a turn, and every turn uses one marble card [MB-14, MB-46]."""
    cards = sum(card != NOTHING for card in state.pool)
    if state.phase == TAKE and NOTHING in state.pool:
        raise BadNotation("The pool lacks a marble card. At the start of a turn it has three ({rule}).", rule="MB-46")
    if state.seats > 1 and box.stack != state.turn + (state.card != NOTHING) + cards + state.stack:
        raise BadNotation("The marble cards do not add up: after {turns} turns {n} of them must be left, each turn uses one "
                          "({rule}).", turns=state.turn, n=box.stack - state.turn, rule="MB-14")


def check_decision(state: Any, box: Any) -> None:
    """Nobody is asked for a token without one, or for a set without two to choose from [MB-22, MB-35]."""
    if state.phase == BONUS and not any(state.tokens[state.player]):
        raise BadNotation("Whose turn it is has no bonus token to spend, so nobody asks for one ({rule}).", rule="MB-22")
    sets = sets_in(state.tray[state.player], box.own_marbles)
    if state.phase == POP and not sets & sets - 1:
        raise BadNotation("Only if two or more sets are ready the player chooses one of them ({rule}).", rule="MB-35")
