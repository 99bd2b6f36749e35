"""Loading rules by the id of a built-in rule set, from a file, or from the JSON inside a record."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path as FilePath

from ferrovia.errors import BrokenRules, UnknownRules
from ferrovia.rules.files import locate
from ferrovia.rules.files.assembling import assemble, assemble_json
from ferrovia.rules.files.complaint import Complaint, collect, printable
from ferrovia.rules.files.document import read_document, read_json
from ferrovia.rules.kinds import LONGEST_ID, closest, show
from ferrovia.rules.resolved import Rules


def built_in_rules() -> tuple[str, ...]:
    """The ids of the built-in rule sets."""
    return locate.built_in_ids(locate.RULE_SETS)


def load_rules(id_or_path: str | os.PathLike[str]) -> Rules:
    """Load rules: by built-in id, or from the file of a rule set or of a map (docs/adding-a-map.md).

    Rules from a file take the file's name as their id, with `-file` appended where a built-in one has that id. Raises
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
        return _built_in(text)
    if not text or not locate.exists(FilePath(text)):
        raise _unknown(text)
    return _unless_broken(text, lambda complaints: _from_file(text, complaints))


def rules_from_json(text: str, label: str) -> Rules:
    """The rules that `Rules.to_json` wrote."""
    return _unless_broken(label, lambda complaints: _from_json(text, label, complaints))


@cache
def _built_in(name: str) -> Rules:
    return _unless_broken(name, lambda complaints: _from_built_in(name, complaints))


def _from_built_in(name: str, complaints: list[Complaint]) -> Rules | None:
    document = locate.read_built_in(locate.RULE_SETS, name, complaints)
    rules = None if document is None else assemble(document, name, complaints)
    return None if rules is None else replace(rules, built_in=True)


def _from_file(text: str, complaints: list[Complaint]) -> Rules | None:
    document = read_document(FilePath(text), text, complaints)
    return None if document is None else assemble(document, _id_of(FilePath(text)), complaints)


def _id_of(file: FilePath) -> str:
    """An id for the rules in a file that differs from every built-in one."""
    name = re.sub(r"[^a-z0-9]+", "-", file.stem.lower())[:LONGEST_ID].strip("-") or "rules"
    return f"{name}-file" if name in built_in_rules() else name


def _from_json(text: str, label: str, complaints: list[Complaint]) -> Rules | None:
    document = read_json(text, label, complaints)
    rules = None if document is None else assemble_json(document, complaints)
    if rules and rules.id in built_in_rules() and rules != _built_in(rules.id):
        sentence = f"{rules.id!r} is built in and plays otherwise (another hash); give these rules another id"
        complaints.append(Complaint(label, None, "id", "built-in-id", sentence))
    return rules


def _unless_broken(name: str, attempt: Callable[[list[Complaint]], Rules | None]) -> Rules:
    rules, complaints = collect(attempt)
    if rules is not None and not complaints:
        return rules
    found = f"{len(complaints)} complaints" if len(complaints) > 1 else "1 complaint"
    listed = "\n".join(map(str, complaints))
    raise BrokenRules(f"{printable(name)} cannot be used, {found}:\n{listed}", complaints)


def _unknown(text: str) -> UnknownRules:
    if text in built_in_rules():  # readable only as a path
        return UnknownRules(f"there is no file {text!r}; for the built-in rules pass the name as text, not as a path")
    close = closest(text, built_in_rules())
    hint = f"; did you mean {close!r}?" if close else "."
    return UnknownRules(f"no built-in rule set and no file is called {show(text)}{hint} {_known()}")


def _known() -> str:
    return f"Built in are: {', '.join(built_in_rules())}"
