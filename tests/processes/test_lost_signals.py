"""A process that is stopped while foreign code calls back into Python stops all the same, silently."""

import os
import subprocess
import sys
import textwrap

CALLED_BACK = """
    import ctypes, os, signal, sys, time
    from ferrovia.processes import line_server as lines

    def busy(*_):
        time.sleep(0.3)  # the signal comes here, and is lost in what called back
        return 0

    call_back = ctypes.CFUNCTYPE(ctypes.c_int)(busy)
    signal.signal(lines.END, lines.end)
    signal.signal(signal.SIGALRM, lines.time_is_up)
    sys.unraisablehook = lines.raise_again
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    text = textwrap.dedent(CALLED_BACK) + textwrap.dedent(code)
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False)


def test_one_that_is_told_to_end() -> None:
    done = run("""
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), lines.END))
        call_back()
        time.sleep(30)
        print("went on")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_one_that_is_told_to_end_and_answers_at_once() -> None:
    done = run("""
        def answer(question):
            os.kill(os.getpid(), lines.END)
            return {}

        lose = ctypes.CFUNCTYPE(ctypes.c_int)(lambda: len(answer({})))
        lines.in_time(lambda _: {"answer": lose()}, {"seconds": 9})
        time.sleep(30)
        print("went on")
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_one_whose_time_is_up() -> None:
    done = run("""
        def answer(question):
            call_back()
            time.sleep(30)

        print(lines.in_time(answer, {"seconds": 0.1}))
    """)
    assert (done.returncode, done.stdout, done.stderr) == (0, "{'failed': 'it took too long'}\n", "")


def test_other_losses_are_told() -> None:
    done = run("""
        def fail():
            raise ValueError("a fault")

        ctypes.CFUNCTYPE(ctypes.c_int)(fail)()
    """)
    assert "ValueError: a fault" in done.stderr


def test_one_whose_parent_was_killed_meanwhile() -> None:
    """Nobody is left to hear that it is ready. What it writes to stderr would stand in the log of the next server."""
    reader, writer = os.pipe()
    os.close(reader)
    code = "from ferrovia.processes.line_server import serve_lines; serve_lines(lambda: dict, 4096)"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=writer, stderr=subprocess.PIPE, text=True
    ) as child:
        os.close(writer)
        assert child.stderr is not None
        assert (child.stderr.read(), child.wait(60)) == ("", 0)
