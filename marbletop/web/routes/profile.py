"""A guest's own page: tables that go on, games that are over, wins, lessons and puzzles; and how it comes to another device."""

import json
from typing import Any

from starlette.requests import Request
from starlette.responses import Response

from ...analysis.review_words import scale_in_words
from ...learn import lesson_of
from ...learn.puzzle import puzzles_of
from ...server.averages import FEWEST_GAMES, averages_of, switch_averages
from ...server.lessons import progress_of
from ...server.people import Guest
from ...server.phone_links import MINUTES, PhoneLink
from ...server.profile import exported_profile, profile_of
from ...server.puzzles import days_of, results_of
from ...server.ratings import ratings_of, switch_ratings
from ...server.refusal import NotHere
from ..addresses import address_of, phones_can_reach, redirect
from ..forms import form_of, games_of
from ..page.lesson_page import progress_words
from ..page.profile_page import average_rows, finished_rows, rating_rows, solo_rows, tally_rows
from ..page.puzzle_page import count_solved
from ..page.qr import qr_svg
from ..render import attachment, render_page
from ..visitor import check_limit, current_guest, give_cookie, house_of, limited_guesses, new_name
from .home import table_row

MOST_RUNNING = 40                           # tables in the list


async def show_profile(request: Request) -> Response:
    guest = current_guest(request)
    await check_limit(request, "look", guest)
    values = await profile_values(request, guest) if guest else {}
    return render_page(request, "profile/profile.html", archived_after=request.app.state.settings.archive_after, **values)


async def profile_values(request: Request, guest: Guest) -> dict[str, Any]:
    house = house_of(request)
    found = await profile_of(house, guest)
    averages, ratings = await averages_of(house, guest), await ratings_of(house, guest)
    running = [await table_row(request, one, guest) for one in found.running[:MOST_RUNNING]]
    return {"running": sorted(running, key=lambda row: not row["your_move"]), "finished": finished_rows(house.games, found),
            "tallies": tally_rows(house.games, found), "solo": solo_rows(house.games, found),
            "learned": await learned_rows(request, guest), "days": await days_of(house, guest.id),
            "averages": average_rows(house.games, averages or ()), "averages_on": averages is not None,
            "explained": scale_in_words(), "fewest": FEWEST_GAMES,
            "ratings": rating_rows(house.games, ratings or ()), "ratings_on": ratings is not None,
            "mail_offered": house.mail.offered, "mail": await house.mail.subscription(guest.id)}


async def learned_rows(request: Request, guest: Guest) -> list[dict[str, Any]]:
    """Games with lessons or puzzles of which the guest has done something."""
    rows = []
    for game in games_of(request):
        progress = await progress_of(house_of(request), guest.id, game) if lesson_of(game) else None
        solved = count_solved(await results_of(house_of(request), guest.id, game))
        lesson = progress_words(progress) if progress else ""
        if lesson or solved:
            rows.append({"game": game, "lesson": lesson, "solved": solved, "puzzles": len(puzzles_of(game))})
    return rows


async def switch(request: Request) -> Response:
    """Whether averages over reviewed games are worked out for the guest."""
    guest = current_guest(request)
    await check_limit(request, "seat", guest)
    if guest:
        await switch_averages(house_of(request), guest, (await form_of(request)).get("averages") == "on")
    return redirect(request, "/me#averages")


async def switch_rating(request: Request) -> Response:
    """Whether the guest's strength is worked out; switching it off erases it."""
    guest = current_guest(request)
    await check_limit(request, "seat", guest)
    if guest:
        await switch_ratings(house_of(request), guest, (await form_of(request)).get("rating") == "on")
    return redirect(request, "/me#rating")


async def download_profile(request: Request) -> Response:
    guest = current_guest(request)
    await check_limit(request, "seat", guest)
    kept = await exported_profile(house_of(request), guest) if guest else {}
    return attachment(json.dumps(kept, indent=1, ensure_ascii=False), "application/json", "marbletop-profile.json")


async def show_ways_to_carry(request: Request) -> Response:
    """A link that works once, and words that always work. Only a press shows them: whoever has them is this guest."""
    guest = current_guest(request)
    await check_limit(request, "seat", guest)
    if guest is None:
        return redirect(request, "/me")
    house = house_of(request)
    name = await house.phone_links.make(PhoneLink(guest, ""))
    link = f"{address_of(request)}phone/{name}"
    return render_page(request, "profile/carry.html", link=link, qr=qr_svg(link), minutes=MINUTES,
                       reachable=phones_can_reach(request), words=house.guests.recovery_words(guest))


async def use_words(request: Request) -> Response:
    """Be the guest who was given these words."""
    guest = current_guest(request)
    await check_limit(request, "join", guest)
    await check_limit(request, "guess", guest, drops=0)
    async with limited_guesses(request, guest):
        id = house_of(request).guests.id_of_words((await form_of(request)).get("words", ""))
        if id is None:
            raise NotHere("These aren't the words of anybody here. Check each letter: there are 10 words of 5 letters.")
    give_cookie(request, Guest(id, await name_of_id(request, id)))
    return redirect(request, "/me")


async def name_of_id(request: Request, id: str) -> str:
    """The name that a guest used last; a new one for somebody who never sat down."""
    for one in await house_of(request).lobby.tables_of(Guest(id, "")):
        for holder in one.holders:
            if holder.belongs_to == id and holder.name:
                return holder.name
    return await new_name(request)
