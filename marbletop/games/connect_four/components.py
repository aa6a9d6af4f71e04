"""Fill the box. Connect Four has no components that an owner could change, only options."""

from typing import Any

from ...core.components import Components
from .state import BOX


def box_of(components: Components, options: Any, seats: int) -> Any:
    box = BOX.blank()
    box.misere = int(options.misere)
    box.first_player = options.first_player
    return box
