"""Relative times: how long ago something was."""

from __future__ import annotations

from collections.abc import Callable

from ..texts import Texts

_MINUTE = 60


def ago_words(then: float, now: float, _: Texts) -> str:
    """How long ago something was; less than a minute is `now`."""
    passed = int(max(0.0, now - then))
    for seconds, words in _AGO:
        if passed >= seconds:
            return words(passed // seconds, _)
    return _("now")


_AGO: tuple[tuple[int, Callable[[int, Texts], str]], ...] = (
    (7 * 24 * 60 * _MINUTE, lambda n, _: _.count("{n} week ago", "{n} weeks ago", n)),
    (24 * 60 * _MINUTE, lambda n, _: _.count("{n} day ago", "{n} days ago", n)),
    (60 * _MINUTE, lambda n, _: _.count("{n} hour ago", "{n} hours ago", n)),
    (_MINUTE, lambda n, _: _.count("{n} minute ago", "{n} minutes ago", n)),
)
