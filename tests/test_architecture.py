"""The shape of the house: which room may know which, what is named where, how large things are."""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import ferrovia
from ferrovia.rules.files import locate
from ferrovia.rules.files.loading import built_in_rules, load_rules
from tests.conftest import BY_PLACE, TESTS
from tools.architecture import ROOMS, allowed, parents, room_of

PACKAGE = Path(ferrovia.__file__).parent
SOURCES = sorted(PACKAGE.rglob("*.py"))
ENGINE_MAY_IMPORT = {"numpy", "numba", "llvmlite", "platformdirs"}


def module_name(source: Path) -> str:
    parts = source.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def for_types_only(node: ast.AST) -> bool:
    """`if TYPE_CHECKING:` is never run."""
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imports(source: Path, types: bool = False) -> Iterator[str]:
    """Every module a file imports, inside functions too; with `types`, also for type checkers alone."""
    waiting: list[ast.AST] = [ast.parse(source.read_text(encoding="utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{source}: a relative import"
            yield node.module or ""
            if (node.module or "").startswith("ferrovia"):  # `from ferrovia.engine import batch` names modules too
                yield from (f"{node.module}.{alias.name}" for alias in node.names)
        waiting += [] if for_types_only(node) and not types else ast.iter_child_nodes(node)


def modules() -> set[str]:
    return {module_name(source) for source in SOURCES}


def imported_modules(source: Path, types: bool = False) -> set[str]:
    """The modules of ours a file imports: `from ferrovia.engine import batch` names a module, too."""
    known = modules()
    found = set()
    for name in imports(source, types):
        module = name
        while module not in known and "." in module:
            module = module.rpartition(".")[0]
        if module.split(".")[0] == "ferrovia" and module != "ferrovia":
            found.add(module)
    return found


@pytest.mark.parametrize("source", SOURCES, ids=module_name)
def test_imports_follow_the_tree(source: Path) -> None:
    """tools/architecture.py says which room may import which."""
    if module_name(source) in ("ferrovia", "ferrovia.__main__"):
        return
    room = home_of(source)
    assert room in ROOMS, f"{room}: a new room; give it a line in tools/architecture.py"
    wrong = {each for each in imported_modules(source) if not allowed(room, room_of(each))}
    assert not wrong, f"{module_name(source)} (in {room}) imports {sorted(wrong)}"


def home_of(source: Path) -> str:
    """The room of a module."""
    name = module_name(source)
    return room_of(f"{name}.__init__" if source.name == "__init__.py" else name)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_may_import_no_more_than_it_does(room: str) -> None:
    """A permission that nothing uses would hide the tree, and invite a wrong import."""
    own = [source for source in SOURCES if home_of(source) == room]
    used = {room_of(module) for source in own for module in imported_modules(source, types=True)}
    granted = ROOMS[room].imports
    needed = {next((name for name in parents(other) if name in granted), None) for other in used - {room}}
    assert not set(granted) - needed


def test_the_tree_has_no_cycles() -> None:
    """A room stands on those it may import; `bots` stands for the rooms within it too, but to these themselves."""
    stands_on = {room: {other for other in ROOMS if other != room and allowed(room, other)} for room in ROOMS}
    list(TopologicalSorter(stands_on).static_order())


def test_no_room_is_crowded() -> None:
    """A newcomer sees at most about 25 files at a glance."""
    folders = Counter(source.parent for source in (*SOURCES, *TESTS.rglob("test_*.py")))
    assert not {folder for folder, modules in folders.items() if modules > 25}


def test_every_place_with_a_marker_exists() -> None:
    """A test module that moves keeps its marker."""
    assert not [place for place in BY_PLACE if not (TESTS / place).exists()]


def test_errors_import_nothing():
    assert list(imports(PACKAGE / "errors.py")) in ([], ["typing"])


@pytest.mark.parametrize("source", [each for each in SOURCES if {"engine", "core"} & set(each.parts)], ids=module_name)
def test_the_engine_imports_little(source):
    """NumPy, Numba and what comes with Python; and the rules."""
    for module in imports(source):
        top = module.split(".")[0]
        known = top in ENGINE_MAY_IMPORT or top in sys.stdlib_module_names
        assert known or module.startswith(("ferrovia.rules", "ferrovia.engine", "ferrovia.core")), (
            f"{module_name(source)} imports {module}"
        )


def test_data_holds_no_python():
    assert not list((PACKAGE / "data").rglob("*.py"))


# --- names -----------------------------------------------------------------------------------------------------------


def words_of_the_maps() -> set[str]:
    """Every id and name of every rule set, map, city and country that is built in."""
    found: set[str] = set(built_in_rules()) | set(locate.built_in_ids(locate.MAPS))
    for rules in map(load_rules, built_in_rules()):
        found |= {rules.rule_set.name, rules.map.name, *rules.rule_set.documents}
        for city in rules.map.cities:
            found |= {city.id, city.name, city.country, city.country.title()}
        found |= {deck.deck for deck in rules.map.tickets}
    return {word for word in found if len(word) > 3}


COMMON_WORDS = {"current", "classic"}
"""Decks of tickets and cities whose names are words like any other."""

EXAMPLES = {
    "rules/files/assembling.py": {"north-america"},  # a map that says nothing about its rules is played by these
    "rules/kinds.py": {"new-york"},  # the example in the complaint about an invalid id
}
"""Names that must be said, by file. Everything else speaks of no map in particular, docstrings with examples apart."""


def code_without_docstrings(source: Path) -> str:
    """The text of a module as it runs."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            node.value.value = ""
    return ast.unparse(tree)


def names_in(text: str) -> set[str]:
    return {
        word for word in words_of_the_maps() - COMMON_WORDS if re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", text)
    }


@pytest.mark.parametrize("source", [each for each in SOURCES if {"engine", "core"} & set(each.parts)], ids=module_name)
def test_no_map_is_named_in_the_engine(source):
    """No `if map == …` anywhere, not even in a comment."""
    assert not names_in(source.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "source", [each for each in SOURCES if "rules" in each.relative_to(PACKAGE).parts[:1]], ids=module_name
)
def test_no_map_is_named_in_the_code_of_the_rules(source):
    allowed = EXAMPLES.get(source.relative_to(PACKAGE).as_posix(), set())
    assert names_in(code_without_docstrings(source)) == allowed


def test_the_words_of_the_maps_are_found():
    """The two tests above would pass of themselves with nothing to look for."""
    words = words_of_the_maps()
    assert len(words) > 200
    assert {"switzerland", "Zürich", "kansas-city", "new-york", "austria", "Central Park"} <= words
    assert names_in("a route from Denver to new-york, not new-yorker") == {"Denver", "new-york"}


# --- kernels ---------------------------------------------------------------------------------------------------------

BANNED: tuple[type[ast.AST], ...] = (
    ast.Raise,
    ast.Try,
    ast.With,
    ast.JoinedStr,
    ast.Lambda,
    ast.ListComp,
    ast.DictComp,
    ast.SetComp,
    ast.Dict,
)
BANNED += (ast.Set, ast.List, ast.GeneratorExp, ast.Yield, ast.Await, ast.Global, ast.Nonlocal, ast.Assert, ast.Import)


def kernels() -> Iterator[tuple[str, ast.FunctionDef]]:
    for source in SOURCES:
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                decorators = {each.id for each in node.decorator_list if isinstance(each, ast.Name)}
                if decorators & {"kernel", "entry", "inlined"}:
                    yield f"{module_name(source)}.{node.name}", node


def test_kernels_keep_to_the_subset():
    """DESIGN, bet 2: no heap, no Python objects, no exceptions, no recursion, no strings; floats for bots alone."""
    found = list(kernels())
    assert len(found) > 100
    for name, function in found:
        floats_allowed = room_of(name).startswith(("bots", "rollout", "batch"))
        docstring = ast.get_docstring(function)
        assert docstring, f"{name} says nothing of itself"
        assert function.name not in {
            getattr(each.func, "id", "") for each in ast.walk(function) if isinstance(each, ast.Call)
        }
        for node in ast.walk(function):
            assert not isinstance(node, BANNED), f"{name}, line {getattr(node, 'lineno', 0)}: {type(node).__name__}"
            if isinstance(node, ast.BinOp) and not floats_allowed:
                assert not isinstance(node.op, (ast.Div, ast.Pow)), f"{name}, line {node.lineno}: a float"
            if isinstance(node, ast.Constant):
                text = isinstance(node.value, str) and node.value.strip() != ""
                quoted = text and ast.get_docstring(function, clean=False) == node.value
                assert floats_allowed or not isinstance(node.value, float), f"{name}, line {node.lineno}: a float"
                assert not text or quoted or node.value in annotations(function), (
                    f"{name}, line {node.lineno}: a string"
                )


def annotations(function: ast.FunctionDef) -> set[str]:
    """Types that are written as strings."""
    arguments = [each.annotation for each in function.args.args] + [function.returns]
    return {each.value for each in arguments if isinstance(each, ast.Constant) and isinstance(each.value, str)}


def test_kernels_do_not_call_each_other_in_circles():
    """No recursion, not by a detour either: a GPU has no stack to speak of."""
    calls = {name.rpartition(".")[2]: called(function) for name, function in kernels()}
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " → ".join((*above, name))
        if name in calls and name not in done:
            for other in calls[name]:
                visit(other, (*above, name))
            done.add(name)

    for name in calls:
        visit(name, ())


def called(function: ast.FunctionDef) -> set[str]:
    return {
        each.func.id for each in ast.walk(function) if isinstance(each, ast.Call) and isinstance(each.func, ast.Name)
    }


def test_a_state_and_a_view_are_small():
    """DESIGN, bet 1."""
    from ferrovia.engine.state import STATE, VIEW

    assert STATE.itemsize <= 832
    assert VIEW.itemsize <= 576


def test_every_field_is_declared_with_its_meaning():
    from ferrovia.core.fields import fields_of
    from ferrovia.engine.state import Private, Public, Secret, ViewRecord
    from ferrovia.rules.board import Board

    for record in (Public, Private, Secret, ViewRecord, Board):
        for name, field in fields_of(record).items():
            assert len(field.meaning) > 5, f"{record.__name__}.{name}"


# --- what is imported when -------------------------------------------------------------------------------------------


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


HEAVY = "print(sorted({'numba', 'numpy', 'llvmlite'} & set(sys.modules)))"


@pytest.mark.parametrize(
    "code",
    [
        "import ferrovia",
        "import ferrovia; ferrovia.built_in_rules()",
        "import ferrovia; ferrovia.load_rules('switzerland').hash",
        "import ferrovia; ferrovia.parse_move('draw')",
        "import ferrovia; ferrovia.FerroviaError; dir(ferrovia)",
        "import ferrovia.cli",
    ],
)
def test_nothing_heavy_is_imported_before_it_is_needed(code):
    """NumPy and Numba take half a second, which listing the rules need not wait for."""
    assert run(f"import sys\n{code}\n{HEAVY}") == "[]"


@pytest.mark.parametrize("arguments", [["--help"], ["rules"], ["check"], ["rules", "--help"], ["play", "--help"]])
def test_the_command_line_answers_without_anything_heavy(arguments):
    code = f"""
import io, sys, contextlib
sys.argv = ["ferrovia", *{arguments!r}]
from ferrovia.cli import main
with contextlib.redirect_stdout(io.StringIO()) as said:
    try:
        code = main()
    except SystemExit as end:
        code = end.code
assert not code, code
assert said.getvalue()
{HEAVY}"""
    assert run(code) == "[]"


def test_the_program_is_installed():
    program = Path(sys.executable).parent / "ferrovia"
    done = subprocess.run([str(program), "--help"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout.lower()


# --- one name, one thing ---------------------------------------------------------------------------------------------


def public_classes() -> list[str]:
    trees = [ast.parse(source.read_text(encoding="utf-8")) for source in SOURCES]
    classes = [node.name for tree in trees for node in tree.body if isinstance(node, ast.ClassDef)]
    return [name for name in classes if not name.startswith("_")]


def test_public_class_names_are_unique() -> None:
    """A search for a class finds one."""
    names = public_classes()
    assert len(names) > 200
    assert {name for name in names if names.count(name) > 1} == set()


FACETS = {
    "batch": "NAME for arrays of games",
    "checks": "validation of NAME",
    "cli": "the verb NAME",
    "drawing": "NAME as drawn",
    "envs": "NAME of the environments",
    "gpu": "NAME on the GPU",
    "hints": "hints about NAME",
    "http": "NAME over HTTP",
    "invariants": "invariants of NAME",
    "kernels": "NAME of the compiled bots",
    "language": "NAME in words",
    "layout": "the layout's NAME",
    "learn": "NAME in training",
    "net": "NAME of the network bots",
    "observation": "NAME in an observation",
    "planner": "the planner's NAME",
    "playtest": "the playtest's NAME",
    "protocol": "NAME on the wire",
    "report": "NAME in a report",
    "rollout": "NAME in a rollout",
    "search": "the search's NAME",
    "store": "NAME of the database",
    "trail": "NAME of the longest-trail search",
    "typed": "NAME as typed",
}
"""Packages that show one side of a subject which other packages have too, and how `PACKAGE/NAME` reads."""


def test_module_names_are_unique_unless_their_package_makes_them_plain() -> None:
    """`http/lessons` and `protocol/lessons` explain themselves beside `lessons`; two plain `lessons` would not."""
    homes: dict[str, list[str]] = {}
    for source in SOURCES:
        if not source.stem.startswith("__") and source.parent.name not in FACETS:
            homes.setdefault(source.stem, []).append(module_name(source))
    assert len(homes) > 100
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}
    assert {source.parent.name for source in SOURCES} >= set(FACETS)
