"""The command `marbletop` in a process of its own, many times: a process that has imported everything is forked for each.

    done = run_command("games", "--json")           # .returncode, .stdout, .stderr, as subprocess.run gives them

Importing takes longer than most commands. `python -m tests.commands` is the process that is forked.
"""

import json
import os
import subprocess
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path
from typing import NoReturn

ROOT = Path(__file__).parents[1]
WIDTH = {"COLUMNS": "200"}
INPUT, OUTPUT, ERRORS = range(3)            # file descriptors


def run_command(*arguments: object, stdin: str = "", environment: dict[str, str] | None = None
                ) -> "subprocess.CompletedProcess[str]":
    """Run `marbletop` with these arguments, in the environment that this process began with and what is added to it."""
    command = [str(argument) for argument in arguments]
    if not hasattr(os, "fork"):
        return subprocess.run([sys.executable, "-m", "marbletop", *command], cwd=ROOT, input=stdin, text=True, encoding="utf-8",
                              capture_output=True, env={**os.environ, **WIDTH, **(environment or {})})
    code, output, errors = ask(forker(), command, stdin, environment or {})
    return subprocess.CompletedProcess(command, code, output, errors)


@cache
def forker() -> "subprocess.Popen[str]":
    """The process that is forked; it ends when its input does, which is when this process ends."""
    return subprocess.Popen([sys.executable, "-m", "tests.commands"], cwd=ROOT, text=True, stdin=subprocess.PIPE,
                            stdout=subprocess.PIPE, env={**os.environ, **WIDTH, "OPENBLAS_NUM_THREADS": "1"})


def ask(process: "subprocess.Popen[str]", *question: object) -> tuple[int, str, str]:
    assert process.stdin and process.stdout
    print(json.dumps(question), file=process.stdin, flush=True)
    code, output, errors = json.loads(process.stdout.readline())
    return code, output, errors


def answer_questions() -> None:
    """Fork for every line of the input, and answer with what came of it."""
    from marbletop.cli import main
    from marbletop.games import GAMES
    for name in GAMES:
        GAMES[name].components()
    for line in sys.stdin:
        arguments, typed, environment = json.loads(line)
        with tempfile.TemporaryFile() as input, tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            input.write(typed.encode())
            input.seek(0)
            if not (child := os.fork()):
                for number, file in ((INPUT, input), (OUTPUT, output), (ERRORS, errors)):
                    os.dup2(file.fileno(), number)
                be_the_command(main, arguments, environment)
            code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            for file in (output, errors):
                file.seek(0)
            print(json.dumps([code, output.read().decode(), errors.read().decode()]), flush=True)


def be_the_command(main, arguments: list[str], environment: dict[str, str]) -> NoReturn:
    """Run the command as `python -m marbletop` would, with its files in their places; the process ends with it."""
    sys.stdin = os.fdopen(INPUT, encoding="utf-8")
    sys.stdout, sys.stderr = (os.fdopen(number, "w", encoding="utf-8") for number in (OUTPUT, ERRORS))
    os.environ.update(environment)
    sys.argv = ["marbletop", *arguments]
    code = 1
    try:
        main()
        code = 0
    except SystemExit as stopped:
        code = stopped.code if isinstance(stopped.code, int) else 0 if stopped.code is None else 1
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    answer_questions()
