"""The games: one line each."""

from ..core.game import Games

GAMES = Games({
    "connect_four": "marbletop.games.connect_four",
    "marbles_and_jokers": "marbletop.games.marbles_and_jokers",
})
