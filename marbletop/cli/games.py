"""marbletop games: which games there are, and their options."""

import json
from typing import Annotated, Any

import typer
from rich.padding import Padding
from rich.table import Table

from ..core.errors import MarbletopError
from ..core.game import Game, list_numbers
from ..games import GAMES
from ..terminal.output import styled
from .common import Json, console, game_names


def games(game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=game_names)] = None,
          as_json: Json = False,
          template: Annotated[bool, typer.Option("--template", help="Print the component file of a game.")] = False,
          ) -> None:
    """List the games, or the options of one."""
    if template:
        return print_template(game)
    if game is not None:
        return show_options(GAMES[game], as_json)
    rows = [GAMES[name] for name in GAMES]
    if as_json:
        return print(json.dumps([about(row) for row in rows], indent=1))
    for row in rows:
        console.print(styled((row.title, "bold"), f" ({row.name}), {list_numbers(row.seats)} seats"))
        console.print(Padding(f"options: {', '.join(row.option_list) or 'none'}\nbox: {box_in_words(row)}", (0, 0, 0, 4)),
                      style="dim")
    console.print("\nmarbletop games GAME explains the options of a game.", style="dim")


def print_template(name: str | None) -> None:
    """Print a game's own component file."""
    if name is None:
        raise MarbletopError("Name the game whose component file you want, such as marbletop games marbleous --template.")
    text = GAMES[name].components().text
    if not text:
        raise MarbletopError(f"{GAMES[name].title} has no component file: its rules say all there is.")
    print(text, end="")


def about(game: Game) -> dict[str, Any]:
    return {"name": game.name, "title": game.title, "version": game.version, "seats": game.seats, "actions": game.actions,
            "components": game.components().about, "credit": game.credit,
            "options": [{"name": o.name, "default": o.default, "values": o.range, "rule": o.rule, "help": o.help}
                        for o in game.option_list.values()]}


def box_in_words(game: Game) -> str:
    components = game.components()
    return components.name if components.printed else f"{components.name} (values not from the printed game)"


def show_options(game: Game, as_json: bool) -> None:
    if as_json:
        return print(json.dumps(about(game), indent=1))
    console.print(styled((game.title, "bold"), f", {list_numbers(game.seats)} seats, rules version {game.version}"))
    console.print(f"Box: {box_in_words(game)}")
    if game.credit:
        console.print(f"{game.credit} Marbletop is not affiliated with its authors or publisher.", style="dim")
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for heading in ("option", "values", "default", "rule", "what it does"):
        table.add_column(heading, no_wrap=heading == "option", overflow="fold")    # what is to be typed is never cut
    for option in game.option_list.values():
        table.add_row(option.name, option.range, str(option.default).lower(), option.rule, option.help)
    console.print(table)
