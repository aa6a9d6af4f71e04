"""What the page of a table shows, made from one look at the table by those who stand there alike."""

from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from ...bots.explain import Explanation
from ...core.game import Game
from ...drawing.changes import panel_names
from ...drawing.element import Rope
from ...drawing.plain import marks_of
from ...drawing.scene import BOARD, FACTS, HAND, OTHER, Choice, Panel, Scene, Seat
from ...drawing.svg import panel_rope, still_rope
from ...drawing.targets import Before, Targets, is_still, parts_asked_for
from ...server.clock import DAYS
from ...server.coach import coach_version
from ...server.entries import OPEN, OVER, RUNNING
from ...server.house import House
from ...server.people import PHRASES
from ...server.profile import Comparison, compare_game
from ...server.reviews import FINISHED, WORKING
from ...server.seats import plain_name
from ...server.table import Table
from ...server.table_view import Eyes, Look, display_names, look_with, names_for, why_final_ahead
from ...words import capital, phrase, say
from .coach_page import coach_strip
from .decided import decided_at
from .draft import Draft, choices_before, read_draft
from .drawing_cache import Drawing, DrawingCache
from .last_move import pieces_of_last_move, ring_pieces
from .lines import ChoiceRow, choice_list
from .lobby_page import lobby_of, take_back_row
from .log_text import Told, log_of, news, since_last_turn
from .result import headline_of, result_of
from .selection import Selection, choice_for

SHOWS = ("board", "hand")                   # layouts that show only a part of the table
MOST_GHOSTS = 24                            # if more are offered at once, only the selected one is drawn ahead
FEW_WAYS = 8                                # choices that are listed beside the board; more stand below it
TALL = 1.25                                 # height by width of a board that would fill a phone
NOT_READY = phrase("A simpler bot is filling in until the real one is ready.")

drawings = DrawingCache()


class Standing(NamedTuple):
    """What a page shows beside the position: it changes without an entry in the log."""

    version: str
    phrases: tuple[tuple[int, str], ...]    # the phrase that seats said lately
    bot_not_ready: bool
    score: tuple[Any, ...]                  # of a row of rematches
    away: tuple[int, ...] = ()              # seats whose people are not here
    compared: Comparison | None = None      # at the end: with what the visitor played before
    review: str = ""                        # at the end: whether there is one, see Reviews.after_game


class PanelRow(NamedTuple):
    """A drawing with what is written beside it."""

    id: str
    svg: Rope
    title: str
    caption: str
    seat: int
    first: bool
    tall: bool
    pressed: bool                           # whether something in it can be pressed
    name: str = ""                          # its class, for the game's layout


class Panels(NamedTuple):
    """The drawings by their place on the page: the rail has the trays of others, and what is needed to decide stands apart
    from facts that are only nice to know."""

    board: tuple[PanelRow, ...] = ()
    hand: tuple[PanelRow, ...] = ()
    rail: tuple[PanelRow, ...] = ()
    needed: tuple[PanelRow, ...] = ()
    facts: tuple[PanelRow, ...] = ()



class SeatRow(NamedTuple):
    """A seat with what the scene says about it."""

    seat: int
    name: str
    called: str
    kind: str
    words: str                              # what the seat adds to the chance
    level: str
    yours: bool
    kept: bool
    resigned: bool
    marble: str
    score: str
    facts: tuple[str, ...]
    to_move: bool
    left: float | None
    deadline: float | None
    said: str
    rank: int
    points: float
    side: int
    progress: tuple[str, ...]
    away: bool                              # its person is not here
    place: str                              # what the seat itself is called


class Dock(NamedTuple):
    """The sentence and the button of the dock."""

    say: str = ""
    more: str = ""
    action: int | None = None
    final: str = ""
    back: bool = False
    button: str = ""
    others: tuple[tuple[int, str, bool], ...] = ()  # actions with a button of their own; whether it asks before it plays
    missing: str = ""                       # what the button asks for while there is no action; of a heap, why it does nothing
    set_up: str = ""                        # the query that makes a hint one's own choice
    how: str = ""                           # how to go on, after what the selected action does


NO_PANELS = Panels()
MOST_IN_HEAD = 31                           # letters of the line in the head of the page that a small phone shows
PLACES = ("board", "hand", "rail", "needed", "facts")
PANEL_IDS = {"hand": "hand-panel", "needed": "facts-p"}         # ids of panels by place, where they are not the place itself
NOTHING = Selection()


