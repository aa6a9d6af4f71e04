"""Positions for tests in a few words, played on in notation."""

import re

from marbletop.core.chance import Script
from marbletop.core.match import NoteRecorder, action_of, outcome_of, why_not
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.names import hex_name
from marbletop.games.marabunta.positions import grid
from marbletop.games.marabunta.sentences import sentence
from marbletop.games.marabunta.state import A_HEX

from .laws import check

NAMES = ("Red", "Blue")


def box_with(components=None, **options):
    return GAME.make_box(GAME.read_options(options), 2, components)


def marks(red="", blue="", crossed=""):
    """'g3:0 f2:3' and the like as hex name -> sign."""
    found = dict.fromkeys(crossed.split(), "xx")
    for colony, words in (("R", red), ("B", blue)):
        found |= {name: colony + value for name, _, value in (word.partition(":") for word in words.split())}
    return found


class Table:
    """A position and its box. By default Red acts and Blue is the first player of the round."""

    def __init__(self, red="", blue="", crossed="", options=None, components=None, check_laws=True, **words):
        self.box = box_with(components, **(options or {}))
        signs = marks(red, blue, crossed)
        assert set(signs) <= set(self.names(range(self.box.hexes))), signs
        drawn = "/".join("".join(row) for row in grid(self.box, lambda hex: signs.get(hex_name(self.box, hex), "..")))
        words = {"starter": "B", "player": "R", **words}
        self.state = GAME.notation.read_position(" ".join([drawn, *(f"{k}={v}" for k, v in words.items())]), self.box)
        self.notes, self.said = [], []
        if check_laws:
            check(self.state, self.box)

    def names(self, hexes):
        return [hex_name(self.box, hex) for hex in hexes]

    @property
    def legal(self):
        """Legal actions as numbers."""
        return GAME.legal_list(self.state, self.box)

    @property
    def hexes(self):
        """Names of the legal hexes, in one line."""
        return " ".join(self.names(action - A_HEX for action in self.legal if action >= A_HEX))

    @property
    def texts(self):
        """Legal actions in notation, in one line."""
        return ", ".join(GAME.notation.write_action(self.state, self.box, action) for action in self.legal)

    def play(self, *actions, script=None):
        """Play actions, by number or in notation, each of which must be legal."""
        for action in actions:
            number = action if isinstance(action, int) else action_of(GAME, self.state, self.box, action)
            assert number in self.legal, self.why_not(number)
            recorder = NoteRecorder()
            self.state.listener, self.state.script = recorder, Script(script) if script else None
            GAME.play(self.state, self.box, number)
            self.state.listener = self.state.script = None
            self.notes = recorder.notes
            self.said = [sentence(note, self.box, NAMES) for note in recorder.notes]
        return self

    def why_not(self, action):
        """The rule that forbids an action, '' if none does."""
        number = action if isinstance(action, int) else action_of(GAME, self.state, self.box, action)
        reason = why_not(GAME, self.state, self.box, number)
        rules = re.findall(r"\((MA-\d+)\)", reason or "")             # those that the rule mentions come first
        return rules[-1] if rules else reason or ""

    def mark(self, name):
        """What stands in a hex: '..', 'xx', 'R2', 'B0'."""
        from marbletop.games.marabunta.positions import mark_text
        return mark_text(self.state.marks[self.names(range(self.box.hexes)).index(name)])

    def crates(self, seat=0):
        return self.state.crates[seat][:self.box.groups]

    @property
    def outcome(self):
        return outcome_of(GAME, self.state, self.box)
