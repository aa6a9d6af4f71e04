"""An attacker who holds as many connections as they can: streams, halves of requests, and connections that idle."""

import resource
import socket
import threading
import time
from contextlib import contextmanager

AGAIN, PAUSE = 20, 0.1                      # connections that are opened again at a time, and the seconds between
FEW = 256                                   # descriptors that the test itself needs


@contextmanager
def many_files(wanted):
    """Let this process have so many open files, if the system allows; how many connections that allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    allowed = max(soft, min(hard, wanted + FEW))
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
    try:
        yield min(wanted, allowed - FEW)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Attack(threading.Thread):
    """Opens connections from some addresses as fast as it can, and then, less hastily, others in place of those that the
    server has closed. `asks` are the bytes that they begin with, by turns."""

    def __init__(self, port, asks, wanted, addresses=("127.0.0.1",)):
        super().__init__(daemon=True)
        self.port, self.asks, self.wanted, self.addresses = port, asks, wanted, addresses
        self.opened, self.failed, self._held, self._ended = 0, 0, [], threading.Event()

    def __enter__(self):
        self.start()
        while self.opened + self.failed < self.wanted:
            time.sleep(0.02)
        return self

    def __exit__(self, *error):
        self._ended.set()
        self.join()

    def run(self):
        while self.opened + self.failed < self.wanted:
            self._open()
        while not self._ended.wait(PAUSE):
            self._drop_closed()
            for _ in range(min(AGAIN, self.wanted - len(self._held))):
                self._open()
        for one in self._held:
            one.close()

    def _open(self):
        number = self.opened + self.failed
        one = socket.socket()
        try:
            one.settimeout(5)
            one.bind((self.addresses[number % len(self.addresses)], 0))
            one.connect(("127.0.0.1", self.port))
            one.sendall(self.asks[number % len(self.asks)])
            one.setblocking(False)
            self._held.append(one)
            self.opened += 1
        except OSError:
            self.failed += 1
            one.close()

    def _drop_closed(self):
        """Give up what the server has closed."""
        before = self._held
        self._held = [one for one in before if not is_closed(one)]
        for one in set(before) - set(self._held):
            one.close()

    @property
    def held(self):
        return sum(not is_closed(one) for one in list(self._held))


def is_closed(one):
    """Whether the server has closed a connection; what it has sent is thrown away."""
    try:
        while one.fileno() >= 0:
            if not one.recv(65536):
                return True
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True
