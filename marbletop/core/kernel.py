"""Compiling rules: `rule`, `small` and `twin` for authors of rules, `compile_runner` for runners. Only this file calls Numba.

Numba is not imported until a runner is compiled, so a table or a terminal starts at once. A runner is a named function that
closes over plain rules; `compile_runner` returns the same function at C speed, without the GIL, and keeps it on disk.

The folder on disk is named by a digest of everything the compiled code was made from, because Numba's own cache does not
notice changes in files that a cached function imports.
"""

import hashlib
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

# What runners call of a game: each is compiled once, kept on disk, and linked into every runner.
ENTRIES = frozenset({"setup", "legal", "play", "outcome", "redeal", "observe"})
CORE = Path(__file__).resolve().parent
FOLDERS_KEPT = 4                            # of each game or runner, the most recently used
RULE_OPTIONS: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

_rules: list[tuple[Callable[..., Any], bool]] = []
_twins: list[tuple[Callable[..., Any], Callable[..., Any]]] = []
_compiling = threading.RLock()              # Numba compiles one thing at a time, and its folder is a global of Numba's


def rule(function: Function) -> Function:
    """Mark a function of the rules: plain Python, which is compiled when a runner calls it."""
    _rules.append((function, False))
    return function


def small(function: Function) -> Function:
    """The same for a helper of a few lines on a hot path: it is inlined into its callers."""
    _rules.append((function, True))
    return function


def twin(function: Callable[..., Any]) -> Callable[[Function], Function]:
    """Decorate the maker of a compiled implementation of `function`, with the same results. The maker is given the numba
    module and returns what `numba.extending.overload` expects."""
    def decorate(maker: Function) -> Function:
        _twins.append((function, maker))
        return maker
    return decorate


def scratch(state):
    """A copy of a state to try something on: write `trial = scratch(state)` and always use `trial[0]`, never a name for
    it (compiled, the name would not keep the copy alive)."""
    return [type(state)._layout.copy(state)]


def scratch_stack(state, size):
    """The same with room for more states after the copy; see bots/greedy.py."""
    return [type(state)._layout.copy(state)] + [None] * (size - 1)


@twin(scratch)
def compiled_scratch(numba):
    import numpy as np
    from numba.np.numpy_support import as_dtype

    def make(state):
        dtype = as_dtype(state)

        def implementation(state):
            copies = np.empty(1, dtype)
            copies[0] = state
            return copies

        return implementation

    return make


@twin(scratch_stack)
def compiled_scratch_stack(numba):
    import numpy as np
    from numba.np.numpy_support import as_dtype

    def make(state, size):
        dtype = as_dtype(state)

        def implementation(state, size):
            copies = np.empty(size, dtype)
            copies[0] = state
            return copies

        return implementation

    return make


def load_numba() -> Any:
    """Numba, after registering all rules collected so far."""
    import numba
    import numba.extending
    while _twins:
        function, maker = _twins.pop()
        numba.extending.overload(function, jit_options=RULE_OPTIONS)(maker(numba))
    while _rules:
        function, inline = _rules.pop()
        numba.extending.register_jitable(
            **RULE_OPTIONS, forceinline=inline, cache=function.__name__ in ENTRIES)(function)
    return numba


def compile_runner(runner: Callable[..., Any], game: Any, *arguments: Any,
             made_from: Iterable[Callable[..., Any]] = ()) -> Callable[..., Any]:
    """Compile a runner of a game now, for arguments like these. `made_from` names functions besides the rules that it
    calls (a judgement, a policy); the files beside them count as sources, too."""
    with _compiling:
        numba = load_numba()
        sources = game_sources(game)
        own = tuple(path for function in [runner, *made_from] for path in _file_of(function).parent.glob("*.py"))
        numba.config.CACHE_DIR = str(cache_folder(f"{game.name}-{runner.__name__}", sources + own))
        dispatcher = numba.njit(nogil=True, cache=True)(runner)
        numba.config.CACHE_DIR = str(cache_folder(game.name, sources))
        dispatcher.compile(tuple(numba.typeof(argument) for argument in arguments))
        return cast(Callable[..., Any], dispatcher)


def game_sources(game: Any) -> tuple[Path, ...]:
    """The files that the compiled rules of a game are made from: core and the game's folder, without the files of its
    judgement and its solver, which only bots compile (they name them in `made_from`)."""
    folder = _file_of(game.play).parent
    solve = game.solver.find if game.solver else None
    judgement = {_file_of(function) for function in (game.judge, game.playout, solve) if function}
    rules = {_file_of(getattr(game, entry)) for entry in ENTRIES}
    return tuple(path for home in (CORE, folder) for path in sorted(home.glob("*.py")) if path not in judgement - rules)


def _file_of(function: Callable[..., Any]) -> Path:
    return Path(sys.modules[function.__module__].__file__ or "").resolve()


def cache_folder(name: str, sources: Iterable[Path]) -> Path:
    """The folder for code compiled from these sources; old folders of the same name are deleted."""
    digest = hashlib.sha256(repr(_settings()).encode())
    for path in sorted(set(sources)):
        digest.update(f"\0{path.name}\0".encode())
        digest.update(path.read_bytes())
    folder = cache_home() / name / digest.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    for old in sorted(folder.parent.iterdir(), key=_last_use, reverse=True)[FOLDERS_KEPT:]:
        shutil.rmtree(old, ignore_errors=True)
    return folder


def _settings() -> tuple[Any, ...]:
    """What else the compiled code depends on: settings of Numba, and versions that Numba's own index does not check."""
    import numpy
    return sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_")), numpy.__version__, sys.version


def _last_use(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0                          # another process has just deleted it


@cache
def cache_home() -> Path:
    """Where compiled code is kept: $MARBLETOP_CACHE, the user's cache folder, or, if neither is writable, a folder of this
    user among the temporary files."""
    if given := os.environ.get("MARBLETOP_CACHE"):
        return _usable(Path(given)) or _temporary_home()
    import platformdirs
    return _usable(platformdirs.user_cache_path("marbletop", appauthor=False)) or _temporary_home()


def _usable(folder: Path) -> Path | None:
    """The folder, if files can be written to it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None


def _temporary_home() -> Path:
    """A folder that only this user can write to, because the code in it is run unchecked."""
    folder = Path(tempfile.gettempdir()) / f"marbletop-{os.getuid() if hasattr(os, 'getuid') else 'cache'}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
        if not hasattr(os, "getuid") or (about.st_uid == os.getuid() and about.st_mode & 0o077 == 0):
            return _usable(folder) or Path(tempfile.mkdtemp(prefix="marbletop-"))
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="marbletop-"))
