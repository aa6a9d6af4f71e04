"""What people read about Marbleous: no codes, one line of the log for a turn, and sentences that speak to the reader."""

import random
import re

import pytest

from marbletop.core.match import Match
from marbletop.core.notes import Note
from marbletop.drawing.outline import outline_text
from marbletop.drawing.plain import scene_of
from marbletop.games.marbleous import GAME
from marbletop.games.marbleous.names import COLUMN_NAMES
from marbletop.games.marbleous.notation import TURN_BEGINS, in_short, sentence, story
from marbletop.games.marbleous.outlook import ready_cards
from marbletop.games.marbleous.pictures import draw_taken_cards
from marbletop.games.marbleous.prompts import TOKEN_FOR
from marbletop.games.marbleous.state import LOST
from marbletop.games.marbleous.tray_pictures import draw_hopper
from marbletop.words import You, use_language

from .tables import before_popping, table, trays_leaving

CODES = re.compile(r"#\d|\b[BYRPW]\b(?! und| and)|\b[a-e]\d\b|-?\d+,-?\d+|\b[BYRPW.]{2,}\b|\bseat \d|MB-\d|-1\b")
MODES = [(1, {}), (1, {"solo_refresh": "take"}), (2, {}), (3, {"advanced": True}), (4, {"empty_spot": "next_lower"})]


def said_in(match):
    """Everything that a person at a table reads: scenes with their choices, sentences and stories."""
    names = [You(name) if seat == match.player else name for seat, name in enumerate(match.names)]
    for seat in {match.player, -1}:
        scene = scene_of(GAME, match.view(seat), match.box, names)
        yield from outline_text(scene).splitlines()
        yield from (text for choice in scene.choices for text in (choice.label, choice.consequence, choice.button))
        yield from (panel.caption for panel in scene.panels)
    yield from (sentence(note, match.box, names) for note in match.notes)
    yield story(match.notes, match.box, names)


@pytest.mark.parametrize("code", ["en", "de"])
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_nobody_reads_codes(seats, options, code):
    chooser, read = random.Random(seats), 0
    with use_language(code):
        match = Match(GAME, seats, seed=seats, **options)
        match.names = ["Ruth", "Bo", "Milo", "Nina"][:seats]
        while not match.over:
            match.play(chooser.choice(match.legal))
            for text in said_in(match):
                without_columns = re.sub(rf"\b[{COLUMN_NAMES}]\b", "", text)
                assert not CODES.search(without_columns), text
                read += bool(text)
    assert read > 500


def played(match, *actions):
    """The notes of some actions together."""
    notes = []
    for action in actions:
        match.play(action)
        notes += match.notes
    return notes


def test_a_turn_is_one_line_that_tells_what_popped():
    match = table(pool="YPY,BW,YRP", trays="||P||,||W||", tokens="R,-")
    notes = played(match, "take 1")
    assert story(notes, match.box, ["Ruth", "Bo"]) == "Ruth takes a marble card: yellow, purple, yellow."
    notes += played(match, "place |Y|P|Y|")
    assert story(notes, match.box, ["Ruth", "Bo"]) == "Ruth rolls in two yellow and one purple."
    notes += played(match, "bonus R e")
    assert story(notes, match.box, [You("Ruth"), "Bo"]) == "You roll in two yellow and one purple and spend a red bonus token."
    match = before_popping("BB|BR|Y|Y|", tokens="Y,-")
    notes = played(match, "bonus Y c")
    assert story(notes, match.box, ["Ruth", "Bo"]) == "Ruth spends a yellow bonus token."
    notes += played(match, "pop a1")
    assert story(notes, match.box, [You("Ruth"), "Bo"]) == (
        "You spend a yellow bonus token and pop 3 blue and 3 yellow marbles for 4 points.")
    assert in_short(notes, match.box, ["Ruth", "Bo"]) == "Ruth pops 3 blue and 3 yellow for 4 points."
    with use_language("de"):
        assert story(notes, match.box, ["Ruth", "Bo"]) == (
            "Ruth gibt eine gelbe Bonusmarke aus, lässt 3 blaue und 3 gelbe Murmeln platzen und bekommt 4 Punkte.")


