"""The picture on a game's card: its board in the middle of a match, always the same one."""

import random
from functools import cache

from ...core.game import Game
from ...core.match import Match
from ...core.state import SPECTATOR
from ...drawing.element import Markup
from ...drawing.plain import scene_of
from ...drawing.scene import BOARD
from ...drawing.svg import panel_svg
from ...words import language, say

# How many seats and actions make a good picture.
MIDDLE = {"marbleous": (2, 50), "marabunta": (2, 60), "marbles_and_jokers": (4, 220), "marble_machine": (3, 70),
          "connect_four": (2, 17)}


def picture(game: Game) -> Markup:
    return draw_picture(game, language())


@cache
def draw_picture(game: Game, spoken: str) -> Markup:
    """The picture; the names of its parts are in the present language."""
    seats, moves = MIDDLE.get(game.name, (game.seats[0], 12))
    match, chance = Match(game, seats, seed=4), random.Random(11)
    for _ in range(moves):
        match.play(chance.choice(match.legal))
        if match.over:
            match.undo()
            break
    scene = scene_of(game, match.view(SPECTATOR), match.box, [say(name) for name in match.names])
    board = next((panel for panel in scene.panels if panel.role == BOARD), scene.panels[0])
    return panel_svg(board, prefix=f"pic-{game.name}-")
