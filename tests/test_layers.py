"""The layers of docs/architecture.md: a module imports only from its own row or rows above it."""

import ast
import re
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "jaipur"
ROWS = [
    {
        "goods", "packed", "seats", "cards", "actions", "errors", "texts", "documents", "disk",
        "extras", "version", "rulebook",
    },
    {"kernel", "compiled", "compile_progress", "linking", "active_kernel"},
    {
        "deals", "decode", "validation", "results", "lines", "notation", "public", "view",
        "view_json", "position", "events", "match", "records",
    },
    {"bots", "judge", "workers", "session", "store", "jobs"},
    {"batch", "arena", "plots", "analysis", "train", "envs"},
    {"client"},
    {"cli", "plain", "tui", "web", "__init__", "__main__"},
]  # fmt: skip
ROWS_OF_TUI = [
    {"keys", "themes", "destinations", "textual_private"},
    {"widgets"},
    {"program"},
    {"screens"},
    {"commands"},
    {"app"},
]
"""Inside the terminal: an app goes to screens, which are made of widgets."""
WITHOUT_POSITION = {"bots", "workers", "client", "plain", "tui", "web"}
ONLY_IN = {
    "textual": {"tui/"},
    "httpx": {"client/server.py"},
    "starlette": {"web/"},
}
"""Libraries, and where alone they may be used."""


def row_of(package: str) -> int:
    return next(number for number, packages in enumerate(ROWS) if package in packages)


def imports_of(path: Path) -> set[str]:
    """The modules of this package a file imports, as dotted names inside it."""
    parts = path.relative_to(SOURCE).with_suffix("").parts
    return imports_in(path.read_text("utf-8"), parts)


def imports_in(source: str, parts: tuple[str, ...]) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.level:
            base = parts[: len(parts) - node.level]
            if node.module:
                found.add(".".join([*base, node.module]))
            else:
                found |= {".".join([*base, name.name]) for name in node.names}
        elif isinstance(node, ast.ImportFrom | ast.Import):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [] if isinstance(node, ast.ImportFrom) else [n.name for n in node.names]
            assert not any(name.split(".")[0] == "jaipur" for name in names), parts
    return found


FILES = sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_imports_only_from_its_row_or_rows_above(path: Path) -> None:
    package = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for imported in imports_of(path):
        assert row_of(imported.split(".")[0]) <= row_of(package), f"{package} imports {imported}"


TUI = [path for path in FILES if path.is_relative_to(SOURCE / "tui") and path.stem != "__init__"]


@pytest.mark.parametrize("path", TUI, ids=lambda path: str(path.relative_to(SOURCE / "tui")))
def test_nothing_in_the_terminal_imports_back_up(path: Path) -> None:
    """Not inside a function either, nor for types alone."""
    own = row_in_tui(path.relative_to(SOURCE).with_suffix("").parts)
    for imported in imports_of(path):
        if imported.startswith("tui."):
            assert row_in_tui(tuple(imported.split("."))) <= own, f"{path.stem} imports {imported}"


def row_in_tui(parts: tuple[str, ...]) -> int:
    return next(number for number, packages in enumerate(ROWS_OF_TUI) if parts[1] in packages)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_library_is_used_in_its_place_only(path: Path) -> None:
    used = {name.split(".")[0] for name in libraries_of(path)}
    here = path.relative_to(SOURCE).as_posix()
    for library in used & ONLY_IN.keys():
        assert any(here.startswith(place) for place in ONLY_IN[library]), f"{here} uses {library}"


