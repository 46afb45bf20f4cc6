"""The wheel: what is in it, what it says of itself, and that it runs away from the repository."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest

from jaipur import __version__

from .bare import environment, python

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "jaipur"
SCHEMAS = ("record.schema.json", "record-1.schema.json", "view.schema.json")
DOCUMENTS = ("rules.md", "regles.md", *SCHEMAS)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built without the network."""
    folder = tmp_path_factory.mktemp("wheel")
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--disable-pip-version-check")
    done = python(
        *("-m", "pip", "wheel", *offline, "--quiet", "--wheel-dir", str(folder), str(ROOT)),
        env=environment(folder),
    )
    assert not done.returncode, done.stderr
    (built,) = folder.glob("*.whl")
    assert built.name == f"jaipur_game-{__version__}-py3-none-any.whl"
    return built


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with ZipFile(wheel) as files:
        (name,) = [one for one in files.namelist() if one.endswith(".dist-info/METADATA")]
        return message_from_bytes(files.read(name))


def test_every_file_of_the_package_is_in_it(wheel: Path) -> None:
    ours = {
        f"jaipur/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    ours |= {f"jaipur/docs/{name}" for name in DOCUMENTS}
    ours |= {f"jaipur/docs/hosting/{path.name}" for path in (ROOT / "docs" / "hosting").iterdir()}
    with ZipFile(wheel) as files:
        there = {name for name in files.namelist() if ".dist-info/" not in name}
    assert there == ours
    kinds = {Path(name).suffix for name in there}
    assert {".npz", ".npy", ".mo", ".jinja", ".html", ".css", ".js", ".svg", ".tcss"} <= kinds


def test_it_says_what_it_is(metadata: Message) -> None:
    assert metadata["Name"] == "jaipur-game"
    assert metadata["Version"] == __version__
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "MIT AND OFL-1.1"
    assert "card game" in metadata["Keywords"]
    assert set(metadata.get_all("Provides-Extra") or []) >= {"server", "terminal", "train", "all"}
    assert "Typing :: Typed" in (metadata.get_all("Classifier") or [])


def test_its_description_needs_nothing_of_the_repository(metadata: Message) -> None:
    payload = metadata.get_payload(decode=True)
    assert isinstance(payload, bytes)
    description = payload.decode("utf-8")
    assert "uvx --from 'jaipur-game[all]' jaipur play" in description
    targets = re.findall(r"\]\(([^)]*)\)|(?:src|href)=[\"']?([^\"' >]*)", description)
    for target in ("".join(found) for found in targets):
        assert target.startswith("https://"), target


def test_it_runs_without_the_repository(wheel: Path, tmp_path: Path) -> None:
    with ZipFile(wheel) as files:
        files.extractall(tmp_path / "site")
    env = environment(tmp_path / "home") | {"PYTHONPATH": str(tmp_path / "site")}
    script = (
        "import sys, jaipur; sys.stderr.write(jaipur.__file__); from jaipur.cli import main; main()"
    )
    asked = {
        ("rules",): "R1",
        ("rules", "--lang", "fr"): "chameau",
        ("play", "--plain", "--no-save", "--bot", "random", "--seed", "7"): "Your turn.",
    }
    for arguments, said in asked.items():
        done = python("-P", "-c", script, *arguments, env=env, typed="quit\n")
        assert not done.returncode, done.stderr
        assert done.stderr == str(tmp_path / "site" / "jaipur" / "__init__.py")
        assert said in done.stdout
