"""marbletop prepare, bench, words: compiling ahead, measuring, translating."""

import json
import time
from typing import Annotated

import typer
from rich.table import Table

from ..core.errors import MarbletopError
from ..games import GAMES
from ..terminal.output import styled
from .common import Json, console, game_names


def prepare(game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=game_names)] = None) -> None:
    """Compile games ahead, so that nobody has to wait for it later."""

    from ..bots.levels import searching
    from ..bots.playouts import playout_runner, usual_player
    from ..bots.proof import solver_runner
    from ..core.batch import Batch
    from ..core.setting import Setting
    from ..core.whole_games import prepare_games
    for name in game or list(GAMES):
        chosen, begun = GAMES[name], time.perf_counter()
        with console.status(styled(f"Compiling {chosen.title}")):
            prepare_games(Setting.of(chosen))
            Batch(chosen, 1)
            searching(chosen)
            if chosen.solver:
                solver_runner(chosen)
            playout_runner(chosen, usual_player(chosen))
        console.print(f"{chosen.title}: ready after {time.perf_counter() - begun:.1f} s")


def bench(game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=game_names)] = None,
          seconds: Annotated[float, typer.Option("--seconds", min=0.1, max=3600, help="Time for each figure.")] = 1.0,
          as_json: Json = False) -> None:
    """Measure how fast the games run on this machine (`make bench` compares with other projects)."""
    from ..analysis.speed import measure
    rows = []
    with console.status("Measuring"):
        for name in game or list(GAMES):
            rows += [measure(GAMES[name], seats, seconds) for seats in GAMES[name].seats]
    if as_json:
        return print(json.dumps(rows, indent=1))
    table = Table(box=None, padding=(0, 1), header_style="bold", caption="Random play, one core, per second of CPU time")
    for heading in ("game", "seats", "decisions/s", "games/s", "length", "interpreted/s", "bytes"):
        table.add_column(heading, justify="left" if heading == "game" else "right", no_wrap=True)
    for row in rows:
        table.add_row(row["game"], str(row["seats"]), f"{row['decisions_per_second']:,.0f}", f"{row['games_per_second']:,.0f}",
                      f"{row['decisions_per_game']:.1f}", f"{row['interpreted_per_second']:,.0f}", str(row["record_bytes"]))
    console.print(table)


def words(language: Annotated[str, typer.Argument(metavar="LANGUAGE", help="Its code, such as de.")],
          write: Annotated[bool, typer.Option("--write", help="Write its file, with a line for all that is missing.")] = False
          ) -> None:
    """Say what the translation into a language lacks (see docs/languages.md)."""
    from ..words.templates import all_templates, report_on, write_translations
    if not language.replace("-", "").isalpha():
        raise MarbletopError(f"{language!r} is no code of a language: write one such as de or pt-BR.")
    if write:
        console.print(f"{write_translations(language)} is written.", soft_wrap=True)
    found = report_on(language)
    for kind, templates in (("missing", found.missing), ("no longer used", found.unused), ("does not fit", found.wrong)):
        for template in templates:
            console.print(f"{kind}: {template}", soft_wrap=True)
    console.print(f"{len(all_templates()) - len(found.missing)} of {len(all_templates())} templates are translated.")
