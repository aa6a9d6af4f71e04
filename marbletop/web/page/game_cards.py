"""What the pages say about a game: its card with title, description, minutes and picture."""

from typing import Any

from ...core.game import Game
from ...learn import lesson_of
from ...words import plural, say
from .game_pictures import cover_picture, picture

USUAL_LEVEL = "casual"                      # of bots that nobody has chosen


def usual_seats(game: Game) -> int:
    """How many seats a new table begins with."""
    return game.usual_seats or next((seats for seats in game.seats if seats > 1), game.seats[0])


def game_card(game: Game) -> dict[str, Any]:
    """The card of a game on the home page and the form."""
    seats = f"{game.seats[0]}\u2013{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
    minutes = say("{minutes} min", minutes=game.minutes) if game.minutes else ""
    return {"name": game.name, "title": say(game.title), "words": say(game.description), "minutes": minutes, "seats": seats,
            "picture": picture(game), "cover": cover_picture(game), "lesson": lesson_of(game) is not None,
            "numbers": [(number, plural(number, "alone", "{n} players")) for number in game.seats]}
