"""What players read: places in words, stories of turns, prompts and choices, without codes or notation."""

import random
import re
import tomllib
from pathlib import Path

import pytest

from marbletop.core.match import Match
from marbletop.drawing.kit import through
from marbletop.drawing.symbols import definitions
from marbletop.games.marbles_and_jokers import GAME, choices
from marbletop.games.marbles_and_jokers.board import scene
from marbletop.games.marbles_and_jokers.cards import signs_on_card, words_on_card
from marbletop.games.marbles_and_jokers.choices import is_risky
from marbletop.games.marbles_and_jokers.dangers import Standing, danger_words
from marbletop.games.marbles_and_jokers.ghosts import LEFT_AT_RISK
from marbletop.games.marbles_and_jokers.merits import merits
from marbletop.games.marbles_and_jokers.names import card_sign
from marbletop.games.marbles_and_jokers.notation import explain_new, in_short, story
from marbletop.games.marbles_and_jokers.pictures import paint_section
from marbletop.games.marbles_and_jokers.places import hole_number, space_in_words
from marbletop.games.marbles_and_jokers.plan import place_from_note, plan_of
from marbletop.games.marbles_and_jokers.rules import legal_list
from marbletop.games.marbles_and_jokers.sentences import HITS, move_deed
from marbletop.games.marbles_and_jokers.state import (
    ADVANCED,
    CARD,
    DISCARD,
    FORWARD,
    JOKER,
    LEFT_RING,
    MOVE,
    RANKS,
    RETREATED,
    TARGET,
)
from marbletop.games.marbles_and_jokers.turns import position_after
from marbletop.web.page.log_text import LETTERS
from marbletop.words import You, say, use_language

from .positions import COMPLETE, act, position, rank_of

NAMES = ("Ruth", "Bo", "Milo", "Nina", "Clea", "Pina", "Theo", "Ida")
# One capital letter as a name, coordinates, numbers of seats, labels of marbles, notation, values of options.
CODES = re.compile(r"\b[A-Z]\b|-?\d+,-?\d+|\bseat \d|marble [a-e]\b|Murmel [a-e]\b|\bp\d\b|\bh\d\b|[{}_]")
MODES = [(2, {}), (3, {"must_play": "free"}), (4, {}), (4, {"joker_forced": False, "no_pass": "none"}), (4, {"teams": "none"}),
         (6, {"split9": "any", "free_exit": 0}), (8, {"teams": "pairs"})]


def names_for(reader, seats):
    return [You(name) if seat == reader else name for seat, name in enumerate(NAMES[:seats])]


def read_game(seats, options, seed, most=90):
    """Everything that somebody reads during a random game."""
    match, chance, notes = Match(GAME, seats, seed=seed, **options), random.Random(seed), []
    while not match.over and len(match.moves) < most:
        reader = match.player if chance.random() < 0.7 else chance.randrange(-1, seats)
        names = names_for(reader, seats)
        shown = scene(match.view(reader), match.box, names)
        yield shown.status
        for seat in shown.seats:
            yield from (seat.score, *seat.facts)
        for choice in shown.choices:
            yield from (choice.label, choice.consequence)
        for panel in shown.panels:
            yield from (part.name for part in panel.root.walk() if part.name)
        player = match.player
        match.play(chance.choice(match.legal))
        notes += match.notes
        yield from (GAME.notation.sentence(note, match.box, names) for note in match.notes)
        if match.player != player or match.over:
            yield story(notes, match.box, names)
            notes = []


@pytest.mark.slow_for("6", "8")
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_nobody_reads_codes(seats, options, language):
    with use_language(language):
        wrong = {text for text in read_game(seats, options, seats) if CODES.search(text)}
    assert not wrong


OTHER_WORDS = re.compile(
    r"(?<!home )\bspaces?\b|\bplaces? \d|\bplaces deep|(?<!home )\bslot|(?<!start )\bring\b|\bdoor\b|\bfield\b|"
    r"\bFeld(?:er|s)?\b|\bPl[aä]tze?n? \d|\bPlätze\b|\bRing\b|\bTür\b")


