"""Tables with a position that a test has set up: written into the storage of a server while it is down."""

import sqlite3
from contextlib import closing

import httpx2

from marbletop.games import GAMES
from marbletop.server.entries import write_snapshot
from marbletop.server.storage.sqlite import FILE

MOST_TABLES = 24                            # of one person: the server lets nobody have many more


class SetUp:
    """Tables of one or more people on a server, each with a bot, and the cookies to sit down at them."""

    def __init__(self, serving):
        self.serving = serving
        self.tables, self.clients = {}, {}

    def open(self, name, game, position, seats=2, **options):
        """Open a table that will stand so."""
        form = {"game": game, "seats": str(seats), "seat0": "me", "listed": "yes",
                **{f"seat{seat}": "beginner" for seat in range(1, seats)},
                **{f"option_{option}": str(value) for option, value in options.items()}}
        if len(self.tables) % MOST_TABLES == 0:
            self.somebody_new()
        path = self.client.post("/new", data=form).url.path
        self.tables[name], self.clients[name] = (path, game, position, seats, options), self.client

    def somebody_new(self):
        """Open the tables that follow for another person."""
        self.client = httpx2.Client(base_url=self.serving.address, follow_redirects=True, timeout=30)

    def write(self):
        """Put the positions in the place of those that the tables have, and start the server again."""
        self.serving.kill()
        with closing(sqlite3.connect(self.serving.folder / FILE)) as connection:
            for path, game, text, seats, options in self.tables.values():
                id, kind = path.rpartition("/")[2], GAMES[game]
                box = kind.make_box(kind.read_options(options), seats, kind.components())
                state = kind.notation.read_position(text, box)
                connection.execute("UPDATE entries SET snapshot = ? WHERE table_id = ? AND entry = "
                                   "(SELECT position FROM tables WHERE id = ?)", (write_snapshot(kind, state), id, id))
                connection.execute("DELETE FROM due WHERE table_id = ?", (id,))
            connection.commit()
        self.serving.start()

    def visit(self, page, name, until="#table[data-call='1']"):
        """Sit down at a table, and wait until it shows something."""
        page.context.add_cookies([{"name": name, "value": value, "url": self.serving.address}
                                  for name, value in self.clients[name].cookies.items()])
        page.goto(f"{self.serving.address}{self.tables[name][0]}")
        page.wait_for_selector(until)
