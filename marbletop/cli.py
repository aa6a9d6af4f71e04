"""The command `marbletop`: every subcommand a few lines that call the library and print what it says."""

import json
import sys
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.padding import Padding
from rich.table import Table

from .core.errors import MarbletopError
from .core.game import Game, list_numbers
from .games import GAMES
from .words import terminal_language, use_language

app = typer.Typer(name="marbletop", no_args_is_help=True, rich_markup_mode="rich", pretty_exceptions_enable=False,
                  context_settings={"help_option_names": ["-h", "--help"]},
                  help="Marble games for people, bots and researchers.")
console = Console()


def _names(incomplete: str) -> list[str]:
    return [name for name in GAMES if name.startswith(incomplete)]


GameName = Annotated[str, typer.Argument(metavar="GAME", help="Name of the game; `marbletop games` lists them.",
                                         autocompletion=_names)]
Seats = Annotated[int | None, typer.Option("--seats", "-k", help="Number of seats.")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE",
                                                   help="An option of the game; may be given several times.")]
Box = Annotated[Path | None, typer.Option("--components", metavar="FILE", help="Component file of your own box.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Decides all chance.")]


def read_pairs(game: Game, pairs: list[str] | None) -> dict[str, Any]:
    """Options from NAME=VALUE, or what is wrong with them."""
    for pair in pairs or []:
        if "=" not in pair:
            raise MarbletopError(f"{pair!r} is no option: write NAME=VALUE.")
    given = dict(pair.split("=", 1) for pair in pairs or [])
    game.read_options(given)
    return given


@app.command()
def games(game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=_names)] = None,
          as_json: Json = False) -> None:
    """List the games, or the options of one."""
    if game is not None:
        return show_options(GAMES[game], as_json)
    rows = [GAMES[name] for name in GAMES]
    if as_json:
        return print(json.dumps([about(row) for row in rows], indent=1))
    for row in rows:
        console.print(f"[bold]{row.title}[/] ({row.name}), {list_numbers(row.seats)} seats", highlight=False)
        console.print(Padding(f"options: {', '.join(row.option_list) or 'none'}\nbox: {box_in_words(row)}", (0, 0, 0, 4)),
                      highlight=False, style="dim")
    console.print("\n[dim]marbletop games GAME explains the options of a game.[/]")


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
    console.print(f"[bold]{game.title}[/], {list_numbers(game.seats)} seats, rules version {game.version}")
    console.print(f"Box: {box_in_words(game)}")
    if game.credit:
        console.print(f"{game.credit} Marbletop is not affiliated with its authors or publisher.", style="dim")
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for heading in ("option", "values", "default", "rule", "what it does"):
        table.add_column(heading)
    for option in game.option_list.values():
        table.add_row(option.name, option.range, str(option.default).lower(), option.rule, option.help)
    console.print(table)


