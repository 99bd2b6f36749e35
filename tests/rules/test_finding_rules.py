"""Finding rules by id and by file, what a child inherits, and where a key stands in its file."""

import subprocess
import sys
from pathlib import Path

import pytest

from ferrovia.errors import BrokenRules, UnknownRules
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.files.places import find_places
from tests.rules.valley import changed, valley


def test_built_in_rules():
    assert set(built_in_rules()) == {"north-america", "north-america-classic", "switzerland", "new-york"}
    assert load_rules("new-york") is load_rules("new-york")
    assert load_rules("new-york").built_in


@pytest.mark.parametrize(
    "name",
    [
        *("swizerland", "maps/none.toml", "", "a\0b", "x" * 5000, "/".join("x" * 2000), "\ud800", b"\0"),
        *(None, 5, 5.5, True, [], ["new-york"], {}, object(), Path("a\0b"), Path("x" * 5000)),
    ],
    ids=lambda name: repr(name)[:20].encode("ascii", "replace").decode().replace("\0", "0"),
)
def test_unknown_rules_list_what_there_is(name):
    with pytest.raises(UnknownRules) as caught:
        load_rules(name)
    assert "Built in are: new-york, north-america, north-america-classic, switzerland" in str(caught.value)
    assert len(str(caught.value)) < 200
    with pytest.raises(UnknownRules, match="did you mean 'switzerland'"):
        load_rules("swizerland")


def test_a_path_is_never_a_built_in_id(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UnknownRules, match="there is no file 'new-york'; for the built-in rules pass the name as text"):
        load_rules(Path("new-york"))
    (tmp_path / "new-york").write_text(valley(), encoding="utf-8")
    assert load_rules(Path("new-york")).id == "new-york-file"
    assert load_rules("new-york").built_in


def test_a_rule_set_in_a_file(tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps" / "valley.toml").write_text(valley(), encoding="utf-8")
    parent = (
        'extends = "north-america"\nmap = "maps/valley.toml"\nplayers_max = 2\nopening_tickets = 2\nopening_keep = 1\n'
    )
    (tmp_path / "parent.toml").write_text(parent, encoding="utf-8")
    (tmp_path / "My Rules.toml").write_text('extends = "parent.toml"\ntrains = 12\n', encoding="utf-8")
    rules = load_rules(tmp_path / "My Rules.toml")
    assert (rules.id, rules.rule_set.trains, rules.rule_set.players_max) == ("my-rules", 12, 2)
    assert rules.rule_set.locomotives == 14  # the map's own rules are for the map alone
    assert len(rules.map.routes) == 5


def test_another_map_starts_from_all_decks_again(tmp_path):
    """Otherwise a map without decks could not extend North America, which chooses one."""
    path = tmp_path / "valley.toml"
    path.write_text(changed(("[rules]", "[rules]\n")), encoding="utf-8")
    assert load_rules(path).rule_set.ticket_decks == ()
    assert load_rules("north-america-classic").rule_set.ticket_decks == ("classic",)


def test_a_map_without_rules_is_played_like_north_america(tmp_path):
    path = tmp_path / "valley.toml"
    path.write_text(valley().partition("[rules]")[0], encoding="utf-8")
    with pytest.raises(BrokenRules, match="5 tickets in play, but 5 players are dealt 20"):
        load_rules(path)
    path.write_text(path.read_text(encoding="utf-8").replace("copies = 2", "copies = 17").replace("tickets = 5", ""))
    rules = load_rules(path)
    assert (rules.rule_set.trains, rules.name, rules.rule_set.documents) == (45, "The Valley", ())


def test_extends_must_name_a_rule_set_and_map_a_map(tmp_path):
    path = tmp_path / "valley.toml"
    path.write_text(changed(('extends = "north-america"', 'extends = "other.toml"')), encoding="utf-8")
    (tmp_path / "other.toml").write_text(valley(), encoding="utf-8")
    with pytest.raises(BrokenRules, match="is not a rule set"):
        load_rules(path)
    path.write_text('extends = "new-york"\nmap = 7\n', encoding="utf-8")
    with pytest.raises(BrokenRules, match="must be a text"):
        load_rules(path)
    path.write_text("rules = 3\nroutes = []\ncities = []\ntickets = []\n", encoding="utf-8")
    with pytest.raises(BrokenRules, match="must be a table of rules"):
        load_rules(path)


def test_complaints_about_an_ancestor_name_its_file(tmp_path):
    (tmp_path / "parent.toml").write_text('extends = "new-york"\n\ntrains = 0\n', encoding="utf-8")
    (tmp_path / "child.toml").write_text('extends = "parent.toml"\n', encoding="utf-8")
    with pytest.raises(BrokenRules) as caught:
        load_rules(tmp_path / "child.toml")
    (complaint,) = caught.value.complaints
    assert (complaint.file, complaint.line, complaint.place) == (str(tmp_path / "parent.toml"), 3, "trains")


def test_a_circle_of_two(tmp_path):
    (tmp_path / "a.toml").write_text('extends = "b.toml"\nmap = "new-york"\n', encoding="utf-8")
    (tmp_path / "b.toml").write_text(f'extends = "../{tmp_path.name}/a.toml"\n', encoding="utf-8")
    with pytest.raises(BrokenRules, match="break the circle"):
        load_rules(tmp_path / "a.toml")


PLACES = '''
name = "a # b" # [c]
text = """
[not a table]
"""
raw = \'\'\'
x = 1
\'\'\'
list = [ 1,
  [2, 3], # ]
  { a = "}", "b c" = [
     4] },
]
a.b = 1
[table]
key = 1
[[entries]]
x = 1
[[entries]]
x = 2
[entries.inner]
y = "\\"]"
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("name",), 2),
        (("text",), 3),
        (("raw",), 6),
        (("list", 0), 9),
        (("list", 1, 1), 10),
        (("list", 2, "b c"), 11),
        (("list", 2, "b c", 0), 12),
        (("a", "b"), 14),
        (("table", "key"), 16),
        (("entries", 0, "x"), 18),
        (("entries", 1, "x"), 20),
        (("entries", 1, "inner", "y"), 22),
    ],
)
def test_where_keys_stand(path, line):
    assert find_places(PLACES)[path] == line


@pytest.mark.parametrize("text", ["", "a", "a =", "a = [", 'a = "', "[", "[[a", "a = {", "= 1", "]", "a = [{b"])
def test_places_of_broken_text_never_fail(text):
    find_places(text)


def test_importing_the_room_is_cheap():
    """Only a board needs NumPy, and nothing here needs Numba."""
    program = (
        "import sys, ferrovia.rules.files.loading as l; l.load_rules('switzerland').hash; "
        "assert 'numpy' not in sys.modules;"
        "l.load_rules('switzerland').board; assert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
