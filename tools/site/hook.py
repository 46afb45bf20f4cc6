"""MkDocs hook: lets pages of docs/ link to any file of the repository.

A Markdown file outside docs/ that a page links to becomes a page of the site at the same path
(CHANGELOG.md, bench/results.md); any other file becomes a page under source/ that shows its text.
A link to a file that does not exist is left alone, and the strict build fails on it.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files
from pymdownx.slugs import slugify

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
DOCS = "docs"
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FENCE = re.compile(r"^(```+).*?^\1$|`[^`\n]+`", re.MULTILINE | re.DOTALL)
DOCTEST = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)
ALWAYS = (
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "bench/results.md",
    "examples/README.md",
)
"""Pages of the navigation that are not in docs/."""
ASSETS = {
    "assets/style.css": "tools/site/style.css",
    "assets/icon.svg": "src/jaipur/web/static/icon.svg",
}
LANGUAGES = {".py": "python", ".js": "javascript", ".json": "json", ".yml": "yaml"}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Give headings the anchors that GitHub gives them."""
    config.mdx_configs.setdefault("toc", {})["slugify"] = slugify(case="lower")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the files outside docs/ that pages link to, and the assets of the theme."""
    for uri, path in ASSETS.items():
        files.append(File.generated(config, uri, abs_src_path=str(ROOT / path)))
    waiting = [repository_path(file.src_uri) for file in files.documentation_pages()]
    waiting += ALWAYS
    added = set(waiting) - set(ALWAYS)
    while waiting:
        path = waiting.pop()
        if path not in added:
            added.add(path)
            files.append(_file(path, config))
        if path.endswith(".md"):
            text = (ROOT / path).read_text("utf-8")
            waiting += [target for target in _outside_links(path, text) if target not in added]
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Point links to files of the repository at their pages, and mark doctests as such."""
    if page.file.src_uri.startswith("source/"):
        page.meta["hide"] = ["navigation", "toc"]  # lines of 100 characters fit then
        return markdown
    if page.is_homepage:
        page.meta["hide"] = ["navigation"]  # it would list the home page alone
    path = repository_path(page.file.src_uri)

    def pointed(match: re.Match[str]) -> str:
        target = _target(path, match[2])
        if target is None:
            return match[0]
        relative = posixpath.relpath(site_uri(target), posixpath.dirname(page.file.src_uri) or ".")
        return f"{match[1]}{relative}{match[3]}"

    return DOCTEST.sub("```pycon\n", _outside_code(markdown, pointed))


def repository_path(uri: str) -> str:
    """The path in the repository of a page of the site."""
    return f"{DOCS}/{uri}" if (ROOT / DOCS / uri).exists() else uri


def site_uri(path: str) -> str:
    """The source address in the site of a file of the repository."""
    if path.startswith(f"{DOCS}/"):
        return path.removeprefix(f"{DOCS}/")
    return path if path.endswith(".md") else f"source/{path}.md"


def _target(path: str, link: str) -> str | None:
    """The file of the repository a link leads to, or None if it is not one."""
    if ":" in link or link.startswith("/"):
        return None
    target = posixpath.normpath(posixpath.join(posixpath.dirname(path), link))
    if (ROOT / target).is_dir():
        target = posixpath.join(target, "README.md")
    return target if not target.startswith("..") and (ROOT / target).is_file() else None


def _outside_links(path: str, text: str) -> list[str]:
    found: list[str] = []

    def note(match: re.Match[str]) -> str:
        target = _target(path, match[2])
        if target and not target.startswith(f"{DOCS}/"):
            found.append(target)
        return match[0]

    _outside_code(text, note)
    return found


def _outside_code(text: str, replace: Callable[[re.Match[str]], str]) -> str:
    """The text with the links that are not in code replaced."""
    parts, end = [], 0
    for code in FENCE.finditer(text):
        parts += [LINK.sub(replace, text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, LINK.sub(replace, text[end:])])


def _file(path: str, config: MkDocsConfig) -> File:
    if path.endswith(".md"):
        return File.generated(config, path, abs_src_path=str(ROOT / path))
    text, language = (ROOT / path).read_text("utf-8"), LANGUAGES.get(Path(path).suffix, "text")
    fence = "`" * max([4, *(len(ticks) + 1 for ticks in re.findall("`+", text))])
    return File.generated(
        config, site_uri(path), content=f"# {path}\n\n{fence}{language}\n{text}{fence}\n"
    )
