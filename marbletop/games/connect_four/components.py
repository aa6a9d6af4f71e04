"""The box. Connect Four has no parts an owner could change, only options."""

from .state import BOX


def box_of(components, options, seats):
    box = BOX.blank()
    box.misere = int(options.misere)
    box.first_player = options.first_player
    return box
