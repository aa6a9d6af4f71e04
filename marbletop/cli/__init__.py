"""The command `marbletop`: every subcommand a few lines that call the library and print what it says."""

import sys
from typing import NoReturn

import typer

from ..core.errors import MarbletopError
from ..terminal.output import PlainConsole, accept_any_letters, styled
from .common import complete_ray
from .develop import bench, prepare, words
from .duel import bot_program, duel
from .examples import epilog_of
from .games import games
from .play import play, replay, verify
from .review import review
from .server import backup, restore, serve, workers
from .simulate import simulate
from .train import train
from .welcome import welcome

app = typer.Typer(name="marbletop", rich_markup_mode="rich", pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]})
app.callback(invoke_without_command=True)(welcome)
for command in (games, simulate, duel, train, bot_program, play, replay, review, verify, prepare, bench, serve, workers, backup,
                restore, words):
    name = command.__name__.replace("_", "-")
    app.command(name, epilog=epilog_of(name))(command)


def main() -> None:
    """Run the command; a user's mistake is one clear line and exit code 2."""
    accept_any_letters()
    try:
        app(complete_ray(sys.argv[1:]))
    except BrokenPipeError:
        sys.exit(1)
    except MarbletopError as error:
        stop(str(error))
    except OSError as error:
        stop(f"{error.strerror or error}: {error.filename}." if error.filename else f"{error.strerror or error}.")
    except KeyboardInterrupt:
        sys.exit(130)


def stop(reason: str) -> NoReturn:
    PlainConsole(stderr=True, soft_wrap=True).print(styled(("marbletop:", "red"), f" {reason}"))
    sys.exit(2)
