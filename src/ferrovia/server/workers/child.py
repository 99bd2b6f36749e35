"""What a process does that answers lines, in so much time and memory (`processes` has it started)."""

import contextlib
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

Values = dict[str, Any]
Answering = Callable[[Values], Values]
READY: Final = "ready"
"""The name of the first thing a process says."""
END: Final = signal.SIGUSR1
"""What tells a process to end in good order. Others, like that of Ctrl-C, are meant for the server."""
AGAIN_SECONDS: Final = 0.05
MEGABYTE: Final = 1 << 20


class TimeUp(BaseException):
    """Raised into an answer that takes too long."""


class Ended(SystemExit):
    """Raised when the server has no more questions."""


def serve_lines(prepare: Callable[[], Answering], megabytes: int) -> None:
    """Answer questions until there are no more, in so much memory. `prepare` is what takes time before the first."""
    for number in (signal.SIGINT, signal.SIGTERM):  # meant for the server, which ends its processes itself
        signal.signal(number, signal.SIG_IGN)
    signal.signal(END, end)
    signal.signal(signal.SIGALRM, time_is_up)
    sys.unraisablehook = raise_again
    limit = megabytes * MEGABYTE
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    questions, answers = pipes_of_our_own()
    with questions, answers:
        answer = prepare()
        print(json.dumps({"name": READY}), file=answers, flush=True)
        for line in questions:
            question = json.loads(line)
            name = {"name": question["name"]}
            print(json.dumps(name), file=answers, flush=True)  # from here on whatever happens is due to the question
            print(json.dumps({**in_time(answer, question), **name}), file=answers, flush=True)


def in_time(answer: Answering, question: Values) -> Values:
    """An answer; or that it took too long or too much, or what went wrong."""
    try:
        with alarm(question["seconds"]):
            return answer(question)
    except Ended:
        raise
    except TimeUp:
        return {"failed": "it took too long"}
    except MemoryError:
        return {"failed": "memory"}
    except BaseException as error:  # a bot may want to end the whole process
        return {"failed": type(error).__name__}


def end(*_: Any) -> None:
    """The programs that bots have started are ended on the way out; whoever says it again does not interrupt that."""
    signal.signal(END, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, end)
    raise Ended(0)


def time_is_up(*_: Any) -> None:
    """The alarm."""
    raise TimeUp


def raise_again(lost: "sys.UnraisableHookArgs") -> None:
    """A signal that comes while foreign code calls back into Python is raised there, and goes no farther: it is raised
    once more when that code is likely to have returned. Anything else that is lost so is told, as ever."""
    if issubclass(lost.exc_type, (TimeUp, Ended)):
        signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(lost)


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeUp after so many seconds, wherever Python is then."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGALRM) is not end:  # or else it waits for the alarm, to end
            signal.setitimer(signal.ITIMER_REAL, 0)


def pipes_of_our_own() -> tuple[IO[str], IO[str]]:
    """Where questions come from and answers go to. What a bot writes to standard output goes to the log instead, and
    what it reads from standard input is nothing."""
    questions, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return questions, answers
