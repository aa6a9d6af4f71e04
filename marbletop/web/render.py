"""Rendering templates, and the small drawings in them."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import escape
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..core.game import list_numbers
from ..drawing.element import Markup, Rope
from ..drawing.palette import tokens_css
from ..drawing.svg import drawing_css, sprite
from ..games import GAMES
from ..words import language, plural, say
from .language import languages
from .page.lines import icon, marble_dot, row_picture
from .template_keep import Blocks, Keep, piece, render_text
from .template_source import Compact
from .visitor import current_guest

STATIC = Path(__file__).parent / "static"
THEMES = ("light", "dark")


@cache
def all_drawing_css() -> str:
    return tokens_css() + drawing_css()


@cache
def all_layouts() -> str:
    """How the games arrange their tables: the layout.css of every game that has one, for `.tb.g-NAME` and its panels."""
    sheets = (game.folder / "layout.css" for game in GAMES.values())
    return "".join(sheet.read_text(encoding="utf-8") for sheet in sheets if sheet.exists())


MADE_SHEETS = {"drawing.css": all_drawing_css, "layouts.css": all_layouts}


@cache
def version(name: str) -> str:
    """A short digest of a static file, so that browsers keep it until it changes."""
    data = MADE_SHEETS[name]().encode() if name in MADE_SHEETS else (STATIC / name).read_bytes()
    return hashlib.sha256(data).hexdigest()[:10]


@cache
def worker_version() -> str:
    """Changes with any static file, so that a new worker takes the place of the old one and of what that kept."""
    names = sorted(str(path.relative_to(STATIC)) for path in STATIC.rglob("*.*"))
    return hashlib.sha256("".join(map(version, [*names, *MADE_SHEETS])).encode()).hexdigest()[:10]


def format_number(value: float) -> str:
    return f"{value:g}"


def sentence_with(template: str, **elements: Any) -> Markup:
    """A sentence with HTML elements in it."""
    return Markup(escape(say(template)).format(**elements))


templates = Environment(loader=PackageLoader("marbletop.web"), autoescape=True, undefined=StrictUndefined,
                        extensions=[Compact, Keep], auto_reload=False)
templates.globals.update(icon=icon, dot=marble_dot, row_picture=row_picture, piece=piece, sprite=sprite, version=version,
                         worker_version=worker_version, say=say,
                         woven=sentence_with, plural=plural, language=language, languages=languages)
templates.filters.update(in_words=list_numbers, number=format_number)
macros = vars(templates.get_template("macros.html").module)
templates.globals.update({name: macro for name, macro in macros.items() if not name.startswith("_")})


table_blocks = Blocks(templates, "part.html")


def render_table(values: dict[str, Any]) -> Rope:
    """A table as HTML in pieces: those that stay the same from page to page are the same objects."""
    return table_blocks.rope(values)


def render_part(request: Request, template: str, **values: Any) -> str:
    """A template as HTML."""
    theme = request.cookies.get("theme", "")
    around = {"base": request.app.state.settings.base, "theme": theme if theme in THEMES else "", "me": current_guest(request)}
    return render_text(lambda: templates.get_template(template).render({**values, **around}))


def render_page(request: Request, template: str, status: int = 200, **values: Any) -> Response:
    return HTMLResponse(render_part(request, template, **values), status)


def attachment(text: str, media_type: str, name: str) -> Response:
    """A text file to be saved under a name."""
    return Response(text, media_type=media_type, headers={"Content-Disposition": f'attachment; filename="{name}"'})
