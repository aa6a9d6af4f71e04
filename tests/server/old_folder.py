"""A copy of the data folder that the first version made (make_old_folder.py), and games whose boxes have changed since."""

import gzip
import json
import shutil
from pathlib import Path

from marbletop.server.storage.sqlite import FILE

KEPT = Path(__file__).parent / "data" / "first_schema"
TOLD = json.loads((KEPT / "tables.json").read_text())       # what must be found in it, by the ids of the tables


def copy_old_folder(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(gzip.decompress((KEPT / f"{FILE}.gz").read_bytes()))
    return folder


def ids_of(*, game=None, stage=None, what=""):
    return [id for id, told in TOLD.items() if game in (None, told["game"]) and stage in (None, told["stage"])
            and what in told["what"]]


def first_box(game):
    """The game's own box as it was in the version that made the folder."""
    return game.components(game.folder / "components.1.toml")


def change_own_box(monkeypatch, game, folder: Path, change, keep_former=False) -> str:
    """Change the game's own component file, as a later version may; its new text."""
    folder.mkdir(exist_ok=True)
    own = game.folder / "components.toml"
    if keep_former:
        for path in game.folder.glob("components*.toml"):
            shutil.copy(path, folder / path.name.replace("components.", "components.former.", 1))
    text = change(own.read_text())
    assert text != own.read_text()
    (folder / "components.toml").write_text(text)
    monkeypatch.setitem(game.__dict__, "folder", folder)
    return text
