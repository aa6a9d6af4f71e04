"""Actions, turns, positions and notes as text.

Seats are p0, p1, ...; a seat's marbles are a to e. An action is short, because the phase says the rest: `7` plays a 7,
`discard 7` lays it down unplayed; `c 4` moves the own marble c by 4 and `p2 c -5` that of seat 2 back by 5; `start` takes
a marble out of the Start Ring; a Joker's marble is `c` or `start` and its target `p2 17`, the marble of seat 2 on
space 17; `in` and `past` answer whether to turn into the Home Slot. A whole turn is `7: c 4 + e 3`, `K: start`,
`Joker start > p2 17`.

A position is one line of eight words: marbles by seat (`o` Start Ring, a space, `h1` to `h5`), hands, discards by rank,
last discards, sideways cards, evidence (`AJQK:5` five cards are from a time without these ranks), clock (player,
dealer, turn, step), and what is due (`card`, `move:7`, `split:7:p0c:3`, `target:Joker:p0c`, `turn:7:-:p0c:4:0`, `won:0`,
`drawn`).
"""

import re

from ...core.errors import BadNotation
from ...words import join_and, plural, say
from .state import (
    ADVANCED,
    BACKWARD,
    BOPPED,
    BUMPED,
    CAPPED,
    CARD,
    COMPLETED,
    DISCARD,
    DISCARDED,
    DREW,
    ENTERED,
    FORWARD,
    IN_LANE,
    IN_RING,
    JOKER,
    JUMP,
    JUMPED,
    LAID_SIDEWAYS,
    LEFT_RING,
    MARBLES,
    MOVE,
    PLAYED,
    RANK_NAMES,
    RANKS,
    REFS,
    RESHUFFLED,
    RETREATED,
    RING,
    SPLIT,
    STATE,
    TARGET,
    TURN,
    TURN_IN,
    WHOLE,
    WON,
)

LABELS = "abcde"
SIGNS = "A23456789TJQK*"                    # one sign for each rank in positions: T is 10, * the Joker


# Actions


def ref_of(state, action):
    """Seat distance in the team and label of the marble that an action moves, or None."""
    if WHOLE <= action < JUMP:
        number = action - WHOLE if action < FORWARD else action - FORWARD if action < BACKWARD else action - BACKWARD
        return number % REFS // MARBLES, number % MARBLES
    return None


def steps_of(state, box, action):
    """Steps that an action makes, negative backward; 0 for an exit or a Joker."""
    if action >= FORWARD:
        part = (action - (FORWARD if action < BACKWARD else BACKWARD)) // REFS + 1
        return part if action < BACKWARD else -part
    if state.phase == SPLIT:
        return state.rest
    return 0 if state.rank < 0 else box.forward[state.rank] - box.backward[state.rank]


def target_of(state, action):
    """Seat and label of a Joker's target."""
    distance, m = divmod(action - JUMP, MARBLES)
    return (state.player + 1 + distance) % state.seats, m


def write_action(state, box, action):
    """An action as text, the same for the state and for the player's view."""
    if action < DISCARD:
        return RANK_NAMES[action]
    if action < WHOLE:
        return f"discard {RANK_NAMES[action - DISCARD]}"
    if action >= TURN_IN:
        return "in" if action == TURN_IN else "past"
    if action >= JUMP:
        owner, m = target_of(state, action)
        place = state.place[owner][m]
        where = spot_text(box.space[owner][place] if RING < place <= box.length else IN_RING)
        return f"p{owner} {where if RING < place <= box.length else LABELS[m]}"
    t, m = ref_of(state, action)
    seat = box.mates[state.player][t]
    if seat < 0:
        return f"action {action}"           # no such team mate at this table
    mine = "" if t == 0 else f"p{seat} "
    if state.place[seat][m] == RING:
        return f"{mine}start" if action < FORWARD and m == state.place[seat].index(RING) else f"{mine}{LABELS[m]} from the ring"
    steps = steps_of(state, box, action)
    return f"{mine}{LABELS[m]} {steps}" if steps else f"{mine}{LABELS[m]}"


