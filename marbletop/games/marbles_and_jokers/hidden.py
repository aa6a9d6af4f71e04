"""What a seat knows: whose hands it sees, deals that agree with its view and with earlier discards, the view as numbers."""

from ...core.chance import lucky_bits, pick, pick_from
from ...core.kernel import rule, small
from ...core.planes import Plane
from .state import ALL_RANKS, HANDS_OF_TEAM, HANDS_OPEN, LANE, LONGEST, MARBLES, RANKS, RING, SEATS

ATTEMPTS = 2000                             # deals tried before one is taken that is not quite evenly drawn


@rule
def sees(state, box, seat, owner):
    """Whether a seat (-1: a spectator) sees another seat's hand, by the option `open_hands` [MJ-61]."""
    if box.open_hands == HANDS_OF_TEAM:
        return seat >= 0 and box.team[seat] == box.team[owner]
    return box.open_hands == HANDS_OPEN


@rule
def redeal(state, box, seat, luck):
    """Deal the cards that this seat has not seen to the hands that it does not see, and leave the rest in the pile. All
    deals are equally likely in which every hand has at least as many cards outside its absent ranks as its plain discard
    has proven [MJ-61]."""
    hidden, bound = 0, 0
    for other in range(state.seats):
        if other != seat and not sees(state, box, seat, other):
            hidden |= 1 << other
            if state.proven[other]:
                bound |= 1 << other
    gather_unseen(state, box, hidden)
    if bound:
        for _ in range(ATTEMPTS):
            if deal_bound_hands(state, luck, bound):
                break
            gather_unseen(state, box, hidden)
    for other in range(state.seats):
        if (hidden & ~bound) >> other & 1:
            for _ in range(state.hand_size[other]):
                state.hand[other][pick_from(luck, state.pile)] += 1


@rule
def gather_unseen(state, box, hidden):
    """Put all cards into the pile that are neither discarded nor in a hand that the seat sees."""
    for rank in range(RANKS):
        left = box.deck[rank] - state.discards[rank]
        for other in range(state.seats):
            if hidden >> other & 1:
                state.hand[other][rank] = 0
            else:
                left -= state.hand[other][rank]
        state.pile[rank] = left


@rule
def deal_bound_hands(state, luck, bound):
    """Deal the hands about which something is proven, those with the fewest fitting cards first. Returns whether to keep
    them.

    Each hand is drawn evenly among those that the cards left for it allow. A deal whose earlier hands leave little for the
    later ones would come too often, so it is kept only in proportion to what it leaves."""
    dealt, kept = 0, 1.0
    while dealt != bound:
        other = scarcest_hand(state, bound, dealt)
        size, proven = state.hand_size[other] + 0, state.proven[other] + 0
        fitting = ALL_RANKS & ~state.absent[other]
        total = cards_in_pile(state, ALL_RANKS)
        now, first = cards_in_pile(state, fitting), fitting_cards(state, other, dealt)
        possible = hand_count(now, total - now, size, proven)
        if possible == 0.0:                                             # the earlier hands have taken too many
            kept, proven = 0.0, 0
            possible = hand_count(now, total - now, size, 0)
        kept *= possible / hand_count(min(first, total), total - min(first, total), size, proven)
        share = random_share(luck) * possible
        chosen = proven
        while chosen < size:
            share -= combinations(now, chosen) * combinations(total - now, size - chosen)
            if share < 0.0:
                break
            chosen += 1
        chosen = min(chosen, now)
        deal_from(state, luck, other, fitting, chosen)
        deal_from(state, luck, other, ALL_RANKS & ~fitting, size - chosen)
        dealt |= 1 << other
    return random_share(luck) < kept


@rule
def scarcest_hand(state, bound, dealt):
    """The seat, among those without a hand so far, for which there were the fewest fitting cards."""
    best, fewest = -1, 1000
    for other in range(state.seats):
        if (bound & ~dealt) >> other & 1:
            cards = fitting_cards(state, other, dealt)
            if cards < fewest:
                best, fewest = other, cards
    return best


