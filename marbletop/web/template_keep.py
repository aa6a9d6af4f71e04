"""{% keep %} ... {% endkeep %}: a part of a template that is rendered once for the same values, whoever asks. The values are
all that it names, and the language, so nobody writes keys and none can be forgotten.

A rendered template is a rope (drawing/element.py): what is kept, and what `piece(rope)` puts in, are pieces of their own.
"""

import re
import secrets
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar
from functools import lru_cache, partial
from operator import attrgetter, call
from typing import Any

from jinja2 import Environment, Template, meta, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.parser import Parser
from jinja2.utils import missing
from markupsafe import Markup as MarkupOfJinja
from markupsafe import escape

from ..drawing.element import Markup, Rope
from ..drawing.kept import Kept
from ..words import present

MOST_KEPT = 8192
SHORT = 700                                 # letters that are rather sent again than compared line by line
WORTH_ASKING = 4                            # names that need not be read if the condition of a block does not hold
MARK = f"\0{secrets.token_hex(8)}\0"         # stands for a rope in the text of a template; no text can contain it

ITEM = "<li"
HAS_SPECIAL = re.compile("[&<>\"']").search

Path = tuple[str, ...]                      # what a template names: look.stage is ("look", "stage")
_ropes: ContextVar[list[Rope]] = ContextVar("ropes of the template that is being rendered")


def render_rope(render: Callable[[], str], name: str = "") -> Rope:
    """What is rendered, in pieces: lines, and ropes between them. A short text is one piece."""
    ropes, (first, *others) = render_marked(render)
    if not ropes and len(first) <= SHORT:
        return Rope([first] if first else [], name)
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
    ropes: list[Rope] = []
    token = _ropes.set(ropes)
    try:
        return ropes, str.split(render(), MARK)         # as plain text, not as Jinja's
    finally:
        _ropes.reset(token)


def cut(text: str) -> list[str | Rope]:
    """A text in lines; every item of a list begins one."""
    if "\n" not in text and ITEM not in text:
        return [text] if text else []
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


def as_markup(value: Any) -> str:
    """A value as Jinja would write it, for the many that have nothing to escape."""
    if type(value) is str:
        return escape(value) if HAS_SPECIAL(value) else value
    if isinstance(value, (Markup, MarkupOfJinja)):
        return value
    return str(value) if type(value) is int else escape(value)


class DirectCode(CodeGenerator):
    """Compiles templates to quicker code. Functions and macros are called as Python does: Jinja would ask each time whether
    they want the context, and none of ours does. An attribute is read as Python does, except from a dictionary; and what is
    kept is a function, not one of Jinja's macros."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:      # noqa: N802
        self.write("environment.call_directly(")
        self.visit(node.node, frame)
        self.signature(node, frame, {"caller": "caller"} if forward_caller else None)
        self.write(")")

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:                               # noqa: N802
        self.write(f"(one.{node.attr} if not isinstance(one := ")
        self.visit(node.node, frame)
        self.write(f", dict) else environment.getattr(one, {node.attr!r}))")

    def visit_CallBlock(self, node: nodes.CallBlock, frame: Frame) -> None:                           # noqa: N802
        if not isinstance(node.call.node, nodes.ExtensionAttribute):
            return super().visit_CallBlock(node, frame)
        self.macro_body(node, frame)
        self.writeline("caller = macro")
        self.start_write(frame, node)
        self.visit_Call(node.call, frame, forward_caller=True)
        self.end_write(frame)

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        self.write("environment.as_markup(")


class Names:
    """What a part of a template names, by variable, and how to read it."""

    def __init__(self, paths: Iterable[Path]):
        self._paths: list[Path] = sorted(set(paths))
        self.variables = tuple(dict.fromkeys([path[0] for path in self._paths]))
        self._steps_of_dictionaries: set[str] = set()
        self._own: set[str] = set()         # what the template may set itself
        self.read = self._compile()         # the values of all names, if they can be read like those before

    def __len__(self) -> int:
        return len(self._paths)

    def _compile(self) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
        """The reading of these names written out as a function: every page asks for all of them."""
        found = [f"(value_at(some, {tuple(steps)!r}) if (some := given.get({root!r})) is not None else None)"
                 if root in self._steps_of_dictionaries | self._own
                 else ".".join([f"given[{root!r}]", *steps]) for root, *steps in self._paths]
        read: Callable[[Mapping[str, Any]], tuple[Any, ...]] = eval(f"lambda given: ({''.join([f'{one}, ' for one in found])})",
                                                                    {"value_at": value_at})
        return read

    def values_in(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        """The values of all names; None for those that the template sets itself under some condition."""
        try:
            return self.read(given)
        except KeyError:
            self._own |= {name for name in self.variables if name not in given}
        except AttributeError:              # a dictionary, or nothing: from now on step by step
            self._steps_of_dictionaries |= {root for root, *steps in self._paths
                                            if steps and root in given and not has_steps(given[root], steps)}
        self.read = self._compile()
        return self.values_in(given)


def has_steps(value: Any, steps: Sequence[str]) -> bool:
    try:
        attrgetter(".".join(steps))(value)
    except AttributeError:
        return False
    return True


class Keep(Extension):
    """The tag."""

    tags = {"keep"}

    def __init__(self, environment: Environment):
        super().__init__(environment)
        environment.code_generator_class = DirectCode
        environment.extend(call_directly=call, as_markup=as_markup)
        self.kept: Kept[tuple[Any, ...], Rope] = Kept(MOST_KEPT)
        self._names: list[Names] = []

    def parse(self, parser: Parser) -> nodes.Node:
        line = next(parser.stream).lineno
        body = parser.parse_statements(("name:endkeep",), drop_needle=True)
        self._names.append(names_in(self.environment, body))
        values: list[nodes.Expr] = [nodes.Name(name, "load") for name in self._names[-1].variables]
        number = nodes.Const(len(self._names) - 1)
        return nodes.CallBlock(self.call_method("_keep", [number, *values]), [], [], body).set_lineno(line)

    def _keep(self, number: int, *given: Any, caller: Callable[[], str]) -> str:
        names = self._names[number]
        return piece(self.find_or_render((number, present(), names.values_in(dict(zip(names.variables, given)))), caller))

    def find_or_render(self, key: tuple[Any, ...], render: Callable[[], str], name: str = "") -> Rope:
        """What was rendered for this key before, or is rendered now."""
        try:
            rope = self.kept.get(key)
        except TypeError:                   # something that cannot be a key: a game has put a list into its scene
            return render_rope(render, name)
        if rope is None:
            rope = self.kept[key] = render_rope(render, name)
        return rope


class Guard:
    """The condition of a block that is empty without it. Whoever knows that it does not hold need not read what the block
    names."""

    def __init__(self, environment: Environment, test: nodes.Node):
        asked: list[nodes.Node] = [nodes.If(test, [nodes.Output([nodes.TemplateData("1")])], [], [])]
        self.names = names_in(environment, asked)
        template = nodes.Template(asked, lineno=1)
        template.set_environment(environment)
        self._asked = Template.from_code(environment, environment.compile(template), {**environment.globals})
        self._known: Kept[tuple[Any, ...], bool] = Kept(MOST_KEPT)

    def holds(self, values: dict[str, Any]) -> bool:
        key = present(), self.names.values_in(values)
        try:
            return self._known.new[key]
        except (KeyError, TypeError):
            holds = bool(self._asked.render(values))
        with suppress(TypeError):           # something that cannot be a key
            self._known[key] = holds
        return holds


class Variables(dict[str, Any]):
    """What a template can name."""

    def __missing__(self, name: str) -> Any:
        return missing


class BlockContext:
    """What blocks of a template ask Jinja's context for: their variables, and whether text is escaped."""

    def __init__(self, eval_ctx: nodes.EvalContext, variables: dict[str, Any]):
        self.eval_ctx, self.resolve_or_missing = eval_ctx, Variables(variables).__getitem__


