"""Positions that somebody sets up: edited in every game, refused by the rule that they break, and played on at a table."""

import pytest

from marbletop.core.editing import NOTHING
from marbletop.core.errors import MarbletopError
from marbletop.core.match import Match, state_from_text
from marbletop.games import GAMES
from marbletop.server.positions import box_for, edit, look_of, start_text
from marbletop.server.records import whole_record
from marbletop.server.table_view import look
from tests.server.helpers import ANN, house_in, run, table_of, work

PUT = {"connect_four": ("col-3", "x"), "marbleous": ("col-1", "B"), "marabunta": ("hex-c3", "R2"),
       "marbles_and_jokers": ("sp-5", "0"), "marble_machine": ("sp-5", "left")}


@pytest.mark.parametrize("name", GAMES)
def test_a_piece_is_put_down_and_taken_away(name):
    game = GAMES[name]
    seats, (place, piece) = game.seats[-1] if name == "connect_four" else 2, PUT[name]
    start = start_text(game, seats)
    seen = look_of(game, seats, start)
    assert place in seen.places and piece in seen.pieces and NOTHING in seen.pieces and not seen.error
    more = edit(game, seats, start, {}, place, piece)
    assert more != edit(game, seats, start, {}, "", "")
    assert edit(game, seats, more, {}, place, NOTHING) == edit(game, seats, start, {}, "", "")


@pytest.mark.parametrize("name", GAMES)
def test_words_make_the_same_position(name):
    game = GAMES[name]
    seats = 2
    match = Match(game, seats, seed=3)
    for _ in range(25 if game.sources else 6):
        match.play(match.legal[len(match.legal) // 2])
        box = box_for(game, seats)
        text = game.editing.text_of(game.editing.words_of(match.position, box))
        again = state_from_text(game, box, seats, text)
        assert game.legal_list(again, box) == match.legal
        assert {field.name for field in game.editing.fields_of(box, seats)} - set(
            game.editing.words_of(match.position, box)) <= {"pool", "hands", "marbles", "board"}


@pytest.mark.parametrize(("name", "text", "rule"), [
    ("connect_four", "xxx////// o", "C4-2"),
    ("marbleous", "trays=BBB||||,||W|| pool=RYP,BPB,YW display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b", "MB-47"),
    ("marabunta", "red=j6:2 points=3,0", "MA-54"),
    ("marbles_and_jokers", "p0=h1,h2,h3,h4,h5 hand=7,2,4,10,6,3", "MJ-50"),
    ("marble_machine", "board solid_wall@1,0; marbles 2@1,0>1; hands right+push left+left", "MM-34"),
])
def test_an_impossible_position_names_the_rule(name, text, rule):
    assert rule in look_of(GAMES[name], 2, text).error


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("text", ["nonsense", "=", "a" * 5000, "x y z a b c d e", ";;;", "0" * 300])
def test_what_is_no_position_is_refused_in_a_sentence(name, text):
    assert look_of(GAMES[name], 2, text).error.endswith((".", ")"))


def test_a_table_begins_at_a_position_and_its_record_says_so(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "connect_four", [ANN, "casual"], start="xo/xo//x/o// x")
            assert table.player == 0
            await table.play(ANN.id, 6, table.position)
            assert table.state.marbles[0].bit_count() == 4 and not table.over
            await work(house)
            seen = await look(table, ANN.id)
            assert seen.legal
            record = await whole_record(table)
            assert record["position"] == "xo/xo//x/o// x"
            again = await house.lobby.open(table.id)
            assert again.about.start == "xo/xo//x/o// x"
            with pytest.raises(MarbletopError, match="C4-2"):
                await house.lobby.create(ANN, "connect_four", 2, start="xxx////// x")
            with pytest.raises(MarbletopError):
                await house.lobby.create(ANN, "connect_four", 2, start="x" * 10_000)
    run(story())
