"""Quick rules: complete in both languages, short, with pictures that can be drawn, and every number in them is the engine's."""

import random
import re
from dataclasses import replace
from functools import cache

import pytest

from marbletop.core.match import Match
from marbletop.drawing.svg import panel_svg
from marbletop.drawing.symbols import sprite
from marbletop.games import GAMES
from marbletop.games.marabunta.state import CUPX, PHASE_NAMES, POWER_NAMES
from marbletop.games.marble_machine.state import PHASES as MACHINE_PHASES
from marbletop.games.marbleous.state import PHASES as MARBLEOUS_PHASES
from marbletop.games.marbles_and_jokers.facts import BACK, DECISIONS, HIT, JUMPER, PUSH, SHARE, SHARE_BACK, TRACK
from marbletop.learn import LessonRun, lesson_of, quick_rules_of
from marbletop.learn.facts import facts_of
from marbletop.learn.lesson_run import LessonScript
from marbletop.learn.pictures import draw_picture, match_at
from marbletop.learn.quick_rules import read_quick_rules
from marbletop.learn.text import LANGUAGES, BadLesson
from marbletop.words import use_language

QUICK = {name: quick_rules_of(game) for name, game in GAMES.items() if quick_rules_of(game)}
KINDS = {"connect_four": {"drop"}, "marbleous": set(MARBLEOUS_PHASES),
         "marbles_and_jokers": {*DECISIONS, JUMPER, SHARE, SHARE_BACK, HIT, PUSH, BACK, TRACK},
         "marble_machine": set(MACHINE_PHASES) - {"finished"}, "marabunta": set(PHASE_NAMES) - {"ended"}}
MOST_WORDS = 400                            # two minutes, read slowly


def texts(name, lists=True):
    """Everything that the quick rules of a game say; without the lists, what is read from the beginning to the end."""
    rules = QUICK[name]
    yield from (rules.goal, *rules.chips, *(text for note in rules.notes for text in note))
    for block in rules.blocks:
        yield from (block.title, block.text)
        for row in block.rows if lists else ():
            yield from (row.text, *([row.name] if row.name else []))


def words(name, code, lists=True):
    return " | ".join(text.in_language(code) for text in texts(name, lists))


def pictures():
    return [pytest.param(name, number, id=f"{name}-{number + 1}") for name, rules in QUICK.items()
            for number, block in enumerate(rules.blocks) if block.picture]


def test_all_games_have_quick_rules():
    assert set(QUICK) == {"connect_four", "marbleous", "marbles_and_jokers", "marble_machine", "marabunta"}


@pytest.mark.parametrize("name", QUICK)
def test_they_are_short_and_in_both_languages(name):
    for code in LANGUAGES:
        assert len(re.findall(r"[^\W_]+", words(name, code, lists=False))) <= MOST_WORDS
    assert words(name, "en") != words(name, "de")
    assert set(re.findall(r'id="([^"]*)"', sprite())) >= {
        symbol for block in QUICK[name].blocks for row in block.rows for symbol in row.symbols}


@pytest.mark.parametrize("name", QUICK)
def test_every_kind_of_decision_has_a_block(name):
    explained = {decision for block in QUICK[name].blocks for decision in block.decisions}
    assert explained == KINDS[name]


@pytest.mark.parametrize("name", [name for name in QUICK if name != "connect_four"])
def test_the_coach_has_words_for_every_kind_of_decision(name):
    """Its own words for each, as short as those of a lesson, and without numbers that could be wrong."""
    explanations = QUICK[name].explanations
    assert sorted(kind for one in explanations for kind in one.decisions) == sorted(KINDS[name])
    for code, longest in (("en", 170), ("de", 210)):
        said = [one.text.in_language(code) for one in explanations]
        assert len(set(said)) == len(said) and max(map(len, said)) <= longest
        titles = [one.title.in_language(code) for one in explanations]
        assert not [text for text in (*said, *titles) if re.search(r"[\d;]", text)]
        assert not [title for title in titles if title[-1] in ".?!"]          # the coach says "New: Play a card."


@pytest.mark.parametrize("name", QUICK)
def test_the_decisions_of_a_lesson_are_explained(name):
    """The fact `decision` of a position finds its block."""
    run = LessonRun(lesson_of(GAMES[name]))
    while not run.over:
        if not run.match.over:
            assert QUICK[name].blocks_for(facts_of(run.match)["decision"]), run.step.place
        run._do_step()


