"""Every module, file and name that a docstring or comment mentions exists: renaming reaches the words too."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.test_docs_paths import PLACEHOLDER, PROJECT, QUOTED, exists
from tools.architecture import ROOMS

SOURCES = sorted(
    path for folder in ("src", "tools", "tests", "benchmarks", "examples") for path in (PROJECT / folder).rglob("*.py")
)
OTHER_CODE = ("web/src/**/*.ts*", "src/ferrovia/data/**/*.toml", "src/ferrovia/data/locales/en/*.json")
COMMENT = re.compile(r"(?:^|\s)# .*$", re.MULTILINE)
WORD = re.compile(r"[A-Za-z_]\w*")
DOTTED = re.compile(r"[a-z]+(\.\w+)+")
PACKAGES = ("ferrovia", "tests", "tools")
FILE = re.compile(r"\b(?:docs|tests|tools|web|src|examples|benchmarks)/[\w./*-]*\w")
EXAMPLES = {"my_bot", "_gap0"}
"""Words of examples, which no code of ours has."""


@cache
def code_and_notes(source: Path) -> tuple[str, list[str]]:
    """A file without its docstrings and comments; and these."""
    text = source.read_text("utf-8")
    lines, found = text.splitlines(), []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            found.append(node.value.value)
            lines[node.lineno - 1 : node.end_lineno] = [""] * len(lines[node.lineno - 1 : node.end_lineno])
    code = "\n".join(lines)
    return COMMENT.sub("", code), [*found, *COMMENT.findall(code)]


@cache
def known_words() -> frozenset[str]:
    """Every word of the code itself: names of modules and of what is in them, and the insides of strings."""
    modules = {part for source in SOURCES for part in source.relative_to(PROJECT).with_suffix("").parts}
    code = [code_and_notes(source)[0] for source in SOURCES]
    code += [path.read_text("utf-8") for pattern in OTHER_CODE for path in PROJECT.glob(pattern)]
    return frozenset(modules | EXAMPLES | {word for text in code for word in WORD.findall(text)})


def is_there(name: str) -> bool:
    """Whether `ferrovia.game.game.Game` or `game.games` names a module, or something written in one."""
    first, *rest = name.split(".")
    package = PROJECT / "src" / "ferrovia"
    place = package if first == "ferrovia" else PROJECT / first if first in PACKAGES else package / first
    while rest and (place / rest[0]).is_dir():
        place /= rest.pop(0)
    module = place / f"{rest[0]}.py" if rest else place / "__init__.py"
    if module.is_file():
        rest = rest[1:]
    else:
        module = place / "__init__.py"
    return module.is_file() and all(re.search(rf"\b{each}\b", module.read_text("utf-8")) for each in rest)


def looks_like_module(name: str) -> bool:
    """`ferrovia.core.bits`, `game.text.record`; not `view.own.route`, which is a field."""
    first = name.split(".")[0]
    return bool(DOTTED.fullmatch(name)) and not PLACEHOLDER.search(name) and first in (*PACKAGES, *ROOMS)


def unknown_names(source: Path) -> Iterator[str]:
    """What the notes of a file mention that is not there."""
    for note in code_and_notes(source)[1]:
        quoted = [word for each in QUOTED.findall(note) for word in each.split()]
        yield from (name for name in quoted if looks_like_module(name) and not is_there(name))
        yield from (path for path in FILE.findall(note) if not exists(path, source.parent))
        words = (word for name in quoted for word in WORD.findall(name) if "_" in word)  # others may be of any library
        yield from (word for word in words if word not in known_words())


def test_every_name_in_a_note_exists() -> None:
    missing = {str(source.relative_to(PROJECT)): list(unknown_names(source)) for source in SOURCES}
    assert not {source: names for source, names in missing.items() if names}


def test_names_that_are_not_there_are_noticed(tmp_path: Path) -> None:
    """The test above would pass of itself with nothing to look for."""
    gone = ["game.no_such_" + "module", "tests/no_such_" + "folder/x.py", "no_such_" + "name"]
    text = f"`{gone[0]}`, {gone[1]} and `{gone[2]}` are not there, `game.game.Game` is."
    (tmp_path / "stale.py").write_text(f'"""{text}"""')
    found = set(unknown_names(tmp_path / "stale.py"))
    assert set(gone) <= found
    assert "game.game.Game" not in found
