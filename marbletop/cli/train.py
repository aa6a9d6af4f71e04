"""marbletop train: learn from games what the features of a game's judgement are worth."""

import time
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from ..games import GAMES
from ..terminal.output import styled
from .common import GameName, Json, Options, Ray, Seats, Seed, console, progress_bar, read_pairs, takes

if TYPE_CHECKING:
    from ..analysis.training import Learned


@dataclass
class TrainParameters:
    """What `marbletop train` can be told."""

    game: GameName
    seats: Seats = None
    option: Options = None
    games: Annotated[int, typer.Option("--games", "-n", min=100, max=10 ** 8, help="Games of each round.")] = 20_000
    rounds: Annotated[int, typer.Option("--rounds", min=1, max=100, help="Rounds: each plays with the weights of the one "
                                                                        "before.")] = 2
    held_out: Annotated[int, typer.Option("--held-out", min=100, max=10 ** 8, help="Games that weights are tested on.")] = 5_000
    folder: Annotated[Path, typer.Option("--folder", help="Where everything is kept, so that a run that was stopped goes on "
                                                          "where it was.")] = Path("training")
    write: Annotated[Path | None, typer.Option("--write", metavar="FILE", help="Put the weights into this file, beside those "
                                                                               "of other modes.")] = None
    duel: Annotated[int, typer.Option("--duel", min=0, max=10 ** 6, metavar="GAMES",
                                      help="Let a search with the weights play so many games against one without, on fresh "
                                           "deals, or until it is decided. Bots play only with weights that have won.")] = 0
    seconds: Annotated[float, typer.Option("--time", min=0.001, max=3600, help="Seconds of the processor for a decision of the "
                                                                               "duel.")] = 0.05
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=1024, help="Processes.")] = 1
    seed: Seed = 0
    ray: Ray = None
    as_json: Json = False


@takes(TrainParameters)
def train(given: TrainParameters) -> None:
    """Let bots play themselves and learn what positions are worth."""
    from ..analysis.training import Training, add_to_file, as_json, crew_for, prove
    from ..analysis.training import train as run
    from ..bots.bot import Limit
    game = GAMES[given.game]
    training = Training(game, given.seats or max(2, game.seats[0]), read_pairs(game, given.option), given.folder, given.games,
                        given.rounds, given.held_out, given.seed)
    with ExitStack() as stack:
        progress = stack.enter_context(progress_bar("what"))
        task = progress.add_task(game.title, total=None, what="compiling")
        crew = stack.enter_context(crew_for(training, given.workers, given.ray))
        learned = run(training, crew, lambda done, total, what: progress.update(task, completed=done, total=total, what=what))
        if given.duel:
            learned = prove(training, learned, given.duel, Limit(given.seconds, clock=time.thread_time),
                            lambda so_far: progress.update(task, completed=so_far.games, total=given.duel,
                                                           what=f"duel: {so_far.win_share[0]:.0%}"))
    if given.write:
        add_to_file(game, given.write, learned)
    if given.as_json:
        return print(as_json(learned))
    show(game.title, learned)


def show(title: str, learned: "Learned") -> None:
    console.print(styled((title, "bold"), f", {learned.mode}: {learned.weights.about['games']:,} games, tested on "
                                          f"{learned.weights.about['held_out_games']:,} others"))
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for heading in ("part of the game", "log loss, written", "learned", "off by, written", "learned"):
        table.add_column(heading, justify="left" if heading == "part of the game" else "right")
    for name, (written, found) in learned.scores.items():
        table.add_row(name, f"{written.log_loss:.4f}", f"{found.log_loss:.4f}", f"{written.miscalibration:.1%}",
                      f"{found.miscalibration:.1%}")
    console.print(table)
    if duel := learned.weights.about.get("duel"):
        console.print(f"Duel with the written judgement: {duel['share']:.1%} of {duel['games']} games "
                      f"({duel['low']:.1%} to {duel['high']:.1%})")
