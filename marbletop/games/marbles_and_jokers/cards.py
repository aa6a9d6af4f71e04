"""What a card does, as the box of the table has it: on the card in a sign and a few words, and spoken in a sentence."""

import textwrap
from typing import Any

from ...drawing import kit
from ...drawing.scene import Mark
from ...words import capital, phrases, say
from .moving import card_steps
from .names import card_name, card_sign
from .state import JOKER, NO_SPLIT, RANK_NAMES, SPLIT_ANY, SPLIT_FORWARD, SPLIT_ONE_EACH

CARD_WIDTH, CARD_HEIGHT = 70, 98            # the units in which a card is drawn
LINE = 7                                    # letters beside each other on a card
FADED = 0.5                                 # of a card that can do nothing now

# How a card may be split, spoken.
SPLITS = dict(zip((SPLIT_FORWARD, SPLIT_ONE_EACH, SPLIT_ANY), phrases(
    "{uses}, or split it between two marbles", "{uses}, or split it: one marble forward, another back",
    "{uses}, or split it between two marbles, forward or back")))


def leaves_ring(box: Any, rank: int) -> bool:
    """Whether a card can bring a marble out."""
    return bool(box.exits >> rank & 1)


def words_on_card(box: Any, rank: int) -> str:
    """What a card does, in the few words that stand on it."""
    if rank == JOKER:
        return say("take a place")
    steps, out = int(card_steps(box, rank)), leaves_ring(box, rank)
    if steps < 0:
        return say("{n} back or start", n=-steps) if out else say("{n} back", n=-steps)
    if box.split[rank]:
        return say("{n}, split or start", n=steps) if out else say("{n} or split", n=steps)
    if out:
        return say("{n} or start", n=steps)
    return say("forward") if RANK_NAMES[rank] == str(steps) else say("{n} forward", n=steps)


def signs_on_card(box: Any, rank: int) -> list[str]:
    """The signs of what a card does besides going forward; an arrow if it does nothing else."""
    if rank == JOKER:
        return ["pc-joker"]
    split = box.split[rank]
    signs = [*(["pc-back8"] if box.backward[rank] else []), *(["pc-exit"] if leaves_ring(box, rank) else []),
             *([] if split == NO_SPLIT else ["pc-split"] if split == SPLIT_FORWARD else ["pc-split-back"])]
    return signs or ["pc-forward"]


def uses_of(box: Any, rank: int) -> str:
    """What a card does, as it is spoken."""
    if rank == JOKER:
        return say("take the place of another player's marble")
    steps = int(card_steps(box, rank))
    uses = say("{n} back", n=-steps) if steps < 0 else say("{n} forward", n=steps)
    if leaves_ring(box, rank):
        uses = say("{uses}, or bring a marble out", uses=uses)
    return say(SPLITS[box.split[rank]], uses=uses) if box.split[rank] else uses


def spoken_card(box: Any, rank: int) -> str:
    """A card and what it does."""
    return say("{card}: {uses}", card=capital(card_name(rank)), uses=uses_of(box, rank))


@kit.keep
def draw_face(box: Any, rank: int, width: float, why_not: str = "") -> list[Mark]:
    """The face of a card: its rank, and what it does; or that it can do nothing now, and why not."""
    scale, strength = width / CARD_WIDTH, {"opacity": FADED} if why_not else {}
    name = card_name(rank) if rank == JOKER else card_sign(rank)
    signs, lines = signs_on_card(box, rank), textwrap.wrap(why_not or words_on_card(box, rank), LINE)
    rank_size, r = 19 if rank == JOKER else 28, 15.5 if len(signs) == 1 else 11
    middle, first = CARD_WIDTH / 2, 80 - 7.5 * (len(lines) - 1)
    return [card_sheet(0, width, stroke_dasharray="4 3") if why_not else card_sheet(0, width),
            kit.text((middle * scale, 18 * scale), name, rank_size * scale, fill="var(--card-ink)", title=True, **strength),
            *(kit.use(sign, ((middle + 2 * r * (n - (len(signs) - 1) / 2)) * scale, 47 * scale), r * scale,
                      color="var(--card-ink)", **strength) for n, sign in enumerate(signs)),
            *(kit.text((middle * scale, (first + 15 * n) * scale), line, 15 * scale, fill="var(--card-ink)", weight=550)
              for n, line in enumerate(lines))]


def card_sheet(x: float, width: float = CARD_WIDTH, **attributes: Any) -> Mark:
    """The paper of a card."""
    return kit.rect(x, 0, width, 1.4 * width, 0.12 * width, fill="var(--card)", stroke="var(--line-strong)",
                    stroke_width=1.5, **attributes)