def texts_in(data, language):
    """All texts of a language in a file of lessons or rules."""
    if isinstance(data, dict):
        yield from (text for key, text in data.items() if key == language and isinstance(text, str))
        yield from (text for value in data.values() for text in texts_in(value, language))
    elif isinstance(data, list):
        yield from (text for value in data for text in texts_in(value, language))


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_place_has_one_word(language):
    """docs/glossary.md has them."""
    folder = Path(choices.__file__).parent
    with use_language(language):
        read = {text for seats, options in MODES[2:4] for text in read_game(seats, options, seats)}
        read |= {say(reason) for reason in GAME.notation.REASONS.values()}
    for name in ("lesson.toml", "quick_rules.toml", "puzzle_questions.toml"):
        read |= set(texts_in(tomllib.loads((folder / name).read_text(encoding="utf-8")), language))
    assert len(read) > 300 and not {text for text in read if OTHER_WORDS.search(text)}


@pytest.mark.parametrize("seats", [2, 4, 8])
def test_choices_have_labels_of_their_own(seats):
    match, chance = Match(GAME, seats, seed=1), random.Random(1)
    while not match.over and len(match.moves) < 200:
        labels = [choice.label for choice in scene(match.view(match.player), match.box, NAMES).choices]
        assert len(set(labels)) == len(labels)
        match.play(chance.choice(match.legal))


@pytest.mark.parametrize(("space", "reader", "words"), [
    (12, 0, "4 past your start position"), (12, 2, "4 past Ruth's start position"), (3, 0, "your home space"),
    (5, 0, "2 past your home space"), (19, 0, "2 before Bo's home space"), (26, 1, "your start position"),
    (71, 0, "4 before your home space"), (0, -1, "3 before Ruth's home space")])
def test_a_place_is_told_from_the_nearest_landmark(space, reader, words):
    box = Match(GAME, 4).box
    assert space_in_words(box, space, names_for(reader, 4)) == words


def test_a_choice_names_holes_by_the_numbers_on_the_board():
    state, box = position("p0: 20 30; p1: 27", "7 2 2 2 2 2")
    state.viewer = 0
    cards = {choice.label: choice.consequence for choice in scene(state, box, names_for(0, 4)).choices}
    assert cards["Play the 2"] == "2 forward from hole 20 or hole 30. Risk: it could be sent back from hole 32."
    assert "It can send Bo's marble back." in cards["Play the 7"]
    GAME.play(state, box, rank_of("2"))
    assert [choice.label for choice in scene(state, box, names_for(0, 4)).choices] == \
        ["2 forward, from hole 20 to hole 22", "2 forward, from hole 30 to hole 32"]
    with use_language("de"):
        assert scene(state, box, names_for(0, 4)).choices[0].label == "2 vor, von Loch 20 auf Loch 22"


def test_two_ways_of_a_card_are_told_as_two():
    state, box = position("p0: 20; p1: 27", "K 8 2 2 2 2")
    state.viewer = 0
    cards = {choice.label: choice.consequence for choice in scene(state, box, names_for(0, 4)).choices}
    assert cards["Play the King"].startswith("Bring a marble out, or go 13 forward from hole 20.")
    assert cards["Play the 8"].startswith("8 back, from hole 20 to hole 12.")


@pytest.mark.parametrize(("reader", "lines"), [
    (0, ("Your team: 2 of 10 home", "Rivals: 1 of 10 home")), (1, ("Your team: 1 of 10 home", "Rivals: 2 of 10 home")),
    (-1, ("2 of 10 home", "1 of 10 home"))])
def test_how_far_two_teams_are_stands_over_their_players(reader, lines):
    state, box = position("p0: h5 20; p2: h5; p3: h4", "2 2 2 2 2 2")
    state.viewer = reader
    shown = scene(state, box, names_for(reader, 4))
    assert shown.teams == lines and "home" not in shown.progress
    alone = Match(GAME, 4, teams="none")
    assert scene(alone.view(0), alone.box, NAMES).teams == ()


def test_german_cards_have_german_letters():
    with use_language("de"):
        assert [card_sign(rank) for rank in range(RANKS)][-4:] == ["B", "D", "K", "★"]
        assert ">B</text>" in definitions()["card-J"] and ">D</text>" in definitions()["card-Q"]
    assert ">J</text>" in definitions()["card-J"]


def test_a_choice_says_what_there_is_to_hope_and_to_fear():
    state, box = position("p0: 60; p1: 57; p3: 63; p2: 61", "6 6 2 2 2 2")
    state.viewer = 0
    cards = {choice.label: choice.consequence for choice in scene(state, box, names_for(0, 4)).choices}
    assert cards["Play the 6"] == ("6 forward, from hole 60 to hole 66. "
                                   "Risk: it could be sent back, say by Bo with a 9 and Nina with a 3. "
                                   "After 9 more steps the marble can turn into its home slot.")
    assert "Milo" not in cards["Play the 2"], "a partner is nothing to fear"


