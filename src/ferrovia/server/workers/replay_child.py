"""The child process that reads records: `python -m ferrovia.server.workers.replay_child MEGABYTES`.

One record a line, one story a line. Records come from strangers: a crash, a long run or much memory hurts only this
process."""

import base64
import gzip
import re
import sys

from ferrovia.drawing import draw_board
from ferrovia.errors import FerroviaError, RecordError
from ferrovia.game.text.record import HEADER, parse_record
from ferrovia.protocol.story import tell_story
from ferrovia.protocol.values import board_values
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.compressed import LEVEL, json_bytes, tag_of
from ferrovia.server.workers.child import Values, serve_lines

MOST_PLAIN = 16 << 20
MOST_ZIPPED = 700 << 10
"""Bytes of a story: what is sent to those who read no gzip, and what fits into a line."""


def main(arguments: list[str]) -> None:
    """Answer questions until there are no more."""
    serve_lines(lambda: answer, int(arguments[0]))


def answer(question: Values) -> Values:
    """The story, packed; or why there is none; or the line of the record that is wrong."""
    try:
        return story(question)
    except RecordError as error:
        return {"refused": "newer-record"} if is_newer(question["record"]) else {"line": error.line or 0}
    except FerroviaError:
        return {"line": 0}


def is_newer(text: str) -> bool:
    """Whether a text begins as a record of a format that is still to come."""
    kind, _, ours = HEADER.rpartition(" ")
    found = re.match(rf"{kind} ([0-9]{{1,9}})\s", text)
    return found is not None and int(found[1]) > int(ours)


def story(question: Values) -> Values:
    """A record as its readers get it; with the board, where they could not get it elsewhere."""
    record, seat = parse_record(question["record"]), question["seat"]
    if seat is not None and seat >= record.players:
        return {"refused": "no-such-seat"}
    told = json_bytes(tell_story(record, seat, question["times"]) | board_of(record.rules, question["offered"]))
    zipped = gzip.compress(told, LEVEL, mtime=0)
    if len(told) > MOST_PLAIN or len(zipped) > MOST_ZIPPED:
        return {"refused": "too-large"}
    return {"story": base64.b64encode(zipped).decode(), "tag": tag_of(told)}


def board_of(rules: Rules, offered: dict[str, str]) -> Values:
    """The board and its drawing, if these are not rules that the server offers."""
    if offered.get(rules.id) == rules.hash:
        return {"board": None, "drawing": None}
    return {"board": board_values(rules), "drawing": draw_board(rules)}


if __name__ == "__main__":
    main(sys.argv[1:])
