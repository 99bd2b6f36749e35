"""Quick checks, on any platform: lint, types, generated files and the pure tests. `make quick` runs it.

python -m tools.quick            everything: lint first, then spelling, types and generated files beside the tests
python -m tools.quick tests      one step of it: lint, spelling, types, generated, tests
"""

import os
import subprocess
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final

NEEDS: Final = ("program", "server", "browser", "cluster", "ptx", "envs", "train", "thorough", "slow")
PURE: Final = " and ".join(f"not {need}" for need in NEEDS)
"""Tests that need nothing but Python (docs/testing.md)."""
ELSEWHERE: Final = ("--ignore=tests/server", "--ignore=tests/web", "--ignore=tests/gpu", "--ignore=tests/envs")
"""Folders without pure tests are not even imported, because packages they need may be missing."""

STEPS: Final = {
    "lint": (("ruff", "check", "."), ("ruff", "format", "--check", ".")),
    "spelling": (("codespell_lib",),),
    "types": (("mypy",),),
    "generated": (("ferrovia", "check"), ("tools.docs_generate", "--check")),
    "tests": (("pytest", "-q", "-n", "auto", "--dist", "loadgroup", "-m", PURE, *ELSEWHERE),),
}
LANES: Final = (("spelling", "types", "generated"), ("tests",))
"""Steps that run in parallel after lint: type checking keeps one core busy."""


def run(command: tuple[str, ...]) -> int:
    """Run a module with this Python, and report how long it took."""
    started = time.monotonic()
    code = subprocess.run([sys.executable, "-m", *command], check=False).returncode
    print(
        f"{'ok' if code == 0 else 'FAILED'}: {' '.join(command[:3])} ({time.monotonic() - started:.0f} s)", flush=True
    )
    return code


def run_steps(names: Sequence[str]) -> int:
    """Run steps one after another; the first failure ends the run."""
    return next((1 for name in names for command in STEPS[name] if run(command)), 0)


def main(names: list[str]) -> int:
    """Run the named steps, or all of them."""
    unknown = set(names) - set(STEPS)
    if unknown:
        print(f"no such step: {', '.join(sorted(unknown))}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    os.environ.setdefault("HYPOTHESIS_PROFILE", "dev")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the next run starts in half the time
    if names:
        return run_steps(names)
    if run_steps(["lint"]):
        return 1
    with ThreadPoolExecutor(len(LANES)) as pool:
        return max(pool.map(run_steps, LANES))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