@pytest.mark.parametrize(("others", "fear"), [
    ("p1: 57", "Risk: Bo could send it back, say with a 9."),
    ("p1: 58", ""),                                         # an 8 goes back
    ("p1: 2", "Risk: Bo could send it back, say with an 8."),                # and so comes from the front
    ("p1: 57 61", "Risk: Bo could send it back, say with a 5."),              # the other may not pass it
    ("p1: 57; p3: 62", "Risk: it could be sent back, say by Bo with a 9 and Nina with a 4."),
    ("p2: 57", "")])                                        # a partner
def test_a_choice_warns_of_rivals_in_reach(others, fear):
    state, box = position(f"p0: 60; {others}", "6 6 2 2 2 2")
    assert danger_words(state, box, 0, box.place[0][66], names_for(0, 4)) == fear


@pytest.mark.parametrize("seats", [2, 4])
def test_a_card_warns_of_the_holes_that_its_ways_warn_of(seats):
    """Before a way is chosen, and before the card is."""
    match, chance, warned = Match(GAME, seats, seed=3), random.Random(3), 0
    names = names_for(0, seats)
    while not match.over and len(match.moves) < 400:
        view, box = match.view(match.player), match.box
        for choice in scene(view, box, names).choices if view.phase == CARD else []:
            after = position_after(view, box, choice.action)
            ways = [way for way in scene(after, box, names).choices if way.action < FORWARD]
            if choice.action < DISCARD and choice.action != JOKER and len(legal_list(after, box)) > 1:
                risky = [way for way in ways if "Risk:" in way.consequence]
                holes = {hole for way in risky for hole in re.findall(r"to (hole \d+)", way.label)}
                told = choice.consequence.partition("Risk: it could be sent back from ")[2]
                assert set(re.findall(r"hole \d+", told)) == holes, (choice.consequence, [way.label for way in risky])
                assert [is_risky(way) for way in ways] == [way in risky for way in ways]
                warned += bool(holes)
        match.play(chance.choice(match.legal))
    assert warned > 10


def test_a_choice_warns_of_marbles_that_come_out_there_and_counts_what_is_played():
    state, box = position("p0: 20", "6 6 2 2 2 2")
    start = box.place[0][box.space[1][box.start]]
    assert (danger_words(state, box, 0, start, names_for(0, 4))
            == "Risk: Bo could send it back, say with an Ace, a Jack, a Queen or a King.")
    for rank in map(rank_of, "AJQ"):
        state.discards[rank] = box.deck[rank]
    assert danger_words(state, box, 0, start, names_for(0, 4)) == "Risk: Bo could send it back, say with a King."
    with use_language("de"):
        assert (danger_words(state, box, 0, start, names_for(0, 4))
                == "Gefahr: Bo könnte sie etwa durch einen König zurückschicken.")


def test_a_joker_is_warned_of_who_stands_behind_the_place_that_it_takes():
    state, box = position("p0: 20; p1: 40; p3: 36", "Joker 2 2 2 2 2", teams="none")
    state.viewer = 0
    GAME.play(state, box, rank_of("Joker"))
    while state.phase != TARGET:
        GAME.play(state, box, GAME.legal_list(state, box)[0])
    takes_bo = next(choice for choice in scene(state, box, names_for(0, 4)).choices if "Bo's" in choice.label)
    assert takes_bo.consequence.endswith("Risk: Nina could send it back, say with a 4.")


def test_merits_name_cards_that_are_kept():
    state, box = position("p0: 66", "9 9 A 2 2 5")
    after = GAME.state.copy(state)
    after.discards[rank_of("A")] += 1
    found = merits(state, after, box, 0, names_for(0, 4))
    assert found["home"].words == "" and found["exits"].words == ""
    assert found["clever"].words == "You keep a 9, which can do more than go forward."
    near, box = position("p0: 71 20", "9 5 A 2 2 5")
    found = merits(near, near, box, 0, names_for(0, 4))
    assert found["home"].words == "Next turn a 5 or a 9 could bring a marble home."
    assert found["exits"].words == "You keep an Ace to bring the next marble out."
    assert found["way"].words == "That makes 2 marbles on their way home."


