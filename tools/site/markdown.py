"""GitHub's Markdown as the site's generator reads it: four spaces inside lists, and an empty line before them."""

import re
from collections.abc import Callable, Iterator
from typing import Final

FENCE: Final = re.compile(r"\s*(```|~~~)")
ITEM: Final = re.compile(r"( *)([-*]|\d+\.) +")
TABLE: Final = re.compile(r"\s*\|")
TAB: Final = 4


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Change every line that is not in a fenced block."""
    return "\n".join(line if code else change(line) for code, line in marked(text))


def marked(text: str) -> Iterator[tuple[bool, str]]:
    """Lines, and whether each belongs to a fenced block."""
    inside = False
    for line in text.split("\n"):
        fence = FENCE.match(line) is not None
        yield inside or fence, line
        inside ^= fence


def for_site(text: str) -> str:
    """Lists and tables as the generator reads them."""
    out: list[str] = []
    levels: list[int] = []  # where the text of each open list item begins
    for code, line in marked(text):
        indent = len(line) - len(line.lstrip())
        item = None if code else ITEM.match(line)
        if line.strip() and not (item is None and not code and out and out[-1].strip()):  # no lazy continuation
            while levels and indent < levels[-1]:
                levels.pop()
        if needs_gap(out, line, item is not None, code):
            out.append("")
        depth = TAB * len(levels)
        out.append(line if not line.strip() else " " * depth + line[min(indent, levels[-1] if levels else 0) :])
        if item:
            levels.append(item.end())
    return "\n".join(out)


def needs_gap(out: list[str], line: str, item: bool, code: bool) -> bool:
    """Whether a list or a table interrupts a paragraph: GitHub allows it, the generator does not."""
    if code or not out or not out[-1].strip() or out[-1].lstrip().startswith("#"):
        return False
    before = out[-1]
    if item:
        return not ITEM.match(before) and not before.startswith(" ")
    return bool(TABLE.match(line)) and not TABLE.match(before)
