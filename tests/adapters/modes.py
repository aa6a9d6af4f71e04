"""Every kind of game there is: each game with each number of seats and in each mode, and a sample of them for `make test`."""

import os

import pytest

from marbletop.games import GAMES

ALL = os.environ.get("MARBLETOP_MODES") == "all"                # `make torture` takes all of them


def modes_of(game, seats):
    """The plain game, and one for every other value of an option that chooses the kind of game."""
    changed = [{option.name: value} for option in game.option_list.values() if option.mode and option.matters(seats)
               for value in option.values if value != option.default]
    return [{}, *changed, *both_sides(game, changed)]


def both_sides(game, changed):
    """Boards that are turned over together."""
    return [{name: value for one in changed for name, value in one.items()}] if game.name == "marabunta" else []


def kinds_of(game):
    return [(seats, options) for seats in game.seats for options in modes_of(game, seats)]


def sample_of(kinds):
    """Every number of seats, and every mode, once."""
    found, seen = [], set()
    for seats, options in kinds:
        if (new := {seats, *options.items()}) - seen:
            found.append((seats, options))
            seen |= new
    return found


def cases(names=GAMES):
    """Parameters (name, seats, options) of a test; tests of one game run in one process."""
    return [pytest.param(name, seats, options, id="-".join(map(str, (name, seats, *sum(options.items(), ())))),
                         marks=pytest.mark.xdist_group(name))
            for name in names for kinds in [kinds_of(GAMES[name])] for seats, options in (kinds if ALL else sample_of(kinds))]
