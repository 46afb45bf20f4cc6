"""Whatever ends line mode: a sentence, an exit code, and no noise afterwards."""

import os
from typing import TextIO

from jaipur.plain import Console, Outcome, run
from jaipur.plain.lines import Lines
from jaipur.texts import texts

from .talks import Page


def end(out: TextIO) -> tuple[int, str]:
    """The exit code and the standard error of somebody who says something."""
    errors = Page()
    talk = Console(texts("en"), Lines(None), out, errors)
    talk.farewell = "Come back."

    async def session() -> Outcome:
        talk.say("Hello.")
        return Outcome.OVER

    return run(session, talk), errors.text


def test_a_broken_pipe_is_left_alone_afterwards() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w", encoding="utf-8") as out:
        assert end(out) == (1, "The output was closed. Come back.\n")
        out.write("Somebody else says something.")  # to nobody, without a complaint
        out.flush()


def test_a_full_disk() -> None:
    with open("/dev/full", "w", encoding="utf-8") as out:  # noqa: PTH123  # no path to speak of
        code, said = end(out)
    assert code == 1
    assert said == "The output cannot be written: No space left on device. Come back.\n"


def test_an_interruption() -> None:
    out = Page()
    talk = Console(texts("en"), Lines(None), out, Page())

    async def session() -> Outcome:
        raise KeyboardInterrupt

    assert run(session, talk) == 130
    assert out.text == "You left.\n"


def test_a_good_end() -> None:
    assert end(Page()) == (0, "")
