"""The types of the interface for the page: python -m tests.web.page_types writes types.js.

They are made from the OpenAPI description; a test compares the file with what this would write.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jaipur.web import assets
from jaipur.web.app import ROUTES
from jaipur.web.openapi import openapi_document

FILE = Path(assets.__file__).with_name("static") / "js" / "types.js"
HEAD = "/** The requests and responses of the server; written by python -m tests.web.page_types. */"
NUMBERS = ("integer", "number")

Schema = dict[str, Any]


def page_types() -> str:
    """The file."""
    schemas = openapi_document(ROUTES)["components"]["schemas"]
    types = [_typedef(name, schema) for name, schema in sorted(schemas.items())]
    return "\n\n".join((HEAD, *types, "export {};")) + "\n"


def _typedef(name: str, schema: Schema) -> str:
    about = " ".join(schema.get("description", "").split())
    if "properties" not in schema:
        return f"/** @typedef {{{_type(schema)}}} {name} {about} */"
    lines = [f"@typedef {{Object}} {name} {about}".rstrip(), *_properties(schema)]
    return "\n".join(["/**", *(f" * {line}" for line in lines), " */"])


def _properties(schema: Schema) -> Iterator[str]:
    for name, part in schema["properties"].items():
        shown = name if name in schema["required"] else f"[{name}]"
        yield f"@property {{{_type(part)}}} {shown} {part.get('description', '')}".rstrip()


def _type(schema: Schema) -> str:
    """A schema as a type of TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return "|".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return "|".join(_type(one) for one in schema["anyOf"])
    kind = schema.get("type")
    if kind == "array":
        return _array(schema)
    if kind == "object":
        inside = schema.get("additionalProperties")
        return f"Record<string, {_type(inside) if inside else 'any'}>"
    return "number" if kind in NUMBERS else str(kind or "any")


def _array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(one) for one in schema['prefixItems'])}]"
    inside = _type(schema["items"])
    return f"({inside})[]" if "|" in inside else f"{inside}[]"


if __name__ == "__main__":
    FILE.write_text(page_types(), encoding="utf-8")
