"""What a record proves, and what it does not: records that are cut short, changed, or made up afterwards."""

import json

import pytest

from marbletop.core.chance import commitment, key_of_secret
from marbletop.core.errors import BadRecord, WrongVersion
from marbletop.core.match import Match, load
from marbletop.core.record import LARGEST, read_record, record_of, write_record
from marbletop.core.verification import (
    NEVER_PROVED,
    WrongDigest,
    group_digest,
    open_questions,
    proofs,
    verify,
    words_sentence,
)
from marbletop.games import GAMES

from ..commands import run_command as marbletop
from .toy import TOY

SECRET, WORDS = b"sixteen bytes...", ("ann's horse", "")
DIGEST = commitment(SECRET)


@pytest.fixture(autouse=True)
def toy_is_a_game(monkeypatch):
    monkeypatch.setitem(GAMES._all, "toy", "tests.core.toy_game")


def fair_record(secret=SECRET, words=WORDS, game=TOY, most=1000):
    match = Match(game, 2, key=key_of_secret(secret, words))
    while not match.over and len(match.moves) < most:
        match.play(match.legal[0])
    return record_of(match, ["Ann", "Ben"], {"commitment": commitment(secret), "added": list(words), "secret": secret.hex()})


def told(sentences, words):
    return any(words in sentence for sentence in sentences)


def test_a_fair_game_is_proved():
    verdict = verify(fair_record(), digest=DIGEST)
    assert verdict.proved and len(proofs(verdict)) == 3 and open_questions(verdict) == []
    assert told(proofs(verdict), "complete: 4 entries") and told(proofs(verdict), "followed from the secret and the words")
    assert words_sentence(verdict) == "Ann added “ann's horse”." and len(NEVER_PROVED) == 2


@pytest.mark.parametrize("noted", [DIGEST.upper(), group_digest(DIGEST), f" {group_digest(DIGEST, 8)}\n"])
def test_spaces_and_capitals_of_a_digest_do_not_matter(noted):
    assert verify(fair_record(), digest=noted).proved


@pytest.mark.parametrize("noted", ["", " ", DIGEST[:16], DIGEST[:-1], f"{DIGEST}0", f"{DIGEST[:-1]}g", "é" * 64])
def test_a_part_of_a_digest_is_not_enough(noted):
    with pytest.raises(WrongDigest, match="64 characters"):
        verify(fair_record(), digest=noted)


def test_without_the_digest_it_is_not_proved_that_the_secret_was_fixed():
    verdict = verify(fair_record())
    assert verdict.complete and not verdict.proved and told(open_questions(verdict), "compare its check code")
    assert not told(proofs(verdict), "noted down")


def test_a_record_made_up_afterwards_has_another_digest():
    """Somebody tries secrets until they like the cards: the record is right in itself, and only the digest shows it."""
    liked = next(secret for n in range(100) if (secret := bytes([n]) * 16) and fair_record(secret)["outcome"]["rank"] == [1, 2])
    made_up = fair_record(liked)
    assert not verify(made_up).proved
    with pytest.raises(WrongDigest, match="made up"):
        verify(made_up, digest=DIGEST)
    made_up["chance"]["commitment"] = DIGEST
    with pytest.raises(BadRecord, match="does not belong to the check code"):
        verify(made_up, digest=DIGEST)


@pytest.mark.parametrize("entries", range(4))
def test_a_record_that_is_cut_short_is_not_complete(entries):
    record = fair_record()
    cut = {**record, "entries": record["entries"][:entries]}
    with pytest.raises(BadRecord, match="stops before the end"):
        verify(cut, digest=DIGEST)
    del cut["outcome"]
    verdict = verify(cut, digest=DIGEST)
    assert not verdict.complete and not verdict.proved and told(open_questions(verdict), "stops before the end")
    assert not told(proofs(verdict), "complete")


