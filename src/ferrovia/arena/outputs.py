"""Output files and folders: whether they can be written is checked before the first game."""

import errno
import json
import os
from pathlib import Path
from typing import Any, Final

from ferrovia.errors import ArenaError

STANDARD_OUTPUT: Final = 1


def check_different(file: str | None, *folders: str | None) -> None:
    """Check that names are not empty, and that no name is used both as a file and as a folder."""
    if "" in (file, *folders):
        raise ArenaError("the name of an output must not be empty; give the name of a file or a folder")
    places = [Path(folder).absolute() for folder in folders if folder is not None]
    if file is not None and Path(file).absolute() in places:
        raise ArenaError(f"{file!r} cannot be a file and a folder at the same time; give two different names")


def check_folder(name: str) -> Path:
    """A writable folder, created if missing."""
    folder = Path(name)
    if is_no_folder(folder):
        raise ArenaError(f"{name!r} is not a folder; give the name of a folder, or a new name")
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return folder


def is_no_folder(path: Path) -> bool:
    """Whether something other than a folder is there."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False  # a problem with the name shows up when it is used


def check_file(name: str) -> Path:
    """A writable file in an existing folder, or a device, a pipe, or our own output."""
    path = Path(name)
    try:
        if path.is_dir():
            raise ArenaError(f"{name!r} is a folder; give the name of a file")
        if is_stream(path):
            check_stream(path)
        else:
            check_replaceable(real_file(path))
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return path


def check_stream(path: Path) -> None:
    """Check that something other than a regular file may be written to, without opening it: a pipe waits for a reader,
    and a reader takes the closing for the end."""
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def check_replaceable(path: Path) -> None:
    """Check that a file can be written next to its place and then moved there."""
    if path.exists():
        path.open("ab").close()
    beside = unfinished(path)
    there = beside.exists()
    beside.open("ab").close()
    if not there:
        beside.unlink()


def unwritable(name: str, error: Exception) -> ArenaError:
    """The error for a place that cannot be written to."""
    return ArenaError(f"{name!r} cannot be written: {getattr(error, 'strerror', None) or error}")


def is_stream(path: Path) -> bool:
    """Whether the path exists and is not a regular file that could be replaced."""
    return is_our_output(path) or (path.exists() and not path.is_file())


def is_our_output(path: Path) -> bool:
    """Whether the path is our standard output under any name: /dev/stdout may be a file too."""
    try:
        return os.path.samestat(path.stat(), os.fstat(STANDARD_OUTPUT))
    except (OSError, ValueError):
        return False


def real_file(path: Path) -> Path:
    """The file at the end of all links: a link stays, and its target is written."""
    real = Path(os.path.realpath(path))
    if real.is_symlink():  # a link that leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return real


def unfinished(path: Path) -> Path:
    """Where a file is written until it is complete."""
    return path.with_name(f"{path.name}.part")


def write_json(path: Path, value: dict[str, Any]) -> None:
    """A value as JSON."""
    write_text(path, json.dumps(value, indent=2, allow_nan=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """Write a file atomically."""
    if is_our_output(path):
        print(text, end="", flush=True)
    elif is_stream(path):
        path.write_text(text, "utf-8")
    else:
        target = real_file(path)
        unfinished(target).write_text(text, "utf-8")
        unfinished(target).replace(target)
