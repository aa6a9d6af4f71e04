"""Who sits where: people, bots, nobody; several seats for one person; leaving and coming back; rematches."""

import pytest

from marbletop.server.refusal import NotHere, Refused
from marbletop.server.seating import come_back, free_seat, leave, put_bot, sit
from marbletop.server.table_view import cover, log_since, look, uncover, viewing_seat

from .helpers import ANN, BEN, CAT, DAN, Clockwork, house_in, run, table_of, work
from .stepping import END, PASS, PEEK, STEP


def test_seats_are_for_people_bots_or_nobody(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "stepping", 3, listed=True)
            await sit(table, BEN, [1])
            with pytest.raises(Refused, match="Still empty: Seat 1, Seat 3"):
                await table.deal(ANN.id)
            with pytest.raises(Refused, match="Only the host or a player"):
                await table.deal(CAT.id)
            with pytest.raises(Refused, match="Ben is already sitting there"):
                await sit(table, ANN, [1])
            with pytest.raises(Refused, match="no seat 7"):
                await sit(table, ANN, [7])
            await put_bot(table, BEN.id, 2, "strong")
            await free_seat(table, ANN.id, 2)
            await put_bot(table, ANN.id, 2, "beginner")
            with pytest.raises(Refused, match="Only the host"):
                await put_bot(table, BEN.id, 2, "strong")
            with pytest.raises(Refused, match="no bot level called 'godlike'"):
                await put_bot(table, ANN.id, 2, "godlike")
            await sit(table, ANN, [0])
            await table.deal(BEN.id)
            assert table.names == ["Ann", "Ben", "Seat 3 (bot)"]
            with pytest.raises(Refused, match="Ben is already sitting there"):
                await put_bot(table, ANN.id, 1, "beginner")
    run(story())


def test_who_leaves_is_replaced_and_comes_back(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            await leave(table, ANN.id)
            assert table.names == ["Ann (bot)", "Ben"] and table.bot_decides
            await work(house)
            assert table.player == 1
            with pytest.raises(Refused, match="kept for Ann"):
                await sit(table, CAT, [0])
            await come_back(table, ANN)
            assert table.names == ["Ann", "Ben"] and table.seats_of(ANN.id) == [0]
            await leave(table, ANN.id, for_good=True)
            await sit(table, CAT, [0])
            assert table.names == ["Cat", "Ben"]
            with pytest.raises(Refused, match="Cat is already sitting there"):
                await sit(table, ANN, [0])
    run(story())


def test_before_the_deal_a_seat_that_is_left_is_free(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN], deal=False)
            await leave(table, BEN.id)
            await sit(table, CAT, [1])
            assert table.names == ["Ann", "Cat"]
    run(story())


def test_who_saw_one_hand_takes_no_other_seat(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN, "beginner", "beginner"])
            with pytest.raises(Refused, match=r"already seen what .*2"):
                await sit(table, BEN, [2])
            await leave(table, BEN.id, for_good=True)
            with pytest.raises(Refused, match=r"already seen what .*2"):
                await sit(table, BEN, [2])
            await sit(table, BEN, [1])
            await sit(table, CAT, [2, 3])
            assert table.seats_of(CAT.id) == [2, 3]
        async with house_in(tmp_path) as house:
            table = await house.lobby.open(table.id)
            await leave(table, CAT.id, for_good=True)
            await leave(table, ANN.id, for_good=True)
            with pytest.raises(Refused, match=r"already seen what .*3 and .*4"):
                await sit(table, CAT, [0])
            open_game = await table_of(house, "connect_four", [ANN, "beginner"])
            await sit(open_game, ANN, [1])
            assert open_game.seats_of(ANN.id) == [0, 1]
    run(story())


def test_a_curtain_falls_between_hands_on_one_device(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, ANN, BEN])
            seen = await look(table, ANN.id)
            assert (seen.seat, seen.curtain, seen.legal) == (-1, 0, ()) and seen.view.secret == [0, 0, 0, 0]
            assert all(not note.details for entry in await log_since(table, ANN.id) for note in entry.notes)
            uncover(table, ANN.id, 0)
            seen = await look(table, ANN.id)
            assert (seen.seat, seen.curtain) == (0, None) and seen.view.secret[0] and not seen.view.secret[1] and seen.legal
            await table.play(ANN.id, PASS, table.position)
            assert viewing_seat(table, ANN.id) == (-1, 1)
            uncover(table, ANN.id, 1)
            assert viewing_seat(table, ANN.id) == (1, None)
            cover(table, ANN.id)
            assert viewing_seat(table, ANN.id) == (-1, 1)
            with pytest.raises(Refused, match="isn't your seat"):
                uncover(table, ANN.id, 2)
            assert viewing_seat(table, BEN.id) == (2, None)
    run(story())


def test_spectators_see_what_everybody_may(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN])
            await table.play(ANN.id, PEEK, table.position)
            seen = await look(table, CAT.id)
            assert seen.seat == -1 and seen.legal == () and not any(seen.view.secret) and not seen.seats[0].yours
            log = await log_since(table, CAT.id)
            assert all(note.details == () for entry in log for note in entry.notes if note.whispered_to is not None)
            assert [entry.data for entry in log if entry.kind == "action"] == [{}]
            assert [e.data["text"] for e in await log_since(table, ANN.id) if e.kind == "action"] == ["peek"]
    run(story())


