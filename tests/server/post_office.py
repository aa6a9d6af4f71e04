"""A mail server for tests: it takes what it is given, unless it is told to refuse."""

import socketserver
import threading
from contextlib import contextmanager
from email import message_from_bytes, policy


class Caller(socketserver.StreamRequestHandler):
    def handle(self):
        office, mail = self.server.office, None
        self.reply("220 hello")
        for line in self.rfile:
            if mail is not None and line == b".\r\n":
                office.mails.append(message_from_bytes(b"".join(mail), policy=policy.default))
                mail = None
                self.reply("250 thanks")
            elif mail is not None:
                mail.append(line)
            elif line[:4].upper() == b"DATA":
                mail = [] if not office.refuses else None
                self.reply("354 go on" if not office.refuses else "451 not now")
            else:
                self.reply("221 bye" if line[:4].upper() == b"QUIT" else "250 fine")

    def reply(self, text):
        self.wfile.write(f"{text}\r\n".encode())


class PostOffice:
    def __init__(self):
        self.mails, self.refuses = [], False
        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Caller)
        self.server.daemon_threads, self.server.office = True, self
        self.name = f"127.0.0.1:{self.server.server_address[1]}"


@contextmanager
def post_office():
    office = PostOffice()
    threading.Thread(target=office.server.serve_forever, daemon=True).start()
    yield office
    office.server.shutdown()
    office.server.server_close()
