"""Guests, names, limits, links, and fair chance."""

from contextlib import AsyncExitStack

import pytest

from marbletop.core.chance import commitment, key_of_secret
from marbletop.core.verification import verify
from marbletop.server.limits import LEASE, MOST_TABLES, PLACES, Limits, check_options
from marbletop.server.people import PHRASES, Guests, same_name, valid_name
from marbletop.server.records import table_record
from marbletop.server.refusal import Refused, TooMuch
from marbletop.server.seating import put_bot, sit
from marbletop.server.storage.buckets import MOST_BUCKETS, Buckets
from marbletop.server.table_view import look

from .helpers import ANN, BEN, CAT, Clockwork, house_in, run
from .stepping import END, ROLL


def test_a_token_is_a_guest_and_cannot_be_made_up():
    ours, theirs = Guests(b"our key"), Guests(b"another key")
    guest = ours.welcome("Ruth")
    assert ours.guest_of(ours.sign(guest)) == guest
    assert len(guest.id) >= 22 and ours.welcome("Ruth").id != guest.id
    renamed = ours.rename(guest, "Ruth B.")
    assert renamed.id == guest.id and ours.guest_of(ours.sign(renamed)).name == "Ruth B."
    for wrong in (theirs.sign(guest), "", "x", "x" * 100_000, ours.sign(guest)[:-1], ours._signer.dumps("odd"),
                  ours._signer.dumps([1, 2, 3])):
        assert ours.guest_of(wrong) is None


def test_tokens_outlive_the_process(tmp_path):
    async def token():
        async with house_in(tmp_path) as house:
            return house.guests.sign(ANN)

    async def read(given):
        async with house_in(tmp_path) as house:
            return house.guests.guest_of(given)
    assert run(read(run(token()))) == ANN


@pytest.mark.parametrize("name", ["Ruth", "Zoë", "Jean-Luc", "O'Neil", "李小龙", "Ольга", "Player 2", "José M.", "Abbott",
                                  "עדה"])
def test_names_that_are_fine(name):
    assert valid_name(f"  {name} ") == name


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\nb\0", "<b>Ruth</b>", "Ruth (bot)", "Bot", "b0t", "Easy Bot", "ro bot",
                                  "R.O.B.O.T", "admin", "Adm1n", "\u0440aul", "Ru\u202eth", "Ru\u200bth", "12", "🙂"])
def test_names_that_are_refused(name):
    with pytest.raises(Refused):
        valid_name(name)


def test_names_at_a_table_differ(tmp_path):
    assert same_name("Ruth", "r u-t h") and same_name("Zoe", "Zoë") and not same_name("Ruth", "Rita")

    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "toy", 2, listed=True)
            await sit(table, ANN, [0])
            with pytest.raises(Refused, match="already called Ann"):
                await sit(table, house.guests.welcome("ANN."), [1])
    run(story())


def test_limits_fill_up_again():
    async def story():
        time = Clockwork()
        limits = Limits(Buckets(), time)
        for _ in range(5):
            await limits.check("say", "ann", "1.2.3.4")
        for drops in (0, 1):
            with pytest.raises(TooMuch, match="in 4 seconds") as told:
                await limits.check("say", "ann", "1.2.3.4", drops)
            assert told.value.wait == pytest.approx(4)
        await limits.check("say", "ben", "1.2.3.4")
        time.pass_by(4.01)
        for drops in (0, 0, 1):                                             # looking takes nothing
            await limits.check("say", "ann", "1.2.3.4", drops)
    run(story())


def test_limits_hold_for_an_address_too():
    async def story():
        limits = Limits(Buckets(), Clockwork())
        for n in range(40):
            await limits.check("say", f"guest {n}", "1.2.3.4")
        with pytest.raises(TooMuch):
            await limits.check("say", "one more", "1.2.3.4")
        await limits.check("say", "one more", "5.6.7.8")
        for _ in range(30):
            await limits.check("guest", address="1.2.3.4")
        with pytest.raises(TooMuch):
            await limits.check("guest", address="1.2.3.4")
    run(story())


