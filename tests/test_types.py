"""Every function has types, except those that Numba compiles: Numba infers theirs, and mypy knows nothing of records.

`mypy --strict` (with untyped definitions and calls allowed, see pyproject.toml) checks the rest.
"""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "marbletop"
FOLDERS = sorted(str(path.parent.relative_to(PACKAGE)) for pattern in ("*/__init__.py", "games/*/__init__.py")
                 for path in PACKAGE.glob(pattern))
MARKS = {"rule", "small", "twin"}                       # decorators of core/kernel.py
Function = ast.FunctionDef | ast.AsyncFunctionDef


def called_name(node):
    """The name of a decorator or of the function that a call calls."""
    node = node.func if isinstance(node, ast.Call) else node
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def compiled_names(tree):
    """The functions of a file that are compiled as arguments of `twin(...)` or `compile_runner(...)`."""
    compilers = ("twin", "compile_runner")
    return {argument.id for node in ast.walk(tree) if isinstance(node, ast.Call) and called_name(node) in compilers
            for argument in node.args[:1] if isinstance(argument, ast.Name)}


def has_types(function):
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    needed = [one for one in named if one is not None and one.arg not in ("self", "cls")]
    returns = function.returns is not None or (function.name == "__init__" and bool(needed))
    return returns and all(one.annotation for one in needed)


def untyped(tree):
    """The functions of a file that are neither typed nor compiled; what lies in a compiled function is compiled with it."""
    passed = compiled_names(tree)

    def search(node):
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, Function):
                yield from search(child)
            elif child.name not in passed and not MARKS & set(map(called_name, child.decorator_list)):
                if not has_types(child):
                    yield child
                yield from search(child)

    return list(search(tree))


def untyped_in(folder):
    return [f"{path.relative_to(PACKAGE)}:{function.lineno} {function.name}"
            for path in sorted((PACKAGE / folder).glob("*.py" if folder == "games" else "**/*.py"))
            for function in untyped(ast.parse(path.read_text()))]


@pytest.mark.parametrize("folder", FOLDERS)
def test_only_compiled_functions_lack_types(folder):
    found = untyped_in(folder)
    assert not found, "\n".join(found)


def test_files_outside_the_folders_have_types():
    assert not [path.name for path in PACKAGE.glob("*.py") if untyped(ast.parse(path.read_text()))]


def test_an_untyped_function_is_found():
    found = untyped(ast.parse("""
@rule
def legal(state, box): ...
def plain(state): ...
@twin(plain)
def compiled_plain(numba):
    def implementation(state): ...
def runner(game: Game) -> Any:
    def run(states): ...
    def other(states): ...
    return compile_runner(run, game)
class Reader:
    def __init__(self, text): ...
    def read(self): ...
    def __len__(self) -> int: ...
"""))
    assert [function.name for function in found] == ["other", "__init__", "read"]