async def table_values(house: House, table: Table, eyes: Eyes, standing: Standing, query: Mapping[str, str], base: str, *,
                       sorry: str = "", hint: Explanation | None = None, words: bool = True) -> dict[str, Any]:
    """Everything that part.html shows, apart from links and motion. The position in `words` is left out of the messages to
    those who have it folded up."""
    seen = look_with(table, eyes)
    names, readers = tuple(display_names(table)), names_for(table, seen.seat)
    drawing = drawing_for(table, seen, readers)
    scene = drawing.scene if drawing else None
    moved = await pieces_of_last_move(table, eyes, scene) if scene else frozenset()
    show, post = shown_part(query), f"{base}/table/{table.id}"
    log = await log_of(table, seen, scene, readers, post)
    draft = draft_for(table, seen, drawing, query, readers) if drawing else None
    hinted = draft_of_hint(table, seen, drawing, hint) if hint and drawing and seen.legal else None
    if draft:
        seen, drawing, scene = draft.seen, draft.drawing, draft.drawing.scene
    selection = draft.selection if draft else NOTHING
    ways, many = choice_rows(scene, selection, show, post) if scene else ((), 0)
    seats = seat_rows(table.game, seen, scene, dict(standing.phrases), standing.away, names, show)
    drawn = hinted or draft
    panels = drawn_panels(drawn.drawing, drawn.selection, show, moved, choices_before(drawn)) if drawn else NO_PANELS
    covered = seen.curtain is not None
    coach = coach_strip(table.game, eyes.coach, seen, scene, selection, show)
    return {
        "base": base, "post": post, "look": seen, "game": table.game, "show": show, "sorry": sorry, "hint": hint,
        "levels": table.offers, "own_box": table.about.own_box, "OPEN": OPEN, "RUNNING": RUNNING, "OVER": OVER,
        "start": table.about.start,
        "mail_offered": house.mail.offered and seen.clock.kind == DAYS and bool(eyes.mine),
        "stamp": standing.version, "chosen_query": selection.query(seen.position) if selection != NOTHING else "",
        "draft": ",".join(map(str, drawn.selection.draft)) if drawn else "", "kept_query": selection.query(show=show),
        "panels": panels, "layout": layout_of(show, panels, covered, hint), "covered": covered,
        "your_turn": bool(seen.legal) or (covered and seen.curtain == seen.player), "seated": seen.seat >= 0 or covered,
        "spectator": seen.seat < 0 and not covered, "dealt": scene is not None, "remark": scene.remark if scene else "",
        "ways": ways, "few_ways": many <= FEW_WAYS, "seats": seats, "open_seats": seats if seen.stage == OPEN else (),
        "teams": scene.teams if scene else (),
        "lobby": lobby_of(table, eyes, seen, seats) if seen.stage == OPEN else None,
        "take_back": take_back_row(seen.take_back, seats), "may_ask": seen.may_ask,
        "may_relieve": bool(eyes.mine) and seen.stage == RUNNING and table.about.away_after is not None,
        "requests": tuple([(one, seats[one.seat].called) for one in seen.requests]),
        "dock": (hint_dock(hint, drawn.selection, show) if hint and drawn
                 else dock_of(table, eyes, seen, scene, selection, names, draft)),
        "back": draft.back.query(seen.position, show=show) if draft and selection.draft and draft.back else "",
        "since": (since_last_turn(table, eyes, log, readers)
                  if seen.seat >= 0 and seen.stage == RUNNING and not hint and nothing_chosen(selection) else ()),
        "log": log.rope, "news": news(eyes, seen, log), "phrases": tuple(PHRASES.items()),
        "title": page_title(table, seen), "may_join": eyes.may_join, "names": names, "turn": turn_line(seen, scene, names),
        "forced": (forced_words(scene.only, draft, since_last_turn(table, eyes, log, readers))
                   if scene and seen.legal and scene.only and not hint and draft and draft.back is None and not coach.new
                   else ""),
        "outline": drawing.words if drawing and not show and words else "", "tail": f"?show={show}" if show else "",
        "code": seen.id if seen.listed else "", "alone": eyes.alone, "again": eyes.may_rematch,
        "piles": piles_of(scene, selection) if scene and seen.legal else (),
        "subset": scene.subset.prompt if scene and scene.subset else "",
        "facts": tuple(scene.facts) if scene else (), "splits": bool(scene and scene.subset), "score": standing.score,
        "coach": coach, "pressed": bool(hint) or (draft is not None and selection != draft.first),
        "result": await result_of(table, seen, readers, standing.compared) if seen.stage == OVER and not show else None,
        "reviewing": standing.review == WORKING,
        "decided": await decided_at(house, table) if standing.review == FINISHED and not show else "",
    }


