"""Games and bots of other packages reach machines that do not have them."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from marbletop import MarbletopError
from marbletop.analysis import parcel as parcels
from marbletop.analysis.parcel import Parcel, parcel_for
from marbletop.games import GAMES

from ..test_foreign_game import ROOT, install

ELSEWHERE = """
import pickle, sys
from pathlib import Path
from marbletop.games import GAMES
from marbletop.bots.registry import bot_names
from marbletop.analysis.parcel import Parcel
assert "last_marble" not in GAMES and "hasty" not in bot_names()
parcel = pickle.loads(Path(sys.argv[1]).read_bytes())
parcel.unpack()
from marbletop.bots.registry import bot_named
game = GAMES["last_marble"]
print(game.title, game.folder, bot_named(game, "hasty")[0].name, game.rules_page[:13].strip())
before = list(sys.path)
parcel.unpack()
assert sys.path == before, "what is there is left alone"
"""
HASTY = """
from marbletop import Bot


class Hasty(Bot):
    def choose(self, view, box, limit, stop):
        return self.game.legal_list(view, box)[-1]
"""


@pytest.fixture
def packed(tmp_path, monkeypatch):
    """The parcel for a game and a bot of two other packages, installed here only."""
    folder = install(tmp_path / "site")
    (folder / "hasty.py").write_text(HASTY)
    about = folder / "hasty-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: hasty\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[marbletop.bots]\nhasty = hasty:Hasty\n")
    monkeypatch.syspath_prepend(str(folder))
    parcels.forget_plug_ins()
    yield parcel_for(GAMES["last_marble"], ["hasty#3", "greedy"])
    for name in [name for name in sys.modules if name.partition(".")[0] in ("hasty", "marbletop_last_marble")]:
        del sys.modules[name]
    monkeypatch.undo()
    parcels.forget_plug_ins()


@pytest.mark.slow
def test_a_machine_without_the_packages_has_them_after_unpacking(packed, tmp_path):
    assert "hasty.py" in packed.files and "marbletop_last_marble/RULES.md" in packed.files
    assert packed.points == (("marbletop.bots", "hasty", "hasty:Hasty"),
                             ("marbletop.games", "last_marble", "marbletop_last_marble:GAME"))
    (tmp_path / "parcel").write_bytes(pickle.dumps(packed))
    env = {**os.environ, "PYTHONPATH": str(ROOT), "MARBLETOP_CACHE": str(tmp_path / "cache")}
    told = [subprocess.run([sys.executable, "-c", ELSEWHERE, tmp_path / "parcel"], cwd=tmp_path, env=env, text=True,
                           capture_output=True, check=True).stdout for _ in range(2)]
    assert told[0] == told[1], "the same folder, so that what was compiled is found again"
    folder = tmp_path / "cache" / "sent" / packed.digest[:16] / "marbletop_last_marble"
    assert told[0].startswith(f"Last Marble {folder} hasty # Last Marble")


def test_what_is_installed_in_the_same_state_is_not_unpacked(packed, tmp_path, monkeypatch):
    monkeypatch.setattr(parcels, "cache_home", lambda: tmp_path / "cache")
    packed.unpack()
    assert not (tmp_path / "cache").exists()
    other = Parcel({**packed.files, "hasty.py": b"# other\n"}, packed.points)
    assert not parcels.is_installed(other)


def test_our_own_games_and_bots_are_not_sent():
    assert parcel_for(GAMES["marbleous"], ["greedy", "program:cat", "search:playout=4#10"]) == Parcel({})
    assert Parcel({}).digest == ""


def test_a_module_is_sent_alone_and_a_package_whole(tmp_path, monkeypatch):
    (tmp_path / "one_bot.py").write_text(HASTY)
    (tmp_path / "many_bots").mkdir()
    (tmp_path / "many_bots" / "__init__.py").write_text("from .inner import Hasty\n")
    (tmp_path / "many_bots" / "inner.py").write_text(HASTY)
    (tmp_path / "many_bots" / "__pycache__").mkdir()
    (tmp_path / "many_bots" / "__pycache__" / "old.pyc").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    import many_bots
    import one_bot
    game = GAMES["connect_four"]
    assert set(parcel_for(game, [one_bot.Hasty]).files) == {"one_bot.py"}
    for thing in (many_bots.Hasty, many_bots.Hasty(game)):
        assert set(parcel_for(game, [thing]).files) == {"many_bots/__init__.py", "many_bots/inner.py"}
    monkeypatch.setattr(parcels, "LARGEST", 10)
    with pytest.raises(MarbletopError, match="many_bots is larger than"):
        parcel_for(game, [many_bots.Hasty])


def test_the_folder_is_written_in_one_step(packed, tmp_path):
    folder = tmp_path / "sent" / "digest"
    for _ in range(2):                      # the second one comes too late
        parcels.write_folder(packed, folder)
    assert [path.name for path in folder.parent.iterdir()] == ["digest"]
    assert {path.stat().st_mtime for path in Path(folder).rglob("*.py")} == {parcels.WRITTEN}
