"""Everything that touches Numba's internals: faster compilation, a content-keyed cache, and compilation events.

Each feature has a plain counterpart in `compile`, used where this Numba is not one of `KNOWN_VERSIONS`, where something
is missing, or where FERROVIA_PLAIN_NUMBA=1 is set. Compilation then takes about twice as long and starts over after
every change of the sources; the results are the same.
"""

import os
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numba as untyped_numba

from ferrovia.core.code_key import code_key
from ferrovia.core.file_lock import FileLock

Function = TypeVar("Function", bound=Callable[..., Any])

numba = cast(Any, untyped_numba)  # Numba's types do not declare their attributes

KNOWN_VERSIONS: Final = ((0, 61), (0, 69))
"""The minor versions this module was tested with: first and last."""
SWITCH: Final = "FERROVIA_PLAIN_NUMBA"
KEPT_DAYS: Final = 60
DAY: Final = 24 * 3600


def _known() -> bool:
    version = tuple(int(part) for part in numba.__version__.split(".")[:2])
    return KNOWN_VERSIONS[0] <= version <= KNOWN_VERSIONS[1] and os.environ.get(SWITCH, "0") in ("", "0")


if _known():
    try:
        from numba.core import event
        from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator
        from numba.core.codegen import JITCodeLibrary
        from numba.core.compiler import Compiler
        from numba.core.cpu import CPUContext

        AVAILABLE = True
    except ImportError:  # pragma: no cover
        AVAILABLE = False
else:
    AVAILABLE = False


def compiles_for_cpu(context: Any) -> bool:
    """Whether an intrinsic is being compiled for the CPU. False where Numba's internals are unknown."""
    return AVAILABLE and isinstance(context, CPUContext)


if AVAILABLE:

    class LinkedLibrary(JITCodeLibrary):
        """Code library of a kernel that is only linked into others. It is neither optimised nor compiled to machine
        code by itself, because that happens to each entry as a whole. This halves the compile time."""

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            return 0

        @property
        def codegen(self) -> Any:
            """The code generator. It has no machine code whose environment could be set."""
            return _WithoutEnvironment(self._codegen)

    class _WithoutEnvironment:
        """Code generator that ignores environments, which only exceptions and Python objects need."""

        def __init__(self, codegen: Any) -> None:
            self.codegen = codegen

        def __getattr__(self, name: str) -> Any:
            return getattr(self.codegen, name)

        def set_env(self, name: str, environment: Any) -> None:
            pass

    class LinkedCompiler(Compiler):
        """Numba's compiler, writing into a `LinkedLibrary`."""

        def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
            super().__init__(typing, target, LinkedLibrary(target.codegen(), "kernel"), *others)

    class OutlinedLibrary(LinkedLibrary):
        """Code library of a kernel that LLVM must not inline, and whose calls it takes to be rare."""

        def add_ir_module(self, module: Any) -> None:
            for function in module.functions:
                if not function.is_declaration and "alwaysinline" not in function.attributes:
                    function.attributes.add("cold")
                    function.attributes.add("noinline")
            super().add_ir_module(module)

    class OutlinedCompiler(Compiler):
        """Numba's compiler, writing into an `OutlinedLibrary`."""

        def __init__(self, typing: Any, target: Any, library: Any, *others: Any) -> None:
            super().__init__(typing, target, OutlinedLibrary(target.codegen(), "kernel"), *others)

    def _widened(argument: Any) -> Any:
        """The argument type a kernel is compiled for: every signed integer, constants included, becomes 64 bits
        wide."""
        plain = numba.types.unliteral(argument)
        return numba.types.int64 if isinstance(plain, numba.types.Integer) and plain.signed else plain

    def linked(
        jit: Callable[..., Any], function: Function, compiler: type[Compiler] = LinkedCompiler, **options: Any
    ) -> Function:
        """Compile a function for use by other kernels, without a Python wrapper: once for all integers, not for each
        constant it is called with."""
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "pipeline_class": compiler}
        compiled = jit(function, **options)
        resolve = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: resolve(tuple(map(_widened, args)), kws)
        return compiled  # type: ignore[no-any-return]

    class _ContentLocator(_CacheLocator):
        """Cache locator: one folder for all functions, with the content key in the file name."""

        def __init__(self, folder: Path, key: str) -> None:
            self.folder, self.key = folder, key

        def get_cache_path(self) -> str:
            return str(self.folder)

        def get_source_stamp(self) -> str:
            return self.key

        def get_disambiguator(self) -> str:
            return self.key[:16]

        @classmethod
        def from_function(cls, py_func: Any, py_file: Any) -> None:
            return None

    class _ContentFiles(CompileResultCacheImpl):
        """Numba's reader and writer of compiled functions, with our file names."""

        def __init__(self, function: Any, locator: Any) -> None:
            self._locator = locator
            name = f"{function.__module__}.{function.__qualname__}"
            self._filename_base = self.get_filename_base(name, "")

    class _Files(FunctionCache):
        """Numba's cache of one function, stored where our locator says."""

        def __init__(self, function: Any, folder: Path) -> None:
            locator = _ContentLocator(folder, code_key(function))
            self._impl_class = cast(Any, lambda py_func: _ContentFiles(py_func, locator))
            super().__init__(function)

    class ContentCache:
        """Cache of the compiled overloads of one entry, keyed by content. When several processes miss the same
        overload, one compiles it and the others wait."""

        def __init__(self, function: Any, folder: Path) -> None:
            self.function, self.folder = function, folder
            self.lock = FileLock(folder / f"{function.__module__}.{function.__qualname__}.lock")

        @cached_property
        def files(self) -> Any:
            """Created on first use, because a function may be defined above the kernels it calls."""
            return _Files(self.function, self.folder)

        @property
        def cache_path(self) -> str:
            return str(self.folder)

        def load_overload(self, signature: Any, context: Any) -> Any:
            """The compiled overload, or None: the caller must then compile it, and other processes wait until it is
            saved."""
            self.lock.release()  # left by a compilation that failed
            overload = self.files.load_overload(signature, context)
            if overload is None:
                self.lock.acquire()
                overload = self.files.load_overload(signature, context)
                if overload is not None:
                    self.lock.release()
            return overload

        def save_overload(self, signature: Any, compiled: Any) -> None:
            """Store a compiled overload, release the waiting processes, and prune overloads that have not been written
            for a long time."""
            try:
                self.files.save_overload(signature, compiled)
                self.prune()
            finally:
                self.lock.release()

        def prune(self) -> None:
            """Delete the overloads of older versions of this function."""
            for path in self.folder.glob(f"{self.function.__module__}.{self.function.__qualname__}-*"):
                if time.time() - path.stat().st_mtime > KEPT_DAYS * DAY:
                    path.unlink(missing_ok=True)

        def enable(self) -> None:
            self.files.enable()

        def disable(self) -> None:
            self.files.disable()

        def flush(self) -> None:
            self.files.flush()

    def cache_by_content(compiled: Any, folder: Path) -> None:
        """Cache the compiled code of a dispatcher in a folder, by its content key."""
        compiled._cache = ContentCache(compiled.py_func, folder)

    def on_compilation(start: Callable[[str], None], end: Callable[[], None]) -> None:
        """Call `start` with the module of each function whose compilation begins, and `end` when it finishes."""

        class _Listener(event.Listener):
            def on_start(self, event: Any) -> None:
                start(str(getattr(event.data["dispatcher"].py_func, "__module__", "")))

            def on_end(self, event: Any) -> None:
                end()

        cast(Any, event).register("numba:compile", _Listener())
