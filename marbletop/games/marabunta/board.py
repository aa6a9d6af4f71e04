"""What a seat sees: the territory, the trays, both player boards, the regions, and every choice."""

from collections.abc import Sequence
from typing import Any

from ...drawing.scene import Choice, Scene, Seat, Subset
from ...words import plural, say
from .choices import CHOICES, choice_of, element_id, is_costly, legal_actions, parts_of, unusable_text, what_marks_mean
from .diagram import diagram
from .ending import ending
from .names import COLONY_NAMES, region_name, tile_words
from .pictures import COLONY_COLOURS, cupcake_hexes, draw_territory, open_hexes
from .rules import score
from .sentences import PROMPTS, aim_of, missing_of, status, then_of, what_trays_do
from .state import A_HEX, ALL_ELEMENTS, CHOOSE, CRATE, ELEMENTS, NONE, ORDINARY, REGIONS, SEATS, SPLIT, TILE, TILE_BIT
from .tableau import draw_player_board, draw_regions
from .trays import draw_trays, element_label

__all__ = ["MOVES_ALIKE", "ending", "parts_of", "scene"]

MOVES_ALIKE = True                          # while an action is shown, everybody sees the same
MANY = 24                                   # hexes that can be chosen and still have a ring each
FEW_HEXES = 2                               # open ones of a region that is nearly full
MARKS = tuple(f"colony-{colour}" for colour in COLONY_COLOURS)      # beside the names of the seats


def scene(view: Any, box: Any, names: Sequence[str] | None = None, moving: bool = False) -> Scene:
    """Everything the seat `view.viewer` sees; choices only if that seat has to decide, and not in the middle of an action."""
    names = names or [say(name) for name in COLONY_NAMES]
    mine = view.viewer == view.player and not view.over and view.phase < len(CHOICES) and not moving
    actions = legal_actions(view, box) if mine else []
    hexes = [action - A_HEX for action in actions if action >= A_HEX]
    splits = mine and view.phase == SPLIT
    chooses_crate = view.player if mine and view.phase == CRATE else NONE
    open_left = [open_hexes(view, box, region) for region in range(REGIONS)]
    return Scene(
        status="" if moving else status_of(view, box, names),
        panels=[draw_territory(view, box, names, hexes, [hex for hex in hexes if is_costly(view, box, hex)]),
                draw_trays(view, box, names),
                *(draw_player_board(view, box, names, seat, seat == chooses_crate) for seat in range(SEATS)),
                draw_regions(view, box, names, open_left)],
        seats=[] if moving else [seat_of(view, box, names, seat) for seat in range(SEATS)],
        facts=[] if moving else facts(view, box, open_left),
        choices=[] if splits else choices_of(view, box, names, actions, len(hexes) > MANY),
        subset=split_choice(view, box, names) if splits else None,
        progress="" if moving else progress_of(view, box, open_left),
        more=more_of(view, box, names) if mine else "", aim=aim_of(view) if mine else "",
        missing=missing_of(view) if mine else "",
        remark=say("These boards are our own version, not the printed ones.") if box.reconstructed else "",
        diagram=lambda: diagram(view, box))


def more_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """What a decision is for, and what signs on the board mean that are needed for it."""
    return f"{then_of(view, box, names)} {what_marks_mean(view, box) if view.phase == CHOOSE else ''}".strip()


def choices_of(view: Any, box: Any, names: Sequence[str], actions: Sequence[int], many: bool) -> list[Choice]:
    """All choices. If there are many, their names on the board are marks enough: rings would hide the regions. Only those that
    cost nothing are marked then, if others do."""
    choices = [choice_of(view, box, names, action) for action in actions]
    plain = {"cost"} if {"named", "cost"} <= {choice.look for choice in choices} else {"named", "cost"}
    return [choice._replace(look="") if choice.look in plain else choice for choice in choices] if many else choices


