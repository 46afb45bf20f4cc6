"""A terminal that is too small: says so, and what helps."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.geometry import Size

from ...texts import Texts
from .front import Front
from .parts import Words

LEAST = Size(80, 24)


def is_too_small(size: Size) -> bool:
    """Whether the table does not fit into a terminal."""
    return size.width < LEAST.width or size.height < LEAST.height


def small_words(size: Size, _: Texts) -> str:
    """What the size is, what is needed, and what works at any size."""
    return _(
        "This terminal has {width}×{height} characters; the table needs 80×24. Make it larger, or "
        "play line by line at any size: jaipur play --plain",
        width=size.width,
        height=size.height,
    )


class TooSmall(Front[None]):
    """Lies over everything while the terminal is too small, and goes away by itself."""

    DEFAULT_CSS = "TooSmall { align: center middle; & > Words { width: 100%; padding: 0 1; } }"

    def __init__(self, _: Texts) -> None:
        super().__init__()
        self._ = _

    def compose(self) -> ComposeResult:
        """One sentence."""
        yield Words(small_words(self.app.size, self._), id="small")

    def on_resize(self, event: events.Resize) -> None:
        """Say the new size, or go."""
        if is_too_small(event.size):
            self.query_one("#small", Words).say(small_words(event.size, self._))
        else:
            self.on_screen_resume()

    def on_screen_resume(self) -> None:
        """Go, if the terminal has grown while something lay over this."""
        if not is_too_small(self.app.size):
            self.dismiss(None)
