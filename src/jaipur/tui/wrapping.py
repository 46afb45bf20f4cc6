"""Text in lines."""

from __future__ import annotations

from rich.cells import cell_len


def wrapped(text: str, width: int) -> list[str]:
    """Lines of at most a width, broken at plain spaces only: Textual breaks at the others too."""
    lines: list[str] = []
    for whole in text.replace("\u00ad", "").split("\n"):
        words = whole.lstrip(" ")
        indent = " " * (len(whole) - len(words))
        line = indent
        for number, word in enumerate(words.split(" ")):
            longer = f"{line} {word}" if number else f"{line}{word}"
            if line.strip() and cell_len(longer) > width:
                lines.append(line)
                longer = f"{indent}{word}"
            line = longer
        lines.append(line)
    return lines
