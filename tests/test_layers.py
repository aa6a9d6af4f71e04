"""A folder imports only from folders above it; a game imports no other game; only kernel.py calls Numba."""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "marbletop"
LAYERS = {"words": -1, "core": 0, "drawing": 1, "games": 2, "bots": 3, "analysis": 4, "server": 4,
          "web": 5, "terminal": 5, "cli": 6}
# By name, for people at a prompt: the registry of games, looked up at run time inside a function.
LOOKUPS = {("core", "games"), ("core", "drawing"), ("words", "games")}


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