@app.command()
def simulate(game: GameName,
             number: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games.")] = 10_000,
             seats: Seats = None, option: Options = None, components: Box = None,
             threads: Annotated[int, typer.Option("--threads", "-t", min=1, help="Threads.")] = 1,
             seed: Seed = 0,
             tally: Annotated[bool, typer.Option("--tally", help="Count what happens in the games, too.")] = False,
             as_json: Json = False) -> None:
    """Play many random games and say what came out."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .analysis.simulate import simulate as play_in_terminal
    chosen = GAMES[game]
    box = chosen.components(components) if components else None
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"),
               TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(chosen.title, total=number, rate="compiling")
        summary = play_in_terminal(chosen, number, seats, seed, threads=threads, tally=tally, components=box,
                      progress=lambda s: progress.update(task, completed=s.games, rate=f"{s.games / s.seconds:,.0f} games/s"),
                      **read_pairs(chosen, option))
    if as_json:
        return print(json.dumps(summary.as_dict(), indent=1))
    show_summary(chosen, summary.as_dict())


def show_summary(game: Game, told: dict[str, Any]) -> None:
    console.print(f"[bold]{game.title}[/], {told['seats']} seats, {told['games']:,} random games in {told['seconds']:.1f} s: "
                  f"{told['games_per_second']:,.0f} games/s, {told['decisions_per_second']:,.0f} decisions/s")
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


@app.command()
def duel(game: GameName, bots: Annotated[list[str], typer.Argument(
            metavar="BOT BOT...", help="uniform, rollouts, greedy, search, a level, search@SECONDS or search#ITERATIONS.")],
         number: Annotated[int, typer.Option("--games", "-n", min=1, help="Number of games, rounded up to whole deals.")] = 100,
         seats: Seats = None, option: Options = None, components: Box = None,
         seconds: Annotated[float | None, typer.Option("--time", min=0.0, help="Seconds for a decision.")] = None,
         iterations: Annotated[int | None, typer.Option("--iterations", min=1, help="Or iterations a decision.")] = None,
         cpu: Annotated[bool, typer.Option("--cpu", help="Count the processor's seconds, not the wall clock's: other work on "
                                                         "the machine weakens no bot.")] = False,
         workers: Annotated[int, typer.Option("--workers", "-w", min=1, help="Processes.")] = 1,
         until_decided: Annotated[bool, typer.Option("--until-decided", help="Stop when the question is decided.")] = False,
         records: Annotated[Path | None, typer.Option("--records", help="Folder for records of the games.")] = None,
         seed: Seed = 0, as_json: Json = False) -> None:
    """Let bots play each other on paired deals with rotated seats."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .analysis.duel import Contest
    from .analysis.duel import duel as play_in_terminal
    from .bots.bot import Limit
    from .bots.levels import bot_named
    chosen, limit = GAMES[game], Limit(0.2 if seconds is None and iterations is None else seconds, iterations,
                                       time.thread_time if cpu else time.perf_counter)
    places = seats if seats is not None else next((n for n in chosen.seats if n > 1), chosen.seats[0])
    chosen.check_seats(places)
    if len(bots) < 2:
        raise MarbletopError("A duel needs two bots at least.")
    if records:
        records.mkdir(parents=True, exist_ok=True)
    with Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[share]}"),
                  TimeRemainingColumn(), console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(" - ".join(bots), total=number, share="compiling")
        for text in set(bots):
            bot_named(chosen, text)
        contest = Contest(game, tuple(bots), places, read_pairs(chosen, option), limit, seed,
                          str(components) if components else None, str(records) if records else None)
        standing = play_in_terminal(contest, number, workers, until_decided, lambda s: progress.update(
            task, completed=s.games, share=" - ".join(f"{share:.0%}" for share in s.win_share)))
    told = standing.as_dict()
    if as_json:
        return print(json.dumps(told, indent=1))
    table = Table(box=None, padding=(0, 2), header_style="bold")
    for heading in ("bot", "win share", "95 % interval", "points", *(("Elo",) if "elo" in told else ())):
        table.add_column(heading, justify="left" if heading == "bot" else "right")
    for number, row in enumerate(told["bots"]):
        low, high = row["interval"]
        table.add_row(row["bot"], f"{row['win_share']:.1%}", f"{low:.1%} to {high:.1%}", f"{row['points']:.2f}",
                      *((f"{told['elo'][number]:+.0f}",) if "elo" in told else ()))
    console.print(f"[bold]{chosen.title}[/], {told['seats']} seats, {told['games']} games in {told['deals']} deals"
                  f"{', decided' if told['decided'] else ''}")
    console.print(table)


@app.command()
def play(game: Annotated[str | None, typer.Argument(metavar="[GAME]", autocompletion=_names)] = None,
         seats: Seats = None, option: Options = None, components: Box = None,
         people: Annotated[int, typer.Option("--people", "-p", min=0,
                                             help="Seats played at this terminal; bots play the rest.")] = 1,
         level: Annotated[str, typer.Option("--level", "-l", help="Strength of the bots: beginner, casual, steady, "
                                                                  "strong or master.")] = "steady",
         seed: Annotated[int | None, typer.Option("--seed", "-s", help="Decides all chance.")] = None) -> None:
    """Play in the terminal, alone against bots or together."""
    from .terminal.app import choose_game, play_in_terminal
    with use_language(terminal_language()):
        chosen = GAMES[game] if game else choose_game(console)
        play_in_terminal(chosen, seats, read_pairs(chosen, option), components, people, seed, level, console)


File = Annotated[Path, typer.Argument(metavar="FILE", help="A record file.")]


@app.command()
def replay(file: File, components: Box = None,
           boards: Annotated[bool, typer.Option("--boards", "-b", help="Show the position after every entry.")] = False,
           seat: Annotated[int, typer.Option("--seat", help="Through whose eyes; -1 for a spectator's.")] = -1,
           until: Annotated[int | None, typer.Option("--until", "-u", min=0, help="Stop after so many entries.")] = None
           ) -> None:
    """Tell a recorded game move by move."""
    from .core.record import read_record
    from .core.record import replay as play_in_terminal
    record = read_record(file)
    match = play_in_terminal(record, components, any_start=True)
    match.names = record.get("names") or match.names
    console.print(f"[bold]{match.game.title}[/], {match.seats} seats, box: {match.components.name}")
    shown = len(match.moves) if until is None else min(until, len(match.moves))
    for number, move in enumerate(match.moves[:shown], 1):
        told = " ".join(match.sentences(seat, move))
        console.print(f"[dim]{number:4}[/] {match.names[move.seat]}: [bold]{move.text}[/]  {told}", highlight=False)
        if boards or number == shown:
            view = match.game.view(match.state_after(number), match.box, seat)
            console.print(match.game.notation.diagram(view, match.box), highlight=False, markup=False)
    if shown == len(match.moves) and (outcome := match.outcome):
        console.print(f"{outcome.ending.capitalize()}: points {', '.join(f'{p:g}' for p in outcome.points)}; "
                      f"ranks {', '.join(map(str, outcome.rank))}")


@app.command()
def verify(file: File, components: Box = None) -> None:
    """Check a record: every position, the outcome, and where its chance came from."""
    from .core.record import read_record
    from .core.record import verify as play_in_terminal
    for sentence in play_in_terminal(read_record(file), components):
        console.print(f"[green]✓[/] {sentence}")