@pytest.mark.parametrize(("name", "number"), pictures())
@pytest.mark.parametrize("code", LANGUAGES)
def test_pictures_can_be_drawn(name, number, code):
    picture = QUICK[name].blocks[number].picture
    with use_language(code):
        panel = draw_picture(GAMES[name], picture)
        svg = panel_svg(panel, prefix="q-")
    assert panel.title == picture.alt.in_language(code) and panel.title in svg.replace("&#39;", "'")
    assert 0.1 < panel.height / panel.width < 1.6
    plain = draw_picture(GAMES[name], replace(picture, chosen=(), mark=()))
    assert (panel_svg(plain, prefix="q-") != svg) == bool(picture.chosen or picture.mark or code != "en")


@pytest.mark.parametrize(("old", "new", "message"), [
    ("[[block]]", "[[blok]]", r"quick_rules.toml: there is no 'blok'"),
    ("position =", "positon =", r"block 1, picture: 'position' must be a text"),
    ('en = "You take turns.', 'an = "You take turns.', r"block 1: 'en' must be a text")])
def test_errors_name_the_block(tmp_path, old, new, message):
    path = tmp_path / "quick_rules.toml"
    path.write_text((GAMES["connect_four"].folder / "quick_rules.toml").read_text().replace(old, new, 1))
    with pytest.raises(BadLesson, match=message):
        read_quick_rules(GAMES["connect_four"], path)


def test_a_picture_of_what_cannot_be_names_its_place():
    picture = QUICK["connect_four"].blocks[0].picture
    for changes, message in (({"position": "x"}, "no position"), ({"mark": ("nothing",)}, "to mark"),
                             ({"around": ("nothing",)}, "to show")):
        with pytest.raises(BadLesson, match=rf"quick_rules.toml, block 1, picture: .*{message}"):
            draw_picture(GAMES["connect_four"], replace(picture, **changes))


# Numbers


@cache
def box_of(name, seats, **options):
    return Match(name, seats=seats, seed=1, **options).box


def facts_at(name, number):
    """The facts of the position of a block's picture."""
    return facts_of(match_at(GAMES[name], QUICK[name].blocks[number].picture))


def connect_four():
    game = GAMES["connect_four"]
    assert game.seats == (2,)
    return [("2 players", "2 Spieler"), (f"about {game.minutes} minutes", f"etwa {game.minutes} Minuten")]


def marbleous():
    two, three, four = (facts_of(Match("marbleous", seats=n, seed=1))["turns"] for n in (2, 3, 4))
    solo = facts_of(Match("marbleous", seats=1, seed=1))
    begin = Match("marbleous", seats=2, seed=1, advanced=True)
    end, stars = facts_at("marbleous", 5), list(begin.box.star_points[0][1:6])
    left = end["marbles"] // 3
    assert facts_of(begin)["tray"] == "||W||" and len(facts_of(begin)["tokens"]) == len(facts_of(begin)["seat 1 tokens"]) == 2
    assert GAMES["marbleous"].seats == (1, 2, 3, 4) and end["points"] + left == end["final points"]
    return [("1 to 4 players", "1 bis 4 Spieler"),
            (f"{two} turns each with two, {three} with three, {four} with four",
             f"{two} Züge für jeden zu zweit, {three} zu dritt, {four} zu viert"),
            (f"A column of the tray holds {column_height()}.", f"Eine Spalte des Bretts fasst {column_height()}."),
            ("5 or more the top one and 2 tokens", "5 oder mehr die oberste und 2 Marken"),
            ("for every 3 marbles", "für je 3 übrige Murmeln"),
            (f"here {end['points']} and {left} make {end['final points']}",
             f"hier {end['points']} und {left}, also {end['final points']}"),
            ("in the middle column and 2 tokens", "in der mittleren Spalte und 2 Marken"),
            (f"a star: {', '.join(map(str, stars))} points for one to five",
             f"einen Stern: {', '.join(map(str, stars))} Punkte für einen bis fünf"),
            (f"In {solo['turns']} turns pop sets of 4 or more", f"in {solo['turns']} Zügen Vierer"),
            (f"reach {solo['goal']} points", f"erreiche {solo['goal']} Punkte")]


def column_height():
    """How many marbles a column takes, by rolling three more into one that has three."""
    match = Match.at("marbleous", "trays=BYB||||,||W|| pool=RPR,BPB,YW display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b", 2)
    match.play("take 1")
    match.play("place RPR||||")
    return len(facts_of(match)["tray"].split("|")[0])


