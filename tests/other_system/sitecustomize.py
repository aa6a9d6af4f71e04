"""Takes away what Windows lacks. Python imports this module at its start if its folder is on PYTHONPATH."""

import asyncio
import os
import signal
import sys
import warnings
from contextlib import suppress

with suppress(ImportError):
    import platformdirs  # noqa: F401  it asks for the system first, and this one is not Windows

MODULES = ("fcntl", "resource", "pwd", "grp", "termios", "tty", "pty", "readline", "curses", "_curses", "syslog", "crypt",
           "spwd", "nis", "_posixshmem", "uvloop")
FUNCTIONS = ("killpg", "getpgid", "setsid", "getuid", "geteuid", "getgid", "fchmod", "fchown", "chown", "sched_getaffinity",
             "sched_setaffinity", "nice", "getloadavg", "mkfifo", "pread", "pwrite")
SIGNALS = ("SIGKILL", "SIGHUP", "SIGUSR1", "SIGUSR2", "SIGALRM", "SIGCHLD", "SIGQUIT")


class NotOnWindows:
    """A finder that finds nothing where Windows has nothing."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name in MODULES:
            raise ImportError(f"Windows has no {name}", name=name)


def refuse_shared_memory(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and str(arguments[0]).startswith("/dev/shm"):
        raise FileNotFoundError(2, "No such file or directory", arguments[0])


def refuse(*_: object) -> None:
    raise NotImplementedError("Windows has no signal handlers of event loops")


for module in MODULES:
    sys.modules.pop(module, None)
sys.meta_path.insert(0, NotOnWindows)
for name in FUNCTIONS:
    if hasattr(os, name):
        delattr(os, name)
for name in SIGNALS:
    if name not in ("SIGKILL", "SIGCHLD"):              # the standard library's own POSIX code needs these two here
        delattr(signal, name)
sys.addaudithook(refuse_shared_memory)
asyncio.SelectorEventLoop.add_signal_handler = refuse
warnings.filterwarnings("error", category=EncodingWarning, module=r"marbletop(\.|$)")
