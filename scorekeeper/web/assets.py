"""The files that pages bring along: in one piece, stripped of comments, packed once, kept by phones for good.

The address of every file begins with a fingerprint of all of them and of the templates that bring them along,
`/static/<fingerprint>/css/base.css`, so a relative import or `url()` stays within its own release, old and
new files never mix, and nothing is asked for twice. The fingerprint is the release's name: a page that was
loaded before an update knows by it that there is a newer one.
"""

from __future__ import annotations

import gzip
import hashlib
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import brotli
import rcssmin
import rjsmin
from flask import Flask, Response, abort, current_app, request

from scorekeeper.web.headers import depends_on
from scorekeeper.web.modules import in_one_script

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
"""What is served, and as what; a file of any other kind stays at home."""

PACKED_ALREADY = frozenset({".png", ".ico"})
SHEET_IMPORT = re.compile(r"""@import\s+"(?P<name>[\w-]+\.css)"\s*;""")


@dataclass(frozen=True, slots=True)
class Asset:
    """One file, ready to be sent in each of the three encodings."""

    type: str
    body: bytes
    gzip: bytes | None
    brotli: bytes | None


class Assets:
    """All files under one folder, read once.

    A style sheet's `@import "other.css";` lines and a script's imports are replaced by what they name: one
    round trip on a bad signal instead of thirty, and the sources still work in a browser as they lie there.
    """

    def __init__(self, folder: Path, templates: Path) -> None:
        sources = read_folder(folder)
        bodies = {path: stripped(path, sources) for path in sources}
        self.fingerprint = fingerprint_of(bodies | read_templates(templates))
        self._bodies = bodies

    def find(self, fingerprint: str, path: str) -> Asset | None:
        """The file of this release; nothing for another release's fingerprint."""
        if fingerprint != self.fingerprint:
            return None
        body = self._bodies.get(path)
        return None if body is None else packed(path, body)

    def url(self, path: str) -> str:
        """The address of a file; raises `KeyError` for one that isn't there, so a template's slip shows."""
        if path not in self._bodies:
            raise KeyError(f"no static file {path}")
        return f"/static/{self.fingerprint}/{path}"


def read_folder(folder: Path) -> dict[str, bytes]:
    """Every servable file below `folder`, by its path with forward slashes."""
    files = sorted(file for file in folder.rglob("*") if file.suffix in TYPES and file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def read_templates(folder: Path) -> dict[str, bytes]:
    """Every template below `folder`, by its path."""
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in folder.rglob("*.html")}


def stripped(path: str, sources: Mapping[str, bytes]) -> bytes:
    """A file as it is sent: style sheets in one piece, comments and idle blanks gone."""
    if path.endswith(".css"):
        return str(rcssmin.cssmin(in_one_piece(path, sources))).encode()
    if path.endswith(".js"):
        return str(rjsmin.jsmin(in_one_script(path, sources))).encode()
    return sources[path]


def in_one_piece(path: str, sources: Mapping[str, bytes]) -> str:
    """A style sheet with its imports in place; they lie in its own folder, so `url()` keeps its meaning."""
    folder = posixpath.dirname(path)
    return SHEET_IMPORT.sub(
        lambda match: in_one_piece(posixpath.join(folder, match["name"]), sources), sources[path].decode()
    )


def fingerprint_of(bodies: Mapping[str, bytes]) -> str:
    """Twelve hex digits that change when any file does that is sent, or that pages are made from."""
    digest = hashlib.sha256()
    for path, body in sorted(bodies.items()):
        digest.update(f"{path}\0{len(body)}\0".encode())
        digest.update(body)
    return digest.hexdigest()[:12]


@cache
def packed(path: str, body: bytes) -> Asset:
    """The file with its compressed forms, as small as each method makes it; done when first asked for."""
    suffix = posixpath.splitext(path)[1]
    if suffix in PACKED_ALREADY:
        return Asset(TYPES[suffix], body, None, None)
    small: bytes = brotli.compress(body, quality=11)
    return Asset(TYPES[suffix], body, gzip.compress(body, 9, mtime=0), small)


def install_assets(app: Flask, folder: Path, templates: Path) -> None:
    """Serve `folder` from memory, and give templates `asset_url` and the `release`."""
    assets = Assets(folder, templates)
    app.extensions["assets"] = assets
    app.jinja_env.globals["release"] = assets.fingerprint
    app.jinja_env.globals["asset_url"] = assets.url


def release_served() -> str:
    """The name of the release that this process serves."""
    assets: Assets = current_app.extensions["assets"]
    return assets.fingerprint


def send_asset(path: str, fingerprint: str | None = None) -> Response:
    """A file in the smallest encoding the browser reads; ends the request with 404 for another release's."""
    assets: Assets = current_app.extensions["assets"]
    asset = assets.find(fingerprint or assets.fingerprint, path)
    if asset is None:
        abort(404)
    response = in_best_encoding(asset)
    depends_on(response, "Accept-Encoding")
    return response


def in_best_encoding(asset: Asset) -> Response:
    """The file as the browser takes it: brotli, gzip, or as it is."""
    for name, body in (("br", asset.brotli), ("gzip", asset.gzip)):
        if body is not None and request.accept_encodings.quality(name) > 0:
            return Response(body, content_type=asset.type, headers={"Content-Encoding": name})
    return Response(asset.body, content_type=asset.type)
