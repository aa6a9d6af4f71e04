"""How positions are edited; core/editing.py explains it."""

from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import say
from .names import SEAT_NAMES, card_name
from .positions import SIGNS
from .state import LANE

NAMES = ("marbles", "hands", "discards", "last", "sideways", "evidence", "clock", "due")
RING = "o"
CARD = "card "                              # what the names of pieces that are cards begin with


def words_of(text: str, box: Any) -> dict[str, str]:
    words = dict(zip(NAMES, text.split()))
    player, _, clock = words["clock"].partition(",")
    return {**words, "clock": clock, "player": player}


def text_of(words: dict[str, str]) -> str:
    words = {**words, "clock": f"{words['player']},{words['clock']}", "hands": hands_for(words)}
    return " ".join(words[name] for name in NAMES)


def hands_for(words: dict[str, str]) -> str:
    """The hands; the card that was drawn goes with the turn, if somebody else is to move now."""
    hands, player = words["hands"].split("/"), words["player"].removeprefix("p")
    longest = max(range(len(hands)), key=lambda seat: len(hands[seat]))
    if player.isdigit() and int(player) < len(hands) and len(hands[longest]) == len(hands[int(player)]) + 1:
        hands[int(player)] = in_order(hands[int(player)] + hands[longest][-1])
        hands[longest] = hands[longest][:-1]
    return "/".join(hands)


def in_order(cards: str) -> str:
    """Cards of a hand, the lowest first; signs that are none are left where they are written."""
    return "".join(sorted(cards, key=SIGNS.index)) if set(cards) <= set(SIGNS) else cards


def fields_of(box: Any, seats: int) -> list[Field]:
    players = [f"p{seat}" for seat in range(seats)]
    return [Field("player", say("To move"), seat_choices([say(name) for name in SEAT_NAMES[:seats]], players)),
            Field("hands", say("Hands, a sign for each card (T is 10, * a Joker)")),
            Field("marbles", say("Marbles of each player: o is the start ring, h1 to h5 home")),
            Field("sideways", say("Discards in a row")), Field("discards", say("Discards by rank")),
            Field("last", say("Last discards")), Field("due", say("Decision"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    marbles = {str(seat): say("{who}: marble", who=say(SEAT_NAMES[seat])) for seat in range(seats)}
    cards = {CARD + sign: say("Card: {card}", card=card_name(rank)) for rank, sign in enumerate(SIGNS)}
    return {**marbles, NOTHING: say("Take out"), **cards}


def places_of(view: Any, box: Any) -> list[str]:
    homes = [f"home-{seat}-{place}" for seat in range(view.seats) for place in range(1, LANE + 1)]
    hands = [f"hand-{seat}-{rank}" for seat in range(view.seats) for rank, many in enumerate(view.hand[seat]) if many]
    return [*(f"sp-{space}" for space in range(box.length)), *homes, *hands]


def open_hands(view: Any, state: Any) -> None:
    """Show the cards of all seats: who sets up a position knows them."""
    view.hand = state.hand


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A marble from its start ring on a space or into a home slot; whatever lay there goes back to its own. Or another card in
    the place of one in a hand."""
    if place.startswith("hand-") or piece.startswith(CARD):
        return put_card(words, place, piece)
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


def put_card(words: dict[str, str], place: str, piece: str) -> dict[str, str]:
    """A card of a hand exchanged for the piece, or, if that is no card, for the next one in the order of ranks."""
    if not place.startswith("hand-"):
        return words
    seat, rank = map(int, place.split("-")[1:])
    old = SIGNS[rank]
    new = piece.removeprefix(CARD) if piece.startswith(CARD) else SIGNS[(SIGNS.index(old) + 1) % len(SIGNS)]
    hands = words["hands"].split("/")
    hands[seat] = in_order(hands[seat].replace(old, new, 1))
    return {**words, "hands": "/".join(hands)}