class Blocks:
    """A template that is a row of blocks, with nothing but text between them. Of a page, only those blocks are rendered that
    name something new."""

    def __init__(self, environment: Environment, template: str):
        self._template, keep = environment.get_template(template), environment.extensions[Keep.identifier]
        assert isinstance(keep, Keep)
        self.keep, self._globals = keep, dict(self._template.globals)
        self._eval_ctx = nodes.EvalContext(environment, template)
        assert environment.loader
        tree = environment.parse(environment.loader.get_source(environment, template)[0], template)
        self._row = [one for node in tree.body for one in self._parts_of(environment, node)]
        self._empty = {one[0]: Rope((), one[0]) for one in self._row if not isinstance(one, str)}

    def _parts_of(self, environment: Environment, node: nodes.Node) -> list[str | tuple[str, Names, Guard | None]]:
        if isinstance(node, nodes.Block):
            return [(node.name, names := names_in(environment, node.body), guard_of(environment, node.body, names))]
        texts = [one.data.strip() for one in node.iter_child_nodes() if isinstance(one, nodes.TemplateData)]
        if isinstance(node, nodes.Output) and len(texts) == len(node.nodes):
            return [*filter(None, texts)]
        raise TypeError(f"{self._template.name} has something between its blocks, in line {node.lineno}.")

    def rope(self, values: dict[str, Any]) -> Rope:
        """The page in pieces, one of each block, so that pages are compared piece by piece."""
        spoken, kept, context = present(), self.keep.kept, None
        pieces: list[str | Rope] = []
        for part in self._row:
            if isinstance(part, str):
                pieces.append(part)
                continue
            name, names, guard = part
            if guard and not guard.holds(values):
                pieces.append(self._empty[name])
                continue
            try:
                key = name, spoken, names.read(values)
            except (KeyError, AttributeError):
                key = name, spoken, names.values_in(values)
            try:
                pieces.append(kept.new[key])            # most of them
            except (KeyError, TypeError):
                context = context or BlockContext(self._eval_ctx, self._globals | values)
                block = self._template.blocks[name]
                pieces.append(self.keep.find_or_render(key, partial(join_pieces, block, context), name))
        return Rope(pieces)


def join_pieces(block: Callable[[Any], Iterable[str]], context: BlockContext) -> str:
    return "".join(block(context))


def guard_of(environment: Environment, body: list[nodes.Node], names: Names) -> Guard | None:
    """The condition under which a block is not empty, if there is one and it names much less than the block."""
    if len(body) != 1 or not isinstance(body[0], nodes.If) or body[0].elif_ or body[0].else_:
        return None
    guard = Guard(environment, body[0].test)
    return guard if len(guard.names) + WORTH_ASKING <= len(names) else None


def names_in(environment: Environment, body: list[nodes.Node]) -> Names:
    """What a part of a template names, apart from what it defines itself and what all templates have."""
    template = nodes.Template(body)
    template.set_environment(environment)
    free = meta.find_undeclared_variables(template) - environment.globals.keys()
    return Names(path for node in body for path in paths_in(node) if path[0] in free)


def value_at(value: Any, path: Path) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else getattr(value, name, None)
    return value


def paths_in(node: nodes.Node) -> Iterator[Path]:
    """Everything that a template names; of what it calls, the object that the method belongs to."""
    if isinstance(node, nodes.CallBlock):               # {% keep %}
        for one in node.body:
            yield from paths_in(one)
    elif isinstance(node, nodes.Call) and isinstance(node.node, nodes.Getattr):
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