def test_sets_take_what_the_quick_rules_say():
    """Three take the lowest card; four the middle one and a token; five or more the top one and two tokens."""
    for size, points, tokens in ((3, 2, 0), (4, 3, 1), (5, 4, 2)):
        match = Match.at("marbleous", f"trays={'B' * size}|P|R||Y,||W|| tokens=R,- phase=bonus card=BPY@2 pool=RBR,-,PPR "
                         "display=2b.3b.4b,4b.3b.4b,3b.4b.4b,2b.2b.3b", 2)
        match.play("pass")
        assert (facts_of(match)["points"], len(facts_of(match)["tokens"])) == (points, 1 + tokens)


def marbles_and_jokers():
    game, steps = GAMES["marbles_and_jokers"], dict(zip("A 2 3 4 5 6 7 8 9 10 J Q K".split(), range(13)))
    box = box_of("marbles_and_jokers", 4)
    forward = {rank: box.forward[number] for rank, number in steps.items()}
    assert game.seats == (2, 3, 4, 6, 8) and all(forward[str(n)] == n for n in (2, 3, 4, 5, 6, 7, 9, 10)) and forward["8"] == 0
    assert {rank for rank, number in steps.items() if box.exits >> number & 1} == set("AJQK")
    home = facts_at("marbles_and_jokers", 4)["to the door"]
    assert {box_of("marbles_and_jokers", n).length - box_of("marbles_and_jokers", n).start for n in (2, 3, 4)} == {home}
    after = match_at(game, QUICK["marbles_and_jokers"].blocks[4].picture)
    after.play("a -8")
    near = facts_of(after)["to the door"]
    teams = {n: box_of("marbles_and_jokers", n).team[:n] for n in game.seats}
    assert all(len(set(teams[n])) == n for n in (2, 3))
    assert all(len(set(teams[n])) == 2 and all(teams[n][k] != teams[n][k - 1] for k in range(n)) for n in (4, 6, 8))
    return [("2, 3, 4, 6 or 8 players", "2, 3, 4, 6 oder 8 Spieler"),
            ("teams with 4, 6 and 8", "Teams zu viert, sechst und acht"),
            (f"{forward['A']} forward, or out of the start ring", f"{forward['A']} vor, oder aus dem Startring"),
            (f"{forward['J']}, {forward['Q']}, {forward['K']} forward", f"{forward['J']}, {forward['Q']}, {forward['K']} vor"),
            ("2 to 6 and 10: that many forward", "2 bis 6 und 10: so viele vor"),
            ("7 forward with one marble, or split", "7 vor mit einer Murmel, oder auf zwei"),
            (f"{box.backward[steps['8']]} backward, never", f"{box.backward[steps['8']]} zurück, nie vor"),
            ("9 forward, or split: one marble forward, another back", "9 vor, oder geteilt"),
            ("or back past home with an 8, then walk in.", "oder mit der 8 rückwärts vorbei, dann hinein."),
            ("back with an 8 or a 9", "mit 8 oder 9"), ("an 8 takes you back", "eine 8 rückwärts"),
            (f"{near} steps from your home space instead of {home}", f"{near} Schritte bis zum Zieleingang statt {home}"),
            ("may share a 7, both forward, or a 9, one forward and one back",
             "eine 7 teilen, beide vor, oder eine 9, eine vor und eine zurück")]


def marble_machine():
    needed = [box_of("marble_machine", n).quota for n in (2, 3, 4, 5, 6)]
    marbles = list(box_of("marble_machine", 2).marbles)
    said = ", ".join(map(str, needed[1:]))
    assert GAMES["marble_machine"].seats == (2, 3, 4, 5, 6)
    assert facts_at("marble_machine", 2)["coming"] == facts_at("marble_machine", 4)["coming"] == 1
    assert facts_at("marble_machine", 0)["coming"] == 0
    return [("2 to 6 players", "2 bis 6 Spieler"),
            (f"comes at {needed[0]} marbles with two players; {said} with three to six",
             f"kommt zu zweit bei {needed[0]} Murmeln; {said} zu dritt bis zu sechst"),
            ("Left 120", "Links 120"), ("Right 120", "Rechts 120"), ("only speed 1 to its arrow", "nur Tempo 1 in"),
            (f"{sum(marbles)} in all: {marbles[1]} of speed 1, {marbles[2]} of speed 2, {marbles[3]} of speed 3, "
             f"{marbles[4]} of speed 4", f"{sum(marbles)} insgesamt: {marbles[1]} mit Tempo 1, {marbles[2]} mit Tempo 2, "
             f"{marbles[3]} mit Tempo 3, {marbles[4]} mit Tempo 4")]


