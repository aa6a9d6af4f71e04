"""What is done to a server. Each fault gets the run and its own random numbers, and returns in a word what happened."""

import os
import resource
import signal
import time
from contextlib import suppress


def kill(run, choices):
    """Kill the server in the middle of its work, and start it again."""
    time.sleep(choices.uniform(0.0, 0.5))
    run.restart()
    return "started again"


def fill_disk(run, choices):
    """The database may not grow any more: SQLite says that the disk is full."""
    return spoil_disk(run, "full", choices.uniform(0.05, 0.6))


def spoil_disk(run, how, seconds):
    """Do something to the disk for a while."""
    run.server.tell(how)
    time.sleep(seconds)
    run.server.tell("mend")
    return "went on"


def limit_files(run, choices):
    """The system refuses to write beyond some kilobytes of a file, in the middle of a page if it comes so."""
    process = run.server.process.pid
    _, most = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (choices.randrange(1000, 200_000), most))
    time.sleep(choices.uniform(0.05, 0.6))
    resource.prlimit(process, resource.RLIMIT_FSIZE, (most, most))
    return "went on"


def break_disk(run, choices):
    """Neither COMMIT nor ROLLBACK succeeds."""
    return spoil_disk(run, "break", choices.uniform(0.02, 0.3))


def confuse_disk(run, choices):
    """COMMIT succeeds, and an error is reported."""
    return spoil_disk(run, "confuse", choices.uniform(0.02, 0.3))


def slow_disk(run, choices):
    """Every commit takes long; in half of the cases the server is killed at it."""
    run.server.tell(f"slow {choices.uniform(0.05, 0.4):.3f}")
    time.sleep(choices.uniform(0.2, 0.8))
    if choices.random() < 0.5:
        return kill(run, choices)
    run.server.tell("mend")
    return "went on"


def set_clock(run, choices):
    """Set the system's clock by up to two hours; in half of the cases the server is started again after it."""
    jump = choices.choice((-1, 1)) * choices.uniform(60, 7200)
    run.wrong_by += jump
    run.server.tell(f"clock {jump}")
    if choices.random() < 0.5:
        return kill(run, choices)
    return "went on"


def kill_bots(run, choices):
    """Kill the processes in which bots think."""
    said = next(line for line in run.server.tell("workers") if line.startswith("workers"))
    workers = [int(word) for word in said.split()[1:]]
    for worker in workers:
        with suppress(ProcessLookupError):              # it may have ended by itself
            os.kill(worker, signal.SIGKILL)
    return "went on" if workers else "no bot was thinking"


def start_second(run, choices):
    """Start another server on the same folder. If it is not refused, both play, and either is killed."""
    second = run.new_server()
    try:
        if second.is_refused():
            return "second refused"
        time.sleep(choices.uniform(0.0, 0.5))
        if choices.random() < 0.5:
            run.server, second = second, run.server
        return "both played"
    finally:
        run.books.add(second.kill())


FAULTS = {"killed": kill, "disk full": fill_disk, "file limit": limit_files, "disk broken": break_disk,
          "disk unclear": confuse_disk, "disk slow": slow_disk, "clock set": set_clock, "bots killed": kill_bots,
          "second server": start_second}
