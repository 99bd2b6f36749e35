"""Validation of whole files of any kind, for `ferrovia check`."""

from collections.abc import Callable
from functools import partial
from pathlib import Path as FilePath

from ferrovia.rules.files import locate
from ferrovia.rules.files.assembling import assemble, layout_at
from ferrovia.rules.files.complaint import Complaint, collect
from ferrovia.rules.files.document import Document, Location, read_document


def check_file(path: str) -> list[Complaint]:
    """All complaints about one file and the files it refers to, a hundred at most."""
    if not path:
        return [Complaint(path, None, "", "no-such-file", "there is no file without a name; name a .toml file")]
    return _complaints(lambda complaints: read_document(FilePath(path), path, complaints))


def check_built_in() -> list[Complaint]:
    """All complaints about the built-in files. A file used several times is reported once."""
    complaints = [
        complaint
        for folder in locate.FOLDERS
        for name in locate.built_in_ids(folder)
        for complaint in _complaints(partial(locate.read_built_in, folder, name))
    ]
    return list(dict.fromkeys(complaints))


def _complaints(read: Callable[[list[Complaint]], Document | None]) -> list[Complaint]:
    def check(complaints: list[Complaint]) -> None:
        document = read(complaints)
        if document:
            check_document(document, complaints)

    return list(collect(check)[1])


def check_document(document: Document, complaints: list[Complaint]) -> None:
    """Check a layout alone (with its map, it is checked through the map), or rules and maps as they would be played."""
    if locate.kind_of(document) == locate.LAYOUTS:
        layout_at(Location(document, (), complaints))
    else:
        assemble(document, "checked", complaints)