def seat_of(view: Any, box: Any, names: Sequence[str], seat: int) -> Seat:
    """The points if the game ended now, and in the end the final score."""
    final = score(view, box, seat)
    if view.over:
        cupcakes = plural(view.cupcakes[seat], "{n} cupcake", "{n} cupcakes")
        return Seat(seat, MARKS[seat], str(final), (cupcakes,), False, names[seat])
    return Seat(seat, MARKS[seat], str(final), (say("points if it ended now"),), view.player == seat, names[seat])


def status_of(view: Any, box: Any, names: Sequence[str]) -> str:
    """The status, and whether this is the last round."""
    text = status(view, box, names)
    return say("{status} This is the last round.", status=text) if view.trigger >= 0 and not view.over else text


def progress_of(view: Any, box: Any, open_left: Sequence[int]) -> str:
    """How near the end is: a region or leaf that is nearly full, else how many cupcakes are left."""
    if view.trigger >= 0:
        return say("last round")
    near = [region for region in range(REGIONS) if open_left[region] <= FEW_HEXES or blank_of(view, box, region) == 1]
    if near:
        return say("{region} nearly full", region=region_name(near[0]))
    return plural(cupcakes_left(view, box), "{n} cupcake to go", "{n} cupcakes to go")


def cupcakes_left(view: Any, box: Any) -> int:
    """How many cupcakes lie on the territory."""
    return [view.marks[hex] for hex in cupcake_hexes(box)].count(0)


def blank_of(view: Any, box: Any, region: int) -> int:
    """How many circles of a leaf are blank."""
    return int(box.blank - sum(view.circles[region]))


def facts(view: Any, box: Any, open_left: Sequence[int]) -> list[tuple[str, str]]:
    """What ends the game and how near that is, the round, and the tiles to come."""
    region = open_left.index(min(open_left))
    leaf = max(range(REGIONS), key=lambda region: sum(view.circles[region]))
    to_come = [tile_words(tile) for tile in range(ORDINARY) if view.tiles_left[tile]]
    return [(say("The end"), say("when a region or a leaf is full, or no cupcake is left")),
            (say("Cupcakes left"), say("{some} of {all}", some=cupcakes_left(view, box), all=box.cupcakes_on_board)),
            (say("Fullest region"), say("{region}, {n} open", region=region_name(region), n=open_left[region])),
            (say("Fullest leaf"), say("{region}, {n} blank", region=region_name(leaf), n=blank_of(view, box, leaf))),
            (say("Round"), say("{n} of at most {most}", n=view.round_number, most=ORDINARY + box.cupcakes_on_board)),
            (say("Tile"), tile_words(view.tile)), (say("Still to come"), ", ".join(to_come or [tile_words(-1)]))]


def split_choice(view: Any, box: Any, names: Sequence[str]) -> Subset:
    """The choice of a pool from the seven elements; a pool and the rest of the elements are the same action."""
    labels = [element_label(element, view.tile if element == TILE else view.dice[element]) for element in range(ELEMENTS)]
    return Subset(
        say(PROMPTS[SPLIT][0], other=names[1 - view.player]),
        tuple((element_id(element), label) for element, label in enumerate(labels)),
        {mask: (ALL_ELEMENTS ^ mask if mask & TILE_BIT else mask) - 1 for mask in range(1, ALL_ELEMENTS)},
        (say("First tray"), say("Second tray")), lambda taken: draw_trays(view, box, names, taken),
        lambda taken: split_text(view, box, names, taken), lambda taken: idle_text(view, box, names),
        say("Offer these trays"), (say("Tap dice for the first tray"), say("Tap dice for the second tray")),
        say("Put at least one die or the tile into each tray."))


def split_text(view: Any, box: Any, names: Sequence[str], taken: int) -> str:
    """What the dice and the tile do. As soon as there are two trays, what each colony could not use now
    counts more."""
    begun = 0 < taken < ALL_ELEMENTS
    idle = idle_text(view, box, names) if begun else ""
    return idle or what_trays_do(view, box, names[1 - view.player], taken)


def idle_text(view: Any, box: Any, names: Sequence[str]) -> str:
    """What each colony could not use now, whichever tray it lies in."""
    return unusable_text(view, box, names[1 - view.player], ALL_ELEMENTS, ALL_ELEMENTS)
