"""Messages of a stream as deltas: lines of the page that the browser has not got as text, the others by their numbers. The
browser keeps its last two messages, because what can be pressed comes and goes with one's turn."""

import json
from array import array

Run = list[int]                             # lines that the browser has: the number of the first, and how many


class DeltaWriter:
    """Writes the messages of one stream. It knows the lines of the last two messages by their hashes, which are 64 bits of
    a keyed function."""

    def __init__(self) -> None:
        self._last, self._before = array("q"), array("q")

    def message(self, html: str) -> str:
        """A list in JSON: new lines as text, the others as runs."""
        lines = split_html(html)
        hashes = array("q", map(hash, lines))
        rows = self._rows(lines, hashes)
        self._last, self._before = hashes, self._last
        return json.dumps(rows, ensure_ascii=False, separators=(",", ":"))

    def _rows(self, lines: list[str], hashes: "array[int]") -> list[str | Run]:
        has = self._last + self._before
        size = len(has)
        if not size:
            return [*lines]
        places = {one: size - 1 - place for place, one in enumerate(reversed(has))}        # the latest first
        rows: list[str | Run] = []
        run: Run = [size, 0]
        after = size                        # the place after the present run
        for line, one in zip(lines, hashes):
            if after < size and has[after] == one:
                run[1] += 1
                after += 1
            elif one in places:
                run = [places[one], 1]
                rows.append(run)
                after = run[0] + 1
            else:
                rows.append(line)
                after = size
        return rows


def split_html(html: str) -> list[str]:
    """The lines of a page; every group of a drawing, item of a list and `details` begins a line."""
    return html.replace("<g ", "\n<g ").replace("<li", "\n<li").replace("<details ", "\n<details ").split("\n")
