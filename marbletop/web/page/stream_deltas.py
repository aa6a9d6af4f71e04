"""Messages of a stream as deltas: texts of the page that the browser has not got, the others by their numbers. The browser
keeps its last two messages, because what can be pressed comes and goes with one's turn.

A page is a rope (drawing/element.py). What is the same object as before need not be looked into."""

from itertools import compress, count
from json.encoder import encode_basestring as quote
from operator import is_not
from weakref import ref

from ...drawing.element import Rope

Run = list[int]                             # texts that the browser has: the number of the first, and how many
NOTHING = Rope(())
MOST_KEPT = 64
MOST_IN_STEP = 24                           # pieces: if more have changed, they are looked for in other places
_rows_kept: dict[tuple[int, ...], tuple[list[ref[Rope]], str]] = {}      # by the ids of three pages, the oldest first


class DeltaWriter:
    """Writes the messages of one stream, which has shown two pages lately."""

    def __init__(self) -> None:
        self._last = self._before = NOTHING
        self._rests = False

    def rest(self) -> bool:
        """Nothing has happened for a while. The second time that this is told, the pages are forgotten, and the next message
        has all of its texts: there are many such tables. Whether that was done now."""
        forgets = self._rests and self._last is not NOTHING
        if forgets:
            self._last = self._before = NOTHING
        self._rests = True
        return forgets

    def message(self, page: Rope, frames: str = "") -> str:
        """A list in JSON: new texts, runs of others, and the frames that lead to the page, if there are any."""
        rows = rows_between(page, self._last, self._before)
        self._last, self._before, self._rests = page, self._last, False
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
    rows = written.as_json()
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

    def as_json(self) -> str:
        return f"[{','.join([quote(row) if isinstance(row, str) else f'[{row[0]},{row[1]}]' for row in self.rows])}]"

    def add_run(self, start: int, length: int) -> None:
        if not length:
            return
        if start == self._after:
            self._run[1] += length
        else:
            self._run = [start, length]
            self.rows.append(self._run)
        self._after = start + length

    def add_rope(self, rope: Rope, last: Rope, start: int, before: Rope, start_before: int) -> None:
        """A rope in place of those of the last two messages, which begin at these numbers."""
        if not last.pieces:                 # what can be pressed comes and goes with one's turn
            last, start, before = before, start_before, NOTHING
        if len(rope.pieces) == len(last.pieces):
            changed = [*compress(count(), map(is_not, rope.pieces, last.pieces))]
            if len(changed) <= MOST_IN_STEP:
                self._add_in_step(rope, changed, last, start, before, start_before)
                return
        first, after, begun, ended = common_ends(rope, last)
        if begun:
            self.add_run(start, begun)
        if first < after:
            self._add_pieces(rope, first, after, last, start, before, start_before)
        if ended:
            self.add_run(start + last.length - ended, ended)

    def _add_in_step(self, rope: Rope, changed: list[int], last: Rope, start: int, before: Rope, start_before: int) -> None:
        """The pieces of a rope, those that have changed each in place of the one that stood there: most ropes stay as long as
        they were."""
        starts, done, known = last.starts, 0, before if len(before.pieces) == len(rope.pieces) else None
        for n in changed:
            if done < n:
                self.add_run(start + starts[done], starts[n] - starts[done])
            done = n + 1
            piece, old, older = rope.pieces[n], last.pieces[n], known.pieces[n] if known else ""
            if piece == old:
                self.add_run(start + starts[n], 1)
            elif known and piece == older:
                self.add_run(start_before + known.starts[n], length_of(piece))
            elif isinstance(piece, str):
                self.rows.append(piece)
                self._after = -1
            elif piece.pieces:
                one = old if type(old) is Rope and old.name == piece.name else NOTHING
                other = older if type(older) is Rope and older.name == piece.name else NOTHING
                self.add_rope(piece, one, start + starts[n], other, start_before + (known.starts[n] if known else 0))
        if done < len(rope.pieces):
            self.add_run(start + starts[done], last.length - starts[done])

    def _add_pieces(self, rope: Rope, first: int, after: int, last: Rope, start: int, before: Rope, start_before: int) -> None:
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
    gap = len(old) - len(pieces)
    if gap < 0 and pieces[-gap:] == old:                    # lists grow at their beginning
        return 0, -gap, 0, last.length
    first, after, begun, ended = 0, len(pieces), 0, 0
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
