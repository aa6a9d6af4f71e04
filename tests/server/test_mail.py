"""Mail for tables with days per move: to those who asked for it and confirmed it, once in a turn, and never to others."""

import re

import pytest

from marbletop.core.errors import MarbletopError
from marbletop.server.clock import DAYS, PER_MOVE, Clock
from marbletop.server.entries import Due
from marbletop.server.erasure import erase_guest, everything_kept
from marbletop.server.mail import PLAIN, MailServer
from marbletop.server.refusal import NotHere, Refused
from marbletop.server.seating import sit
from marbletop.server.storage.databases import backup
from marbletop.server.storage.files import restore
from marbletop.server.table import MAIL_WORK, MAILED_AFTER

from .helpers import ANN, BEN, Clockwork, house_in, run, work
from .post_office import post_office

pytestmark = pytest.mark.slow              # waits for a mail server

SITE = "https://games.example.org/"
ADDRESS = "ann@example.org"


def at(office):
    return MailServer(office.name, "games@example.org", security=PLAIN)


async def table_of_days(house, clock=None):
    table = await house.lobby.create(ANN, "connect_four", 2, clock=clock or Clock(DAYS, 2), listed=True)
    await sit(table, ANN, [0])
    await sit(table, BEN, [1])
    await table.deal(ANN.id)
    return table


async def subscribe(house, guest=ANN, address=ADDRESS):
    mail = await house.mail.ask(guest, address, SITE)
    await house.mail.send(mail)
    return link_in(mail)


def link_in(mail):
    return re.search(rf"{SITE}mail/(\S+)", mail.get_content())[1]


async def wait_a_minute(house, clock):
    clock.pass_by(MAILED_AFTER + 1)
    await work(house)


def test_a_mail_comes_once_in_a_turn_and_only_when_it_was_confirmed(tmp_path):
    clock = Clockwork()

    async def story():
        with post_office() as office:
            async with house_in(tmp_path, now=clock, mail=at(office)) as house:
                table = await table_of_days(house)
                confirm = await subscribe(house)
                await wait_a_minute(house, clock)
                assert [mail["Subject"] for mail in office.mails] == ["Confirm your address for Marbletop"]
                assert await house.mail.use_link(confirm) == "confirm"
                await table.play(ANN.id, 3, table.position)
                await wait_a_minute(house, clock)
                assert len(office.mails) == 1, "it is Ben's move, and he asked for nothing"
                await table.play(BEN.id, 2, table.position)
                await work(house)
                assert len(office.mails) == 1, "who plays on at once gets no mail"
                await wait_a_minute(house, clock)
                told = office.mails[-1]
                assert (len(office.mails), told["To"], told["Subject"]) == (2, ADDRESS, "Your move: Connect Four")
                assert f"{SITE}table/{table.id}" in told.get_content() and "with Ben" in told.get_content()
                await house.storage.add_due(table.id, due_again(table))
                await wait_a_minute(house, clock)
                assert len(office.mails) == 2, "once in a turn, however often it is due"
                assert await house.mail.use_link(link_in(told)) == "stop"
                assert told["List-Unsubscribe"] == f"<{SITE}mail/{link_in(told)}>"
                await table.play(ANN.id, 3, table.position)
                await table.play(BEN.id, 2, table.position)
                await wait_a_minute(house, clock)
                assert len(office.mails) == 2
                with pytest.raises(NotHere):
                    await house.mail.use_link(confirm)
    run(story())


def due_again(table):
    return Due(MAIL_WORK, table.player, table.position, table.room.now())


def test_who_is_at_the_table_or_plays_with_another_clock_gets_none(tmp_path):
    clock = Clockwork()

    async def story():
        with post_office() as office:
            async with house_in(tmp_path, now=clock, mail=at(office)) as house:
                await house.mail.use_link(await subscribe(house))
                await table_of_days(house, Clock(PER_MOVE, 3600))
                table = await table_of_days(house)
                async with house.lobby.connection(table, ANN):
                    await wait_a_minute(house, clock)
                return len(office.mails)
    assert run(story()) == 1


def test_a_mail_server_that_fails_is_tried_again_and_stops_no_table(tmp_path):
    clock = Clockwork()

    async def story():
        with post_office() as office:
            async with house_in(tmp_path, now=clock, mail=at(office)) as house:
                await house.mail.use_link(await subscribe(house))
                table, office.refuses = await table_of_days(house), True
                await wait_a_minute(house, clock)
                assert len(office.mails) == 1
                await table.play(ANN.id, 3, table.position)
                await table.play(BEN.id, 2, table.position)
                await wait_a_minute(house, clock)
                office.refuses = False
                await wait_a_minute(house, clock)
                await wait_a_minute(house, clock)
                return [mail["Subject"] for mail in office.mails]
    assert run(story()) == ["Confirm your address for Marbletop", "Your move: Connect Four"]


def test_addresses_are_erased_exported_and_backed_up(tmp_path):
    async def story():
        with post_office() as office:
            async with house_in(tmp_path / "a", mail=at(office)) as house:
                await house.mail.use_link(await subscribe(house))
                assert ADDRESS in str(await everything_kept(house, ANN))
                backup(tmp_path / "a", tmp_path / "copy")
                await erase_guest(house, ANN)
                assert await house.mail.subscription(ANN.id) is None
            restore(tmp_path / "b", tmp_path / "copy")
            async with house_in(tmp_path / "b", mail=at(office)) as house:
                assert (await house.mail.subscription(ANN.id)).confirmed
    run(story())


@pytest.mark.parametrize("address", ["", "ann", "ann@localhost", "ann@example.org\nBcc: bo@example.org", "a b@example.org",
                                     "<ann@example.org>", f"{'a' * 300}@example.org"])
def test_what_is_no_address_is_refused(tmp_path, address):
    async def story():
        async with house_in(tmp_path, mail=MailServer("127.0.0.1:9", "games@example.org")) as house:
            with pytest.raises(Refused):
                await house.mail.ask(ANN, address, SITE)
    run(story())


@pytest.mark.parametrize("settings", [("mail.example.org", ""), ("mail.example.org", "nobody"), ("a b", "x@example.org"),
                                      ("mail.example.org", "x@example.org", "", "", "ssl")])
def test_settings_that_cannot_work_are_refused(settings):
    with pytest.raises(MarbletopError):
        MailServer(*settings)
