"""Quick checks, on any platform: lint, types, generated files and the pure tests. `make quick` runs it.

python -m tools.quick            everything, the first failure ends it
python -m tools.quick tests      one step of it: lint, types, generated, tests
"""

import os
import subprocess
import sys
import time
from typing import Final

PURE: Final = (
    *("tests/rules", "tests/engine", "tests/locales", "tests/test_architecture.py", "tests/test_docs_paths.py"),
    *("tests/test_lock.py", "tests/test_public_surface.py", "tests/test_readme.py", "tests/test_friendly_game.py"),
    *("tests/test_friendly_explain.py", "tests/test_friendly_many.py", "tests/test_naming.py", "tests/test_shuffle.py"),
)
"""Tests that start no server, no browser and no worker process."""

STEPS: Final = {
    "lint": (("ruff", "check", "."), ("ruff", "format", "--check", "."), ("codespell_lib",)),
    "types": (("mypy",),),
    "generated": (("ferrovia", "check"), ("tools.docs_generate", "--check")),
    "tests": (("pytest", "-q", "-n", "auto", "-m", "not slow", *PURE),),
}


def run(command: tuple[str, ...]) -> int:
    """Run one module of this Python, and say how long it took."""
    started = time.monotonic()
    code = subprocess.run([sys.executable, "-m", *command], check=False).returncode
    print(
        f"{'ok' if code == 0 else 'FAILED'}: {' '.join(command[:3])} ({time.monotonic() - started:.0f} s)", flush=True
    )
    return code


def main(names: list[str]) -> int:
    """Run the named steps, or all of them."""
    unknown = set(names) - set(STEPS)
    if unknown:
        print(f"no such step: {', '.join(sorted(unknown))}; there are {', '.join(STEPS)}", file=sys.stderr)
        return 2
    os.environ.setdefault("HYPOTHESIS_PROFILE", "dev")
    for name in names or STEPS:
        for command in STEPS[name]:
            if run(command):
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
