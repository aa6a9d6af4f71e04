"""Bots by name, bots of other packages by entry point, and what a server offers."""

import json
import os
import subprocess
import sys

import pytest

from marbletop import Bot, Limit, MarbletopError, Match, bot
from marbletop.bots.levels import LEVELS, UnknownBot
from marbletop.bots.registry import bot_kind, offers_of
from marbletop.games import GAMES
from tests.test_cli import ROOT

PLUG_IN = '''
from marbletop import Bot

class Rightmost(Bot):
    def choose(self, view, box, limit, stop):
        return max(self.game.legal_list(view, box))
'''


class Leftmost(Bot):
    limit = Limit(iterations=7)

    def choose(self, view, box, limit, stop):
        return min(self.game.legal_list(view, box))


@pytest.fixture
def installed(tmp_path):
    """The environment of a Python in which another package adds a bot called rightmost."""
    (tmp_path / "other_bots.py").write_text(PLUG_IN)
    about = tmp_path / "other_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: other-bots\nVersion: 1.0\n")
    names = "".join(f"{name} = other_bots:Rightmost\n" for name in ("rightmost", "greedy"))
    (about / "entry_points.txt").write_text(f"[marbletop.bots]\n{names}")
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)]), "COLUMNS": "200"}


def run(environment, *arguments, stdin=""):
    return subprocess.run([sys.executable, "-m", "marbletop", *arguments], cwd=ROOT, input=stdin, text=True,
                          capture_output=True, env=environment)


@pytest.mark.slow
def test_a_bot_of_another_package_works_in_every_command(installed):
    done = run(installed, "duel", "connect_four", "rightmost", "uniform", "-n", "10", "--json")
    assert done.returncode == 0 and json.loads(done.stdout)["bots"][0]["name"] == "rightmost", done.stderr
    done = run(installed, "play", "connect_four", "--level", "rightmost", stdin="a\nquit\n")
    assert done.returncode == 0 and "You have left the table" in done.stdout, done.stderr
    program = f"program:{sys.executable} -m marbletop bot-program rightmost"
    done = run(installed, "duel", "connect_four", "uniform", program, "-n", "4", "--json", "--time", "20")
    assert json.loads(done.stdout)["bots"][1]["name"].startswith("Marbletop rightmost"), done.stderr
    assert "rightmost" in run(installed, "duel", "connect_four", "deep", "uniform").stderr


def test_a_bot_of_another_package_cannot_take_our_names(installed):
    asked = "from marbletop.bots.registry import bot_kind; print(bot_kind('greedy').make.__module__)"
    done = subprocess.run([sys.executable, "-c", asked], env=installed, text=True, capture_output=True, check=True)
    assert done.stdout.startswith("marbletop.")


def test_what_is_meant_by_a_bot():
    four = GAMES["connect_four"]
    made = Leftmost(four)
    for which, name in ((Leftmost, "Leftmost"), (made, "leftmost"), (lambda game, seed: made, "<lambda>"),
                        (bot("casual"), "casual")):
        kind = bot_kind(which)
        assert kind.name == name and isinstance(kind.make(four, 1), Bot)
    assert bot_kind(Leftmost).limit == bot_kind(made).limit == Limit(iterations=7)
    assert bot_kind("steady@3").limit == Limit(seconds=3) and bot_kind("steady").limit is None
    assert bot_kind(f"program@2:{sys.executable} -V").limit == Limit(seconds=2)
    with pytest.raises(MarbletopError, match="is no bot"):
        bot_kind(7)


def test_a_bot_of_your_own_needs_only_choose():
    match = Match("connect_four")
    asked = bot(Leftmost)
    assert asked.choose(match) == 0 and asked.hint(match).text == "a"
    assert {row.action for row in asked.analyse(match).ranked} == set(match.legal)
    one, two = Leftmost(match.game, 4), Leftmost(match.game, 4)
    assert one.random.random() == two.random.random()
    one.reseed(4)
    two.reseed(5)
    assert one.random.random() != two.random.random() and one.take_faults() == [] and one.name == "leftmost"


def test_asking_a_bot_about_a_match():
    match = Match("connect_four")
    for action in "ababa":
        match.play(action)
    asked = bot("search", seed=3, limit=Limit(iterations=3000))
    assert asked.choose(match) == 0 == asked.analyse(match).best, "it stops a line of three"
    assert asked.analyse(match).ranked == bot("search", seed=3, limit=Limit(iterations=3000)).analyse(match).ranked
    choices = [bot("uniform", seed=seed).choose(match) for seed in range(40)]
    assert len(set(choices)) > 3 and choices == [bot("uniform", seed=seed).choose(match) for seed in range(40)]
    match.play("a")
    hint = match.hint("casual")
    assert hint.action in match.legal and match.text_of(hint.action) == hint.text
    assert str(hint).startswith(hint.sentences[0]) and "games of 100" in str(hint)
    with pytest.raises(UnknownBot):
        match.hint("nobody")


def test_nobody_is_asked_when_the_game_is_over():
    match = Match("connect_four")
    for action in "abababa":
        match.play(action)
    with pytest.raises(MarbletopError, match="over"):
        match.hint("casual")


def test_a_bot_gets_the_view_of_whoever_is_to_move():
    seen = []

    class Watcher(Leftmost):
        def choose(self, view, box, limit, stop):
            seen.append((view.viewer, view.chance_key))
            return super().choose(view, box, limit, stop)

    match = Match("marbles_and_jokers", 4, seed=2)
    bot(Watcher).choose(match)
    assert seen == [(match.player, [0, 0])]


def test_a_server_offers_the_levels_and_what_its_settings_name():
    python = sys.executable
    offers = offers_of(["", " greedy", f"program:{python} bot.py", f"Deep=program@2:{python} -V", "search@0.5"])
    levels = [level.name for level in LEVELS]
    assert [offer.name for offer in offers] == [*levels, "greedy", os.path.basename(python), "Deep", "search@0.5"]
    assert offers[-2].text == f"program@2:{python} -V" and offers[-1].text == "search@0.5"
    for wrong, told in ((["nobody"], "no bot 'nobody'"), (["program:./nowhere"], "no program"),
                        (["greedy", "greedy"], "two bots"), (["casual=greedy"], "two bots")):
        with pytest.raises(UnknownBot, match=told):
            offers_of(wrong)
