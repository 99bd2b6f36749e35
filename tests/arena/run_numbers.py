"""The numbers that a run wrote with `--json`."""

import json
from pathlib import Path
from typing import Any


def numbers_of(path: Path) -> dict[str, Any]:
    """The numbers of a run without the times, which differ when the same games are played again."""
    numbers: dict[str, Any] = json.loads(path.read_text())
    for bot in numbers["bots"]:
        del bot["ms_per_move"]
    return numbers
