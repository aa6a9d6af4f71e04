"""The games: one line each."""

from ..core.game import Games

GAMES = Games({
    "marbleous": "marbletop.games.marbleous",
    "marabunta": "marbletop.games.marabunta",
    "marbles_and_jokers": "marbletop.games.marbles_and_jokers",
    "marble_machine": "marbletop.games.marble_machine",
    "connect_four": "marbletop.games.connect_four",
})
