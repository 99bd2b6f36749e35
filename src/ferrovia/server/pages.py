"""The browser client: the bundle that packaging put into `static`, read once, so that a server that is being upgraded
under way serves one state of it and not two."""

import gzip
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from ferrovia.server.packing import ASK_FIRST

BUNDLE: Final = Path(__file__).parent / "static"
INDEX: Final = "index.html"
STAMP: Final = "made-from.txt"
FOR_EVER: Final = "public, max-age=31536000, immutable"
CLIENT_PATHS: Final = (
    *("/", "/t/{table}", "/r/{table}", "/replay", "/learn", "/learn/{lesson}", "/rules/{rules}", "/join/{code}"),
)
"""The addresses the client has pages for; web/src/app/router.ts tells them apart."""
KINDS: Final = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
}
UNPACKED: Final = (".png",)
"""What gzip would not make smaller."""
MISSING: Final = """\
<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Ferrovia</title>
<h1>Ferrovia</h1>
<p>The server is running, but the page for browsers was not built into this installation.</p>
<p>In a copy of the source run <code>make play</code>, or <code>pip install '.[web]'</code>, and start it again.</p>
<p>Programs can play here all the same: <a href="/api/openapi.json">the requests there are</a>.</p>
</html>
"""


@dataclass(frozen=True)
class File:
    """A file of the bundle as it is sent."""

    plain: bytes
    zipped: bytes | None
    tag: str
    kind: str
    keep: str


def file_of(content: bytes, suffix: str, keep: str) -> File:
    """A file ready to be sent."""
    zipped = None if suffix in UNPACKED else gzip.compress(content, 9, mtime=0)
    tag = f'"{sha256(content).hexdigest()[:24]}"'
    return File(content, zipped, tag, KINDS.get(suffix, "application/octet-stream"), keep)


def read_bundle(folder: Path = BUNDLE) -> dict[str, File]:
    """All files by their addresses. Those in `assets` have a hash in their names: they never change."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name != STAMP:
            keep = FOR_EVER if name.startswith("assets/") else ASK_FIRST
            found[f"/{name}"] = file_of(path.read_bytes(), path.suffix, keep)
    return found


class Pages:
    """Answers with files of the bundle."""

    def __init__(self, files: dict[str, File]) -> None:
        self.files = files
        self.index = files.get(f"/{INDEX}") or file_of(MISSING.encode(), ".html", "no-store")

    async def page(self, request: Request) -> Response:
        """An address of the client: the page itself finds out what to show."""
        return send(request, self.index)

    async def file(self, request: Request) -> Response:
        """A file by its name."""
        return send(request, self.files[request.url.path])

    def lost(self, request: Request) -> Response | None:
        """Whoever typed an address that does not exist gets the page, which says so; programs get none."""
        wants_page = request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")
        ours = request.url.path.startswith(("/api/", "/ws/", "/assets/"))
        return send(request, self.index, 404) if wants_page and not ours else None


def send(request: Request, file: File, status: int = 200) -> Response:
    """Nothing if the browser has it, else the shorter form if it can read it."""
    headers = {"etag": file.tag, "cache-control": file.keep}
    if file.zipped is not None:
        headers["vary"] = "accept-encoding"
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if file.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(file.zipped, status, {**headers, "content-encoding": "gzip"}, file.kind)
    return Response(file.plain, status, headers, file.kind)


def add_pages(app: FastAPI, files: dict[str, File] | None = None) -> None:
    """Serve the client beside the requests."""
    pages = Pages(read_bundle() if files is None else files)
    app.state.pages = pages
    for path in CLIENT_PATHS:
        app.add_route(path, pages.page, include_in_schema=False)
    for path in pages.files:
        app.add_route(path, pages.file, include_in_schema=False)
