"""An extension of griffe: examples in docstrings become blocks of code, which Markdown does not see in `>>>`."""

import re
from typing import Any, Final

import griffe

EXAMPLE: Final = re.compile(r"(?:^ *>>> .*\n?(?:^ *\S.*\n?)*)+", re.MULTILINE)


class DoctestBlocks(griffe.Extension):  # type: ignore[misc] # griffe is there only where the site is built
    """Fences every doctest of a docstring."""

    def on_object(self, *, obj: griffe.Object, **kwargs: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = fenced(obj.docstring.value)


def fenced(docstring: str) -> str:
    """A docstring with its examples as blocks of code."""
    return EXAMPLE.sub(lambda match: f"\n```pycon\n{match[0].rstrip()}\n```\n", docstring)
