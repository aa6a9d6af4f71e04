"""Templates, and the little drawings that stand in them."""

import hashlib
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..core.game import list_numbers
from ..drawing.element import Markup, element
from ..drawing.palette import tokens_css
from ..drawing.svg import drawing_css, sprite
from ..words import language, plural, say
from .language import languages
from .telling import Line
from .visitor import known

STATIC = Path(__file__).parent / "static"
THEMES = ("light", "dark")


@cache
def icon(name: str, size: int = 20) -> Markup:
    """A sign beside a word."""
    return element("svg", {"class": "ico", "width": size, "height": size, "viewBox": "0 0 100 100", "aria-hidden": "true"},
                   element("use", {"href": f"#ic-{name}"}))


@cache
def dot(marble: str, size: int = 20) -> Markup:
    """A seat's marble beside its name."""
    return element("svg", {"class": "mdot", "width": size, "height": size, "viewBox": "-50 -50 100 100", "aria-hidden": "true"},
                   element("use", {"href": f"#mb-{marble}", "x": -50, "y": -50, "width": 100, "height": 100}))


@lru_cache(maxsize=10_000)
def log_line(line: Line, table: str, latest: bool) -> Markup:
    """A line of the log with its place in the replay; most of them stay as they are from page to page."""
    place = element("a", {"href": f"{table}/replay?entry={line.number}", "class": "now" if latest else None}, line.words)
    return element("li", {"id": f"log-{line.number}"}, element("span", {"class": "no"}, line.number),
                   dot(line.marble, 16) if line.marble else None, place)


@cache
def drawn_css() -> str:
    return tokens_css() + drawing_css()


@cache
def version(name: str) -> str:
    """A short digest of a static file, so that browsers keep it until it changes."""
    data = drawn_css().encode() if name == "drawing.css" else (STATIC / name).read_bytes()
    return hashlib.sha256(data).hexdigest()[:10]


def number(value: float) -> str:
    return f"{value:g}"


def woven(template: str, **elements: Any) -> Markup:
    """A sentence with elements of the page in it."""
    return Markup(escape(say(template)).format(**elements))


templates = Environment(loader=PackageLoader("marbletop.web"), autoescape=True, undefined=StrictUndefined,
                        trim_blocks=True, lstrip_blocks=True, auto_reload=False)
templates.globals.update(icon=icon, dot=dot, log_line=log_line, sprite=sprite, version=version, say=say, woven=woven,
                         plural=plural, language=language, languages=languages)
templates.filters.update(in_words=list_numbers, number=number)


def part(request: Request, template: str, **values: Any) -> str:
    """A template as text."""
    theme = request.cookies.get("theme", "")
    return templates.get_template(template).render(
        base=request.app.state.settings.base, theme=theme if theme in THEMES else "", me=known(request), **values)


def page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    return HTMLResponse(part(request, template, **values), status)
