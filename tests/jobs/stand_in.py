"""A job process that does as it is told: `stand_in.py LOG`.

`echo` answers with what it was sent, `hold` when it is taken back, `deaf` never, and `die` ends the
process. Each line it gets is noted in the log.
"""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Answer until the input ends."""
    log = Path(sys.argv[1])
    held = b""
    for line in sys.stdin.buffer:
        with log.open("ab") as notes:
            notes.write(line)
        number, kind, *content = line.strip().split(b" ", 2)
        if kind == b"die":
            sys.exit("the last words")
        if kind == b"echo":
            _say(number, content[0])
        elif kind == b"stop" and number == held:
            _say(number, b"")
        elif kind == b"hold":
            held = number


def _say(number: bytes, content: bytes) -> None:
    sys.stdout.buffer.write(b"%b %d\n%b" % (number, len(content), content))
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
