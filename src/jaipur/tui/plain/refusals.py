"""Lines that cannot be followed: why, in one sentence."""

from __future__ import annotations

from ...texts import Texts
from ..link import Link
from ..record_file import write_record_file
from .lines import LONGEST_LINE, Trouble


class Refusal(Exception):
    """A line that cannot be followed, with the sentence that says why. Nothing was changed."""


def trouble_words(trouble: Trouble, _: Texts) -> str:
    """Why a line cannot be read."""
    if trouble is Trouble.TOO_LONG:
        return _("This line is too long; {most} bytes are the most.", most=LONGEST_LINE)
    return _("This line is not UTF-8, so it cannot be read; save or send it as UTF-8.")


async def write_record(link: Link, name: str, _: Texts) -> None:
    """Write the record of a match that is over to a new file."""
    if not name:
        raise Refusal(_("Name the file: record match.txt."))
    write_record_file(name, await link.record())
