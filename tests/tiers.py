"""Parameters of a test that only `make nightly` runs (docs/testing.md)."""

from typing import Any

import pytest


def at_night(*values: Any) -> Any:
    """A parameter set for the night."""
    return pytest.param(*values, marks=pytest.mark.slow)
