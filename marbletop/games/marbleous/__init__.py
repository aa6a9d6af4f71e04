"""Marbleous: roll marbles into a tray, pop sets of one colour and collect point cards. One to four players."""

from ...core.game import Cover, Game, Tuning
from . import board, editing, facts, hidden, judgement, merits, motion, notation, rules
from .components import box_of
from .names import SEAT_NAMES
from .options import Options
from .state import ACTIONS, BOX, CARD_KINDS, ENDINGS, EVENTS, MOST_LEGAL, SOURCES, STATE

GAME = Game(
    name="marbleous", title="Marbleous", version=1, seats=(1, 2, 3, 4), actions=ACTIONS, most_legal=MOST_LEGAL,
    state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=hidden.observe, planes=hidden.PLANES,
    events=EVENTS, endings=ENDINGS, sources=SOURCES,
    notation=notation, board=board, editing=editing, motion=motion.motion, seat_names=SEAT_NAMES,
    credit="The rules fit Marbleous by Mads Fløe and Kåre Torndahl Kjær, published by Thames & Kosmos (2024) and Kosmos "
           "(2025). Cards and star table are our reconstruction.",
    facts=facts.facts, judge=judgement.judge, features=judgement.FEATURES, merits=merits.merits,
    tuning=Tuning(playout_length=4, explore=0.1, explore_first=0.6),
    levels={"beginner": 0.1, "casual": 0.04, "steady": 400, "strong": 4_000},
    description="Roll marbles into your tray, pop sets of three, take the best cards.", minutes=25,
    usual_seats=3, cover=Cover(seats=2, moves=50, middle=(0.5, 0.73), width=0.96),
    longest=4_000, most_outcomes=CARD_KINDS, optional_keys=("meta.custom_counts",))
