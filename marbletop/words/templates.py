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
class Template:
    """A template, for a plural the one for many; and where it stands."""

    text: str
    where: str
    one: str = ""


@cache
def all_templates() -> dict[str, Template]:
    """Every template once, by its text, in the order of the source."""
    found: dict[str, Template] = {}
    for one in (*templates_in_source(), *templates_in_pages(), *templates_in_games()):
        if one.text not in found or (one.one and not found[one.text].one):
            found[one.text] = one
    return found


def templates_in_source() -> Iterator[Template]:
    for path in sorted(PACKAGE.rglob("*.py")):
        where = str(path.relative_to(PACKAGE))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and is_ours(node.exc.func):
                yield from (Template(text, where) for text in literals(node.exc.args[:1]))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from templates_in_call(node.func.id, [list(literals([argument])) for argument in node.args], where)


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


def templates_in_call(name: str, arguments: list[list[str]], where: str) -> Iterator[Template]:
    """The templates of one call, from the literals that its arguments are."""
    if name == "plural" and len(arguments) == 3:
        yield from (Template(many, where, one) for one, many in zip(arguments[1], arguments[2]))
    elif name in ("say", "woven", "phrase", "phrases"):
        yield from (Template(text, where) for argument in arguments for text in argument if text)


def templates_in_pages() -> Iterator[Template]:
    from jinja2 import Environment, nodes

    def texts(node: nodes.Expr) -> list[str]:
        if isinstance(node, nodes.CondExpr):
            return texts(node.expr1) + (texts(node.expr2) if node.expr2 else [])
        return [node.value] if isinstance(node, nodes.Const) and isinstance(node.value, str) else []

    for path in sorted(PAGES.glob("*.html")):
        for call in Environment().parse(path.read_text(encoding="utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name):
                arguments = [texts(argument) for argument in call.args]
                yield from templates_in_call(call.node.name, arguments, f"web/templates/{path.name}")


def templates_in_games() -> Iterator[Template]:
    from ..games import GAMES
    for name, game in GAMES.items():
        words = [game.title, game.credit, *game.seat_names, *(readable_name(ending) for ending in game.endings)]
        for option in game.option_list.values():
            values = (value for value in option.values if isinstance(value, str) and any(map(str.isalpha, value)))
            words += [readable_name(option.name).capitalize(), option.help, *map(readable_name, values)]
        yield from (Template(text, f"games/{name}") for text in words if text)


def readable_name(name: str) -> str:
    """A name of the source as people read it."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class LanguageReport:
    """What is to be done for a language."""

    missing: list[str]
    unused: list[str]
    wrong: list[str]                        # with a placeholder that the template has not


def report_on(code: str) -> LanguageReport:
    templates, given = all_templates(), read_translations(code)
    return LanguageReport([text for text, found in templates.items() if not is_translated(found, given.get(text))],
                  [text for text in given if text not in templates],
                  [text for text, words in given.items()
                   if not all(fits(text, form) for form in (words.values() if isinstance(words, dict) else [words]))])


def is_translated(found: Template, words: Any) -> bool:
    return isinstance(words, dict) and bool(words.get("other")) if found.one else isinstance(words, str) and bool(words)


def read_translations(code: str) -> dict[str, Any]:
    """What the file of a language holds, by template."""
    path = FOLDER / f"{code}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {**data.get("texts", {}), **data.get("plurals", {})}


def write_translations(code: str) -> Path:
    """Write the file of a language anew: what it has, and an empty line for every template that it lacks."""
    path, given = FOLDER / f"{code}.toml", read_translations(code)
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    lines = [f"name = {toml_string(data.get('name', code))}"]
    templates = sorted(all_templates().values(), key=lambda one: one.where)
    for table, plurals in (("texts", False), ("plurals", True)):
        lines += ["", f"[{table}]"]
        where = ""
        for found in templates:
            if bool(found.one) == plurals:
                if found.where != where:
                    where = found.where
                    lines += ["", f"# {where}"]
                lines.append(f"{toml_string(found.text)} = {toml_value(found, given.get(found.text))}")
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def toml_value(found: Template, words: Any) -> str:
    if not found.one:
        return toml_string(words if isinstance(words, str) else "")
    forms = words if isinstance(words, dict) else {"one": "", "other": ""}
    return "{" + ", ".join(f"{form} = {toml_string(text)}" for form, text in forms.items()) + "}"


def toml_string(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)
