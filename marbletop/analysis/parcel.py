"""Sources that are sent along with work: games and bots of other packages, for machines that do not have them.

The other machine unpacks them into a folder named by a digest of what is in it. So the same sources always lie in the same
place, where what was compiled from them is found again.
"""

import hashlib
import importlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..bots import registry
from ..bots.registry import GROUP as BOTS
from ..core.errors import MarbletopError
from ..core.game import Game
from ..core.kernel import cache_home
from ..games import GAMES

GAME_GROUP = "marbletop.games"
LEFT_OUT = ("__pycache__", ".git", ".venv")
LARGEST = 32 << 20                          # bytes of a package that is sent along
WRITTEN = 1_600_000_000                     # when unpacked files were changed last, as Numba sees it: always then
OUR_NAMES = frozenset({"marbletop", "__main__", "__mp_main__"}) | sys.stdlib_module_names


@dataclass(frozen=True)
class Parcel:
    """Files by path, and the entry points by which they are found: (group, name, value)."""

    files: Mapping[str, bytes]
    points: tuple[tuple[str, str, str], ...] = ()

    @cached_property
    def digest(self) -> str:
        """Of everything in it; nothing for an empty one."""
        return digest_of({**self.files, "points": repr(self.points).encode()}) if self.files else ""

    def unpack(self) -> None:
        """Have everything at hand in this process. What is there already is left alone."""
        if not self.files or is_installed(self):
            return
        folder = cache_home() / "sent" / self.digest[:16]
        if not folder.exists():
            write_folder(self, folder)
        sys.path.insert(0, str(folder))
        importlib.invalidate_caches()
        forget_plug_ins()


def parcel_for(game: Game, things: Iterable[Any]) -> Parcel:
    """What a machine that has only Marbletop lacks for a game and for bots (or policies), by name or as they are."""
    points = [point for point in entry_points(group=GAME_GROUP) if point.name == game.name and point.load() is game]
    named = {text.partition(":")[0].partition("@")[0].partition("#")[0] for text in things if isinstance(text, str)}
    points += [point for point in entry_points(group=BOTS) if point.name in named]
    modules = {point.module for point in points} | {module_of(thing) for thing in things if not isinstance(thing, str)}
    roots = sorted({name.partition(".")[0] for name in modules} - OUR_NAMES)
    files = {path: data for root in roots for path, data in sources_of(root).items()}
    return Parcel(files, tuple(sorted((point.group, point.name, point.value) for point in points if root_of(point) in roots)))


def root_of(point: EntryPoint) -> str:
    return point.module.partition(".")[0]


def module_of(thing: Any) -> str:
    """Where a class, a function, or the class of an object is defined."""
    return str(thing.__module__ if isinstance(thing, type) or hasattr(thing, "__name__") else type(thing).__module__)


def sources_of(root: str) -> dict[str, bytes]:
    """The files of a module or package, by their paths from the folder that it lies in."""
    spec = find_spec(root)
    if spec is None or not spec.has_location or spec.origin is None:
        return {}
    file = Path(spec.origin)
    if not spec.submodule_search_locations:
        return {file.name: file.read_bytes()}
    paths = [path for path in sorted(file.parent.rglob("*")) if path.is_file() and not set(LEFT_OUT) & set(path.parts)]
    if sum(path.stat().st_size for path in paths) > LARGEST:
        raise MarbletopError(f"The package {root} is larger than {LARGEST >> 20} MB, too large to be sent along. Install it on "
                             "every machine, or move what plays into a package of its own.")
    return {path.relative_to(file.parent.parent).as_posix(): path.read_bytes() for path in paths}


def digest_of(files: Mapping[str, bytes]) -> str:
    digest = hashlib.sha256()
    for path, data in sorted(files.items()):
        digest.update(f"{path}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def is_installed(parcel: Parcel) -> bool:
    """Whether this process finds the very same sources by itself."""
    roots = {path.partition("/")[0].removesuffix(".py") for path in parcel.files}
    here = {path: data for root in sorted(roots) for path, data in sources_of(root).items()}
    known = {(point.group, point.name, point.value) for group in (GAME_GROUP, BOTS) for point in entry_points(group=group)}
    return here == parcel.files and known.issuperset(parcel.points)


def write_folder(parcel: Parcel, folder: Path) -> None:
    """Write the files, and the metadata that an installer would write, in one step: others may do the same."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent))
    for path, data in {**parcel.files, **dict(metadata_of(parcel))}.items():
        target = draft / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
        os.utime(target, (WRITTEN, WRITTEN))
    try:
        draft.rename(folder)
    except OSError:                         # somebody was quicker
        shutil.rmtree(draft)


def metadata_of(parcel: Parcel) -> Iterator[tuple[str, bytes]]:
    name = f"marbletop_sent_{parcel.digest[:16]}"
    yield f"{name}-1.dist-info/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n".encode()
    groups = sorted({group for group, _, _ in parcel.points})
    lines = [line for group in groups
             for line in (f"[{group}]", *(f"{name} = {value}" for one, name, value in parcel.points if one == group))]
    yield f"{name}-1.dist-info/entry_points.txt", "\n".join(lines).encode()


def forget_plug_ins() -> None:
    """Games and bots of other packages are looked up again."""
    GAMES.__dict__.pop("_all", None)
    registry.forget_plug_ins()
