"""Bringing a database up to date: every numbered SQL file in the folder `migrations`, in order. They serve SQLite, each in a
transaction, and PostgreSQL (`postgres_opening.py`)."""

import sqlite3
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..refusal import Refused

ONLY = {"-- SQLite only": False, "-- PostgreSQL only": True}       # lines before statements that are for one of them
APPLICATION = 0x4D52424C                    # marks a file as ours: "MRBL"


@cache
def migrations() -> list[tuple[int, str]]:
    """Number and text of every migration, in order."""
    folder = files(__package__) / "migrations"
    found = [(int(path.name.split("_")[0]), path.read_text(encoding="utf-8"))
             for path in folder.iterdir() if path.name.endswith(".sql")]
    return sorted(found)


def latest_version() -> int:
    """The version of the tables that this program works with."""
    return migrations()[-1][0]


def version_of(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def is_old(connection: sqlite3.Connection) -> bool:
    """Whether a database of ours has to be brought up to date."""
    return version_of(connection) < latest_version()


def check_ours(connection: sqlite3.Connection, path: Path) -> None:
    """Refused for a database that is not Marbletop's, or of a later version. It lies in the path, or was copied from it."""
    marked = connection.execute("PRAGMA application_id").fetchone()[0]
    if marked != APPLICATION:
        raise Refused("{path} is not a Marbletop database. Choose another file, or another folder with --data.", path=path)
    if version_of(connection) > (latest := latest_version()):
        raise Refused("{path} was made by a later Marbletop (version {theirs} of its tables, here {ours}). "
                      "Upgrade Marbletop to use it.", path=path, theirs=version_of(connection), ours=latest)


def migrate(connection: sqlite3.Connection, path: Path, version: int | None = None) -> None:
    """Carry out the missing migrations, all or those up to a version. Two processes that start at the same time do it once."""
    if version_of(connection):
        check_ours(connection, path)
    for number, text in migrations():
        if version is not None and number > version:
            break
        connection.execute("BEGIN IMMEDIATE")
        try:
            if version_of(connection) < number:
                for statement in statements(text):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION}")
                connection.execute(f"PRAGMA user_version = {number}")
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise


def statements(text: str, postgres: bool = False) -> list[str]:
    """The statements of a file for one of the databases; sqlite3's own executescript would commit each of them."""
    found, part, wanted = [], "", True
    for line in text.splitlines():
        wanted = wanted and ONLY.get(line, postgres) == postgres
        part += line.split("--")[0].rstrip() + "\n"
        if sqlite3.complete_statement(part):
            if wanted:
                found.append(part)
            part, wanted = "", True
    return found
