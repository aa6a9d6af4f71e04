"""Marbles and Jokers: marbles race home by cards, alone or in teams, for two to eight players."""

from ...core.game import Cover, Game, Tuning
from . import board, editing, facts, hidden, judgement, merits, motion, notation, rules
from .components import PLAYER_COUNTS, box_of, side
from .options import Options
from .names import SEAT_NAMES
from .state import ACTIONS, BOX, ENDINGS, EVENTS, MOST_LEGAL, RANKS, SOURCES, STATE

GAME = Game(
    name="marbles_and_jokers", title="Marbles and Jokers", version=1, seats=PLAYER_COUNTS, actions=ACTIONS,
    most_legal=MOST_LEGAL, state=STATE, box=BOX, options=Options, box_of=box_of,
    setup=rules.setup, legal=rules.legal, play=rules.play, outcome=rules.outcome,
    observe=hidden.observe, planes=hidden.PLANES, redeal=hidden.redeal, side=side, sees=hidden.sees,
    events=EVENTS, endings=ENDINGS, sources=SOURCES, notation=notation, board=board, editing=editing, motion=motion.motion,
    seat_names=SEAT_NAMES,
    credit="Rules fit Marbles and Jokers as sold by Woodbridge Handcrafts, a relative of Pegs and Jokers and of Tock.",
    facts=facts.facts, judge=judgement.judge, features=judgement.FEATURES, merits=merits.merits,
    tuning=Tuning(playout_length=8, explore=0.3),
    levels={"beginner": 0.13, "casual": 0.06, "steady": 60, "strong": 3_000},
    description="Bring five marbles home with cards; send rivals back, push partners on.", minutes=45,
    usual_seats=4, cover=Cover(seats=4, moves=220, middle=(0.44, 0.27), width=0.74),
    longest=400_000, most_outcomes=RANKS)
