"""Messages in pieces, and what is kept between them: always the whole table, never anybody else's."""

import gc
import json
import random
import zlib
from http.client import HTTPConnection
from weakref import ref

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from marbletop.core.match import Match
from marbletop.core.state import SPECTATOR
from marbletop.drawing.element import Rope
from marbletop.drawing.plain import scene_of
from marbletop.games import GAMES
from marbletop.web.page import drawing_cache
from marbletop.web.page.drawing_cache import DrawingCache
from marbletop.web.page.stream_deltas import DeltaWriter
from marbletop.web.page.stream_gzip import HEADER, compress_block

from .streams import Screen

TEXT = st.sampled_from(['<g id="a">', "<li one", "text", "", "<p>é</p>", "</g></g>"])
ROPE = st.recursive(TEXT, lambda inner: st.builds(Rope, st.lists(inner, max_size=5), st.sampled_from(["", "a", "b"])),
                    max_leaves=12).filter(lambda one: isinstance(one, Rope))


def test_a_page_does_not_keep_the_pages_before_it():
    sending, screen = DeltaWriter(), Screen()
    pages = [Rope([f"page {number}"]) for number in range(6)]
    gone = [ref(page) for page in pages]
    for page in pages:
        assert screen.take(sending.message(page)) == page.texts()
    del page, pages[:-1]
    assert [one() is None for one in gone] == [True, True, True, True, False, False]        # the stream has shown the last two


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=list(HealthCheck))        # a busy machine is no fault
@given(st.lists(ROPE, min_size=1, max_size=4), st.lists(st.integers(0, 3), min_size=1, max_size=8))
def test_what_is_put_together_is_what_was_sent(pages, order):
    """Pages may share ropes, a page may come again, and a stream at rest may have forgotten what it has sent."""
    mixed = [*pages, *(Rope([one, *pages]) for one in pages)]
    sending, screen = DeltaWriter(), Screen()
    for number in order:
        if number == 3:
            sending.rest()
            sending.rest()
        for page in (pages[number % len(pages)], mixed[-1 - number % len(pages)]):
            message = sending.message(page)
            assert "\n" not in message
            assert screen.take(message) == page.texts()


def test_an_empty_rope_takes_no_place():
    sending, screen = DeltaWriter(), Screen()
    for page in (Rope(["a", Rope([]), Rope(["b", "c"]), "d"]), Rope(["d", Rope(["b", "c"], "2"), "a"]), Rope(["d", "a"])):
        assert screen.take(sending.message(page)) == page.texts()


def test_what_stays_is_not_sent_again():
    sending = DeltaWriter()
    parts = [Rope([f'<g id="m{number}">', "x" * 100, "</g>"], f"m{number}") for number in range(50)]
    page, changed = Rope(parts), Rope([*parts[:20], Rope(['<g id="n20">', "x" * 100, "</g>"], "m20"), *parts[21:]])
    assert len(sending.message(page)) > 50 * 100
    assert json.loads(sending.message(Rope(parts))) == [[0, 150]], "other pages of the same ropes"
    assert json.loads(sending.message(changed)) == [[0, 60], '<g id="n20">', [61, 89]]
    assert json.loads(sending.message(page)) == [[0, 60], [150 + 60, 3], [63, 87]], "what was there two messages ago"
    assert json.loads(sending.message(page, '{"frames":[]}')) == [[0, 150], {"frames": []}]


def test_streams_are_gzip_and_share_what_is_the_same():
    sent = "event: one\n\n", "é" * 1000, "event: one\n\n", "é" * 100_000, "event: two\n\n"
    blocks = [HEADER, *map(compress_block, sent)]
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    texts = [reader.decompress(block).decode() for block in blocks]
    assert texts == ["", *sent], "each is whole as soon as its bytes are there"
    assert blocks[1] is blocks[3] and len(blocks[2]) < 100


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_drawings_are_freed_without_the_garbage_collector(game):
    match, choices = Match(game, seed=3), random.Random(3)
    gc.collect()
    gc.disable()
    try:
        for _ in range(20):
            scene_of(game, match.view(match.player), match.box, match.names)
            match.play(choices.choice(match.legal))
        assert gc.collect() == 0, "something refers to itself: a live server would look for it again and again"
    finally:
        gc.enable()


@pytest.mark.parametrize("name", GAMES)
def test_who_sees_the_same_shares_a_drawing_and_nobody_else(name):
    kept, match = DrawingCache(), Match(GAMES[name], GAMES[name].seats[-1], seed=3)
    views = [match.view(seat) for seat in (SPECTATOR, *range(match.seats))]
    found = [kept.of(match.game, view, match.box, match.names) for view in views]
    assert len({id(one) for one in found}) == len(views)
    for seat, one in zip((SPECTATOR, *range(match.seats)), found):
        assert kept.of(match.game, match.view(seat), match.box, match.names) is one
    assert kept.of(match.game, views[0], match.box, ["x", *match.names[1:]]) is not found[0]
    match.play(match.legal[0])
    assert kept.of(match.game, match.view(SPECTATOR), match.box, match.names) is not found[0]


def test_drawings_are_kept_for_a_while_only(monkeypatch):
    monkeypatch.setattr(drawing_cache, "MOST_VIEWS", 3)
    kept, match = DrawingCache(), Match(GAMES["connect_four"], 2, seed=3)
    found = []
    for column in range(6):
        found.append(kept.of(match.game, match.view(SPECTATOR), match.box, match.names))
        match.play(column)
    assert len(kept._kept) == 3
    made = [found[0].get_or_make(number, lambda scene: object()) for number in range(2 * drawing_cache.MOST_RESULTS)]
    assert found[0].get_or_make(2 * drawing_cache.MOST_RESULTS - 1, lambda scene: None) is made[-1]
    assert len(found[0]._made) == drawing_cache.MOST_RESULTS


@pytest.mark.slow
@pytest.mark.xdist_group("browser")
def test_a_running_server_answers_to_its_own_names_only(serving):
    for host, status in (("localhost", 200), ("127.0.0.1", 200), ("evil.example", 421)):
        asked = HTTPConnection("127.0.0.1", serving.port, timeout=20)
        asked.request("GET", "/healthz", headers={"Host": host})
        assert asked.getresponse().status == status
        asked.close()
