"""The house rules and modes of Marbleous: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option


@dataclass(frozen=True)
class Options:
    advanced: bool = option(False, mode=True, rule="MB-10, MB-54 to MB-59", help="Play with star tokens.")
    first_player: int = option(-1, low=-1, high=3, begins=(None, 0, 1, 2, 3), seats=(2, 3, 4), rule="MB-12",
                               help="The seat that begins; -1 leaves it to chance.")
    solo_level: str = option("easy", choices=("easy", "medium", "hard"), mode=True, seats=(1,), rule="MB-64",
                             help="How many points a solo player must reach.")
    solo_refresh: str = option("end", choices=("end", "take"), seats=(1,), rule="MB-61, MB-67",
                               help="When the solo pool is renewed: at the end of the turn, or as soon as a card is taken.")
    white_rule: str = option("wild", choices=("wild", "anchored", "pair"), rule="MB-33",
                             help="How many marbles of its own colour a set needs: none, one or two.")
    empty_spot: str = option("none", choices=("none", "next_lower"), rule="MB-40, MB-56",
                             help="What a pop takes from an empty space of the display: nothing, or the card below it.")
    tokens_without_card: bool = option(True, rule="MB-41", help="A pop that brings no card still brings its tokens.")
    open_points: bool = option(False, rule="MB-52", help="Show everybody's running total of point cards.")
