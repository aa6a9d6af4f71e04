"""A busy table server suffers faults, hundreds of them: what it has acknowledged is there, nothing happens twice, no table
sticks.

    python -m tests.torture [FAULTS] [--seed SEED]      (500 faults if not given)

`server.py` is the server, with people and bots who play; it says what was acknowledged. `disk.py` makes its disk slow, full or
broken. `faults.py` says what is done to it. `books.py` compares what was acknowledged with what is on the disk.
`run.py` does it again and again, and counts. `week.py` lets a simulated week pass, and measures what the server needs.
"""
