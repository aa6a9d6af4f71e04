"""{% keep %} ... {% endkeep %}: a part of a template that is rendered once for the same values, whoever asks. The values are
all that it names, and the language, so nobody writes keys and none can be forgotten.

A rendered template is a rope (drawing/element.py): what is kept, and what `piece(rope)` puts in, are pieces of their own.
"""

import itertools
import secrets
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from jinja2 import Environment, meta, nodes
from jinja2.ext import Extension
from jinja2.parser import Parser

from ..drawing.element import Markup, Rope
from ..words import language

MOST_KEPT = 2048
MARK = f"\0{secrets.token_hex(8)}\0"         # stands for a rope in the text of a template; no text can contain it

ITEM = "<li"

Path = tuple[str, ...]                      # what a template names: look.stage is ("look", "stage")
_ropes: ContextVar[list[Rope]] = ContextVar("ropes of the template that is being rendered")


def render_rope(render: Callable[[], str], name: str = "") -> Rope:
    """What is rendered, in pieces: lines, and ropes between them."""
    ropes, (first, *others) = render_marked(render)
    pieces: list[str | Rope] = cut(first)
    for rope, text in zip(ropes, others, strict=True):
        pieces.append(rope)
        pieces += cut(text)
    return Rope([one if isinstance(one, Rope) else same(one) for one in pieces], name)


@lru_cache(maxsize=4096)
def same(text: str) -> str:
    """The same object for the same text: most lines stand on the pages of thousands of tables."""
    return text


def render_text(render: Callable[[], str]) -> str:
    """What is rendered, whole."""
    ropes, (first, *others) = render_marked(render)
    return first + "".join([f"{rope}{text}" for rope, text in zip(ropes, others, strict=True)])


def render_marked(render: Callable[[], str]) -> tuple[list[Rope], list[str]]:
    """The ropes in what is rendered, and the texts before, between and after them."""
    token = _ropes.set(ropes := list[Rope]())
    try:
        return ropes, render().split(MARK)
    finally:
        _ropes.reset(token)


def cut(text: str) -> list[str | Rope]:
    """A text in lines; every item of a list begins one."""
    lines: list[str | Rope] = []
    for line in text.splitlines(keepends=True):
        first, *items = line.split(ITEM)
        lines += [first, *(f"{ITEM}{item}" for item in items)] if first else [f"{ITEM}{item}" for item in items]
    return lines


def piece(rope: Rope | str) -> str:
    """A rope in a template."""
    if not isinstance(rope, Rope):
        return rope
    _ropes.get().append(rope)
    return Markup(MARK)


class Keep(Extension):
    """The tag."""

    tags = {"keep"}

    def __init__(self, environment: Environment):
        super().__init__(environment)
        self._kept: dict[tuple[Any, ...], Rope] = {}
        self._numbers = itertools.count()

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        template = nodes.Template(body)
        template.set_environment(self.environment)
        free = meta.find_undeclared_variables(template)
        paths = sorted({path for node in body for path in paths_in(node) if path[0] in free - self.environment.globals.keys()})
        values: list[nodes.Expr] = [nodes.Name(path[0], "load") for path in paths]
        steps = nodes.Const(tuple(path[1:] for path in paths))
        number = nodes.Const(next(self._numbers))
        return nodes.CallBlock(self.call_method("_keep", [number, steps, *values]), [], [], body).set_lineno(line)

    def _keep(self, number: int, steps: tuple[Path, ...], *roots: Any, caller: Callable[[], str]) -> str:
        key = (number, language(), *map(value_at, roots, steps))
        try:
            rope = self._kept.get(key)
        except TypeError:                   # something that cannot be a key: a game has put a list into its scene
            return piece(render_rope(caller))
        if rope is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            rope = self._kept[key] = render_rope(caller)
        return piece(rope)


def value_at(value: Any, path: Path) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    return value


def paths_in(node: nodes.Node) -> Iterator[Path]:
    """Everything that a template names; of what it calls, the object that the method belongs to."""
    if isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr):
        for one in (node.node.node, *node.args, *node.kwargs):
            yield from paths_in(one)
    elif (path := path_of(node)) is not None:
        yield path
    else:
        for one in node.iter_child_nodes():
            yield from paths_in(one)


def path_of(node: nodes.Node) -> Path | None:
    if isinstance(node, nodes.Name):
        return (node.name,)
    if isinstance(node, nodes.Getattr) and (path := path_of(node.node)) is not None:
        return *path, node.attr
    return None