@rule
def fitting_cards(state, seat, dealt):
    """Cards outside a seat's absent ranks before the bound hands were dealt."""
    fitting = ALL_RANKS & ~state.absent[seat]
    cards = cards_in_pile(state, fitting)
    for other in range(state.seats):
        if dealt >> other & 1:
            cards += cards_in_hand(state, other, fitting)
    return cards


@small
def cards_in_pile(state, ranks):
    """How many cards of the pile have one of the ranks, given as bits."""
    cards = 0
    for rank in range(RANKS):
        cards += state.pile[rank] if ranks >> rank & 1 else 0
    return cards


@small
def cards_in_hand(state, seat, ranks):
    """The same for a seat's hand. (One function for both would be compiled twice: a hand is a row of an array.)"""
    cards = 0
    for rank in range(RANKS):
        cards += state.hand[seat][rank] if ranks >> rank & 1 else 0
    return cards


@rule
def combinations(n, k):
    """How many ways there are to take k of n things."""
    ways = 1.0
    for i in range(k):
        ways = ways * (n - i) / (i + 1)
    return ways


@rule
def hand_count(fitting, others, size, least):
    """How many hands of this size have at least `least` of the fitting cards."""
    ways = 0.0
    for chosen in range(least, size + 1):
        ways += combinations(fitting, chosen) * combinations(others, size - chosen)
    return ways


@small
def random_share(luck):
    """A random number from 0 up to, but not including, 1."""
    return (lucky_bits(luck) + lucky_bits(luck) / 4294967296.0) / 4294967296.0


@rule
def deal_from(state, luck, seat, ranks, count):
    """Deal so many cards of the given ranks from the pile to a seat."""
    left = cards_in_pile(state, ranks)
    for _ in range(count):
        k = pick(luck, left)
        left -= 1
        for rank in range(RANKS):
            if ranks >> rank & 1:
                if k < state.pile[rank]:
                    state.pile[rank] -= 1
                    state.hand[seat][rank] += 1
                    break
                k -= state.pile[rank]


PHASES = 5                                  # CARD ... TARGET
MOST_CARDS, MOST_OF_RANK, MOST_SIDEWAYS, MOST_STEPS, PERCENT = 7, 16, 9, 13, 100
PLANES = (
    Plane("track", (SEATS, LONGEST), "spaces with a marble of this colour, from the own Start Position on", by_seat=True),
    Plane("Start Ring", (SEATS,), "marbles in it", MARBLES, by_seat=True),
    Plane("Home Slot", (SEATS, LANE), "places taken", by_seat=True),
    Plane("hands", (SEATS, RANKS), "cards of each rank in a hand that is seen", MOST_CARDS, by_seat=True),
    Plane("hand sizes", (SEATS,), "cards in hand", MOST_CARDS, by_seat=True),
    Plane("discards", (RANKS,), "cards of each rank in the discard pile", MOST_OF_RANK),
    Plane("pile", (1,), "cards left to draw, in hundredths of the deck", PERCENT),
    Plane("absent ranks", (SEATS, RANKS), "ranks that a plain discard has shown to be absent", by_seat=True),
    Plane("proven cards", (SEATS,), "cards of the hand that are from that time", MOST_CARDS, by_seat=True),
    Plane("sideways cards", (SEATS,), "sideways discards in a row", MOST_SIDEWAYS, by_seat=True),
    Plane("team", (SEATS,), "seats of the own team", by_seat=True),
    Plane("decides", (SEATS,), "who decides", by_seat=True),
    Plane("phase", (PHASES,), "the kind of decision"),
    Plane("card", (RANKS,), "the card being played"),
    Plane("first marble", (SEATS, MARBLES), "the marble of the first part, or which a Joker moves", by_seat=True),
    Plane("steps left", (2,), "steps of the second part: forward, backward", MOST_STEPS),
    Plane("waiting marble", (SEATS, MARBLES), "the marble that may turn in or go past", by_seat=True),
    Plane("its steps", (1,), "the steps of that marble", MOST_STEPS),
    Plane("turns", (1,), "turns that have ended, in hundredths of those allowed", PERCENT),
)
RINGS_AT = SEATS * LONGEST                  # where the planes begin
LANES_AT = RINGS_AT + SEATS
HANDS_AT = LANES_AT + SEATS * LANE
SIZES_AT = HANDS_AT + SEATS * RANKS
DISCARDS_AT = SIZES_AT + SEATS
ABSENT_AT = DISCARDS_AT + RANKS + 1
PROVEN_AT = ABSENT_AT + SEATS * RANKS
SIDEWAYS_AT = PROVEN_AT + SEATS
TEAM_AT = SIDEWAYS_AT + SEATS
PLAYER_AT = TEAM_AT + SEATS
PHASE_AT = PLAYER_AT + SEATS
CARD_AT = PHASE_AT + PHASES
FIRST_AT = CARD_AT + RANKS
REST_AT = FIRST_AT + SEATS * MARBLES
WAITING_AT = REST_AT + 2
STEPS_AT = WAITING_AT + SEATS * MARBLES