def marabunta():
    box, leaf = box_of("marabunta", 2), facts_at("marabunta", 4)
    row = ", ".join(map(str, box.space_points[:box.spaces]))
    points = leaf["final points"]
    assert points == box.printed[0] + leaf["yellow circles"] and leaf["seat 1 final points"] == 0
    powers = [POWER_NAMES[power] for power in box.group_power[:box.groups]]
    assert powers == ["zero_free", "two_adjacent", "cupcakes_2", "three_free", "points_3"]
    assert "Most games last 8 to 12 rounds" in GAMES["marabunta"].rules_page
    return [("2 players", "2 Spieler"), ("8 to 12 rounds", "8 bis 12 Runden"), ("1 2 3", "1 2 3"),
            ("write a 0 in any region", "schreib eine 0 in"), ("Every number, even a 0,", "Jede Zahl, auch die 0,"),
            (f"one of your {box.anthills} anthills", f"einen deiner {box.anthills} Ameisenhügel"),
            (f"{row} points", f"{row} Punkte"), (f"{box.printed[0]} printed ones", f"{box.printed[0]} gedruckte"),
            (f"{leaf['yellow sum']} to {leaf['seat 1 yellow sum']} and brings Red {points} points",
             f"{leaf['yellow sum']} zu {leaf['seat 1 yellow sum']} und bringt Rot {points} Punkte"),
            ("a 1 in any region; two 0s side by side; a 0 anywhere", "eine 1 in irgendeiner Region"),
            ("From round 8", "Ab Runde 8"), ("A 0 anywhere; a 2 beside your own", "Eine 0 irgendwo; eine 2 neben"),
            ("a 3 anywhere; 3 points", "eine 3 irgendwo; 3 Punkte"), ("eine 0 irgendwo",) * 2]


@pytest.mark.parametrize("name", QUICK)
def test_every_number_is_the_engines(name):
    """What is claimed, made from numbers of the engine, stands in the text, and no other digit does."""
    claims = globals()[name]()
    for language, code in enumerate(LANGUAGES):
        said = words(name, code)
        for claim in claims:
            assert claim[language] in said or claim[0] == claim[1], claim[language]
            said = said.replace(claim[language], "")
        left = [part for part in said.split(" | ") if re.search(r"\d", part)]
        assert left in ([], ["0"]), left


def test_tiles_of_marabunta_come_as_said():
    """Seven different tiles in the first seven rounds, then the crossed-out cupcake [MA-3, MA-24]."""
    match, chance, tiles = Match("marabunta", seed=5), random.Random(5), {}
    while not match.over:
        tiles[match.state.round_number] = match.state.tile
        match.play(chance.choice(match.legal))
    assert len({tiles[n] for n in range(1, 8)}) == 7 and CUPX not in {tiles[n] for n in range(1, 8)}
    assert {tile for n, tile in tiles.items() if n > 7} <= {CUPX}


@pytest.mark.parametrize(("part", "before", "after"), [
    ("left", "1@0,2>1", "1@0,1>6"), ("left_120", "1@0,2>1", "1@0,1>5"), ("right", "1@0,2>1", "1@0,1>2"),
    ("right_120", "1@0,2>1", "1@0,1>3"), ("reverse", "1@0,2>1", "1@0,1>4"), ("redirect3", "1@0,2>1", "1@0,1>3"),
    ("divert_slow3", "1@0,2>1", "1@0,1>3"), ("divert_slow3", "2@0,3>1", "2@0,1>1"), ("jump", "1@0,2>1", "1@0,-1>1"),
    ("push3", "1@0,2>1", "1@1,1>1"), ("go_home", "1@0,2>2", None), ("solid_wall", "1@0,2>1", "1@0,2>1")])
def test_parts_do_what_the_list_says(part, before, after):
    """A marble runs once onto the Part at 0,1."""
    match = Match.at("marble_machine", f"marbles {before}; board {part}@0,1; hands right+push left+left", 2)
    match.play("marble")
    match.play("aim 5")
    found = facts_of(match)["marbles"].split()[0]
    assert found == (after or "1@1,1>2")


@pytest.mark.parametrize(("part", "directions"), [("fork2", {2, 3}), ("sort2", {2, 4}), ("random", {1, 2, 3, 4, 5, 6})])
def test_dice_choose_as_the_list_says(part, directions):
    found = set()
    for die in range(6):
        game = GAMES["marble_machine"]
        script = LessonScript({game.sources.index("die"): [die]})
        match = Match.at(game, f"marbles 1@0,2>1; board {part}@0,1; hands right+push left+left", 2, script=script)
        match.play("marble")
        match.play("aim 5")
        found.add(int(facts_of(match)["marbles"].split()[0][-1]))
    assert found == directions
