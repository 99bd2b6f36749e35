"""Loading rules by the id of a built-in rule set, from a file, or from the JSON inside a record."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path as FilePath

from ferrovia.errors import BrokenRules, UnknownRules
from ferrovia.rules import files
from ferrovia.rules.assembling import assemble, assemble_json
from ferrovia.rules.complaint import Complaint
from ferrovia.rules.document import read_document, read_json
from ferrovia.rules.kinds import nearest, show
from ferrovia.rules.resolved import Rules


def built_in_rules() -> tuple[str, ...]:
    """The ids of the built-in rule sets."""
    return files.built_in_ids(files.RULE_SETS)


def load_rules(id_or_path: str | os.PathLike[str]) -> Rules:
    """The rules called so: a built-in id, a rule set's file, or a map's file (played as it says, see docs).

    Raises UnknownRules if there is neither, BrokenRules with all complaints if the file is not in order.

    >>> load_rules("switzerland").rule_set.trains
    40
    """
    text = os.fsdecode(id_or_path)
    if isinstance(id_or_path, str) and text in built_in_rules():
        return _built_in(text)
    if not text or not files.exists(FilePath(text)):
        raise _unknown(text)
    return _unless_broken(text, lambda complaints: _from_file(text, complaints))


def rules_from_json(text: str, label: str) -> Rules:
    """The rules that `Rules.to_json` wrote."""
    return _unless_broken(label, lambda complaints: _from_json(text, label, complaints))


@cache
def _built_in(name: str) -> Rules:
    return _unless_broken(name, lambda complaints: _from_built_in(name, complaints))


def _from_built_in(name: str, complaints: list[Complaint]) -> Rules | None:
    document = files.read_built_in(files.RULE_SETS, name, complaints)
    rules = None if document is None else assemble(document, name, complaints)
    return None if rules is None else replace(rules, built_in=True)


def _from_file(text: str, complaints: list[Complaint]) -> Rules | None:
    document = read_document(FilePath(text), text, complaints)
    name = re.sub(r"[^a-z0-9]+", "-", FilePath(text).stem.lower()).strip("-") or "rules"
    return None if document is None else assemble(document, name, complaints)


def _from_json(text: str, label: str, complaints: list[Complaint]) -> Rules | None:
    document = read_json(text, label, complaints)
    return None if document is None else assemble_json(document, complaints)


def _unless_broken(name: str, attempt: Callable[[list[Complaint]], Rules | None]) -> Rules:
    complaints: list[Complaint] = []
    rules = attempt(complaints)
    if rules is not None and not complaints:
        return rules
    found = f"{len(complaints)} complaints" if len(complaints) > 1 else "1 complaint"
    listed = "\n".join(map(str, complaints))
    raise BrokenRules(f"{name} cannot be used, {found}:\n{listed}", tuple(complaints))


def _unknown(text: str) -> UnknownRules:
    known = ", ".join(built_in_rules())
    hint = nearest(text, built_in_rules())
    hint = f"; {hint}" if hint.startswith("did") else "."
    return UnknownRules(f"no built-in rule set and no file is called {show(text)}{hint} Built in are: {known}")
