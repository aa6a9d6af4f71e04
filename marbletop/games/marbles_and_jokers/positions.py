"""A position as one line of eight words, written and read back.

The words are: marbles by seat (`o` Start Ring, a space, `h1` to `h5`), hands, discards by rank, last discards, sideways
cards, evidence (`AJQK:5`: five cards are from a time without these ranks), clock (player, dealer, turn, step), and the
decision to make (`card`, `move:7`, `split:7:p0c:3`, `target:Joker:p0c`, `turn:7:-:p0c:4:0`, `won:0`, `drawn`).

A short text names only what matters: `p0=20,30 p1=24 hand=7,2,4,10,6,3` is the turn of p0, who has just drawn a card. All
other marbles are in their Start Rings, the others hold what comes first in the deck, and `player=1` and `sideways=2` say whose
turn it is and how many cards lie sideways before that seat.
"""

import re
from collections.abc import Sequence
from typing import Any

from ...core.errors import BadNotation
from .names import LABELS
from .state import CARD, MARBLES, MOVE, RANK_NAMES, RANKS, RING, SPLIT, STATE, TARGET, TURN

SIGNS = "A23456789TJQK*"                    # one sign for each rank in positions: T is 10, * the Joker


def marble_text(box: Any, seat: int, place: int) -> str:
    """Where a marble is: o, a space, or h1 to h5."""
    if place == RING:
        return "o"
    return f"h{place - box.length}" if place > box.length else str(box.space[seat][place])


def marble_label(number: int) -> str:
    """A marble by its number: p2c, or `-` for none."""
    return "-" if number < 0 else f"p{number >> 3}{LABELS[number & 7]}"


def cards_text(counts: Sequence[int]) -> str:
    """Cards by rank, one sign each; `-` for none."""
    return "".join(SIGNS[rank] * counts[rank] for rank in range(RANKS)) or "-"


def due_text(state: Any) -> str:
    """The decision to make, or how the game ended."""
    rank = RANK_NAMES[state.rank] if state.rank >= 0 else ""
    if state.over:
        return f"won:{state.winner}" if state.winner >= 0 else "drawn"
    return {CARD: "card", MOVE: f"move:{rank}", SPLIT: f"split:{rank}:{marble_label(state.first)}:{state.rest}",
            TARGET: f"target:{rank}:{marble_label(state.first)}",
            TURN: f"turn:{rank}:{marble_label(state.first)}:{marble_label(state.waiting)}:{state.steps}:{state.rest}",
            }[state.phase]


def write_position(state: Any, box: Any) -> str:
    """A whole position as one line."""
    seats = range(state.seats)
    evidence = ("-" if not state.proven[seat] else
                "".join(SIGNS[rank] for rank in range(RANKS) if state.absent[seat] >> rank & 1) + f":{state.proven[seat]}"
                for seat in seats)
    return " ".join((
        "/".join(",".join(marble_text(box, seat, place) for place in state.place[seat]) for seat in seats),
        "/".join(cards_text(state.hand[seat]) for seat in seats),
        ",".join(map(str, state.discards)),
        "".join(("-" + SIGNS)[state.last_discard[seat]] for seat in seats),
        ",".join(str(state.sideways[seat]) for seat in seats),
        "/".join(evidence),
        f"p{state.player},{state.dealer},{state.turn},{state.step}",
        due_text(state)))


