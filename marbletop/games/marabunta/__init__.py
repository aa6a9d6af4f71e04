"""Marabunta: two colonies, six dice and a tile in two pools, a territory of six regions."""

from ...core.game import Cover, Game, Tuning
from . import board, editing, facts, hidden, judgement, merits, motion, notation, rules
from .components import box_of
from .options import Options
from .state import ACTIONS, BOX, ENDINGS, EVENTS, MOST_LEGAL, ORDINARY, SEATS, SOURCES, STATE

GAME = Game(
    name="marabunta", title="Marabunta", version=1, seats=(SEATS,), actions=ACTIONS, most_legal=MOST_LEGAL,
    state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=hidden.observe, planes=hidden.PLANES, events=EVENTS, endings=ENDINGS, sources=SOURCES,
    notation=notation, board=board, editing=editing, motion=motion.motion, seat_names=("Red colony", "Blue colony"),
    credit="Its rules fit Marabunta by Reiner Knizia, published by Space Cowboys in 2023.",
    facts=facts.facts, judge=judgement.judge, merits=merits.merits,
    tuning=Tuning(playout_length=0, explore=0.05, explore_first=0.3),
    levels={"beginner": 0.1, "casual": 0.04, "steady": 1_100, "strong": 2_200},
    description="One splits the dice, the other picks. Two colonies, six regions.", minutes=30,
    cover=Cover(seats=2, moves=60, middle=(0.5, 0.465), width=0.76),
    longest=10_000, most_outcomes=ORDINARY)
