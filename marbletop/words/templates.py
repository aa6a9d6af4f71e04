"""Every template in the source: what a language still lacks, and how to write its file.

A template is a literal in a call of say, tell, word, plural, phrase or phrases, in Python or on a page, or in an error that is
raised; and what the games declare: titles, seats, options, endings.
"""

import ast
import builtins
import json
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from . import readable_name
from .catalogue import FOLDER, fits

PACKAGE = Path(__file__).parents[1]
PAGES = PACKAGE / "web" / "templates"
OWN_TAGS = re.compile("{% (end)?keep %}")               # of our pages: Jinja does not know them (web/template_keep.py)
CALLS = ("say", "tell", "word", "woven", "phrase", "phrases")       # functions whose arguments are templates


@dataclass(frozen=True)
class Template:
    """A template (of a plural, the one for many) and the file it is in."""

    text: str
    where: str
    one: str = ""
    is_name: bool = False                   # of a game: it stays as it is unless a language has another


@cache
def all_templates() -> dict[str, Template]:
    """Every template once, by its text, in the order of the source."""
    templates: dict[str, Template] = {}
    for template in (*templates_in_source(), *templates_in_pages(), *templates_in_games()):
        if template.text not in templates or (template.one and not templates[template.text].one):
            templates[template.text] = template
    return templates


def templates_in_source() -> Iterator[Template]:
    for path in sorted(PACKAGE.rglob("*.py")):
        where = str(path.relative_to(PACKAGE))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and is_ours(node.exc.func):
                yield from (Template(text, where) for text in literals(node.exc.args[:1]))
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield from templates_in_call(node.func.id, [list(literals([argument])) for argument in node.args], where)


def is_ours(name: ast.expr) -> bool:
    """Whether an error is one of ours, with a template, and not one of Python's."""
    return isinstance(name, ast.Name) and not hasattr(builtins, name.id)


def literals(nodes: list[ast.expr]) -> Iterator[str]:
    """The texts of those expressions that are literals, or a choice between literals."""
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.IfExp):
            yield from literals([node.body, node.orelse])


def templates_in_call(name: str, arguments: list[list[str]], where: str) -> Iterator[Template]:
    """The templates in a call of a function; for each argument, the literals that it can be."""
    if name == "plural" and len(arguments) == 3:
        yield from (Template(many, where, one) for one, many in zip(arguments[1], arguments[2]))
    elif name in CALLS:
        yield from (Template(text, where) for argument in arguments for text in argument if text)


def templates_in_pages() -> Iterator[Template]:
    from jinja2 import Environment, nodes

    def texts(node: nodes.Expr) -> list[str]:
        if isinstance(node, nodes.CondExpr):
            return texts(node.expr1) + (texts(node.expr2) if node.expr2 else [])
        return [node.value] if isinstance(node, nodes.Const) and isinstance(node.value, str) else []

    for path in sorted(PAGES.rglob("*.html")):
        for call in Environment().parse(OWN_TAGS.sub("", path.read_text(encoding="utf-8"))).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name):
                arguments = [texts(argument) for argument in call.args]
                yield from templates_in_call(call.node.name, arguments, path.relative_to(PACKAGE).as_posix())


def templates_in_games() -> Iterator[Template]:
    from ..games import GAMES
    for name, game in GAMES.items():
        yield Template(game.title, f"games/{name}", is_name=True)
        words = [game.description, game.credit, *game.seat_names, *map(readable_name, game.endings)]
        for option in game.option_list.values():
            words += [option.label, option.help, *option.labels.values()]
        yield from (Template(text, f"games/{name}") for text in words if text)


@dataclass(frozen=True)
class LanguageReport:
    """What is left to do for a language."""

    missing: list[str]
    unused: list[str]
    wrong: list[str]                        # with a placeholder that the template lacks


def report_on(code: str) -> LanguageReport:
    templates, given = all_templates(), read_translations(code)
    demanded = [template for template in templates.values() if not template.is_name]
    return LanguageReport([template.text for template in demanded if not is_translated(template, given.get(template.text))],
                  [text for text in given if text not in templates],
                  [text for text, words in given.items()
                   if not all(fits(text, form) for form in (words.values() if isinstance(words, dict) else [words]))])


def is_translated(template: Template, words: Any) -> bool:
    return isinstance(words, dict) and bool(words.get("other")) if template.one else isinstance(words, str) and bool(words)


def read_translations(code: str) -> dict[str, Any]:
    """The content of a language's file, by template."""
    path = FOLDER / f"{code}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {**data.get("texts", {}), **data.get("plurals", {})}


def write_translations(code: str) -> Path:
    """Rewrite the file of a language: the translations it has, and an empty one for every template that it lacks."""
    path, given = FOLDER / f"{code}.toml", read_translations(code)
    data = tomllib.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    lines = [f"name = {toml_string(data.get('name', code))}"]
    templates = sorted(all_templates().values(), key=lambda one: one.where)
    for table, plurals in (("texts", False), ("plurals", True)):
        lines += ["", f"[{table}]"]
        where = ""
        for template in templates:
            if bool(template.one) == plurals and (not template.is_name or template.text in given):
                if template.where != where:
                    where = template.where
                    lines += ["", f"# {where}"]
                lines.append(f"{toml_string(template.text)} = {toml_value(template, given.get(template.text))}")
    lines += forms_as_toml(data.get("forms", {}))
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def forms_as_toml(forms: dict[str, dict[str, str]]) -> list[str]:
    """The lines that inflect words; none if no word is."""
    rows = [f"{word} = {{{', '.join(f'{form} = {toml_string(text)}' for form, text in given.items())}}}"
            for word, given in forms.items()]
    return ["", "[forms]", *rows] if rows else []


def toml_value(template: Template, words: Any) -> str:
    """A translation, or an empty one, as TOML writes it."""
    if not template.one:
        return toml_string(words if isinstance(words, str) else "")
    forms = words if isinstance(words, dict) else {"one": "", "other": ""}
    return "{" + ", ".join(f"{form} = {toml_string(text)}" for form, text in forms.items()) + "}"


def toml_string(text: str) -> str:
    """A text as TOML writes it."""
    return json.dumps(text, ensure_ascii=False)
