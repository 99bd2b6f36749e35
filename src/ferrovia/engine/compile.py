"""One source, three speeds: `kernel` compiles a function with Numba, or leaves it as it is.

`FERROVIA_INTERPRETED=1` runs every kernel as ordinary Python: for debugging, for coverage, and to prove the compiled
code equal. Otherwise Numba compiles it for the CPU on the first call and keeps the result in the user's cache;
numba-cuda compiles the same functions for a GPU when a CUDA kernel calls them.
"""

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])

INTERPRETED: Final = os.environ.get("FERROVIA_INTERPRETED", "0") not in ("", "0")
PACKAGE: Final = Path(__file__).resolve().parent.parent
ABOUT_SECONDS: Final = 25


def sources_hash() -> str:
    """Names the cache folder. Numba looks only at the file of the function itself, so that editing a kernel which a
    cached one calls would bring back old results; a folder per state of the sources cannot."""
    digest = hashlib.sha256()
    for source in sorted([*(PACKAGE / "engine").glob("*.py"), *(PACKAGE / "rules").glob("*.py")]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder() -> Path | None:
    """Where compiled kernels are kept, or None (with a word of warning) where nothing can be written."""
    from platformdirs import user_cache_path

    folder = user_cache_path("ferrovia") / f"kernels-{sources_hash()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "writable").touch()
    except OSError as error:
        print(f"ferrovia: compiled code cannot be kept in {folder} ({error.strerror}); it is made anew each time", file=sys.stderr)
        return None
    return folder


if INTERPRETED:

    def kernel(function: Function) -> Function:
        """Leave the function as it is: interpreted on purpose."""
        return function

else:
    import numba
    from numba.core import event

    FOLDER: Final = cache_folder()

    class Announcement(event.Listener):
        """Says once that compilation has begun, and about how long it takes: silence would look like a hang."""

        said = False

        def on_start(self, event: Any) -> None:
            module = str(getattr(event.data["dispatcher"].py_func, "__module__", ""))
            if not self.said and module.startswith("ferrovia."):
                Announcement.said = True
                print(f"ferrovia: compiling the engine for this machine, once, about {ABOUT_SECONDS} s …", file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            pass

    event.register("numba:compile", Announcement())

    def kernel(function: Function) -> Function:
        """Compile the function on its first call and cache it in our own folder, not in anybody else's."""
        cached = FOLDER is not None and Path(function.__code__.co_filename).is_file()  # typed-in functions have none
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(FOLDER or "")
        try:
            compiled = numba.njit(nogil=True, error_model="numpy", cache=cached)(function)
        finally:
            numba.config.CACHE_DIR = before
        return compiled  # type: ignore[no-any-return]