def read_action(state, box, text):
    """Other ways to write an action that are understood: `play 7`, `jack`, `throw 7`, `c +4`, `p0 c 4`, `c back 5`,
    `out`, `exit`, `turn in`, `go past`. None for anything else."""
    words = text.lower().replace("+", " ").replace(":", " ").replace("back ", "-").replace("forward ", "")
    words = words.replace("->", ">").replace("turn in", "in").replace("go past", "past").strip()
    words = " ".join(words.split()).removeprefix("play ").removeprefix("> ").removeprefix(f"p{state.player} ")
    if words.startswith(("throw ", "lay ")):
        words = "discard " + words.split(" ", 1)[1]
    for name, rank in (("ace", "a"), ("jack", "j"), ("queen", "q"), ("king", "k"), ("out", "start"), ("exit", "start")):
        words = re.sub(rf"\b{name}\b", rank, words)
    from .rules import legal
    actions = [0] * 256
    for action in actions[:legal(state, box, actions)]:
        if " ".join(write_action(state, box, action).lower().split()) == words:
            return action
    return None


def write_turn(texts):
    """A whole turn from the texts of its actions: '7: c 4 + e 3'."""
    card, *moves = texts
    if not moves:
        return card
    if card == RANK_NAMES[JOKER]:
        return f"{card} {' > '.join(moves)}"
    joined = " + ".join(move for move in moves if move not in ("in", "past"))
    turned = [move for move in moves if move in ("in", "past")]
    return f"{card}: {joined}" + (f" ({', '.join(turned)})" if turned else "")


# Positions


def marble_text(box, seat, place):
    if place == RING:
        return "o"
    return f"h{place - box.length}" if place > box.length else str(box.space[seat][place])


def number_text(number):
    """A marble's number as in p2c; `-` none."""
    return "-" if number < 0 else f"p{number >> 3}{LABELS[number & 7]}"


def cards_text(counts):
    return "".join(SIGNS[rank] * counts[rank] for rank in range(RANKS)) or "-"


def due_text(state):
    rank = RANK_NAMES[state.rank] if state.rank >= 0 else ""
    if state.over:
        return f"won:{state.winner}" if state.winner >= 0 else "drawn"
    return {CARD: "card", MOVE: f"move:{rank}", SPLIT: f"split:{rank}:{number_text(state.first)}:{state.rest}",
            TARGET: f"target:{rank}:{number_text(state.first)}",
            TURN: f"turn:{rank}:{number_text(state.first)}:{number_text(state.waiting)}:{state.steps}:{state.rest}",
            }[state.phase]


