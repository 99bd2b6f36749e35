"""Checking whole files of any kind, as `ferrovia check` does."""

from pathlib import Path as FilePath

from ferrovia.rules import files
from ferrovia.rules.assembling import assemble, layout_at
from ferrovia.rules.complaint import Complaint
from ferrovia.rules.document import Document, Spot, read_document


def check_file(path: str) -> list[Complaint]:
    """All complaints about one file and about the files it names."""
    complaints: list[Complaint] = []
    document = read_document(FilePath(path), path, complaints)
    if document:
        check_document(document, complaints)
    return complaints


def check_built_in() -> list[Complaint]:
    """All complaints about the files that come with the package. A file that several use is complained of once."""
    complaints: list[Complaint] = []
    for folder in files.FOLDERS:
        for name in files.built_in_ids(folder):
            found: list[Complaint] = []
            document = files.read_built_in(folder, name, found)
            if document:
                check_document(document, found)
            complaints += [each for each in found if each not in complaints]
    return complaints


def check_document(document: Document, complaints: list[Complaint]) -> None:
    """A layout by itself (with its map it is checked through the map); rules and maps as they would be played."""
    if files.kind_of(document) == files.LAYOUTS:
        layout_at(Spot(document, (), complaints))
    else:
        assemble(document, "checked", complaints)
