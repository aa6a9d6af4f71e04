"""The command `marbletop`: every subcommand a few lines that call the library and print what it says."""

import sys

import typer
from rich.console import Console

from ..core.errors import MarbletopError
from .develop import bench, prepare, words
from .duel import bot_program, duel
from .examples import epilog_of
from .games import games
from .play import play, replay, verify
from .server import backup, restore, serve
from .simulate import simulate
from .welcome import welcome

app = typer.Typer(name="marbletop", rich_markup_mode="rich", pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]})
app.callback(invoke_without_command=True)(welcome)
for command in (games, simulate, duel, bot_program, play, replay, verify, prepare, bench, serve, backup, restore, words):
    name = command.__name__.replace("_", "-")
    app.command(name, epilog=epilog_of(name))(command)


def main() -> None:
    """Run the command; a user's mistake is one clear line and exit code 2."""
    try:
        app()
    except MarbletopError as error:
        Console(stderr=True, soft_wrap=True).print(f"[red]marbletop:[/] {error}", highlight=False)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
