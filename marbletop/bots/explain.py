"""What a bot thinks, in sentences made from the notation of the game."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..core.chance import fresh_chance, luck
from ..core.game import Game
from ..words import say
from .bot import Analysis, Ranked


def line_texts(game: Game, view: Any, box: Any, line: Sequence[int]) -> tuple[tuple[int, str], ...]:
    """A line of actions as (seat, text), as far as it can be followed in one imagined deal."""
    state, generator = game.state.copy(view), luck(0)
    game.redeal(state, box, view.player, generator)
    fresh_chance(state, generator)
    told: list[tuple[int, str]] = []
    for action in line:
        while not state.over and len(legal := game.legal_list(state, box)) == 1 and legal[0] != action:
            game.play(state, box, legal[0])             # a forced move is no node of the search
        if state.over or action not in legal:
            break
        told.append((state.player, game.notation.write_action(state, box, action)))
        game.play(state, box, action)
    return tuple(told)


def with_texts(game: Game, view: Any, box: Any, analysis: Analysis) -> Analysis:
    """The analysis with its lines in notation."""
    def texts(row: Ranked) -> Ranked:
        return replace(row, texts=tuple(text for _, text in line_texts(game, view, box, row.line or (row.action,))))

    return replace(analysis, ranked=tuple(texts(row) for row in analysis.ranked))


def chance_in_words(value: float) -> str:
    return say("{n:.0f} % to win", n=100 * value)


def explanation(game: Game, view: Any, box: Any, analysis: Analysis, names: Sequence[str], action: int | None = None,
                most: int = 3) -> list[str]:
    """Sentences on an action (by default the best): how good it is, what else there was, what reply is expected."""
    rows = {row.action: row for row in analysis.ranked}
    chosen = rows[analysis.best if action is None else action]
    seat = analysis.seat
    write = game.notation.write_action
    best = analysis.ranked[0]
    said = [say("{action}: {chance}.", action=write(view, box, chosen.action), chance=chance_in_words(chosen.values[seat]))]
    others = [row for row in analysis.ranked if row is not chosen][:most]
    if chosen is not best:
        lost = best.values[seat] - chosen.values[seat]
        if lost >= 0.005:
            said.append(say("{action} is better by {n:.0f} points of a hundred.", action=write(view, box, best.action),
                            n=100 * lost))
        else:
            said.append(say("{action} is as good.", action=write(view, box, best.action)))
    if others:
        rest = "; ".join(f"{write(view, box, row.action)} ({chance_in_words(row.values[seat])})" for row in others)
        said.append(say("Else: {actions}.", actions=rest))
    reply = next(((who, text) for who, text in line_texts(game, view, box, chosen.line)[1:] if who != seat), None)
    if reply:
        said.append(say("{who} will probably answer {action}.", who=names[reply[0]], action=reply[1]))
    return said