def test_private_tables_need_a_link(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "toy", 2)
            assert len(table.id) >= 22 and await house.lobby.listed_tables() == []
            with pytest.raises(NotHere, match="invitation link"):
                await sit(table, BEN, [0])
            with pytest.raises(NotHere, match="need its link"):
                await look(table, BEN.id)
            with pytest.raises(NotHere, match="doesn't lead"):
                await house.lobby.admit(table, BEN, "guess")
            assert await house.lobby.admit(table, BEN, table.about.watch_token) == "watch"
            assert (await look(table, BEN.id)).stage == "open"
            assert (await look(table, BEN.id)).links == {"watch": table.about.watch_token}
            assert (await look(table, ANN.id)).links["join"] == table.about.join_token and (await look(table, ANN.id)).host
            with pytest.raises(NotHere):
                await sit(table, BEN, [0])
            assert await house.lobby.admit(table, BEN, table.about.join_token) == "join"
            await sit(table, BEN, [0])
            assert await house.lobby.admit(table, BEN, table.about.watch_token) == "watch"
            id = table.id
        async with house_in(tmp_path) as house:
            table = await house.lobby.open(id)
            await sit(table, BEN, [1])
            assert [summary.about.id for summary in await house.lobby.tables_of(BEN)] == [id]
    run(story())


def test_listed_tables_have_four_letters_and_are_found(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await house.lobby.create(ANN, "toy", 2, listed=True)
            assert len(table.id) == 4 and table.id.isupper()
            assert [summary.about.id for summary in await house.lobby.listed_tables()] == [table.id]
    run(story())


def test_a_rematch_moves_the_start_and_the_score_goes_on(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "stepping", [ANN, BEN, "strong"])
            with pytest.raises(Refused, match="isn't over"):
                await house.lobby.rematch(table, ANN.id)
            await table.play(ANN.id, STEP, table.position)
            await table.play(ANN.id, END, table.position)
            with pytest.raises(Refused, match="don't have a seat"):
                await house.lobby.rematch(table, DAN.id)
            second = await house.lobby.rematch(table, BEN.id)
            assert (await house.lobby.rematch(table, ANN.id)) is second and (await look(table, ANN.id)).next == second.id
            assert second.names == ["Ben", "Seat 2 (bot)", "Ann"] and second.about.commitment != table.about.commitment
            await second.deal(BEN.id)
            for action in (STEP, STEP, END):
                await second.play(BEN.id, action, second.position)
            third = await house.lobby.rematch(second, ANN.id)
            score = await house.lobby.score(third)
            assert [(row.name, row.games, row.wins, row.points) for row in score] == [
                ("Seat 1 (bot)", 2, 0, 0), ("Ann", 2, 1, 1), ("Ben", 2, 1, 2)]
    run(story())


def test_who_loses_the_connection_is_replaced_after_a_while(tmp_path):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time) as house:
            table = await table_of(house, "stepping", [ANN, BEN], away_after=60)
            async with house.lobby.connection(table, BEN):
                async with house.lobby.connection(table, ANN):
                    pass
                time.pass_by(50)
                async with house.lobby.connection(table, ANN):
                    time.pass_by(50)
                    await work(house)
                    assert table.names == ["Ann", "Ben"], "she came back in time"
                time.pass_by(61)
                await house.due.take()
                await house.due.settle()
                assert table.names == ["Ann (bot)", "Ben"]
                async with house.lobby.connection(table, ANN) as waiter:
                    assert table.names == ["Ann", "Ben"]
                    await table.play(ANN.id, STEP, table.position)
                    assert await waiter.wait(1)
            time.pass_by(1000)
            await house.due.take()
            await house.due.settle()
            kinds = [holder.kind for holder in table.holders]
            assert sorted(kinds) == ["bot", "person"], "nobody waits for the last one"
            one, other = [ANN, BEN] if kinds[0] == "bot" else [BEN, ANN]
            async with house.lobby.connection(table, one):
                time.pass_by(61)
                await house.due.take()
                await house.due.settle()
                assert table.seats_of(other.id) == [], "now somebody does"
    run(story())


def test_after_a_start_people_have_time_to_come_back(tmp_path):
    async def story():
        time = Clockwork()
        async with house_in(tmp_path, now=time) as house:
            table = await table_of(house, "stepping", [ANN, BEN], away_after=60)
        async with house_in(tmp_path, now=time) as house:
            await house.storage.expect_people("away", time())
            table = await house.lobby.open(table.id)
            await work(house)
            assert table.names == ["Ann", "Ben"]
            async with house.lobby.connection(table, BEN):
                time.pass_by(61)
                await house.due.take()
                await house.due.settle()
                assert table.names == ["Ann (bot)", "Ben"]
    run(story())


def test_phrases_are_said(tmp_path):
    async def story():
        async with house_in(tmp_path) as house:
            table = await table_of(house, "toy", [ANN, BEN])
            with house.room.bus.listen(table.id) as waiter:
                await house.lobby.say(table, BEN.id, "hello")
                assert await waiter.wait(1) and not await waiter.wait(0.01)
            assert [(said.seat, said.phrase) for said in await house.lobby.phrases_said(table)] == [(1, "hello")]
            with pytest.raises(Refused, match="one of the phrases"):
                await house.lobby.say(table, ANN.id, "<script>")
            with pytest.raises(Refused, match="don't have a seat"):
                await house.lobby.say(table, CAT.id, "hello")
            for _ in range(60):
                await house.lobby.say(table, ANN.id, "oops")
            assert len(await house.lobby.phrases_said(table)) == 50
            assert len(await house.lobby.phrases_said(table, after=58)) == 2
    run(story())
