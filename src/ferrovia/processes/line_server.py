"""The child's side of a process pool: it answers JSON lines within limits of time and memory (`pool` starts it).

It ends with its input, whatever it is doing: the parent closes it, or the system does when the parent is gone.
"""

import _thread
import contextlib
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import IO, Any, Final

from ferrovia.processes.lifetime import limit_memory

Values = dict[str, Any]
Answering = Callable[[Values], Values]
READY: Final = "ready"
"""The first line a process writes."""
TIMERS: Final = hasattr(signal, "setitimer")
"""Whether an answer can be interrupted from inside the process. Elsewhere the parent kills a late process."""
END: Final[signal.Signals] = getattr(signal, "SIGUSR1", signal.SIGINT)
"""The signal a process raises in its main thread when its input ends."""
AGAIN_SECONDS: Final = 0.05


class TimeUp(BaseException):
    """Raised inside an answer that takes too long."""


class Ended(SystemExit):
    """Raised when the parent has no more questions, or is gone."""


def serve_lines(prepare: Callable[[], Answering], megabytes: int) -> None:
    """Answer questions until the input ends. `prepare` does the slow work before the first one."""
    set_signals()
    limit_memory(megabytes)
    questions, answers = pipes_of_our_own()
    waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=read_questions, args=(questions, waiting), daemon=True, name="questions").start()
    with contextlib.suppress(BrokenPipeError), answers:  # the parent was killed: nobody is left to tell
        answer = prepare()
        print(json.dumps({"name": READY}), file=answers, flush=True)
        while line := waiting.get():
            question = json.loads(line)
            name = {"name": question["name"]}
            print(json.dumps(name), file=answers, flush=True)  # from here on, the question is to blame for any failure
            print(json.dumps({**in_time(answer, question), **name}), file=answers, flush=True)


def set_signals() -> None:
    """Ignore Ctrl-C and SIGTERM: they reach every process of a terminal but are meant for the parent, which ends its
    children."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    signal.signal(END, end)
    if TIMERS:
        signal.signal(signal.SIGALRM, time_is_up)
        sys.unraisablehook = raise_again


def read_questions(questions: IO[str], waiting: "queue.SimpleQueue[str]") -> None:
    """Queue incoming questions. A thread does it, so that the end of the input is noticed during an answer too."""
    with contextlib.suppress(OSError, ValueError), questions:
        for line in questions:
            waiting.put(line)
    waiting.put("")
    if hasattr(signal, "pthread_kill"):  # this also interrupts a wait of the main thread
        signal.pthread_kill(threading.main_thread().ident or 0, END)
    else:
        _thread.interrupt_main(END)


def in_time(answer: Answering, question: Values) -> Values:
    """The answer, or a report that it took too long, took too much memory, or failed."""
    try:
        with alarm(question["seconds"]):
            return answer(question)
    except Ended:
        raise
    except TimeUp:
        return {"failed": "it took too long"}
    except MemoryError:
        return {"failed": "memory"}
    except BaseException as error:  # a bot may try to end the whole process
        return {"failed": type(error).__name__}


def end(*_: Any) -> None:
    """Shut down in good order: end the programs that bots started, without interruption."""
    signal.signal(END, signal.SIG_IGN)
    if TIMERS:
        signal.signal(signal.SIGALRM, end)
    raise Ended(0)


def time_is_up(*_: Any) -> None:
    """The alarm handler."""
    raise TimeUp


def raise_again(lost: "sys.UnraisableHookArgs") -> None:
    """Raise a signal again that was lost: one that arrives while foreign code calls back into Python is raised there
    and goes no further, so it is raised once more when that code has probably returned. Other lost exceptions are
    reported as usual."""
    if issubclass(lost.exc_type, (TimeUp, Ended)):
        signal.setitimer(signal.ITIMER_REAL, AGAIN_SECONDS)
    else:
        sys.__unraisablehook__(lost)


@contextlib.contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raise TimeUp after this many seconds, wherever Python is then."""
    if TIMERS:
        signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        if TIMERS and signal.getsignal(signal.SIGALRM) is not end:  # else the exit waits for the alarm
            signal.setitimer(signal.ITIMER_REAL, 0)


def pipes_of_our_own() -> tuple[IO[str], IO[str]]:
    """Questions and answers as files that bots cannot reach: what a bot prints goes to the log, and its standard input
    is empty."""
    questions = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    os.close(nothing)
    return questions, answers
