"""The house rules and modes of Marabunta: forms, help and error messages are made from them."""

from dataclasses import dataclass

from ...core.options import option


@dataclass(frozen=True)
class Options:
    territory: str = option(
        "symbol", label="Territory", mode=True, rule="MA-1, MA-35",
        choices={"symbol": "with symbol", "plain": "without symbol"},
        help="Which side of the territory board to use. On the plain side, the blue region is in several pieces.")
    player_boards: str = option(
        "symbol", label="Player boards", mode=True, rule="MA-1",
        choices={"symbol": "with symbol", "plain": "without symbol"},
        help="Which side of the player boards to use. It decides which powers you can unlock.")
    first_player: str = option(
        "random", label="Who goes first", begins=(None, 0, 1), rule="MA-4",
        choices=("random", "red", "blue"),
        help="Who goes first in round one.")
    special_hexes: str = option(
        "after", label="Cupcakes and crates", rule="MA-40, MA-67",
        choices={"after": "after the last number", "between": "after each number"},
        help=("When one effect writes several numbers, you collect their cupcakes and crates after the last number, or after "
              "each one."))
    decline_powers: str = option(
        "anthill_only", label="Skipping powers", rule="MA-41, MA-68",
        choices={"anthill_only": "only if they cost an anthill", "always": "always"},
        help="You may skip a power only if every space for it would cost an anthill, or always.")
    cross_two_regions: bool = option(
        True, label="Crossing out in two regions", rule="MA-22, MA-49, MA-69",
        help="Two hexes crossed out together may be in different regions.")
    partial_effects: bool = option(
        True, label="Partial effects", rule="MA-17, MA-18, MA-49, MA-70",
        help="You may use “two crates” or “two leaves” even if only one of them is possible.")
    same_value_adjacent: bool = option(
        True, label="Next to an equal number", rule="MA-28, MA-71",
        help="A number may go next to one of your own with the same value, even if no other one touches it.")
