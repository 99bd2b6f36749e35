"""Writes docs/licences.md: the licences of everything that an installed server consists of.

`python -m tools.licences`, after a change of dependencies; it reads the metadata of the installed packages. `make docs`
does not call it, because it needs all of them installed.
"""

import json
import re
from collections.abc import Iterable
from importlib.metadata import metadata
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = PROJECT / "docs" / "licences.md"
LOCK: Final = PROJECT / "requirements" / "image.txt"
WEB: Final = PROJECT / "web"
CLASSIFIER: Final = "License :: OSI Approved :: "
SAME: Final = {
    "MIT License": "MIT",
    "BSD License": "BSD",
    "Apache Software License": "Apache-2.0",
    "Apache Software License, MIT License": "Apache-2.0 OR MIT",
}
INTRO: Final = """\
<!-- Written by `python -m tools.licences` from the metadata of the packages. -->

# Licences

Ferrovia itself is under the MIT licence (`LICENSE`). The tables list the licences of the packages that a server with
the extras `web`, `postgres` and `accounts` installs, in the versions of `requirements/image.txt`, and of the packages
built into the page.

"""
OWN: Final = """\

## Fonts and geography

| what | licence |
| --- | --- |
| Fraunces, Source Sans 3 | SIL Open Font License 1.1 (texts in `web/public/licences`) |
| coasts, lakes, rivers and borders (Natural Earth) | public domain |
| shores of New York (its Department of City Planning) | open data of the city, free for any use |
"""


def locked(text: str) -> list[str]:
    """The names of the packages in a lock file."""
    return re.findall(r"^([a-z0-9.-]+)==", text, re.MULTILINE)


def licence_of(package: str) -> str:
    """The licence that an installed package declares."""
    about = metadata(package)
    names = [each.removeprefix(CLASSIFIER) for each in about.get_all("Classifier") or () if each.startswith(CLASSIFIER)]
    expressions = [*(about.get_all("License-Expression") or ()), ", ".join(names), *(about.get_all("License") or ())]
    declared: str = next(each for each in expressions if each).splitlines()[0]
    return SAME.get(declared, declared)


def bundled_names() -> list[str]:
    """The packages that the page asks for; what builds it is not in it."""
    return sorted(json.loads((WEB / "package.json").read_text("utf-8"))["dependencies"].keys() - {"vite"})


def bundled() -> list[tuple[str, str]]:
    """The packages in the page, with their licences."""
    licences: dict[str, str] = {}
    waiting = bundled_names()
    while waiting:
        name = waiting.pop()
        package = json.loads((WEB / "node_modules" / name / "package.json").read_text("utf-8"))
        licences[name] = package["license"]
        waiting += [each for each in package.get("dependencies", {}) if each not in licences]
    return sorted(licences.items())


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Packages and licences as a table."""
    return "\n".join(["| package | licence |", "| --- | --- |", *(f"| {name} | {words} |" for name, words in rows), ""])


def page() -> str:
    """The whole page."""
    packages = [name for name in locked(LOCK.read_text("utf-8")) if name != "tzdata"]  # that one is for Windows
    installed = table((name, licence_of(name)) for name in packages)
    return f"{INTRO}## Python packages\n\n{installed}\n## In the page\n\n{table(bundled())}{OWN}"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
