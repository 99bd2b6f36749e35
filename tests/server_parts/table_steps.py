"""Tables without a server: opened, started and played by the pure steps of `ferrovia.server.live.steps`."""

from ferrovia.game.game import Game
from ferrovia.protocol.options import Clock, NewSeat, NewTable, Options
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.table_log import Step, StoredTable, TableRow
from ferrovia.server.live import steps

NOW = 1_000_000.0
GRACE = 60.0
SECRET = bytes(range(32))
HOST = "host's digest"
BOTS = frozenset(("passenger", "driver"))


def rules_of(name: str = "new-york") -> Rules:
    return load_rules(name)


def opened(seats: str, clock: Clock | None = None, **options: bool) -> StoredTable:
    """A table just opened: `seats` like "me open passenger"."""
    wishes = [NewSeat(word) if word in ("me", "open") else NewSeat("bot", bot=word) for word in seats.split()]
    wanted = NewTable("new-york", wishes, Options(clock=clock or Clock(), **options))
    return stored(steps.open_table(wanted, rules_of(), HOST, BOTS, NOW, SECRET))


def stored(step: Step) -> StoredTable:
    """A table as the store would hand it over after a step."""
    return StoredTable(step.row, step.holders or ())


def started(seats: str = "me me", clock: Clock | None = None, **options: bool) -> tuple[TableRow, Game]:
    """A table whose game has just begun, and the game."""
    step = steps.start(opened(seats, clock, **options).row, rules_of(), NOW + 1, GRACE)
    assert step.game is not None
    return step.row, step.game


def first_move(game: Game, seat: int) -> str:
    """A legal move of a seat."""
    return str(game.legal_moves(seat)[0])
