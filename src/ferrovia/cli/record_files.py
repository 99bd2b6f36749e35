"""Reading the file of a record, or standard input, for the verbs that take records."""

import sys
from pathlib import Path

LARGEST_RECORD = 4_000_000  # bytes; a long game takes a hundred thousand


def read_text(name: str) -> str:
    """The text of a file; RecordError if it is unreadable."""
    from ferrovia.errors import RecordError

    if not name:
        raise RecordError("the name of the record is empty; - reads standard input")
    try:
        content = sys.stdin.buffer.read(LARGEST_RECORD + 1) if name == "-" else read_file(Path(name))
        return decoded(content)
    except OSError as error:
        raise RecordError(f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise RecordError(f"is not text: byte {error.start} is not UTF-8") from error


def decoded(content: bytes) -> str:
    """The text in these bytes, without a byte order mark."""
    from ferrovia.errors import RecordError

    if len(content) > LARGEST_RECORD:
        raise RecordError(f"is larger than {LARGEST_RECORD} bytes; no game is that long")
    return content.decode("utf-8").removeprefix("\ufeff")


def read_file(path: Path) -> bytes:
    """The file up to the size limit of a record: a device may be endless."""
    with path.open("rb") as file:
        return file.read(LARGEST_RECORD + 1)
