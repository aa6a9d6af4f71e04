"""Messages in pieces: a stream that has shown a table before gets what is new, and numbers for what it has."""

import json
from array import array

Run = list[int]                             # where it begins in the message before, and how many pieces it has


class Pieces:
    """What one stream has sent last: its pieces by their hashes, which are 64 bits of a secret function."""

    def __init__(self) -> None:
        self._sent = array("q")

    def message(self, html: str) -> str:
        """A list in JSON: new pieces as text, those of the message before as runs."""
        pieces = cut(html)
        hashes = array("q", map(hash, pieces))
        rows = self._rows(pieces, hashes)
        self._sent = hashes
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))

    def _rows(self, pieces: list[str], hashes: "array[int]") -> list[str | Run]:
        sent, size = self._sent, len(self._sent)
        if not size:
            return [*pieces]
        places = {one: place for place, one in enumerate(sent)}
        rows: list[str | Run] = []
        run: Run = [size, 0]
        after = size                        # the place behind the present run
        for piece, one in zip(pieces, hashes):
            if after < size and sent[after] == one:
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
    """The lines of a page; groups of drawings and lines of lists get lines of their own."""
    return html.replace("<g ", "\n<g ").replace("<li ", "\n<li ").split("\n")
