"""No rule without a test: every number of RULES is quoted at the head of a test's docstring somewhere in tests/."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
PARAGRAPHS = {1: 6, 2: 8, 3: 6, 4: 6, 5: 3, 6: 6, 7: 11, 8: 3, 12: 14}
RULES = [f"{section}.{number}" for section, last in PARAGRAPHS.items() for number in range(1, last + 1)] + ["9", "10"]
HEAD = re.compile(r"RULES ([0-9., –and]+?)(?: \[ruling\])?:")
NUMBER = re.compile(r"\d+(?:\.\d+)?(?:–\d+\.\d+)?")


def numbers(head: str) -> set[str]:
    """The rule numbers of a docstring's head: `1.4, 2.4` or `7.6–7.8`."""
    found = set()
    for entry in NUMBER.findall(head):
        first, _, last = entry.partition("–")
        found.add(first)
        if last:
            section, low = map(int, first.split("."))
            found |= {f"{section}.{number}" for number in range(low, int(last.split(".")[1]) + 1)}
    return found


@cache
def quoted() -> dict[str, int]:
    """How many tests quote each rule."""
    counts: dict[str, int] = {}
    texts = (path.read_text(encoding="utf-8") for path in TESTS.rglob("test_*.py"))
    for text in filter(HEAD.search, texts):
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                head = HEAD.match(ast.get_docstring(node) or "")
                for rule in numbers(head[1]) if head else ():
                    counts[rule] = counts.get(rule, 0) + 1
    return counts


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_quoted_by_a_test(rule):
    """A test that is deleted leaves its rule without an example: noticed here."""
    assert quoted().get(rule), f"no test's docstring begins with RULES {rule}"


def test_no_test_quotes_a_rule_that_does_not_exist():
    """A misprinted number would count for nothing."""
    whole = {str(section) for section in range(1, 13)}
    assert set(quoted()) <= set(RULES) | whole


def test_reading_heads():
    """The reader of docstrings reads what it should."""
    assert numbers("1.4, 2.4") == {"1.4", "2.4"}
    assert numbers("7.6–7.8, 10") == {"7.6", "7.7", "7.8", "10"}
    assert HEAD.match("RULES 4.4 [ruling]: they go under") is not None
    assert HEAD.match("Rules are data.") is None