def test_a_record_that_is_cut_short_is_no_resignation():
    record = fair_record(most=2)
    given_up = {"ending": "resigned", "points": [0.0, 0.0], "rank": [1, 2]}
    for events in ([], [{"before": 2, "kind": "resignation", "seat": 0, "seats": [0]}], [{"kind": "seat", "seats": {}}]):
        with pytest.raises(BadRecord, match="not by whom"):
            verify({**record, "resigned": given_up, "table": events}, digest=DIGEST)
    verdict = verify({**record, "resigned": given_up, "table": [{"kind": "resignation", "seats": [1]}]}, digest=DIGEST)
    assert verdict.ending == "resigned" and not verdict.proved and told(open_questions(verdict), "gave up")


def test_other_words_are_found():
    record = fair_record()
    for added in (["ann's mare", ""], ["", "ann's horse"], [""] * 2):
        record["chance"]["added"] = added
        with pytest.raises(BadRecord, match="did not come from the secret and the words"):
            verify(record)
    for added in ([], ["ann's horse"], ["ann's horse", "", ""]):
        record["chance"]["added"] = added
        with pytest.raises(BadRecord, match="words of"):
            verify(record)


def test_without_words_the_secret_could_have_been_picked():
    assert told(open_questions(verify(fair_record(words=("", "")), digest=DIGEST)), "nobody added words")


def test_an_exchanged_or_damaged_secret_is_found():
    record = fair_record()
    for secret, why in ((b"another secret..".hex(), "does not belong"), ("zz", "damaged"), ("", "does not belong")):
        record["chance"]["secret"] = secret
        with pytest.raises(BadRecord, match=why):
            verify(record)


def test_a_die_that_was_turned_is_found():
    record = fair_record()
    entry = next(entry for entry in record["entries"] if "chance" in entry)
    entry["chance"] = [(entry["chance"][0] + 1) % 6]
    with pytest.raises(BadRecord, match="entry 1"):
        verify(record)


def test_a_seed_proves_only_that_the_game_fits_it():
    match = Match(TOY, 2, seed=5)
    while not match.over:
        match.play(match.legal[0])
    verdict = verify(record_of(match))
    assert verdict.complete and not verdict.proved and told(open_questions(verdict), "only fits its seed")
    with pytest.raises(WrongDigest, match="no secret"):
        verify(record_of(match), digest=DIGEST)


def test_a_record_without_its_secret_still_replays():
    record = fair_record()
    del record["chance"]["secret"]
    verdict = verify(record)
    assert verdict.source == "untold" and not verdict.proved and told(open_questions(verdict), "does not tell")


def test_undo_is_part_of_the_log():
    record = fair_record()
    record["entries"][0:0] = [record["entries"][0], {"undo": True}]
    assert verify(record, digest=DIGEST).proved


def test_a_game_that_changed_its_rules_on_the_way_is_not_called_wrong():
    record = fair_record()
    del record["entries"][1]
    with pytest.raises(BadRecord) as wrong:
        verify(record)
    assert not isinstance(wrong.value, WrongVersion)
    with pytest.raises(WrongVersion, match="The rules changed"):
        verify({**record, "table": [{"kind": "version", "before": 1, "from": 1, "to": 2}]})


def test_a_game_without_chance_proves_no_dealing():
    verdict = verify(fair_record(game=GAMES["connect_four"]), digest=DIGEST)
    assert verdict.proved and told(proofs(verdict), "no cards") and not told(proofs(verdict), "followed from")


# Odd files

DEEP = 100_000


