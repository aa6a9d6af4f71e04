"""marbletop serve, workers, backup, restore: tables for browsers, and copies of them."""

from pathlib import Path
from typing import Annotated

import typer

from .common import console

Data = Annotated[Path | None, typer.Option("--data", envvar="MARBLETOP_DATA", metavar="FOLDER",
                                           help="Where tables are kept; your data folder if not given.")]
Database = Annotated[str, typer.Option("--database", envvar="MARBLETOP_DATABASE", metavar="ADDRESS", show_default=False, help=(
    "A PostgreSQL database that keeps the tables, postgresql://...; a file in the data folder if not given."))]
ArchiveAfter = Annotated[float, typer.Option("--archive-after", envvar="MARBLETOP_ARCHIVE_AFTER", metavar="DAYS", min=0,
                                             help="When a table that nobody visits is archived; 0: never.")]
MailHost = Annotated[str, typer.Option("--mail-server", envvar="MARBLETOP_MAIL_SERVER", metavar="NAME", help=(
    "Where to hand in mail for tables with days per move; without it none is offered."))]
MailFrom = Annotated[str, typer.Option("--mail-from", envvar="MARBLETOP_MAIL_FROM", metavar="ADDRESS",
                                       help="The address that mail is sent from.")]
MailUser = Annotated[str, typer.Option("--mail-user", envvar="MARBLETOP_MAIL_USER", metavar="NAME",
                                       help="Who hands it in, if the mail server asks.")]
MailPassword = Annotated[str, typer.Option("--mail-password", envvar="MARBLETOP_MAIL_PASSWORD", metavar="WORD",
                                           show_default=False, help="Better in the environment.")]
MailSecurity = Annotated[str, typer.Option("--mail-security", envvar="MARBLETOP_MAIL_SECURITY", metavar="KIND",
                                           help="starttls, tls or none.")]


