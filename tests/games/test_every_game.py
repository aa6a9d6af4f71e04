"""What must hold for every game, whoever wrote it: this is the conformance suite of the platform."""

import json
import os
import random
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from marbletop.core.chance import fresh_chance, luck
from marbletop.core.match import Match, action_of, load
from marbletop.core.notes import Listener
from marbletop.core.record import read_record
from marbletop.core.state import OWNER
from marbletop.core.verification import verify

from .playing import GAMES, HERE, ROOT, assert_equal_play, cases, laws, random_play, replayer, start

EQUAL_GAMES = 200                           # games compared byte by byte
POSITIONS = 200                             # positions that the other tests look at
pytestmark = pytest.mark.usefixtures("compiled_once")


def every_game():
    return [pytest.param(GAMES[name], id=name, marks=pytest.mark.xdist_group(name)) for name in GAMES]


@pytest.fixture
def compiled_once():
    """Marker only: all tests of a game run in one process, so that each game is compiled once."""


@pytest.fixture(params=every_game())
def game(request):
    return request.param


@cache
def sampled(game):
    """Positions of random games over all cases, in random order: (packed state, legal list, action, box)."""
    every, chooser = cases(game), random.Random(1)
    each, found = -(-POSITIONS // len(every)), []
    for number, (seats, options) in enumerate(every):
        state, box = start(game, seats, options, seed=number)
        kept = []                                       # a sample of the game, whatever its length
        for step, (now, legal, action) in enumerate(random_play(game, state, box, luck(number))):
            place = step if step < each else chooser.randrange(step + 1)
            if place < each:
                kept[place:place + 1] = [(game.state.pack(now), legal, action, box)]
        found += kept
    chooser.shuffle(found)
    return found


def positions(game, count):
    """So many positions of random games: (state, legal list, action, box)."""
    for packed, legal, action, box in sampled(game)[:count]:
        yield game.state.unpack(packed), legal, action, box


@pytest.mark.slow_for("marbles_and_jokers")
def test_random_games_end_and_always_offer_something(game):
    for number, (seats, options) in enumerate(cases(game)):
        state, box = start(game, seats, options, seed=number)
        for step, (_, legal, _) in enumerate(random_play(game, state, box, luck(number))):
            assert legal == sorted(set(legal)), "ascending and without duplicates"
            assert legal[0] >= 0 and legal[-1] < game.actions
            assert state.step == step and 0 <= state.player < seats and state.over == 0
        assert state.over == 1
        points, rank = [0.0] * game.state.owners, [0] * game.state.owners
        ending = game.outcome(state, box, points, rank)
        assert 0 <= ending < len(game.endings)
        assert all(r >= 1 for r in rank[:seats])
        for one in range(seats):
            for two in range(seats):
                if state.side[one] == state.side[two]:
                    assert rank[one] == rank[two], "team mates share"


@pytest.mark.slow
def test_nothing_is_lost_at_any_note(game):
    check = laws(game)

    class Checking(Listener):
        def note(self, state, note):
            check(state, box)

    for number, (seats, options) in enumerate(cases(game)):
        state, box = start(game, seats, options, seed=number)
        check(state, box)
        state.listener = Checking()
        for _ in random_play(game, state, box, luck(number)):
            check(state, box)
        check(state, box)


@pytest.mark.slow
def test_compiled_and_interpreted_play_are_equal(game):
    replay = replayer(game)
    every = cases(game)
    for number in range(EQUAL_GAMES):
        seats, options = every[number % len(every)]
        assert_equal_play(game, replay, seats, options, seed=number)


@pytest.mark.slow
def test_compiled_play_stays_within_its_arrays(game, tmp_path):
    """The same comparison in a process with Numba's bounds checks on, warnings as errors, and an eye on functions
    that are compiled twice."""
    program = "import sys; from tests.games.playing import check_within_arrays; check_within_arrays(sys.argv[1])"
    done = subprocess.run([sys.executable, "-c", program, game.name], cwd=ROOT, capture_output=True, text=True,
                          env={**os.environ, "NUMBA_BOUNDSCHECK": "1", "MARBLETOP_CACHE": str(tmp_path)})
    assert done.returncode == 0, done.stderr[-3000:]


@pytest.mark.slow
def test_the_compiled_tally_counts_the_notes(game):
    from marbletop.core.whole_games import play_games, uniform
    seats = game.seats[-1]
    results = play_games(game, seats=seats, games=5, seed=3, policy=uniform, tally=True)
    counts = [0] * len(game.events)

    class Counting(Listener):
        def note(self, state, note):
            counts[note.event] += 1

    chosen = game.read_options({})
    box = game.make_box(chosen, seats)
    for deal in range(5):
        state = game.blank(seats, chosen, [3, deal])
        state.listener = Counting()
        game.setup(state, box)
        for _ in random_play(game, state, box, luck(3, deal)):
            pass
        assert state.step == results.lengths[deal]
    assert results.tally.sum(axis=0).tolist() == counts


def noised(game, state, box, seat, chooser):
    """A copy with noise in every byte that this seat may not know."""
    copy = game.state.copy(state)

    def noise(value, declared):
        if isinstance(value, list):
            return [noise(row, declared) for row in value]
        return chooser.randrange(0, 100)

    hears = game.hears(state, box, seat)
    for name, declared in game.state.secret_fields():
        value = getattr(copy, name)
        if declared.known_to == OWNER:
            value = [row if hears(owner) else noise(row, declared) for owner, row in enumerate(value)]
        else:
            value = noise(value, declared)
        setattr(copy, name, value)
    return copy


@pytest.mark.slow_for("marbles_and_jokers", "marble_machine")
def test_secrets_do_not_leak(game):
    chooser = random.Random(2)
    for state, legal, _, box in positions(game, 150):
        for seat in range(-1, state.seats):
            other = noised(game, state, box, seat, chooser)
            view, other_view = game.view(state, box, seat), game.view(other, box, seat)
            assert view == other_view
            if seat >= 0:
                seen, other_seen = [0] * game.observation_size, [0] * game.observation_size
                game.observe(state, box, seat, seen)
                game.observe(other, box, seat, other_seen)
                assert seen == other_seen
            if seat == state.player:
                assert game.legal_list(view, box) == legal
                assert game.legal_list(other, box) == legal


@pytest.mark.slow_for("marbles_and_jokers")
def test_a_redeal_agrees_with_the_view_and_can_be_played_on(game):
    check, generator = laws(game), luck(4)
    for number, (state, _, _, box) in enumerate(positions(game, 120)):
        for seat in range(-1, state.seats):
            view = game.view(state, box, seat)
            imagined = game.state.copy(view)
            game.redeal(imagined, box, seat, generator)
            fresh_chance(imagined, generator)
            check(imagined, box)
            assert game.view(imagined, box, seat) == view
        if number % 10 == 0:
            for _ in random_play(game, imagined, box, generator):
                pass
            check(imagined, box)


@pytest.mark.slow_for("marbles_and_jokers")
def test_actions_have_texts_of_their_own(game):
    for state, legal, _, box in positions(game, 150):
        texts = [game.notation.write_action(state, box, action) for action in legal]
        assert len({" ".join(text.lower().split()) for text in texts}) == len(legal), texts
        for action, text in zip(legal, texts):
            assert action_of(game, state, box, text) == action
        view = game.view(state, box, state.player)
        assert [game.notation.write_action(view, box, action) for action in legal] == texts


@pytest.mark.slow_for("marbles_and_jokers")
def test_positions_round_trip_as_text(game):
    for state, _, _, box in positions(game, 150):
        text = game.notation.write_position(state, box)
        assert "\n" not in text
        back = game.notation.read_position(text, box)
        state.chance_key, state.chance_count = back.chance_key, back.chance_count
        assert back == state, text
        assert game.notation.diagram(game.view(state, box, state.player), box)


def play_match(game, seats, options, seed, most=100_000):
    match, choices = Match(game, seats, seed=seed, **options), random.Random(seed)
    while not match.over and len(match.moves) < most:
        match.play(choices.choice(match.legal))
    return match


@pytest.mark.slow
def test_records_replay_and_verify(game, tmp_path):
    for number, (seats, options) in enumerate(cases(game, 3)):
        whole = number < len(game.seats) or number % 10 == 0
        match = play_match(game, seats, options, seed=number, most=100_000 if whole else 30)
        path = tmp_path / "game.json"
        match.save(path)
        back = load(path)
        assert back.state == match.state and back.outcome == match.outcome
        assert verify(read_record(path)).source == "seed"


def test_every_action_can_be_taken_back(game):
    match = play_match(game, game.seats[-1], {}, seed=8, most=200)
    final, texts = game.state.pack(match.state), [move.action for move in match.moves]
    while match.moves:
        match.undo()
    for action in texts:
        match.play(action)
    assert game.state.pack(match.state) == final


@pytest.mark.slow_for("marbles_and_jokers", "marble_machine")
def test_notes_become_sentences_and_whispers_stay_secret(game):
    for number, (seats, options) in enumerate(cases(game, 3)):
        match = play_match(game, seats, options, seed=number, most=100_000 if number < len(game.seats) else 100)
        for move in [match.setup_move, *match.moves]:
            for note in move.notes:
                assert 0 <= note.event < len(game.events)
                assert all(isinstance(detail, int) for detail in note.details), game.events[note.event]
            for seat in (-1, 0, seats - 1):
                assert all(isinstance(words, str) for words in match.sentences(seat, move))
                for heard, note in zip(move.heard_by(game.hears(match.state, match.box, seat)), move.notes):
                    if note.whispered_to is not None and not game.hears(match.state, match.box, seat)(note.whispered_to):
                        assert heard.details == ()


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
def test_scenes_show_every_choice(game):
    from marbletop.drawing.outline import outline
    from marbletop.drawing.svg import svg
    from marbletop.drawing.terminal import scene_text
    for state, legal, _, box in positions(game, 60):
        view = game.view(state, box, state.player)
        scene = game.board.scene(view, box)
        offered = [choice.action for choice in scene.choices]
        if scene.subset:
            offered += scene.subset.action_of.values()
        assert sorted(set(offered)) == legal
        labels = [choice.label for choice in scene.choices]
        assert len(set(labels)) == len(labels) and all(labels), labels
        ids = [part.id for panel in scene.panels for part in panel.root.walk() if part.id]
        assert len(set(ids)) == len(ids), "every id once"
        assert all(scene.part(choice.target) for choice in scene.choices if choice.target)
        ET.fromstring(svg(scene))
        assert outline(scene) and scene_text(scene)
        for seat in (-1, (state.player + 1) % state.seats):
            if seat != state.player:
                assert not game.board.scene(game.view(state, box, seat), box).choices


@pytest.mark.slow_for("marbles_and_jokers")
def test_parts_of_every_action_are_in_the_scene(game):
    """What an action is about, possible or not: pressing it finds the action, or the rule that forbids it."""
    for state, legal, _, box in positions(game, 60):
        view = game.view(state, box, state.player)
        scene = game.board.scene(view, box)
        ids = {part.id for panel in scene.panels for part in panel.root.walk()}
        parts = {action: game.board.parts_of(view, box, action) for action in legal}
        assert all(set(some) <= ids for some in parts.values()), parts
        for choice in scene.choices:
            assert {choice.target, choice.group, *choice.also} - {""} <= set(parts[choice.action]), choice
        listener = Forbidding()
        view.listener = listener
        game.legal_list(view, box)
        for action, _ in listener.said:
            assert all(isinstance(id, str) for id in game.board.parts_of(view, box, action))


@pytest.mark.slow_for("marabunta", "marbles_and_jokers", "marble_machine")
def test_scenes_reveal_no_secret(game):
    from marbletop.drawing.svg import svg
    chooser = random.Random(3)
    for state, _, _, box in positions(game, 25):
        for seat in {-1, state.player, (state.player + 1) % state.seats}:
            other = noised(game, state, box, seat, chooser)
            ours, theirs = (svg(game.board.scene(game.view(s, box, seat), box)) for s in (state, other))
            assert ours == theirs


@pytest.mark.slow_for("marbles_and_jokers", "marble_machine")
def test_frames_lead_from_one_position_to_the_next(game):
    """At every note a board can be drawn for everybody, and a page that does what the frames say ends up with the pieces of
    the position after the action."""
    from marbletop.drawing.changes import frame_between, index_scene
    from marbletop.drawing.plain import motion_of, scene_of
    from marbletop.drawing.scene import Motion

    class Page(Listener):
        def __init__(self, box, seat):
            self.box, self.seat = box, seat

        def look(self, state):
            self.view = game.view(state, self.box, self.seat)
            return index_scene(scene_of(game, self.view, self.box, None, moving=True))

        def begin(self, state):
            self.shown = self.look(state)
            self.pieces = {id: (piece.inside, piece.place) for id, piece in self.shown.pieces.items()}

        def note(self, state, note):
            now, heard = self.look(state), note.heard_by(game.hears(state, self.box, self.seat))
            self.go_on(now, motion_of(game, self.view, self.box, heard) if heard == note else Motion())

        def go_on(self, now, motion):
            frame, self.shown = frame_between(self.shown, now, motion)
            follow(self.pieces, frame)

    for number, (state, _, action, box) in enumerate(positions(game, 60)):
        for seat in {-1, state.player, number % state.seats}:
            page, now = Page(box, seat), game.state.copy(state)
            page.begin(now)
            now.listener = page
            game.play(now, box, action)
            there = page.look(now)
            page.go_on(there, Motion())                             # what no note tells
            if set(there.panels) == set(page.shown.panels):
                assert page.pieces.keys() == there.pieces.keys()
                for id, piece in there.pieces.items():
                    assert piece.part.kind == "space" or page.pieces[id] == (piece.inside, piece.place)


def test_where_everybody_sees_the_same_motion_all_frames_are_equal(game):
    from marbletop.server.moments import moments_of, snapshots_of
    from marbletop.web.page.animation import frames_of

    if not getattr(game.board, "MOVES_ALIKE", False):
        pytest.skip("seats see it differently")
    for state, _, action, box in positions(game, 60):
        snapshots = snapshots_of(game, box, game.state.copy(state), action, chance_of(game, state, box, action), 0)
        names = game.seat_names[:state.seats]
        first, *others = [frames_of(game, box, names, moments_of(game, box, seat, snapshots))
                          for seat in range(-1, state.seats)]
        assert all(one == first for one in others)


def chance_of(game, state, box, action):
    """The chance that an action draws."""
    from marbletop.core.match import NoteRecorder

    played, ear = game.state.copy(state), NoteRecorder()
    played.listener = ear
    game.play(played, box, action)
    return ear.outcomes


def follow(pieces, frame):
    """Do with pieces what a frame says, as a page does."""
    for id in frame.get("out", {}):
        del pieces[id]
    for old, new in [(pieces.pop(id), name) for id, name in frame.get("as", {}).items()]:
        assert new not in pieces
        pieces[new] = old
    for id, (inside, over, svg, _) in frame.get("in", {}).items():
        assert inside.startswith("@") or inside in pieces
        assert not over or pieces[over][0] == inside
        pieces[id] = inside, re.match(r'<g[^>]* transform="([^"]*)"', svg)[1]
    for id, way in frame.get("at", {}).items():
        pieces[id] = pieces[id][0], way[-1]


def test_every_rule_is_cited_by_a_test(game):
    """A rule number of RULES.md that no test cites is a rule that nobody checks."""
    assert game.rules_text, "RULES.md has numbered rules: '- **XX-1** ...'"
    tests = "\n".join(path.read_text() for path in (HERE / game.name).rglob("*.py"))
    cited = set(re.findall(r"\b[A-Z0-9]+-\d+\b", tests))
    for prefix, first, last in re.findall(r"\b([A-Z0-9]+)-(\d+) to [A-Z0-9]+-(\d+)", tests):
        cited |= {f"{prefix}-{number}" for number in range(int(first), int(last) + 1)}
    assert not [number for number in game.rules_text if number not in cited]


def test_options_name_rules_that_exist(game):
    for option in game.option_list.values():
        numbers = re.findall(r"[A-Z0-9]+-\d+", option.rule)
        assert numbers and set(numbers) <= set(game.rules_text), option
        assert option.help.endswith("."), option


@pytest.mark.slow_for("marbles_and_jokers")
def test_forbidden_actions_name_a_rule_that_exists(game):
    for state, _, _, box in positions(game, 100):
        listener = Forbidding()
        state.listener = listener
        legal = game.legal_list(state, box)
        for action, rule in listener.said:
            assert rule in game.rules_text, rule
            assert action not in legal, f"{action} is legal and yet forbidden by {rule}"


class Forbidding(Listener):
    def __init__(self):
        self.said = []

    def forbid(self, action, rule):
        self.said.append((action, rule))


@pytest.mark.slow_for("marbles_and_jokers", "marabunta")
def test_recorded_games_replay(game):
    paths = sorted((HERE / game.name / "recorded").glob("*.json"))
    assert {json.loads(path.read_text())["seats"] for path in paths} == set(game.seats), "one for each seat count at least"
    for path in paths:
        verify(read_record(path))
