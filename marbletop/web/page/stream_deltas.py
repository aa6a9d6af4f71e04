"""Messages in pieces: a stream that has shown a table before gets what is new, and numbers for what it has. It has its last
two messages, because what can be pressed comes and goes with one's turn."""

import json
from array import array

Run = list[int]                             # where it begins in what the stream has, and how many pieces it is long


class Pieces:
    """What one stream has: the pieces of its last message and of the one before, by their hashes, which are 64 bits of a
    secret function."""

    def __init__(self) -> None:
        self._last, self._before = array("q"), array("q")

    def message(self, html: str) -> str:
        """A list in JSON: new pieces as text, the others as runs."""
        pieces = cut(html)
        hashes = array("q", map(hash, pieces))
        rows = self._rows(pieces, hashes)
        self._last, self._before = hashes, self._last
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))

    def _rows(self, pieces: list[str], hashes: "array[int]") -> list[str | Run]:
        has = self._last + self._before
        size = len(has)
        if not size:
            return [*pieces]
        places = {one: size - 1 - place for place, one in enumerate(reversed(has))}        # the latest first
        rows: list[str | Run] = []
        run: Run = [size, 0]
        after = size                        # the place behind the present run
        for piece, one in zip(pieces, hashes):
            if after < size and has[after] == one:
                run[1] += 1
                after += 1
            elif one in places:
                run = [places[one], 1]
                rows.append(run)
                after = run[0] + 1
            else:
                rows.append(piece)
                after = size
        return rows


def cut(html: str) -> list[str]:
    """The lines of a page; groups of drawings, lines of lists and what can be unfolded get lines of their own."""
    return html.replace("<g ", "\n<g ").replace("<li", "\n<li").replace("<details ", "\n<details ").split("\n")
