"""Files of `docs/` that the program itself needs: the rules and its JSON schemas."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any


def document(name: str) -> str:
    """The text of a document: inside the package when installed, in `docs/` of a checkout."""
    package = Path(__file__).parent
    for folder in (package / "docs", package.parents[1] / "docs"):
        if (folder / name).exists():
            return (folder / name).read_text(encoding="utf-8")
    raise FileNotFoundError(name)


@cache
def schema_validator(name: str) -> Any:
    """The validator for one of our JSON schemas."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(document(name)))


def first_violation(name: str, data: object) -> tuple[str, str] | None:
    """The path and message of the first violation of a schema, or None if the data is valid."""
    for error in schema_validator(name).iter_errors(data):
        # Of the alternatives of a oneOf, the one that matched furthest says what is wrong.
        inner = min(
            error.context, key=lambda e: (-len(e.path), e.validator == "type"), default=error
        )
        return _path(inner.absolute_path), inner.message[:300]
    return None


def _path(steps: Iterable[int | str]) -> str:
    """A path into JSON, such as `rounds[0].deal`; jsonschema spells it differently by version."""
    path = "".join(
        f".{step}" if isinstance(step, str) and step.isidentifier() else f"[{step!r}]"
        for step in steps
    )
    return path.removeprefix(".")
