"""HTML and SVG builder. Everything that is not `Markup` is escaped, so that no name can become a tag.

>>> element("p", "a < b", element("b", "!"), class_="small")
'<p class="small">a &lt; b<b>!</b></p>'
>>> element("line", x1=0, x2=12.5, stroke_width=None)
'<line x1="0" x2="12.5"/>'
"""

from html import escape
from typing import Final

EMPTY: Final = frozenset({"br", "circle", "line", "meta", "path", "rect"})
"""Elements written in the short form; browsers would treat any other as unclosed."""


class Markup(str):
    """A string that is already markup."""

    __slots__ = ()


Content = str | int | float | None


def element(name: str, /, *children: Content, **attributes: Content) -> Markup:
    """One element. `class_` stands for class and `stroke_width` for stroke-width; attributes that are None are left
    out."""
    written = "".join(
        f' {attribute_name(key)}="{plain(value)}"' for key, value in attributes.items() if value is not None
    )
    inside = join(*children)
    if not inside and name in EMPTY:
        return Markup(f"<{name}{written}/>")
    return Markup(f"<{name}{written}>{inside}</{name}>")


def join(*children: Content) -> Markup:
    """Concatenate several pieces."""
    return Markup(
        "".join(child if isinstance(child, Markup) else plain(child) for child in children if child is not None)
    )


def attribute_name(key: str) -> str:
    """The spelling of an attribute."""
    return key.removesuffix("_").replace("_", "-")


def plain(value: Content) -> str:
    """A value as text, without unprintable characters, which would make the page invalid."""
    if isinstance(value, float):
        return short(value)
    printable = "".join(letter if letter.isprintable() else " " for letter in str(value))
    return escape(printable).replace(" %", "\N{NO-BREAK SPACE}%")


def short(value: float) -> str:
    """A coordinate with no more digits than can be seen."""
    text = f"{value:.1f}"
    return text.removesuffix(".0") if text != "-0.0" else "0"