@pytest.mark.parametrize(("language", "word"), [("en", "hole"), ("de", "Loch")])
@pytest.mark.parametrize(("seats", "options"), MODES)
def test_choices_and_log_call_a_hole_the_same(seats, options, language, word):
    """What a choice promises is what the log tells of it."""
    match, chance, compared = Match(GAME, seats, seed=5, **options), random.Random(5), 0
    named = re.compile(rf"\b(?:to|auf) {word} (\d+)")
    with use_language(language):
        for _ in range(120):
            names = names_for(match.player, seats)
            shown = scene(match.view(match.player), match.box, names)
            action = chance.choice(match.legal)
            choice = next(one for one in shown.choices if one.action == action)
            match.play(action)
            moves = [note for note in match.notes if note.event in (ADVANCED, RETREATED)]
            if len(moves) == len(promised := named.findall(choice.label)) == 1:
                (told,) = named.findall(move_deed(moves[0].details[0], moves[0], 0, match.box, names))
                assert promised == [told]
                compared += 1
            if match.over:
                break
    assert compared > 10


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_hole_has_a_number_from_ones_own_corner(seats):
    box = Match(GAME, seats).box
    for seat in range(seats):
        numbers = [hole_number(box.length, box.home[seat], (box.home[seat] + n) % box.length) for n in range(box.length)]
        assert sorted(numbers) == list(range(1, box.length + 1))
        assert numbers[:2] == [3, 4] and numbers[box.start] == 8


def turn_of(text, *actions, cards="7 2 2 2 2 2", sideways=0, **options):
    """The notes of a turn by seat 0, and the box."""
    match = Match(GAME, 4, **options)
    match.state, match.box = position(text, cards, sideways=sideways, **options)
    notes = []
    for action in actions:
        match.play(action)
        notes += match.notes
    return notes, match.box


def tell(text, *actions, reader=0, **turn):
    """The story of a turn by seat 0."""
    notes, box = turn_of(text, *actions, **turn)
    return story(notes, box, names_for(reader, 4))


@pytest.mark.parametrize(("text", "actions", "reader", "told"), [
    ("p0: 20", ("7", "a 7"), 0, "You play a 7 and move a marble to hole 27."),
    ("p0: 20; p1: 27", ("7", "a 7"), 1, "Ruth plays a 7 and sends your marble back to the start ring."),
    ("p0: 20 30; p1: 24; p2: 33", ("7", "a 4", "b 3"), 0,
     "You split the 7, send Bo's marble back to the start ring and push Milo's marble ahead to its home space."),
    ("p0: 1", ("7", "a 7"), 2, "Ruth plays a 7 and brings a marble home (1 of 5)."),
    (f"p0: {COMPLETE}; p2: 20", ("7", "p2 a 7"), 2, "Ruth plays a 7 and moves your marble to hole 63."),
    (f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38", ("2", "p2 e 2"), 2,
     "Ruth plays a 2 and brings your marble home (5 of 5). You and Ruth win: all your marbles are home!")])
def test_a_turn_is_told_in_one_line(text, actions, reader, told):
    assert tell(text, *actions, reader=reader) == told


def test_a_turn_without_a_move():
    assert tell("p0: 3", "discard 6", cards="6 6 9 9 10 10") == "You can't move and discard a 6."
    assert tell("", "discard 3", cards="3 3 3 3 3 3", sideways=2, reader=1) == \
        "Ruth can't move and discards a 3 (3 of 3 in a row). Ruth brings a marble out."


def test_who_need_not_play_a_joker_is_not_said_to_be_stuck():           # [MJ-55, E-53]
    forced = {"joker_forced": False}
    assert tell("p0: 3; p1: 50", "discard 6", cards="6 6 10 10 10 Joker", **forced) == "You discard a 6 without moving."
    assert tell("p1: 50", "discard 2", cards="2 3 5 8 10 Joker", **forced) == \
        "You discard a 2 without moving (1 of 3 in a row)."
    state, box = position("p1: 50", "2 3 5 8 10 Joker", **forced)
    assert scene(state, box, names_for(-1, 4)).status == "Ruth is choosing a card."
    state.viewer = 0
    assert scene(state, box, names_for(0, 4)).status == "Only your Joker can move a marble. Play it, or discard a card."


def test_a_choice_that_wins_says_so_first():
    state, box = position(f"p0: {COMPLETE}; p2: h2 h3 h4 h5 38", "2 3 3 3 3 3")
    state.viewer = 0
    GAME.play(state, box, rank_of("2"))
    (choice,) = scene(state, box, names_for(0, 4)).choices
    assert choice.consequence.startswith("This wins the game!")
    assert choice.label == "Milo's marble: 2 into the home slot, from hole 38"


