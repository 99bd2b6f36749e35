"""What users may rely on: the names of the package, and the tree of its errors."""

import inspect
import re
from importlib.metadata import version

import pytest

import ferrovia
from ferrovia import errors

SURFACE = {
    *("ArenaError", "Bot", "BotError", "BotSpec", "Encoder", "Reason", "StepResult", "parse_spec"),
    *("BrokenRules", "Claim", "Draw", "DrawTickets", "Event", "FerroviaError", "Game", "Games", "IllegalMove", "Keep"),
    *(
        "Move",
        "MoveError",
        "OtherRules",
        "Pass",
        "PositionError",
        "Record",
        "RecordError",
        "Refusal",
        "Refuse",
        "Results",
    ),
    *(
        "Rules",
        "RulesError",
        "ServerError",
        "Score",
        "Surcharge",
        "TableError",
        "Take",
        "TicketProgress",
        "TicketScore",
        "UnknownRules",
    ),
    *("UnreadableMove", "View", "built_in_rules", "load_rules", "parse_move", "parse_position", "parse_record"),
    *("position_text", "record_game"),
}
"""Written out once more: a name that comes or goes is a decision, not an accident."""

TREE = {
    "FerroviaError": "Exception",
    "RulesError": "FerroviaError",
    "UnknownRules": "RulesError",
    "BrokenRules": "RulesError",
    "TableError": "FerroviaError",
    "MoveError": "FerroviaError",
    "UnreadableMove": "MoveError",
    "IllegalMove": "MoveError",
    "PositionError": "FerroviaError",
    "RecordError": "FerroviaError",
    "OtherRules": "RecordError",
    "BotError": "FerroviaError",
    "ArenaError": "FerroviaError",
    "ServerError": "FerroviaError",
}


def test_the_package_says_its_version():
    assert ferrovia.__version__ == version("ferrovia")


def test_the_names_are_the_ones_we_promised():
    assert set(ferrovia.__all__) == SURFACE
    assert list(ferrovia.__all__) == sorted(ferrovia.__all__)
    assert dir(ferrovia) == sorted(ferrovia.__all__)


@pytest.mark.parametrize("name", sorted(SURFACE))
def test_every_name_is_there_and_says_what_it_is(name):
    value = getattr(ferrovia, name)
    assert inspect.getdoc(value), f"{name} has no docstring"
    assert getattr(value, "__name__", name) == name
    assert value.__module__.startswith("ferrovia.")


def test_no_other_name_is_there():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = ferrovia.nothing
    public = {name for name in vars(ferrovia) if not name.startswith("_")}
    modules = {name for name in public if inspect.ismodule(getattr(ferrovia, name))}
    assert public - modules - SURFACE <= {"import_module", "TYPE_CHECKING", "Any"}


def test_type_checkers_see_the_same_names():
    """The names under `if TYPE_CHECKING` are those that are found when they are asked for."""
    source = inspect.getsource(ferrovia)
    block = source[source.index("if TYPE_CHECKING:") : source.index("# isort: on")]
    named = set(re.findall(r"\b\w+\b", re.sub(r"from [\w.]+ import", "", block))) - {"if", "TYPE_CHECKING", "as"}
    assert named == SURFACE


def test_the_tree_of_errors_is_the_one_that_is_drawn():
    found = {
        name: value.__bases__[0].__name__
        for name, value in vars(errors).items()
        if inspect.isclass(value) and issubclass(value, Exception)
    }
    assert found == TREE
    drawn = re.findall(r"^ {4}[│├└─ ]*(\w+)", errors.__doc__ or "", re.MULTILINE)
    assert drawn == list(TREE)
    for name in TREE:
        assert name in ferrovia.__all__


def test_the_drawing_has_the_right_branches():
    """Indented by four for every step down the tree."""
    depths = {}
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"^( {4}[│├└─ ]*)(\w+)", line)
        if match:
            depths[match[2]] = (len(match[1]) - 4) // 4

    def depth(name: str) -> int:
        return 0 if TREE[name] == "Exception" else 1 + depth(TREE[name])

    assert depths == {name: depth(name) for name in TREE}


def test_the_first_example_runs():
    """The one at the top of the package."""
    import doctest

    assert doctest.testmod(ferrovia).failed == 0


def test_type_hints_are_shipped():
    from pathlib import Path

    assert (Path(ferrovia.__file__).parent / "py.typed").is_file()
