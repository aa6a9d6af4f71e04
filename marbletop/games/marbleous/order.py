"""Whether it matters which of several sets pops first: all orders are tried on a copy of the view."""

from collections.abc import Iterator
from typing import Any

from .outlook import Outlook, Trial, find_sets, single_bits


def order_is_free(view: Any, box: Any) -> bool:
    """Whether all orders lead to the same: the same cards and tokens, and the same tray and display. New point cards are as
    likely in one column as in another if they come from one stack, so the last blue cards must be enough, or gone."""
    ends = ends_of(Trial(view, box, Outlook(), view.tray[view.player], view.supply))
    first, blue = next(ends), sum(view.blue)
    return first is not None and (not blue or len(first[-1]) <= blue) and all(end == first for end in ends)


def ends_of(trial: Trial) -> Iterator[tuple[Any, ...] | None]:
    """How it stands after each order in which sets can pop; None if something else has to be chosen or seen on the way."""
    sets = list(single_bits(find_sets(tuple(trial.tray), trial.box.own_marbles)))
    if not sets:
        yield end_of(trial)
    for cell in sets:
        twin = trial.twin()
        if twin.pop_at(cell):
            yield from ends_of(twin)
        else:
            yield None


def end_of(trial: Trial) -> tuple[Any, ...] | None:
    """Everything that an order could change; None if a set took no card that lies open now."""
    pops, state = trial.outlook.pops, trial.state
    if any(pop.card is None for pop in pops):
        return None
    return (tuple(trial.tray), tuple(state.supply), tuple(map(tuple, state.display)), state.line_done,
            tuple(sorted((pop.card, pop.colour, len(pop.cells)) for pop in pops)))
