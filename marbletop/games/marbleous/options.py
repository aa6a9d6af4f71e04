"""The house rules and modes of Marbleous: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option


@dataclass(frozen=True)
class Options:
    advanced: bool = option(
        False, label="Advanced mode", mode=True, rule="MB-10, MB-54 to MB-59",
        help="Play with star tokens: you earn one when you pop two or more sets in a turn.")
    first_player: int = option(
        -1, label="Who goes first", low=-1, high=3, begins=(None, 0, 1, 2, 3), seats=(2, 3, 4), rule="MB-12",
        help="Who goes first. Usually this is random.")
    solo_level: str = option(
        "easy", label="Solo level", mode=True, seats=(1,), rule="MB-64",
        choices=("easy", "medium", "hard"),
        help="How many points you need in a solo game.")
    solo_refresh: str = option(
        "end", label="New cards in a solo game", seats=(1,), rule="MB-61, MB-67",
        choices={"end": "at the end of the turn", "take": "when you take a card"},
        help=("When three new marble cards are turned up in a solo game: at the end of your turn, or as soon as you take a "
              "card."))
    white_rule: str = option(
        "wild", label="White marbles", rule="MB-33",
        choices={"wild": "a set may be all white",
                 "anchored": "one marble of its colour is needed",
                 "pair": "two marbles of its colour are needed"},
        help="How many marbles of its own colour a set needs, besides white ones.")
    empty_spot: str = option(
        "none", label="Empty spaces", rule="MB-40, MB-56",
        choices={"none": "no card", "next_lower": "the card below"},
        help="What you get if there is no card for your set: nothing, or the card below.")
    tokens_without_card: bool = option(
        True, label="Tokens without a card", rule="MB-41",
        help="You get your bonus tokens even if there is no point card to take.")
    open_points: bool = option(False, label="Open scores", rule="MB-52", help="Everyone can see how many points everyone has.")