def test_limits_forget():
    async def story():
        time, buckets = Clockwork(), Buckets()
        limits = Limits(buckets, time)
        for n in range(50_000):
            time.pass_by(0.01)
            await limits.check("move", f"guest {n}")
        assert len(buckets._drops) <= MOST_BUCKETS
    run(story())


def test_places_are_held_for_a_guest_and_an_address_until_they_are_let_go():
    async def story():
        time, buckets = Clockwork(), Buckets()
        limits = Limits(buckets, time)
        per_guest, per_address, sentence = PLACES["stream"]
        async with AsyncExitStack() as open_tabs:
            for _ in range(per_guest):
                await open_tabs.enter_async_context(limits.place("stream", "ann", "1.2.3.4"))
            with pytest.raises(TooMuch, match=sentence):
                async with limits.place("stream", "ann", "5.6.7.8"):
                    pass
            for n in range(per_address - per_guest):
                await open_tabs.enter_async_context(limits.place("stream", f"guest {n}", "1.2.3.4"))
            with pytest.raises(TooMuch, match=sentence):
                async with limits.place("stream", "ben", "1.2.3.4"):
                    pass
        assert not buckets._held, "whoever was refused holds nothing either"
    run(story())


def test_a_place_that_nobody_renews_is_free_again():
    async def story():
        time = Clockwork()
        limits = Limits(Buckets(), time)
        async with limits.place("hint", "ann", "1.2.3.4") as renew:
            time.pass_by(LEASE - 1)
            await renew()
            time.pass_by(LEASE - 1)
            with pytest.raises(TooMuch):
                async with limits.place("hint", "ann", "1.2.3.4"):
                    pass
            time.pass_by(2)
            async with limits.place("hint", "ann", "1.2.3.4"):
                with pytest.raises(TooMuch):
                    await renew()                                           # it has been given to somebody else
    run(story())


def test_requests_have_a_size(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "toy", 2, listed=True)
            with pytest.raises(Refused, match="at most 64 characters"):
                await sit(table, ANN, [0], added="x" * 65)
            with pytest.raises(Refused, match="at most 64"):
                await house.lobby.create(ANN, "toy", 2, request="x" * 65)
            for wrong in ({"die": "x" * 101}, {f"o{n}": 1 for n in range(61)}):
                with pytest.raises(Refused, match="too many options"):
                    check_options(wrong)
            for _ in range(MOST_TABLES - 1):
                await house.lobby.create(ANN, "toy", 2)
            with pytest.raises(Refused, match=f"{MOST_TABLES} games"):
                await house.lobby.create(ANN, "toy", 2)
            await house.lobby.create(BEN, "toy", 2)
    run(story())


def test_phrases_are_plain_words():
    assert all(0 < len(words) < 40 and words.isprintable() for words in PHRASES.values())


def test_chance_is_committed_to_and_shown_at_the_end(tmp_path, monkeypatch):
    from marbletop.games import GAMES
    monkeypatch.setitem(GAMES._all, "stepping", "tests.server.stepping")

    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "stepping", 3, listed=True)
            committed = (await look(table, CAT.id)).chance["commitment"]
            await sit(table, ANN, [0], added="lucky horse")
            await sit(table, BEN, [1], added="7")
            await put_bot(table, ANN.id, 2, "beginner")
            await table.deal(ANN.id)
            for action in (ROLL, ROLL, END):
                assert "secret" not in (await look(table, ANN.id)).chance
                await table.play(ANN.id, action, table.position)
            told = (await look(table, CAT.id)).chance
            assert told["added"] == ["lucky horse", "7", ""] and told["commitment"] == committed
            assert commitment(bytes.fromhex(told["secret"])) == committed
            assert table.state.chance_key == key_of_secret(bytes.fromhex(told["secret"]), told["added"])
            record = await table_record(table)
            assert verify(record, digest=committed).proved
            record["chance"]["added"][0] = "unlucky horse"
            with pytest.raises(ValueError, match="did not come from the secret and the words"):
                verify(record)
    run(story())