def libraries_of(path: Path) -> set[str]:
    """What a file imports from elsewhere."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("shell", ["plain", "tui", "web"])
def test_no_shell_leans_on_another(shell: str) -> None:
    others = {"plain", "tui", "web", "cli"} - {shell}
    for path in (SOURCE / shell).rglob("*.py"):
        used = {name.split(".")[0] for name in imports_of(path)}
        assert not used & others, path


def sees_the_position(package: str, imports: set[str]) -> bool:
    """Whether a player or a shell imports what it must not know."""
    if package not in WITHOUT_POSITION:
        return False
    # A bot could also get at it through what holds positions.
    holders = {"position"}
    if package in ("bots", "workers"):
        holders |= {"match", "records", "deals"}
    return any(name.split(".")[0] in holders for name in imports)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_players_and_shells_never_see_the_position(path: Path) -> None:
    assert not sees_the_position(path.relative_to(SOURCE).parts[0], imports_of(path))


def test_a_bot_that_imports_the_position_would_be_found() -> None:
    bot = SOURCE / "bots" / "peeking.py"
    for line in (
        "from ..position import Position",
        "from .. import position",
        "from ..match import Match",
        "from ..records import replay",
    ):
        found = imports_in(line, bot.relative_to(SOURCE).with_suffix("").parts)
        assert sees_the_position("bots", found)
    assert not sees_the_position("match", {"position"})


def test_the_values_do_not_import_in_a_circle() -> None:
    names = {}
    for path in FILES:
        parts = path.relative_to(SOURCE).with_suffix("").parts
        names[".".join(parts).removesuffix(".__init__")] = imports_of(path)
    known = {name: {i for i in used if i in names and i != name} for name, used in names.items()}
    list(TopologicalSorter(known).static_order())


def test_every_package_is_in_a_row() -> None:
    packages = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in FILES}
    assert packages <= set().union(*ROWS)


def test_the_kernel_knows_no_text_and_draws_only_in_chance() -> None:
    for path in (SOURCE / "kernel").glob("*.py"):
        words = path.read_text("utf-8")
        assert "random" not in {name.split(".")[0] for name in imports_of(path)}
        assert "import random" not in words
        assert "np.random" not in words


SCRIPTS = SOURCE / "web" / "static" / "js"
ROWS_OF_SCRIPTS = [
    ["types.js", "before_paint.js"],
    ["page_types.js"],
    ["core/"],
    ["after/", "move/", "verify/"],
    ["table/letters.js"],
    ["table/selection.js", "table/notation_box.js"],
    ["table/keys.js"],
    ["table/parts/"],
    ["table/"],
    ["table/controller.js"],
    ["table/main.js", "home/", "learn/", "replay/"],
]
"""The page: each page is put together from parts, and parts from what every page shares."""
IMPORTED = re.compile(r'(?:\bfrom|\bimport)\s*\(?\s*"(\.[^"]+)"')


def scripts() -> dict[str, set[str]]:
    """What each script imports, also for types alone or when it is needed."""
    return {
        path.relative_to(SCRIPTS).as_posix(): {
            (path.parent / name).resolve().relative_to(SCRIPTS.resolve()).as_posix()
            for name in IMPORTED.findall(path.read_text("utf-8"))
        }
        for path in sorted(SCRIPTS.rglob("*.js"))
    }


def place_of(script: str) -> tuple[int, str]:
    """The row of a script and the name by which it is there: the longest that fits."""
    fitting = [
        (number, name)
        for number, row in enumerate(ROWS_OF_SCRIPTS)
        for name in row
        if script == name or (name.endswith("/") and script.startswith(name))
    ]
    return max(fitting, key=lambda place: len(place[1]))


@pytest.mark.parametrize("script", scripts())
def test_no_script_imports_back_up_or_from_beside(script: str) -> None:
    row, name = place_of(script)
    for imported in scripts()[script]:
        below, beside = place_of(imported)
        assert below < row or beside == name, f"{script} imports {imported}"


def test_scripts_do_not_import_in_a_circle() -> None:
    graph = scripts()
    assert set().union(*graph.values()) <= graph.keys()
    assert "core/dom.js" in graph["table/main.js"]
    assert "table/join.js" in graph["table/main.js"]  # which is loaded when it is needed
    list(TopologicalSorter(graph).static_order())
