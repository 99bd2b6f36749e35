"""A check that a built site is complete in itself: no page loads anything from another host."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

LOADS: Final = re.compile(
    r"<(?:script|img|iframe|source|video|audio|embed)\b[^>]*\bsrc=[\"']?((?:https?:)?//[^\"'\s>]+)"
    r"|<link\b(?=[^>]*\brel=[\"']?(?:stylesheet|preload|preconnect|icon|modulepreload))[^>]*\bhref=[\"']?((?:https?:)?//[^\"'\s>]+)",
    re.IGNORECASE,
)
STYLES: Final = re.compile(r"(?:url\(|@import\s+)[\"']?((?:https?:)?//[^\"')\s]+)")


def foreign_loads(site: Path) -> Iterator[tuple[Path, str]]:
    """Every address of another host that a browser would fetch from by itself."""
    for pattern, ending in ((LOADS, "*.html"), (STYLES, "*.html"), (STYLES, "*.css")):
        for file in sorted(site.rglob(ending)):
            for match in pattern.finditer(file.read_text("utf-8")):
                yield file.relative_to(site), next(group for group in match.groups() if group)