def forced_words(choice: Choice, draft: Draft, since: Sequence[Told]) -> str:
    """What is told of the only choice when it has been played for its player: first what befell them before, for nothing else
    will tell them any more."""
    played = choice.alone or say("Played for you, the only way: {what}", what=draft.with_begun(choice.label))
    return " ".join([*(told.words for told in since if told.hit), played])


def nothing_chosen(selection: Selection) -> bool:
    return selection.action is None and not (selection.draft or selection.group or selection.among or selection.taken)


def layout_of(show: str, panels: Panels, covered: bool, hint: Explanation | None) -> str:
    """The classes that arrange the table."""
    return "".join([f" only-{show}" if show else "", " has-rail" if panels.rail else "", " covered" if covered else "",
                    " hinted" if hint else ""])


def shown_part(query: Mapping[str, str]) -> str:
    """The part of the table that an address asks for; empty for the whole."""
    return query.get("show", "") if query.get("show") in SHOWS else ""


def drawing_for(table: Table, seen: Look, names: Sequence[str] = ()) -> Drawing | None:
    """The drawing of a look; None before the deal. `names` are those that it is told with, for those who have them already."""
    if seen.view is None:
        return None
    return drawings.of(table.game, seen.view, seen.box, names or names_for(table, seen.seat))


def draft_for(table: Table, seen: Look, drawing: Drawing, query: Mapping[str, str], names: Sequence[str] = ()) -> Draft:
    """The draft that an address asks for; without one, what it selects."""
    return read_draft(table, seen, drawing, query, lambda ahead: drawing_for(table, ahead, names) or drawing)


def drawn_panels(drawing: Drawing, selection: Selection, show: str, moved: frozenset[str],
                 before: Before = ()) -> Panels:
    return drawing.get_or_make((selection, show, moved, before),
                               lambda scene: panels_of(scene, selection, show, moved, before))


async def standing_of(house: House, table: Table, user: str) -> Standing:
    """How the table stands now. Its version is a name for what a visitor sees: it changes whenever the page does."""
    said = await house.lobby.phrases_said(table)
    parts = [table.now.last, said[-1].number + 1 if said else 0, table.next or "", table.uncovered.get(user, ""),
             *([table.requests.changes] if table.requests.changes else []),
             *([f"c{coached}"] if (coached := coach_version(table, user)) else [])]
    away = house.lobby.presence.seats_away(table, user) if not table.over else ()
    parts += [f"a{''.join(map(str, away))}"] if away else []
    latest = await house.lobby.latest_phrases(table) if said else {}
    score = await house.lobby.score(table) if table.over and table.about.number else ()
    compared = await compare_game(house, table, user) if table.over else None
    review = await house.reviews.after_game(table, bool(table.seats_of(user))) if table.over else ""
    parts += [review] if review else []
    return Standing("-".join(map(str, parts)), tuple(latest.items()), table.bot_not_ready, tuple(score), away, compared, review)


def panels_of(scene: Scene, selection: Selection, show: str, moved: frozenset[str] = frozenset(),
              before: Before = ()) -> Panels:
    """The drawings by their place on the page, with rings around pieces that have moved."""
    places: dict[str, list[PanelRow]] = {place: [] for place in PLACES}
    ghosts = sum(choice.group in ("", selection.group) for choice in scene.choices) <= MOST_GHOSTS
    no_board = all(panel.role != BOARD for panel in scene.panels)
    has_hand = any(panel.role == HAND for panel in scene.panels)
    shown = ring_pieces(panels_with(scene, selection.taken), moved)
    asked_for = parts_asked_for(scene.choices, scene.subset, before)
    for number, (panel, name) in enumerate(zip(shown, panel_names(scene))):
        common = show == "board" and panel.role == HAND and panel.seat < 0         # what lies before everybody
        place = panel_place(panel, panel.role == BOARD or common or (no_board and number == 0))
        if show and not stands_on(show, panel, place, has_hand):
            continue
        if is_still(panel, scene.choices, selection.action, asked_for):
            drawn, pressed = still_rope(panel, name), False
        else:
            targets = Targets(panel, scene.choices, selection.action, selection.group, scene.subset, selection.taken,
                              before=before)
            drawn, pressed = panel_rope(targets, ghosts, name), bool(targets.by_target or targets.by_group)
        if place == FACTS and (panel.first or pressed):
            place = "needed"
        rows = places[place]
        rows.append(PanelRow(f"{PANEL_IDS.get(place, place)}-{len(rows)}", drawn, panel.title,
                             panel.caption, panel.seat, panel.first, panel.height > TALL * panel.width, pressed,
                             f" panel-{panel.name}" if panel.name else ""))
    return Panels(**{place: tuple(rows) for place, rows in places.items()})


