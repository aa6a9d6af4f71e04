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


@pytest.fixture(scope="module")
def counted(tmp_path_factory):
    """What a server that has answered some requests tells Prometheus."""
    with TestClient(make_app(Settings(tmp_path_factory.mktemp("data")), bots=ThreadBots(GAMES))) as client:
        client.get("/")
        client.get("/nowhere")
        return client.get("/metrics").text


@pytest.fixture(scope="module")
def panels():
    return json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))["panels"]


SAMPLE = re.compile(r'(\w+)(?:\{((?:\w+="[^"\\]*",?)*)\})? (\d+(?:\.\d+)?)')
KIND = re.compile(r"# TYPE (\w+) (counter|gauge|histogram)")


def kinds_of(counted):
    return dict(KIND.findall(counted))


def labels_of(counted):
    """The labels of every sample, by name."""
    found = {}
    for line in counted.splitlines():
        if not line.startswith("#"):
            name, labels, _ = SAMPLE.fullmatch(line).groups()
            found.setdefault(name, set()).update(re.findall(r'(\w+)="', labels or ""))
    return found


def test_the_counts_are_what_prometheus_can_read(counted):
    """Every line is a sample or the kind of one; no sample comes twice; a histogram grows up to its count."""
    samples = {}
    for line in counted.splitlines():
        assert KIND.fullmatch(line) or SAMPLE.fullmatch(line), line
        if not line.startswith("#"):
            name, labels, value = SAMPLE.fullmatch(line).groups()
            assert (name, labels) not in samples
            samples[name, labels] = float(value)
    families = {re.sub(r"_(bucket|sum|count)$", "", name) if name not in kinds_of(counted) else name for name, _ in samples}
    assert families == set(kinds_of(counted))
    home = [(labels, value) for (name, labels), value in samples.items() if name.endswith("_bucket") and 'route="/",' in labels]
    assert [value for _, value in home] == sorted(value for _, value in home) and 'le="+Inf"' in home[-1][0]
    assert home[-1][1] == samples["marbletop_request_seconds_count", 'route="/"'] == 1


def test_the_board_asks_for_what_is_counted(counted, panels):
    """Every name and every label of a query is exported; counters are asked for their rates, and nothing else is."""
    told, kinds = labels_of(counted), kinds_of(counted)
    job = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))["scrape_configs"][0]["job_name"]
    asked = [target["expr"] for panel in panels for target in panel["targets"]]
    for query in asked:
        names = re.findall(r"marbletop_\w+", query)
        assert names or f'up{{job="{job}"}}' in query
        assert query.count("(") == query.count(")") and query.count("[") == query.count("]")
        for name in names:
            wanted = set(re.findall(r"(\w+)[=!~]+", query))
            wanted |= {label.strip() for group in re.findall(r"by \(([^)]*)\)", query) for label in group.split(",")}
            assert wanted - {"instance", "job"} <= told[name], query
            counts = kinds.get(name) == "counter" or name.endswith("_bucket")
            assert counts == bool(re.search(rf"rate\({name}(\{{[^}}]*\}})?\[\dm\]\)", query)), query
    exported = {name for name in told if not name.endswith(("_sum", "_count"))}
    assert exported == {name for query in asked for name in re.findall(r"marbletop_\w+", query)}, "nobody looks at a count"


def test_the_board_can_be_drawn(panels):
    """Panels have what Grafana needs, lie within its 24 columns and on no other, and ask the source that is chosen above."""
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    variables = {one["name"]: one for one in board["templating"]["list"]}
    assert board["uid"] and board["title"] and board["schemaVersion"] >= 36
    assert len({panel["id"] for panel in panels}) == len({panel["title"] for panel in panels}) == len(panels)
    taken = set()
    for panel in panels:
        source, place = panel["datasource"], panel["gridPos"]
        assert panel["type"] in ("timeseries", "stat") and panel["fieldConfig"]["defaults"]["unit"]
        assert source["type"] == variables[source["uid"].strip("${}")]["query"] == "prometheus"
        cells = {(x, y) for x in range(place["x"], place["x"] + place["w"]) for y in range(place["y"], place["y"] + place["h"])}
        assert cells and max(x for x, _ in cells) < 24 and not cells & taken
        taken |= cells
        assert len({target["refId"] for target in panel["targets"]}) == len(panel["targets"]) > 0
        for target in panel["targets"]:
            shown = set(re.findall(r"\{\{(\w+)\}\}", target.get("legendFormat", "")))
            kept = {label.strip() for group in re.findall(r"by \(([^)]*)\)", target["expr"]) for label in group.split(",")}
            assert shown <= (kept if "by (" in target["expr"] else {"instance", "job"}), target


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
        for path in ("/metrics", "/marbles/metrics"):       # also below a path
            assert client.get(f"{home}{path}").status_code == 403


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
