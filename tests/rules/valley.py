"""A small valid map, read from the page that teaches how to write one, and a way to change one thing in it."""

import re
import textwrap
from pathlib import Path

from ferrovia.rules.checks.files import check_file
from ferrovia.rules.files.complaint import Complaint

PAGE = Path(__file__).parents[2] / "docs" / "adding-a-map.md"


def valley() -> str:
    """The example of docs/adding-a-map.md."""
    found = re.search(r"^ *```toml\n(.*?)^ *```$", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    assert found
    return textwrap.dedent(found[1])


def changed(*changes: tuple[str, str]) -> str:
    """The example with some words replaced; each must occur."""
    text = valley()
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return text


def complaints_of(folder: Path, text: str, name: str = "valley.toml") -> list[Complaint]:
    (folder / name).write_text(text, encoding="utf-8")
    return check_file(str(folder / name))
