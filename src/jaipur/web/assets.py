"""The files of the page: read once, compressed once, and kept by browsers for good.

Their address has a digest of all of them, so that a new version of any file is a new address.
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
from .services import PublicCall

FOLDER = Path(__file__).with_name("static")
KINDS = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
PACKED = (".woff2",)
"""What is compressed as it is."""
IMPORTED = re.compile(r'^(?:import|export) [^;(]*?"(\.[^"]+)";', re.MULTILINE)
FOR_GOOD = "public, max-age=31536000, immutable"
DIGITS = 12

ROUTES = Routes()


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, plain and, unless that gains nothing, compressed."""

    kind: str
    content: bytes
    compressed: bytes | None


@dataclass(frozen=True, slots=True)
class Assets:
    """Every file of the page by its path, and the digest of them all."""

    files: dict[str, Asset]
    digest: str

    @property
    def root(self) -> str:
        """Where they are served."""
        return f"/static/{self.digest}"

    def text(self, path: str) -> str:
        """A file as text."""
        return self.files[path].content.decode()

    def scripts(self) -> str:
        """The text of all scripts."""
        return "\n".join(self.text(path) for path in self.files if path.endswith(".js"))

    def fonts(self) -> list[str]:
        """Every font, so that a page can ask for them before its styles do."""
        return [path for path in self.files if path.endswith(".woff2")]

    def modules(self, script: str) -> list[str]:
        """A script and everything it imports, so that a page can ask for all of it at once."""
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
    """The files of the page, as they were when they were first asked for."""
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
async def static(call: PublicCall, digest: str, path: str) -> Response:
    """One file of the page."""
    asset = assets().files.get(path)
    if asset is None or digest != assets().digest:
        raise Refusal("unknown_route")
    headers = {"Cache-Control": FOR_GOOD}
    if asset.compressed is None:
        return Response(asset.content, headers=headers, media_type=asset.kind)
    headers["Vary"] = "Accept-Encoding"
    return compressible(call.takes_gzip, asset.content, asset.compressed, asset.kind, headers)


def compressible(
    takes_gzip: bool, content: bytes, compressed: bytes, kind: str, headers: dict[str, str]
) -> Response:
    """An answer, compressed for who can read that."""
    if takes_gzip:
        return Response(compressed, headers=headers | {"Content-Encoding": "gzip"}, media_type=kind)
    return Response(content, headers=headers, media_type=kind)