def test_the_log_tells_a_substitute():                              # [MB-16]
    match = table(4, trays=trays_leaving({"W": 2, "Y": 2, "R": 1}), pool="BBY,YRP,RBR", tokens="-,-,-,-")
    notes = played(match, "take 1")
    names = ["Ruth", You("Bo"), "Milo", "Nina"]
    assert story(notes, match.box, names) == (
        "Ruth takes a marble card: blue, blue, yellow. Blue has run out: Ruth takes white instead.")
    notes += played(match, match.legal[0])
    assert story(notes, match.box, names).endswith("Blue has run out: Ruth takes white instead.")


def test_a_story_has_two_sentences_at_most():
    for seed in range(8):
        match = Match(GAME, 1 + seed % 4, seed=seed, advanced=bool(seed & 4))
        chooser, notes = random.Random(seed), []
        while not match.over:
            player = match.player
            match.play(chooser.choice(match.legal))
            for note in match.notes:
                notes = [] if note.event in TURN_BEGINS else notes
                notes.append(note)
                assert len(re.findall(r"[.!?](?: |$)", story(notes, match.box, match.names))) <= 2
            notes = notes if match.player == player else []


def test_prompts_speak_to_the_player_and_tell_the_others():
    match = table(pool="YPY,BW,YRP", tokens="Y,-")
    names = [You("Ruth"), "Bo"]
    picks = scene_of(GAME, match.view(0), match.box, names)
    assert picks.status == "Pick a card: its marbles roll in as one strip, in this order."
    assert picks.more.endswith("pop for a point card. White counts as any colour.")
    assert scene_of(GAME, match.view(1), match.box, ["Ruth", You("Bo")]).status == "Ruth is picking a marble card."
    match.play("take 1")
    match.play("place |Y|P|Y|")
    scene = scene_of(GAME, match.view(0), match.box, names)
    assert scene.status == "Your set pops next. Spend your yellow bonus token first for one more marble, or keep it."
    assert [choice.button for choice in scene.choices if choice.button] == ["Keep my token"]


def test_a_token_is_asked_before_or_without_sets():
    ready = "Your set pops next. Spend a bonus token first for one more marble, or keep what you have."
    for tray, tokens, said in [("BBB||||", "YR", ready), ("BBB|||YYY|", "YR", ready.replace("set pops", "sets pop")),
                               ("BB||||", "YR", "Spend a bonus token for one more marble, or keep what you have."),
                               ("BB||||", "Y", "Spend your yellow bonus token for one more marble, or keep it.")]:
        match = before_popping(tray, tokens=tokens)
        assert scene_of(GAME, match.view(0), match.box, [You("Ruth"), "Bo"]).status == said


def test_only_a_card_that_can_be_rolled_in_leads_on():
    def leads_on(match):
        return {choice.leads_on for choice in scene_of(GAME, match.view(0), match.box, match.names).choices}
    assert leads_on(table(pool="YPY,BW,YRP")) == {True}
    assert leads_on(table(1, options={"solo_refresh": "take"})) == {False}      # new cards are turned up at once [MB-67]
    assert leads_on(table(1)) == {True}


def test_what_a_token_is_for_is_told_where_it_is_asked():
    assert TOKEN_FOR.startswith("The marble has the token's colour.")
    assert TOKEN_FOR.endswith("every 3 marbles and tokens left bring 1 point.")        # [MB-48]
    match = before_popping("BB||||", tokens="YR")
    assert scene_of(GAME, match.view(0), match.box, [You("Ruth"), "Bo"]).more == TOKEN_FOR


@pytest.mark.parametrize(("tray", "tokens", "said"), [
    ("||W||", "Y,-", True), ("||W||", "-,-", False),
    ("RYRYR|YRYRY|RYRYR|YRYRY|RY", "Y,-", False)])                  # the tray is full before a token is asked for
def test_that_a_token_may_follow_is_said_before_the_card_is_rolled_in(tray, tokens, said):
    match = table(phase="place", card="BBP@1", hand="BBP", pool="-,BW,YRP", trays=f"{tray},||W||", tokens=tokens)
    choices = scene_of(GAME, match.view(0), match.box, match.names).choices
    upright = [choice for choice in choices if choice.target == "col-4" and "column E" in choice.label]
    assert upright and {"Then you may add a marble with a token" in choice.how for choice in upright} == {said}


