"""What a guest wants when they press "Play now": how many play, and how well the bots do. It is remembered for each game."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from ...core.game import Game
from ...server.house import House
from ...server.refusal import Refused
from ...server.seating import check_level
from ...words import say
from ..forms import parse_number
from .game_cards import USUAL_LEVEL, usual_seats

KEPT = "play now"                           # the name of the guest value: wishes by game


@dataclass(frozen=True)
class Wish:
    seats: int
    level: str


async def wishes_of(house: House, guest: str, games: Iterable[Game]) -> dict[str, Wish]:
    """What a guest wanted last for every game; else what is usual."""
    kept = await house.guest_values.get(guest, KEPT, {}) if guest else {}
    return {game.name: wish_in(house, game, kept.get(game.name, {})) for game in games}


def wish_in(house: House, game: Game, kept: Mapping[str, Any]) -> Wish:
    """A wish that was kept, as far as it can still be met."""
    levels, seats, level = [offer.name for offer in house.offers], kept.get("seats"), kept.get("level")
    return Wish(seats if seats in game.seats else usual_seats(game), level if level in levels else USUAL_LEVEL)


async def remember_wish(house: House, guest: str, game: Game, form: Mapping[str, str]) -> Wish:
    """The wish of a form, which is kept; what it does not say is as it was last time."""
    last = (await wishes_of(house, guest, [game]))[game.name]
    seats = parse_number(form["seats"]) if form.get("seats") else last.seats
    if seats not in game.seats:
        raise Refused("{game} can't be played by {n}. Choose another number of players.", game=say(game.title),
                      n=form["seats"][:20])
    wish = Wish(seats, form.get("level") or last.level)
    check_level(house.offers, wish.level)
    if wish != last:
        await house.guest_values.change(guest, KEPT, lambda old: {**(old or {}), game.name: asdict(wish)})
    return wish
