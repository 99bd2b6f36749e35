"""Stands in for a child process of a test server. It asks the fork server for one that has loaded everything, gives it
its own pipes, and ends as that one ends.

    python -I -S forked_child.py SOCKET MODULE ARGUMENT…

To the server it is the child: whoever kills it kills the other, because the fork server sees the connection end.
"""

import json
import os
import signal
import socket
import sys


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):  # as in the child: they are meant for the parent
        signal.signal(number, signal.SIG_IGN)
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(sys.argv[1])
        asked = {"module": sys.argv[2], "arguments": sys.argv[3:], "environment": dict(os.environ), "pid": os.getpid()}
        socket.send_fds(line, [json.dumps(asked).encode() + b"\n"], [0, 1, 2])
        os.close(0)
        os.close(1)
        code = int(line.recv(16) or b"1")
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code & 0xFF)


main()
