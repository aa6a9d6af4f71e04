"""What a seat sees: the row of marbles. Pressing a marble takes it and all to its right."""

from marbletop.drawing import kit
from marbletop.drawing.scene import BOARD, Choice, Panel, Part, Scene, Seat
from marbletop.words import plural, say

from .notation import diagram
from .rules import MOST, SEATS

CELL, COLOURS = 60, ("blue", "red")


def scene(view, box, names=None, moving=False):
    names = names or COLOURS
    root = Part(say("Row")).add(kit.plank(0, 0, box.row * CELL, CELL, 14))
    for m in range(view.left):
        root.add(kit.marble(f"m-{m}", "yellow", ((m + 0.5) * CELL, CELL / 2), 22, say("Marble {n}", n=m + 1)))
    mine = view.viewer == view.player and not view.over and not moving
    return Scene(
        panels=[Panel(BOARD, say("Row"), box.row * CELL, CELL, root)],
        status=say("{who} has won.", who=names[view.winner]) if view.over else say("{who} to take.", who=names[view.player]),
        seats=[Seat(seat, COLOURS[seat], to_move=view.player == seat and not view.over, name=names[seat])
               for seat in range(SEATS)],
        choices=[Choice(action, plural(action + 1, "Take {n} marble", "Take {n} marbles"), target=f"m-{view.left - action - 1}")
                 for action in range(min(MOST, view.left)) if mine],
        diagram=diagram(view, box))
