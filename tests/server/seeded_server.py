"""The program with deals that follow from the running test: the same secrets for tables and seeds for bots each time.

    python -m tests.server.seeded_server serve --store STORE …

The environment variable FERROVIA_TEST_DEAL names a file that `tests/conftest.py` keeps the running test's name in. Only
this module reads it; the program itself knows no way to choose a secret. Several processes on one store deal by chance.
"""

import hashlib
import os
import sys
from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import NoReturn

from ferrovia.cli import main
from ferrovia.processes import pool
from ferrovia.server.live import steps
from ferrovia.server.workers import bot_pool

VARIABLE = "FERROVIA_TEST_DEAL"
REAL_CHILDREN = "REAL_CHILDREN"
"""The environment variable of a test that looks at the child processes themselves."""
STAND_IN = str(Path(__file__).with_name("forked_child.py"))


def fix_deals(file: Path) -> None:
    """From now on the secret of a table follows from the test that opens it and how many it has opened before."""
    opened: Counter[str] = Counter()

    def secret() -> bytes:
        test = file.read_text(encoding="utf-8")
        opened[test] += 1
        return hashlib.sha256(f"{test} {opened[test]}".encode()).digest()

    setattr(steps, "new_secret", secret)  # noqa: B010
    setattr(bot_pool, "secrets", SimpleNamespace(randbits=lambda bits: 1))  # noqa: B010


class ForkedChild(pool.ChildProcess):
    """A child process that a fork server starts."""

    forks = ""
    """The address of the fork server."""

    def __init__(self, *arguments: str) -> None:
        super().__init__(*arguments)
        self.arguments = ("-I", "-S", STAND_IN, self.forks, *arguments)


def run(arguments: list[str], forks: str = "") -> NoReturn:
    """Run the program, and its child processes from the fork server at this address."""
    fix_deals(Path(os.environ[VARIABLE]))
    if forks and REAL_CHILDREN not in os.environ:
        ForkedChild.forks = forks
        setattr(pool, "ChildProcess", ForkedChild)  # noqa: B010
    sys.argv = ["ferrovia", *arguments]
    sys.exit(main())


if __name__ == "__main__":
    run(sys.argv[1:])