@app.command()
def prepare(game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=_names)] = None) -> None:
    """Compile games ahead, so that nobody has to wait for it later."""

    from .bots.levels import searching
    from .core.batch import Batch, Setting, prepare_games
    for name in game or list(GAMES):
        chosen, begun = GAMES[name], time.perf_counter()
        with console.status(f"Compiling {chosen.title}"):
            prepare_games(Setting.of(chosen))
            Batch(chosen, 1)
            searching(chosen)
        console.print(f"{chosen.title}: ready after {time.perf_counter() - begun:.1f} s")


@app.command()
def bench(game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", autocompletion=_names)] = None,
          seconds: Annotated[float, typer.Option("--seconds", min=0.1, help="Time for each figure.")] = 1.0,
          as_json: Json = False) -> None:
    """Measure how fast the games run on this machine (`make bench` compares with other projects)."""
    from .analysis.speed import measure
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


Data = Annotated[Path | None, typer.Option("--data", envvar="MARBLETOP_DATA", metavar="FOLDER",
                                           help="Where tables are kept; your data folder if not given.")]


@app.command()
def serve(host: Annotated[str, typer.Option("--host", envvar="MARBLETOP_HOST", help="Where to listen.")] = "127.0.0.1",
          port: Annotated[int, typer.Option("--port", envvar="MARBLETOP_PORT", min=0, max=65535,
                                            help="0 takes any that is free.")] = 8000,
          data: Data = None,
          secret: Annotated[str, typer.Option("--secret", envvar="MARBLETOP_SECRET", show_default=False,
                                              help="Signs guests' cookies; kept in the data folder if not given.")] = "",
          base: Annotated[str, typer.Option("--base", envvar="MARBLETOP_BASE", metavar="/PATH",
                                            help="Path that all addresses begin with, behind a proxy.")] = "",
          boxes: Annotated[Path | None, typer.Option("--boxes", envvar="MARBLETOP_BOXES", metavar="FOLDER",
                                                     help="Component files that new tables may choose: GAME*.toml.")] = None,
          lan: Annotated[bool, typer.Option("--lan", envvar="MARBLETOP_LAN", help="Open to the home network.")] = False,
          allow_host: Annotated[str, typer.Option("--allow-host", envvar="MARBLETOP_HOSTS", metavar="NAMES", help=(
              "Names by which it may be asked for, with commas between; * for any."))] = "",
          browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Show it, if there is a screen.")] = True,
          verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log every request.")] = False) -> None:
    """Serve tables to browsers: on this machine, or with --lan to everybody at home."""
    try:
        from .web.serve import serve as play_in_terminal
        from .web.settings import Settings
    except ImportError as error:
        raise MarbletopError(f"The table in the browser needs more packages ({error.name}): "
                             "pip install 'marbletop[web]'.") from None
    from .server.storage.files import data_folder
    play_in_terminal(Settings(data_folder(data), host, port, secret, base, boxes=boxes), console, lan=lan, allow_host=allow_host,
        browser=browser, verbose=verbose)


@app.command()
def backup(file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")], data: Data = None) -> None:
    """Copy all tables into one file; the server may be running."""
    from .server.storage.files import backup as play_in_terminal
    from .server.storage.files import data_folder
    console.print(f"{play_in_terminal(data_folder(data), file)} tables are in {file}.", highlight=False)


@app.command()
def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], data: Data = None) -> None:
    """Put a backup in place of all tables; the server must not be running."""
    from .server.storage.files import data_folder
    from .server.storage.files import restore as play_in_terminal
    folder = data_folder(data)
    console.print(f"{play_in_terminal(folder, file)} tables are back in {folder}.", highlight=False)


@app.command()
def words(language: Annotated[str, typer.Argument(metavar="LANGUAGE", help="Its code, such as de.")],
          write: Annotated[bool, typer.Option("--write", help="Write its file, with a line for all that is missing.")] = False
          ) -> None:
    """Say what the translation into a language lacks (see docs/languages.md)."""
    from .words.templates import all_templates, report_on, write_translations
    if not language.replace("-", "").isalpha():
        raise MarbletopError(f"{language!r} is no code of a language: write one such as de or pt-BR.")
    if write:
        console.print(f"{write_translations(language)} is written.", highlight=False, soft_wrap=True)
    found = report_on(language)
    for kind, templates in (("missing", found.missing), ("no longer used", found.unused), ("does not fit", found.wrong)):
        for template in templates:
            console.print(f"{kind}: {template}", markup=False, highlight=False, soft_wrap=True)
    console.print(f"{len(all_templates()) - len(found.missing)} of {len(all_templates())} templates are translated.")


def main() -> None:
    """Run the command; a user's mistake is one clear line and exit code 2."""
    try:
        app()
    except MarbletopError as error:
        Console(stderr=True, soft_wrap=True).print(f"[red]marbletop:[/] {error}", highlight=False)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
