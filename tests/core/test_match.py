"""Match, records and bad input: a mistake is told in a sentence and changes nothing."""

import json

import pytest

from marbletop.core.errors import (
    BadComponents,
    BadNotation,
    BadOption,
    BadRecord,
    IllegalAction,
    MarbletopError,
    UnknownGame,
    WrongSeats,
    WrongVersion,
)
from marbletop.core.match import Match, load, preview, rewards
from marbletop.core.record import record_of, write_record
from marbletop.core.verification import verify
from marbletop.games import GAMES

from .toy import DREW, PLAYED, TOY


@pytest.fixture
def four():
    match = Match("connect_four", seed=7)
    for action in "abcabca":
        match.play(action)
    return match


def test_a_match_in_the_manner_of_python_chess(four):
    assert four.legal_texts == list("abcdefg") and four.player == 1
    four.play(3)
    assert four.moves[-1].text == "d" and four.moves[-1].seat == 1
    assert four.undo().text == "d" and len(four.moves) == 7
    assert four.sentences() == ["Blue drops a marble into column a."]
    assert str(four).splitlines()[-1] == "a b c d e f g"
    assert repr(four) == "<Match connect_four, 2 seats, step 7>"
    twin = four.copy()
    twin.play("g")
    assert len(four.moves) == 7 and four.state != twin.state


@pytest.mark.parametrize(("action", "error", "told"), [
    (7, IllegalAction, "0 to 6"), (-1, IllegalAction, "0 to 6"), (True, IllegalAction, "whole numbers"),
    ("h", BadNotation, "You can play: a, b, c"), ("", BadNotation, "You can play"), (2.0, IllegalAction, "whole numbers"),
])
def test_an_illegal_action_names_what_is_possible(four, action, error, told):
    before = four.game.state.copy(four.state)
    with pytest.raises(error, match=told):
        four.play(action)
    assert four.state == before and len(four.moves) == 7


def test_an_illegal_action_names_its_rule():
    match = Match(TOY, 2, seed=1)
    missing = next(kind for kind in range(4) if kind not in match.legal)
    assert "TOY-2" in match.why_not(missing)
    assert match.why_not(match.legal[0]) is None


def test_nothing_to_take_back():
    with pytest.raises(MarbletopError, match="nothing to take back"):
        Match(TOY).undo()


@pytest.mark.parametrize(("arguments", "options", "error", "told"), [
    (("connect_four", 3), {}, WrongSeats, "2 players, not 3"),
    (("chess", 2), {}, UnknownGame, "connect_four"),
    (("connect_four", 2), {"colour": 1}, BadOption, "misere, first_player"),
    (("connect_four", 2), {"first_player": 2}, BadOption, "0 to 1"),
    (("connect_four", 2), {"first_player": "one"}, BadOption, "0 to 1"),
    (("connect_four", 2), {"misere": 1}, BadOption, "true or false"),
    (("connect_four", 2), {"components": "/nowhere/box.toml"}, BadComponents, "nowhere"),
])
def test_a_match_that_cannot_be(arguments, options, error, told):
    with pytest.raises(error, match=told):
        Match(*arguments, **options)


def test_options_are_understood_as_text():
    assert Match("connect_four", misere="yes", first_player="1").state.player == 1
    assert Match(TOY, copies="few").box.copies == 3


def test_views_hide_hands_and_whispers_are_heard_by_one():
    match = Match(TOY, 3, seed=2)
    assert match.view(1).hand[1] == match.state.hand[1] and match.view(1).hand[0] == [0] * 4
    assert match.view(-1).hand == [[0] * 4] * 4
    drawn = [note for note in match.notes if note.event == DREW]
    assert len(drawn) == 6
    heard = match.setup_move.heard_by(TOY.hears(match.state, match.box, 1))
    assert [bool(note.details) for note in heard] == [False, False, True, True, False, False]
    with pytest.raises(WrongSeats, match="0 to 2"):
        match.view(3)


def test_a_preview_stops_before_chance():
    match = Match(TOY, 2, seed=2)
    view, legal = match.view(0), match.legal
    after, notes, whole = preview(TOY, view, match.box, legal[0])
    assert whole and [note.event for note in notes] == [PLAYED] and view == match.view(0)
    match.play(legal[0])
    _, notes, whole = preview(TOY, match.view(1), match.box, match.legal[0])
    assert not whole and [note.event for note in notes] == [PLAYED]
    assert after.step == 1


