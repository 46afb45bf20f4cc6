"""Files of `docs/` that the program itself needs: the rules, and the schemas of its JSON."""

from __future__ import annotations

import json
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
    """A validator of one of our JSON schemas."""
    from jsonschema import Draft202012Validator

    return Draft202012Validator(json.loads(document(name)))


def first_violation(name: str, data: object) -> tuple[str, str] | None:
    """Where JSON data break a schema first, and how; None if they keep it."""
    for error in schema_validator(name).iter_errors(data):
        # Only the innermost reason of a choice says what is wrong.
        inner = min(error.context, key=lambda e: -len(e.path), default=error)
        return inner.json_path.removeprefix("$").removeprefix("."), inner.message[:300]
    return None
