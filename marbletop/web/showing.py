"""A table as the templates need it: everything made from one look, for one user."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request

from ..bots.levels import LEVELS
from ..drawing.changes import panel_names
from ..drawing.plain import marks_of
from ..drawing.scene import BOARD, FACTS, HAND, OTHER, Choice, Panel, Scene
from ..drawing.svg import panel_svg
from ..server.entries import OPEN, OVER, RUNNING
from ..server.look import Look, look, preview_of
from ..server.people import PHRASES, Guest
from ..server.refusal import Stale
from ..server.seating import may_join
from ..server.seats import plain_name
from ..server.table import Table
from ..words import capital, join_and, phrase, say
from .choosing import Chosen, choice_of, read_chosen
from .drawings import Drawing, Drawings
from .last import moved_last, ringed
from .motion import plain
from .qr import qr_svg
from .telling import log_lines, names_of, news
from .visitor import house_of

NO_PANELS: dict[str, list[dict[str, Any]]] = {"board": [], "hand": [], "rail": [], "facts": []}
SHOWS = ("board", "hand")                   # layouts that show a part of the table only
MOST_GHOSTS = 24                            # beyond so many choices only the chosen one is drawn ahead
SHORT_LABEL = 12                            # letters that fit on a button
NOT_READY = phrase("A simpler bot stands in while the real one is being prepared.")
NO_MOTION: Mapping[str, Any] = {}
ALONE = ("127.0.0.1", "localhost", "::1")   # names of servers that no phone can reach
SAID_FOR = 120.0                            # seconds that a phrase is shown

drawings = Drawings()


@dataclass(frozen=True)
class Way:
    """A line in the list of choices."""

    action: int
    label: str
    consequence: str
    query: str
    on: bool


async def table_values(request: Request, table: Table, guest: Guest, *, sorry: str = "", hint: Sequence[str] = (),
                       frames: Mapping[str, Any] = NO_MOTION) -> dict[str, Any]:
    """Everything that part.html shows."""
    named = await stamp(request, table, guest)              # before the look: it may be older, never newer
    seen = await look(table, guest.id)
    drawing = drawing_for(table, seen)
    scene = drawing.scene if drawing else None
    moved = await moved_last(table, guest.id, scene) if scene else frozenset()
    query = request.query_params
    chosen = read_chosen(query, scene, seen.position) if scene and seen.legal else Chosen()
    show = query.get("show", "") if query.get("show") in SHOWS else ""
    lines = await log_lines(table, guest.id, seen, scene)
    return {
        "look": seen, "game": table.game, "scene": scene, "show": show, "sorry": sorry, "hint": hint, "levels": LEVELS,
        "own_box": table.about.components is not None, "phones": urlsplit(address_of(request)).hostname not in ALONE,
        "OPEN": OPEN, "RUNNING": RUNNING, "OVER": OVER, "stamp": named, "chosen": chosen,
        "panels": (drawing.made((chosen, show, moved), lambda scene: panels_of(ringed(scene, moved), chosen, show))
                   if drawing else NO_PANELS),
        "ways": ways_of(scene, chosen, seen, show) if scene else [],
        "seats": seats_of(seen, scene, await lately_said(request, table), names_of(table), marks_of(table.game), show),
        "dock": dock_of(table, guest, seen, scene, chosen),
        "log": lines, "news": news(table, guest.id, seen, lines), "phrases": PHRASES, "title": title_of(table, seen),
        "links": links_of(request, seen), "may_join": may_join(table, guest.id), "names": names_of(table),
        "outline": drawing.words if drawing and not show else "", "tail": f"?show={show}" if show else "",
        "code": seen.id if seen.listed else "", "alone": table.plays_alone(guest.id),
        "again": seen.host or any(holder.belongs_to == guest.id for holder in table.holders),
        "frames": json.dumps(frames, separators=(",", ":")) if frames else "",
        "piles": piles_of(scene, chosen) if scene and seen.legal else [],
        "score": await house_of(request).lobby.score(table) if seen.stage == OVER and table.about.number else [],
    }


def drawing_for(table: Table, seen: Look) -> Drawing | None:
    """The drawing of a look; on the board a bot has its plain name, so that there is room for it."""
    return drawings.of(table.game, seen.view, seen.box, plain(names_of(table))) if seen.view is not None else None


async def stamp(request: Request, table: Table, guest: Guest) -> str:
    """Names what a user sees now: another stamp, another page."""
    said = await house_of(request).lobby.said(table)
    return f"{table.now.last}-{said[-1].number + 1 if said else 0}-{table.next or ''}-{table.lifted.get(guest.id, '')}"


async def lately_said(request: Request, table: Table) -> dict[int, str]:
    """What each seat has said last, if it is not long ago."""
    now = house_of(request).room.now()
    said = await house_of(request).lobby.said(table)
    return {one.seat: say(PHRASES.get(one.phrase, "")) for one in said if one.at > now - SAID_FOR}


def panels_of(scene: Scene, chosen: Chosen, show: str) -> dict[str, list[dict[str, Any]]]:
    """The drawings by where they stand: board, hand, rail (trays of others), facts."""
    places: dict[str, list[dict[str, Any]]] = {place: [] for place in NO_PANELS}
    ghosts = len(scene.choices) <= MOST_GHOSTS
    boards = [panel for panel in scene.panels if panel.role == BOARD] or scene.panels[:1]
    for panel, name in zip(scene.panels, panel_names(scene)):
        place = place_of(panel, panel in boards)
        if show and place != show and not (show == "board" and place == "rail"):
            continue
        drawn = panel_svg(panel, scene.choices, chosen.action, group=chosen.group, subset=scene.subset, taken=chosen.taken,
                          all_ghosts=ghosts, name=name)
        places[place].append({"svg": drawn, "title": panel.title, "caption": panel.caption, "seat": panel.seat,
                              "pressed": "data-action=" in drawn or "data-group=" in drawn})
    return places


def place_of(panel: Panel, is_board: bool) -> str:
    if is_board:
        return "board"
    if panel.role == HAND:
        return "hand"
    tall = panel.height > 0.6 * panel.width
    return "rail" if panel.role == OTHER and panel.seat >= 0 and tall else FACTS


def ways_of(scene: Scene, chosen: Chosen, seen: Look, show: str) -> list[tuple[str, list[Way]]]:
    """The list of choices, under what is chosen before them."""
    offered = [choice for choice in scene.choices if not chosen.among or choice.action in chosen.among]
    if chosen.group and not chosen.among:
        offered = [choice for choice in offered if choice.group in ("", chosen.group)]
    heads: dict[str, list[Choice]] = {}
    for choice in offered:
        heads.setdefault(choice.group, []).append(choice)

    def way(choice: Choice) -> Way:
        query = Chosen(choice.group, choice.action).query(seen.position, show=show)
        return Way(choice.action, choice.label, choice.consequence, query, choice.action == chosen.action)

    def name(group: str) -> str:
        part = scene.part(group) if group else None
        return part.name if part else group
    return [(name(group), [way(choice) for choice in choices]) for group, choices in heads.items()]


def seats_of(seen: Look, scene: Scene | None, said: dict[int, str], names: Sequence[str], marks: Sequence[str],
             show: str) -> list[dict[str, Any]]:
    """Who sits there, with what the scene tells of them. On a big screen nobody is called "you"."""
    drawn = {seat.seat: seat for seat in scene.seats} if scene else {}
    rows, yours = [], 0 if show == "board" else sum(seat.yours for seat in seen.seats)
    for number, seat in enumerate(seen.seats):
        told = drawn.get(number)
        to_move = seen.player == number
        rows.append({
            "seat": number, "name": names[number],
            "called": say("You") if seat.yours and yours == 1 else plain_name(names[number]),
            "kind": seat.kind, "level": seat.level, "yours": seat.yours, "kept": seat.kept,
            "resigned": seat.resigned, "marble": told.marble if told and told.marble else marks[number],
            "score": told.score if told else "", "facts": told.facts if told else (), "to_move": to_move, "left": seat.left,
            "deadline": seen.deadline if to_move else None, "said": said.get(number, ""),
            "rank": seen.result["rank"][number] if seen.result else 0,
            "points": seen.result["points"][number] if seen.result else 0})
    return rows


def dock_of(table: Table, guest: Guest, seen: Look, scene: Scene | None, chosen: Chosen) -> dict[str, Any]:
    """The one sentence and the one button: what is to be decided, or what the chosen thing will do."""
    dock: dict[str, Any] = {"say": scene.status if scene else "", "more": "", "action": None, "final": "", "back": False,
                            "button": ""}
    if seen.stage == OVER:
        return {**dock, "say": ended(seen, names_of(table)), "more": ending_words(seen, names_of(table))}
    if not scene or not seen.legal:
        if seen.waiting_for_bot:
            dock["more"] = say(NOT_READY) if seen.bot_not_ready else say("Thinking.")
        return dock
    if scene.subset:
        return {**dock, **subset_dock(scene, chosen)}
    if chosen.action is not None:
        choice = choice_of(scene, chosen.action)
        final = why_final(table, guest, seen, choice)
        return {**dock, "say": choice.label, "more": choice.consequence, "action": choice.action,
                "final": say("It cannot be taken back: {reason}.",
                             reason=say(final)) if final else "", "back": len(scene.choices) > 1,
                "button": choice.label if " " in choice.label and len(choice.label) <= SHORT_LABEL else say("Do it")}
    if chosen.among:
        return {**dock, "more": say("{n} ways lead there: choose one in the list.", n=len(chosen.among)), "back": True}
    if chosen.group:
        part = scene.part(chosen.group)
        return {**dock, "more": say("{thing}: now choose where.", thing=part.name if part and part.name else say("Chosen")),
                "back": len({choice.group for choice in scene.choices}) > 1}
    return {**dock, "more": say("Choose a marked place, or from the list.")}


def why_final(table: Table, guest: Guest, seen: Look, choice: Choice) -> str:
    """Why a choice could not be taken back; nothing if it could, or if the game has moved on meanwhile."""
    try:
        return preview_of(table, guest.id, choice.action, seen.position).final or ""
    except Stale:
        return ""


def piles_of(scene: Scene, chosen: Chosen) -> list[tuple[str, bool, list[tuple[int, str]]]]:
    """The two heaps of a subset: name, whether it is the chosen one, and what lies in it."""
    if scene.subset is None:
        return []
    items = list(enumerate(label for _, label in scene.subset.items))
    return [(name, inside, [item for item in items if bool(chosen.taken >> item[0] & 1) == inside])
            for name, inside in zip(scene.subset.piles, (True, False))]


def subset_dock(scene: Scene, chosen: Chosen) -> dict[str, Any]:
    assert scene.subset is not None
    heaps = [[label for _, label in items] for _, _, items in piles_of(scene, chosen)]
    first, second = (", ".join(heap) or say("nothing") for heap in heaps)
    one, other = scene.subset.piles
    return {"say": scene.subset.prompt,
            "more": say("{one}: {first}; {other}: {second}.", one=one, first=first, other=other, second=second),
            "action": scene.subset.action_of.get(chosen.taken),
            "button": say("Offer {first} and {second}", first=len(heaps[0]), second=len(heaps[1]))}


def ended(seen: Look, names: Sequence[str]) -> str:
    """Who has won, in words."""
    assert seen.result is not None
    first = [name for name, rank in zip(names, seen.result["rank"]) if rank == 1]
    mine = [rank for seat, rank in zip(seen.seats, seen.result["rank"]) if seat.yours]
    if len(mine) == 1 and mine[0] == 1:
        return say("You have won!") if len(first) == 1 else say("{names} have won!", names=join_and(first))
    if len(first) == 1:
        return say("{who} won.", who=first[0])
    return say("{names} won.", names=join_and(first)) if first else say("Nobody has won.")


def ending_words(seen: Look, names: Sequence[str]) -> str:
    assert seen.result is not None
    points = ", ".join(f"{name} {value:g}" for name, value in zip(names, seen.result["points"]))
    ending = capital(say(str(seen.result["ending"]).replace("_", " ")))
    return say("{ending}. Points: {points}.", ending=ending, points=points) if any(seen.result["points"]) else f"{ending}."


def title_of(table: Table, seen: Look) -> str:
    called = f"{say(table.game.title)} - Marbletop"
    return f"{say('Your move')} - {called}" if seen.legal else f"{say('Over')} - {called}" if seen.stage == OVER else called


def address_of(request: Request) -> str:
    """Where other devices find this server, as far as we know."""
    settings = request.app.state.settings
    return settings.lan or f"{request.url.scheme}://{request.url.netloc}{settings.base}/"


def links_of(request: Request, seen: Look) -> dict[str, Any]:
    """Links to pass on, and a QR code where phones can reach this server."""
    settings, base = request.app.state.settings, address_of(request)
    links: dict[str, Any] = {kind: f"{base}join/{seen.id}/{token}" for kind, token in seen.links.items()}
    if "join" in links:
        links["qr"] = qr_svg(links["join"]) if settings.lan and seen.stage == OPEN else ""
    return links
