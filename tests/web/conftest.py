"""A running server with its own data folder, and a browser."""

import itertools
import os
import re
import resource
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect, sync_playwright

CHROMIUM = "/usr/bin/chromium-headless-shell"           # the same pages for a third of the work of the whole browser
PATIENCE = 60_000                           # milliseconds: the machine may have much else to do
expect.set_options(timeout=PATIENCE)
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]
ADDRESSES = map("10.0.{0[0]}.{0[1]}".format, itertools.product(range(256), range(1, 255)))      # of people


class Serving:
    """`marbletop serve` in a process of its own, which can be killed and started again at the same port."""

    def __init__(self, folder: Path, *arguments: str, files: int = 0, program: str = "marbletop"):
        self.folder, self.arguments, self.files, self.port, self.program = folder, arguments, files, 0, program
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", self.program, "serve", "--no-browser", "--port", str(self.port),
                   "--data", str(self.folder)]
        self.process = subprocess.Popen([*command, *self.arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        text=True, env={**os.environ, "PYTHONUNBUFFERED": "1", "COLUMNS": "200"},
                                        preexec_fn=self._limit_files if self.files else None)
        assert self.process.stdout
        said = ""
        for line in self.process.stdout:
            said += line
            if found := re.search(r"ready: (https?)://[\d.]+:(\d+)(\S*?)/", line):
                self.port, self.address = int(found[2]), f"{found[1]}://127.0.0.1:{found[2]}{found[3]}"
                break
        else:
            raise AssertionError(f"the server did not start: {said}")
        self.said = said
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _limit_files(self) -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.said += line

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def stop(self, seconds: float = 8) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(seconds)


@pytest.fixture(scope="session")
def serving(tmp_path_factory):
    server = Serving(tmp_path_factory.mktemp("tables"), "--proxies", "127.0.0.1")
    yield server
    server.stop()
    assert "Traceback" not in server.said


@pytest.fixture
def own_server(tmp_path):
    """A server for one test, which may end it."""
    server = Serving(tmp_path)
    yield server
    server.kill()


@pytest.fixture(scope="module")             # while playwright runs, no other test of the process can run an event loop
def browser():
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield chromium
        chromium.close()


def pytest_collection_modifyitems(items):
    """Tests that use a browser are marked so; `make check` leaves them out."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


def is_elsewhere(address: str) -> bool:
    """Whether a request goes to another machine: no page of ours may make one."""
    return urlsplit(address).hostname not in (None, "127.0.0.1", "localhost")


@pytest.fixture
def complaints():
    """What the browser complains of, in all pages of a test: there must be nothing."""
    heard: list[str] = []
    yield heard
    assert heard == []


@pytest.fixture
def new_page(browser, complaints):
    """Pages of different people, each at an address of their own, since one address may only bring so many people; what the
    browser complains of is heard, and so is every request to another machine."""
    contexts = []

    def make(width=1280, height=800, reduced_motion="reduce", forced="off", worker=False, **more):
        context = browser.new_context(viewport={"width": width, "height": height}, reduced_motion=reduced_motion,
                                      extra_http_headers={"X-Forwarded-For": next(ADDRESSES)}, **more)
        context.add_cookies([{"name": "forced", "value": forced, "domain": "127.0.0.1", "path": "/"}])
        contexts.append(context)
        if not worker:                      # else requests of pages are not those that a test can hold up or count
            context.add_init_script("delete Navigator.prototype.serviceWorker")
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        context.on("request", lambda request: complaints.append(request.url) if is_elsewhere(request.url) else None)
        return page

    yield make
    for context in contexts:
        context.close()
