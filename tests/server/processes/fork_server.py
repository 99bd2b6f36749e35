"""Brings up server processes by forking one that has imported everything: a real process, real sockets, a real store,
ready in a moment, so that it can be killed hundreds of times.

    python fork_server.py STORE PORT        reads lines from stdin: "start" forks a server, "kill" kills it with SIGKILL
"""

import contextlib
import os
import signal
import sys

from ferrovia.game.game import Game
from ferrovia.server.base.rules_library import RulesLibrary
from ferrovia.server.base.settings import Settings
from ferrovia.server.http.rules import drawn
from ferrovia.server.launch import listen, serve


def main(store: str, port: int) -> None:
    """Fork and kill as told."""
    many = 100_000
    settings = Settings(
        store=store,
        port=port,
        bots=1,
        requests_per_second=many,
        messages_per_second=many,
        tables_per_client=many,
        sockets_per_client=many,
    )
    for name in ("switzerland", "new-york"):  # loads what is compiled, before there are any threads
        game = Game(name, 2, secret=bytes(32))
        game.play(game.legal_moves()[0])
        game.view(0).ticket_progress()
        game.scores()
        game.events(0)
    for rules in RulesLibrary().all:
        drawn(rules)
    child = 0
    for line in sys.stdin:
        if line.strip() == "start":
            child = start(settings)
        elif child:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.kill(child, signal.SIGKILL)  # it may not have made its group yet
            os.waitpid(child, 0)
            child = 0
        print("done", flush=True)


def start(settings: Settings) -> int:
    """A server in a child; its address is taken before this returns, so that nobody is refused."""
    listening = listen(settings)
    child = os.fork()
    if child:
        listening.close()
        return child
    os.setsid()
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    serve(settings, listening)
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
