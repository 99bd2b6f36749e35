"""A program that plays at a server's table, with the standard library only.

    python examples/server_bot.py http://localhost:8000/t/TABLE#SECRET      by the link of a seat
    python examples/server_bot.py http://localhost:8000 ABCDEF              by the code of a table

docs/protocol.md describes the requests, docs/bots.md the lines of the stream.
"""

import http.client
import json
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from typing import Any


class Client:
    """A client with its own key."""

    def __init__(self, server: str) -> None:
        self.server, self.key = server, ""
        self.key = self.call("POST", "/api/keys")["key"]

    def open(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request; a refusal ends the program."""
        headers = {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            return urllib.request.urlopen(request, timeout=60)
        except urllib.error.HTTPError as error:
            if error.code == 409 and path.endswith("/moves"):  # something else happened first; the stream says what
                return None
            if error.code >= 500:  # the server will be back
                raise
            sys.exit(f"{method} {path}: {error.read().decode()}")

    def call(self, method: str, path: str, body: Any = None) -> Any:
        """Send a request until there is an answer: the same `id` is never played twice."""
        while True:
            try:
                answer = self.open(method, path, body)
                return answer and json.load(answer)
            except (OSError, http.client.HTTPException):
                time.sleep(1)


def choose(moves: list[str], points: dict[str, int]) -> str:
    """The claim with the most points; otherwise a card."""
    claims = [move for move in moves if move.startswith("claim ")]
    if claims:
        return max(claims, key=lambda claim: points[claim.split()[1]])
    return random.choice([move for move in moves if move.startswith(("draw", "take "))] or moves)


def play(client: Client, table: str) -> None:
    """Read the stream and answer it, reconnecting if it breaks, until the game is over."""
    points: dict[str, int] = {}
    while True:
        try:
            for line in client.open("GET", f"/api/bot/tables/{table}/stream"):
                message = json.loads(line) if line.strip() else {}  # an empty line: the server is still there
                if message.get("message") == "hello":
                    points = {route["id"]: route["points"] for route in message["board"]["routes"]}
                elif message.get("message") == "choose":
                    move = {"id": uuid.uuid4().hex, "seq": message["seq"], "move": choose(message["moves"], points)}
                    client.call("POST", f"/api/bot/tables/{table}/moves", move)
                elif message.get("message") == "over":
                    print("points:", *(score["total"] for score in message["scores"]))
                    return
                elif message.get("message") == "bye" and message["why"] != "restart":
                    sys.exit(f"no more to play: {message['why']}")
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(1)  # it was interrupted, or the server restarts


def main() -> None:
    """Take a seat and play."""
    address, _, secret = sys.argv[1].partition("#")
    server, _, table = address.rstrip("/").partition("/t/")
    client, myself = Client(server), {"name": "Python", "program": True}
    if secret:
        client.call("POST", f"/api/tables/{table}/seats/take", {"token": secret, **myself})
    else:
        table = client.call("POST", "/api/join", {"code": sys.argv[2], **myself})["table"]["id"]
    play(client, table)


if __name__ == "__main__":
    main()