def stands_on(show: str, panel: Panel, place: str, has_hand: bool) -> bool:
    """Whether a panel stands on a page that shows only a part of the table. What lies open for everybody to decide by stands
    beside the board, and in a game without a hand the board is what one holds."""
    if show == "board":
        return place in ("board", "rail") or panel.first
    return place == "hand" or (not has_hand and (place == "board" or panel.first))


def panels_with(scene: Scene, taken: int) -> list[Panel]:
    """The panels of a scene, with the items of a subset drawn in the heap that they were put into."""
    if not taken or not scene.subset or not scene.subset.panel_with:
        return scene.panels
    drawn = scene.subset.panel_with(taken)
    return [drawn if panel.name == drawn.name else panel for panel in scene.panels]


def panel_place(panel: Panel, is_board: bool) -> str:
    if is_board:
        return "board"
    if panel.role == HAND:
        return "hand"
    tall = panel.height > 0.6 * panel.width
    return "rail" if panel.role == OTHER and panel.seat >= 0 and tall else FACTS


def choice_rows(scene: Scene, selection: Selection, show: str, address: str) -> tuple[tuple[tuple[str, Rope], ...], int]:
    """The list of choices, grouped by what is selected before them, and how many there are to choose from now."""
    offered = [choice for choice in scene.choices if not selection.among or choice.action in selection.among]
    if selection.group and not selection.among:
        offered = [choice for choice in offered if choice.group in ("", selection.group)]
    heads: dict[str, list[ChoiceRow]] = {}
    for choice in offered:
        row = ChoiceRow(choice.action, choice.label, choice.consequence,
                        choice_query(choice.group, choice.action, selection.draft, show), choice.action == selection.action)
        heads.setdefault(choice.group, []).append(row)

    def name(group: str) -> str:
        part = scene.part(group) if group else None
        return part.name if part else group
    lists = [(name(group), choice_list(tuple(rows), address)) for group, rows in heads.items()]
    return tuple(lists), count_at_once(offered, selection)


def count_at_once(offered: Sequence[Choice], selection: Selection) -> int:
    """How many choices there are. Where some can be pressed at once, those that something else is chosen for first do not
    count."""
    at_once = [choice for choice in offered if choice.group in ("", selection.group)]
    return len(at_once if any(choice.target and not choice.group for choice in at_once) else offered)


@lru_cache(maxsize=4096)
def choice_query(group: str, action: int, draft: tuple[int, ...], show: str) -> str:
    return Selection(group, action, draft=draft).query(show=show)


def seat_rows(game: Game, seen: Look, scene: Scene | None, said: dict[int, str], away: Collection[int], names: Sequence[str],
              show: str) -> tuple[SeatRow, ...]:
    """The seats with what the scene says about them. On a big screen nobody is called "you"."""
    marks = marks_of(game)
    drawn = {seat.seat: seat for seat in scene.seats} if scene else {}
    rows, yours = [], 0 if show == "board" else sum(seat.yours for seat in seen.seats)
    for number, seat in enumerate(seen.seats):
        shown = drawn.get(number)
        to_move = seen.player == number
        rows.append(SeatRow(
            number, names[number], say("You") if seat.yours and yours == 1 else plain_name(names[number]), seat.kind,
            seat.words, seat.level, seat.yours, seat.kept, seat.resigned,
            shown.marble if shown and shown.marble else marks[number], shown.score if shown else "",
            facts_of_seat(seen, shown), to_move, seat.left, seen.deadline if to_move else None,
            say(PHRASES.get(said.get(number, ""), "")), seen.result["rank"][number] if seen.result else 0,
            seen.result["points"][number] if seen.result else 0, shown.side if shown else -1,
            shown.progress if shown else (), number in away, say(game.seat_names[number])))
    return tuple(rows)


def facts_of_seat(seen: Look, shown: Seat | None) -> tuple[str, ...]:
    """What the scene says about a seat; nothing if somebody gave up before the rules ended the game."""
    return tuple(shown.facts) if shown and (seen.stage != OVER or seen.view.over) else ()


