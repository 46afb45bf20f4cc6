"""Private parts of Textual: what is lost without each, and that one file alone uses them."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import selectors
import textwrap
from importlib import import_module
from pathlib import Path

import pytest
import textual
from textual import _xterm_parser, constants
from textual.app import App
from textual.drivers import linux_driver

import jaipur.tui
from jaipur.tui.textual_private import DELAY_SECONDS, LOOK_SECONDS, LOOKS, answer_escape_soon

OWN = "jaipur.tui.textual_private"
ROOMS = sorted(
    module.name
    for module in pkgutil.walk_packages(jaipur.tui.__path__, "jaipur.tui.")
    if module.name != OWN
)
NOTES = "a failure is cut at the width of the terminal, and notes of Textual follow it"
LOST = {
    "_fatal_error": "when the program fails, Textual prints hands among the values of variables",
    "_exception": "nobody is told which line of the program failed",
    "_print_error_renderables": NOTES,
    "_exit_renderables": NOTES,
}


@pytest.mark.parametrize("name", LOST)
def test_an_app_still_has_what_is_used_of_it(name: str) -> None:
    assert f"self.{name}" in inspect.getsource(App), (
        f"Textual {textual.__version__} has no App.{name}: {LOST[name]}. Mend {OWN}."
    )


def test_the_driver_still_waits_by_what_is_replaced() -> None:
    lost = f"Textual {textual.__version__} reads keys another way: a lone Esc is slow. Mend {OWN}."
    assert "selectors.SelectSelector()" in inspect.getsource(linux_driver), lost
    assert "constants.ESCAPE_DELAY" in inspect.getsource(_xterm_parser), lost


def private_names(tree: ast.AST, *, is_own: bool = False) -> set[str]:
    """Names with an underscore that source looks up or defines; `is_own`: only on `self`."""
    found = {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (not is_own or (isinstance(node.value, ast.Name) and node.value.id == "self"))
    }
    methods = (ast.FunctionDef, ast.AsyncFunctionDef)
    found |= {node.name for node in ast.walk(tree) if isinstance(node, methods)}
    return {name for name in found if name.startswith("_") and not name.startswith("__")}


def names_of_textual() -> dict[str, set[str]]:
    """The private names of each class of Textual."""
    classes: dict[str, set[str]] = {}
    for file in Path(textual.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                classes.setdefault(node.name, set()).update(private_names(node, is_own=True))
    return classes


TEXTUAL = names_of_textual()


def private_of_bases(kind: type) -> set[str]:
    """The private names of Textual that a class of ours inherits."""
    bases = (base for base in kind.__mro__ if base.__module__.startswith("textual."))
    return set().union(*(TEXTUAL.get(base.__name__, set()) for base in bases))


@pytest.mark.parametrize("room", ROOMS)
def test_no_other_file_uses_private_parts(room: str) -> None:
    """Names of our own differ from them, too: they would take their place unnoticed."""
    module = import_module(room)
    source = inspect.getsource(module)
    assert "textual._" not in source
    others = {
        node.attr
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Attribute) and ast.unparse(node.value) != "self"
    }
    assert others & (TEXTUAL["App"] | TEXTUAL["Screen"] | TEXTUAL["Widget"]) == set()
    for kind in vars(module).values():
        if inspect.isclass(kind) and kind.__module__ == room:
            tree = ast.parse(textwrap.dedent(inspect.getsource(kind)))
            assert private_names(tree) & private_of_bases(kind) == set(), kind


def test_after_a_key_the_driver_looks_again_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("ESCDELAY", raising=False)
    monkeypatch.setattr(linux_driver, "selectors", selectors)
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.1)
    answer_escape_soon()
    assert constants.ESCAPE_DELAY == DELAY_SECONDS
    waited: list[float | None] = []
    answers = [["a key"], *[[]] * (LOOKS + 1)]

    def select(_self: object, timeout: float | None = None) -> list[str]:
        waited.append(timeout)
        return answers.pop(0)

    monkeypatch.setattr(selectors.SelectSelector, "select", select)
    selector = vars(linux_driver)["selectors"].SelectSelector()
    while answers:
        selector.select(0.1)
    selector.close()
    assert waited == [0.1, *[LOOK_SECONDS] * LOOKS, 0.1]


def test_another_delay_is_left_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ESCDELAY", "300")
    monkeypatch.setattr(linux_driver, "selectors", selectors)
    monkeypatch.setattr(constants, "ESCAPE_DELAY", 0.3)
    answer_escape_soon()
    assert constants.ESCAPE_DELAY == 0.3
