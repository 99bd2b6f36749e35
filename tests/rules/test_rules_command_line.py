"""`ferrovia check` and `ferrovia rules`."""

import pytest

from ferrovia.cli import main
from ferrovia.rules.differences import rule_keys, rule_values
from ferrovia.rules.files.loading import load_rules
from tests.rules.valley import changed, valley


@pytest.fixture
def ferrovia(capsys):
    def call(*words: object) -> tuple[int, str, str]:
        status = main([str(word) for word in words])
        return status, *capsys.readouterr()

    return call


def test_check_of_the_built_in_files(ferrovia):
    assert ferrovia("check") == (0, "all built-in files checked: no complaints\n", "")


def test_check_of_files(ferrovia, tmp_path):
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(valley(), encoding="utf-8")
    bad.write_text(changed(("trains = 9", "train = 9"), ("length = 3", "length = 0")), encoding="utf-8")
    assert ferrovia("check", good) == (0, "1 file checked: no complaints\n", "")
    status, printed, _ = ferrovia("check", good, bad)
    assert status == 1
    lines = printed.splitlines()
    assert len(lines) == 3
    assert lines[-1] == "2 files checked: 2 complaints"
    assert all(line.startswith(f"{bad}:") for line in lines[:-1])


def test_check_of_what_cannot_be_read(ferrovia, tmp_path):
    assert ferrovia("check", tmp_path / "none.toml")[0] == 2
    assert ferrovia("check", tmp_path)[0] == 2


def test_rules(ferrovia):
    status, printed, _ = ferrovia("rules")
    assert status == 0
    assert len(printed.splitlines()) == 5
    status, printed, _ = ferrovia("rules", "switzerland")
    assert "trains of each player: 40 (there 45)" in printed
    status, printed, _ = ferrovia("rules", "north-america", "--against", "new-york")
    assert "trains of each player: 45 (there 15)" in printed
    assert "Unlike" not in ferrovia("rules", "north-america")[1]


@pytest.mark.parametrize("name", ["new-york", "north-america-classic", "switzerland"])
def test_rules_fit_a_hundred_columns(ferrovia, name):
    lines = ferrovia("rules", name)[1].splitlines()
    assert max(map(len, lines)) <= 100
    table = lines[3 : lines.index("")]
    assert all(line[24] == line[50] == line[51] == " " for line in table if len(line) > 52)
    assert {line[25:52].strip() for line in table} >= {"40" if name == "switzerland" else "5"}


def test_rules_are_printed_as_a_file_has_them(ferrovia, tmp_path):
    """What stands in the column of values may be typed, and so may every choice."""
    printed = ferrovia("rules", "switzerland")[1]
    assert 'refused_opening        "out" ' in printed
    assert 'where refused opening tickets go ("under_mixed"' in printed
    rules = load_rules("switzerland")
    stated = "\n".join(
        f"{key} = {value}" for key, _, value in rule_values(rules) if key in {each.name for each in rule_keys()}
    )
    (tmp_path / "again.toml").write_text(f'map = "switzerland"\n{stated}\n', encoding="utf-8")
    assert load_rules(tmp_path / "again.toml").hash == rules.hash


def test_rules_of_a_map(ferrovia, tmp_path):
    (tmp_path / "valley.toml").write_text(valley(), encoding="utf-8")
    status, printed, _ = ferrovia("rules", tmp_path / "valley.toml")
    assert status == 0
    assert "most players: 2 (there 5)" in printed


def test_rules_that_are_not_there(ferrovia):
    status, printed, error = ferrovia("rules", "atlantis")
    assert (status, printed) == (2, "")
    assert "atlantis" in error
