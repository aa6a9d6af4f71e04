"""How positions are edited; core/editing.py explains it."""

from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import say
from .names import SEAT_NAMES
from .state import LANE

NAMES = ("marbles", "hands", "discards", "last", "sideways", "evidence", "clock", "due")
RING = "o"


def words_of(text: str, box: Any) -> dict[str, str]:
    words = dict(zip(NAMES, text.split()))
    player, _, clock = words["clock"].partition(",")
    return {**words, "clock": clock, "player": player}


def text_of(words: dict[str, str]) -> str:
    clock = f"{words['player']},{words['clock']}"
    return " ".join(clock if name == "clock" else words[name] for name in NAMES)


def fields_of(box: Any, seats: int) -> list[Field]:
    players = [f"p{seat}" for seat in range(seats)]
    return [Field("player", say("To move"), seat_choices([say(name) for name in SEAT_NAMES[:seats]], players)),
            Field("hands", say("Hands, a sign for each card (T is 10, * a Joker)")),
            Field("marbles", say("Marbles of each player: o is the Start Ring, h1 to h5 home")),
            Field("sideways", say("Sideways cards")), Field("discards", say("Discards by rank")),
            Field("last", say("Last discards")), Field("due", say("Decision"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    return {**{str(seat): say(SEAT_NAMES[seat]) for seat in range(seats)}, NOTHING: say("Take out")}


def places_of(view: Any, box: Any) -> list[str]:
    homes = [f"home-{seat}-{place}" for seat in range(view.seats) for place in range(1, LANE + 1)]
    return [*(f"sp-{space}" for space in range(box.length)), *homes]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A marble from its Start Ring on a space or into a Home Slot; whatever lay there goes back to its own."""
    marbles = [seat.split(",") for seat in words["marbles"].split("/")]
    if place.startswith("home-"):
        _, owner, number = place.split("-")
        where, seats = f"h{number}", [int(owner)]
    else:
        where, seats = place.removeprefix("sp-"), list(range(len(marbles)))
    for seat in seats:
        marbles[seat] = [RING if one == where else one for one in marbles[seat]]
    seat = seats[0] if place.startswith("home-") and piece != NOTHING else -1 if piece == NOTHING else int(piece)
    if seat >= 0 and RING in marbles[seat]:
        marbles[seat][marbles[seat].index(RING)] = where
    return {**words, "marbles": "/".join(",".join(one) for one in marbles)}
