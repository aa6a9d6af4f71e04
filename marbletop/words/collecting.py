"""Finds every template in the source, tells what a language lacks, and writes its file.

A template is the literal that say, plural, phrase or phrases is called with, in Python or in a page, or an error is raised
with; and what the games declare: titles, seats, options, endings.
"""

import ast
import builtins
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from .catalogue import FOLDER, fits

PACKAGE = Path(__file__).parents[1]
PAGES = PACKAGE / "web" / "templates"


@dataclass(frozen=True)
class Found:
    """A template, for a plural the one for many; and where it stands."""

    text: str
    where: str
    one: str = ""


@cache
def all_templates() -> dict[str, Found]:
    """Every template once, by its text, in the order of the source."""
    found: dict[str, Found] = {}
    for one in (*in_source(), *in_pages(), *in_games()):
        if one.text not in found or (one.one and not found[one.text].one):
            found[one.text] = one
    return found


def in_source() -> Iterator[Found]:
    for path in sorted(PACKAGE.rglob("*.py")):
        where = str(path.relative_to(PACKAGE))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and is_ours(node.exc.func):
                yield from (Found(text, where) for text in literals(node.exc.args[:1]))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from called(node.func.id, [list(literals([argument])) for argument in node.args], where)


def is_ours(name: ast.expr) -> bool:
    """Whether an error is one of ours, which say their sentences, and not Python's."""
    return isinstance(name, ast.Name) and not hasattr(builtins, name.id)


def literals(nodes: list[ast.expr]) -> Iterator[str]:
    """The texts that these expressions are, if they are literals or a choice of literals."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from literals([node.body, node.orelse])


def called(name: str, arguments: list[list[str]], where: str) -> Iterator[Found]:
    """The templates of one call, from the literals that its arguments are."""
    if name == "plural" and len(arguments) == 3:
        yield from (Found(many, where, one) for one, many in zip(arguments[1], arguments[2]))
    elif name in ("say", "woven", "phrase", "phrases"):
        yield from (Found(text, where) for argument in arguments for text in argument if text)


def in_pages() -> Iterator[Found]:
    from jinja2 import Environment, nodes

    def texts(node: nodes.Expr) -> list[str]:
        if isinstance(node, nodes.CondExpr):
            return texts(node.expr1) + (texts(node.expr2) if node.expr2 else [])
        return [node.value] if isinstance(node, nodes.Const) and isinstance(node.value, str) else []

    for path in sorted(PAGES.rglob("*.html")):
        for call in Environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name):
                yield from called(call.node.name, [texts(argument) for argument in call.args], str(path.relative_to(PACKAGE)))


def in_games() -> Iterator[Found]:
    from ..games import GAMES
    for name, game in GAMES.items():
        words = [game.title, game.description, game.credit, *game.seat_names, *(in_words(ending) for ending in game.endings)]
        for option in game.option_list.values():
            words += [in_words(option.name).capitalize(), option.help,
                      *(in_words(value) for value in option.values if isinstance(value, str) and any(map(str.isalpha, value)))]
        yield from (Found(text, f"games/{name}") for text in words if text)


def in_words(name: str) -> str:
    """A name of the source as people read it."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class Review:
    """What is to be done for a language."""

    missing: list[str]
    unused: list[str]
    wrong: list[str]                        # with a placeholder that the template has not


def review(code: str) -> Review:
    templates, given = all_templates(), read_file(code)
    return Review([text for text, found in templates.items() if not is_given(found, given.get(text))],
                  [text for text in given if text not in templates],
                  [text for text, words in given.items()
                   if not all(fits(text, form) for form in (words.values() if isinstance(words, dict) else [words]))])


def is_given(found: Found, words: Any) -> bool:
    return isinstance(words, dict) and bool(words.get("other")) if found.one else isinstance(words, str) and bool(words)


def read_file(code: str) -> dict[str, Any]:
    """What the file of a language holds, by template."""
    path = FOLDER / f"{code}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {**data.get("texts", {}), **data.get("plurals", {})}


def write_file(code: str) -> Path:
    """Write the file of a language anew: what it has, and an empty line for every template that it lacks."""
    path, given = FOLDER / f"{code}.toml", read_file(code)
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    lines = [f"name = {quoted(data.get('name', code))}"]
    templates = sorted(all_templates().values(), key=lambda one: one.where)
    for table, plurals in (("texts", False), ("plurals", True)):
        lines += ["", f"[{table}]"]
        where = ""
        for found in templates:
            if bool(found.one) == plurals:
                if found.where != where:
                    where = found.where
                    lines += ["", f"# {where}"]
                lines.append(f"{quoted(found.text)} = {value_of(found, given.get(found.text))}")
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def value_of(found: Found, words: Any) -> str:
    if not found.one:
        return quoted(words if isinstance(words, str) else "")
    forms = words if isinstance(words, dict) else {"one": "", "other": ""}
    return "{" + ", ".join(f"{form} = {quoted(text)}" for form, text in forms.items()) + "}"


def quoted(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)
