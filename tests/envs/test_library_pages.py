"""The pages on learning libraries are true, where the library is installed."""

import doctest
from pathlib import Path

import pytest

PAGES = Path(__file__).parents[2] / "docs" / "libraries"
NEEDS = {
    "cleanrl": ("gymnasium", "torch"),
    "rllib": ("gymnasium", "torch", "tree", "ray.rllib"),
    "stable-baselines3": ("gymnasium", "sb3_contrib"),
    "torchrl": ("gymnasium", "pettingzoo", "torchrl"),
}


def test_every_page_is_run():
    assert sorted(NEEDS) == sorted(page.stem for page in PAGES.glob("*.md"))


@pytest.mark.filterwarnings("ignore")  # of the libraries, about each other
@pytest.mark.parametrize("page", sorted(NEEDS))
def test_every_example_of_a_page_runs(page):
    for package in NEEDS[page]:
        pytest.importorskip(package, exc_type=ImportError)
    result = doctest.testfile(str(PAGES / f"{page}.md"), module_relative=False)
    assert result.attempted > 5
    assert result.failed == 0
