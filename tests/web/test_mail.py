"""Asking for mail on one's own page, and the links in mails."""

import re

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.mail import PLAIN, MailServer
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.server.post_office import post_office

pytestmark = pytest.mark.slow              # waits for a mail server


@pytest.fixture
def office():
    with post_office() as office:
        yield office


@pytest.fixture
def client(tmp_path, office):
    mail = MailServer(office.name, "games@example.org", security=PLAIN)
    with TestClient(make_app(Settings(tmp_path, lan="http://192.168.1.2:8000/", mail=mail), bots=ThreadBots(GAMES), run=False)
                    ) as client:
        client.post("/name", data={"name": "Ruth"})
        yield client


def test_an_address_is_given_confirmed_and_deleted(client, office):
    assert 'id="mail-ask"' in client.get("/me").text and "e-mail address, until you stop it" in client.get("/privacy").text
    assert "We have sent a mail to ruth@example.org" in client.post("/me/mail", data={"address": "ruth@example.org"}).text
    mail, = office.mails
    link = re.search(r"http://192.168.1.2:8000(/mail/\S+)", mail.get_content())[1]
    client_cookies = dict(client.cookies)
    client.cookies.clear()                  # on the device where the mail is read nobody knows Ruth
    assert 'id="mail-yes"' in client.get(link).text
    client.cookies.update(client_cookies)
    assert "Open the link in it" in client.get("/me").text, "looking at a link confirms nothing"
    assert "Your address is confirmed" in client.post(link).text
    assert "at most one per turn" in client.get("/me").text
    assert "ruth@example.org" in client.get("/me/profile.json").text
    client.post("/me/mail")
    assert 'id="mail-ask"' in client.get("/me").text and client.get(link).status_code == 404


def test_a_mail_that_cannot_be_sent_is_said_and_leaves_nothing(client, office):
    office.refuses = True
    assert client.post("/me/mail", data={"address": "ruth@example.org"}).status_code == 409
    assert 'id="mail-ask"' in client.get("/me").text


def test_nobody_can_send_many_mails(client, office):
    answers = [client.post("/me/mail", data={"address": f"x{number}@example.org"}).status_code for number in range(6)]
    assert answers == [200] * 4 + [429] * 2 and len(office.mails) == 4


def test_a_table_with_days_per_move_leads_there(client):
    for clock, offered in (("days1", True), ("none", False)):
        form = {"game": "connect_four", "seats": "2", "seat0": "me", "seat1": "steady", "clock": clock}
        assert ('id="mail-link" href="/me#mail"' in client.post("/new", data=form).text) == offered


def test_links_that_nobody_made_do_nothing(client):
    assert client.get("/mail/x").status_code == client.post("/mail/x").status_code == 404


def test_without_a_mail_server_nothing_is_offered(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES), run=False)) as client:
        client.post("/name", data={"name": "Ruth"})
        assert 'id="mail"' not in client.get("/me").text and "no e-mail addresses" in client.get("/privacy").text
        assert client.post("/me/mail", data={"address": "ruth@example.org"}).status_code == 404
