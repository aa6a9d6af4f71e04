"""The house rules and modes of Marbles and Jokers: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option


@dataclass(frozen=True)
class Options:
    no_pass: str = option("line", choices=("line", "start", "none"), rule="MJ-20, MJ-56", help=(
        "Where the No Pass Line lies: as on the board, just before the Start Position, or nowhere, "
        "so that a marble may go round again."))
    face_value: str = option("11-12-13", choices=("11-12-13", "10"), rule="MJ-16", help="Steps of J, Q and K.")
    must_play: str = option("always", choices=("always", "free"), rule="MJ-6, MJ-55", help=(
        "Whether a card that can act must be played, or any card may be discarded unplayed."))
    joker_forced: bool = option(True, rule="MJ-6, MJ-55", help="Whether a Joker must be played if nothing else can.")
    jokers: int = option(-1, low=-1, high=16, rule="MJ-2", help="Jokers in the deck; -1: as many as the box says.")
    hand: int = option(5, low=5, high=6, rule="MJ-2, MJ-4", help="Cards dealt to each player.")
    draw: str = option("before", choices=("before", "after"), rule="MJ-4, MJ-59", help=(
        "Whether a card is drawn before or after the play."))
    dealer: str = option("last", choices=("last", "random"), begins=(0, None), rule="MJ-3", help=(
        "Who deals: the last seat, or one by lot. The next seat begins."))
    free_exit: int = option(3, low=0, high=9, rule="MJ-36", help="Sideways cards that free a marble; 0: never.")
    split7: bool = option(True, rule="MJ-27", help="Whether a 7 may be split.")
    split9: str = option("one_each", choices=("off", "one_each", "any"), rule="MJ-29, MJ-57", help=(
        "Whether a 9 may be split: not, one part forward and one backward, or in any directions."))
    help: str = option("any", choices=("any", "left"), seats=(4, 6, 8), rule="MJ-10, MJ-57", help=(
        "Whom a player with a complete board helps: any team mate, or the first one to the left."))
    finish_split: bool = option(True, seats=(4, 6, 8), rule="MJ-49", help=(
        "Whether the rest of a split may go to a team mate's marble when its first part completes the own board."))
    bump_full: str = option("forbid", choices=("forbid", "ring"), seats=(4, 6, 8), rule="MJ-43, MJ-58", help=(
        "What happens to a bump when that player's home space holds a marble of the same colour: "
        "it is not allowed, or the marble goes to its Start Ring."))
    bump_chain: str = option("chain", choices=("chain", "forbid"), seats=(4, 6, 8), rule="MJ-44, MJ-58", help=(
        "What happens to a bump when another colour stands on the home space: a chain, or it is not allowed."))
    pass_own_back: bool = option(False, rule="MJ-18", help="Whether own marbles may be passed going backward.")
    teams: str = option("table", choices=("table", "none", "pairs"), mode=True, seats=(4, 6, 8), rule="MJ-50, MJ-60", help=(
        "Teams as in the table of the rulebook, everybody alone, or opposite seats in pairs."))
    open_hands: str = option("none", choices=("none", "team", "all"), rule="MJ-61", help=(
        "Whose hands lie open, for teaching: nobody's, the team's, everybody's."))
    cap: int = option(500, low=10, high=10_000, rule="MJ-51", help="Turns per seat after which the match is drawn.")
