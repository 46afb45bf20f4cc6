"""Static files: read once, compressed once, cached by browsers forever.

Their URL contains a digest of all of them, so a change to any file gives a new URL.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.responses import Response

from .error_responses import Refusal
from .route_costs import PAGE
from .routing import Routes
from .services import PublicRequest

FOLDER = Path(__file__).with_name("static")
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PACKED = (".woff2",)
"""Formats that are already compressed."""
IMPORTED = re.compile(r'^(?:import|export) [^;(]*?"(\.[^"]+)";', re.MULTILINE)
FOR_GOOD = "public, max-age=31536000, immutable"
DIGITS = 12

ROUTES = Routes()


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and, if that helps, compressed."""

    kind: str
    content: bytes
    compressed: bytes | None


@dataclass(frozen=True, slots=True)
class Assets:
    """Every static file by its path, and the digest of them all."""

    files: dict[str, Asset]
    digest: str

    @property
    def root(self) -> str:
        """The path under which they are served."""
        return f"/static/{self.digest}"

    def text(self, path: str) -> str:
        """The text of a file."""
        return self.files[path].content.decode()

    def scripts(self) -> str:
        """The concatenated text of all scripts."""
        return "\n".join(self.text(path) for path in self.files if path.endswith(".js"))

    def fonts(self) -> list[str]:
        """Every font, so that a page can preload them."""
        return [path for path in self.files if path.endswith(".woff2")]

    def modules(self, script: str) -> list[str]:
        """A script and everything it imports, so that a page can preload all of it."""
        found, left = [script], [script]
        while left:
            importing = left.pop()
            folder = posixpath.dirname(importing)
            for name in IMPORTED.findall(self.text(importing)):
                path = posixpath.normpath(posixpath.join(folder, name))
                if path not in found:
                    found.append(path)
                    left.append(path)
        return found


@cache
def assets() -> Assets:
    """The static files, as they were on first use."""
    found = sorted(path for path in FOLDER.rglob("*") if path.suffix in KINDS)
    files = {path.relative_to(FOLDER).as_posix(): _asset(path) for path in found}
    digest = hashlib.sha256()
    for name, asset in files.items():
        digest.update(f"{name}\0{len(asset.content)}\0".encode() + asset.content)
    return Assets(files, digest.hexdigest()[:DIGITS])


def _asset(path: Path) -> Asset:
    content = path.read_bytes()
    compressed = None if path.suffix in PACKED else gzip.compress(content, mtime=0)
    return Asset(KINDS[path.suffix], content, compressed)


@ROUTES.route("GET", "/static/{digest}/{path:path}", cost=PAGE, with_head=True)
async def static(request: PublicRequest, digest: str, path: str) -> Response:
    """One static file."""
    asset = assets().files.get(path)
    if asset is None or digest != assets().digest:
        raise Refusal("unknown_route")
    headers = {"Cache-Control": FOR_GOOD}
    if asset.compressed is None:
        return Response(asset.content, headers=headers, media_type=asset.kind)
    headers["Vary"] = "Accept-Encoding"
    return compressible(request.takes_gzip, asset.content, asset.compressed, asset.kind, headers)


def compressible(
    takes_gzip: bool, content: bytes, compressed: bytes, kind: str, headers: dict[str, str]
) -> Response:
    """A response, compressed if the client accepts that."""
    if takes_gzip:
        return Response(compressed, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)
    return Response(content, headers=headers, media_type=kind)
