"""The house rules and modes of Marabunta: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option
from .state import SIDES


@dataclass(frozen=True)
class Options:
    territory: str = option("symbol", choices=SIDES, mode=True, rule="MA-1, MA-35",
                            help="Side of the territory; on the plain side the blue region lies in fragments.")
    player_boards: str = option("symbol", choices=SIDES, mode=True, rule="MA-1",
                                help="Side of both player boards, which decides the powers.")
    first_player: str = option("random", choices=("random", "red", "blue"), begins=(None, 0, 1), rule="MA-4",
                               help="Who begins the first round.")
    special_hexes: str = option("after", choices=("after", "between"), rule="MA-40, MA-67",
                                help="Whether special hexes of an effect of several numbers are treated after all or between.")
    decline_powers: str = option("anthill_only", choices=("anthill_only", "always"), rule="MA-41, MA-68",
                                 help="Whether a power may be declined only if every place costs an anthill, or always.")
    cross_two_regions: bool = option(True, rule="MA-22, MA-49, MA-69",
                                     help="The two hexes that are crossed out together may lie in two regions.")
    partial_effects: bool = option(True, rule="MA-17, MA-18, MA-49, MA-70",
                                   help="Two crates or two leaves may be used when only one is possible.")
    same_value_adjacent: bool = option(True, rule="MA-28, MA-71",
                                       help="A number may stand next to an own number of the same value alone.")
