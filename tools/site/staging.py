"""Staging: every page of the site in one folder, with links that lead to pages of the site.

Documents link to each other and to files of the repository. A file of code becomes a page that shows it, a folder a
page that lists it: nothing on the site leads to a host.
"""

import os
import re
import shutil
from collections import deque
from pathlib import Path, PurePosixPath
from typing import Final

from tools.site.flowchart import with_pictures
from tools.site.markdown import for_site, outside_code

PROJECT: Final = Path(__file__).resolve().parents[2]
LINK: Final = re.compile(r"(\]\(|src=\")([^)\"\s]+)")
ELSEWHERE: Final = re.compile(r"[a-z]+:|#")
LANGUAGES: Final = {".py": "python", ".pl": "perl", ".js": "js", ".ts": "ts", ".toml": "toml", ".cff": "yaml"}
COPIED: Final = {".jpg", ".png", ".svg", ".webp", ".json", ".ipynb"}


def place_of(path: str) -> str:
    """Where a file of the repository lies on the site."""
    pure = PurePosixPath(path)
    if pure.parts[:1] == ("docs",) and (pure.suffix in COPIED or pure.suffix == ".md"):
        return str(PurePosixPath(*pure.parts[1:]))
    if pure.suffix == ".md":
        return f"project/{'-'.join(pure.with_suffix('').parts).lower()}.md"
    return f"source/{path}.md"


class Stage:
    """A folder of pages that grows with what they link to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.known: set[str] = set()
        self.waiting: deque[str] = deque()

    def add(self, path: str) -> str:
        """Put a file of the repository on the site, once; return its place."""
        if path not in self.known:
            self.known.add(path)
            self.waiting.append(path)
        return place_of(path)

    def finish(self) -> None:
        """Write all files that were added, and all that they link to."""
        while self.waiting:
            self.write(self.waiting.popleft())

    def write(self, path: str) -> None:
        file, target = PROJECT / path, self.folder / place_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.suffix != ".md":
            shutil.copyfile(file, target)
        elif file.is_dir():
            target.write_text(self.folder_page(path), "utf-8")
        elif file.suffix == ".md":
            text = with_flowcharts(self.relinked(file.read_text("utf-8"), path), target)
            target.write_text(for_site(text), "utf-8")
        else:
            target.write_text(code_page(path, file.read_text("utf-8")), "utf-8")

    def folder_page(self, path: str) -> str:
        """A folder as a page: its files."""
        files = sorted(each for each in (PROJECT / path).iterdir() if each.suffix in LANGUAGES or each.stem == "README")
        links = [f"- [`{each.name}`]({self.link(f'{path}/{each.name}', place_of(path))})" for each in files]
        return f"# `{path}/`\n\n" + "\n".join(links) + "\n"

    def relinked(self, text: str, path: str) -> str:
        """A document whose links lead to the pages of the site."""
        return outside_code(text, lambda line: LINK.sub(lambda match: self.changed(match, path), line))

    def changed(self, match: re.Match[str], path: str) -> str:
        """One link, as it stands on the site."""
        start, address = match.groups()
        if ELSEWHERE.match(address):
            return match[0]
        file, anchor, heading = address.partition("#")
        target = os.path.normpath(PurePosixPath(path).parent / file)
        return f"{start}{self.link(target, place_of(path))}{anchor}{heading}"

    def link(self, target: str, page: str) -> str:
        """A link from a page to a file of the repository, which comes along."""
        return os.path.relpath(self.add(target), PurePosixPath(page).parent)


def with_flowcharts(text: str, page: Path) -> str:
    """A page whose flowcharts are pictures beside it."""
    parts = []
    for number, (piece, picture) in enumerate(with_pictures(text)):
        parts.append(piece)
        if picture is not None:
            file = page.with_name(f"{page.stem}-{number}.svg")
            file.write_text(picture, "utf-8")
            parts.append(f"![Flowchart]({file.name})")
    return "".join(parts)


def code_page(path: str, text: str) -> str:
    """A file of code as a page."""
    language = LANGUAGES.get(PurePosixPath(path).suffix, "text")
    return f"# `{path}`\n\n````{language}\n{text.rstrip()}\n````\n"
