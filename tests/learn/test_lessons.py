"""Every lesson is played through: what it shows works, every other legal press has a true answer, and the end is reached."""

import json
import pickle
import re
from functools import cache

import pytest

from marbletop.core.errors import IllegalAction, MarbletopError
from marbletop.drawing.plain import scene_of
from marbletop.games import GAMES
from marbletop.games.marble_machine.paths import goal_odds
from marbletop.learn import LessonRun, lesson_of, quick_rules_of, read_lesson
from marbletop.learn.facts import facts_of
from marbletop.learn.lesson_run import ANY
from marbletop.learn.text import LANGUAGES, BadLesson
from marbletop.words import use_language

LESSONS = {name: lesson_of(game) for name, game in GAMES.items() if lesson_of(game)}
LIMITS = {"en": (170, 150), "de": (210, 180)}           # letters of what is said, and of an answer: more does not fit a phone


def chapters():
    return [pytest.param(name, number, id=f"{name}-{number + 1}")
            for name, lesson in LESSONS.items() for number in range(len(lesson.chapters))]


@cache
def runs_through(name, number):
    """A run at every step of a chapter, as the lesson shows it, and the run at the end."""
    run, runs = LessonRun(LESSONS[name]), []
    run.go_to(number)
    while not run.over and run.chapter_number == number:
        runs.append(pickle.dumps(run))
        run._do_step()
    return runs, run


def press_here(run, text):
    """Press what a lesson shows."""
    return run.press(run.match.legal[0] if text == ANY else text)


def to_the_end_of_the_chapter(run):
    """Do what is left of a chapter as the lesson shows it."""
    chapter = run.chapter_number
    while not run.over and run.chapter_number == chapter:
        if run.presses_left:
            run.press(run.right_press())
        else:
            run.next()


def test_all_games_have_a_lesson():
    assert set(LESSONS) == {"connect_four", "marbleous", "marbles_and_jokers", "marble_machine", "marabunta"}


@pytest.mark.parametrize(("name", "number"), chapters())
def test_what_a_lesson_shows_works(name, number):
    _, run = runs_through(name, number)
    assert run.broken == []
    assert number in run.done
    assert run.over == (number == len(LESSONS[name].chapters) - 1)


@pytest.mark.slow_for("marble_machine")
@pytest.mark.parametrize(("name", "number"), chapters())
def test_every_other_legal_press_is_answered(name, number):
    """At every decision of the chapter every legal action is pressed. A right one must leave a chapter that can be finished as
    it is written; any other gets an answer, and nothing is played."""
    runs, _ = runs_through(name, number)
    for packed in runs:
        run = pickle.loads(packed)
        for text in run.step.press:
            for action in run.match.legal:
                check_press(run.copy(), action)
            if not press_here(run, text).finished:
                continue


def check_press(run, action):
    step, written, before = run.step, run.match.text_of(action), run.match.position
    response = run.press(action)
    if not response.right:
        assert response.text is not None, f"{step.place}: no answer to {written!r}"
        assert not response.moves and run.match.position == before and run.step is step
        return
    to_the_end_of_the_chapter(run)
    assert run.broken == [], f"after {written!r} at {step.place}"


# What a lesson need not ask: it comes up only when marbles have run out, by a house rule or after the first rounds, in which
# all positions of a lesson lie, or is asked like another question.
SELDOM = {"marbleous": {"set-colour", "card-colour", "token-colour", "free-colour"},
          "marbles_and_jokers": {"turn", "hit", "push", "back"}, "marble_machine": {"swap_orient_a"}}


@pytest.mark.parametrize("name", LESSONS)
def test_every_kind_of_decision_is_done_by_hand(name):
    run, done = LessonRun(LESSONS[name]), set()
    while not run.over:
        if run.presses_left:
            done.add(facts_of(run.match)["decision"])
            run.press(run.right_press())
        else:
            run.next()
    kinds = {kind for block in quick_rules_of(GAMES[name]).blocks for kind in block.decisions}
    assert kinds - done == SELDOM.get(name, set())


@pytest.mark.parametrize("name", LESSONS)
def test_texts_are_short_and_in_both_languages(name):
    for step in LESSONS[name].steps:
        for code in LANGUAGES:
            said, answered = LIMITS[code]
            assert len(step.say.in_language(code)) <= said, f"{step.place}: {len(step.say.in_language(code))} letters ({code})"
            for answer in step.answers:
                assert len(answer.text.in_language(code)) <= answered, f"{step.place}: {answer.text.in_language(code)}"
            texts = [step.say.in_language(code), *(answer.text.in_language(code) for answer in step.answers)]
            assert not [text for text in texts if ";" in text or re.search(r"\b[a-h][1-7]\b|\d,-?\d", text)], step.place
        assert step.say.in_language("en") != step.say.in_language("de")
    with use_language("de"):
        assert str(LESSONS[name].chapters[0].title) == LESSONS[name].chapters[0].title.in_language("de")


