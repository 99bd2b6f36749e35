"""Documentation over HTTP: the OpenAPI description, and the site at `/docs/`, a folder that `make docs` builds."""

import asyncio
import threading
from pathlib import Path
from typing import Final

from fastapi import FastAPI, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from ferrovia.errors import ServerError
from ferrovia.server.base.compressed import CompressedBody, answer, compress_json

POLICY: Final = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; script-src 'self' 'unsafe-inline'; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Pages of the site have scripts and styles in them, and no content of players."""


def add_description(app: FastAPI) -> None:
    """The OpenAPI description, made once, in a thread, when it is asked for."""
    made: list[CompressedBody] = []
    lock = threading.Lock()

    def describe() -> CompressedBody:
        with lock:
            if not made:
                made.append(compress_json(app.openapi()))
            return made[0]

    @app.get("/api/openapi.json", include_in_schema=False)
    async def description(request: Request) -> Response:
        return await answer(request, await asyncio.to_thread(describe))


class DocumentationFiles(StaticFiles):
    """Static files whose pages may run their inline scripts."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        response.headers["content-security-policy"] = POLICY
        response.headers["cache-control"] = "no-cache"
        return response


def add_documentation(app: FastAPI, folder: str) -> None:
    """Serve a built site, if a folder is given."""
    check_documentation(folder)
    if folder:
        app.mount("/docs", DocumentationFiles(directory=folder, html=True), name="docs")


def check_documentation(folder: str) -> None:
    """Raise ServerError for a folder that is not a built site."""
    if folder and not (Path(folder) / "index.html").is_file():
        raise ServerError(f"--docs: the folder {folder!r} has no index.html: `make docs` builds the site")
