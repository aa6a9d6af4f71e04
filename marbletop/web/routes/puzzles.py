"""Puzzles: the shelves, the puzzle of the day, and a puzzle with its answer."""

from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from ...core.errors import IllegalAction
from ...core.game import Game
from ...learn.puzzle import Puzzle, puzzles_of
from ...server.people import Guest
from ...server.puzzles import (
    daily_puzzle,
    days_of,
    find_puzzle,
    look_at_puzzle,
    press_in_puzzle,
    results_of,
    show_answer,
    today,
)
from ...words import say
from ..addresses import redirect
from ..forms import form_of, game_named, games_of, number_in, parse_number
from ..page.game_cards import game_card
from ..page.puzzle_page import count_solved, puzzle_values, shelf_groups
from ..render import render_page
from ..visitor import check_limit, current_guest, house_of, visitor


async def show_shelves(request: Request) -> Response:
    """All games that have puzzles, and the puzzle of the day."""
    house, me = house_of(request), current_guest(request)
    guest = me.id if me else ""
    rows = [await shelf_row(request, game, guest) for game in games_of(request) if puzzles_of(game)]
    return render_page(request, "puzzle/all.html", shelves=rows, daily=daily_puzzle(house), days=await days_of(house, guest),
                       day=day_text(request), editors=[game for game in games_of(request) if game.editing])


async def shelf_row(request: Request, game: Game, guest: str) -> dict[str, Any]:
    results = await results_of(house_of(request), guest, game)
    return {"name": game.name, "title": say(game.title), "cover": game_card(game), "puzzles": len(puzzles_of(game)),
            "solved": count_solved(results)}


async def show_shelf(request: Request) -> Response:
    game, me = game_named(request, request.path_params["game"]), current_guest(request)
    if not puzzles_of(game):
        raise HTTPException(404)
    results = await results_of(house_of(request), me.id if me else "", game)
    return render_page(request, "puzzle/shelf.html", game=game, groups=shelf_groups(game, results),
                       solved=count_solved(results), puzzles=len(puzzles_of(game)))


def asked_puzzle(request: Request) -> Puzzle:
    number = parse_number(request.path_params["number"])
    if number is None:
        raise HTTPException(404)
    return find_puzzle(game_named(request, request.path_params["game"]), number)


def day_text(request: Request) -> str:
    """Today, as it is written everywhere."""
    return today(house_of(request)).isoformat()


async def show_puzzle(request: Request) -> Response:
    step = parse_number(request.path_params.get("step", "1"))
    if step is None or step < 1:
        raise HTTPException(404)
    return await puzzle_response(request, asked_puzzle(request), step - 1)


async def show_solution(request: Request) -> Response:
    """The answer, for those who have solved the puzzle or given up."""
    return await puzzle_response(request, asked_puzzle(request), 0, with_answer=True)


async def puzzle_response(request: Request, puzzle: Puzzle, presses: int, with_answer: bool = False, sorry: str = "",
                          status: int = 200) -> Response:
    house, me = house_of(request), current_guest(request)
    await check_limit(request, "look", me)
    tried = parse_number(request.query_params.get("tried", ""))
    seen = await look_at_puzzle(house, me.id if me else "", puzzle, presses, tried, with_answer)
    daily = daily_puzzle(house)
    day = day_text(request) if daily and (daily.game, daily.number) == (puzzle.game, puzzle.number) else ""
    days = await days_of(house, me.id if me else "")
    return render_page(request, "puzzle/puzzle.html", status, **puzzle_values(
        seen, request.query_params, days, day, request.app.state.settings.base, sorry))


async def do_verb(request: Request) -> Response:
    """Press something, or give up."""
    puzzle, verb = asked_puzzle(request), request.path_params["puzzle_verb"]
    if verb not in ("press", "show"):
        raise HTTPException(404)
    guest = await visitor(request)
    await check_limit(request, "move", guest)
    address = f"/puzzles/{puzzle.game.name}/{puzzle.number}"
    if verb == "show":
        await show_answer(house_of(request), guest.id, puzzle)
        return redirect(request, f"{address}/answer")
    return await press(request, guest, puzzle, address)


async def press(request: Request, guest: Guest, puzzle: Puzzle, address: str) -> Response:
    form = await form_of(request)
    step, action = number_in(form, "step", 1), number_in(form, "action", -1)
    try:
        verdict = await press_in_puzzle(house_of(request), guest.id, puzzle, step - 1, action)
    except IllegalAction as error:
        return await puzzle_response(request, puzzle, step - 1, sorry=str(error), status=409)
    if verdict.solved:
        return redirect(request, f"{address}/answer")
    if verdict.right:
        return redirect(request, f"{address}/{step + 1}")
    return redirect(request, f"{address}/{step}?tried={action}")
