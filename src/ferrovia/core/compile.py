"""One source, three speeds: `kernel` compiles a function with Numba, or leaves it as it is.

`FERROVIA_INTERPRETED=1` runs every kernel as ordinary Python: for debugging, for coverage, and to prove the compiled
code equal. Otherwise Numba compiles it for the CPU on the first call and keeps the result in the user's cache;
numba-cuda compiles the same functions for a GPU when a CUDA kernel calls them.
"""

import hashlib
import math
import os
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: Final = os.environ.get("FERROVIA_INTERPRETED", "0") not in ("", "0")
PACKAGE: Final = Path(__file__).resolve().parent.parent
ABOUT_SECONDS: Final = 25
ABOUT_SECONDS_WITH_BOTS: Final = 60
ENGINE_ROOMS: Final = ("core", "rules", "engine")
BOT_ROOMS: Final = (*ENGINE_ROOMS, "bots")
PAUSE: Final = 1.0  # seconds after which a new compilation is news


def sources_hash(rooms: tuple[str, ...]) -> str:  # compiled
    """Names the cache folder. Numba looks only at the file of the function itself, so that editing a kernel which a
    cached one calls would bring back old results; a folder per state of the sources cannot."""
    digest = hashlib.sha256()
    for room in rooms:
        for source in sorted((PACKAGE / room).rglob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


@cache
def cache_folder(rooms: tuple[str, ...]) -> Path | None:  # compiled
    """Where the kernels made of the sources of these rooms are kept, or None (with a word of warning) where nothing
    can be written."""
    from platformdirs import user_cache_path

    folder = user_cache_path("ferrovia") / f"{rooms[-1]}-{sources_hash(rooms)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "writable").touch()
    except OSError as error:
        print(
            f"ferrovia: compiled code cannot be kept in {folder} ({error.strerror}); it is made anew each time",
            file=sys.stderr,
        )
        return None
    return folder


if INTERPRETED:

    def kernel(function: Function) -> Function:
        """Leave the function as it is: interpreted on purpose."""
        return function

    entry = inlined = kernel

else:  # compiled
    from typing import cast

    import numba as untyped_numba
    from numba.core import event
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    numba = cast(Any, untyped_numba)  # its types do not say what it has

    FOLDER: Final = cache_folder(ENGINE_ROOMS)

    class Announcement(event.Listener):
        """Says that compilation has begun, and about how long it takes: silence would look like a hang. Once for all
        that is compiled in a row."""

        ended = -PAUSE

        def on_start(self, event: Any) -> None:
            module = str(getattr(event.data["dispatcher"].py_func, "__module__", ""))
            if time.monotonic() - self.ended > PAUSE and module.startswith("ferrovia."):
                self.ended = math.inf
                engine = module.startswith("ferrovia.engine.")
                print(
                    "ferrovia: compiling for this machine, once, "
                    f"about {ABOUT_SECONDS if engine else ABOUT_SECONDS_WITH_BOTS} s …",
                    file=sys.stderr,
                    flush=True,
                )

        def on_end(self, event: Any) -> None:
            self.ended = time.monotonic()

    cast(Any, event).register("numba:compile", Announcement())

    class LinkedLibrary(JITCodeLibrary):
        """The code of a kernel that is only ever linked into others: neither optimised nor turned into machine code on
        its own, which happens to the whole of an entry anyway. That halves the time of compilation."""

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            """There is none."""
            return 0

        @property
        def codegen(self) -> Any:
            """The code generator; there is no machine code here whose environment could be set."""
            return WithoutEnvironment(self._codegen)

    class WithoutEnvironment:
        """A code generator that leaves environments (what exceptions and Python objects need) alone."""

        def __init__(self, codegen: Any) -> None:
            self.codegen = codegen

        def __getattr__(self, name: str) -> Any:
            return getattr(self.codegen, name)

        def set_env(self, name: str, environment: Any) -> None:
            """Nothing to set."""

    class LinkedCompiler(Compiler):
        """Numba's compiler, writing into a `LinkedLibrary`."""

        def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
            super().__init__(typing, target, LinkedLibrary(target.codegen(), "kernel"), *others)

    def jit(function: Function, **options: Any) -> Any:
        """Numba's decorator with our options."""
        return numba.njit(nogil=True, error_model="numpy", **options)(function)

    def widened(argument: Any) -> Any:
        """The type a kernel is compiled for: any signed integer, constants included, is one of 64 bits."""
        plain = numba.types.unliteral(argument)
        return numba.types.int64 if isinstance(plain, numba.types.Integer) and plain.signed else plain

    def inner(function: Function, **options: Any) -> Function:
        """A function for other kernels, without a door from Python. It is compiled once for all integers, not for
        every constant it is called with."""
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": LinkedCompiler}
        compiled = jit(function, **options)
        resolve = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: resolve(tuple(map(widened, args)), kws)
        return compiled  # type: ignore[no-any-return]

    def kernel(function: Function) -> Function:
        """A function that other kernels call."""
        return inner(function)

    def inlined(function: Function) -> Function:
        """A small function on the hot path, pasted into the kernels that call it: half as fast again, altogether."""
        return inner(function, forceinline=True)

    def entry(function: Function) -> Function:
        """A kernel called from Python. It takes arrays, not single records: Numba unpacks those ten times as fast. It
        is cached in our own folder; the settings of others are left alone."""
        folder = FOLDER if function.__module__.startswith("ferrovia.engine.") else cache_folder(BOT_ROOMS)
        cached = folder is not None and Path(function.__code__.co_filename).is_file()  # typed-in functions have none
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(folder or "")
        try:
            return jit(function, cache=cached)  # type: ignore[no-any-return]
        finally:
            numba.config.CACHE_DIR = before