@pytest.mark.parametrize(("text", "actions", "reader", "told"), [
    ("p1: 50", ("Joker", "start", "p1 50"), 1,
     "Ruth plays a Joker and takes the place of your marble, which is sent back to the start ring."),
    ("p0: 12; p2: 50", ("Joker", "a", "p2 50"), 0,
     "You play a Joker and take the place of Milo's marble, which moves ahead to its home space, almost home."),
    (f"p0: {COMPLETE}; p1: 50; p2: 20", ("Joker", "p2 a", "p1 50"), 2,
     "Ruth plays a Joker and puts your marble in the place of Bo's marble, which is sent back to the start ring.")])
def test_a_joker_says_what_it_did(text, actions, reader, told):
    assert tell(text, *actions, cards="Joker 2 2 2 2 2", reader=reader) == told
    with use_language("de"):
        assert "Joker" in tell(text, *actions, cards="Joker 2 2 2 2 2", reader=reader)


def decide(text, cards, *actions, sideways=0, **options):
    """What seat 0 sees when it is to decide, after these actions of its own."""
    state, box = position(text, cards, sideways=sideways, **options)
    for action in actions:
        act(state, box, action)
    state.viewer = 0
    return scene(state, box, names_for(0, 4))


@pytest.mark.parametrize(("sideways", "prompt", "effect"), [
    (0, "Discard one (1 of 3): after 3 in a row a marble comes out.", "Discard 1 of 3: after 3 in a row a marble comes out."),
    (2, "Discard one (3 of 3): it brings a marble out.", "Discard 3 of 3: it brings a marble out.")])
def test_discards_are_counted_before_they_are_made(sideways, prompt, effect):
    shown = decide("", "3 3 4 4 5 5", sideways=sideways)
    assert shown.status == f"No card can move a marble. {prompt}"
    assert {choice.consequence for choice in shown.choices} == {effect}


def test_a_part_of_a_split_says_what_it_has_done_before_the_other_is_chosen():
    begun = {choice.label: choice.begun for choice in decide("p0: 20 30; p1: 24", "7 2 2 2 2 2", "7").choices}
    assert begun["Split: 3 forward, from hole 20 to hole 23"] == "3 forward, from hole 20 to hole 23"
    assert begun["Split: 4 forward, from hole 20 to hole 24, send Bo back"] == \
        "4 forward, from hole 20 to hole 24, send Bo back"
    assert begun["7 forward, from hole 20 to hole 27"] == "", "it leads on to nothing"
    nine = decide("p0: 1 30", "9 2 2 2 2 2", "9")
    assert {choice.begun for choice in nine.choices} >= {"5 back, from hole 30 to hole 25", "4 into the home slot, from hole 1"}
    (second,) = decide("p0: 20 30; p1: 24; p2: 33", "7 2 2 2 2 2", "7", "a 4").choices
    assert second.label == "Then 3 forward, from hole 30 to hole 33, push Milo ahead"


def test_labels_say_who_is_hit_and_consequences_do_not_repeat_it():
    shown = decide("p0: 20 30; p1: 25; p2: 35", "5 2 2 2 2 2", "5")
    assert [choice.label for choice in shown.choices] == [
        "5 forward, from hole 20 to hole 25, send Bo back", "5 forward, from hole 30 to hole 35, push Milo ahead"]
    assert [choice.look for choice in shown.choices] == ["hit", "hit"]
    assert not any("Bo's marble" in choice.consequence for choice in shown.choices)
    assert shown.choices[1].consequence.startswith("Milo's marble moves ahead to its home space: it is almost home.")
    joker = decide("p0: 20; p1: 40; p2: 50", "Joker 2 2 2 2 2", "Joker", "a")
    assert [choice.label for choice in joker.choices] == [
        "Take the place of Bo's marble in hole 40, send Bo back", "Take the place of Milo's marble in hole 50, push Milo ahead"]
    with use_language("de"):
        shown = decide("p0: 20 30; p1: 25; p2: 35", "5 2 2 2 2 2", "5")
        assert [choice.label for choice in shown.choices] == [
            "5 vor, von Loch 20 auf Loch 25, Bo zurückschicken", "5 vor, von Loch 30 auf Loch 35, Milo vorschubsen"]


def test_the_aim_and_how_far_it_is_are_told():
    assert decide("p0: h5 20; p2: h5 h4", "2 2 2 2 2 2").more == \
        "Your team wins with all 10 marbles home. So far: 3."
    assert decide("p0: h5 20; p2: h5 h4", "2 2 2 2 2 2", teams="none").more == \
        "You win with all 5 marbles home. So far: 1."


