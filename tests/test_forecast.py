"""Slow proofs say how long they take before they begin."""

import json

import pytest

from benchmarks import moves
from benchmarks.forecast import in_words, say_how_long
from benchmarks.strength import RESULTS, questions, seconds_left


@pytest.mark.parametrize(("seconds", "words"), [(40, "40 seconds"), (119, "119 seconds"),
                                                (121, "2 minutes"), (7300, "2 hours")])
def test_durations_in_words(seconds, words):
    assert in_words(seconds) == words


def test_it_is_said_where_it_disturbs_no_output(capsys):
    say_how_long("100 kills", 200)
    assert capsys.readouterr() == ("", "100 kills: about 3 minutes on a quiet machine with two cores.\n")


def test_strength_takes_hours_from_the_start_and_less_the_more_was_played():
    asked = list(questions())
    everything, rest = (seconds_left(asked, results, 2) for results in ({}, json.loads(RESULTS.read_text())))
    assert 3600 < rest < everything
    assert seconds_left(asked, {}, 4) == everything / 2


def test_live_moves_take_longer_the_more_tables_there_are(monkeypatch, capsys):
    assert 0 < moves.seconds_for(1, 10, 0) < moves.seconds_for(1, 60, 0) < moves.seconds_for(2, 60, 0)
    assert moves.seconds_for(0, 60, 5000) > moves.QUIET
    monkeypatch.setattr("sys.argv", ["moves", "--tables", "3"])
    with pytest.raises(SystemExit):
        moves.main()
    assert "at least" in capsys.readouterr().err
