"""Record playthroughs anew, after a change of rules or planes:  python -m tests.adapters.renew_playthroughs

A playthrough is a random game as OpenSpiel writes it. If observations are large, a digest stands for the tensors of a player.
"""

import hashlib
from itertools import groupby
from pathlib import Path
from unittest.mock import patch

from absl import flags
from open_spiel.python.algorithms import generate_playthrough

from marbletop.adapters import openspiel  # noqa: F401
from marbletop.games import GAMES

from .spiel_cases import game_string

FOLDER = Path(__file__).parent / "playthroughs"
SEATS = {"connect_four": 2, "marbleous": 2, "marabunta": 2, "marbles_and_jokers": 4, "marble_machine": 3}
SHOWN = 100                                 # numbers of an observation that are written one by one


def playthrough_of(name):
    """A random game as OpenSpiel writes it."""
    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["playthrough"])
    case = game_string(name, SEATS[name])
    if GAMES[name].observation_size <= SHOWN:
        return generate_playthrough.playthrough(case, [], seed=1)
    with patch.object(generate_playthrough, "_format_tensor", lambda tensor, label: [f"{label}: {digest(tensor)}"]):
        lines = generate_playthrough.playthrough(case, [], seed=1).splitlines()
    return "".join(shorten(key, list(group)) for key, group in groupby(lines, key=observer_of))


def digest(tensor):
    return hashlib.sha256(tensor.tobytes()).hexdigest()


def observer_of(line):
    """Which tensor a line belongs to, as `ObservationTensor(0)`; nothing for other lines."""
    return line.partition(")")[0] + ")" if "Tensor(" in line and "Shape" not in line and ": " in line else ""


def shorten(key, lines):
    """The lines, or one line for all parts of a tensor."""
    if not key:
        return "".join(f"{line}\n" for line in lines)
    return f"{key}: {hashlib.sha256(''.join(lines).encode()).hexdigest()[:16]}\n"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SEATS:
        (FOLDER / f"{name}.txt").write_text(playthrough_of(name), encoding="utf-8")
