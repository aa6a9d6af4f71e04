"""What commands share: parameters, and how they are read."""

import inspect
import re
from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer

from ..core.errors import MarbletopError
from ..core.game import Game
from ..games import GAMES
from ..terminal.output import PlainConsole

if TYPE_CHECKING:
    from rich.progress import Progress

Parameters = TypeVar("Parameters")
console = PlainConsole()
LOCAL = "local"                             # --ray without an address
MOST_GAMES = 10 ** 12                       # of one command: more than anybody waits for


def game_names(incomplete: str) -> list[str]:
    """Names of games that begin like this, for completion in a shell."""
    return [name for name in GAMES if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game; `marbletop games` lists them.",
                                         autocompletion=game_names)]
Seats = Annotated[int | None, typer.Option("--seats", "-k", help="Number of seats.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE",
                                                   help="An option of the game; may be given several times.")]
Box = Annotated[Path | None, typer.Option("--components", metavar="FILE", help="Component file of your own box.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Ray = Annotated[str | None, typer.Option("--ray", metavar="[ADDRESS]",
                                         help="Work on a Ray cluster: at HOST:PORT, the one that this machine belongs to "
                                              "(auto), or, if no address is given, one of its own.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Decides all chance.")]


def complete_ray(arguments: list[str]) -> list[str]:
    """The arguments of a command, in which a --ray without an address says that it means a cluster of this machine's own."""
    is_address = re.compile(r"auto|(ray://)?(\[[0-9a-fA-F:]+\]|[\w.-]+):\d+").fullmatch
    return [f"--ray={LOCAL}" if argument == "--ray" and not is_address(following) else argument
            for argument, following in zip(arguments, [*arguments[1:], ""])]


def takes(kind: type[Parameters]) -> Callable[[Callable[[Parameters], None]], Callable[..., None]]:
    """Let a command take its parameters as one object: a dataclass whose fields are declared as Typer wants parameters."""
    def decorate(command: Callable[[Parameters], None]) -> Callable[..., None]:
        @wraps(command)
        def call(**given: Any) -> None:
            command(kind(**given))

        signature = inspect.signature(kind)
        call.__signature__ = signature                          # type: ignore[attr-defined]
        call.__annotations__ = {name: parameter.annotation for name, parameter in signature.parameters.items()}
        return call

    return decorate


def read_pairs(game: Game, pairs: list[str] | None) -> dict[str, Any]:
    """Options from NAME=VALUE, or what is wrong with them."""
    for pair in pairs or []:
        if "=" not in pair:
            raise MarbletopError(f"{pair!r} is no option: write NAME=VALUE.")
    given = dict(pair.split("=", 1) for pair in pairs or [])
    game.read_options(given)
    return given


def progress_bar(figure: str) -> "Progress":
    """A bar on the standard error, with one more figure behind it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(),
               TextColumn(f"{{task.fields[{figure}]}}", markup=False), TimeRemainingColumn())
    return Progress(*columns, console=PlainConsole(stderr=True), transient=True)
