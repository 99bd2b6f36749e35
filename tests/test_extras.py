"""How to install an extra: what pages and error messages say is true.

pip takes the extras of an installed project from its own metadata, so `pip install 'ferrovia[web]'` in an error message
works wherever the message can appear. A page is read before anything is installed: it says what works in a clone.
"""

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PAGES = [PROJECT / "README.md", *(PROJECT / "docs").rglob("*.md"), *(PROJECT / "examples").rglob("*.py")]
SOURCES = (PROJECT / "src" / "ferrovia").rglob("*.py")
INSTALLED = re.compile(r"ferrovia\[([\w,]+)\]")
CLONED = re.compile(r"pip install [^`\n]*'\.\[([\w,]+)\]'")


def extras_of(pattern: re.Pattern[str], files: list[Path]) -> set[str]:
    found = (match for file in files for match in pattern.findall(file.read_text("utf-8")))
    return {extra for match in found for extra in match.split(",")}


def test_every_extra_that_is_named_exists():
    extras = set(tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"])
    assert {"web", "train", "ray"} <= extras_of(INSTALLED, list(SOURCES)) <= extras
    assert {"web", "envs", "train"} <= extras_of(CLONED, PAGES) <= extras


def test_pages_install_from_a_clone():
    assert extras_of(INSTALLED, PAGES) == set()
