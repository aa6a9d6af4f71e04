"""Games of OpenSpiel for tests, in small sizes."""

from marbletop.games import GAMES

SHORT = {"marbles_and_jokers": ("cap=10",), "marble_machine": ("radius=4", "quota=1")}
MODES = {"connect_four": "misere=True", "marbleous": "advanced=True", "marabunta": "territory=plain",
         "marbles_and_jokers": "teams=none", "marble_machine": "teams=True"}


def game_string(name, seats, *more):
    """What pyspiel.load_game takes, with options that make the game short."""
    return f"python_marbletop_{name}({','.join([f'players={seats}', *SHORT.get(name, ()), *more])})"


def every_case():
    """All games, seat counts and modes: name of the game, and its string."""
    return [(name, game_string(name, seats, *mode)) for name in GAMES for seats in GAMES[name].seats
            for mode in ((), (MODES[name],)) if not mode or seats in mode_seats(name)]


def mode_seats(name):
    """Seat counts with which the mode matters."""
    option = GAMES[name].option_list[MODES[name].split("=")[0]]
    return option.seats or GAMES[name].seats
