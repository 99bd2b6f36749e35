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
from ferrovia.server.live import steps
from ferrovia.server.workers import bot_pool

VARIABLE = "FERROVIA_TEST_DEAL"


def fix_deals(file: Path) -> None:
    """From now on the secret of a table follows from the test that opens it and how many it has opened before."""
    opened: Counter[str] = Counter()

    def secret() -> bytes:
        test = file.read_text(encoding="utf-8")
        opened[test] += 1
        return hashlib.sha256(f"{test} {opened[test]}".encode()).digest()

    setattr(steps, "new_secret", secret)  # noqa: B010
    setattr(bot_pool, "secrets", SimpleNamespace(randbits=lambda bits: 1))  # noqa: B010


def run(arguments: list[str]) -> NoReturn:
    """Run the program."""
    fix_deals(Path(os.environ[VARIABLE]))
    sys.argv = ["ferrovia", *arguments]
    sys.exit(main())


if __name__ == "__main__":
    run(sys.argv[1:])
