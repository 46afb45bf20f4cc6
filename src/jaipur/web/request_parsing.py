"""Parse paths, queries and bodies into the types of a route; errors name the offending field."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any
from urllib.parse import parse_qsl

import msgspec

from .error_responses import Refusal

WHERE = re.compile(r" - at `\$\.?([a-z0-9_.\[\]]{0,80})`$")
BYTE = re.compile(r" \(byte (\d+)\)$")
MISSING = re.compile(r"missing required field `(\w+)`")
QUOTING = re.compile(r"(Invalid (?:enum )?value|unknown field) .*", re.DOTALL)
"""Messages that quote client input, which is not sent back."""


@cache
def _decoder(kind: Any) -> Callable[[bytes], Any]:
    """A decoder for a type; there are as many as routes."""
    return msgspec.json.Decoder(kind).decode


def read_body(kind: Any, content: bytes) -> Any:
    """Parse the body of a request."""
    try:
        return _decoder(kind)(content)
    except msgspec.ValidationError as error:
        raise _malformed("body", str(error)) from None
    except msgspec.DecodeError as error:
        raise _unreadable(str(error), len(content)) from None
    except (UnicodeDecodeError, RecursionError):
        raise _refusal("body", "JSON is malformed") from None


def read_query(kind: Any, query: bytes) -> Any:
    """Parse the query of a request; the last of repeated parameters counts."""
    text = query.decode("latin-1")
    try:
        return msgspec.convert(dict(parse_qsl(text, keep_blank_values=True)), kind, strict=False)
    except msgspec.ValidationError as error:
        raise _malformed("query", str(error)) from None


def read_parameter(name: str, kind: Any, text: str) -> Any:
    """Parse a path parameter."""
    try:
        return msgspec.convert(text, kind, strict=False)
    except msgspec.ValidationError as error:
        raise _malformed(f"path.{name}", str(error)) from None


def _malformed(part: str, words: str) -> Refusal:
    """Translate a msgspec message: `Expected `int`, got `str` - at `$.command.places[0]``."""
    place = part
    if found := WHERE.search(words):
        place = f"{part}.{found[1]}".replace("[", ".").replace("]", "")
    if missing := MISSING.search(words):
        place = f"{place}.{missing[1]}"
    return _refusal(place, QUOTING.sub(r"\1", WHERE.sub("", words)))


def _unreadable(words: str, size: int) -> Refusal:
    """A refusal for invalid JSON, with the position of the first bad byte."""
    byte = BYTE.search(words)
    place = f".{byte[1] if byte else size}" if size else ""
    return _refusal(f"body{place}", BYTE.sub("", words))


def _refusal(place: str, problem: str) -> Refusal:
    refusal = Refusal("malformed", place=place)
    refusal.extra = {"place": place, "problem": problem}
    return refusal
