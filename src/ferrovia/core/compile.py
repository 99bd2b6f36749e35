"""One source, three speeds: `kernel` compiles a function with Numba, or leaves it as it is.

`FERROVIA_INTERPRETED=1` runs every kernel as ordinary Python: for debugging, for coverage, and to prove that compiled
code gives the same results. Otherwise Numba compiles it for the CPU on the first call and keeps the result in the
user's cache; numba-cuda compiles the same functions for a GPU when a CUDA kernel calls them.
"""

import hashlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

from ferrovia.core.code_key import syntax_key

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: Final = os.environ.get("FERROVIA_INTERPRETED", "0") not in ("", "0")
PACKAGE: Final = Path(__file__).resolve().parent.parent
ABOUT_SECONDS: Final = 25
ABOUT_SECONDS_WITH_BOTS: Final = 60
ABOUT_SECONDS_WITH_NETS: Final = 90
ROOMS_WITH_KERNELS: Final = ("core", "rules", "engine", "observation", "rollout", "bots")


@cache
def sources_hash() -> str:
    """Hash of all code that decides what is played, without comments and docstrings.

    Parsing all sources takes a second, so the result is kept under the hash of their bytes."""
    sources = [path for room in ROOMS_WITH_KERNELS for path in sorted((PACKAGE / room).rglob("*.py"))]
    content = hashlib.sha256(sys.version.encode())
    for source in sources:
        content.update(source.read_bytes())
    folder = cache_folder("sources")
    stored = folder / f"sources-{content.hexdigest()[:16]}" if folder else None
    if stored and stored.exists():
        return stored.read_text("ascii")
    digest = hashlib.sha256("".join(map(syntax_key, sources)).encode()).hexdigest()[:16]
    if stored:
        replace_text(stored, digest)
    return digest


def replace_text(path: Path, text: str) -> None:
    """Write a file so that other processes see all of it or nothing."""
    part = path.with_name(f"{path.name}.{os.getpid()}")
    part.write_text(text, "ascii")
    part.replace(path)


@cache
def cache_folder(name: str) -> Path | None:
    """Folder for compiled code, or None, with a warning, where nothing can be written."""
    from platformdirs import user_cache_path

    folder = user_cache_path("ferrovia") / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "writable").touch()
    except OSError as error:
        print(
            f"ferrovia: compiled code cannot be kept in {folder} ({error.strerror}); it is compiled again each time",
            file=sys.stderr,
        )
        return None
    return folder


def wait(module: str) -> int:
    """About how many seconds an entry of a module takes to compile, with all that is compiled after it."""
    if module.startswith("ferrovia.engine."):
        return ABOUT_SECONDS
    return ABOUT_SECONDS_WITH_NETS if module.endswith("net_kernels") else ABOUT_SECONDS_WITH_BOTS


class Announcer:
    """Announces that compilation has started and about how long it takes, because silence would look like a hang. One
    announcement covers a row of compilations, or everything inside one `together` block."""

    PAUSE: Final = 5.0
    """Seconds after which a new compilation is announced again: on a loaded machine those of one start lie apart."""

    def __init__(self) -> None:
        self.ended, self.depth, self.spoken = -self.PAUSE, 0, False

    def start(self, module: str) -> None:
        """Note that a function of this module is being compiled."""
        if module.startswith("ferrovia.") and self.is_news():
            self.spoken = True
            print(f"ferrovia: compiling for this machine, once, about {wait(module)} s …", file=sys.stderr, flush=True)
        self.ended = float("inf")

    def is_news(self) -> bool:
        """Whether this compilation needs an announcement of its own."""
        return not self.spoken if self.depth else time.monotonic() - self.ended > self.PAUSE

    def end(self) -> None:
        """Note that the compilation has finished."""
        self.ended = time.monotonic()

    def silence(self) -> None:
        """Announce nothing from now on: this process reports its progress in another way."""
        self.depth, self.spoken = self.depth + 1, True

    @contextmanager
    def together(self) -> Iterator[None]:
        """Announce everything compiled in this block once, however long it takes."""
        if not self.depth:
            self.spoken = False
        self.depth += 1
        try:
            yield
        finally:
            self.depth -= 1


announcer: Final = Announcer()


if INTERPRETED:
    FOLDER: Path | None = None

    def kernel(function: Function) -> Function:
        """Leave the function as it is: kernels run as plain Python."""
        return function

    entry = inlined = outlined = kernel

else:  # compiled
    from ferrovia.core import numba_internals as internals
    from ferrovia.core.numba_internals import numba

    if internals.AVAILABLE:
        internals.on_compilation(announcer.start, announcer.end)

    FOLDER = cache_folder("kernels" if internals.AVAILABLE else f"plain-{sources_hash()}")

    def jit(function: Function, **options: Any) -> Any:
        """Numba's decorator with our options."""
        return numba.njit(nogil=True, error_model="numpy", **options)(function)

    def kernel(function: Function) -> Function:
        """Compile a function that other kernels call."""
        return internals.linked(jit, function) if internals.AVAILABLE else jit(function)

    def inlined(function: Function) -> Function:
        """Inline a small function on the hot path into the kernels that call it. This makes the whole engine half as
        fast again."""
        if internals.AVAILABLE:
            return internals.linked(jit, function, forceinline=True)
        return jit(function, forceinline=True)  # type: ignore[no-any-return]

    def outlined(function: Function) -> Function:
        """Keep code that seldom runs out of the kernels that call it, so that the hot path fits the instruction
        cache."""
        if internals.AVAILABLE:
            return internals.linked(jit, function, internals.OutlinedCompiler, forceinline=False)
        return jit(function, forceinline=False)  # type: ignore[no-any-return]

    def entry(function: Function) -> Function:
        """Compile a kernel that Python calls.

        It takes arrays rather than single records, because Numba unpacks arrays ten times as fast. Its compiled code
        goes into a folder of ours; Numba settings of the user stay as they are.
        """
        cached = FOLDER is not None and Path(function.__code__.co_filename).is_file()  # not typed into a prompt
        if not cached or FOLDER is None:
            return jit(function)  # type: ignore[no-any-return]
        if internals.AVAILABLE:
            compiled = jit(function)
            internals.cache_by_content(compiled, FOLDER)
            return compiled  # type: ignore[no-any-return]
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(FOLDER)
        try:
            return jit(function, cache=True)  # type: ignore[no-any-return]
        finally:
            numba.config.CACHE_DIR = before
