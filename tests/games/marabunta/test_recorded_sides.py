"""One recorded game for each combination of sides, by players who ignore nothing.

`python -m tests.games.marabunta.test_recorded_sides` plays them anew after a change of rules; read the diff.
"""

import itertools
import random
from pathlib import Path

import pytest

from marbletop.core.match import Match
from marbletop.core.record import read_record
from marbletop.core.verification import verify
from marbletop.games.marabunta import GAME
from marbletop.games.marabunta.state import A_PASS

FOLDER = Path(__file__).parent / "sides"
SIDES = list(itertools.product(("symbol", "plain"), repeat=2))


def path_of(territory, player_boards):
    return FOLDER / f"{territory}_{player_boards}.json"


@pytest.mark.parametrize(("territory", "player_boards"), SIDES)
def test_the_game_replays(territory, player_boards):                # [MA-1]
    record = read_record(path_of(territory, player_boards))
    assert record["options"].get("territory", "symbol") == territory
    assert record["options"].get("player_boards", "symbol") == player_boards
    assert verify(record).source == "seed"


def renew():
    FOLDER.mkdir(exist_ok=True)
    for number, (territory, player_boards) in enumerate(SIDES):
        match = Match(GAME, seed=2000 + number, territory=territory, player_boards=player_boards)
        chooser = random.Random(number)
        while not match.over:
            match.play(chooser.choice([action for action in match.legal if action != A_PASS] or match.legal))
        match.save(path_of(territory, player_boards))


if __name__ == "__main__":
    renew()
