"""Marbleous: roll marbles into a tray, pop sets of a colour, collect point cards. One to four players."""

from ...core.game import Game
from . import board, knowing, notation, rules, timeline
from .components import box_of
from .letters import SEAT_NAMES
from .state import ACTIONS, BOX, ENDINGS, EVENTS, MOST_LEGAL, SOURCES, STATE, Options

GAME = Game(
    name="marbleous", title="Marbleous", version=1, seats=(1, 2, 3, 4), actions=ACTIONS, most_legal=MOST_LEGAL,
    state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=knowing.observe, planes=knowing.PLANES,
    events=EVENTS, endings=ENDINGS, sources=SOURCES,
    notation=notation, board=board, motion=timeline.motion, seat_names=SEAT_NAMES,
    credit="The rules fit Marbleous by Mads Fløe and Kåre Torndahl Kjær, published by Thames & Kosmos (2024) and Kosmos "
           "(2025). Cards and star table are our reconstruction.")
