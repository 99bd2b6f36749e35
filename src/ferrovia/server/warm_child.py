"""The child process that compiles the kernels: `python -m ferrovia.server.warm_child`. After each kernel it writes how
many are done and how many there are, `[12, 430]`."""

import json
import os
import sys
import threading

from ferrovia.core import numba_internals as internals
from ferrovia.core.compile import announcer
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.warming import load_compiled
from ferrovia.server.workers.bot_child import warm_up

PACKAGE = "ferrovia."
STARTED_SHARE = 0.8
"""The share of the time that has passed when the last kernel begins. The rest, the machine code of all bots together,
reports nothing."""


class CompileProgress:
    """Counts compiled kernels. A kernel that is compiled for several types counts once for each."""

    def __init__(self, total: int) -> None:
        self.done, self.total = 0, total

    def begin(self, module: str) -> None:
        """A kernel is being compiled."""
        if module.startswith(PACKAGE):
            self.done += 1
            print(json.dumps([min(self.done, self.total), self.total]), flush=True)


def kernels() -> int:
    """How many kernels the imported modules declare."""
    ours = [module for name, module in list(sys.modules.items()) if name.startswith(PACKAGE)]
    kernel_ids = {id(value) for module in ours for value in vars(module).values() if hasattr(value, "py_func")}
    return len(kernel_ids)


def end_with_input() -> None:
    """Exit as soon as the server that reads the progress is gone, which closes our input."""
    sys.stdin.read()
    os._exit(1)


def main() -> None:
    """Compile everything that a table and its bots need."""
    threading.Thread(target=end_with_input, daemon=True).start()
    if internals.AVAILABLE:
        internals.on_compilation(CompileProgress(round(kernels() / STARTED_SHARE)).begin, lambda: None)
    announcer.silence()  # its estimate is of one part, and the page shows how far all of it is
    load_compiled()
    warm_up(RulesLibrary(()))


if __name__ == "__main__":
    main()
