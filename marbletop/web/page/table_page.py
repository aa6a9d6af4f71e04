"""What the page of a table shows, made from one look at the table by one visitor."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...drawing.changes import panel_names
from ...drawing.plain import marks_of
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Choice, Panel, Scene
from ...drawing.svg import panel_svg
from ...server.entries import OPEN, OVER, RUNNING
from ...server.house import House
from ...server.people import PHRASES, Guest
from ...server.refusal import Stale
from ...server.seating import may_join
from ...server.seats import plain_name
from ...server.table import Table
from ...server.table_view import Look, display_names, look, preview_of
from ...words import capital, join_and, phrase, say
from .animation import plain_names
from .drawing_cache import Drawing, DrawingCache
from .last_move import pieces_of_last_move, ring_pieces
from .log_text import log_lines, news
from .selection import Selection, choice_for, read_selection

NO_PANELS: dict[str, list[dict[str, Any]]] = {"board": [], "hand": [], "rail": [], "facts": []}
SHOWS = ("board", "hand")                   # layouts that show only a part of the table
MOST_GHOSTS = 24                            # with more choices, only the selected one is drawn ahead
SHORT_LABEL = 12                            # letters that fit on a button
TALL = 1.25                                 # height by width of a board that would fill a phone
NOT_READY = phrase("A simpler bot stands in while the real one is being prepared.")
NO_MOTION: Mapping[str, Any] = {}

drawings = DrawingCache()


@dataclass(frozen=True)
class ChoiceRow:
    """A line in the list of choices."""

    action: int
    label: str
    consequence: str
    query: str
    on: bool


async def table_values(house: House, table: Table, guest: Guest, query: Mapping[str, str], *, sorry: str = "",
                       hint: Sequence[str] = (), frames: Mapping[str, Any] = NO_MOTION) -> dict[str, Any]:
    """Everything that part.html shows, apart from addresses."""
    version = await page_version(house, table, guest)       # before the look: it may be older, never newer
    seen = await look(table, guest.id)
    drawing = drawing_for(table, seen)
    scene = drawing.scene if drawing else None
    moved = await pieces_of_last_move(table, guest.id, scene) if scene else frozenset()
    selection = read_selection(query, scene, seen.position) if scene and seen.legal else Selection()
    show = query.get("show", "") if query.get("show") in SHOWS else ""
    names = display_names(table)
    lines = await log_lines(table, guest.id, seen, scene)
    return {
        "look": seen, "game": table.game, "scene": scene, "show": show, "sorry": sorry, "hint": hint, "levels": table.offers,
        "own_box": table.about.own_box, "OPEN": OPEN, "RUNNING": RUNNING, "OVER": OVER, "stamp": version,
        "chosen": selection,
        "panels": drawn_panels(drawing, selection, show, moved) if drawing else NO_PANELS,
        "ways": choice_rows(scene, selection, seen, show) if scene else [],
        "seats": seat_rows(seen, scene, await house.lobby.latest_phrases(table), names, marks_of(table.game), show),
        "dock": dock_of(table, guest, seen, scene, selection),
        "log": lines, "news": news(table, guest.id, seen, lines), "phrases": PHRASES, "title": page_title(table, seen),
        "may_join": may_join(table, guest.id), "names": names,
        "outline": drawing.words if drawing and not show else "", "tail": f"?show={show}" if show else "",
        "code": seen.id if seen.listed else "", "alone": table.plays_alone(guest.id),
        "again": seen.host or any(holder.belongs_to == guest.id for holder in table.holders),
        "frames": json.dumps(frames, separators=(",", ":")) if frames else "",
        "piles": piles_of(scene, selection) if scene and seen.legal else [],
        "score": await house.lobby.score(table) if seen.stage == OVER and table.about.number else [],
    }


def drawing_for(table: Table, seen: Look) -> Drawing | None:
    """The drawing of a look; None before the deal."""
    return drawings.of(table.game, seen.view, seen.box, plain_names(display_names(table))) if seen.view is not None else None


def drawn_panels(drawing: Drawing, selection: Selection, show: str, moved: frozenset[str]) -> dict[str, list[dict[str, Any]]]:
    return drawing.get_or_make((selection, show, moved),
                               lambda scene: panels_of(ring_pieces(scene, moved), selection, show))


async def page_version(house: House, table: Table, guest: Guest) -> str:
    """A name for what a visitor sees now: it changes whenever the page does."""
    said = await house.lobby.phrases_said(table)
    parts = [table.now.last, said[-1].number + 1 if said else 0, table.next or "", table.uncovered.get(guest.id, ""),
             *([table.requests.changes] if table.requests.changes else [])]
    return "-".join(map(str, parts))


def panels_of(scene: Scene, selection: Selection, show: str) -> dict[str, list[dict[str, Any]]]:
    """The drawings by their place on the page: board, hand, rail (trays of others), facts."""
    places: dict[str, list[dict[str, Any]]] = {place: [] for place in NO_PANELS}
    ghosts = len(scene.choices) <= MOST_GHOSTS
    boards = [panel for panel in scene.panels if panel.role == BOARD] or scene.panels[:1]
    for panel, name in zip(scene.panels, panel_names(scene)):
        place = panel_place(panel, panel in boards)
        if show and place != show and not (show == "board" and place == "rail"):
            continue
        drawn = panel_svg(panel, scene.choices, selection.action, group=selection.group, subset=scene.subset,
                          taken=selection.taken, all_ghosts=ghosts, name=name)
        places[place].append({"svg": drawn, "title": panel.title, "caption": panel.caption, "seat": panel.seat,
                              "first": panel.first, "tall": panel.height > TALL * panel.width,
                              "pressed": "data-action=" in drawn or "data-group=" in drawn})
    return places


def panel_place(panel: Panel, is_board: bool) -> str:
    if is_board:
        return "board"
    if panel.role == HAND:
        return "hand"
    tall = panel.height > 0.6 * panel.width
    return "rail" if panel.role == OTHER and panel.seat >= 0 and tall else FACTS


def choice_rows(scene: Scene, selection: Selection, seen: Look, show: str) -> list[tuple[str, list[ChoiceRow]]]:
    """The list of choices, grouped by what is selected before them."""
    offered = [choice for choice in scene.choices if not selection.among or choice.action in selection.among]
    if selection.group and not selection.among:
        offered = [choice for choice in offered if choice.group in ("", selection.group)]
    heads: dict[str, list[Choice]] = {}
    for choice in offered:
        heads.setdefault(choice.group, []).append(choice)

    def row(choice: Choice) -> ChoiceRow:
        query = Selection(choice.group, choice.action).query(seen.position, show=show)
        return ChoiceRow(choice.action, choice.label, choice.consequence, query, choice.action == selection.action)

    def name(group: str) -> str:
        part = scene.part(group) if group else None
        return part.name if part else group
    return [(name(group), [row(choice) for choice in choices]) for group, choices in heads.items()]


def seat_rows(seen: Look, scene: Scene | None, said: dict[int, str], names: Sequence[str], marks: Sequence[str],
              show: str) -> list[dict[str, Any]]:
    """The seats with what the scene says about them. On a big screen nobody is called "you"."""
    drawn = {seat.seat: seat for seat in scene.seats} if scene else {}
    rows, yours = [], 0 if show == "board" else sum(seat.yours for seat in seen.seats)
    for number, seat in enumerate(seen.seats):
        shown = drawn.get(number)
        to_move = seen.player == number
        rows.append({
            "seat": number, "name": names[number],
            "called": say("You") if seat.yours and yours == 1 else plain_name(names[number]),
            "kind": seat.kind, "words": seat.words, "level": seat.level, "yours": seat.yours, "kept": seat.kept,
            "resigned": seat.resigned, "marble": shown.marble if shown and shown.marble else marks[number],
            "score": shown.score if shown else "", "facts": shown.facts if shown else (), "to_move": to_move, "left": seat.left,
            "deadline": seen.deadline if to_move else None, "said": say(PHRASES.get(said.get(number, ""), "")),
            "rank": seen.result["rank"][number] if seen.result else 0,
            "points": seen.result["points"][number] if seen.result else 0})
    return rows


def dock_of(table: Table, guest: Guest, seen: Look, scene: Scene | None, selection: Selection) -> dict[str, Any]:
    """The sentence and the button of the dock: what is to be decided, or what the selected action will do."""
    dock: dict[str, Any] = {"say": scene.status if scene else "", "more": "", "action": None, "final": "", "back": False,
                            "button": ""}
    if seen.stage == OVER:
        return {**dock, "say": result_headline(seen, display_names(table)), "more": result_details(seen, display_names(table))}
    if not scene or not seen.legal:
        if seen.waiting_for_bot:
            dock["more"] = say(NOT_READY) if seen.bot_not_ready else say("Thinking.")
        return dock
    if scene.subset:
        return {**dock, **subset_dock(scene, selection)}
    if selection.action is not None:
        choice = choice_for(scene, selection.action)
        final = reason_final(table, guest, seen, choice)
        return {**dock, "say": choice.label, "more": choice.consequence, "action": choice.action,
                "final": say("It cannot be taken back: {reason}.",
                             reason=say(final)) if final else "", "back": len(scene.choices) > 1,
                "button": choice.label if " " in choice.label and len(choice.label) <= SHORT_LABEL else say("Do it")}
    if selection.among:
        return {**dock, "more": say("{n} ways lead there: choose one in the list.", n=len(selection.among)), "back": True}
    if selection.group:
        part = scene.part(selection.group)
        return {**dock, "more": say("{thing}: now choose where.", thing=part.name if part and part.name else say("Chosen")),
                "back": len({choice.group for choice in scene.choices}) > 1}
    return {**dock, "more": say("Choose a marked place, or from the list.")}


def reason_final(table: Table, guest: Guest, seen: Look, choice: Choice) -> str:
    """Why a choice could not be taken back; empty if it could, or if the game has moved on meanwhile."""
    try:
        return preview_of(table, guest.id, choice.action, seen.position).final or ""
    except Stale:
        return ""


def piles_of(scene: Scene, selection: Selection) -> list[tuple[str, bool, list[tuple[int, str]]]]:
    """The two piles of a subset: name, whether it holds the selected items, and its items."""
    if scene.subset is None:
        return []
    items = list(enumerate(label for _, label in scene.subset.items))
    return [(name, inside, [item for item in items if bool(selection.taken >> item[0] & 1) == inside])
            for name, inside in zip(scene.subset.piles, (True, False))]


def subset_dock(scene: Scene, selection: Selection) -> dict[str, Any]:
    assert scene.subset is not None
    piles = [[label for _, label in items] for _, _, items in piles_of(scene, selection)]
    first, second = (", ".join(pile) or say("nothing") for pile in piles)
    one, other = scene.subset.piles
    return {"say": scene.subset.prompt,
            "more": say("{one}: {first}; {other}: {second}.", one=one, first=first, other=other, second=second),
            "action": scene.subset.action_of.get(selection.taken),
            "button": say("Offer {first} and {second}", first=len(piles[0]), second=len(piles[1]))}


def result_headline(seen: Look, names: Sequence[str]) -> str:
    """Who has won, in words."""
    assert seen.result is not None
    first = [name for name, rank in zip(names, seen.result["rank"]) if rank == 1]
    mine = [rank for seat, rank in zip(seen.seats, seen.result["rank"]) if seat.yours]
    if len(mine) == 1 and mine[0] == 1:
        return say("You have won!") if len(first) == 1 else say("{names} have won!", names=join_and(first))
    if len(first) == 1:
        return say("{who} won.", who=first[0])
    return say("{names} won.", names=join_and(first)) if first else say("Nobody has won.")


def result_details(seen: Look, names: Sequence[str]) -> str:
    assert seen.result is not None
    points = ", ".join(f"{name} {value:g}" for name, value in zip(names, seen.result["points"]))
    ending = capital(say(str(seen.result["ending"]).replace("_", " ")))
    return say("{ending}. Points: {points}.", ending=ending, points=points) if any(seen.result["points"]) else f"{ending}."


def page_title(table: Table, seen: Look) -> str:
    called = f"{say(table.game.title)} - Marbletop"
    return f"{say('Your move')} - {called}" if seen.legal else f"{say('Over')} - {called}" if seen.stage == OVER else called
