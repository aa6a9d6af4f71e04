"""The games: one line each."""

from ..core.game import Games

GAMES = Games({
    "connect_four": "marbletop.games.connect_four",
    "marabunta": "marbletop.games.marabunta",
})
