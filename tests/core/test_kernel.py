"""Compiling: what is kept, where, and when it is thrown away. Each case is a process of its own."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from marbletop.core import kernel
from marbletop.core.whole_games import play_games

from .toy import TOY

ROOT = Path(__file__).parents[2]
ONE_GAME = ("from marbletop.games import GAMES; from marbletop.core.whole_games import play_games; "
            "print(play_games(GAMES['connect_four'], games=3, seed=1).lengths.tolist())")


def run(program, cwd=ROOT, **environment):
    env = {key: value for key, value in {**os.environ, **environment}.items() if value is not None}
    done = subprocess.run([sys.executable, "-c", program], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_marbletop_is_quick_and_brings_no_numba():
    assert run("import sys, marbletop; from marbletop import Match; m = Match('connect_four'); m.play('d'); "
               "print('numba' in sys.modules)") == "False"
    # the bound of the issue with room for a loaded machine; make bench measures it
    spent = run("import time; t = time.perf_counter(); import marbletop; print(time.perf_counter() - t)")
    assert float(spent) < 0.3


@pytest.mark.slow
def test_a_second_process_compiles_nothing(tmp_path):
    count = ("import numba.core.event as event\nclass Count(event.Listener):\n  n = 0\n"
             "  def on_start(self, e): Count.n += 1\n  def on_end(self, e): pass\n"
             f"event.register('numba:compile', Count())\n{ONE_GAME}\nprint(Count.n)")
    first, second = (run(count, MARBLETOP_CACHE=str(tmp_path)).split("\n") for _ in range(2))
    assert first[0] == second[0]
    assert int(first[1]) > 0 and int(second[1]) == 0


def copied_package(tmp_path):
    import shutil
    shutil.copytree(ROOT / "marbletop", tmp_path / "marbletop", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / "marbletop"


@pytest.mark.slow
def test_an_edited_rule_is_compiled_anew_even_with_an_old_time_stamp(tmp_path):
    package, cache = copied_package(tmp_path), str(tmp_path / "cache")
    rules = package / "games/connect_four/rules.py"
    about = rules.stat()
    before = run(ONE_GAME, cwd=tmp_path, MARBLETOP_CACHE=cache, PYTHONPATH=None)
    rules.write_text(rules.read_text().replace("state.step == CELLS", "state.step == 9"))
    os.utime(rules, ns=(about.st_atime_ns, about.st_mtime_ns))
    after = run(ONE_GAME, cwd=tmp_path, MARBLETOP_CACHE=cache, PYTHONPATH=None)
    assert before != after and max(eval(after)) <= 9


JUDGE_ONE = """
import numpy as np
from marbletop.core.kernel import compile_runner
from marbletop.games.connect_four import GAME

judge = GAME.judge

def judge_one(states, boxes, values):
    judge(states[0], boxes[0], values)

arguments = np.zeros(1, GAME.state.dtype), np.zeros(1, GAME.box.dtype), np.zeros(2)
compile_runner(judge_one, GAME, *arguments, made_from=(judge,))(*arguments)
print(arguments[2].tolist())
"""


@pytest.mark.slow
def test_an_edited_judgement_is_compiled_anew_and_the_rules_are_not(tmp_path):
    package, cache = copied_package(tmp_path), tmp_path / "cache"
    (tmp_path / "judge_one.py").write_text(JUDGE_ONE)
    judgement, folders, values = package / "games/connect_four/judgement.py", [], []
    for _ in range(2):
        values.append(run("import judge_one", cwd=tmp_path, MARBLETOP_CACHE=str(cache), PYTHONPATH=None))
        folders.append({path.name for path in (cache / "connect_four").iterdir()})
        judgement.write_text(judgement.read_text().replace("= 0.5 + score", "= 0.6 + score"))
    assert values == ["[0.5, 0.5]", "[0.6, 0.5]"]
    assert len(folders[0]) == 1 and folders[0] == folders[1], "the rules are still those that were compiled"


@pytest.mark.slow
def test_a_read_only_install_without_a_home_works(tmp_path):
    package = copied_package(tmp_path)
    for path in [*package.rglob("*"), package]:
        path.chmod(path.stat().st_mode & ~(stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH))
    nowhere = "/proc/nobody"
    lengths = run(ONE_GAME, cwd=tmp_path, PYTHONPATH=None, MARBLETOP_CACHE=None, XDG_CACHE_HOME=None, HOME=nowhere,
                  TMPDIR=str(tmp_path), PYTHONDONTWRITEBYTECODE="1")
    assert lengths == run(ONE_GAME)
    assert not list(package.rglob("*.nbi"))
    assert list(tmp_path.glob("marbletop-*/**/*.nbi"))
    assert run(ONE_GAME, cwd=tmp_path, PYTHONPATH=None, MARBLETOP_CACHE=None, XDG_CACHE_HOME=str(tmp_path / "xdg"), HOME=None,
               PYTHONDONTWRITEBYTECODE="1") == lengths


def test_a_temporary_folder_that_others_can_write_to_is_not_used(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel.tempfile, "gettempdir", lambda: str(tmp_path))
    theirs = tmp_path / f"marbletop-{os.getuid()}"
    theirs.mkdir()
    theirs.chmod(0o777)
    assert kernel._temporary_home() != theirs
    theirs.chmod(0o700)
    assert kernel._temporary_home() == theirs


def test_old_cache_folders_are_cleared_away(tmp_path, monkeypatch):
    monkeypatch.setattr(kernel, "cache_home", lambda: tmp_path)
    source = tmp_path / "source.py"
    folders = []
    for number in range(kernel.FOLDERS_KEPT + 3):
        source.write_text(f"x = {number}")
        folders.append(kernel.cache_folder("game", [source]))
        os.utime(folders[-1], (number, number))
    assert [folder.exists() for folder in folders] == [False] * 3 + [True] * kernel.FOLDERS_KEPT
    source.write_text("x = 3")
    assert kernel.cache_folder("game", [source]) == folders[3], "the same source finds its folder again"


def test_a_scratch_copy_is_a_copy_in_both_modes():
    """The toy game plays every card on a scratch copy first."""
    state = TOY.state.blank()
    trial = kernel.scratch(state)
    trial[0].points[0] = 5
    assert state.points[0] == 0
    assert play_games(TOY, seats=3, games=4).lengths.tolist() == [6] * 4


def test_runners_of_two_games_do_not_mix():
    from marbletop.games import GAMES
    one = play_games(TOY, seats=2, games=4)
    two = play_games(GAMES["connect_four"], games=4)
    assert set(one.lengths.tolist()) == {4} and min(two.lengths) > 6


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_results_do_not_depend_on_threads(threads):
    results = play_games(TOY, seats=4, games=1000, seed=5, threads=threads)
    expected = play_games(TOY, seats=4, games=1000, seed=5)
    for name in ("lengths", "points", "ranks", "endings"):
        assert np.array_equal(getattr(results, name), getattr(expected, name))
