"""Static files: the client's bundle in `static`, read once, so that a server serves one version of it even during an
upgrade."""

from pathlib import Path
from typing import Final, NamedTuple

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from ferrovia.server.base.compressed import ASK_FIRST, FOR_EVER, CompressedBody, answer, compress_file

BUNDLE: Final = Path(__file__).parent.parent / "static"
INDEX: Final = "index.html"
STAMP: Final = "made-from.txt"
CLIENT_PATHS: Final = (
    *("/", "/t/{table}", "/r/{table}", "/replay", "/learn", "/learn/{lesson}", "/rules/{rules}"),
    *("/join", "/join/", "/join/{code}", "/games", "/lobby", "/admin"),
)
"""The paths the client has pages for; web/src/lib/router.ts tells them apart."""
KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".txt": "text/plain; charset=utf-8",
}
UNPACKED: Final = (".png", ".webp", ".woff2")
"""File types that gzip would not make smaller."""
LEVEL: Final = 9
MISSING: Final = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ferrovia</title>
<h1>Ferrovia</h1>
<p>The server is running, but the page for browsers was not built into this installation.</p>
<p>In a copy of the source run <code>make play</code>, or <code>pip install '.[web]'</code>, and start it again.</p>
<p>Programs can play here all the same: <a href="/api/openapi.json">the requests there are</a>.</p>
</html>
"""


class StaticFile(NamedTuple):
    """A file of the bundle, and how long a browser may cache it."""

    content: CompressedBody
    keep: str


def file_of(content: bytes, suffix: str, keep: str) -> StaticFile:
    """A file as a response body."""
    kind = KINDS.get(suffix, "application/octet-stream")
    return StaticFile(compress_file(content, kind, 0 if suffix in UNPACKED else LEVEL), keep)


def read_bundle(folder: Path = BUNDLE) -> dict[str, StaticFile]:
    """All files by path. Those in `assets` have a hash in their names, so they never change."""
    files = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name != STAMP:
            keep = FOR_EVER if name.startswith("assets/") else ASK_FIRST
            files[f"/{name}"] = file_of(path.read_bytes(), path.suffix, keep)
    return files


class StaticPages:
    """Serves the files of the bundle."""

    def __init__(self, files: dict[str, StaticFile]) -> None:
        self.files = files
        self.index = files.get(f"/{INDEX}") or file_of(MISSING.encode(), ".html", "no-store")

    async def page(self, request: Request) -> Response:
        """The page, which decides by its path what to show."""
        return await answer(request, *self.index)

    async def file(self, request: Request) -> Response:
        """A file by its name."""
        return await answer(request, *self.files[request.url.path])

    async def lost(self, request: Request) -> Response | None:
        """The page, with a "not found" message, for a browser at an unknown path; an error for programs."""
        wants_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
        ours = request.url.path.startswith(("/api/", "/ws/", "/assets/"))
        return await answer(request, *self.index, 404) if wants_page and not ours else None


def add_pages(app: FastAPI, files: dict[str, StaticFile] | None = None) -> None:
    """Serve the client next to the API."""
    pages = StaticPages(read_bundle() if files is None else files)
    app.state.pages = pages
    for path in CLIENT_PATHS:
        app.add_route(path, pages.page, include_in_schema=False)
    for path in pages.files:
        app.add_route(path, pages.file, include_in_schema=False)
