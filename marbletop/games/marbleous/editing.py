"""How positions are edited; core/editing.py explains it."""

from collections import Counter
from typing import Any

from ...core.editing import NOTHING, Field, seat_choices
from ...words import capital, say
from .names import LETTERS, NAMES, SEAT_NAMES, card_text, card_words, colour_name, point_card_text
from .state import CARD_KINDS, COLOURS, COLUMNS, HEIGHT, MAIN, POOL, ROWS

COMPUTED = ("step", "stack", "blue", "orange")          # follow from the others
TOKEN = "token "                            # what the names of pieces that are bonus tokens begin with


def words_of(text: str, box: Any) -> dict[str, str]:
    given = dict(word.partition("=")[::2] for word in text.split())
    pool = {pool_field(slot): card for slot, card in enumerate(given.pop("pool", "").split(","))}
    return {**{name: value for name, value in given.items() if name not in COMPUTED}, **pool}


def text_of(words: dict[str, str]) -> str:
    fields = [pool_field(slot) for slot in range(POOL)]
    rest = {name: value for name, value in words.items() if name not in fields}
    return " ".join(f"{name}={value}" for name, value in {**rest, "pool": ",".join(words[name] for name in fields)}.items())


def pool_field(slot: int) -> str:
    return f"marble card {slot}"


def fields_of(box: Any, seats: int) -> list[Field]:
    cards = [(card_text(box, kind), card_words(box.pattern[kind])) for kind in range(CARD_KINDS) if box.cards[kind]]
    pool = [Field(pool_field(slot), say("Marble card {n}", n=slot + 1), (*cards, ("-", say("none")))) for slot in range(POOL)]
    return [Field("player", say("To move"), seat_choices([say(name) for name in SEAT_NAMES[:seats]], "0123"[:seats])),
            Field("turn", say("Turns played")), *pool,
            Field("tokens", say("Bonus tokens of each player: B blue, Y yellow, R red, P purple")),
            Field("trays", say("Trays, column by column, each from below")), Field("won", say("Point cards won"))]


def pieces_of(box: Any, seats: int) -> dict[str, str]:
    marbles = {LETTERS[colour]: capital(colour_name(colour)) for colour in range(COLOURS)}
    tokens = {TOKEN + LETTERS[colour]: say("Bonus token: {colour}", colour=colour_name(colour)) for colour in range(MAIN)}
    return {**marbles, NOTHING: say("Take out"), **tokens}


def places_of(view: Any, box: Any) -> list[str]:
    """The columns of the tray, the bonus tokens below it, and the point cards."""
    tokens = [f"tok-{view.player}-{NAMES[colour]}-0" for colour in range(MAIN) if view.tokens[view.player][colour]]
    return [*(f"col-{column}" for column in range(COLUMNS)), *tokens,
            *(f"pt-{colour}-{row}" for colour in range(MAIN) for row in range(ROWS))]


def put(words: dict[str, str], box: Any, place: str, piece: str, player: int) -> dict[str, str]:
    """A column of the player's tray with one more marble on top, or with one less; one more bonus token for the player, or one
    less; or another point card on the display."""
    if place.startswith("pt-"):
        _, colour, row = place.split("-")
        return put_point_card(words, box, int(colour), int(row))
    if place.startswith("tok-") or piece.startswith(TOKEN):
        return put_token(words, place, piece, player)
    trays, column = words["trays"].split(","), int(place.removeprefix("col-"))
    columns = trays[player].split("|")
    columns[column] = columns[column][:-1] if piece == NOTHING else (columns[column] + piece)[:HEIGHT]
    trays[player] = "|".join(columns)
    return {**words, "trays": ",".join(trays)}


def put_token(words: dict[str, str], place: str, piece: str, player: int) -> dict[str, str]:
    """The player's bonus tokens with one more, or without the one that is pressed."""
    tokens = words["tokens"].split(",")
    letters = tokens[player].replace("-", "")
    if piece.startswith(TOKEN):
        letters += piece.removeprefix(TOKEN)
    elif piece == NOTHING:
        letters = letters.replace(LETTERS[NAMES.index(place.split("-")[2])], "", 1)
    tokens[player] = letters or "-"
    return {**words, "tokens": ",".join(tokens)}


def put_point_card(words: dict[str, str], box: Any, colour: int, row: int) -> dict[str, str]:
    """The display with the next kind of point card in a space, of which the box has one left."""
    kinds = [(point_card_text(box, kind), total) for kind, total in enumerate((*box.blue, *box.orange)) if total]
    display = [column.split(".") for column in words["display"].split(",")]
    shown = Counter(card for column in display for card in column)
    free = [card for card, total in kinds if card == display[colour][row] or total > shown[card] + won_of(words, card)]
    before = free.index(display[colour][row]) if display[colour][row] in free else -1
    display[colour][row] = free[(before + 1) % len(free)]
    return {**words, "display": ",".join(".".join(column) for column in display)}


def won_of(words: dict[str, str], card: str) -> int:
    """How many point cards of a kind the players have won."""
    parts = [part.partition("x") for won in words.get("won", "").split(",") for part in won.split(".")]
    return sum(int(many) for kind, _, many in parts if kind == card and many.isdigit())
