"""Content keys: a hash of what a kernel does, used as the key of its compiled code in the cache.

The key covers the name and the bytecode of a kernel and of every kernel it calls, and the values of the constants they
use. It leaves out comments, docstrings, line numbers and the folder of the checkout: changing those compiles nothing.
"""

import ast
import hashlib
import inspect
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np

OURS = "ferrovia"
_BUSY = "busy"

_keys: dict[Callable[..., Any], str] = {}


def code_key(function: Callable[..., Any]) -> str:
    """Content key of a function and of everything it calls."""
    if function not in _keys:
        _keys[function] = _BUSY  # kernels do not recurse, but a recursive one must not hang this
        digest = hashlib.sha256()
        for part in _parts(function):
            digest.update(part.encode())
            digest.update(b"\0")
        _keys[function] = digest.hexdigest()
    return _keys[function]


def _parts(function: Callable[..., Any]) -> Iterator[str]:
    code = function.__code__
    yield f"{sys.version_info[:2]}"
    yield f"{function.__module__}.{function.__qualname__}"  # compiled code imports the modules it was made from
    yield from _code_parts(code, function.__doc__)
    yield repr(function.__defaults__)
    for cell in function.__closure__ or ():
        yield _described(cell.cell_contents, code)
    for name in code.co_names:
        if name in function.__globals__:
            yield f"{name}={_described(function.__globals__[name], code)}"


def _code_parts(code: CodeType, docstring: str | None) -> Iterator[str]:
    yield code.co_code.hex()
    yield repr((code.co_names, code.co_varnames, code.co_argcount))
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _code_parts(constant, None)
        else:
            yield repr(constant if constant != docstring else None)


def _described(value: Any, user: CodeType) -> str:
    """Describe what a global means to the code that uses it."""
    if hasattr(value, "py_func"):
        options = sorted((name, str(option)) for name, option in getattr(value, "targetoptions", {}).items())
        compiler = getattr(getattr(value, "_compiler", None), "pipeline_class", None)
        return f"{options}{getattr(compiler, '__name__', '')}{code_key(value.py_func)}"
    if isinstance(value, FunctionType):
        return code_key(value)
    if isinstance(value, ModuleType):
        return _described_module(value, user)
    if isinstance(value, np.ndarray):
        return f"{value.dtype.descr}{value.tobytes().hex()}"
    if isinstance(value, (int, float, str, bytes, tuple, np.generic, np.dtype, type(None))):
        return repr(value)
    if isinstance(value, type):
        return f"{value.__module__}.{value.__qualname__}"
    return source_key(_module_of(value))


def _described_module(module: ModuleType, user: CodeType) -> str:
    """Describe those attributes of one of our modules that the code uses. Other packages count by their version
    elsewhere."""
    if not module.__name__.startswith(OURS):
        return module.__name__
    used = [name for name in user.co_names if hasattr(module, name)]
    return ",".join(f"{name}={_described(getattr(module, name), user)}" for name in used)


def _module_of(value: Any) -> str:
    """The module that defines an object which generates code: an intrinsic keeps the function it was made from."""
    definition = getattr(value, "_defn", value)
    return str(getattr(definition, "__module__", ""))


@cache
def source_key(module: str) -> str:
    """Content key of a whole module: its syntax tree without docstrings."""
    loaded = sys.modules.get(module)
    source = inspect.getsourcefile(loaded) if loaded else None
    return syntax_key(Path(source)) if source else module


def syntax_key(path: Path) -> str:
    """Hash of a file's syntax tree, without docstrings, comments and layout."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            node.body = [statement for statement in node.body if not _is_text(statement)] or [ast.Pass()]
    return hashlib.sha256(ast.dump(tree).encode()).hexdigest()


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