def test_a_card_is_not_on_the_pile_before_it_is_played():
    state, box = position("p0: 20; p3: 50", "7 2 2 2 2 2", player=0)
    state.last_discard[3], state.turn = rank_of("5") + 1, 3
    act(state, box, "7")
    for viewer, card in ((0, "5"), (1, "7")):
        state.viewer = viewer
        parts = (part for panel in scene(state, box, NAMES).panels for part in panel.root.walk())
        (laid,) = (part for part in parts if part.id.startswith("laid-"))
        assert laid.name.startswith(f"Last card: {card},")


def test_equal_cards_lie_on_one_heap():
    """Whoever presses one of them sees that one lifted, not another beside it."""
    def cards_of(shown):
        return {part.name: part.at for panel in shown.panels for part in panel.root.walk() if part.kind == "card" and
                part.id.startswith(("hand-0-", "card-in-play-0"))}
    before, after = (cards_of(decide("p0: 20 30", "4 4 6 7 7 7", *actions)) for actions in ((), ("4",)))
    four, six, seven = "4: 4 forward", "6: 6 forward", "3 cards: 7: 7 forward, or split it between two marbles"
    assert list(before) == [f"2 cards: {four}", six, seven]
    assert list(after) == [four, "4, being played", six, seven]
    assert after["4, being played"][0] == before[f"2 cards: {four}"][0] == after[four][0]


@pytest.mark.parametrize(("card", "options", "words", "signs", "spoken"), [
    ("5", {}, "forward", ["pc-forward"], "5: 5 forward"),
    ("8", {}, "8 back", ["pc-back8"], "8: 8 back"),
    ("7", {}, "7 or split", ["pc-split"], "7: 7 forward, or split it between two marbles"),
    ("7", {"split7": False}, "forward", ["pc-forward"], "7: 7 forward"),
    ("9", {}, "9 or split", ["pc-split-back"], "9: 9 forward, or split it: one marble forward, another back"),
    ("9", {"split9": "off"}, "forward", ["pc-forward"], "9: 9 forward"),
    ("9", {"split9": "any"}, "9 or split", ["pc-split-back"],
     "9: 9 forward, or split it between two marbles, forward or back"),
    ("A", {}, "1 or start", ["pc-exit"], "Ace: 1 forward, or bring a marble out"),
    ("Q", {}, "12 or start", ["pc-exit"], "Queen: 12 forward, or bring a marble out"),
    ("Q", {"face_value": "10"}, "10 or start", ["pc-exit"], "Queen: 10 forward, or bring a marble out"),
    ("Joker", {}, "take a place", ["pc-joker"], "Joker: take the place of another player's marble")])
def test_a_card_says_what_it_does_at_this_table(card, options, words, signs, spoken):
    state, box = position("p0: 20 30", card, **options)
    state.viewer, rank = 0, rank_of(card)
    assert (words_on_card(box, rank), signs_on_card(box, rank)) == (words, signs)
    hand = next(panel for panel in scene(state, box, NAMES).panels if panel.name == "cards")
    (part,) = (part for part in hand.root.walk() if part.id == f"hand-0-{rank}")
    assert part.name == spoken
    texts = [mark.text for mark in part.marks if mark.tag == "text"]
    assert " ".join(texts[1:]) == words and [mark.attributes["href"][1:] for mark in part.marks if mark.tag == "use"] == signs


@pytest.mark.parametrize(("pressed", "said"), [
    ("m-1-0", "First tap your own marble, then this one."), ("m-2-0", "First tap your own marble, then this one."),
    ("sp-50", "First tap your own marble, then this one."), ("m-0-0", ""), ("m-1-4", "")])
def test_whose_place_a_joker_takes_comes_after_the_marble_that_jumps(pressed, said):
    match = Match.at(GAME, "p0=14,20 p1=50 p2=30 hand=Joker,2,4,5,9,7", 4)
    match.play("Joker")
    assert GAME.board.too_early(match.view(0), match.box, [pressed]) == said
    assert GAME.facts(match.state, match.box, 0)["decision"] == "joker"


@pytest.mark.parametrize(("seats", "marbles"), [(2, 0), (4, 10), (6, 15), (8, 20)])
def test_the_goal_of_a_team_counts_all_its_marbles(seats, marbles):
    match = Match(GAME, seats, seed=1)
    goal = scene(match.view(match.player), match.box, None).goal
    said = f"First team with {marbles} home wins: go round, or back past home with an 8, then walk in."
    assert goal == (said if marbles else "")


@pytest.mark.parametrize(("card", "decision", "rest"), [
    ("7", "share", "moves the rest."), ("9", "share-back", "moves the rest the other way.")])
