"""Answers that are made once and sent often: packed beforehand, and not sent again to whoever has them."""

import gzip
import json
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

LEVEL: Final = 6
DAY: Final = "public, max-age=86400"
ASK_FIRST: Final = "no-cache"
"""Keep it, but ask each time whether it is still the same."""
PRIVATE: Final = "private, no-cache"


@dataclass(frozen=True)
class Packed:
    """JSON as it is sent, and the tag by which a browser asks whether its own is still the same."""

    plain: bytes
    zipped: bytes
    tag: str

    @property
    def size(self) -> int:
        """Bytes it takes in memory."""
        return len(self.plain) + len(self.zipped)


def packed(values: Any) -> Packed:
    """Values ready to be sent."""
    return packed_text(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())


def packed_text(plain: bytes) -> Packed:
    """JSON ready to be sent."""
    return Packed(plain, gzip.compress(plain, LEVEL, mtime=0), f'"{sha256(plain).hexdigest()[:24]}"')


def answer(request: Request, found: Packed, keep: str = ASK_FIRST) -> Response:
    """What a browser gets: nothing if it has it, else the shorter form if it can read it."""
    headers = {"etag": found.tag, "cache-control": keep, "vary": "accept-encoding"}
    if found.tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["content-encoding"] = "gzip"
        return Response(found.zipped, headers=headers, media_type="application/json")
    return Response(found.plain, headers=headers, media_type="application/json")