@pytest.mark.parametrize("name", LESSONS)
def test_lessons_are_as_long_as_they_say(name):
    """About a minute for each chapter, reading 150 words a minute, and five seconds for each press."""
    lesson = LESSONS[name]
    lengths = [sum(len(step.say.in_language("en").split()) / 150 + len(step.press) / 12 for step in chapter.steps)
               for chapter in lesson.chapters]
    assert max(lengths) <= 2, [round(length, 1) for length in lengths]
    assert 0.6 * lesson.minutes <= sum(lengths) <= 1.2 * lesson.minutes, sum(lengths)


@pytest.mark.parametrize(("name", "number"), chapters())
def test_what_is_pointed_at_is_there(name, number):
    """An action that is legal, the board, the hand, or a part of the drawing by its id."""
    for packed in runs_through(name, number)[0]:
        run = pickle.loads(packed)
        match = run.match
        scene = scene_of(match.game, match.view(0), match.box, match.names)
        there = {"board", "hand", *match.legal_texts, *(part.id for panel in scene.panels for part in panel.root.walk())}
        assert set(run.step.point) <= there, run.step.place


# Words that say nothing about which thing is meant.
EMPTY = {"your", "this", "that", "play", "take", "with", "into", "from", "place", "towards", "before", "heading"}


# What a sentence may call kinds of things that the table names by their place, by the beginning of their ids.
ALSO_CALLED = {"col": "gap fall air", "dc": "points card", "pt": "card", "lane": "inside", "home": "home", "sp": "bump door",
               "m": "partner", "goal": "yours"}


def words_of(text):
    """The words of a text without endings: numbers, and what has four letters or more and says which thing is meant."""
    return {word[:4] for word in re.findall(r"[a-z]{3,}|\d+", text.lower()) if word not in EMPTY}


def things_pressed(run):
    """What has to be pressed at a step: actions in notation, and the parts of the drawing that lead to them."""
    run, things = run.copy(), set(run.step.press)
    for text in run.step.press:
        match, action = run.match, run.right_press()
        scene = scene_of(match.game, match.view(0), match.box, match.names)
        choice = next((choice for choice in scene.choices if choice.action == action), None)
        things |= {choice.target, choice.group, *choice.also} if choice else set()
        press_here(run, text)
    return things


def name_of_thing(run, scene, pointed):
    """What the table calls what is pointed at."""
    labels = {run.match.text_of(choice.action): choice.label for choice in scene.choices}
    names = {part.id: part.name for panel in scene.panels for part in panel.root.walk()}
    return labels.get(pointed) or names[pointed]


@pytest.mark.parametrize(("name", "number"), chapters())
def test_what_is_pointed_at_is_what_the_sentence_names(name, number):
    """It is what has to be pressed, or its name shares a word with what is said: a colour, a number, a kind of thing."""
    for packed in runs_through(name, number)[0]:
        run = pickle.loads(packed)
        match = run.match
        scene = scene_of(match.game, match.view(0), match.box, match.names)
        for pointed in set(run.step.point) - {"board", "hand"} - things_pressed(run):
            called = f"{name_of_thing(run, scene, pointed)} {ALSO_CALLED.get(pointed.partition('-')[0], '')}"
            assert words_of(called) & words_of(run.step.say.in_language("en")), f"{run.step.place} points at {called!r}"


def test_goals_that_are_pointed_at_are_those_that_marbles_reach():
    """Where a lesson of Marble Machine says that a marble ends in a goal, the engine says so, too."""
    shown, game = 0, GAMES["marble_machine"]
    for number in range(len(LESSONS["marble_machine"].chapters)):
        for packed in runs_through("marble_machine", number)[0]:
            run = pickle.loads(packed)
            goals = {int(pointed[-1]) for pointed in run.step.point if pointed.startswith("goal-")}
            if goals and "start at Home" not in run.step.say.in_language("en") and run.match.seats == 2:
                state, box = run.match.state, run.match.box
                odds = [one.goals for one in goal_odds(state, box).values()]
                reached = {goal + 1 for shares in odds for goal, share in enumerate(shares) if share}
                caught = {int(text.partition("=")[2]) for text in game.facts(state, box, 0)["marbles"].split() if "=" in text}
                assert goals <= reached | caught, run.step.place
                shown += 1
    assert shown >= 2


@pytest.mark.slow_for("marbleous", "marble_machine")
@pytest.mark.parametrize("name", LESSONS)
def test_back_leads_to_the_step_before(name):
    run = LessonRun(LESSONS[name])
    for number, chapter in enumerate(run.lesson.chapters):
        for step in range(1, len(chapter.steps)):
            run.go_to(number, step)
            assert (run.chapter_number, run.step_number) == (number, step)
            run.back()
            assert (run.chapter_number, run.step_number) == (number, step - 1), chapter.steps[step].place


@pytest.mark.slow_for("marbleous", "marble_machine")
@pytest.mark.parametrize("name", LESSONS)
def test_progress_is_kept_and_restored(name):
    run = LessonRun(LESSONS[name])
    while not run.over:
        again = LessonRun(LESSONS[name], json.loads(json.dumps(run.progress)))
        assert again.progress == run.progress and again.match.position == run.match.position
        assert pickle.loads(pickle.dumps(run)).match.position == run.match.position
        run._do_step()
    assert run.done == set(range(len(LESSONS[name].chapters)))


