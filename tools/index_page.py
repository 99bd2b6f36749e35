"""Prepares a checkout for the package index: there the README stands alone, so that its links and pictures need whole
addresses, and the page's sidebar wants the project's.

    python -m tools.index_page https://code.example/owner/ferrovia v1.2.3

The release calls it before it builds; the repository itself keeps short links, which work in every clone and fork.
"""

import re
import sys
from pathlib import Path
from typing import Final

PROJECT: Final = Path(__file__).resolve().parent.parent
LINK: Final = re.compile(r'(?P<before>\]\(|\b(?:src|href)=")(?!https?:|mailto:|#)(?P<path>[^)"\s]+)')
PICTURES: Final = (".jpg", ".png", ".svg", ".webp")
PAGES: Final = {
    "Source": "",
    "Documentation": "docs/index.md",
    "Changelog": "CHANGELOG.md",
    "Security": "SECURITY.md",
}
"""Names in the sidebar, and the pages they lead to."""


def absolute(text: str, repository: str, tag: str) -> str:
    """A page of the repository's top folder with whole addresses: pictures as they are, everything else as pages."""

    def whole(match: re.Match[str]) -> str:
        return match["before"] + address(repository, tag, match["path"])

    return LINK.sub(whole, text)


def address(repository: str, tag: str, path: str) -> str:
    """Where a file of the repository is found."""
    kind = "raw" if path.endswith(PICTURES) else "blob"
    return f"{repository}/{kind}/{tag}/{path}" if path else repository


def with_urls(pyproject: str, repository: str, tag: str) -> str:
    """The project's description with its addresses."""
    lines = [f'{name} = "{address(repository, tag, page)}"' for name, page in PAGES.items()]
    return pyproject.rstrip("\n") + "\n\n[project.urls]\n" + "\n".join(lines) + "\n"


def main(repository: str, tag: str, project: Path = PROJECT) -> None:
    """Rewrite the README and the project's description in place."""
    readme, pyproject = project / "README.md", project / "pyproject.toml"
    readme.write_text(absolute(readme.read_text("utf-8"), repository.rstrip("/"), tag), "utf-8")
    pyproject.write_text(with_urls(pyproject.read_text("utf-8"), repository.rstrip("/"), tag), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