def write_position(state, box):
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
    """Reads one position; every mistake is told with what would be right."""

    def __init__(self, text, box):
        self.text, self.box = text, box
        self.seats = sum(size > 0 for size in box.team_size)
        self.state = STATE.blank()

    def wrong(self, what, right):
        return BadNotation(f"{self.text!r} is no position of this table: {what}; right would be {right}.")

    def whole_number(self, text, low, high, what):
        if not re.fullmatch(r"-?\d+", text) or not low <= int(text) <= high:
            raise self.wrong(f"{what} {text!r}", f"a whole number from {low} to {high}")
        return int(text)

    def split(self, text, sign, count, what):
        parts = text.split(sign)
        if len(parts) != count:
            raise self.wrong(f"{len(parts)} {what}", f"{count}, divided by {sign!r}")
        return parts

    def ranks(self, text, what):
        if text != "-" and set(text) - set(SIGNS):
            raise self.wrong(f"{what} {text!r}", f"signs of {SIGNS} or -")
        return [] if text == "-" else [SIGNS.index(sign) for sign in text]

    def rank(self, text):
        if text not in RANK_NAMES:
            raise self.wrong(f"card {text!r}", ", ".join(RANK_NAMES))
        return RANK_NAMES.index(text)

    def marble(self, text):
        if text == "-":
            return -1
        if not re.fullmatch(r"p[0-7][a-e]", text) or int(text[1]) >= self.seats:
            raise self.wrong(f"marble {text!r}", f"p0a to p{self.seats - 1}e or -")
        return 8 * int(text[1]) + LABELS.index(text[2])

    def read(self):
        words = self.text.split()
        if len(words) != 8:
            raise self.wrong(f"{len(words)} words",
                             "eight: marbles, hands, discards, last discards, sideways, evidence, clock, due")
        state, box = self.state, self.box
        state.seats, state.viewer = self.seats, -2
        state.side[:self.seats] = box.team[:self.seats]
        state.winner = state.rank = state.first = state.waiting = -1
        self.read_marbles(words[0])
        self.read_cards(words[1], words[2])
        last = words[3]
        if len(last) != self.seats or set(last) - set("-" + SIGNS):
            raise self.wrong(f"last discards {last!r}", f"{self.seats} signs of {SIGNS} or -")
        state.last_discard[:self.seats] = [("-" + SIGNS).index(sign) for sign in last]
        state.sideways[:self.seats] = [self.whole_number(count, 0, 9, "sideways count")
                                       for count in self.split(words[4], ",", self.seats, "sideways counts")]
        self.read_evidence(words[5])
        player, *numbers = self.split(words[6], ",", 4, "numbers of the clock")
        if not player.startswith("p"):
            raise self.wrong(f"player {player!r}", "p and the seat")
        state.player = self.whole_number(player[1:], 0, self.seats - 1, "player")
        state.dealer = self.whole_number(numbers[0], 0, self.seats - 1, "dealer")
        state.turn = self.whole_number(numbers[1], 0, box.cap, "turn")
        state.step = self.whole_number(numbers[2], 0, 10**9, "step")
        self.read_due(words[7].split(":"))
        return state

    def read_marbles(self, text):
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
                        raise self.wrong(f"two marbles on space {space}", "one marble on each")
                    state.track[space] = 8 * seat + m + 1
                if place in state.place[seat]:
                    raise self.wrong(f"two marbles on {where}", "one marble on each")
                state.place[seat][m] = place

    def read_cards(self, hands, discards):
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
                raise self.wrong(f"too many cards of rank {RANK_NAMES[rank]}", f"{self.box.deck[rank]} at most")
            state.pile[rank] = left
        state.pile_size = sum(state.pile)

    def read_evidence(self, text):
        for seat, proof in enumerate(self.split(text, "/", self.seats, "seats of evidence")):
            if proof != "-":
                absent, count = self.split(proof, ":", 2, "halves of evidence")
                self.state.absent[seat] = sum(1 << rank for rank in set(self.ranks(absent or "-", "evidence")))
                self.state.proven[seat] = self.whole_number(count, 1, self.state.hand_size[seat], "proven cards")

    def read_due(self, words):
        state, what, known = self.state, words[0], {
            "card": (CARD, 1), "move": (MOVE, 2), "split": (SPLIT, 4), "target": (TARGET, 3), "turn": (TURN, 6)}
        if what in ("won", "drawn") and len(words) == (2 if what == "won" else 1):
            state.over = 1
            if what == "won":
                state.winner = self.whole_number(words[1], 0, max(self.box.team), "team")
            return
        if what not in known or len(words) != known[what][1]:
            raise self.wrong(f"{':'.join(words)!r}", "card, move:RANK, split:RANK:MARBLE:REST, target:RANK:MARBLE, "
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


def read_position(text, box):
    """The state that a line describes, or BadNotation."""
    return Reader(text, box).read()


# Diagram


def diagram(view, box):
    """The table as lines of text: each seat's Start Ring, field and Home Slot, then the cards."""
    lines = []
    for seat in range(view.seats):
        places = view.place[seat]
        field = [f"{LABELS[m]}{box.space[seat][place]}" for m, place in sorted(enumerate(places), key=lambda item: item[1])
                 if RING < place <= box.length]
        lane = "".join(LABELS[places.index(box.length + i)] if box.length + i in places else "." for i in range(1, 6))
        sign = ">" if seat == view.player and not view.over else " "
        team = "" if box.alone else f" team {'ABCDEFGH'[box.team[seat]]}"
        side = f"  sideways {view.sideways[seat]}" if view.sideways[seat] else ""
        cards = " ".join(RANK_NAMES[rank] for rank in range(RANKS) for _ in range(view.hand[seat][rank])) \
            or f"{view.hand_size[seat]} cards"
        lines.append(f"{sign}p{seat}{team}  ring {'o' * places.count(RING) or '-':5}  home [{lane}] at {box.home[seat]:<3}  "
                     f"field {' '.join(field) or '-':20}  {cards}{side}")
    lines.append(f"pile {view.pile_size}  discards {sum(view.discards)}  turn {view.turn + 1}  {due_text(view)}")
    return "\n".join(lines)


# Sentences


def spot_text(where):
    if where == IN_RING:
        return say("the Start Ring")
    return say("place {n} of the Home Slot", n=where - IN_LANE) if where > IN_LANE else str(where)


def sentence(note, box, names):
    """What a note says, in words; "" where another note of the same move says it better."""
    event, details = note.event, note.details
    if event == RESHUFFLED:
        return plural(details[0], "The discards are shuffled: a new pile of {n} card.",
                      "The discards are shuffled: a new pile of {n} cards.")
    if event == CAPPED:
        return say("The last turn has been played: the match is drawn.")
    if event == WON:
        winners = [names[seat] for seat in range(len(names)) if box.team[seat] == details[0]]
        if len(winners) == 1:
            return say("{who} wins: every marble is home.", who=winners[0])
        return say("{names} win: every marble is home.", names=join_and(winners))
    name = names[details[0]]
    if event == DREW:
        return say("{who} draws a card.", who=name)
    if event == COMPLETED:
        return say("{who}'s board is complete.", who=name)
    if event == PLAYED:
        return say("{who} plays {card}.", who=name, card=article(RANK_NAMES[details[1]]))
    if event == DISCARDED:
        card = article(RANK_NAMES[details[1]])
        return (say("{who} lays down {card} unplayed.", who=name, card=card) if box.may_discard
                else say("{who} lays down {card} because no card can act.", who=name, card=card))
    if event == LAID_SIDEWAYS:
        return say("{who} lays {card} sideways, {n} in a row.", who=name, card=article(RANK_NAMES[details[1]]), n=details[2])
    if event == ENTERED:
        return ""
    marble = marble_name(name, details[1])
    if event == LEFT_RING:
        return (say("{marble} leaves the Start Ring for free onto {space}.", marble=marble, space=details[3]) if details[4]
                else say("{marble} leaves the Start Ring onto {space}.", marble=marble, space=details[3]))
    if event == ADVANCED:
        if details[3] > IN_LANE:
            place = details[3] - IN_LANE
            return (say("{marble} moves up to place {n} of the Home Slot.", marble=marble, n=place) if details[2] > IN_LANE
                    else say("{marble} comes home to place {n} of the Home Slot.", marble=marble, n=place))
        return say("{marble} goes {n} forward from {here} to {there}.", marble=marble, n=details[4], here=details[2],
                   there=details[3])
    if event == RETREATED:
        return say("{marble} goes {n} back from {here} to {there}.", marble=marble, n=details[4], here=details[2],
                   there=details[3])
    if event == JUMPED:
        return say("{marble} jumps from {here} to {there}.", marble=marble, here=spot_text(details[2]), there=details[3])
    by = names[details[4]]
    if event == BOPPED:
        return say("{who} bops {marble} on {space} back to the Start Ring.", who=by, marble=marble, space=details[2])
    if event == BUMPED:
        if details[3] == IN_RING:
            return say("{who} bumps {marble} from {here} to its Start Ring.", who=by, marble=marble, here=details[2])
        return say("{who} bumps {marble} from {here} to its home space {there}.", who=by, marble=marble, here=details[2],
                   there=details[3])
    return ""


def marble_name(name, m):
    return say("{who}'s marble {label}", who=name, label=LABELS[m])


def article(rank):
    return say("an {card}", card=rank) if rank in ("A", "8") else say("a {card}", card=rank)
