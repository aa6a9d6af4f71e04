"""Messages of a stream as deltas: texts of the page that the browser has not got, the others by their numbers. The browser
keeps its last two messages, because what can be pressed comes and goes with one's turn.

A page is a rope (drawing/element.py). What is the same object as before need not be looked into."""

import json
from weakref import ref

from ...drawing.element import Rope

Run = list[int]                             # texts that the browser has: the number of the first, and how many
NOTHING = Rope(())
MOST_KEPT = 64
_rows_kept: dict[tuple[int, ...], tuple[list[ref[Rope]], str]] = {}      # by the ids of three pages, the oldest first
write_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class DeltaWriter:
    """Writes the messages of one stream, which has shown two pages lately."""

    def __init__(self) -> None:
        self._last = self._before = NOTHING

    def message(self, page: Rope, frames: str = "") -> str:
        """A list in JSON: new texts, runs of others, and the frames that lead to the page, if there are any."""
        rows = rows_between(page, self._last, self._before)
        self._last, self._before = page, self._last
        return f"{rows[:-1]}{',' if len(rows) > 2 else ''}{frames}]" if frames else rows


def rows_between(page: Rope, last: Rope, before: Rope) -> str:
    """The rows of a page for those who have the last two; written once for all of them, who are told at the same time. What
    is kept for them keeps no page alive, and no page keeps it."""
    pages = page, last, before
    key = tuple(map(id, pages))
    refs, rows = _rows_kept.get(key, ([], ""))
    if refs and all(one() is page for one, page in zip(refs, pages)):
        return rows
    written = Rows()
    written.add_rope(page, last, 0, before, last.length)
    rows = write_json(written.rows)
    if len(_rows_kept) >= MOST_KEPT:
        del _rows_kept[next(iter(_rows_kept))]
    _rows_kept[key] = [ref(one) for one in pages], rows
    return rows


class Rows:
    """The rows of a message that is being written."""

    def __init__(self) -> None:
        self.rows: list[str | Run] = []
        self._run: Run = []                 # the present one
        self._after = -1                    # the number after it

    def add_run(self, start: int, length: int) -> None:
        if start == self._after:
            self._run[1] += length
        else:
            self._run = [start, length]
            self.rows.append(self._run)
        self._after = start + length

    def add_rope(self, rope: Rope, last: Rope, start: int, before: Rope, start_before: int) -> None:
        """A rope in place of those of the last two messages, which begin at these numbers."""
        first, after, begun, ended = common_ends(rope, last)
        if begun:
            self.add_run(start, begun)
        if first < after:
            add = self._add_in_step if len(rope.pieces) == len(last.pieces) else self._add_pieces
            add(rope, first, after, last, start, begun, before, start_before)
        if ended:
            self.add_run(start + last.length - ended, ended)

    def _add_in_step(self, rope: Rope, first: int, after: int, last: Rope, start: int, begun: int, before: Rope,
                     start_before: int) -> None:
        """The pieces of a rope from one to another, each in place of the one that stood there: most ropes stay as long as they
        were."""
        pieces, known = rope.pieces, before.pieces if len(before.pieces) == len(rope.pieces) else ()
        place, place_before = start + begun, start_before + sum(map(length_of, known[:first]))
        for number in range(first, after):
            piece, old, older = pieces[number], last.pieces[number], known[number] if known else ""
            if piece is old or piece == old:
                self.add_run(place, length_of(piece))
            elif known and (piece is older or piece == older):
                self.add_run(place_before, length_of(piece))
            elif isinstance(piece, str):
                self.rows.append(piece)
                self._after = -1
            else:
                one, other = (rope if isinstance(rope, Rope) and rope.name == piece.name else NOTHING for rope in (old, older))
                self.add_rope(piece, one, place, other, place_before)
            place += length_of(old)
            place_before += length_of(older) if known else 0

    def _add_pieces(self, rope: Rope, first: int, after: int, last: Rope, start: int, begun: int, before: Rope,
                    start_before: int) -> None:
        """The pieces of a rope from one to another, wherever they stood before."""
        places, places_before = last.places, before.places
        for number in range(first, after):
            piece = rope.pieces[number]
            if (place := places.get(piece)) is not None:
                self.add_run(start + place, piece.length if type(piece) is Rope else 1)
            elif (place := places_before.get(piece)) is not None:
                self.add_run(start_before + place, piece.length if type(piece) is Rope else 1)
            elif isinstance(piece, str):
                self.rows.append(piece)
                self._after = -1
            else:
                name = piece.name or str(number)
                one, other = last.named.get(name, NOTHING), before.named.get(name, NOTHING)
                self.add_rope(piece, one, start + places.get(one, 0), other, start_before + places_before.get(other, 0))


def length_of(piece: str | Rope) -> int:
    """How many texts a piece is."""
    return piece.length if type(piece) is Rope else 1


def common_ends(rope: Rope, last: Rope) -> tuple[int, int, int, int]:
    """The first piece of a rope that is another than in the last one, the piece after the last such; and how many texts there
    are before and after them."""
    pieces, old = rope.pieces, last.pieces
    first, after, gap, begun, ended = 0, len(pieces), len(old) - len(pieces), 0, 0
    for piece, known in zip(pieces, old):
        if piece is not known:
            break
        first += 1
        begun += piece.length if type(piece) is Rope else 1
    lowest = max(first, first - gap)
    while after > lowest and (piece := pieces[after - 1]) is old[after - 1 + gap]:
        after -= 1
        ended += piece.length if type(piece) is Rope else 1
    return first, after, begun, ended