class Reader:
    """Reads one position. An error says what would be right."""

    def __init__(self, text: str, box: Any) -> None:
        self.text, self.box = text, box
        self.seats = sum(size > 0 for size in box.team_size)
        self.state = STATE.blank()

    def error(self, what: str, right: str) -> BadNotation:
        return BadNotation(f"{self.text!r} is no position of this table: {what}; right would be {right}.")

    def whole_number(self, text: str, low: int, high: int, what: str) -> int:
        if not re.fullmatch(r"-?\d+", text) or not low <= int(text) <= high:
            raise self.error(f"{what} {text!r}", f"a whole number from {low} to {high}")
        return int(text)

    def split(self, text: str, sign: str, count: int, what: str) -> list[str]:
        parts = text.split(sign)
        if len(parts) != count:
            raise self.error(f"{len(parts)} {what}", f"{count}, divided by {sign!r}")
        return parts

    def ranks(self, text: str, what: str) -> list[int]:
        if text != "-" and set(text) - set(SIGNS):
            raise self.error(f"{what} {text!r}", f"signs of {SIGNS} or -")
        return [] if text == "-" else [SIGNS.index(sign) for sign in text]

    def rank(self, text: str) -> int:
        if text not in RANK_NAMES:
            raise self.error(f"card {text!r}", ", ".join(RANK_NAMES))
        return RANK_NAMES.index(text)

    def marble(self, text: str) -> int:
        if text == "-":
            return -1
        if not re.fullmatch(r"p[0-7][a-e]", text) or int(text[1]) >= self.seats:
            raise self.error(f"marble {text!r}", f"p0a to p{self.seats - 1}e or -")
        return 8 * int(text[1]) + LABELS.index(text[2])

    def read(self) -> Any:
        words = self.text.split()
        if len(words) != 8:
            raise self.error(f"{len(words)} words",
                             "eight: marbles, hands, discards, last discards, sideways, evidence, clock, due")
        state, box = self.state, self.box
        state.seats, state.viewer = self.seats, -2
        state.side[:self.seats] = box.team[:self.seats]
        state.winner = state.rank = state.first = state.waiting = -1
        self.read_marbles(words[0])
        self.read_cards(words[1], words[2])
        last = words[3]
        if len(last) != self.seats or set(last) - set("-" + SIGNS):
            raise self.error(f"last discards {last!r}", f"{self.seats} signs of {SIGNS} or -")
        state.last_discard[:self.seats] = [("-" + SIGNS).index(sign) for sign in last]
        state.sideways[:self.seats] = [self.whole_number(count, 0, 9, "sideways count")
                                       for count in self.split(words[4], ",", self.seats, "sideways counts")]
        self.read_evidence(words[5])
        player, *numbers = self.split(words[6], ",", 4, "numbers of the clock")
        if not player.startswith("p"):
            raise self.error(f"player {player!r}", "p and the seat")
        state.player = self.whole_number(player[1:], 0, self.seats - 1, "player")
        state.dealer = self.whole_number(numbers[0], 0, self.seats - 1, "dealer")
        state.turn = self.whole_number(numbers[1], 0, box.cap, "turn")
        state.step = self.whole_number(numbers[2], 0, 10**9, "step")
        self.read_due(words[7].split(":"))
        return state

    def read_marbles(self, text: str) -> None:
        state, box = self.state, self.box
        for seat, marbles in enumerate(self.split(text, "/", self.seats, "seats of marbles")):
            for m, where in enumerate(self.split(marbles, ",", MARBLES, "marbles")):
                if where == "o":
                    continue
                if where.startswith("h"):
                    place = box.length + self.whole_number(where[1:], 1, 5, "place in the Home Slot")
                    state.home[seat] += 1
                else:
                    space = self.whole_number(where, 0, box.length - 1, "space")
                    place = box.place[seat][space]
                    if state.track[space]:
                        raise self.error(f"two marbles on space {space}", "one marble on each")
                    state.track[space] = 8 * seat + m + 1
                if place in state.place[seat]:
                    raise self.error(f"two marbles on {where}", "one marble on each")
                state.place[seat][m] = place

    def read_cards(self, hands: str, discards: str) -> None:
        state = self.state
        for seat, hand in enumerate(self.split(hands, "/", self.seats, "hands")):
            for rank in self.ranks(hand, "hand"):
                state.hand[seat][rank] += 1
            state.hand_size[seat] = sum(state.hand[seat])
        state.discards = [self.whole_number(count, 0, 127, "discards")
                          for count in self.split(discards, ",", RANKS, "discards")]
        for rank in range(RANKS):
            left = self.box.deck[rank] - state.discards[rank] - sum(hand[rank] for hand in state.hand)
            if left < 0:
                raise self.error(f"too many cards of rank {RANK_NAMES[rank]}", f"{self.box.deck[rank]} at most")
            state.pile[rank] = left
        state.pile_size = sum(state.pile)

    def read_evidence(self, text: str) -> None:
        for seat, proof in enumerate(self.split(text, "/", self.seats, "seats of evidence")):
            if proof != "-":
                absent, count = self.split(proof, ":", 2, "halves of evidence")
                self.state.absent[seat] = sum(1 << rank for rank in set(self.ranks(absent or "-", "evidence")))
                self.state.proven[seat] = self.whole_number(count, 1, self.state.hand_size[seat], "proven cards")

    def read_due(self, words: list[str]) -> None:
        state, what, known = self.state, words[0], {
            "card": (CARD, 1), "move": (MOVE, 2), "split": (SPLIT, 4), "target": (TARGET, 3), "turn": (TURN, 6)}
        if what in ("won", "drawn") and len(words) == (2 if what == "won" else 1):
            state.over = 1
            if what == "won":
                state.winner = self.whole_number(words[1], 0, max(self.box.team), "team")
            return
        if what not in known or len(words) != known[what][1]:
            raise self.error(f"{':'.join(words)!r}", "card, move:RANK, split:RANK:MARBLE:REST, target:RANK:MARBLE, "
                             "turn:RANK:MARBLE:MARBLE:STEPS:REST, won:TEAM or drawn")
        state.phase = known[what][0]
        if len(words) > 1:
            state.rank = self.rank(words[1])
        if len(words) > 2:
            state.first = self.marble(words[2])
        if what == "split":
            state.rest = self.whole_number(words[3], -8, 8, "rest")
        if what == "turn":
            state.waiting = self.marble(words[3])
            state.steps = self.whole_number(words[4], 1, 13, "steps")
            state.rest = self.whole_number(words[5], -8, 8, "rest")


