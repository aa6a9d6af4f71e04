"""Several processes at one address, as whoever runs them starts them."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager

import httpx2
import pytest

from marbletop.core.errors import MarbletopError
from marbletop.web.processes import check_processes
from tests.server.conftest import postgres  # noqa: F401

ME = {"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "me"}


def test_several_processes_need_a_database_that_they_can_share():
    with pytest.raises(MarbletopError, match="need PostgreSQL"):
        check_processes(2, "")
    check_processes(1, "")


def free_ports(count):
    """The first of some ports in a row that nobody uses."""
    for first in range(20000 + os.getpid() % 20000, 60000, count):
        try:
            for port in range(first, first + count):
                with socket.socket() as tried:
                    tried.bind(("127.0.0.1", port))
        except OSError:
            continue
        return first
    raise AssertionError("no ports are free")


@contextmanager
def server(folder, database, *arguments):
    """A server of the command line; its process and its address."""
    env = {**os.environ, "MARBLETOP_DATA": str(folder), "MARBLETOP_DATABASE": database, "COLUMNS": "200"}
    process = subprocess.Popen([sys.executable, "-m", "marbletop", *arguments], stdout=subprocess.PIPE, env=env, text=True)
    try:
        line = process.stdout.readline()
        yield process, (re.findall(r"http://\S+", line) or [line])[0]
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(60)
        process.stdout.close()


@pytest.mark.slow
def test_every_process_serves_every_table(tmp_path, postgres):  # noqa: F811
    """Two processes, asked by turns at their own ports; one of them is killed and comes back; workers move the bots."""
    own, database = free_ports(2), postgres.new_database()
    arguments = ("serve", "--port", "0", "--processes", "2", "--own-port", str(own), "--bots-elsewhere", "--no-browser")
    with server(tmp_path, database, *arguments) as (process, _), \
            server(tmp_path, database, "workers") as (_, said), httpx2.Client(follow_redirects=True, timeout=60) as client:
        assert "Bots are ready" in said
        homes = [f"http://127.0.0.1:{own + number}" for number in range(2)]
        for home in homes:
            wait_for(client, home)
        made = client.post(f"{homes[0]}/new", data=ME)
        path = made.url.path
        for number in range(6):
            page = client.get(f"{homes[number % 2]}{path}")
            position = re.search(r'name="position" value="(\d+)"', page.text)[1]
            played = client.post(f"{homes[1 - number % 2]}{path}/play", data={"action": str(number), "position": position})
            assert played.status_code == 200, played.text
        counted = [moves_of(client, home) for home in homes]
        assert counted == [3, 3]
        os.kill(children_of(process.pid)[0], signal.SIGKILL)
        for home in homes:
            wait_for(client, home)
            assert client.get(f"{home}{path}").status_code == 200
        bots = client.post(f"{homes[0]}/now/connect_four", data={})
        position = re.search(r'name="position" value="(\d+)"', bots.text)
        if position:
            client.post(f"{homes[0]}{bots.url.path}/play", data={"action": "3", "position": position[1]})
        until = time.monotonic() + 60
        while not postgres.do("SELECT 1 FROM entries WHERE kind = 'action' AND data LIKE '%\"bot\"%'", database):
            assert time.monotonic() < until
            time.sleep(0.1)


def children_of(pid):
    found = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True)
    return [int(child) for child in found.stdout.split()]


def wait_for(client, home):
    until = time.monotonic() + 60
    while True:
        try:
            assert client.get(f"{home}/healthz").status_code == 200
            return
        except (httpx2.TransportError, AssertionError):
            assert time.monotonic() < until
            time.sleep(0.1)


def moves_of(client, home):
    return int(re.search(r"marbletop_moves_total (\d+)", client.get(f"{home}/metrics").text)[1])
