"""Simulations, duels and reviews on a Ray cluster: the same bytes as on one thread, whatever happens to its workers.

Without Ray (pip install 'marbletop[ray]', or `make ray`) these tests are skipped. What needs no cluster is in test_crew.py.
"""

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from marbletop import GAMES, Bot, IllegalAction, MarbletopError, Match, duel
from marbletop.analysis import parcel as parcels
from marbletop.analysis import ray_crew
from marbletop.analysis.review import review
from marbletop.analysis.review_words import as_dict
from marbletop.analysis.simulate import simulate
from marbletop.analysis.training import Training, crew_for, train
from marbletop.bots.bot import Limit

from ..core.toy import TOY
from ..test_foreign_game import ROOT, install

ray = pytest.importorskip("ray", reason="Ray is not installed (make ray)")
pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("ray")]
PATIENCE = 120.0                            # seconds for whatever a busy machine needs

# A bot of one's own, in a file that no worker can import. It kills the first worker that lets it move, once.
MORTAL = """
import os
import signal

from marbletop import Bot


class Mortal(Bot):
    heeds_limit = False
    mark = ""

    def choose(self, view, box, limit, stop):
        try:
            os.close(os.open(self.mark, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return self.game.legal_list(view, box)[-1]
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """A cluster of two workers, in which nobody knows what the tests install."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_crew, "processors", lambda: 2)
        ray_crew.connect(ray_crew.load_ray(), None)
    yield
    ray.shutdown()


def without_time(told):
    return json.dumps({key: value for key, value in told.items() if "second" not in key})


def finished(name, seed, **options):
    match, choose = Match(name, seed=seed, **options), random.Random(seed)
    while not match.over:
        match.play(choose.choice(match.legal))
    return match


def test_a_simulation_is_the_same():
    game, seen = GAMES["connect_four"], []
    here, there = (simulate(game, 5000, seed=4, tally=True, misere=True, ray=where,
                            progress=lambda summary: seen.append(summary.games)) for where in (None, True))
    assert without_time(here.as_dict()) == without_time(there.as_dict())
    assert seen[-1] == 5000 and there.cpu_seconds > 0


def test_a_duel_is_the_same_with_its_records(tmp_path):
    told = [without_time(duel("connect_four", "search#60", "greedy", games=16, seed=3, records=tmp_path / str(where),
                              ray=where).as_dict()) for where in (None, True)]
    assert told[0] == told[1]
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("None", "True"))
    assert len(here) == 16 and here == there


def test_a_review_is_the_same():
    match = finished("connect_four", 5)
    assert without_time(as_dict(review(match, deals=100))) == without_time(as_dict(review(match, deals=100, ray=True)))
    with pytest.raises(MarbletopError, match="in how many deals"):
        review(match, seconds=1, ray=True)


def test_a_training_is_the_same(tmp_path):
    """Its weights and what is said about them; games are read again only where they were kept."""
    learned = []
    for where in (None, "local"):
        training = Training(GAMES["marbles_and_jokers"], 2, {}, tmp_path / str(where), games=40, rounds=2, held_out=20, seed=3)
        with crew_for(training, workers=1, ray=where) as crew:
            learned.append(train(training, crew))
    assert learned[0].weights == learned[1].weights and learned[0].scores == learned[1].scores


def test_a_component_file_is_sent_along(tmp_path):
    game = GAMES["marbleous"]
    own = tmp_path / "my_box.toml"
    own.write_text(re.sub(r'name = ".*"', 'name = "Mine"', (game.folder / "components.toml").read_text(), count=1))
    for where in (None, True):
        duel("marbleous", "uniform", "uniform", games=2, components=own, records=tmp_path / str(where), ray=where)
    here, there = (sorted((tmp_path / name).iterdir()) for name in ("None", "True"))
    assert [path.read_bytes() for path in here] == [path.read_bytes() for path in there]
    assert json.loads(there[0].read_text())["components"]["name"] == "Mine"


@pytest.fixture
def last_marble(tmp_path, monkeypatch):
    """A game and a bot of other packages, which no worker has."""
    folder = install(tmp_path / "site")
    (folder / "mortal.py").write_text(MORTAL)
    monkeypatch.syspath_prepend(str(folder))
    parcels.forget_plug_ins()
    yield GAMES["last_marble"]
    for name in [name for name in sys.modules if name.partition(".")[0] in ("mortal", "marbletop_last_marble")]:
        del sys.modules[name]
    monkeypatch.undo()
    parcels.forget_plug_ins()


@ray.remote
def can_import(name):
    from importlib.util import find_spec
    return find_spec(name) is not None


