"""Messages in pieces, and what is kept between them: always the whole table, never anybody else's."""

import json

from hypothesis import given
from hypothesis import strategies as st

from marbletop.web.pieces import Pieces, cut

LINE = st.sampled_from(['<g id="a">', "<g ", "<li one", "text", "", "\n", "<p>é</p>", "</g></g>"])
PAGE = st.lists(LINE, max_size=12).map("".join)


class Screen:
    """What table.js does with messages."""

    def __init__(self):
        self.pieces = []

    def take(self, message):
        held, self.pieces = self.pieces, []
        for one in json.loads(message):
            self.pieces += [one] if isinstance(one, str) else held[one[0]:one[0] + one[1]]
        return self.pieces


@given(st.lists(PAGE, min_size=1, max_size=6))
def test_what_is_put_together_is_what_was_sent(pages):
    sending, screen = Pieces(), Screen()
    for page in pages:
        message = sending.message(page)
        assert "\n" not in message
        assert screen.take(message) == cut(page)
        assert "\n".join(screen.pieces).replace("\n", "") == page.replace("\n", "")


def test_what_stays_is_not_sent_again():
    sending = Pieces()
    page = "".join(f'<g id="m{number}">{"x" * 100}</g>' for number in range(50))
    assert len(sending.message(page)) > len(page)
    assert json.loads(sending.message(page)) == [[0, 51]]
    changed = page.replace('id="m20"', 'id="n20"')
    assert [len(one) if isinstance(one, str) else one for one in json.loads(sending.message(changed))] == [
        [0, 21], len(f'<g id="n20">{"x" * 100}</g>'), [22, 29]]
