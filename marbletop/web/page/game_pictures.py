"""The pictures of each game: its board in the middle of a game, always the same one, whole and as the cover of its card."""

import random
from dataclasses import replace
from functools import cache

from ...core.game import Cover, Game
from ...core.match import Match
from ...core.state import SPECTATOR
from ...drawing.element import Markup
from ...drawing.plain import scene_of
from ...drawing.scene import BOARD, Panel, Part
from ...drawing.svg import panel_svg
from ...words import language, say

FLAT = 168 / 412                            # height by width of a cover, as on the home page of a wide screen


def picture(game: Game) -> Markup:
    """The whole board."""
    return board_svg(game, language())


def cover_picture(game: Game) -> Markup:
    """The part of the board that stands on the game's card."""
    return cover_svg(game, language())


@cache
def board_svg(game: Game, spoken: str) -> Markup:
    return panel_svg(board_of(game, spoken), prefix=f"pic-{game.name}-")


@cache
def cover_svg(game: Game, spoken: str) -> Markup:
    return panel_svg(crop(board_of(game, spoken), cover_of(game)), prefix=f"cover-{game.name}-")


def cover_of(game: Game) -> Cover:
    return game.cover or Cover(game.seats[0], 12)


@cache
def board_of(game: Game, spoken: str) -> Panel:
    """The board, whose parts have names in the present language."""
    match, chance = Match(game, cover_of(game).seats, seed=4), random.Random(11)
    for _ in range(cover_of(game).moves):
        match.play(chance.choice(match.legal))
        if match.over:
            match.undo()
            break
    scene = scene_of(game, match.view(SPECTATOR), match.box, [say(name) for name in match.names])
    return next((panel for panel in scene.panels if panel.role == BOARD), scene.panels[0])


def crop(board: Panel, cover: Cover) -> Panel:
    """The part of a board that a cover shows."""
    x, y = cover.middle
    width = cover.width * board.width
    height = FLAT * width
    corner = width / 2 - x * board.width, height / 2 - y * board.height
    return replace(board, width=width, height=height, root=Part(at=corner, parts=[board.root]))
