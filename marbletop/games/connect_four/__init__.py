"""Connect Four with marbles: the tutorial, and the yardstick that all our peers share."""

from ...core.game import Game
from . import board, knowing, notation, rules, timeline
from .components import box_of
from .state import BOX, COLUMNS, STATE, Options

GAME = Game(
    name="connect_four", title="Connect Four", version=1, seats=(2,), actions=COLUMNS, most_legal=COLUMNS,
    state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=knowing.observe, planes=knowing.PLANES,
    events=("dropped", "four", "full"), endings=("won", "drawn"), sources=(),
    notation=notation, board=board, motion=timeline.motion, seat_names=("Blue", "Red"),
    credit="A game of Howard Wexler and Ned Strongin, published by Milton Bradley in 1974.")
