"""Every file that the documents name is there: links, and paths between backticks."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
ROOTS = (PROJECT, PROJECT / "src", PROJECT / "src/ferrovia", PROJECT / "web", PROJECT / "web/src")
"""Where a path may begin, besides the folder of its document."""
DOCUMENTS = sorted(
    {
        *PROJECT.glob("*.md"),
        *(PROJECT / "docs").glob("*.md"),
        *(PROJECT / "docs" / "examples").glob("*.md"),
        *(PROJECT / "docs" / "libraries").glob("*.md"),
        *(PROJECT / "docs" / "tutorials").glob("*.md"),
        *PROJECT.glob("*/README.md"),
        *(PROJECT / "tools").rglob("README.md"),
        *(PROJECT / ".github").rglob("*.md"),
    }
    - {PROJECT / "CHANGELOG.md"}
)
ROOMS = ("src", "web/src", "tests", "tools", "examples")
"""Where a file or folder may lie that is named without the whole of its path."""
LINK = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
QUOTED = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
PATH = re.compile(r"\.?[\w*-][\w.*-]*(/[\w.*-]+)+/?|[\w-]+/|[\w-]+\.(py|ts|tsx|css|sh|yml)")
"""A path with a folder in it, a folder, or a file of code by its name alone."""
OTHERS = re.compile(
    r"^(https?:|mailto:)|^(application|text|image|origin)/|\d/\d|^my[-_]|^playtest-|/static$|^\.venv/|^build/|^ferrovia/\w+-v\d$"
)
"""Addresses, media types, fractions, branches, ids of environments, and files that are made on the reader's machine."""
PLACEHOLDER = re.compile(r"\b[A-Z]{2,}\b")


def links(text: str) -> Iterator[str]:
    for match in LINK.finditer(text):
        yield match[1] or match[2]


def leads_somewhere(link: str, document: Path) -> bool:
    """Whether the file of a link is there, and the heading in it."""
    file, _, heading = link.partition("#")
    target = document.parent / file if file else document
    return target.exists() and (not heading or target.suffix != ".md" or heading in headings(target))


def headings(document: Path) -> set[str]:
    """The anchors of a document, as GitHub makes them of its headings."""
    found = re.findall(r"^#+ (.+)$", FENCED.sub("", document.read_text("utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in found}


def paths(text: str) -> Iterator[str]:
    words = (word for quoted in QUOTED.findall(FENCED.sub("", text)) for word in quoted.split())
    yield from (word for word in words if PATH.fullmatch(word))


def exists(path: str, folder: Path) -> bool:
    """Whether a path, perhaps with stars, leads to something from where a reader would begin."""
    path = PLACEHOLDER.sub("*", path)
    if "/" not in path.rstrip("/"):
        return (PROJECT / path).exists() or any(any((PROJECT / room).rglob(path)) for room in ROOMS)
    beginnings = [root.glob(path) for root in (folder, *ROOTS)]
    return any(any(found) for found in (*beginnings, *((PROJECT / room).rglob(path) for room in ROOMS)))


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(PROJECT).as_posix())
def test_every_link_leads_somewhere(document: Path) -> None:
    for link in links(document.read_text("utf-8")):
        assert OTHERS.search(link) or leads_somewhere(link, document), link


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.relative_to(PROJECT).as_posix())
def test_every_path_that_is_named_exists(document: Path) -> None:
    missing = [path for path in paths(document.read_text("utf-8")) if not OTHERS.search(path)]
    missing = [path for path in missing if not exists(path, document.parent)]
    assert not missing


def test_paths_are_found_in_the_documents() -> None:
    """The tests above would pass of themselves with nothing to look for."""
    text = (PROJECT / "docs" / "architecture.md").read_text("utf-8")
    assert len(list(paths(text))) > 10
    assert len(list(links((PROJECT / "README.md").read_text("utf-8")))) > 15
    assert not exists("rules/no_such_file.py", PROJECT)
    assert not exists("no_such_file.py", PROJECT)
