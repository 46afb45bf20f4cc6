"""Screens that end once: a second Enter in the same moment must not take away what lies below."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import ModalScreen, Screen

Result = TypeVar("Result")


class Front(Screen[Result]):
    """A screen over the whole terminal."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """End, if nothing lies over this; Textual would end whatever is in front."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


class FrontBox(ModalScreen[Result]):
    """A box over another screen."""

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """End, if nothing lies over this; Textual would end whatever is in front."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
