"""Connect Four with marbles: the example of the tutorial, and the game that we measure against other engines."""

from ...core.game import TO_THE_END, Cover, Game, Tuning
from . import board, editing, facts, hidden, judgement, motion, notation, rules, solver
from .components import box_of
from .options import Options
from .state import BOX, COLUMNS, STATE

GAME = Game(
    name="connect_four", title="Connect Four", version=1, seats=(2,), actions=COLUMNS, most_legal=COLUMNS,
    state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=hidden.observe, planes=hidden.PLANES,
    events=("dropped", "four", "full"), endings=("won", "drawn"), sources=(),
    notation=notation, board=board, editing=editing, motion=motion.motion, seat_names=("Blue", "Red"),
    credit="A game by Howard Wexler and Ned Strongin, published by Milton Bradley in 1974.",
    facts=facts.facts, judge=judgement.judge, playout=judgement.playout_action, tuning=Tuning(TO_THE_END, explore=1.0),
    levels={"beginner": 0.15, "casual": 0.02, "steady": 65, "strong": 500},
    solver=solver.SOLVER,
    description="Drop marbles into the grid. Four in a row win.", minutes=5,
    cover=Cover(seats=2, moves=17, middle=(0.5, 0.71), width=0.96),
    longest=42, most_outcomes=0)
