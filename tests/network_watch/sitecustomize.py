"""Writes down whom a process and its children contact. Python imports this at its start if its folder is on PYTHONPATH."""

import os
import socket
import sys

HERE = ("127.", "::1", "localhost")


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Note every address but this machine's. A datagram socket that connects sends nothing."""
    if event == "socket.getaddrinfo":
        note(event, arguments[0])
    elif event in ("socket.connect", "socket.sendto", "socket.sendmsg"):
        own, address = arguments
        if isinstance(address, tuple) and not (event == "socket.connect" and own.type == socket.SOCK_DGRAM):
            note(event, address[0])


def note(event: str, host: object) -> None:
    if host and not str(host).startswith(HERE):
        line = f"{event} {host} by {' '.join(sys.argv)}\n"
        file = os.open(os.environ["NETWORK_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(file, line.encode())
        os.close(file)


if "NETWORK_LOG" in os.environ:
    sys.addaudithook(watch)
