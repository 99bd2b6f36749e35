"""Files and folders that are to be written at the end: whether they can be is known before the first game."""

import errno
import json
import os
from pathlib import Path
from typing import Any, Final

from ferrovia.errors import ArenaError

STANDARD_OUTPUT: Final = 1


def check_different(file: str | None, *folders: str | None) -> None:
    """Names that were given are not empty, and what is to be a file is not to be a folder as well."""
    if "" in (file, *folders):
        raise ArenaError("an empty name is no place to write to; give the name of a file or a folder")
    places = [Path(folder).absolute() for folder in folders if folder is not None]
    if file is not None and Path(file).absolute() in places:
        raise ArenaError(f"{file!r} cannot be a file and a folder at the same time; give two different names")


def check_folder(name: str) -> Path:
    """A folder that can be written to; it is made if it is not there."""
    folder = Path(name)
    if is_file(folder):
        raise ArenaError(f"{name!r} is no folder; give the name of one, or a new name")
    probe = folder / f".writable-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except (OSError, ValueError) as error:
        raise unwritable(name, error) from error
    return folder


def is_file(path: Path) -> bool:
    """Whether something is there that is no folder."""
    try:
        return path.exists() and not path.is_dir()
    except (OSError, ValueError):
        return False  # what is wrong with the name shows when it is used


def check_file(name: str) -> Path:
    """A file that can be written, in a folder that is there; or a device, a pipe, our own output."""
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
    """Whether something that is no file may be written to. Opening it would be too much: a pipe waits for a reader, and
    a reader thinks that was all when it is closed again."""
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def check_replaceable(path: Path) -> None:
    """Whether a file can be written beside its place and then put there."""
    if path.exists():
        path.open("ab").close()
    beside = unfinished(path)
    there = beside.exists()
    beside.open("ab").close()
    if not there:
        beside.unlink()


def unwritable(name: str, error: Exception) -> ArenaError:
    """Why nothing can be written there."""
    return ArenaError(f"{name!r} cannot be written: {getattr(error, 'strerror', None) or error}")


def is_stream(path: Path) -> bool:
    """Whether it is there and no file that could be replaced by another one."""
    return is_our_output(path) or (path.exists() and not path.is_file())


def is_our_output(path: Path) -> bool:
    """Whether it is where we print to, under whatever name: /dev/stdout may be a file too."""
    try:
        return os.path.samestat(path.stat(), os.fstat(STANDARD_OUTPUT))
    except (OSError, ValueError):
        return False


def real_file(path: Path) -> Path:
    """The file at the end of all links: a link stays, what it leads to is written."""
    real = Path(os.path.realpath(path))
    if real.is_symlink():  # still: it leads to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    return real


def unfinished(path: Path) -> Path:
    """Where a file is written until it is whole."""
    return path.with_name(f"{path.name}.part")


def write_json(path: Path, value: dict[str, Any]) -> None:
    """A value as JSON."""
    write_text(path, json.dumps(value, indent=2, allow_nan=False) + "\n")


def write_text(path: Path, text: str) -> None:
    """The whole file or none of it."""
    if is_our_output(path):
        print(text, end="", flush=True)
    elif is_stream(path):
        path.write_text(text, "utf-8")
    else:
        target = real_file(path)
        unfinished(target).write_text(text, "utf-8")
        unfinished(target).replace(target)
