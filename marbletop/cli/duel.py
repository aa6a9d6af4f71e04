"""marbletop duel, bot-program: bots against each other, and one of ours as a program."""

import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from ..games import GAMES
from ..terminal.output import PlainConsole, styled
from .common import MOST_GAMES, Box, GameName, Json, Options, Ray, Seats, Seed, console, progress_bar, read_pairs, takes


@dataclass
class DuelParameters:
    """What `marbletop duel` can be told."""

    game: GameName
    bots: Annotated[list[str], typer.Argument(
        metavar="BOT BOT...", help="uniform, rollouts, greedy, search, a level, search@SECONDS or search#ITERATIONS, the name "
                                   "of an installed bot, or \"program:COMMAND\".")]
    number: Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES,
                                        help="Number of games, rounded up to whole deals.")] = 100
    seats: Seats = None
    option: Options = None
    components: Box = None
    seconds: Annotated[float | None, typer.Option("--time", min=0.0, max=3600, help="Seconds for a decision.")] = None
    iterations: Annotated[int | None, typer.Option("--iterations", min=1, max=10 ** 9, help="Or iterations a decision.")] = None
    cpu: Annotated[bool, typer.Option("--cpu", help="Count the processor's seconds, not the wall clock's: other work on "
                                                    "the machine weakens no bot.")] = False
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=1024, help="Processes.")] = 1
    until_decided: Annotated[bool, typer.Option("--until-decided", help="Stop when the question is decided.")] = False
    records: Annotated[Path | None, typer.Option("--records", help="Folder for records of the games.")] = None
    seed: Seed = 0
    ray: Ray = None
    as_json: Json = False


@takes(DuelParameters)
def duel(given: DuelParameters) -> None:
    """Let bots play each other on paired deals with rotated seats."""
    from ..analysis.duel import duel as run
    from ..bots.bot import Limit
    from ..bots.registry import bot_kind
    game = GAMES[given.game]
    for text in given.bots:
        bot_kind(text)                      # a mistake is told before anything is compiled
    seconds = 0.2 if given.seconds is None and given.iterations is None else given.seconds
    limit = Limit(seconds, given.iterations, time.thread_time if given.cpu else time.perf_counter)
    with progress_bar("share") as progress:
        task = progress.add_task(" - ".join(given.bots), total=given.number, share="compiling")
        result = run(given.game, *given.bots, games=given.number, seats=given.seats, limit=limit, seed=given.seed,
                     workers=given.workers, until_decided=given.until_decided, components=given.components,
                     records=given.records, ray=given.ray, **read_pairs(game, given.option),
                     progress=lambda so_far: progress.update(
                         task, completed=so_far.games, share=" - ".join(f"{share:.0%}" for share in so_far.win_share)))
    for line in result.fault_lines():
        PlainConsole(stderr=True, soft_wrap=True).print(line)
    if given.as_json:
        return print(json.dumps(result.as_dict(), indent=1))
    show_duel(game.title, result.as_dict())


def show_duel(title: str, told: dict[str, Any]) -> None:
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for heading in ("bot", "win share", "95 % interval", "points", *(("Elo",) if "elo" in told else ())):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for number, row in enumerate(told["bots"]):
        low, high = row["interval"]
        table.add_row(row["bot"], f"{row['win_share']:.1%}", f"{low:.1%} to {high:.1%}", f"{row['points']:.2f}",
                      *((f"{told['elo'][number]:+.0f}",) if "elo" in told else ()))
    console.print(styled((title, "bold"), f", {told['seats']} seats, {told['games']} games in {told['deals']} deals"
                                          f"{', decided' if told['decided'] else ''}"))
    console.print(table)


def bot_program(name: Annotated[str, typer.Argument(metavar="BOT", help="A bot as `marbletop duel` names it.")]) -> None:
    """Speak the protocol for programs on standard input and output, for one of our bots (docs/bots.md)."""
    from ..bots.bot_program import run
    run(name, sys.stdin, sys.stdout)