def hints(hand, tray="||||", tokens="-,-"):
    """What is said beside each placement, by its label."""
    match = table(phase="place", card=f"{hand}@1", hand=hand, pool="-,BW,YRP", trays=f"{tray},||W||", tokens=tokens)
    return {choice.label: choice.how for choice in scene_of(GAME, match.view(0), match.box, match.names).choices}


def test_which_end_of_a_card_goes_where_is_said_and_drawn():
    said = hints("BRP")
    assert said["Roll in: blue into A, red into B, purple into C"] == (
        "Tap the column for its leftmost marble, or a card above to turn it.")
    assert said["Roll in: blue over red over purple into column A"] == "Tap a column to move it, or a card above to turn it."
    lying, upright = len(draw_hopper(0o123, 0, 1)), len(draw_hopper(0o123, 1, 1))
    assert lying == 1 + 3 + 1 + 2 * 2 and upright == 1 + 3 + 4 * 2                 # card, marbles, mark, arrows


def test_white_is_explained_instead_when_it_pops():
    said = hints("YYP", "W||||")
    assert said["Roll in: yellow into A and B, purple into C"] == "White counts as any colour, but for one set only."
    assert said["Roll in: yellow into C and D, purple into E"].startswith("Tap the column for its leftmost marble")


def test_a_token_comes_before_anything_pops():
    said = hints("BBP", "B||||", "Y,-")
    pops, rests = said["Roll in: blue into A and B, purple into C"], said["Roll in: blue into C and D, purple into E"]
    assert pops.endswith("Before anything pops, you may add a marble with a token.")
    assert rests.endswith("Then you may add a marble with a token.")


def test_the_rows_of_sets_that_are_ready_are_marked():
    def marked(tray, seat=0):
        match = before_popping(tray, tokens="Y")
        return scene_of(GAME, match.view(seat), match.box, match.names).panels[1].root.parts[0].parts
    assert len(marked("BB||||")) == 0 and len(marked("BBB||||")) == 1 and len(marked("BBB||YYYY||")) == 2
    assert not marked("BBB||||", seat=1)
    match = before_popping("BBB||YYYY||", tokens="Y")
    assert ready_cards(match.view(0), match.box) == [(0, 0), (1, 1)]               # blue in row 3, yellow in row 4


def test_the_size_of_a_set_is_marked_beside_the_card_that_it_takes():
    one, two = draw_taken_cards((), (0, 0)), draw_taken_cards((), (0, 0), (2, 1))
    assert [len(part.parts) for part in (one, two)] == [1, 2 + 2]                  # sizes, then the numbers of the sets


def test_all_marbles_that_are_lost_are_told_of():
    notes = [Note(LOST, (0, colour, column)) for colour, column in ((0, 1), (0, 1), (1, 1))]
    assert story(notes, table().box, [You("Ruth"), "Bo"]) == "Column B is full: you lose 2 blue marbles and a yellow marble."
    notes.append(Note(LOST, (0, 2, 3)))
    assert story(notes, table().box, ["Ruth", You("Bo")]) == (
        "Columns B and D are full: Ruth loses 2 blue marbles, a yellow marble and a red marble.")


def test_the_prompt_for_a_token_is_translated():
    with use_language("de"):
        for tray, said in (("BBB||||", "Gleich platzt deine Gruppe."), ("BBB|||YYY|", "Gleich platzen deine Gruppen.")):
            for tokens in ("Y", "YR"):
                match = before_popping(tray, tokens=tokens)
                status = scene_of(GAME, match.view(0), match.box, [You("Ruth"), "Bo"]).status
                assert status.startswith(said) and len(status) <= 105


def test_the_points_of_others_are_not_told():
    match = before_popping("BBB||||", won="2bx2,3bx1", tokens="Y,YR")
    for viewer, facts in ((0, [("2 cards", "1 token"), ("1 card, ? points",)]),
                          (1, [("2 cards, ? points",), ("1 card", "2 tokens")])):
        assert [seat.facts for seat in scene_of(GAME, match.view(viewer), match.box, match.names).seats] == facts


def test_sets_that_share_a_white_marble_say_who_gets_it():          # [MB-34]
    for tray, shared in (("BB|W|YY||", True), ("BBB|R|YYY||", False)):
        match = before_popping(tray)
        match.play("pass")
        more = scene_of(GAME, match.view(0), match.box, match.names).more
        assert (more == "White goes with the set that pops first.") == shared
