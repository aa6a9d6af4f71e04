"""What the pages say about a game: its card with title, description, minutes and picture."""

from typing import Any

from ...core.game import Game
from ...words import phrase, say
from .game_pictures import picture

SHORT = {                                   # what a game is, in a line, and how long it takes
    "marbleous": (phrase("Roll marbles into your tray, pop sets of three, take the best cards."), phrase("25 min")),
    "marbles_and_jokers": (phrase("Bring five marbles home with cards; bop rivals, bump partners."), phrase("45 min")),
    "marble_machine": (phrase("Build the machine while the marbles run. Steer them into your goals."), phrase("30 min")),
    "marabunta": (phrase("One splits the dice, the other picks. Two colonies, six regions."), phrase("30 min")),
    "connect_four": (phrase("Drop marbles into the grid. Four in a line win."), phrase("5 min")),
}
USUAL_SEATS = {"marbles_and_jokers": 4, "marble_machine": 3, "marbleous": 3}


def usual_seats(game: Game) -> int:
    return USUAL_SEATS.get(game.name, max(2, game.seats[0]))


def game_card(game: Game) -> dict[str, Any]:
    """The card of a game on the home page and the form."""
    words, minutes = SHORT.get(game.name, ("", ""))
    seats = f"{game.seats[0]}\u2013{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    return {"name": game.name, "title": say(game.title), "words": say(words), "minutes": say(minutes), "seats": seats,
            "picture": picture(game)}