def odd_files():
    """Files that are no records, by name."""
    record = fair_record(game=GAMES["connect_four"])
    yield from {"empty": b"", "spaces": b" \n", "binary": bytes(range(256)) * 9, "zeros": b"\0" * 1000, "half": b'{"format"',
                "deep": b"[" * DEEP + b"]" * DEEP, "deep and open": b"[" * DEEP, "deep objects": b'{"a":' * DEEP,
                "utf-16": json.dumps(record).encode("utf-16"), "too large": b" " * (LARGEST + 1)}.items()
    for name, value in (("NaN", "NaN"), ("infinity", "-Infinity"), ("beyond infinity", "1e999"), ("huge", "9" * 5000),
                        ("long", "9" * 4000), ("a surrogate", r'"\ud800"'), ("deep", "[" * 900 + "]" * 900)):
        for field in ("version", "seats", "game", "options", "names"):
            yield f"{name} in {field}", json.dumps({**record, field: "@"}).replace('"@"', value).encode()
    for wrong in (None, True, 7, -1, 1.5, "x", [], [[]], {}, {"a": 1}, [None], ["x"], [{}]):
        for field in (*record, "position", "resigned", "table", "text"):
            if wrong not in ([], {}) or field not in ("options", "table", "names", "text", "chance"):
                yield f"{wrong!r} as {field}", json.dumps({**record, field: wrong}).encode()
        for part in ("components", "chance", "deal", "outcome"):
            for field in record[part]:
                if wrong != record[part][field]:
                    yield f"{wrong!r} as {part}.{field}", json.dumps({**record, part: {**record[part], field: wrong}}).encode()
        for field in ("seat", "action", "text", "check", "chance"):
            entry = {**record["entries"][0], field: wrong}
            yield f"{wrong!r} as entries.{field}", json.dumps({**record, "entries": [entry, *record["entries"][1:]]}).encode()


HARMLESS = {f"{wrong!r} as text" for wrong in (None, True, 7, -1, 1.5, "x", [[]], {"a": 1}, [None], ["x"], [{}])} \
    | {"[] as entries.chance", "[{}] as table", "[] as deal.chance", "{'a': 1} as chance", "{'a': 1} as deal", "{} as deal"} \
    | {f"{wrong!r} as resigned" for wrong in ({}, {"a": 1})} \
    | {f"{wrong!r} as components.{name}" for wrong in (None, True, 7, -1, 1.5, "x", [], [[]], {}, {"a": 1}, [None], ["x"], [{}])
       for name in ("name", "printed", "source", "url")}


@pytest.mark.slow
def test_odd_files_are_refused_in_one_sentence(tmp_path):
    path = tmp_path / "odd.json"
    for name, data in odd_files():
        path.write_bytes(data)
        answer = answer_to(path)
        assert answer or name in HARMLESS, name
        assert len(answer) < 400 + len(str(path)) and "\n" not in answer, name


def answer_to(path):
    """What is said about a file; nothing if it is a record."""
    try:
        verify(read_record(path))
        return ""
    except BadRecord as error:
        return str(error)


def test_a_folder_is_no_record(tmp_path):
    for path in (tmp_path, tmp_path / "missing", "a\0b"):
        with pytest.raises(BadRecord, match="Can't read"):
            load(path)


@pytest.mark.slow
def test_the_command_says_what_is_proved(tmp_path):
    path = tmp_path / "game.json"
    record = fair_record(game=GAMES["marabunta"])
    record["names"] = ["[/]Eve\x1b[31m", "[bold]Ben"]
    write_record(record, path)
    done = marbletop("verify", path, "--digest", group_digest(DIGEST).upper())
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("✓") == 3 and "[/]Eve[31m added" in done.stdout and "Not proved:" not in done.stdout
    assert group_digest(DIGEST) in done.stdout and "No record can prove:" in done.stdout
    done = marbletop("verify", path)
    assert done.returncode == 1 and "Not proved:" in done.stdout and done.stdout.count("✓") == 2
    done = marbletop("verify", path, "--digest", commitment(b"another"))
    assert done.returncode == 2 and done.stdout == "" and "not the one that you noted down" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_the_commands_answer_an_odd_file_with_one_sentence(tmp_path, command):
    odd = dict(odd_files())
    for name in ("deep", "binary", "a surrogate in game", "7 as names"):
        path = tmp_path / "odd.json"
        path.write_bytes(odd[name])
        done = marbletop(command, path)
        assert done.returncode == 2 and done.stdout == "" and "Traceback" not in done.stderr, name
        assert len(done.stderr.splitlines()) == 1
