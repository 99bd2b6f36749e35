"""HTML parts of a report: sections, and tables whose numbers are right-aligned and carry their exact value for
sorting."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ferrovia.drawing.markup import Content, Markup, element


@dataclass(frozen=True)
class Cell:
    """A number as displayed and as sorted."""

    text: str
    value: float | None
    kind: str | None = None


Row = Sequence[Cell | Content]


def section(name: str, title: str, *children: Markup | None) -> Markup:
    """A section with its title."""
    return element("section", element("h2", title), *children, id=name)


def table(caption: str, heads: Sequence[str], rows: Iterable[Row], *, sortable: bool = False) -> Markup:
    """A table with a caption; the first cell of each row is its heading."""
    filled = list(rows)
    numeric = [bool(filled) and isinstance(filled[0][column], Cell) for column in range(len(heads))]
    titles = [element("th", text, scope="col", class_=side(right)) for text, right in zip(heads, numeric, strict=True)]
    lines = [element("tr", *(cell(content, first=not at) for at, content in enumerate(row))) for row in filled]
    kind = "sortable" if sortable else None
    head, body = element("thead", element("tr", *titles)), element("tbody", *lines)
    inner = element("table", element("caption", caption), head, body, class_=kind)
    return element("div", inner, class_="scroll", tabindex="0", role="region", aria_label=caption)


def side(right: bool) -> str | None:
    """Right-align numbers."""
    return "number" if right else None


def cell(content: Cell | Content, *, first: bool) -> Markup:
    if first:
        return element("th", content.text if isinstance(content, Cell) else content, scope="row")
    if not isinstance(content, Cell):
        return element("td", content)
    kind = f"number {content.kind}" if content.kind else "number"
    return element("td", content.text, class_=kind, data_value=None if content.value is None else repr(content.value))
