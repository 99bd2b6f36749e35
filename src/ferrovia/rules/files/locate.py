"""Lookup of data files: built-in ones by id, others by a path relative to the file that refers to them."""

from dataclasses import replace
from functools import cache
from importlib import resources
from pathlib import Path as FilePath

from ferrovia.rules.files.complaint import Complaint
from ferrovia.rules.files.document import Document, Location, read_document
from ferrovia.rules.kinds import nearest, show

RULE_SETS, MAPS, LAYOUTS = FOLDERS = ("rulesets", "maps", "layouts")
WHAT = {RULE_SETS: "rule set", MAPS: "map", LAYOUTS: "layout"}


@cache
def built_in_ids(folder: str) -> tuple[str, ...]:
    """Ids of the built-in files of one kind."""
    files = resources.files("ferrovia").joinpath("data", folder).iterdir()
    return tuple(sorted(file.name.removesuffix(".toml") for file in files if file.name.endswith(".toml")))


def read_built_in(folder: str, name: str, complaints: list[Complaint]) -> Document | None:
    """Read a built-in file. It has no folder, because it refers to built-in files only."""
    source = resources.files("ferrovia").joinpath("data", folder, f"{name}.toml")
    document = read_document(source, f"{folder}/{name}.toml", complaints)
    return document and replace(document, identity=document.label, folder=None)


def read_reference(reference: str, folder: str, location: Location) -> Document | None:
    """Read the file a key refers to: a built-in id, or a path relative to the file with the key."""
    if reference in built_in_ids(folder):
        return read_built_in(folder, reference, location.complaints)
    if location.document.folder is None or not _looks_like_path(reference):
        hint = nearest(reference, built_in_ids(folder))
        location.complain("unknown-file", f"there is no built-in {WHAT[folder]} {show(reference)}; {hint}")
        return None
    path = location.document.folder / reference
    if not exists(path):
        location.complain(
            "unknown-file", f"there is no file {show(str(path))}; paths start from the file that names them"
        )
        return None
    return read_document(path, str(path), location.complaints)


def kind_of(document: Document) -> str:
    """Which of the three kinds of file this is, judged by the keys that only one kind has."""
    if "positions" in document.table or "projection" in document.table:
        return LAYOUTS
    return MAPS if "routes" in document.table or "cities" in document.table else RULE_SETS


def _looks_like_path(reference: str) -> bool:
    return reference.endswith(".toml") or "/" in reference or "\\" in reference


def exists(path: FilePath) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # the name is too long or contains a null character
        return False