def dock_of(table: Table, eyes: Eyes, seen: Look, scene: Scene | None, selection: Selection, names: Sequence[str],
            draft: Draft | None = None) -> Dock:
    """The sentence and the button of the dock: what is to be decided, or what the selected action will do."""
    dock, plain = Dock(scene.status) if scene else Dock(), [plain_name(name) for name in names]
    if seen.stage == OVER:
        return Dock(headline_of(seen, plain), say("Play it again, or look back at how it went."))
    if not scene or not seen.legal:
        return dock._replace(more=say(NOT_READY)) if seen.waiting_for_bot and seen.bot_not_ready else dock
    aim = "" if eyes.coach.on or eyes.coach.offered else scene.aim      # the coach has it for a headline; its offer takes room
    dock = dock._replace(more=f"{aim} {scene.more}".strip(), missing=scene.missing)
    if draft and selection.draft:
        ahead = dock_of(table, eyes, seen, scene, selection._replace(draft=()), names)
        told = draft.with_begun(ahead.say) if selection.action is not None else ahead.say
        return ahead._replace(say=told, back=draft.back is not None, others=())     # their buttons would play without the draft
    if scene.subset:
        return subset_dock(scene, selection, aim)
    others = tuple((choice.action, choice.button, bool(why_final_ahead(table, seen, eyes.alone, choice.action)))
                   for choice in scene.choices if choice.button)        # they keep their place while something is chosen
    if selection.action is not None:
        choice = choice_for(scene, selection.action)
        final = why_final_ahead(table, seen, eyes.alone, choice.action)
        return Dock(choice.label, choice.consequence, choice.action,
                    say("You can't take this back: {reason}.", reason=say(final)) if final else "", scene.only is None,
                    choice.confirm or say("Confirm"), () if choice.button else others, how=choice.how)
    if selection.among:
        return dock._replace(more=say("There are {n} ways to do that. Pick one from the list.", n=len(selection.among)),
                             back=True, others=others)
    if selection.group:
        return Dock(where_words(scene, selection.group), back=len({choice.group for choice in scene.choices}) > 1,
                    others=others, missing=say("Choose where"))
    return dock._replace(others=others)


def where_words(scene: Scene, group: str) -> str:
    """What is asked when a thing is chosen, but not yet what to do with it."""
    asked = next((choice.where for choice in scene.choices if choice.group == group), "")
    part = scene.part(group)
    thing = capital(part.name) if part and part.name else say("Chosen")
    return asked or say("{thing}. Now choose where.", thing=thing)


def draft_of_hint(table: Table, seen: Look, drawing: Drawing, hint: Explanation) -> Draft:
    """What a hint draws: its decisions ahead, and the last of them selected."""
    if drawing.scene.subset:
        return Draft(seen, drawing, Selection(taken=drawing.scene.subset.mask_of(hint.chosen.action)))
    *before, last = hint.chosen.gesture
    return draft_for(table, seen, drawing, {"draft": ",".join(map(str, before)), "action": str(last)})


def hint_dock(hint: Explanation, selection: Selection, show: str) -> Dock:
    """The hint in the dock's place: what to do and why. It becomes one's own choice by a press, and is not played yet."""
    return Dock(hint.advice, " ".join(hint.sentences), set_up=selection.query(show=show))


def piles_of(scene: Scene, selection: Selection) -> tuple[tuple[str, bool, tuple[tuple[int, str], ...]], ...]:
    """The two piles of a subset: name, whether it holds the selected items, and its items."""
    if scene.subset is None:
        return ()
    items = list(enumerate(label for _, label in scene.subset.items))
    return tuple((name, inside, tuple(item for item in items if bool(selection.taken >> item[0] & 1) == inside))
                 for name, inside in zip(scene.subset.piles, (True, False)))


def subset_dock(scene: Scene, selection: Selection, aim: str = "") -> Dock:
    """The sentence and the button while a heap is divided; the aim is told before anything is pressed."""
    subset = scene.subset
    assert subset is not None
    about = subset.about(selection.taken) if subset.about else ""
    asked = (ask for ask, (_, _, items) in zip(subset.asks, piles_of(scene, selection)) if not items)
    return Dock(subset.prompt, about if selection.taken else f"{aim} {about}".strip(), subset.action_of.get(selection.taken),
                back=selection.taken > 0, button=next(asked, subset.confirm), missing=subset.missing)


def turn_line(seen: Look, scene: Scene | None, names: Sequence[str]) -> str:
    """Whose turn it is and how far the game is, for the head of the page; less of it if a name is long."""
    if seen.stage != RUNNING:
        return say("Finished") if seen.stage == OVER else ""
    who = plain_name(names[seen.player])
    whose = say("Your turn") if seen.legal else say("{who} is thinking", who=who)
    whole = f"{whose} · {scene.progress}" if scene and scene.progress else whose
    return next((line for line in (whole, whose) if len(line) <= MOST_IN_HEAD), who)


def page_title(table: Table, seen: Look) -> str:
    called = f"{say(table.game.title)} - Marbletop"
    state = say("Your turn") if seen.legal else say("Finished") if seen.stage == OVER else ""
    return f"{state} - {called}" if state else called
