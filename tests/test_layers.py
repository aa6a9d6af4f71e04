"""A folder imports only from folders above it; a game imports no other game; only kernel.py calls Numba; web/ gets views
and never a whole state."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "marbletop"
LAYERS = {"words": -1, "core": 0, "drawing": 1, "games": 2, "bots": 3, "learn": 4, "analysis": 5, "adapters": 6, "server": 6,
          "web": 7, "terminal": 7, "cli": 8}
# By name, for people at a prompt: the registries of games and bots, looked up at run time inside a function.
LOOKUPS = {("core", "games"), ("core", "bots"), ("core", "analysis"), ("core", "drawing"), ("words", "games")}


def modules():
    return sorted(PACKAGE.rglob("*.py"))


def imports(path):
    """What a file imports, as paths of names from the package on: (names, inside a function)."""
    tree = ast.parse(path.read_text())
    inside = {id(node) for function in ast.walk(tree) if isinstance(function, ast.FunctionDef) for node in ast.walk(function)}
    here = ("marbletop", *path.relative_to(PACKAGE).with_suffix("").parts)
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield tuple(name.name.split(".")), id(node) in inside
        elif isinstance(node, ast.ImportFrom):
            base = here[:len(here) - node.level] if node.level else ()
            module = base + tuple((node.module or "").split(".") if node.module else ())
            for name in node.names:
                yield (*module, name.name), id(node) in inside


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_go_upwards_only(path):
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    if parts[0] in ("__init__", "__main__"):
        return
    mine = parts[0]
    for names, inside in imports(path):
        if names[0] == "numba":
            assert parts == ("core", "kernel"), "only core/kernel.py calls Numba"
        if names[0] != "marbletop" or len(names) < 2 or names[1] not in LAYERS:
            continue
        theirs = names[1]
        if theirs == mine:
            if mine == "games" and len(parts) > 2 and len(names) > 2:
                assert names[2] == parts[1], "a game never imports another game"
        elif (mine, theirs) in LOOKUPS:
            assert inside, f"{mine} looks up {theirs} inside a function only"
        else:
            assert LAYERS[theirs] < LAYERS[mine], f"{mine} must not import {theirs}"


def test_every_folder_has_its_layer():
    assert {path.name for path in PACKAGE.iterdir() if path.is_dir() and path.name != "__pycache__"} <= set(LAYERS)


# What holds whole states, secrets or the storage. The server gives web/ nothing of it but what table_view.py and history.py
# let out, reduced to what the viewer may know.
CLOSED_MODULES = [("server", "storage"), ("server", "due"), ("server", "fairness"), ("server", "lobby"), ("server", "previews"),
                  ("server", "archive"),
                  ("core", "match"), ("core", "record"), ("core", "chance"), ("core", "batch")]
CLOSED_NAMES = {("server", "entries"): {"Change", "Entry", "KEY", "read_snapshot", "write_snapshot"},
                ("server", "table"): {"Room"}, ("server", "records"): {"whole_record"},
                ("server", "history"): {"History", "RecordHistory", "TableHistory", "replay_record"},
                ("server", "moments"): {"SnapshotRecorder", "moment_for", "moments_of", "snapshot_cache", "snapshots_of"}}
CLOSED_ATTRIBUTES = {"room", "storage", "state", "state_after", "secret", "before", "tail", "snapshot", "listener", "script",
                     "record_history", "named_match", "plain_record"}
OPEN_ATTRIBUTES = {("app", "state"), ("game", "state"), ("settings", "secret"), ("self", "secret")}      # none of a table
NOT_PRIVATE = {"_replace", "_exit"}         # of named tuples, and of the module os
CLOSED_METHODS = {("table", "view"), ("table", "entries"), ("table", "undoable"), ("game", "view"), ("game", "play"),
                  ("game", "setup"), ("game", "blank")}
OWN_MATCH = ("page", "game_pictures.py")    # the picture of a game shows a match that is nobody's table


def name_of(node):
    """The last name of an expression: 'app' for request.app, 'table' for table."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def closed_import(names):
    """Whether an import reaches past the door; `names` begin with the package."""
    module, name = names[1:3], names[3:4]
    return module in CLOSED_MODULES or bool(CLOSED_NAMES.get(module, set()) & set(name))


def closed_attribute(node):
    pair = name_of(node.value), node.attr
    if node.attr.startswith("_") and not node.attr.endswith("__"):
        return pair[0] != "self" and node.attr not in NOT_PRIVATE
    return pair in CLOSED_METHODS or (node.attr in CLOSED_ATTRIBUTES and pair not in OPEN_ATTRIBUTES)


def behind_the_door(path):
    """What a file of web/ touches that the server does not let out."""
    found = [".".join(names) for names, _ in imports(path) if names[0] == "marbletop" and closed_import(names)]
    tree = ast.parse(path.read_text())
    return found + [f"line {node.lineno}: {ast.unparse(node)}" for node in ast.walk(tree)
                    if isinstance(node, ast.Attribute) and closed_attribute(node)]


@pytest.mark.parametrize("path", sorted((PACKAGE / "web").rglob("*.py")), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_web_gets_views_only(path):
    found = behind_the_door(path)
    if path.parts[-2:] == OWN_MATCH:
        found.remove("marbletop.core.match.Match")
    assert found == []


@pytest.mark.parametrize("line", [
    "from ..server.storage import Summary", "from ..server import storage", "from ..server.storage.sqlite import Sqlite",
    "from ..server.entries import ACTION, read_snapshot", "from ..core.match import Match", "from ..core import record",
    "from ..server.history import TableHistory", "import marbletop.server.storage", "table.room.storage", "house.room",
    "house.storage.listed('running')", "table.state.hand", "seen.table.state", "match.state_after(3)", "table.before[1]",
    "table.view(0)", "table.game.view(state, box, 0)", "await_ = table.entries(0, 9)", "table.secret",
    "history._history.steps"])
def test_the_door_is_seen(tmp_path, line, monkeypatch):
    monkeypatch.setattr("tests.test_layers.PACKAGE", tmp_path)
    path = tmp_path / "web" / "page.py"
    path.parent.mkdir()
    path.write_text(line)
    assert behind_the_door(path)


@pytest.mark.parametrize("line", [
    "request.app.state.settings", "app.state.house", "game.state.pack(seen.view)", "settings.secret", "seen.view",
    "from ..server.entries import ACTION, OPEN", "from ..server.table import Table", "history.view(3)", "table.now.last"])
def test_what_everybody_may_have_is_open(tmp_path, line, monkeypatch):
    monkeypatch.setattr("tests.test_layers.PACKAGE", tmp_path)
    path = tmp_path / "web" / "page.py"
    path.parent.mkdir()
    path.write_text(line)
    assert behind_the_door(path) == []
