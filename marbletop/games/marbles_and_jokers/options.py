"""The house rules and modes of Marbles and Jokers: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option


@dataclass(frozen=True)
class Options:
    no_pass: str = option(
        "line", label="No pass line", rule="MJ-20, MJ-56",
        choices={"line": "as on the board", "start": "before the start position", "none": "nowhere"},
        help=("Where your marbles must turn in: at the no pass line on the board, just before the start position, or nowhere, "
              "so that they may go round again."))
    face_value: str = option(
        "11-12-13", label="Jack, Queen and King", rule="MJ-16",
        choices={"11-12-13": "11, 12 and 13 steps", "10": "10 steps each"},
        help="How far a Jack, Queen or King moves.")
    must_play: str = option(
        "always", label="Forced moves", rule="MJ-6, MJ-55",
        choices={"always": "move if you can", "free": "discard if you like"},
        help="If you can move, you must. Or you may discard any card without moving.")
    joker_forced: bool = option(
        True, label="Forced Joker", rule="MJ-6, MJ-55",
        help="You must play a Joker if no other card can move.")
    jokers: int = option(
        -1, label="Jokers", low=-1, high=16, rule="MJ-2",
        help="How many Jokers are in the deck. -1 means the usual number.")
    hand: int = option(5, label="Cards in hand", low=5, high=6, rule="MJ-2, MJ-4", help="How many cards each player gets.")
    draw: str = option(
        "before", label="Drawing cards", rule="MJ-4, MJ-59",
        choices={"before": "before playing", "after": "after playing"},
        help="You draw your card before or after playing one.")
    dealer: str = option(
        "last", label="Dealer", begins=(0, None), rule="MJ-3",
        choices={"last": "the last player", "random": "at random"},
        help="Who deals: the last player, or somebody chosen at random. The player to the dealer's left goes first.")
    free_exit: int = option(
        3, label="Discards in a row", low=0, high=9, rule="MJ-36",
        help="How many discards in a row bring a marble out, while none of yours is on the track. 0 means never.")
    split7: bool = option(True, label="Splitting a 7", rule="MJ-27", help="A 7 may be split between two marbles.")
    split9: str = option(
        "one_each", label="Splitting a 9", rule="MJ-29, MJ-57",
        choices={"off": "not at all", "one_each": "one forward, one back", "any": "any way you like"},
        help="How a 9 may be split between two marbles: not at all, one part forward and one back, or any way you like.")
    help: str = option(
        "any", label="Helping teammates", seats=(4, 6, 8), rule="MJ-10, MJ-57",
        choices={"any": "whoever you like", "left": "the nearest on your left"},
        help="Once all your marbles are home, you move for a teammate: any of them, or the nearest one on your left.")
    finish_split: bool = option(
        True, label="Sharing the rest of a split", seats=(4, 6, 8), rule="MJ-49",
        help="If the first part of a split brings your last marble home, a teammate's marble may take the rest.")
    bump_full: str = option(
        "forbid", label="Partner's home space taken", seats=(4, 6, 8), rule="MJ-43, MJ-58",
        choices={"forbid": "not allowed", "ring": "back to the start ring"},
        help=("If your teammate already has a marble on the home space, you can't push another one there. Or the pushed "
              "marble goes back to its start ring."))
    bump_chain: str = option(
        "chain", label="Chain of pushes", seats=(4, 6, 8), rule="MJ-44, MJ-58",
        choices={"chain": "chain reaction", "forbid": "not allowed"},
        help="If another colour is on the home space, it is pushed on or sent back in turn. Or the push is not allowed.")
    pass_own_back: bool = option(
        False, label="Passing your own marbles backward", rule="MJ-18",
        help="You may pass your own marbles when you move backward.")
    teams: str = option(
        "table", label="Teams", mode=True, seats=(4, 6, 8), rule="MJ-50, MJ-60",
        choices={"table": "as in the rulebook", "none": "everyone for themselves", "pairs": "pairs facing each other"},
        help="Teams as the rulebook suggests, everyone for themselves, or pairs facing each other.")
    open_hands: str = option(
        "none", label="Open cards", rule="MJ-61",
        choices={"none": "nobody's", "team": "your team's", "all": "everybody's"},
        help="Whose cards you can see, for learning: nobody's, your team's or everybody's.")
    cap: int = option(
        500, label="Turn limit", low=10, high=10_000, rule="MJ-51",
        help="After this many turns each, the game is a draw.")
