"""Firefox and WebKit by WebDriver: Debian's Firefox listens to its commands at a socket (Marionette), WebKit has a driver
that takes them by HTTP. Both go to pages, run script, and press with a real pointer and real keys."""

import json
import os
import re
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2

FIREFOX, WEBKIT_DRIVER, SCREEN = "/usr/bin/firefox-esr", "/usr/bin/WebKitWebDriver", "/usr/bin/Xvfb"
MINI_BROWSER = next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)
PATIENCE = 90.0                             # seconds

AIM = """
const all = document.querySelectorAll(arguments[0]), one = all[arguments[1] % all.length];
if (!one) return null;
one.scrollIntoView({block: "center", inline: "center"});
const box = one.getBoundingClientRect();
return [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)];
"""


def soon(what: Callable[[], Any], said: str = "", patience: float = PATIENCE) -> Any:
    """What `what` gives, as soon as it is something; else None, or a failure if there is something to say."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if given := what():
            return given
        time.sleep(0.05)
    assert not said, f"waited in vain: {said}"
    return None


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return int(taken.getsockname()[1])


class Driver(ABC):
    """A browser with one window."""

    @abstractmethod
    def go(self, url: str) -> None: ...

    @abstractmethod
    def run(self, script: str, *arguments: Any) -> Any:
        """The result of a script in the page."""

    @abstractmethod
    def act(self, source: dict[str, Any]) -> None:
        """Let a pointer or a keyboard do a row of things."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Make the page as wide as that."""

    @abstractmethod
    def said_while_loading(self, url: str) -> list[str]:
        """Errors that the browser writes to its console while it loads a page."""

    @abstractmethod
    def close(self) -> None: ...

    def count(self, css: str) -> int:
        return int(self.run("return document.querySelectorAll(arguments[0]).length", css) or 0)     # nothing between two pages

    def text(self, css: str) -> str:
        return str(self.run("return document.querySelector(arguments[0])?.textContent ?? ''", css))

    def wait(self, css: str) -> None:
        soon(lambda: self.count(css), f"{css} at {self.run('return location.pathname')}: {self.text('#say')}")

    def press(self, css: str, number: int = 0) -> None:
        """Press the middle of an element."""
        x, y = soon(lambda: self.run(AIM, css, number), f"{css} to press")
        self.act({"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": [
            {"type": "pointerMove", "duration": 0, "x": x, "y": y}, {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0}]})

    def key(self, key: str) -> None:
        self.act({"type": "key", "id": "keys", "actions": [{"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]})


class Firefox(Driver):
    """Firefox, spoken to as its own driver does: length, colon, [0, number, command, arguments]."""

    def __init__(self) -> None:
        self.profile = tempfile.TemporaryDirectory()
        port = free_port()
        Path(self.profile.name, "user.js").write_text(f'user_pref("marionette.port", {port});\n', encoding="utf-8")
        options = ["--headless", "--no-remote", "--marionette", "--remote-allow-system-access", "--profile", self.profile.name]
        self.process = subprocess.Popen([FIREFOX, *options], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.socket = soon(lambda: connected(port), "Firefox does not listen")
        self.stream, self.number = self.socket.makefile("rb"), 0
        self._read()
        self._do("WebDriver:NewSession", {})

    def _read(self) -> Any:
        size = b""
        while not size.endswith(b":"):
            size += self.stream.read(1)
        return json.loads(self.stream.read(int(size[:-1])))

    def _do(self, command: str, arguments: dict[str, Any]) -> Any:
        self.number += 1
        sent = json.dumps([0, self.number, command, arguments]).encode()
        self.socket.sendall(b"%d:%b" % (len(sent), sent))
        _, _, error, result = self._read()
        assert error is None, error
        return result

    def go(self, url: str) -> None:
        self._do("WebDriver:Navigate", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._do("WebDriver:ExecuteScript", {"script": script, "args": arguments})["value"]

    def act(self, source: dict[str, Any]) -> None:
        self._do("WebDriver:PerformActions", {"actions": [source]})

    def _of_the_browser(self, script: str) -> Any:
        self._do("Marionette:SetContext", {"value": "chrome"})
        try:
            return self.run(script)
        finally:
            self._do("Marionette:SetContext", {"value": "content"})

    def resize(self, width: int, height: int) -> None:
        """The window cannot be as small as a phone, but the page in it can."""
        self._do("WebDriver:SetWindowRect", {"width": width, "height": height + 100})
        self._of_the_browser(f"gBrowser.selectedBrowser.style.maxWidth = '{width}px'")
        soon(lambda: self.run("return innerWidth") == width, "the page does not become narrow")

    def said_while_loading(self, url: str) -> list[str]:
        self.go(url)
        heard = self._of_the_browser("""
            return Services.console.getMessageArray().filter((one) => one instanceof Ci.nsIScriptError
                && !(one.flags & Ci.nsIScriptError.warningFlag) && one.sourceName.startsWith("http://127.0.0.1"))
                .map((one) => one.toString());""")
        return [one for one in heard if "ServiceWorker intercepted" not in one]         # of a page that was left meanwhile

    def close(self) -> None:
        self.socket.close()
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


def connected(port: int) -> socket.socket | None:
    try:
        return socket.create_connection(("127.0.0.1", port), PATIENCE)
    except OSError:
        return None


class WebKit(Driver):
    """WebKit's own small browser on a screen that nobody sees."""

    def __init__(self) -> None:
        assert MINI_BROWSER is not None, "webkit2gtk-driver is not installed"
        self.folder = tempfile.TemporaryDirectory()
        style = Path(self.folder.name, "gtk-3.0", "gtk.css")
        style.parent.mkdir()
        style.write_text("* { margin: 0; border: 0; padding: 0; min-width: 0; }", encoding="utf-8")     # as narrow as a phone
        reading, writing = os.pipe()
        self.screen = subprocess.Popen([SCREEN, "-displayfd", str(writing), "-screen", "0", "1600x1200x24", "-nolisten", "tcp"],
                                       pass_fds=[writing], stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as told:
            self.environment = {**os.environ, "DISPLAY": f":{told.readline().strip()}", "HOME": self.folder.name,
                                "XDG_CONFIG_HOME": self.folder.name, "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}
        port = free_port()
        self.driver = subprocess.Popen([WEBKIT_DRIVER, f"--port={port}"], env=self.environment, stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
        self.http = httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE)
        self.session = f"/session/{soon(self._new_session, 'WebKit does not start')}"

    def _new_session(self) -> str | None:
        asked = {"browserName": "MiniBrowser",
                 "webkitgtk:browserOptions": {"binary": str(MINI_BROWSER), "args": ["--automation"]}}
        try:
            return str(self.http.post("/session", json={"capabilities": {"alwaysMatch": asked}}).json()["value"]["sessionId"])
        except httpx2.ConnectError:
            return None

    def _do(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.http.post(self.session + path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def go(self, url: str) -> None:
        self._do("/url", {"url": url})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._do("/execute/sync", {"script": script, "args": arguments})

    def act(self, source: dict[str, Any]) -> None:
        self._do("/actions", {"actions": [source]})

    def resize(self, width: int, height: int) -> None:
        self._do("/window/rect", {"width": width, "height": height, "x": 0, "y": 0})
        soon(lambda: self.run("return innerWidth") == width, "the page does not become narrow")

    def said_while_loading(self, url: str) -> list[str]:
        """By a browser without a driver, because then it writes down what it says."""
        loading = subprocess.run([MINI_BROWSER, "--exit-after-load", "--enable-write-console-messages-to-stdout=true",
                                  url], env=self.environment, capture_output=True, text=True, timeout=PATIENCE, check=True)
        return re.findall(".*CONSOLE.*", loading.stdout + loading.stderr)

    def close(self) -> None:
        self.http.delete(self.session)
        self.http.close()
        for process in (self.driver, self.screen):
            process.terminate()
            process.wait()
        self.folder.cleanup()