def test_a_split_says_which_way_the_rest_goes(card, decision, rest):
    match = Match.at(GAME, f"p0=14,20,40 hand={card},2,4,5,10,3", 4)
    match.play(card)
    asked = {choice.where for choice in scene(match.view(0), match.box, None).choices if choice.where}
    assert GAME.facts(match.state, match.box, 0)["decision"] == decision
    assert asked and all(where.endswith(rest) for where in asked)


def test_a_pushed_marble_is_drawn_where_it_will_stand():
    match = Match.at(GAME, "p0=14 p2=19 hand=5,2,4,5,10,3", 4)
    match.play("5")
    (choice,) = scene(match.view(0), match.box, None).choices
    assert [ghost.kind for ghost in choice.ghost].count("pushed") == 1


@pytest.mark.parametrize(("others", "fears"), [
    ("p3: 3", ["Risk: Nina could send it back, say with a 10.", "Left behind: Nina can hit hole 8 with a 5."]),
    ("p3: 3 13", ["Risk: Nina could send it back, say with a 10.",          # the second is sent back itself
                  "Risk: Nina with a 10. Also in reach: hole 8."]),
    ("p3: 3; p1: 12", ["Risk: Bo with an Ace and Nina with a 10. Also in reach: hole 18.",
                       "Left behind: Nina can hit hole 8 with a 5."]),
    ("p3: 3; p1: 4", ["Risk: it could be sent back, say by Bo with a 9 and Nina with a 10.",
                      "Left behind: rivals can hit hole 8."]),
    ("p2: 3", ["", ""])])
def test_a_choice_warns_of_marbles_that_it_leaves_in_reach(others, fears):
    shown = decide(f"p0: 8 18; {others}", "5 5 2 2 2 2", "5").choices
    assert [choice.consequence for choice in shown] == fears
    assert [any(ghost.kind == LEFT_AT_RISK for ghost in choice.ghost) for choice in shown] == \
        [fear.startswith("Left") or "Also" in fear for fear in fears]
    with use_language("de"):
        shown = decide("p0: 8 18; p3: 3", "5 5 2 2 2 2", "5").choices
        assert shown[1].consequence == "Zurück bleibt: Nina könnte Loch 8 durch eine 5 treffen."


def test_who_may_still_move_is_not_left_behind():
    parts = decide("p0: 8 18; p3: 3", "7 7 2 2 2 2", "7").choices
    assert not any("reach" in part.consequence or "behind" in part.consequence for part in parts if part.leads_on)
    (second,) = decide("p0: 8 18; p3: 3", "7 7 2 2 2 2", "7", "a 4").choices
    assert second.label == "Then 3 forward, from hole 18 to hole 21"
    assert second.consequence == "Left behind: Nina can hit hole 12 with a 9."


@pytest.mark.parametrize("seats", [3, 4])
def test_what_is_worked_out_once_for_those_left_behind_holds_for_every_choice(seats):
    match, chance, warned = Match(GAME, seats, seed=3), random.Random(3), 0
    while not match.over and len(match.moves) < 400:
        view, box, standing = match.view(match.player), match.box, Standing()
        for action in match.legal if view.phase == MOVE and view.rank != JOKER else ():
            seat = choices.marble_of_action(view, box, action)[0]
            after, notes = choices.try_action(view, box, action)
            for goal in (note.details[3] for note in notes[:1] if note.event in (ADVANCED, RETREATED, LEFT_RING)):
                goal, hits = place_from_note(box, seat, goal), any(note.event in HITS for note in notes)
                found = standing.left_behind(after, box, seat, goal, hits)
                assert found == Standing().left_behind(after, box, seat, goal, True)
                warned += bool(found)
        match.play(chance.choice(match.legal))
    assert warned > 100


@pytest.mark.parametrize(("text", "cards", "actions", "told"), [
    ("p0: 20", "J 2 2 2 2 2", ("J", "a 11"), "Ruth: Jack, to hole 49."),
    ("", "K 2 2 2 2 2", ("K", "start"), "Ruth: King, brings a marble out."),
    ("p0: 50 44", "9 2 2 2 2 2", ("9", "a 5", "b -4"), "Ruth: split 9, to hole 1 and back to hole 58."),
    ("p0: 20; p1: 24", "4 2 2 2 2 2", ("4", "a 4"), "Ruth: 4, sends Bo back."),
    ("p0: 20; p2: 24", "4 2 2 2 2 2", ("4", "a 4"), "Ruth: 4, pushes Milo ahead."),
    ("p0: 20; p1: 50", "Joker 2 2 2 2 2", ("Joker", "a", "p1 50"), "Ruth: Joker, jumps onto Bo, sends it back."),
    ("p0: 1", "7 2 2 2 2 2", ("7", "a 7"), "Ruth: 7, brings a marble home (1 of 5)."),
    ("", "3 3 3 3 3 3", ("discard 3",), "Ruth can't move: discard 1 of 3 to get out.")])
