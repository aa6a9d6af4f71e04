"""Lessons: the list of all games, a game with its chapters, and a chapter that is played."""

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from ...core.errors import IllegalAction, MarbletopError
from ...core.game import Game
from ...drawing.plain import scene_of
from ...learn import lesson_of
from ...server.background import in_background
from ...server.lessons import (
    LessonLook,
    begin_chapter,
    go_back_in_lesson,
    go_on_in_lesson,
    lesson_for,
    look_at_lesson,
    press_in_lesson,
    progress_of,
)
from ...server.people import Guest
from ...server.refusal import NotHere, TooMuch
from ...words import say
from ..addresses import redirect
from ..forms import Form, form_of, game_named, games_of, number_in, parse_number
from ..page.animation import STILL
from ..page.game_cards import game_card
from ..page.lesson_page import action_of_subset, lesson_frames, lesson_values, overview_values, progress_words
from ..page.selection import read_selection
from ..page.why_not import why_not_there
from ..render import render_page, render_part
from ..visitor import check_limit, current_guest, house_of, visitor
from .table import PART


def guest_id(request: Request) -> str:
    """The id of who asks; empty for somebody new, for whom nothing is kept yet."""
    guest = current_guest(request)
    return guest.id if guest else ""


async def show_lessons(request: Request) -> Response:
    """All games that have a lesson, with what the visitor has done of it."""
    await check_limit(request, "look", current_guest(request))
    rows = []
    for game in games_of(request):
        if (lesson := lesson_of(game)) is not None:
            progress = await progress_of(house_of(request), guest_id(request), game)
            rows.append({**game_card(game), "minutes": lesson.minutes, "chapters": len(lesson.chapters),
                         "done": len(progress.done), "progress": progress_words(progress)})
    return render_page(request, "learn/all.html", lessons=rows)


async def show_lesson(request: Request) -> Response:
    """The chapters of a game's lesson."""
    game = game_named(request, request.path_params["game"])
    await check_limit(request, "look", current_guest(request))
    progress = await progress_of(house_of(request), guest_id(request), game)
    return render_page(request, "learn/lesson.html", **overview_values(lesson_for(game), progress))


def asked_chapter(request: Request) -> tuple[Game, int]:
    """The game and the chapter of an address, which counts from 1."""
    number = parse_number(request.path_params["chapter"])
    if not number:
        raise HTTPException(404)
    return game_named(request, request.path_params["game"]), number - 1


async def show_chapter(request: Request) -> Response:
    game, chapter = asked_chapter(request)
    await check_limit(request, "look", current_guest(request))
    return await chapter_response(request, await look_at_lesson(house_of(request), guest_id(request), game, chapter))


async def chapter_response(request: Request, seen: LessonLook, status: int = 200, sorry: str = "") -> Response:
    """The page of a chapter; our script gets the part, with the frames of what was just played."""
    values = await in_background(lesson_values, seen, request.query_params, request.app.state.settings.base, sorry)
    if PART not in request.headers:
        return render_page(request, "learn/chapter.html", status, frames="", **values)
    frames = "" if request.cookies.get("speed") == STILL else await in_background(lesson_frames, seen)
    return HTMLResponse(render_part(request, "learn/part.html", frames=frames, **values), status)


async def explain_press(request: Request) -> Response:
    """Answer why the parts of the drawing that were pressed cannot be used now."""
    game, chapter = asked_chapter(request)
    await check_limit(request, "look", current_guest(request))
    seen = await look_at_lesson(house_of(request), guest_id(request), game, chapter)
    scene = scene_of(game, seen.view, seen.box, seen.names)
    selection = read_selection(request.query_params, scene, 0)
    found = why_not_there(game, seen, scene, request.query_params.getlist("part"), selection.group)
    return JSONResponse({"why": found.words if seen.legal else "", "rules": []})


async def do_verb(request: Request) -> Response:
    """Do one of the verbs below. What is not possible is said on the page as it stands."""
    if (verb := request.path_params["lesson_verb"]) not in VERBS:
        raise HTTPException(404)
    game, chapter = asked_chapter(request)
    guest = await visitor(request)
    await check_limit(request, "move", guest)
    form = await form_of(request)
    try:
        seen = await VERBS[verb](request, guest, game, chapter, form)
    except (TooMuch, NotHere):
        raise
    except MarbletopError as error:
        seen = await look_at_lesson(house_of(request), guest.id, game, chapter)
        said = say("This isn't possible here.") if isinstance(error, IllegalAction) else str(error)
        return await chapter_response(request, seen, 409, said)
    if PART in request.headers or seen.answer or seen.finished:
        return await chapter_response(request, seen)
    return redirect(request, f"/learn/{game.name}/{seen.chapter + 1}")


async def press(request: Request, guest: Guest, game: Game, chapter: int, form: Form) -> LessonLook:
    house, key = house_of(request), form.get("key", "")
    if "subset" in form:
        taken = sum(1 << number for number in range(16) if f"item{number}" in form)
        seen = await look_at_lesson(house, guest.id, game, chapter)
        action = action_of_subset(seen, taken)
    else:
        action = number_in(form, "action", -1)
    return await press_in_lesson(house, guest.id, game, chapter, key, action)


async def go_on(request: Request, guest: Guest, game: Game, chapter: int, form: Form) -> LessonLook:
    return await go_on_in_lesson(house_of(request), guest.id, game, chapter, form.get("key", ""))


async def go_back(request: Request, guest: Guest, game: Game, chapter: int, form: Form) -> LessonLook:
    return await go_back_in_lesson(house_of(request), guest.id, game, chapter, form.get("key", ""))


async def begin(request: Request, guest: Guest, game: Game, chapter: int, form: Form) -> LessonLook:
    return await begin_chapter(house_of(request), guest.id, game, chapter)


Verb = Callable[[Request, Guest, Game, int, Form], Awaitable[Any]]
VERBS: dict[str, Verb] = {"press": press, "next": go_on, "back": go_back, "begin": begin}
