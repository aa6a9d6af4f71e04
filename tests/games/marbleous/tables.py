"""Tables of Marbleous in the middle of a game, for tests: what is not said is as after the deal."""

from marbletop.core.chance import Script
from marbletop.core.match import Match
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import point_cards_text, write_tray
from marbletop.games.marbleous.notation import read_position
from marbletop.games.marbleous.state import EVENTS, POINT_KINDS

from .laws import check

B2, B3, B4 = 0, 1, 2                        # outcomes of a draw of a blue point card, by value
O4, O5, O6 = 0, 1, 2                        # of an orange one
FLAT = "2b.3b.4b,2b.3b.4b,2b.3b.4b,2b.3b.4b"


def table(seats=2, chance=None, options=None, **words):
    """A match at a position; `words` are those of the notation. Point cards that are not said lie in their stacks."""
    options = {"first_player": 0, **(options or {})}
    match = Match(GAME, seats=seats, seed=1, **options)
    said = dict(word.split("=", 1) for word in match.position.split())
    said.update({"display": FLAT}, **{name.replace("_", "-"): str(value) for name, value in words.items()})
    if "blue" not in words:
        said["blue"], said["orange"] = stacks_left(match.box, said)
    key, counts = match.state.chance_key, match.state.chance_count
    match.state = read_position(" ".join(f"{name}={value}" for name, value in said.items()), match.box)
    match.state.chance_key, match.state.chance_count = key, counts
    check(match.state, match.box)
    if chance is not None:
        match.script = Script(chance)
    return match


def stacks_left(box, said):
    """The point cards that lie neither in the display nor with a player, as the words for both stacks."""
    left = [*box.blue, *box.orange]
    kinds = {f"{box.value[kind]}{'b' if kind < POINT_KINDS else 'o'}": kind for kind in range(2 * POINT_KINDS) if left[kind]}
    for part in said["display"].replace(",", ".").split("."):
        if part != "-":
            left[kinds[part]] -= 1
    for part in said["won"].replace(",", ".").split("."):
        if part != "-":
            left[kinds[part.split("x")[0]]] -= int(part.split("x")[1])
    return point_cards_text(box, left[:POINT_KINDS], 0), point_cards_text(box, left[POINT_KINDS:], POINT_KINDS)


def before_popping(tray, seats=2, tokens="B", **words):
    """A table where the player has rolled the card in and may still spend a token: `pass` begins step 4."""
    others = ",".join(["||W||"] * (seats - 1))
    if "," not in tokens:
        tokens = ",".join([tokens] + ["-"] * (seats - 1))
    words = {"trays": f"{tray},{others}" if others else tray, "tokens": tokens,
             "phase": "bonus", "card": "PPB@1", "pool": "-,BW,YRP", **words}
    return table(seats, **words)


def tray_of(match, seat=0):
    return write_tray(match.state.tray[seat])


def notes_of(match, *events):
    """The details of the notes of the last move, those of the given events only, with the name of each."""
    return [(EVENTS[note.event], *note.details) for note in match.notes if not events or EVENTS[note.event] in events]


def finish(match, seed=0):
    """Play to the end at random."""
    import random
    chooser = random.Random(seed)
    match.script = None
    while not match.over:
        match.play(chooser.choice(match.legal))
    return match


def trays_leaving(supply, own="||W||"):
    """Four trays, the first as given, so that just these marbles are left in the supply: {'P': 2}."""
    marbles = "".join(letter * (many - own.count(letter) - supply.get(letter, 0))
                      for letter, many in zip("BYRPW", (11, 11, 11, 11, 8)))
    columns = [marbles[i:i + 5] for i in range(0, 75, 5)]
    return ",".join([own, *("|".join(columns[i:i + 5]) for i in range(0, 15, 5))])
