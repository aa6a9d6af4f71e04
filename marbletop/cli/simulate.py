"""marbletop simulate: many random games and what came out."""

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from ..core.game import Game
from ..games import GAMES
from ..terminal.output import styled
from .common import MOST_GAMES, Box, GameName, Json, Options, Ray, Seats, Seed, console, progress_bar, read_pairs


def simulate(game: GameName,
             number: Annotated[int, typer.Option("--games", "-n", min=1, max=MOST_GAMES, help="Number of games.")] = 10_000,
             seats: Seats = None, option: Options = None, components: Box = None,
             threads: Annotated[int, typer.Option("--threads", "-t", min=1, max=1024, help="Threads.")] = 1,
             seed: Seed = 0, ray: Ray = None,
             tally: Annotated[bool, typer.Option("--tally", help="Count what happens in the games, too.")] = False,
             as_json: Json = False) -> None:
    """Play many random games and say what came out."""
    from ..analysis.simulate import simulate as run
    chosen = GAMES[game]
    box = chosen.components(components) if components else None
    with progress_bar("rate") as progress:
        task = progress.add_task(chosen.title, total=number, rate="compiling")
        summary = run(chosen, number, seats, seed, threads=threads, tally=tally, components=box, ray=ray,
                      progress=lambda s: progress.update(task, completed=s.games, rate=f"{s.games / s.seconds:,.0f} games/s"),
                      **read_pairs(chosen, option))
    if as_json:
        return print(json.dumps(summary.as_dict(), indent=1))
    show_summary(chosen, summary.as_dict())


def show_summary(game: Game, told: dict[str, Any]) -> None:
    console.print(styled((game.title, "bold"),
                         f", {told['seats']} {'seat' if told['seats'] == 1 else 'seats'}, "
                         f"{told['games']:,} random games in {told['seconds']:.1f} s: "
                         f"{told['games_per_second']:,.0f} games/s, {told['decisions_per_second']:,.0f} decisions/s"))
    length = told["length"]
    console.print(f"Length: {length['mean']:.1f} decisions on average, shortest {length['shortest']}, half up to "
                  f"{length['median']}, 5 to 95 % from {length['5%']} to {length['95%']}, longest {length['longest']}")
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for heading in ("seat", "points", "±", "win share", "95 % interval"):
        table.add_column(heading, justify="right")
    for seat, (points, win) in enumerate(zip(told["points"], told["win_share"])):
        low, high = win["interval"]
        table.add_row(str(seat), f"{points['mean']:.2f}", f"{points['error']:.2f}", f"{win['share']:.2%}",
                      f"{low:.2%} to {high:.2%}")
    console.print(table)
    console.print("Ended: " + ", ".join(f"{name} {count:,}" for name, count in told["endings"].items()))
    if events := told.get("events_per_game"):
        console.print("Per game: " + ", ".join(f"{name} {count:.2f}" for name, count in events.items()))
