"""The page on environments is true."""

import doctest
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"


def test_every_example_of_the_page_runs():
    for package in ("gymnasium", "pettingzoo", "pyspiel"):
        pytest.importorskip(package)
    import ferrovia.envs  # noqa: F401 (registers: Gymnasium itself loads only installed packages)

    result = doctest.testfile(str(PAGE), module_relative=False)
    assert result.attempted > 15
    assert result.failed == 0
