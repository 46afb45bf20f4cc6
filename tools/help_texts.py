"""Sentences for the catalogue from the commands: their docstrings and the help of their options."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterator, Mapping
from io import BytesIO
from typing import Any, BinaryIO

from babel.messages.extract import extract_python

Found = tuple[Any, ...]
"""Line, function, sentence or sentences, comments."""


def extract(
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Any,
) -> Iterator[Found]:
    """What Babel finds in any Python file, and what is said with --help."""
    source = file.read()
    yield from extract_python(BytesIO(source), keywords, comment_tags, options)
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef() if any(map(_makes_command, node.decorator_list)):
                yield node.lineno, "_", inspect.cleandoc(ast.get_docstring(node) or ""), []
            case ast.keyword(arg="help", value=ast.Constant(value=said)):
                yield node.lineno, "_", said, []


def _makes_command(decorator: ast.expr) -> bool:
    """Whether it is `@click.command(…)`, `@click.group(…)` or `@some_group.command(…)`."""
    call = decorator.func if isinstance(decorator, ast.Call) else None
    return isinstance(call, ast.Attribute) and call.attr in ("command", "group")
