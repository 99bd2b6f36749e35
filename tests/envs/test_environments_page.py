"""The page on environments is true."""

import doctest
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_every_example_of_the_page_runs():
    for package in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(package)
    import ferrovia.envs  # an installed package is loaded by Gymnasium itself

    assert ferrovia.envs.register_gymnasium
    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0
