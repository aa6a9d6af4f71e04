"""Marble Machine: parts of a machine lead marbles from the middle of a hexagon to six goals at its edge."""

from ...core.game import Cover, Game, Tuning
from . import board, editing, facts, hidden, judgement, merits, motion, notation, rules
from .components import box_of, sides_of
from .options import Options
from .state import ACTIONS, BOX, ENDINGS, EVENTS, MACHINE, SOURCES, STATE, TILES

GAME = Game(
    name="marble_machine", title="Marble Machine", version=1, seats=(2, 3, 4, 5, 6), actions=ACTIONS, most_legal=MACHINE,
    state=STATE, box=BOX, options=Options, box_of=box_of, side=sides_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    redeal=hidden.redeal, observe=hidden.observe, planes=hidden.PLANES,
    events=EVENTS, endings=ENDINGS, sources=SOURCES, notation=notation, board=board, editing=editing, motion=motion.motion,
    seat_names=("Blue", "Red", "Yellow", "Purple", "Green", "Black"),
    credit="Fits Marvin Marvel's Marvelous Marble Machine by Greg Lam, published by Pair-of-Dice Games in 2004.",
    facts=facts.facts, judge=judgement.judge, merits=merits.merits,
    tuning=Tuning(playout_length=8, explore=0.4),
    levels={"beginner": 0.19, "casual": 0.04, "steady": 500, "strong": 4_000},
    description="Build the machine while the marbles run. Steer them into your goals.", minutes=30,
    usual_seats=3, cover=Cover(seats=3, moves=70, middle=(0.5, 0.48), width=0.76),
    longest=10_000, most_outcomes=TILES)