def test_progress_between_two_presses_is_kept():
    run = LessonRun(LESSONS["marbles_and_jokers"])
    while len(run.step.press) < 2:
        run._do_step()
    press_here(run, run.step.press[0])
    again = LessonRun(run.lesson, run.progress)
    assert again.presses_left == run.presses_left != () and again.match.position == run.match.position


def test_progress_of_another_lesson_does_no_harm():
    for progress in ({"chapter": 99, "step": 99, "presses": ["z"], "done": [77]}, {"presses": ["a", "a", "a"], "step": -1}, {}):
        run = LessonRun(LESSONS["connect_four"], progress)
        assert run.step in run.lesson.steps and run.done <= set(range(3))


def test_back_begins_the_step_again_and_then_goes_to_the_one_before():
    run = LessonRun(LESSONS["marbleous"])
    run.next()
    run.press("take 1")
    assert run.step_number == 2 and run.match.state.hand
    run.back()
    assert run.step_number == 1 and "take 1" in run.match.legal_texts
    run.back()
    run.back()
    assert (run.chapter_number, run.step_number) == (0, 0)
    run.go_to(1)
    run.back()
    assert (run.chapter_number, run.step_number) == (0, len(run.lesson.chapters[0].steps) - 1)
    assert run.match.state.points[0] == 3


def test_a_press_that_is_not_possible_raises_the_usual_error():
    run = LessonRun(LESSONS["connect_four"])
    with pytest.raises(MarbletopError, match="Nothing has to be pressed"):
        run.press("a")
    run.next()
    with pytest.raises(MarbletopError, match="asks for a press"):
        run.next()
    with pytest.raises(MarbletopError, match=r"You can.t play"):
        run.press("z")
    with pytest.raises(IllegalAction):
        run.press(99)
    with pytest.raises(MarbletopError, match="no such chapter"):
        run.go_to(7)


def test_a_press_that_reaches_the_aim_in_another_way_is_right():
    run = LessonRun(LESSONS["marbleous"])
    run.next()
    run.press("take 1")
    pops = [text for text in run.match.legal_texts if LessonRun(run.lesson, run.progress).press(text).right]
    assert len(pops) == 6 and "place ||R|Y|P" in pops


GOOD = """
[[chapter]]
title = {en = "One", de = "Eins"}
[[chapter.step]]
position = "////// x"
en = "Press."
de = "Drücke."
press = "d"
else = [{en = "No.", de = "Nein."}]
"""


@pytest.mark.parametrize(("old", "new", "message"), [
    ('"Press."', "7", r"lesson.toml, chapter 1, step 1: 'en' must be a text"),
    ('de = "Drücke."', "", r"chapter 1, step 1: 'de' must be a text"),
    ("else =", "esle =", r"chapter 1, step 1: there is no 'esle'"),
    ('de = "Nein."', 'de = ""', r"chapter 1, step 1, else 1: a text must not be empty"),
    ('press = "d"', "press = 4", r"step 1: 'press' must be a text or a list of texts"),
    ('press = "d"', "", r"step 1: aim, else and then belong to a step with a press"),
    ('press = "d"', 'press = "d"\nchance = {dice = [1]}', r"step 1: 'chance' lists whole numbers"),
    ('position = "////// x"', "", r"its first step a position"),
    ("[[chapter]]", "[chapter]]", r"lesson.toml: "),
    ('{en = "One", de = "Eins"}', '"One"', r"chapter 1: 'title' must be a table")])
def test_errors_name_file_chapter_and_step(tmp_path, old, new, message):
    path = tmp_path / "lesson.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(BadLesson, match=message):
        read_lesson(GAMES["connect_four"], path)


@pytest.mark.parametrize(("old", "new", "message"), [
    ("////// x", "///// x", "chapter 1, step 1: .*no position"),
    ('press = "d"', 'press = "d"\nthen = ["z"]', "chapter 1, step 1: .*You can.t play"),
    ('press = "d"', 'press = "d"\naim = {rank = 1}', "chapter 1, step 1: 'd' does not reach the aim")])
def test_what_the_rules_do_not_allow_names_the_step(tmp_path, old, new, message):
    path = tmp_path / "lesson.toml"
    path.write_text(GOOD.replace(old, new, 1))
    with pytest.raises(BadLesson, match=message):
        LessonRun(read_lesson(GAMES["connect_four"], path))._do_step()


def test_a_change_of_the_rules_that_breaks_a_lesson_names_the_step(monkeypatch):
    """Sets of four from now on: red does not pop any more in the first chapter."""
    from marbletop.games.marbleous import popping
    assert hasattr(popping, "SMALLEST_SET")
    monkeypatch.setattr(popping, "SMALLEST_SET", 4)
    run = LessonRun(LESSONS["marbleous"])
    with pytest.raises(BadLesson, match=r"marbleous/lesson.toml, chapter 1, step 3: 'place"):
        run.go_to(0, 4)
