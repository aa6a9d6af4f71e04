"""The table as lines of text, for a terminal."""

from typing import Any

from .names import LABELS
from .positions import due_text
from .state import RANK_NAMES, RANKS, RING


def diagram(view: Any, box: Any) -> str:
    """The table as lines of text: each seat's Start Ring, field and Home Slot, then the cards."""
    lines = []
    for seat in range(view.seats):
        places = view.place[seat]
        field = [f"{LABELS[m]}{box.space[seat][place]}" for m, place in sorted(enumerate(places), key=lambda item: item[1])
                 if RING < place <= box.length]
        lane = "".join(LABELS[places.index(box.length + i)] if box.length + i in places else "." for i in range(1, 6))
        sign = ">" if seat == view.player and not view.over else " "
        team = "" if box.alone else f" team {'ABCDEFGH'[box.team[seat]]}"
        side = f"  sideways {view.sideways[seat]}" if view.sideways[seat] else ""
        cards = " ".join(RANK_NAMES[rank] for rank in range(RANKS) for _ in range(view.hand[seat][rank])) \
            or f"{view.hand_size[seat]} cards"
        lines.append(f"{sign}p{seat}{team}  ring {'o' * places.count(RING) or '-':5}  home [{lane}] at {box.home[seat]:<3}  "
                     f"field {' '.join(field) or '-':20}  {cards}{side}")
    lines.append(f"pile {view.pile_size}  discards {sum(view.discards)}  turn {view.turn + 1}  {due_text(view)}")
    return "\n".join(lines)
