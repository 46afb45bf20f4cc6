"""The documentation site, the release and the tools of a checkout agree with each other.

`run.py docs` builds the site and finds dead links; this needs none of its packages.
"""

import importlib
import json
import re
import subprocess
import tomllib
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml

from jaipur import __version__

ROOT = Path(__file__).parents[1]
SITE = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))
API = sorted((ROOT / "docs" / "api").glob("*.md"))
RELEASE = re.compile(r"^## (\d+\.\d+\.\d+) — (\d{4}-\d{2}-\d{2})$", re.MULTILINE)
KINDS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def pages_of(nav: Any) -> list[str]:
    """The pages of a navigation, from the top down."""
    if isinstance(nav, str):
        return [nav]
    return [
        page for part in (nav.values() if isinstance(nav, dict) else nav) for page in pages_of(part)
    ]


def test_every_page_is_in_the_navigation_and_exists() -> None:
    pages = pages_of(SITE["nav"])
    assert len(pages) == len(set(pages))
    for page in pages:
        assert (ROOT / "docs" / page).exists() or (ROOT / page).exists(), page
    for path in (ROOT / "docs").rglob("*.md"):
        name = path.relative_to(ROOT / "docs").as_posix()
        assert name in pages or name.startswith("decisions/"), name


def test_a_dead_link_fails_the_build() -> None:
    assert SITE["strict"] is True
    for part in ("nav", "links"):
        assert set(SITE["validation"][part].values()) == {"warn"}
    assert set(SITE["validation"]["links"]) >= {"not_found", "anchors", "absolute_links"}
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "step python3 run.py docs\n" in ci
    run = (ROOT / "run.py").read_text("utf-8")
    assert '"mkdocs", "build", "--strict"' in run
    assert '"--quiet"' not in run.partition("def docs(")[2].partition("\ndef ")[0]


def test_the_site_needs_no_network() -> None:
    assert SITE["theme"]["font"] is False
    assert "repo_url" not in SITE
    assert "site_url" not in SITE
    for name in ("style.css",):
        text = (ROOT / "tools" / "site" / name).read_text("utf-8")
        assert "http" not in text.replace("https://github.com/squidfunk", "")


@pytest.mark.parametrize("page", API, ids=lambda page: page.stem)
def test_what_the_api_pages_name_is_there(page: Path) -> None:
    text = page.read_text("utf-8")
    for block in re.split(r"^::: ", text, flags=re.MULTILINE)[1:]:
        name, _, rest = block.partition("\n")
        module, attribute = name, ""
        if name.rpartition(".")[2][0].isupper():
            module, _, attribute = name.rpartition(".")
        found = importlib.import_module(module)
        members = re.search(r"members: \[([^]]*)\]", rest)
        listed = re.findall(r"\w+", members[1]) if members else []
        for member in [attribute, *listed]:
            assert not member or hasattr(found, member), f"{name}: {member}"


def test_the_version_has_a_dated_section_of_the_changelog() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")
    releases = RELEASE.findall(text)
    assert releases, "no dated section: ## 0.2.0 — 2026-11-17"
    assert releases[0][0] == __version__
    assert re.findall(r"^## .*$", text, re.MULTILINE)[0] in {
        "## Unreleased",
        f"## {releases[0][0]} — {releases[0][1]}",
    }
    versions = [tuple(map(int, version.split("."))) for version, _ in releases]
    days = [date.fromisoformat(day) for _, day in releases]
    assert versions == sorted(versions, reverse=True)
    assert days == sorted(days, reverse=True)
    assert set(re.findall(r"^### (.*)$", text, re.MULTILINE)) <= KINDS


def test_the_newest_tag_is_a_release_of_the_changelog() -> None:
    """A tag comes last, so the version may be ahead of it; `run.py` at the tag has its version."""
    done = subprocess.run(
        ["git", "tag", "--list", "v*", "--sort=-version:refname"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    tags = done.stdout.split()
    if done.returncode or not tags:
        pytest.skip("no tag here")
    released = [
        version for version, _ in RELEASE.findall((ROOT / "CHANGELOG.md").read_text("utf-8"))
    ]
    assert tags[0].removeprefix("v") in released
    text = subprocess.run(
        ["git", "show", f"{tags[0]}:src/jaipur/version.py"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert f'__version__ = "{tags[0].removeprefix("v")}"' in text


def test_a_tool_of_the_scripts_has_one_version() -> None:
    package = json.loads((ROOT / "package.json").read_text("utf-8"))
    versions = package["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in versions.values())
    assert "dependencies" not in package
    biome = json.loads((ROOT / "biome.json").read_text("utf-8"))
    assert f"/{versions['@biomejs/biome']}/" in biome["$schema"]


def test_every_hook_is_local_and_has_its_check_in_ci() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text("utf-8"))["repos"]
    assert {repository["repo"] for repository in hooks} == {"local"}
    names = {hook["id"] for repository in hooks for hook in repository["hooks"]}
    assert names == {"ruff-check", "ruff-format", "mypy", "biome", "tsc"}
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    for check in ("npm run --silent lint", "npm run --silent types", "python3 run.py test"):
        assert f"step {check}" in ci  # `run.py test` has ruff and mypy


def test_coverage_has_a_floor() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert project["tool"]["coverage"]["report"]["fail_under"] >= 95
    ci = (ROOT / ".ci" / "run").read_text("utf-8")
    assert "step python3 run.py test --cov" in ci
    assert "step python3 run.py page" in ci  # coverage leaves out the page