@rule
def observe(state, box, seat, out):
    """Write all that the seat knows. Seats are counted clockwise from it, and spaces from its Start Position."""
    for i in range(len(out)):
        out[i] = 0
    for distance in range(state.seats):
        other = (seat + distance) % state.seats
        write_marbles(state, box, seat, other, distance, out)
        write_cards(state, box, seat, other, distance, out)
        out[TEAM_AT + distance] = 1 if box.team[other] == box.team[seat] else 0
        out[PLAYER_AT + distance] = 1 if other == state.player else 0
    write_discards(state, box, out)
    write_decision(state, box, out)


@small
def write_marbles(state, box, seat, other, distance, out):
    """Where another seat's marbles are, and which of them the present card is moving."""
    begin = box.space[seat][box.start]
    for m in range(MARBLES):
        place = state.place[other][m]
        if place == RING:
            out[RINGS_AT + distance] += 1
        elif place > box.length:
            out[LANES_AT + LANE * distance + place - box.length - 1] = 1
        else:
            out[LONGEST * distance + (box.space[other][place] - begin) % box.length] = 1
        if state.first == 8 * other + m:
            out[FIRST_AT + MARBLES * distance + m] = 1
        if state.waiting == 8 * other + m:
            out[WAITING_AT + MARBLES * distance + m] = 1


@rule
def write_cards(state, box, seat, other, distance, out):
    """What is known of another seat's hand."""
    if other == seat or sees(state, box, seat, other):
        for rank in range(RANKS):
            out[HANDS_AT + RANKS * distance + rank] = state.hand[other][rank]
    for rank in range(RANKS):
        out[ABSENT_AT + RANKS * distance + rank] = state.absent[other] >> rank & 1
    out[SIZES_AT + distance] = state.hand_size[other]
    out[PROVEN_AT + distance] = state.proven[other]
    out[SIDEWAYS_AT + distance] = min(state.sideways[other], MOST_SIDEWAYS)


@small
def write_discards(state, box, out):
    """Discards by rank, and the pile as a share of the deck."""
    deck = 0
    for rank in range(RANKS):
        deck += box.deck[rank]
    for rank in range(RANKS):
        out[DISCARDS_AT + rank] = min(state.discards[rank], MOST_OF_RANK)
    out[DISCARDS_AT + RANKS] = PERCENT * state.pile_size // deck


@small
def write_decision(state, box, out):
    """The phase, the card being played, what is left of it, and the turn."""
    out[PHASE_AT + state.phase] = 1
    if state.rank >= 0:
        out[CARD_AT + state.rank] = 1
    out[REST_AT] = min(max(state.rest, 0), MOST_STEPS)
    out[REST_AT + 1] = min(max(-state.rest, 0), MOST_STEPS)
    out[STEPS_AT] = min(state.steps, MOST_STEPS)
    out[STEPS_AT + 1] = min(PERCENT * state.turn // box.cap, PERCENT)
