"""Positions that somebody sets up: edited in every game, refused by the rule that they break, and played on at a table."""

import pytest

from marbletop.core.editing import NOTHING
from marbletop.core.errors import MarbletopError
from marbletop.core.match import Match, state_from_text
from marbletop.games import GAMES
from marbletop.server.positions import box_for, edit, look_of, start_text
from marbletop.server.records import whole_record
from marbletop.server.table_view import look
from marbletop.words import use_language
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


MACHINE = "first player=0 starter=0 step=0; board push2@1,0; marbles 2@home>3 1=3; hands left+swap fork+fork"
JOKERS = "p0=8 hand=6,2,4,5,10,3"
MARBLEOUS = "trays=B||||,||W|| pool=RYP,BPB,YW display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b"


@pytest.mark.parametrize(("name", "seats", "text", "place", "piece", "after"), [
    ("marble_machine", 2, MACHINE, "sp-3", "push", "board push3@1,0;"),                     # again: it is turned
    ("marble_machine", 2, MACHINE, "sp-3", "left", "board left@1,0;"),
    ("marble_machine", 2, MACHINE, "sp-0", "2", "marbles 1=3 2@home>4;"),
    ("marble_machine", 2, MACHINE, "sp-0", "1", "marbles 1=3 1@home>1;"),
    ("marble_machine", 2, MACHINE, "goal-1", "4", "1=3 4=1;"), ("marble_machine", 2, MACHINE, "goal-3", NOTHING, "2@home>3;"),
    ("marble_machine", 2, MACHINE, "tile-17-1", "jump", MACHINE[-24:]),                     # no such tile in the hand
    ("marble_machine", 2, MACHINE, "tile-18-1", "jump", "hands left+jump fork+fork"),
    ("marbles_and_jokers", 4, JOKERS, "hand-0-5", "card K", " 2345TK/"),
    ("marbles_and_jokers", 4, JOKERS, "hand-0-5", "1", " 23457T/"),
    ("marbles_and_jokers", 4, JOKERS, "sp-5", "card K", " 23456T/"),
    ("marbles_and_jokers", 4, JOKERS, "home-1-5", "0", "/h5,o,o,o,o/"),
    ("marabunta", 2, "red=j6:2", "leaf-5", "R0", "circles=00,00,00,00,00,10"),
    ("marabunta", 2, "red=j6:2", "leaf-0", "B3", "circles=01,"),
    ("marabunta", 2, "circles=00,00,00,00,00,32", "leaf-5", NOTHING, "circles=00,00,00,00,00,00"),
    ("marabunta", 2, "cupcakes=1,0", "cupcakes-0", "R0", "points=1,0 cupcakes=2,0"),
    ("marabunta", 2, "crates=00003,00000", "group-0-4", "B1", "points=3,0"),
    ("marabunta", 2, "red=j6:2", "anthills-1", "R0", "anthills=2,1"),
    ("marabunta", 2, "red=j6:2", "die-2", "R0", "dice=0,0,1,0,0,0"),
    ("marabunta", 2, "red=j6:2 phase=choose pool=GSY", "die-2", "R0", "pool=SY "),
    ("marabunta", 2, "red=j6:2 phase=choose pool=GSY", "tile", "R0", "pool=POB "),          # of both trays the one without it
    ("marabunta", 2, "red=j6:2 phase=choose pool=G", "die-2", "R0", "pool=G "),             # a tray has something
    ("marabunta", 2, "red=j6:2 phase=select pool=GS used=G", "die-2", "R0", "pool=S "),
    ("marabunta", 2, "red=j6:2 phase=select pool=GS", "tile", "R0", "pool=GST "),
    ("marbles_and_jokers", 4, JOKERS, "hand-1-0", "card K", "/AAAAK/"),
    ("marbleous", 2, MARBLEOUS, "pt-0-0", "B", "display=3b.3b.4b,"), ("marbleous", 2, MARBLEOUS, "col-0", "R", "trays=BR|"),
    ("marbleous", 2, MARBLEOUS, "col-0", "token Y", "tokens=Y,-"),
    ("marbleous", 2, f"{MARBLEOUS} tokens=BY,R", "tok-0-yellow-0", NOTHING, "tokens=B,R"),
    ("marbleous", 2, f"{MARBLEOUS} tokens=BY,R", "tok-0-yellow-0", "token Y", "tokens=BYY,R")])
def test_a_press_sets_cards_circles_and_piles(name, seats, text, place, piece, after):
    assert after in edit(GAMES[name], seats, text, {}, place, piece)


@pytest.mark.parametrize(("name", "seats", "text", "words", "after"), [
    ("marabunta", 2, "red=j6:2", {"die 2": "flag"}, "dice=0,0,flag,0,0,0"),
    ("marabunta", 2, "red=j6:2", {"round": "8"}, "tile=cupx stack=none"),
    ("marabunta", 2, "round=5 tile=one stack=zero_2,repeat", {"tile": "repeat"}, "tile=repeat stack=crates_2,zero_2 "),
    ("marabunta", 2, "red=j6:2", {"phase": "select"}, "phase=select pool=POG"),
    ("marbles_and_jokers", 4, JOKERS, {"player": "p2"}, "p2,"),
    ("marble_machine", 2, MACHINE, {"tile 1 0": "jump", "tile 1 1": "-"}, "hands left+swap jump"),
    ("marbleous", 2, MARBLEOUS, {"marble card 1": "BBY"}, "pool=RYP,BBY,YW")])
def test_a_choice_changes_what_depends_on_it(name, seats, text, words, after):
    """The tiles of the stack follow the round, and a card that was drawn goes with the turn."""
    changed = edit(GAMES[name], seats, text, words, "", "")
    assert after in changed and look_of(GAMES[name], seats, changed).error == ""


def test_hands_are_open_while_a_position_is_set_up_and_hidden_from_its_hint():
    seen = look_of(GAMES["marbles_and_jokers"], 4, JOKERS)
    assert {place.split("-")[1] for place in seen.places if place.startswith("hand-")} == set("0123")
    assert any(seen.open_view.hand[1]) and not any(seen.view.hand[1])


@pytest.mark.parametrize(("name", "text", "place", "piece", "rule"), [
    ("marble_machine", f"{MACHINE.replace('push2@1,0', 'push2@1,0 push1@1,-2')}", "sp-5", "push", "MM-2"),
    ("marble_machine", MACHINE, "sp-0", "left", "MM-25"),
    ("marbleous", MARBLEOUS.replace("B||||,||W||", "WWWWW|WW|P||,||W||"), "col-2", "W", "MB-2")])
def test_what_the_box_has_not_is_not_put_down(name, text, place, piece, rule):
    with pytest.raises(MarbletopError, match=rf"\({rule}\)") as english:
        edit(GAMES[name], 2, text, {}, place, piece)
    with use_language("de"), pytest.raises(MarbletopError) as german:
        edit(GAMES[name], 2, text, {}, place, piece)
    assert str(german.value) != str(english.value)


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
