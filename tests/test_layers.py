"""The layers of docs/architecture.md: a module imports only from its own row or rows above it."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "jaipur"
ROWS = [
    {
        "goods", "packed", "seats", "cards", "actions", "errors", "texts", "documents", "disk",
        "extras", "version", "rulebook",
    },
    {"kernel", "compiled", "compiling", "linking", "engine"},
    {
        "deals", "decode", "impossible", "results", "lines", "notation", "public", "view",
        "view_json", "position", "events", "match", "records",
    },
    {"bots", "workers", "session", "store", "backroom"},
    {"batch", "arena", "analysis", "train", "envs"},
    {"cli", "tui", "web", "__init__", "__main__"},
]  # fmt: skip
WITHOUT_POSITION = {"bots", "workers", "tui", "web"}


def row_of(room: str) -> int:
    return next(number for number, rooms in enumerate(ROWS) if room in rooms)


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
    room = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    for imported in imports_of(path):
        assert row_of(imported.split(".")[0]) <= row_of(room), f"{room} imports {imported}"


def sees_the_position(room: str, imports: set[str]) -> bool:
    """Whether a player or a shell imports what it must not know."""
    if room not in WITHOUT_POSITION:
        return False
    # A bot could also get at it through what holds positions.
    holders = {"position"}
    if room in ("bots", "workers"):
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


def test_every_room_is_in_a_row() -> None:
    rooms = {path.relative_to(SOURCE).parts[0].removesuffix(".py") for path in FILES}
    assert rooms <= set().union(*ROWS)


def test_the_kernel_knows_no_text_and_draws_only_in_chance() -> None:
    for path in (SOURCE / "kernel").glob("*.py"):
        words = path.read_text("utf-8")
        assert "random" not in {name.split(".")[0] for name in imports_of(path)}
        assert "import random" not in words
        assert "np.random" not in words
