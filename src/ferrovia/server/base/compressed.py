"""Compressed responses with entity tags: built once, sent often, not sent again to a client that has them."""

import asyncio
import gzip
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

LEVEL: Final = 6
JSON: Final = "application/json"
FOR_EVER: Final = "public, max-age=31536000, immutable"
DAY: Final = "public, max-age=86400"
ASK_FIRST: Final = "no-cache"
"""Cache it, but revalidate every time."""
PRIVATE: Final = "private, no-cache"


@dataclass(frozen=True)
class CompressedBody:
    """A response body as sent, with its entity tag."""

    plain: bytes | None
    """None: decompressed on demand for the few clients without gzip."""
    zipped: bytes | None
    """None: compression would not make it smaller."""
    tag: str
    kind: str = JSON

    @property
    def size(self) -> int:
        """Its size in memory."""
        return len(self.plain or b"") + len(self.zipped or b"")

    async def unpacked(self) -> bytes:
        """The plain body, decompressed in a thread."""
        return await asyncio.to_thread(gzip.decompress, self.zipped or b"") if self.plain is None else self.plain


def json_bytes(values: Any) -> bytes:
    """Encode values as JSON."""
    return json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode()


def tag_of(content: bytes) -> str:
    """The entity tag of some content."""
    return f'"{sha256(content).hexdigest()[:24]}"'


def compress_json(values: Any) -> CompressedBody:
    """Values as a compressed JSON body."""
    return compress_file(json_bytes(values), JSON)


def compress_file(content: bytes, kind: str, level: int = LEVEL) -> CompressedBody:
    """Content as a compressed body; level 0 if it is compressed already."""
    return CompressedBody(content, gzip.compress(content, level, mtime=0) if level else None, tag_of(content), kind)


async def answer(request: Request, body: CompressedBody, keep: str = ASK_FIRST, status: int = 200) -> Response:
    """The response to a request: 304 if the browser has the content, else the smaller form it accepts."""
    headers = {"etag": body.tag, "cache-control": keep}
    if body.zipped is not None:
        headers["vary"] = "accept-encoding"
    if status == 200 and body.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if body.zipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(body.zipped, status, {**headers, "content-encoding": "gzip"}, body.kind)
    return Response(await body.unpacked(), status, headers, body.kind)
