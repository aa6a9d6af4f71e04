"""What people read about Connect Four."""

from marbletop.core.match import Match
from marbletop.drawing.plain import scene_of
from marbletop.games.connect_four import GAME
from marbletop.games.connect_four.board import ending
from marbletop.games.connect_four.sentences import sentence
from marbletop.words import You, use_language


def after(columns, **options):
    match = Match(GAME, 2, **options)
    for column in columns:
        match.play(column)
    return match


def test_sentences_speak_to_the_reader():
    match = after("d")
    assert sentence(match.notes[0], match.box, ["Ruth", "Bo"]) == "Ruth drops a marble into column d."
    assert sentence(match.notes[0], match.box, [You("Ruth"), "Bo"]) == "You drop a marble into column d."
    assert scene_of(GAME, match.view(1), match.box, ["Ruth", You("Bo")]).status == "Pick a column and drop your marble in."
    assert scene_of(GAME, match.view(0), match.box, [You("Ruth"), "Bo"]).status == "Bo is picking a column."
    with use_language("de"):
        assert sentence(match.notes[0], match.box, [You("Ruth"), "Bo"]) == "Du wirfst eine Murmel in Spalte d."


def test_endings_say_why():
    match = after("abababa")
    assert ending(match.view(0), match.box, [You("Ruth"), "Bo"]).why == "You have four in a row."
    found = ending(match.view(1), match.box, ["Ruth", You("Bo")])
    assert found.why == "Ruth has four in a row." and found.sides == ((0,), (1,))
    match = after("abababa", misere=True)
    found = ending(match.view(0), match.box, [You("Ruth"), "Bo"])
    assert found.why == "You have four in a row, and that loses." and found.sides == ((1,), (0,))
    match = after("ddacfefgeccddffcceddbbcbffaeaeeggggabagabb")
    assert match.over and match.state.winner < 0
    assert ending(match.view(0), match.box, ["Ruth", "Bo"]).why == "The grid is full, and nobody has four in a row."
