"""The rules of a game as a page, the quick rules first, and its component file."""

from starlette.requests import Request
from starlette.responses import Response

from ...learn import lesson_of
from ...words import language
from ..forms import game_named
from ..page.box_choice import has_box
from ..page.game_pictures import picture
from ..page.quick_rules import quick_rules
from ..page.rules_text import contents, find_rules, option_rows, rules_html
from ..render import attachment, render_page

LONGEST_SEARCH = 100                        # letters


async def rules(request: Request) -> Response:
    game = game_named(request, request.path_params["game"])
    spoken, asked = language(), request.query_params.get("q", "").strip()[:LONGEST_SEARCH]
    return render_page(request, "rules.html", game=game, quick=quick_rules(game, spoken), rules=rules_html(game, spoken),
                       contents=contents(game, spoken), asked=asked, found=find_rules(game, asked),
                       translated=game.has_rules_in(spoken), options=option_rows(game), box=game.components(),
                       has_box=has_box(game), note=game.components().values.get("meta", {}).get("note", ""),
                       picture=picture(game), lesson_minutes=lesson.minutes if (lesson := lesson_of(game)) else 0)


async def own_components(request: Request) -> Response:
    """The game's component file, as a template for one's own."""
    game = game_named(request, request.path_params["game"])
    return attachment(game.components().text, "application/toml", f"{game.name}-components.toml")
