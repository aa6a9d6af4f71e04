"""What strangers send costs them an error, and everybody else nothing."""

import statistics
import threading
import time

import httpx2
import pytest

from .worst_inputs import boxes, records

PAUSE = 0.02                                # seconds between two questions of the other visitor
MOST = 0.3                                  # seconds that the worst input may add to an answer for others


class Watch:
    """Another visitor, who asks again and again whether the server is well."""

    def __init__(self, address):
        self.address, self.seconds, self._done = address, [], threading.Event()

    def __enter__(self):
        self._done.clear()
        self._thread = threading.Thread(target=self._ask)
        self._thread.start()
        return self

    def __exit__(self, *error):
        self._done.set()
        self._thread.join()

    def _ask(self):
        with httpx2.Client(base_url=self.address, timeout=120) as client:
            while not self._done.wait(PAUSE):
                begun = time.perf_counter()
                assert client.get("/healthz").status_code == 200
                self.seconds.append(time.perf_counter() - begun)

    @property
    def slow(self):
        """What nineteen answers of twenty do not exceed."""
        return statistics.quantiles(self.seconds, n=20)[-1]


@pytest.mark.slow
@pytest.mark.xdist_group("strangers")
def test_the_worst_files_delay_nobody_else(own_server):
    with Watch(own_server.address) as before:
        time.sleep(2)
    answers = {}
    with Watch(own_server.address) as watch, guest(own_server) as client:
        for name, text in boxes().items():
            answers[name] = client.post("/new", data={"game": "marbleous", "seats": "2", "seat0": "me", "seat1": "me",
                                                      "box": "own", "box_text": text})
    with watch, guest(own_server) as client:
        for name, data in records().items():
            answers[name] = client.post("/records", files={"record": ("game.json", data)})
    assert len(watch.seconds) > 100
    assert watch.slow < before.slow + MOST, f"{watch.slow:.3f} s, {before.slow:.3f} s before, worst {max(watch.seconds):.3f} s"
    opened = {name for name, answer in answers.items() if answer.status_code == 200}
    assert opened <= {"a long game", "no entries", "long names"}
    assert {answer.status_code for answer in answers.values()} <= {200, 400, 409, 413}


def guest(server):
    """A new guest: each may send thirty files at once."""
    return httpx2.Client(base_url=server.address, timeout=120, follow_redirects=True)
