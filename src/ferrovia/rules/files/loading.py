"""Loading rules by the id of a built-in rule set, or from a file."""

import os
import re
from pathlib import Path as FilePath

from ferrovia.errors import UnknownRules
from ferrovia.rules.files import locate
from ferrovia.rules.files.assembling import assemble
from ferrovia.rules.files.complaint import Complaint
from ferrovia.rules.files.document import read_document
from ferrovia.rules.kinds import LONGEST_ID, closest, show
from ferrovia.rules.resolved import Rules, built_in, unless_broken


def built_in_rules() -> tuple[str, ...]:
    """The ids of the built-in rule sets."""
    return locate.built_in_ids(locate.RULE_SETS)


def load_rules(id_or_path: str | os.PathLike[str]) -> Rules:
    """Load rules by built-in id, or from a file with a rule set or a map (docs/adding-a-map.md).

    Rules from a file get their id from the file name, with `-file` appended if built-in rules have that id. Raises
    UnknownRules if there is no such id or file, and BrokenRules with all complaints if the file has any.

    >>> load_rules("switzerland").rule_set.trains
    40
    """
    try:
        text = os.fsdecode(id_or_path)
    except (TypeError, ValueError):
        sentence = f"rules are called by a text or by a path, not by {show(id_or_path)}."
        raise UnknownRules(f"{sentence} {_known()}") from None
    if isinstance(id_or_path, str) and text in built_in_rules():
        return built_in(text)
    if not text or not locate.exists(FilePath(text)):
        raise _unknown(text)
    return unless_broken(text, lambda complaints: _from_file(text, complaints))


def _from_file(text: str, complaints: list[Complaint]) -> Rules | None:
    document = read_document(FilePath(text), text, complaints)
    assembled = None if document is None else assemble(document, _id_of(FilePath(text)), complaints)
    return None if assembled is None else Rules(*assembled)


def _id_of(file: FilePath) -> str:
    """An id for the rules in a file that differs from every built-in one."""
    name = re.sub(r"[^a-z0-9]+", "-", file.stem.lower())[:LONGEST_ID].strip("-") or "rules"
    return f"{name}-file" if name in built_in_rules() else name


def _unknown(text: str) -> UnknownRules:
    if text in built_in_rules():  # readable only as a path
        return UnknownRules(f"there is no file {text!r}; for the built-in rules pass the name as text, not as a path")
    close = closest(text, built_in_rules())
    hint = f"; did you mean {close!r}?" if close else "."
    return UnknownRules(f"no built-in rule set and no file is called {show(text)}{hint} {_known()}")


def _known() -> str:
    return f"Built in are: {', '.join(built_in_rules())}"
