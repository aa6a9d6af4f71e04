"""Positions of Marble Machine for tests, written in its notation, and dice with given rolls."""

from functools import cache

from marbletop.core.chance import Script
from marbletop.core.match import NoteRecorder
from marbletop.games.marble_machine import GAME
from marbletop.games.marble_machine.movement import run_movement_phase
from marbletop.games.marble_machine.positions import read_position, write_marble
from marbletop.games.marble_machine.state import DIE, EVENTS, FINAL_ROUND, MARBLE_STACK, RAN_OUT

from .laws import at_rest

# Events whose last detail is for sentences: the speed of the marble, or who has brought on the Final Phase.
WITH_SPEED = {"step", "fly", "slide", "step_back", "carry_home", "act", "blocked", "chain_closed", "separator", "collect",
              "returned", "stuck", "final_phase"}


class Dice(Script):
    """Given rolls and speeds of drawn marbles; Machine Tiles are drawn in the order of their ids."""

    def __init__(self, dice=(), speeds=()):
        super().__init__()
        self.dice, self.speeds = list(dice), list(speeds)

    def next(self, source, weights):
        if source == DIE:
            return self.dice.pop(0) - 1
        if source == MARBLE_STACK and self.speeds:
            return self.speeds.pop(0)
        return next(kind for kind, weight in enumerate(weights) if weight)


@cache
def box_with(seats, options):
    return GAME.make_box(GAME.read_options(dict(options)), seats)


def box_for(seats=2, **options):
    return box_with(seats, tuple(sorted(options.items())))


def position(text, seats=2, **options):
    """A position, by default at the first tile of seat 0, and its box."""
    box = box_for(seats, **options)
    state = read_position(text if text.split(" ")[0] in ("first", "second", "trade", "aim") else f"first player=0; {text}", box)
    return state, box


def marbles(state):
    """All marbles in notation."""
    return " ".join(write_marble(state, m) for m in range(state.drawn))


def notes_of(state, box, function, *arguments, dice=(), speeds=()):
    """Call a rule with given dice, all of which must be used; returns its notes by name."""
    return told(raw_notes_of(state, box, function, *arguments, dice=dice, speeds=speeds))


def raw_notes_of(state, box, function, *arguments, dice=(), speeds=()):
    """The same notes as sentences are made of."""
    state.listener, state.script = NoteRecorder(), Dice(dice, speeds)
    function(state, box, *arguments)
    assert not state.script.dice, f"dice not used: {state.script.dice}"
    notes = state.listener.notes
    state.listener = state.script = None
    at_rest(state, box)
    return notes


def told(notes):
    """Notes by name, without what is only for sentences: the speed of a marble, and where the Final Phase begins a new line."""
    def details(note):
        return note.details[:-1] if EVENTS[note.event] in WITH_SPEED else note.details
    return [(EVENTS[note.event], *details(note)) for note in notes if note.event not in (FINAL_ROUND, RAN_OUT)]


def run_phase(state, box, *dice):
    """Run one movement phase; returns its notes."""
    return notes_of(state, box, run_movement_phase, 0, dice=dice)


def marbles_after_phases(text, *rolls, seats=2, **options):
    """The marbles after each of some movement phases; `rolls` has the dice of each."""
    state, box = position(text, seats, **options)
    found = []
    for dice in rolls:
        run_phase(state, box, *dice)
        found.append(marbles(state))
    return found


def play(state, box, *actions, dice=(), speeds=()):
    """Play actions in notation; returns their notes."""
    dice, speeds, notes = list(dice), list(speeds), []
    for text in actions:
        legal = {GAME.notation.write_action(state, box, action): action for action in GAME.legal_list(state, box)}
        state.listener, state.script = NoteRecorder(), Dice(dice, speeds)
        GAME.play(state, box, legal[text])
        dice, speeds = state.script.dice, state.script.speeds
        notes += told(state.listener.notes)
        state.listener = state.script = None
        at_rest(state, box)
    assert not dice, f"dice not used: {dice}"
    return notes


def legal(state, box):
    """The legal actions in notation."""
    return [GAME.notation.write_action(state, box, action) for action in GAME.legal_list(state, box)]