def test_what_workers_lack_is_sent_and_a_killed_worker_costs_its_piece_only(last_marble, tmp_path):
    assert not ray.get(can_import.remote("mortal")) and not ray.get(can_import.remote("marbletop_last_marble"))
    from mortal import Mortal
    mark = tmp_path / "killed"
    mark.touch()
    one = Mortal(last_marble)
    one.mark = str(mark)
    here = duel("last_marble", one, "uniform", games=40)
    mark.unlink()
    there = duel("last_marble", one, "uniform", games=40, ray=True)
    assert mark.exists(), "nobody was killed"
    assert without_time(here.as_dict()) == without_time(there.as_dict())


def test_a_simulation_of_a_game_that_workers_lack(last_marble):
    here, there = (simulate(last_marble, 500, seed=1, ray=where).as_dict() for where in (None, True))
    assert without_time(here) == without_time(there)


def test_mistakes_are_told_as_at_home():
    class Wild(Bot):
        def choose(self, view, box, limit, stop):
            return 99

    with pytest.raises(IllegalAction, match="The bot wild"):
        duel("connect_four", Wild, "uniform", games=4, limit=Limit(iterations=1), ray=True)
    with pytest.raises(MarbletopError, match="cannot be sent to other machines: the game toy"):
        duel(TOY, "uniform", "uniform", seats=2, games=4, ray=True)


def test_other_sources_are_refused(monkeypatch):
    monkeypatch.setattr(ray_crew, "own_sources", lambda: "other")
    with pytest.raises(MarbletopError, match=r"has Marbletop .* of other sources than .* Install the same"):
        simulate(GAMES["connect_four"], 10, ray=True)


def processes_below(pid):
    """A process and all that it has started."""
    found = [pid]
    for thread in Path(f"/proc/{pid}/task").glob("*"):
        found += [one for child in (thread / "children").read_text().split() for one in processes_below(int(child))]
    return found


def sockets_of(pids):
    """Their TCP sockets: local and remote address, as the kernel writes them."""
    held = set()
    for pid in pids:
        for link in Path(f"/proc/{pid}/fd").glob("*"):
            try:
                held.add(os.readlink(link))
            except OSError:                 # closed meanwhile
                continue
    lines = [line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]]
    return [(line[1].rpartition(":")[0], line[2].rpartition(":")[0]) for line in lines if f"socket:[{line[9]}]" in held]


LOOPBACK = {"0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000"}
NOBODY = {"00000000", "0" * 32}


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_cluster_of_its_own_speaks_with_this_machine_only():
    """It listens on the loopback interface alone, and has no connection to anybody else, while it works."""
    seen = []

    def look():
        while True:
            seen.extend(sockets_of(processes_below(os.getpid())))
            if done.wait(0.05):
                return

    done = threading.Event()
    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        duel("connect_four", "greedy", "uniform", games=60, ray=True)
    finally:
        done.set()
        watcher.join()
    assert len(seen) > 10
    assert {own for own, _ in seen} <= LOOPBACK
    assert {other for _, other in seen} <= LOOPBACK | NOBODY
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"


def command(*arguments, **more):
    return subprocess.Popen([sys.executable, "-m", "marbletop", *arguments], cwd=ROOT, text=True, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, env={**os.environ, "COLUMNS": "120", "RAY_ADDRESS": ""}, **more)


def test_a_cluster_on_the_loopback_interface_can_be_joined():
    """By its address, and as the one that runs here. Ray would look for it at this machine's address in the network."""
    address = ray.get_runtime_context().gcs_address
    assert address.startswith("127.0.0.1:")
    expected = without_time(simulate(GAMES["connect_four"], 500, seed=4).as_dict())
    for where in (address, "auto"):
        process = command("simulate", "connect_four", "--games", "500", "--seed", "4", "--json", "--ray", where)
        told, said = process.communicate(timeout=PATIENCE)
        assert process.returncode == 0, said
        assert without_time(json.loads(told)) == expected


def test_workers_do_not_give_way_to_every_other_program():
    """Ray would add 15 to their niceness, so that two of them are hardly faster than one while anything else runs."""
    @ray.remote
    def niceness():
        return os.nice(0)
    assert ray.get(niceness.remote()) == os.nice(0)


def test_the_command_can_be_stopped():
    """Ctrl-C ends the work and the cluster that was started for it, without a traceback."""
    process = command("duel", "connect_four", "greedy", "uniform", "--games", "100000000", "--ray")
    until = time.monotonic() + PATIENCE
    while not any("ray::" in name_of(pid) and "play_package" in name_of(pid) for pid in processes_below(process.pid)):
        assert process.poll() is None and time.monotonic() < until, process.communicate()
        time.sleep(0.1)
    below = processes_below(process.pid)
    process.send_signal(signal.SIGINT)
    try:
        _, said = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        for pid in below:
            os.kill(pid, signal.SIGKILL)
        raise
    assert process.returncode == 130 and "Traceback" not in said
    while [pid for pid in below if "ray" in name_of(pid)]:
        assert time.monotonic() < until
        time.sleep(0.1)


def name_of(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
