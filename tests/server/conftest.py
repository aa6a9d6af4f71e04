"""Tests that run on both databases."""

import importlib.util
import os

import pytest

from . import helpers


def new_server():
    """A PostgreSQL server. Without PostgreSQL the test is skipped; in CI it fails."""
    if importlib.util.find_spec("asyncpg") is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("asyncpg is not installed (pip install 'marbletop[postgres]')")
    from .postgres_server import PostgresServer, folder_of_programs
    if folder_of_programs() is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("PostgreSQL is not installed (Debian's package postgresql)")
    return PostgresServer()


@pytest.fixture(scope="session")
def postgres():
    """A PostgreSQL server; the same for all tests of a process."""
    server = new_server()
    yield server
    server.remove()


@pytest.fixture
def own_postgres():
    """A PostgreSQL server that a test may stop."""
    server = new_server()
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.slow)])
def engine(request, monkeypatch):
    """Lets `house_in` keep tables in one database and then in the other; its name."""
    if request.param == "postgres":
        monkeypatch.setattr(helpers, "database_of", request.getfixturevalue("postgres").database_of)
    return request.param
