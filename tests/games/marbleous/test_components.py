"""Component files: ours says that it is reconstructed; wrong ones are refused with key and line."""

import re
import warnings

import pytest

from marbletop.core.errors import BadComponents
from marbletop.core.match import Match
from marbletop.core.record import record_of
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import card_text

OURS = (GAME.folder / "components.toml").read_text()


def box_with(tmp_path, old, new, count=1, seats=2, **options):
    """A match with our box after a change of its text."""
    assert old in OURS
    path = tmp_path / "my_box.toml"
    path.write_text(OURS.replace(old, new, count))
    return Match(GAME, seats=seats, components=path, **options)


def test_our_box():                                                 # [MB-2, MB-3, MB-5, MB-6]
    match = Match(GAME)
    box = match.box
    assert box.marbles == (11, 11, 11, 11, 8) and box.tokens == (7, 7, 7, 7) and box.stars == 12
    assert sum(box.cards) == 44 and sum(box.blue) == 18 and sum(box.orange) == 24
    shown = "".join(card_text(box, kind) * box.cards[kind] for kind in range(44))
    assert [shown.count(letter) for letter in "BYRPW"] == [29, 29, 29, 29, 8]


def test_every_record_says_that_the_box_is_reconstructed():
    about = record_of(Match(GAME))["components"]
    assert about["printed"] is False and about["name"] == "reconstructed" and len(about["digest"]) == 64


def test_a_typed_box_is_used(tmp_path):
    match = box_with(tmp_path, "orange = { 4 = 8, 5 = 8, 6 = 8 }", "orange = { 4 = 8, 5 = 6, 6 = 6, 7 = 4 }")
    assert match.box.orange[:4] == (8, 6, 6, 4) and match.box.value[12:16] == (4, 5, 6, 7)


def test_alike_patterns_are_one_kind(tmp_path):
    match = box_with(tmp_path, 'pattern = "BBR"', 'pattern = "BBY"')
    assert match.box.cards[0] == 2 and sum(match.box.cards) == 44


def test_patterns_of_several_rows(tmp_path):                        # [MB-15, MB-17]
    match = box_with(tmp_path, 'pattern = "BBY"', 'pattern = ["B.", "YW"]')
    assert card_text(match.box, 0) == "B./YW"
    assert bin(match.box.placements[0]).count("1") == 16


WRONG = [
    ('pattern = "BBY"\ncount = 1', 'pattern = "BBY"\ncount = 2', "marble_card[0]", "45 cards"),
    ("2 = 6, 3 = 6", "2 = 7, 3 = 6", "point_cards.blue", "19 cards.*18"),
    ("4 = 8, 5 = 8", "4 = 8, 5 = 7", "point_cards.orange", "23 cards.*24"),
    ('pattern = "BBR"', 'pattern = "BBRR"', "marble_card[1].pattern", "too large"),
    ('pattern = "BBR"', 'pattern = ["B", "B", "R", "R"]', "marble_card[1].pattern", "too large"),
    ('pattern = "BBR"', 'pattern = "..."', "marble_card[1].pattern", "no marble"),
    ('pattern = "BBR"', 'pattern = "BGR"', "marble_card[1].pattern", "'G'"),
    ('pattern = "BBR"', "pattern = 5", "marble_card[1].pattern", "row of letters"),
    ('pattern = "BBR"', 'patern = "BBR"', "marble_card[1].patern", "no such key"),
    ('"BBR"\ncount = 1', '"BBR"\ncount = -1', "marble_card[1].count", "-1"),
    ("stars = 12", "stars = 11", "star_cards.tables", "12 entries"),
    ("[0, 1, 3, 6, 10,", "[0, 1, 3, 6, 5,", "star_cards.tables", "falls"),
    ("[0, 1, 3, 6, 10,", "[-1, 1, 3, 6, 10,", "star_cards.tables", "0 to 1000"),
    ("  [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 66, 78],\n]", "]", "star_cards.tables", "4 tables"),
    ("blue = 11", "blue = -1", "marbles.blue", "-1"),
    ("white = 8", "white = 3", "marbles.white", "too few"),
    ("blue = 7\nyellow = 7\nred = 7\npurple = 7", "blue = 1\nyellow = 2\nred = 2\npurple = 2", "tokens", "7 in all"),
    ("start_tokens = 2", "start_tokens = 8", "setup.start_tokens", "more than"),
    ("pool = 3", "pool = 4", "setup.pool", "must be 3"),
    ("2 = 14", "2 = 42", "setup.remove.2", "fewer than 3"),
    ("{ 1 = 0, 2 = 14, 3 = 15, 4 = 14 }", "{ 2 = 14, 3 = 15, 4 = 14 }", "setup.remove", "each of 1, 2, 3, 4"),
    ("{ 1 = 0, 2 = 14,", "{ 1 = -1, 2 = 14,", "setup.remove.1", "-1"),
    ("2 = 6, 3 = 6, 4 = 6", "-2 = 6, 3 = 6, 4 = 6", "point_cards.blue", "no value"),
    ("2 = 6, 3 = 6, 4 = 6", "2 = -6, 3 = 18, 4 = 6", "point_cards.blue.2", "-6"),
    ("[solo]", "[solos]", "solos", "no such table.*, solo,"),
    ("easy = 60", "easy = -60", "solo.base.easy", "-60"),
    ("red = 11", "rot = 11", "marbles.rot", "no such key"),
    ("[marbles]", "[marble]", "marble", "no such table.*, marbles,"),
    ("[tokens]\nblue = 7\nyellow = 7\nred = 7\npurple = 7", "", "tokens", "must be a table"),
    ("[setup]", "[extra]\nx = 1\n[setup]", "extra", "no such table"),
]


