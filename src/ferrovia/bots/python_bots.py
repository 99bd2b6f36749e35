"""Loading of third-party bots written in Python: from a file, from a module, or from an installed package.

What they print while loading goes to stderr, because a program may be reading our standard output.
"""

import sys
from collections.abc import Iterable
from contextlib import redirect_stdout
from functools import cache
from importlib import import_module, util
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from zlib import crc32

from ferrovia.bots.base.bot import Bot
from ferrovia.bots.hosting.faults import one_line
from ferrovia.errors import BotError

GROUP = "ferrovia.bots"
"""The entry point group in which installed packages offer their bots."""


@cache
def installed() -> dict[str, EntryPoint]:
    """The bots that installed packages offer."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def installed_class(name: str) -> type[Bot]:
    """The class behind an entry point."""
    entry = installed()[name]
    try:
        with redirect_stdout(sys.stderr):
            loaded = entry.load()
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise _broken(f"the installed bot {name!r} ({entry.value})", error) from error
    return _checked(loaded, f"the installed bot {name!r}")


def file_class(path: str, name: str) -> type[Bot]:
    """The bot class in a file: by name or, without a name, the only one."""
    if not Path(path).is_file():
        raise BotError(f"there is no file {path[:200]!r} with a bot in it; paths start from {str(Path.cwd())!r}")
    return _pick(_module_of(str(Path(path).resolve()), path), path, name)


def module_class(module: str, name: str) -> type[Bot]:
    """The bot class of this name in an importable module."""
    try:
        with redirect_stdout(sys.stderr):
            return _pick(import_module(module), module, name)
    except (BotError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise _broken(f"the module {module[:100]!r}", error) from error


@cache
def _module_of(path: str, shown: str) -> ModuleType:
    """The module in a file. Its folder joins the module search path, as it does for a Python program."""
    name = f"ferrovia_bot_{Path(path).stem}_{crc32(path.encode()):x}"
    spec = util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BotError(f"{shown} is not a Python file")
    module = util.module_from_spec(spec)
    folder = str(Path(path).parent)
    if folder not in sys.path:
        sys.path.append(folder)
    sys.modules[name] = module
    try:
        with redirect_stdout(sys.stderr):
            spec.loader.exec_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # including sys.exit() in the file
        del sys.modules[name]
        raise _broken(shown, error) from error
    return module


def _pick(module: ModuleType, shown: str, name: str) -> type[Bot]:
    own = [bot for bot in _bots_in(vars(module).values()) if bot.__module__ == module.__name__]
    if name:
        attribute = getattr(module, name, None)
        if attribute is None:
            raise BotError(f"{shown} has no bot {name[:60]!r}; it has: {_listed(own)}")
        return _checked(attribute, f"{shown}:{name}")
    if len(own) != 1:
        remedy = f"say which one: {shown}:{own[0].__name__}" if own else "write a subclass of ferrovia.Bot in it"
        raise BotError(f"{shown} has {len(own)} bots ({_listed(own)}); {remedy}")
    return _checked(own[0], shown)


def _bots_in(values: Iterable[object]) -> list[type[Bot]]:
    return [value for value in values if isinstance(value, type) and issubclass(value, Bot) and value is not Bot]


def _listed(bots: list[type[Bot]]) -> str:
    return ", ".join(bot.__name__ for bot in bots) or "none"


def _checked(candidate: object, shown: str) -> type[Bot]:
    if not isinstance(candidate, type) or not issubclass(candidate, Bot):
        raise BotError(f"{shown} is no bot: it must be a subclass of ferrovia.Bot")
    if candidate.choose is Bot.choose:
        raise BotError(f"{shown} cannot choose: give it a method choose(self, view, moves)")
    return candidate


def _broken(shown: str, error: BaseException) -> BotError:
    if isinstance(error, KeyboardInterrupt):
        raise error
    line = _line_of(error, shown)
    return BotError(f"{shown} cannot be loaded{line}: {type(error).__name__}: {one_line(error)}")


def _line_of(error: BaseException, shown: str) -> str:
    """The line of the file that failed, as far as it is known."""
    if isinstance(error, SyntaxError):
        return f" (line {error.lineno})"
    places = []
    trace = error.__traceback__
    while trace is not None:
        if Path(trace.tb_frame.f_code.co_filename).name == Path(shown).name:
            places.append(trace.tb_lineno)
        trace = trace.tb_next
    return f" (line {places[-1]})" if places else ""
