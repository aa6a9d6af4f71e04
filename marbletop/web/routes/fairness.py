"""Was the dealing fair? The page that checks it after the game."""

from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import BadRecord, WrongVersion
from ...server.records import verdict_on_table
from ...server.seats import plain_name
from ...server.table_view import display_names
from ..render import render_page
from ..visitor import check_limit
from .table import find_table

LONGEST_CODE = 200                          # characters of a check code that somebody types, with spaces


async def show_fairness(request: Request) -> Response:
    """Play the game again with the secret, and say in plain words what that shows. `code` is what the visitor noted down."""
    table, guest = await find_table(request)
    await check_limit(request, "look", guest)
    noted = "".join(request.query_params.get("code", "")[:LONGEST_CODE].split()).lower()
    verdict, wrong, too_old = None, "", False
    try:
        verdict = await verdict_on_table(table)
    except BadRecord as error:
        wrong, too_old = str(error), isinstance(error, WrongVersion)
    added = [(plain_name(name), words) for name, words in zip(display_names(table), verdict.words) if words] if verdict else []
    return render_page(request, "fairness.html", game=table.game, table=table.id, digest=table.about.commitment, noted=noted,
                       verdict=verdict, added=added, wrong=wrong, too_old=too_old)
