"""Paths and courses that are known from another board are those that would be found."""

import random

from marbletop.core.match import Match
from marbletop.games import GAMES
from marbletop.games.marble_machine.paths import board_of, course_of_marble, find_course, find_paths, paths_of_marble, trial_on
from marbletop.games.marble_machine.state import PARTS


def test_paths_of_other_boards_are_right():
    chance, match = random.Random(5), Match(GAMES["marble_machine"], seed=5)
    part, facing = map(list, board_of(match.state))
    box = match.box
    for _ in range(150):
        space = chance.randrange(1, box.edge)
        part[space], facing[space] = chance.choice([(0, 0), (chance.randint(1, PARTS), chance.randint(1, 6))])
        board = tuple(part), tuple(facing)
        start, heading, speed = chance.randrange(6), chance.randint(1, 6), chance.randint(1, 4)
        found = find_paths(trial_on(board, 0, speed), box, 0, start, heading, 0.02)
        assert paths_of_marble(box, board, 0, speed, start, heading, 0.02) == found
        assert (course_of_marble(box, board, 0, speed, start, heading)
                == find_course(trial_on(board, 0, speed), box, 0, start, heading))
