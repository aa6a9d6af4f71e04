"""Tables that this version cannot open: a line in the lists, a sentence on their own page, and no trouble for anybody else."""

import sqlite3
from contextlib import closing

import pytest
from starlette.testclient import TestClient

from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.server.storage.sqlite import FILE
from marbletop.web.app import make_app
from marbletop.web.settings import Settings
from tests.server.old_folder import change_own_box, copy_old_folder, ids_of

pytestmark = pytest.mark.slow              # opens many houses

GAME = "marbleous"
LISTED = ids_of(game=GAME, stage="running", what="listed")[0]
NOT_INSTALLED, LOST, OLDER, DAMAGED = "isn&#39;t installed", "is no longer here", "can&#39;t continue it", "is damaged"


def client_of(folder):
    """A client of a server on this folder, without the listed tables of other games: the list must not be too long."""
    damage(folder, "UPDATE tables SET listed = 0 WHERE game NOT IN (?, 'chess')", GAME)
    return TestClient(make_app(Settings(folder), bots=ThreadBots(GAMES)))


def damage(folder, sql, *values):
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        assert database.execute(sql, values).rowcount > 0


@pytest.mark.parametrize(("sql", "sentence"), [
    ("UPDATE tables SET game = 'chess', about = json_set(about, '$.game', 'chess') WHERE id = ?", NOT_INSTALLED),
    ("UPDATE tables SET about = 'x' WHERE id = ?", DAMAGED),
    ("UPDATE tables SET about = '{}' WHERE id = ?", DAMAGED),
    ("UPDATE tables SET times = '[' WHERE id = ?", DAMAGED),
    ("UPDATE seats SET holder = '{\"flies\": 1}' WHERE table_id = ?", DAMAGED),
    ("UPDATE seats SET holder = '' WHERE table_id = ?", DAMAGED),
    ("UPDATE entries SET snapshot = x'0011' WHERE table_id = ?", DAMAGED),
    ("UPDATE entries SET snapshot = cast('{\"version\": 0, \"fields\": {}}' AS BLOB) WHERE table_id = ?", OLDER),
    ("DELETE FROM secrets WHERE table_id = ?", DAMAGED),
    ("UPDATE tables SET about = json_set(about, '$.options.flying', 'yes') WHERE id = ?", "flying"),
])
def test_a_table_that_cannot_be_opened_is_a_line_and_a_sentence(tmp_path, sql, sentence):
    damage(copy_old_folder(tmp_path), sql, LISTED)
    with client_of(tmp_path) as client:
        home = client.get("/")
        assert home.status_code == 200 and home.text.count("can&#39;t be opened") == 1
        page = client.get(f"/table/{LISTED}")
        assert page.status_code in (404, 409) and 'class="said"' in page.text and sentence in page.text
        for other in ids_of(game=GAME, stage="running", what="listed")[1:]:
            assert client.get(f"/table/{other}").status_code == 200
        assert client.get("/healthz").status_code == 200


def test_a_box_that_is_lost_takes_the_home_page_from_nobody(tmp_path, monkeypatch):
    change_own_box(monkeypatch, GAMES[GAME], tmp_path / "game", lambda text: text + "\n# A remark.\n")
    with client_of(copy_old_folder(tmp_path / "data")) as client:
        home = client.get("/")
        assert home.status_code == 200
        assert home.text.count("can&#39;t be opened") == len(ids_of(game=GAME, what="listed")) - len(
            ids_of(game=GAME, what="listed, folded"))
        page = client.get(f"/table/{LISTED}")
        assert page.status_code == 409 and LOST in page.text
        assert client.post(f"/now/{GAME}").status_code == 200
