"""Everything that is sent to a seat, built from its view and the events it may see; there is no other way out."""

from collections.abc import Sequence

import orjson

from ferrovia.game.game import SPECTATOR, Game
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.table_log import MOVE, START, LogEntry
from ferrovia.server.live.referee import read_events
from ferrovia.server.live.sight_encoder import NOTHING, encoder_of, joined


def sight(game: Game | None, seat: int, events: bytes = b"[]", decides: bool = True) -> bytes:
    """A table as one seat sees it (`ferrovia.protocol.tables.Sight`), encoded, with the encoded log entries to send. A
    seat that cannot decide now has no legal moves."""
    if game is None:
        return b'{"seat":%d,"view":null,"legal":null,"happenings":%s}' % (seat, events)
    view, encoder = game.view(seat), encoder_of(game.rules)
    legal = encoder.legal(view) if decides and seat != SPECTATOR else NOTHING
    return b'{"seat":%d,"view":%s,"legal":%s,"happenings":%s}' % (seat, encoder.view(view, seat), legal, events)


def happenings(rules: Rules, entries: Sequence[LogEntry], seat: int, setup: bytes) -> bytes:
    """What a seat may know of some log entries, encoded."""
    return joined([happening(rules, entry, seat, setup) for entry in entries])


def happening(rules: Rules, entry: LogEntry, seat: int, setup: bytes) -> bytes:
    """An entry as far as a seat may know it (`ferrovia.protocol.tables.Happening`), encoded. A move's own text is not
    sent, because it names secret tickets."""
    raw = setup if entry.kind == START else entry.events
    events = encoder_of(rules).events(read_events(raw), seat) if raw else b"[]"
    whose = NOTHING if entry.seat is None else b"%d" % entry.seat
    values = b"{}" if entry.kind == MOVE else orjson.dumps(entry.values)
    parts = (entry.seq, entry.kind.encode(), whose, entry.number, orjson.dumps(entry.at), values, events)
    return b'{"seq":%d,"kind":"%s","seat":%s,"number":%d,"at":%s,"values":%s,"events":%s}' % parts
