"""The child process that reads records: `python -m ferrovia.server.workers.replay_child MEGABYTES`.

One record per line, one replay per line. Records come from strangers: a crash, a long run or high memory use affects
only this process.
"""

import base64
import gzip
import re
import sys

from ferrovia.errors import FerroviaError, RecordError
from ferrovia.game.text.record import HEADER
from ferrovia.game.text.record_parser import parse_record
from ferrovia.processes.line_server import Values, serve_lines
from ferrovia.protocol.boards import board_values
from ferrovia.protocol.drawings import drawing_of
from ferrovia.protocol.replays import GameReplay, replay_of
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.compressed import LEVEL, json_bytes, tag_of

MOST_PLAIN = 16 << 20
MOST_ZIPPED = 700 << 10
"""Most bytes of a replay: uncompressed, and what fits into a line."""


def main(arguments: list[str]) -> None:
    """Answer questions until there are no more."""
    serve_lines(lambda: answer, int(arguments[0]))


def answer(question: Values) -> Values:
    """The compressed replay, or why there is none, or the offending line of the record."""
    try:
        return compressed_replay(question)
    except RecordError as error:
        return {"refused": "newer-record"} if is_newer(question["record"]) else {"line": error.line or 0}
    except FerroviaError:
        return {"line": 0}


def is_newer(text: str) -> bool:
    """Whether a text starts like a record of a future format."""
    kind, _, ours = HEADER.rpartition(" ")
    version = re.match(rf"{kind} ([0-9]{{1,9}})\s", text)
    return version is not None and int(version[1]) > int(ours)


def compressed_replay(question: Values) -> Values:
    """A record as its readers receive it, with the board if they could not get it elsewhere."""
    record, seat = parse_record(question["record"]), question["seat"]
    if seat is not None and seat >= record.players:
        return {"refused": "no-such-seat"}
    replay = with_board(replay_of(record, seat, question["times"]), record.rules, question["offered"])
    plain = json_bytes(replay)
    zipped = gzip.compress(plain, LEVEL, mtime=0)
    if len(plain) > MOST_PLAIN or len(zipped) > MOST_ZIPPED:
        return {"refused": "too-large"}
    return {"replay": base64.b64encode(zipped).decode(), "tag": tag_of(plain)}


def with_board(replay: GameReplay, rules: Rules, offered: dict[str, str]) -> GameReplay:
    """Add the board and its drawing, unless the server offers these rules."""
    if offered.get(rules.id) == rules.hash:
        return replay
    return {**replay, "board": board_values(rules), "drawing": drawing_of(rules)}


if __name__ == "__main__":
    main(sys.argv[1:])