@pytest.mark.parametrize(("rank", "side", "expected"), [
    ([1, 2], [0, 1], (1.0, -1.0)), ([1, 1], [0, 1], (0.0, 0.0)), ([2, 2], [0, 1], (0.0, 0.0)),
    ([1], [0], (1.0,)), ([2], [0], (-1.0,)), ([1, 2, 2], [0, 1, 2], (1.0, -0.5, -0.5)),
    ([1, 2, 1, 2], [0, 1, 0, 1], (1.0, -1.0, 1.0, -1.0)), ([1, 1, 3], [0, 1, 2], (0.25, 0.25, -0.5)),
])
def test_rewards(rank, side, expected):
    assert rewards(rank, side) == expected
    from marbletop.core.rewards import rewards_of
    state, out = TOY.state.blank(), [0.0] * 4
    state.seats, state.side = len(rank), side + [0] * (4 - len(side))
    rewards_of(state, rank + [0] * (4 - len(rank)), out)
    assert tuple(out[:len(rank)]) == expected


# Records


@pytest.fixture
def played(tmp_path):
    """A recorded game of Connect Four: path and content."""
    match = Match("connect_four", seed=5)
    for action in "abababa":
        match.play(action)
    match.save(tmp_path / "game.json")
    return tmp_path / "game.json", json.loads((tmp_path / "game.json").read_text())


def test_a_record_replays(played):
    path, _ = played
    match = load(path)
    assert match.over and match.outcome.winners == (0,) and match.seed == (5, 0)
    match.undo()
    match.play("c")


@pytest.mark.parametrize(("change", "told"), [
    (lambda r: r["entries"][3].update(action=6), "entry 3.*the move is g here, but b in the record"),
    (lambda r: r["entries"][3].update(action=9), "entry 3.*0 to 6"),
    (lambda r: r["entries"][3].update(seat=0), "entry 3.*seat is 1"),
    (lambda r: r["entries"][3].update(check="0" * 12), "entry 3.*position is"),
    (lambda r: r["entries"][3].update(chance=[1]), "entry 3.*more random numbers"),
    (lambda r: r["entries"][3].update(chance=["x"]), "entry 3: chance' must be a list of whole numbers"),
    (lambda r: r["entries"].pop(), "stops before the end of the game"),
    (lambda r: r.pop("outcome"), "has no result"),
    (lambda r: r["outcome"].update(points=[0, 1]), "result doesn't match"),
    (lambda r: r["entries"].append({"action": 1}), "entry 7.*over"),
    (lambda r: r["entries"].append({}), "entry 7 has no action"),
    (lambda r: r.update(options={"seed": 3}), "no option called 'seed'"),
    (lambda r: r.update(seats=9), "2 players, not 9"),
    (lambda r: r.update(seats="2"), "'seats' is missing or isn't int"),
    (lambda r: r.update(game="chess"), "'chess', a game that isn't installed"),
    (lambda r: r.update(format="pgn"), "isn't a Marbletop record"),
    (lambda r: r["components"].update(digest="0"), "--components"),
    (lambda r: r["deal"].update(chance=[1]), "more random numbers"),
    (lambda r: r.update(entries={}), "'entries' is missing"),
])
def test_a_damaged_record_is_told_from_a_good_one(played, change, told):
    path, record = played
    change(record)
    path.write_text(json.dumps(record))
    with pytest.raises(BadRecord, match=told):
        load(path)


def test_a_record_of_other_rules_is_refused(played):
    path, record = played
    record["version"] = 99
    path.write_text(json.dumps(record))
    with pytest.raises(WrongVersion, match=r"version 99.*This is version 1"):
        load(path)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b'{"format": 3}', b"null"])
def test_a_foreign_file_is_refused(tmp_path, content):
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(BadRecord):
        load(path)
    with pytest.raises(BadRecord, match="No such file"):
        load(tmp_path / "missing.json")


def test_a_record_holds_a_box_of_ones_own(tmp_path):
    game = GAMES["marabunta"]
    own = game.components_of(game.components().text.replace('"reconstruction"', '"mine"'))
    match = Match(game, components=own)
    match.play(0)
    match.save(tmp_path / "own.json")
    assert load(tmp_path / "own.json").components.name == "mine"
    assert "text" not in record_of(Match(game))["components"]
    record = record_of(match)
    record["components"]["text"] += "#"
    with pytest.raises(BadRecord, match="is different"):
        verify(record)


def test_writing_replaces_a_file_at_once_or_not_at_all(played, monkeypatch):
    path, record = played
    before = path.read_text()

    def fails(*_):
        raise OSError("disk full")

    monkeypatch.setattr("marbletop.core.record.os.replace", fails)
    with pytest.raises(OSError, match="disk full"):
        write_record(record, path)
    assert path.read_text() == before
    assert [p.name for p in path.parent.iterdir()] == ["game.json"]
