"""Files that cannot be read, lead in circles or contradict what they inherit: each is one complaint."""

import os

import pytest

from ferrovia.errors import BrokenRules
from ferrovia.rules.checks.files import check_built_in, check_file
from ferrovia.rules.files.loading import load_rules
from tests.rules.valley import changed, complaints_of, valley


@pytest.mark.parametrize(
    ("content", "code", "line"),
    [
        (b"name = ", "syntax", 1),
        (b'name = "x"\n\nroutes = [,]\n', "syntax", 3),
        (b'name = "x"\n# \xff\n', "not-utf8", 2),
        (b"a = " + b"[" * 5000 + b"]" * 5000, "syntax", None),
        (b"a = " + b"9" * 5000, "syntax", 1),
        (b"routes = 0x" + b"f" * 9000, "wrong-type", 1),
        (b"# " + b"x" * 250_001, "too-large", None),
        (b"", "missing-key", None),
    ],
)
def test_unreadable_files_are_complaints(content, code, line, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_bytes(content)
    found = [each for each in check_file(str(path)) if each.code == code]
    assert found
    assert line in [each.line for each in found]
    with pytest.raises(BrokenRules):
        load_rules(path)


def test_a_mark_before_the_text_is_no_mistake(tmp_path):
    assert complaints_of(tmp_path, "\ufeff" + valley()) == []


def test_a_contradiction_with_what_is_inherited_names_both_keys(tmp_path):
    (found,) = complaints_of(tmp_path, changed(("opening_tickets = 2\nopening_keep = 1", "opening_tickets = 1")))
    assert found.place == "rules.opening_tickets"
    assert found.sentence.startswith("opening_keep is 2 and opening_tickets 1;")
    assert found.sentence.endswith("lower opening_keep or raise opening_tickets")


def test_rule_sets_may_not_extend_one_another_for_ever(tmp_path):
    for number in range(2000):
        (tmp_path / f"{number}.toml").write_text(f'extends = "{number + 1}.toml"\n', encoding="utf-8")
    (found,) = check_file(str(tmp_path / "0.toml"))
    assert (found.code, found.place) == ("too-many", "extends")


def test_a_file_without_a_name_is_a_complaint():
    assert [str(each) for each in check_file("")] == ["'': there is no file without a name; name a .toml file"]


def test_a_pipe_is_a_complaint(tmp_path):
    """It would be waited for without end."""
    os.mkfifo(tmp_path / "pipe.toml")
    assert [each.code for each in check_file(str(tmp_path / "pipe.toml"))] == ["no-such-file"]


def test_a_directory_is_a_complaint(tmp_path):
    assert [each.code for each in check_file(str(tmp_path))] == ["is-a-directory"]
    with pytest.raises(BrokenRules, match="directory"):
        load_rules(tmp_path)


def test_layouts_are_checked_against_their_map(tmp_path):
    layout = (
        'projection = "mercator"\n[positions]\nmill = [0, 0]\nbridge = [1, 0]\npass = [2, 0]\nmarkettown = [1, 1]\n'
    )
    (tmp_path / "drawing.toml").write_text(layout, encoding="utf-8")
    text = changed(('"The Valley"\n', '"The Valley"\nlayout = "drawing.toml"\n'))
    found = {(each.code, each.line) for each in complaints_of(tmp_path, text)}
    assert found == {("layout-lacks", 2), ("unknown-city", 6)}
    assert check_file(str(tmp_path / "drawing.toml")) == []


def test_the_built_in_files_are_in_order():
    assert check_built_in() == []
