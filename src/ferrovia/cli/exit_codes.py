"""Around every command: bad input, broken streams and Ctrl-C end in one sentence and an exit code, not in a traceback.

0    done; or the reader of the output closed it
1    something could not be read or written (`check`: there are complaints)
2    bad input or bad arguments
130  Ctrl-C
"""

import io
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import IO, NoReturn

from ferrovia.errors import FerroviaError, ServerError

FAILED, REFUSED, INTERRUPTED = 1, 2, 130


def guarded(command: Callable[[], int]) -> int:
    """The exit code of a command, whatever happens."""
    open_streams()
    code = exit_code(lambda: flushed(command))
    for stream in (sys.stdout, sys.stderr):
        let_go(stream)
    return code


def exit_code(command: Callable[[], int]) -> int:
    """The exit code of a command. A bug of ours still shows its traceback, so that it can be reported."""
    try:
        return command()
    except FerroviaError as error:
        return say(str(error), REFUSED)
    except KeyboardInterrupt:
        return say("stopped", INTERRUPTED)
    except BrokenPipeError:
        return 0
    except OSError as error:
        where = f" with {error.filename!r}" if error.filename else ""
        return say(f"cannot go on{where}: {error.strerror or error}", FAILED)
    except MemoryError:
        return say("there is not enough memory", FAILED)


def flushed(command: Callable[[], int]) -> int:
    """Flush the output: a full disk shows up only then, and Python would notice after the exit code is decided."""
    try:
        code = command()
    except SystemExit as end:  # argparse has printed its message
        code = int(end.code or 0)
    sys.stdout.flush()
    return code


def say(sentence: str, code: int) -> int:
    """Print one sentence to stderr, if possible, and return the code."""
    with suppress(OSError):
        print(f"ferrovia: {sentence}", file=sys.stderr)
    return code


@contextmanager
def packages_for(what: str) -> Iterator[None]:
    """Around imports: a package that is missing is said in one sentence."""
    try:
        yield
    except ImportError as error:
        raise ServerError(f"{what} needs {what_is_missing(error)}") from None


def what_is_missing(error: ImportError) -> str:
    """What a missing module requires: a package can be installed, a part of Python cannot."""
    if (error.name or "").split(".")[0] in sys.stdlib_module_names:
        return f"a part of Python that this system does not have ({error.name})"
    return f"more packages ({error.name}): pip install 'ferrovia[web]'"


def open_streams() -> None:
    """Redirect closed streams to nowhere, and print a question mark for what is not text or what a terminal cannot
    show."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 (open to the end)
        elif isinstance(stream, io.TextIOWrapper) and name != "stderr":  # stderr already escapes such characters
            stream.reconfigure(errors="replace")


def let_go(stream: IO[str]) -> None:
    """Give up a stream that cannot be written: otherwise Python tries again at exit, and complains in its own words."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def stop_when_interrupted() -> None:
    """Let Ctrl-C end the program immediately. An exception could arrive in the middle of an import or of a compiler
    callback, where it is swallowed or printed; and only the terminal needs cleaning up (see `ask`)."""
    signal.signal(signal.SIGINT, stop)


def stop(*_: object) -> NoReturn:
    """End the program."""
    with suppress(OSError):
        os.write(2, b"\nferrovia: stopped\n")
    os._exit(INTERRUPTED)


def ask(prompt: str) -> str:
    """Read a line from the person. Here Ctrl-C is an exception, because line editing must restore the terminal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return input(prompt)
    finally:
        signal.signal(signal.SIGINT, before)
