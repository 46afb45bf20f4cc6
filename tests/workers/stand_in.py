"""A worker that behaves well or badly: `stand_in.py BEHAVIOUR FOLDER MARKER [WORDS]`.

It notes in its folder each start and each seed it was asked with. It knows the legal actions of
one view only, and answers with the one that the seed numbers.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import NoReturn

LEGAL = ("+G", "+KKKK", "-C", "-CC", "-P")

behaviour, folder = sys.argv[1], Path(sys.argv[2])


def note(name: str, words: object) -> None:
    with (folder / name).open("a") as file:
        file.write(f"{words}\n")


def is_first(name: str) -> bool:
    """Whether this is asked for the first time, by any process."""
    try:
        (folder / name).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def say(words: str) -> None:
    sys.stdout.write(words + "\n")
    sys.stdout.flush()


def endlessly(words: str) -> NoReturn:
    while True:
        sys.stdout.write(words * 1000)


def wait_for_go() -> None:
    while not (folder / "go").exists():
        time.sleep(0.005)


def begin() -> None:
    """Everything up to the first line."""
    note("starts", os.getpid())
    match behaviour:
        case "exits":
            sys.stderr.write("CamelError: no camels\n")
            sys.exit(3)
        case "exits_the_first_time" if is_first("exited"):
            sys.exit(3)
        case "never_ready":
            signal.pause()
        case "endless_start":
            endlessly("x")
        case "wrong_start":
            say("hello")
            signal.pause()
        case "waits":
            wait_for_go()
        case "talks":
            sys.stderr.write("thinking\x1b[31m\n" * 20_000)
            sys.stderr.flush()
        case "stubborn":
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                signal.signal(number, signal.SIG_IGN)
    say('{"ready":true}')


def answer(seed: int) -> str:
    if sleeps:
        signal.pause()
    match behaviour:
        case "waits_for_go":
            wait_for_go()
        case "exits_when_asked":
            sys.exit(4)
        case "says":
            return sys.argv[4]
        case "endless_line":
            endlessly("+G")
        case "answers_twice":
            return '{"action":"-P"}\n{"action":"-C"}'
    return json.dumps({"action": LEGAL[seed % len(LEGAL)]})


# Decided before it is ready: from then on it may be killed at any time.
sleeps = behaviour == "sleeps" or (behaviour == "first_one_sleeps" and is_first("slept"))
begin()
for line in sys.stdin:
    request = json.loads(line)
    note("seeds", request["seed"])
    say(answer(request["seed"]))
if behaviour == "stubborn":
    while True:
        signal.pause()
