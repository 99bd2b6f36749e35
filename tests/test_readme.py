"""What the README and the package's own docstring show is what happens."""

import doctest
from pathlib import Path

import ferrovia
from ferrovia.batch import games
from ferrovia.game import game, moves

ROOT = Path(__file__).parent.parent


def test_the_readme_is_true():
    """Every example of the README."""
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0


def test_the_page_on_many_games_is_true():
    result = doctest.testfile(str(ROOT / "docs" / "batch.md"), module_relative=False)
    assert result.attempted > 8
    assert result.failed == 0


def test_the_page_on_networks_is_true():
    result = doctest.testfile(str(ROOT / "docs" / "net.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0


def test_docstrings_are_true():
    """Every example in the docstrings of the friendly layer."""
    for module in (ferrovia, game, games, moves):
        result = doctest.testmod(module)
        assert result.attempted > 0
        assert result.failed == 0