def serve(host: Annotated[str, typer.Option("--host", envvar="MARBLETOP_HOST", help="Where to listen.")] = "127.0.0.1",
          port: Annotated[int, typer.Option("--port", envvar="MARBLETOP_PORT", min=0, max=65535,
                                            help="0 takes any that is free.")] = 8000,
          data: Data = None,
          database: Database = "",
          secret: Annotated[str, typer.Option("--secret", envvar="MARBLETOP_SECRET", show_default=False,
                                              help="Signs guests' cookies; kept in the data folder if not given.")] = "",
          base: Annotated[str, typer.Option("--base", envvar="MARBLETOP_BASE", metavar="/PATH",
                                            help="Path that all addresses begin with, behind a proxy.")] = "",
          boxes: Annotated[Path | None, typer.Option("--boxes", envvar="MARBLETOP_BOXES", metavar="FOLDER",
                                                     help="Component files that new tables may choose: GAME*.toml.")] = None,
          bots: Annotated[str, typer.Option("--bots", envvar="MARBLETOP_BOTS", metavar="BOTS", help=(
              "Bots that tables may call beside the levels, with commas between: NAME, program:COMMAND or "
              "TITLE=program:COMMAND."))] = "",
          lan: Annotated[bool, typer.Option("--lan", envvar="MARBLETOP_LAN", help="Open to the home network.")] = False,
          allow_host: Annotated[str, typer.Option("--allow-host", envvar="MARBLETOP_HOSTS", metavar="NAMES", help=(
              "Names by which it may be asked for, with commas between; * for any."))] = "",
          archive_after: ArchiveAfter = 90,
          proxies: Annotated[str, typer.Option("--proxies", envvar="MARBLETOP_PROXIES", metavar="ADDRESSES", help=(
              "Proxies in front of it, with commas between: who visits is what they say."))] = "",
          cert: Annotated[Path | None, typer.Option("--cert", envvar="MARBLETOP_CERT", metavar="FILE",
                                                    help="Certificate for HTTPS, with --key.")] = None,
          key: Annotated[Path | None, typer.Option("--key", envvar="MARBLETOP_KEY", metavar="FILE",
                                                   help="Private key of the certificate.")] = None,
          processes: Annotated[int, typer.Option("--processes", envvar="MARBLETOP_PROCESSES", min=1, max=64,
                                                 help="How many serve this address; more than 1 need --database.")] = 1,
          own_port: Annotated[int, typer.Option("--own-port", envvar="MARBLETOP_OWN_PORT", metavar="PORT", min=0, max=65000,
                                                help="Each process has a port of its own, too: this, the next, ...")] = 0,
          bots_elsewhere: Annotated[bool, typer.Option("--bots-elsewhere", envvar="MARBLETOP_BOTS_ELSEWHERE", help=(
              "Leave bots and clocks to `marbletop workers`."))] = False,
          mail_server: MailHost = "",
          mail_from: MailFrom = "",
          mail_user: MailUser = "",
          mail_password: MailPassword = "",
          mail_security: MailSecurity = "starttls",
          review_games: Annotated[bool, typer.Option("--review-games/--no-review-games", envvar="MARBLETOP_REVIEW_GAMES", help=(
              "Look for the turning point of every game that ends, or only when somebody asks."))] = True,
          review_seconds: Annotated[float, typer.Option(
              "--review-seconds", envvar="MARBLETOP_REVIEW_SECONDS", metavar="SECONDS", min=1, max=600,
              help="How long a review is measured, in seconds of one core.")] = 12,
          browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Show it, if there is a screen.")] = True,
          verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log every request.")] = False) -> None:
    """Serve tables to browsers: on this machine, or with --lan to everybody at home."""
    from ..server.mail import MailServer
    from ..server.storage.files import data_folder
    from ..web.networks import read_proxies
    from ..web.serve import serve as run
    from ..web.settings import Settings
    mail = MailServer(mail_server, mail_from, mail_user, mail_password, mail_security) if mail_server else None
    settings = Settings(data_folder(data), host, port, secret, base, boxes=boxes, bots=tuple(bots.split(",")),
                        database=database, archive_after=archive_after, proxies=read_proxies(proxies), cert=cert, key=key,
                        mail=mail, review_games=review_games,
                        review_seconds=review_seconds)
    run(settings, console, lan=lan, allow_host=allow_host, browser=browser, verbose=verbose, processes=processes,
        own_port=own_port, bots_elsewhere=bots_elsewhere)


def workers(count: Annotated[int, typer.Option("--count", min=1, max=256, help="How many bots think at a time.")] = 1,
            database: Database = "", data: Data = None,
            bots: Annotated[str, typer.Option("--bots", envvar="MARBLETOP_BOTS", metavar="BOTS", help=(
                "The same bots as the servers have."))] = "",
            archive_after: ArchiveAfter = 90, mail_server: MailHost = "", mail_from: MailFrom = "", mail_user: MailUser = "",
            mail_password: MailPassword = "", mail_security: MailSecurity = "starttls") -> None:
    """Let bots move and clocks run out for servers that use the same database."""
    import asyncio

    from ..bots.registry import offers_of
    from ..server.house import House
    from ..server.mail import MailServer
    from ..server.storage.files import data_folder
    from ..server.workers import check_workers, work_until_stopped
    check_workers(database)
    mail = MailServer(mail_server, mail_from, mail_user, mail_password, mail_security) if mail_server else None
    house = House(data_folder(data), database=database, workers=count, offers=offers_of(tuple(bots.split(","))),
                  archive_after=archive_after, mail=mail)
    asyncio.run(work_until_stopped(house, lambda: console.print("Bots are ready. (Ctrl+C stops them)")))


def backup(file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")], data: Data = None,
           database: Database = "") -> None:
    """Copy all tables into one file; the server may be running."""
    from ..server.storage.databases import backup as run
    from ..server.storage.files import data_folder
    console.print(f"{run(data_folder(data), file, database)} tables are in {file}.")


def restore(file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")], data: Data = None,
            database: Database = "") -> None:
    """Put a backup in place of all tables; the server must not be running."""
    from ..server.storage.databases import restore as run
    from ..server.storage.files import data_folder
    folder = data_folder(data)
    console.print(f"{run(folder, file, database)} tables are back in {folder if not database else 'the database'}.")
