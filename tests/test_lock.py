"""The tested versions: complete, and installable from any package index."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.licences import PAGE, bundled_names, locked

PROJECT = Path(__file__).resolve().parent.parent
LOCK = (PROJECT / "requirements" / "constraints.txt").read_text("utf-8")
LINES = [line for line in LOCK.splitlines() if not line.startswith("#")]


def declared() -> Iterator[str]:
    """Every requirement of pyproject.toml."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    groups = [settings["project"]["dependencies"], *settings["project"]["optional-dependencies"].values()]
    for group in [*groups, *settings["dependency-groups"].values()]:
        yield from (each for each in group if isinstance(each, str))


def plain_name(requirement: str) -> str:
    return re.split(r"[^\w.-]", requirement, maxsplit=1)[0].lower().replace("_", "-")


@pytest.mark.parametrize("name", sorted(set(map(plain_name, declared()))))
def test_every_dependency_is_locked(name: str) -> None:
    assert name in map(plain_name, LINES), "run `make lock`"


def test_the_lock_names_versions_and_nothing_else() -> None:
    """No URL, no path, no option: each would tie it to one package index or one machine."""
    assert len(LINES) > 50
    for line in LINES:
        assert re.fullmatch(r"[a-z0-9.-]+==[\w.]+( ; .+)?", line), line


IMAGE = (PROJECT / "requirements" / "image.txt").read_text("utf-8")


def test_the_image_installs_what_was_tested() -> None:
    """The same versions as in the tests, each with the hashes of its files."""
    pins = re.findall(r"^([a-z0-9.-]+==[\w.]+)(.*(?:\n    --hash=\S+.*)+)", IMAGE, re.MULTILINE)
    assert [pin.split("==")[0] for pin, _ in pins] == locked(IMAGE), "run `make lock`"
    tested = {line.split(" ;")[0] for line in LINES}
    assert {pin for pin, _ in pins} <= tested
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = settings["optional-dependencies"]
    wanted = {
        plain_name(each)
        for each in (*settings["dependencies"], *extras["web"], *extras["postgres"], *extras["accounts"])
    }
    assert wanted <= set(locked(IMAGE)), "run `make lock`"


def test_every_licence_is_listed() -> None:
    rows = dict(re.findall(r"^\| (\S+) \| (.+) \|$", PAGE.read_text("utf-8"), re.MULTILINE))
    missing = {*locked(IMAGE), *bundled_names()} - {"tzdata"} - set(rows)
    assert not missing, "run `python -m tools.licences`"
    known = re.compile(r"MIT|BSD|Apache|MPL|PSF|LGPL|0BSD|Zlib|CC0")
    for name in locked(IMAGE):
        assert name == "tzdata" or (known.search(rows[name]) and "AGPL" not in rows[name]), name