@pytest.mark.parametrize(("old", "new", "key", "why"), WRONG, ids=[f"{case[2]}-{number}" for number, case in enumerate(WRONG)])
def test_wrong_boxes_are_refused_with_key_and_line(tmp_path, old, new, key, why):
    with pytest.raises(BadComponents) as error:
        box_with(tmp_path, old, new)
    said = str(error.value)
    assert f", {key}" in said and re.search(why, said), said
    missing = "must be a table" in said
    line = re.search(r"\(line (\d+)\)", said)
    assert missing or line, said
    if line:
        text = OURS.replace(old, new, 1).splitlines()[int(line[1]) - 1]
        last = key.split(".")
        assert any(re.sub(r"\[\d+\]", "", part) in text for part in last), (text, said)


def test_fewer_than_twelve_blue_cards_are_refused_in_any_case(tmp_path):
    path = tmp_path / "my_box.toml"
    text = OURS.replace("# custom_counts = true ", "custom_counts = true #")
    path.write_text(text.replace("2 = 6, 3 = 6, 4 = 6", "2 = 5, 3 = 6"))
    with pytest.raises(BadComponents, match=r"point_cards.blue \(line \d+\): 11 cards are too few"):
        Match(GAME, components=path)


def test_other_counts_are_possible_on_request(tmp_path):
    path = tmp_path / "my_box.toml"
    text = OURS.replace("# custom_counts = true ", "custom_counts = true #").replace("2 = 6, 3 = 6", "2 = 7, 3 = 6")
    path.write_text(text.replace('"BBY"\ncount = 1', '"BBY"\ncount = 3'))
    match = Match(GAME, seats=2, components=path)
    assert sum(match.box.cards) == 46 and sum(match.box.blue) == 19 and match.state.stack == 46 - 14 - 3


def test_turns_that_cannot_be_shared_are_warned_of(tmp_path):       # [MB-46]
    with pytest.warns(UserWarning, match="27 turns cannot be shared evenly by 2"):
        box_with(tmp_path, "2 = 14", "2 = 15")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        box_with(tmp_path, "2 = 14", "2 = 15", seats=4)
        Match(GAME, seats=3)


def test_other_numbers_of_marbles_are_warned_of(tmp_path):          # [MB-2]
    with pytest.warns(UserWarning, match="53 marbles"):
        box_with(tmp_path, "blue = 11", "blue = 12")
