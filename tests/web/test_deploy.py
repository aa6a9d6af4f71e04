"""What lies in `deploy/` works: nginx serves two processes with it, the board asks for what is counted, settings exist."""

import configparser
import json
import os
import re
import shutil
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest
import yaml
from starlette.testclient import TestClient
from typer.testing import CliRunner

from marbletop.cli import app
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.server.conftest import postgres  # noqa: F401
from tests.web.test_processes import ME, free_ports, server, wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
LONGEST_WAIT = 60.0                         # seconds


def test_the_board_asks_for_what_is_counted(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES))) as client:
        client.get("/")
        told = set(re.findall(r"^(marbletop_\w+)", client.get("/metrics").text, re.M))
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    asked = {name for panel in board["panels"] for target in panel["targets"]
             for name in re.findall(r"marbletop_\w+", target["expr"])}
    assert asked and asked <= told and len({panel["id"] for panel in board["panels"]}) == len(board["panels"])


def test_settings_and_services_say_what_the_command_takes():
    told = " ".join(CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "300"}).output.split())
    names = re.findall(r"^(MARBLETOP_\w+)=", (DEPLOY / "marbletop.env").read_text(encoding="utf-8"), re.M)
    assert "MARBLETOP_DATABASE" in names and all(name in told for name in names if name != "MARBLETOP_CACHE")
    for name in ("marbletop@.service", "marbletop-workers.service"):
        unit = configparser.ConfigParser(interpolation=None)
        unit.read(DEPLOY / name, encoding="utf-8")
        program, command, *arguments = unit["Service"]["ExecStart"].split()
        takes = CliRunner().invoke(app, [command, "--help"], env={"COLUMNS": "300"}).output
        assert program.endswith("/marbletop") and all(one in takes for one in arguments if one.startswith("--"))


def test_prometheus_asks_the_servers_that_nginx_knows():
    asked, = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))["scrape_configs"]
    known = re.findall(r"server (127\.0\.0\.1:\d+)", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    assert asked["static_configs"][0]["targets"] == known and len(known) == 2


def nginx_program():
    found = shutil.which("nginx") or ("/usr/sbin/nginx" if Path("/usr/sbin/nginx").exists() else None)
    if found is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("nginx is not installed (Debian's package nginx)")
    return found


@contextmanager
def proxy(folder, port, servers):
    """nginx with our example, in a folder of its own, at another port and for other servers."""
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8").replace("listen 80;", f"listen 127.0.0.1:{port};")
    for old, new in zip((8001, 8002), servers):
        text = text.replace(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
    paths = "".join(f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"{'user root;' if os.getuid() == 0 else ''}\ndaemon off;\npid {folder}/pid;\nerror_log {folder}/errors;\nevents {{}}\n"
        f"http {{\naccess_log off;\n{paths}{text}\n}}\n", encoding="utf-8")
    process = subprocess.Popen([nginx_program(), "-p", folder, "-c", folder / "nginx.conf", "-e", folder / "errors"])
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(60)


@pytest.mark.slow
def test_nginx_serves_two_processes_and_lets_streams_through(tmp_path, postgres):  # noqa: F811
    """A message of the stream arrives while the stream stays open; a server that is stopped is replaced by the other; the
    counts are nobody's business."""
    nginx_program()
    (tmp_path / "nginx").mkdir()
    port, database = free_ports(3), postgres.new_database()
    common = ("serve", "--no-browser", "--allow-host", "tables.example.org", "--proxies", "127.0.0.1", "--port")
    with server(tmp_path, database, *common, str(port + 1)) as (first, _), \
            server(tmp_path, database, *common, str(port + 2)), \
            proxy(tmp_path / "nginx", port, (port + 1, port + 2)) as home, \
            httpx2.Client(follow_redirects=True, timeout=60, headers={"Host": "tables.example.org"}) as client:
        wait_for(client, home)
        path = client.post(f"{home}/new", data=ME).url.path
        with client.stream("GET", f"{home}{path}/live", headers={"Accept-Encoding": "identity"}) as stream:
            parts = stream.iter_text()
            read_until(parts, "event: table")
            position = position_at(client, home, path)
            assert client.post(f"{home}{path}/play", data={"action": "3", "position": position}).status_code == 200
            read_until(parts, "event: table")
        first.terminate()
        first.wait(60)
        for _ in range(4):
            assert client.get(f"{home}{path}").status_code == 200
        played = client.post(f"{home}{path}/play", data={"action": "3", "position": position_at(client, home, path)})
        assert played.status_code == 200
        assert client.get(f"{home}/metrics").status_code == 403


def position_at(client, home, path):
    return re.search(r'name="position" value="(\d+)"', client.get(f"{home}{path}").text)[1]


def read_until(parts, words):
    """Read a stream until it has said something."""
    read, until = "", time.monotonic() + LONGEST_WAIT
    for part in parts:
        read += part
        if words in read:
            return
        assert time.monotonic() < until
    raise AssertionError("the stream has ended")
