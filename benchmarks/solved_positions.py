"""Positions of Connect Four whose value is known, from games that are half sensible and half random."""

import random
from functools import cache
from typing import Any

from marbletop.bots.bot import Limit, never
from marbletop.bots.proof import Allowance, Findings, Prover
from marbletop.core.chance import luck
from marbletop.core.match import Match
from marbletop.games.connect_four import GAME
from marbletop.games.connect_four.judgement import playout_action

FEWEST, MOST = 10, 24                       # marbles in the grid
WITHOUT_LIMIT = Limit(iterations=1 << 50)


@cache
def prover() -> Prover:
    return Prover(GAME)


def solved_position(seed: int) -> tuple[Match, dict[int, float]]:
    """A position in which something can be lost, and what every action is worth if nobody errs from then on."""
    chooser = random.Random(f"a solved position {seed}")
    while True:
        match = _wander(chooser)
        if match is not None and len(set((values := values_of(match)).values())) > 1:
            return match, values


def _wander(chooser: random.Random) -> Match | None:
    match, wanted, generator = Match(GAME), chooser.randint(FEWEST, MOST), luck(chooser.randrange(1 << 60))
    while len(match.moves) < wanted:
        sensible = chooser.random() < 0.5
        legal: Any = match.legal
        match.play(playout_action(match.state, match.box, legal, len(legal), generator) if sensible else chooser.choice(legal))
        if match.over:
            return None
    return match


def values_of(match: Match) -> dict[int, float]:
    """What every action is worth to the player: 1, 0.5 or 0."""
    prover().forget()
    found = Findings(prover(), match.view(match.player), match.box, Allowance(WITHOUT_LIMIT, never))
    found.find_values()
    return {action: bounds.value for action, bounds in found.of.items() if bounds.value is not None}
