"""Files and folders that are to be written at the end: whether they can be is known before the first game."""

import json
import os
from pathlib import Path
from typing import Any

from ferrovia.errors import ArenaError


def check_folder(name: str) -> Path:
    """A folder that can be written to; it is made if it is not there."""
    folder = Path(name)
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return folder


def check_file(name: str) -> Path:
    """A file that can be written, in a folder that is there."""
    path = Path(name)
    try:
        if path.is_dir():
            raise ArenaError(f"{name!r} is a folder; give the name of a file")
        there = path.exists()
        path.open("ab").close()
        if not there:
            path.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return path


def unwritable(name: str, error: Exception) -> ArenaError:
    """Why nothing can be written there."""
    return ArenaError(f"{name!r} cannot be written: {getattr(error, 'strerror', None) or error}")


def write_json(path: Path, value: dict[str, Any]) -> None:
    """The whole file or none of it."""
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.write_text(json.dumps(value, indent=2, allow_nan=False) + "\n", "utf-8")
    unfinished.replace(path)
