"""Positions as the worked examples write them, and all ways to play a card from there."""

from marbletop.games.marbles_and_jokers import GAME
from marbletop.games.marbles_and_jokers.state import CARD, RANK_NAMES, RANKS, RING

COMPLETE = "h1 h2 h3 h4 h5"


def box_for(seats=4, components=None, **options):
    return GAME.make_box(GAME.read_options(options), seats, components)


def rank_of(card):
    return RANK_NAMES.index(card)


def cards(text):
    """Counts by rank of '2 3 5 Joker'."""
    counts = [0] * RANKS
    for card in text.split():
        counts[rank_of(card)] += 1
    return counts


def position(text="", hand="", seats=4, player=0, sideways=0, components=None, **options):
    """A whole position and its box: 'p0: 20 h3; p1: 8' with this hand; the others hold what comes next in the deck."""
    box = box_for(seats, components, **options)
    state = GAME.blank(seats, GAME.read_options(options), [1, 2])
    GAME.setup(state, box)
    state.player = player
    for part in filter(None, (part.strip() for part in text.split(";"))):
        who, places = part.split(":")
        seat = int(who[1:])
        for m, where in enumerate(places.split()):
            put(state, box, seat, m, where)
    state.hand = [[0] * RANKS for _ in state.hand]
    state.hand[player] = cards(hand)
    left = [box.deck[rank] - state.hand[player][rank] for rank in range(RANKS)]
    for seat in range(seats):
        if seat != player:
            for _ in range(box.hand):
                rank = next(rank for rank in range(RANKS) if left[rank])
                left[rank] -= 1
                state.hand[seat][rank] += 1
        state.hand_size[seat] = sum(state.hand[seat])
    state.pile, state.pile_size = left, sum(left)
    state.sideways[player] = sideways
    return state, box


def put(state, box, seat, m, where):
    if where == "ring":
        return
    if where.startswith("h"):
        state.place[seat][m] = box.length + int(where[1:])
        state.home[seat] += 1
    else:
        state.place[seat][m] = box.place[seat][int(where)]
        state.track[int(where)] = 8 * seat + m + 1


def where(state, box, seat):
    """Where a seat's marbles are, by label: 'ring', '20', 'h3'."""
    return ["ring" if place == RING else f"h{place - box.length}" if place > box.length else str(box.space[seat][place])
            for place in state.place[seat]]


def field(state, box, seat=0):
    """The marbles that are not in the ring, in no order: {'20', 'h3'}."""
    return set(where(state, box, seat)) - {"ring"}


def legal(state, box):
    return GAME.legal_list(state, box)


def texts(state, box):
    return [GAME.notation.write_action(state, box, action) for action in legal(state, box)]


def act(state, box, text):
    """Play the action with this text."""
    GAME.play(state, box, legal(state, box)[texts(state, box).index(text)])


def ways(text, card, seats=4, player=0, components=None, **options):
    """All complete ways to play a card: (texts of the actions, position after them, box). No way if it cannot act."""
    state, box = position(text, card, seats, player, components=components, **options)
    if rank_of(card) not in legal(state, box):
        return []
    GAME.play(state, box, rank_of(card))
    found = []

    def go_on(state, line):
        for action in legal(state, box):
            after = GAME.state.copy(state)
            GAME.play(after, box, action)
            said = (*line, GAME.notation.write_action(state, box, action))
            if after.phase == CARD:
                found.append((said, after, box))
            else:
                go_on(after, said)

    go_on(state, ())
    return found


def results(text, card, who=0, **settings):
    """The different outcomes for a seat's marbles that are not in the ring, each as a set."""
    return {frozenset(field(after, box, who)) for _, after, box in ways(text, card, **settings)}


def places(*outcomes):
    """{'8', '20 h3'} as results gives it."""
    return {frozenset(outcome.split()) for outcome in outcomes}
