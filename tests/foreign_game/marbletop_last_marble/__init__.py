"""Last Marble: take one to three marbles from a row; whoever takes the last one wins."""

from marbletop.core.game import Cover, Game, Tuning
from marbletop.core.planes import Plane

from . import board, notation, rules
from .judgement import judge
from .rules import BOX, LONGEST, MOST, STATE, Options, box_of
from .solver import SOLVER

GAME = Game(
    name="last_marble", title="Last Marble", version=1, seats=(2,), actions=MOST, most_legal=MOST,
    state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=rules.observe, planes=(Plane("marbles left", (1,), "marbles in the heap", 255),),
    events=("took",), endings=("taken",), sources=(), notation=notation, board=board, seat_names=("Blue", "Red"),
    judge=judge, tuning=Tuning(playout_length=4, explore=0.4), solver=SOLVER, longest=LONGEST,
    description="Take one, two or three marbles. The last one wins.", minutes=2, cover=Cover(seats=2, moves=2))