def test_a_turn_of_somebody_else_is_told_in_one_line_of_a_phone(text, cards, actions, told):
    notes, box = turn_of(text, *actions, cards=cards)
    assert in_short(notes, box, names_for(3, 4)) == told and len(told) <= LETTERS
    assert in_short(notes, box, names_for(0, 4)) == story(notes, box, names_for(0, 4)), "one's own turn is a sentence"


def test_what_befell_the_reader_stays_a_sentence():
    notes, box = turn_of("p0: 20; p1: 24", "4", "a 4", cards="4 2 2 2 2 2")
    assert in_short(notes, box, names_for(1, 4)) == "Ruth plays a 4 and sends your marble back to the start ring."
    notes, box = turn_of("", "discard 3", cards="3 3 3 3 3 3", sideways=2)
    assert in_short(notes, box, names_for(1, 4)) == "Ruth: discard 3 of 3 brings a marble out."


def test_a_push_is_explained_when_it_is_first_seen():
    push, _ = turn_of("p0: 20; p2: 24", "4", "a 4", cards="4 2 2 2 2 2")
    hit, _ = turn_of("p0: 20; p1: 24", "4", "a 4", cards="4 2 2 2 2 2")
    gift = "A gift to a partner: it jumps to its home space, the hole before its home."
    assert explain_new(push, hit) == gift and explain_new(push, push) == explain_new(hit, []) == ""


def test_a_card_that_brings_nobody_out_says_why():
    reason = "No marble can come out: yours is in hole 8."
    one = decide("p0: 8", "Q 2 2 2 2 2")
    assert next(choice for choice in one.choices if choice.label == "Play the Queen").consequence.endswith(reason)
    (way,) = decide("p0: 8", "Q 2 2 2 2 2", "Q").choices
    assert way.consequence.endswith(reason)
    assert decide("p0: 8 30", "Q 2 2 2 2 2", "Q").more == reason
    assert reason not in decide("p0: 9 30", "Q 2 2 2 2 2", "Q").more, "the start position is free"
    assert reason not in decide("p0: 8 30", "2 2 2 2 2 2", "2").more, "it never brings one out"


def test_who_the_partner_is_stands_only_in_ones_own_turn():
    state, box = position("p0: 20", "2 2 2 2 2 2")
    for viewer, said in ((0, "with Milo"), (1, ""), (2, ""), (-1, "")):
        state.viewer = viewer
        assert scene(state, box, names_for(viewer, 4)).progress == said


def test_moves_that_come_home_or_hit_are_the_first_of_the_row():
    shown = decide("p0: 20 30 40 1; p1: 44", "4 2 2 2 2 2", "4").choices
    assert [choice.label for choice in shown] == [
        "4 forward, from hole 40 to hole 44, send Bo back", "4 into the home slot, from hole 1",
        "4 forward, from hole 20 to hole 24", "4 forward, from hole 30 to hole 34"]
    shown = decide("p0: 20 h1 30", "2 2 2 2 2 2", "2").choices
    assert [choice.target for choice in shown] == ["sp-22", "home-0-3", "sp-32"], "it was home already"


def test_the_home_slot_is_painted_around_its_five_holes():
    match = Match(GAME, 4)
    plan = plan_of(match.view(0), match.box)
    for seat, lane in enumerate(plan.lanes):
        painted = [mark.attributes["d"] for mark in paint_section(plan, seat, "", match.box) if mark.tag == "path"]
        assert painted.count(through([lane[0], lane[-1]])) == 3, "edge, colour and wood"


@pytest.mark.parametrize(("text", "turn", "kind"), [("", 0, "card"), ("p0: 20", 0, "track"), ("p0: 20", 40, "track"),
                                                    ("p0: 20; p1: 22", 40, "hit"), ("p0: h5", 40, "card")])
def test_the_first_decision_with_a_marble_on_the_track_is_a_kind_of_its_own(text, turn, kind):
    state, box = position(text, "2 2 2 2 2 2")
    state.turn = turn
    assert GAME.facts(state, box, 0)["decision"] == kind