def read_position(text: str, box: Any) -> Any:
    """The state that a line describes, or BadNotation."""
    short = "=" in text.partition(" ")[0]
    return Reader(write_in_full(text, box) if short else text, box).read()


def write_in_full(text: str, box: Any) -> str:
    """The eight words for a short text."""
    reader, given = Reader(text, box), dict(word.partition("=")[::2] for word in text.split())
    seats = range(reader.seats)
    known = {"hand", "player", "sideways", *(f"p{seat}" for seat in seats)}
    if set(given) - known or "hand" not in given:
        raise reader.error("a short text", f"hand=7,2,4 and words of {', '.join(sorted(known))}")
    player = reader.whole_number(given.get("player", "0"), 0, reader.seats - 1, "player")
    marbles = [list(filter(None, given.get(f"p{seat}", "").split(","))) for seat in seats]
    hands = deal_others(box, reader.seats, player, [reader.rank(card) for card in given["hand"].split(",")])
    sideways = ["0"] * reader.seats
    sideways[player] = given.get("sideways", "0")
    return " ".join((
        "/".join(",".join(found + ["o"] * (MARBLES - len(found))) for found in marbles),
        "/".join(cards_text(hand) for hand in hands), ",".join("0" * RANKS), "-" * reader.seats, ",".join(sideways),
        "/".join("-" * reader.seats), f"p{player},{(player - 1) % reader.seats},0,0", "card"))


def deal_others(box: Any, seats: int, player: int, hand: list[int]) -> list[list[int]]:
    """The hands by rank: the player's as given, and the others' from the beginning of the deck."""
    left = list(box.deck)
    hands = [[0] * RANKS for _ in range(seats)]
    hands[player] = [hand.count(rank) for rank in range(RANKS)]
    left = [max(0, left[rank] - hands[player][rank]) for rank in range(RANKS)]
    for seat in range(seats):
        for _ in range(box.hand if seat != player else 0):
            rank = next(rank for rank in range(RANKS) if left[rank])
            left[rank] -= 1
            hands[seat][rank] += 1
    return hands
