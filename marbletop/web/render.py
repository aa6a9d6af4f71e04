"""Rendering templates, and the small drawings in them."""

import hashlib
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..core.game import list_numbers
from ..drawing.element import Markup, Rope, element
from ..drawing.palette import tokens_css
from ..drawing.svg import drawing_css, sprite
from ..games import GAMES
from ..words import language, plural, say
from .language import languages
from .page.log_text import LogLine
from .page.table_page import ChoiceRow
from .template_keep import Keep, piece, render_rope, render_text
from .template_source import Compact
from .visitor import current_guest

STATIC = Path(__file__).parent / "static"
THEMES = ("light", "dark")


@cache
def icon(name: str, size: int = 20) -> Markup:
    """An icon beside a word."""
    return element("svg", {"class": "ico", "width": size, "height": size, "viewBox": "0 0 100 100", "aria-hidden": "true"},
                   element("use", {"href": f"#ic-{name}"}))


@cache
def marble_dot(marble: str, size: int = 20) -> Markup:
    """A seat's marble beside its name."""
    return element("svg", {"class": "mdot", "width": size, "height": size, "aria-hidden": "true"},
                   element("use", {"href": f"#mb-{marble}"}))


@lru_cache(maxsize=2048)
def log_line(line: LogLine, table: str) -> Markup:
    """A line of the log with a link into the replay. Most lines stay the same from page to page."""
    place = element("a", {"href": f"{table}/replay?entry={line.last}"}, line.words)
    return element("li", {"id": f"log-{line.number}"}, marble_dot(line.marble, 16) if line.marble else None, place)


@lru_cache(maxsize=2048)
def choice_line(row: ChoiceRow, table: str) -> Markup:
    """A line of the list of choices. Written here like those of the log, because there are many."""
    more = element("span", {"class": "small soft"}, row.consequence) if row.consequence else None
    link = {"class": "way on" if row.on else "way", "id": f"way-{row.action}", "data-choose": True,
            "href": f"{table}{row.query}", "aria-current": "true" if row.on else None}
    return element("li", {}, element("a", link, element("span", {}, row.label), more))


def choices_rope(rows: Sequence[ChoiceRow], table: str) -> Rope:
    """The lines of a list of choices."""
    return Rope([choice_line(row, table) for row in rows])


def log_rope(lines: Sequence[LogLine], table: str) -> Rope:
    """The lines of the log."""
    return Rope([log_line(line, table) for line in lines], "log")


@cache
def all_drawing_css() -> str:
    return tokens_css() + drawing_css()


@cache
def all_layouts() -> str:
    """How the games arrange their tables: the layout.css of every game that has one, for `.tb.g-NAME` and its panels."""
    sheets = (game.folder / "layout.css" for game in GAMES.values())
    return "".join(sheet.read_text() for sheet in sheets if sheet.exists())


MADE_SHEETS = {"drawing.css": all_drawing_css, "layouts.css": all_layouts}


@cache
def version(name: str) -> str:
    """A short digest of a static file, so that browsers keep it until it changes."""
    data = MADE_SHEETS[name]().encode() if name in MADE_SHEETS else (STATIC / name).read_bytes()
    return hashlib.sha256(data).hexdigest()[:10]


def format_number(value: float) -> str:
    return f"{value:g}"


def sentence_with(template: str, **elements: Any) -> Markup:
    """A sentence with HTML elements in it."""
    return Markup(escape(say(template)).format(**elements))


templates = Environment(loader=PackageLoader("marbletop.web"), autoescape=True, undefined=StrictUndefined,
                        extensions=[Compact, Keep], auto_reload=False)
templates.globals.update(icon=icon, dot=marble_dot, choices_rope=choices_rope, log_rope=log_rope,
                         piece=piece, sprite=sprite, version=version, say=say,
                         woven=sentence_with, plural=plural, language=language, languages=languages)
templates.filters.update(in_words=list_numbers, number=format_number)
macros = vars(templates.get_template("macros.html").module)
templates.globals.update({name: macro for name, macro in macros.items() if not name.startswith("_")})


def render_pieces(template: str, **values: Any) -> Rope:
    """A template as HTML in pieces: those that stay the same from page to page are the same objects."""
    return render_rope(lambda: templates.get_template(template).render(**values))


def render_part(request: Request, template: str, **values: Any) -> str:
    """A template as HTML."""
    theme = request.cookies.get("theme", "")
    return render_text(lambda: templates.get_template(template).render(
        base=request.app.state.settings.base, theme=theme if theme in THEMES else "", me=current_guest(request), **values))


def render_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    return HTMLResponse(render_part(request, template, **values), status)


def attachment(text: str, media_type: str, name: str) -> Response:
    """A text file to be saved under a name."""
    return Response(text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
