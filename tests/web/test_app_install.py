"""Installing as an app: the manifest, the worker that keeps static files only, the page without a connection, HTTPS."""

import shutil
import ssl
import subprocess
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect
from starlette.testclient import TestClient

from marbletop.core.errors import MarbletopError
from marbletop.games import GAMES
from marbletop.server.bots import ThreadBots
from marbletop.web.app import make_app
from marbletop.web.serve import check_certificate
from marbletop.web.settings import Settings

from .conftest import Serving
from .people import READY, sit_with_bots, wait_until

pytestmark = pytest.mark.xdist_group("browser")
KEPT = """async () => {
  const found = [];
  for (const name of await caches.keys())
    for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url));
  return found.map((url) => url.pathname + url.search);
}"""


@pytest.mark.parametrize("base", ["", "/games"])
def test_the_manifest_names_icons_that_are_there(tmp_path, base):
    with TestClient(make_app(Settings(tmp_path, base=base), bots=ThreadBots(GAMES), run=False)) as client:
        page = client.get(f"{base}/")
        assert f'rel="manifest" href="{base}/manifest.webmanifest"' in page.text
        manifest = client.get(f"{base}/manifest.webmanifest", headers={"Accept-Language": "de"}).json()
        assert manifest["scope"] == manifest["start_url"] == f"{base}/" and manifest["lang"] == "de"
        for icon in manifest["icons"]:
            assert client.get(icon["src"]).content.startswith(b"\x89PNG")
        policy = page.headers["content-security-policy"]
        assert policy.startswith("default-src 'self';") and "unsafe" not in policy, "which goes for manifest and worker too"


def test_the_worker_may_change_at_any_time_and_the_page_without_a_connection_names_nobody(tmp_path):
    with TestClient(make_app(Settings(tmp_path), bots=ThreadBots(GAMES), run=False)) as client:
        worker = client.get("/service-worker.js")
        assert worker.headers["cache-control"] == "no-cache" and worker.headers["content-type"].startswith("text/javascript")
        client.post("/name", data={"name": "Ruth"})
        offline = client.get("/offline").text
        assert "No connection" in offline and "Ruth" not in offline


def test_without_a_server_an_honest_page_is_shown_and_no_table_was_kept(own_server, new_page, complaints):
    page = new_page(worker=True)
    page.goto(own_server.address)
    page.evaluate("navigator.serviceWorker.ready")
    wait_until(page, "Boolean(navigator.serviceWorker.controller)")
    sit_with_bots(page, own_server.address, "connect_four", seat1="beginner")
    page.wait_for_selector(READY)
    kept = page.evaluate(KEPT)
    assert "/offline" in kept and any(path.startswith("/static/table.js?v=") for path in kept)
    assert [path for path in kept if path != "/offline" and not path.startswith("/static/")] == []
    table = page.url
    own_server.kill()
    page.goto(table)
    expect(page.get_by_role("heading", level=1)).to_have_text("No connection")
    own_server.start()
    page.get_by_role("link", name="Try again").click()
    expect(page.locator(READY)).to_be_visible()
    complaints[:] = [one for one in complaints if "ERR_CONNECTION_REFUSED" not in one and "Failed to fetch" not in one
                     and "ERR_INCOMPLETE_CHUNKED_ENCODING" not in one and "ERR_FAILED" not in one]


def test_no_worker_where_the_context_is_not_secure(serving, new_page):
    page = new_page(worker=True)
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(serving.address)
    page.wait_for_load_state()
    assert page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    expect(page.locator("#install")).to_be_hidden()


@pytest.fixture
def certificate(tmp_path):
    if shutil.which("openssl") is None:
        pytest.skip("openssl makes the certificate of this test")
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "2",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


@pytest.mark.slow
def test_https_with_ones_own_certificate(tmp_path, certificate):
    cert, key = certificate
    server = Serving(tmp_path / "data", "--cert", str(cert), "--key", str(key))
    try:
        assert server.address.startswith("https://")
        with urlopen(f"{server.address}/healthz", context=ssl.create_default_context(cafile=cert)) as answer:
            assert answer.status == 200
    finally:
        server.kill()


def test_wrong_files_are_told_before_the_start(tmp_path, certificate):
    cert, key = certificate
    with pytest.raises(MarbletopError, match="both files"):
        Settings(tmp_path, cert=cert)
    for wrong in ((key, cert), (tmp_path / "none", key)):
        with pytest.raises(MarbletopError, match="no certificate with its key"):
            check_certificate(Settings(tmp_path, cert=wrong[0], key=wrong[1]))
