"""The import tree: which room may import which. `tests/test_architecture.py` enforces it, docs/architecture.md
draws it.

A room is a folder of `src/ferrovia`; a room within a room has a dotted name and its own line. Whatever a room may
import, it may import with the rooms of that name that lie within: `engine` stands for `engine.trail` too.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """One folder: what belongs there, what does not, and what it may import."""

    holds: str
    not_here: str
    imports: tuple[str, ...]


ROOMS: dict[str, Room] = {
    "errors": Room("every error Ferrovia raises on purpose", "anything else", ()),
    "core": Room("what kernels stand on: limits, record fields, the compiler, bits, the generator", "rules", ()),
    "rules": Room(
        "the schema (every key typed, defaulted, explained), loading, checking, the compiled board",
        "play",
        ("errors", "core"),
    ),
    "engine": Room(
        "the rules of play as kernels over fixed-size values",
        "names of maps, text, files, floats, objects",
        ("core", "rules"),
    ),
    "drawing": Room(
        "cartography: where cities, tracks, spaces, labels and land are drawn",
        "rules of play; colours and fonts",
        ("errors", "core", "rules"),
    ),
    "game": Room(
        "the friendly layer: games, views, moves, events, explanations, scores, arrays of games",
        "rules of play",
        ("errors", "core", "rules", "engine", "drawing"),
    ),
    "game.invariants": Room("what is true of every reachable state", "play", ("core", "rules", "engine", "game")),
    "game.text": Room(
        "text forms: positions, records, replays",
        "play",
        ("errors", "core", "rules", "engine", "game", "game.invariants"),
    ),
    "protocol": Room(
        "every message: WebSocket, HTTP, bots' lines, replays; declared and built in one place",
        "sockets; HTTP",
        ("errors", "core", "rules", "engine", "game"),
    ),
    "bots": Room(
        "what a bot is, which bots there are, levels, bots at a table",
        "states: a bot gets a view",
        ("errors", "core", "rules", "engine", "game", "protocol", "bots.kernels", "bots.hosting"),
    ),
    "bots.kernels": Room(
        "the compiled bots, a folder each, and one dispatcher (`choose`)",
        "objects, text",
        ("errors", "core", "rules", "engine"),
    ),
    "bots.hosting": Room(
        "bots that others wrote: sandbox, watchdog, programs in any language",
        "bots of our own",
        ("errors", "core", "rules", "game", "protocol", "bots"),
    ),
    "arena": Room(
        "which games are played, playing them, keeping them, statistics, ratings",
        "drawings",
        ("errors", "core", "rules", "engine", "game", "bots"),
    ),
    "arena.report": Room(
        "a run as one HTML page",
        "playing; a plotting library",
        ("errors", "core", "rules", "drawing", "game", "bots", "arena"),
    ),
    "arena.playtest": Room(
        "what bots tell the designer of a board",
        "drawings",
        ("errors", "core", "rules", "game", "bots", "arena", "arena.report"),
    ),
    "server": Room(
        "the application: everything put together, starting and stopping",
        "rules of play",
        (
            *("errors", "core", "rules", "game", "bots", "drawing", "protocol"),
            *("server.base", "server.store", "server.live", "server.workers", "server.http", "server.sockets"),
        ),
    ),
    "server.base": Room(
        "what every part of the server needs: settings, log entries, refusals, tokens, rate limits, metrics",
        "tables",
        ("errors", "core", "rules", "game", "protocol"),
    ),
    "server.store": Room(
        "SQL: the log of each table and where it stands",
        "anything but SQL",
        ("errors", "core", "protocol", "server.base"),
    ),
    "server.live": Room(
        "tables being played: steps, log, clocks, scheduler, broadcast",
        "HTTP; anything that leaves for a seat but through `player_views`",
        (
            "errors",
            "core",
            "rules",
            "engine",
            "game",
            "bots",
            "protocol",
            "server.base",
            "server.store",
            "server.workers",
        ),
    ),
    "server.workers": Room(
        "child processes for bots and replays, and their queues",
        "tables",
        ("errors", "core", "rules", "engine", "game", "bots", "drawing", "protocol", "server.base"),
    ),
    "server.http": Room(
        "requests: tables, rules, replays, lessons, bots, middleware, identity, the page",
        "rules of play",
        (
            *("errors", "core", "rules", "game", "bots", "drawing", "protocol"),
            *("server.base", "server.store", "server.live", "server.workers"),
        ),
    ),
    "server.sockets": Room(
        "WebSocket connections and their limits",
        "rules of play",
        ("errors", "core", "game", "protocol", "server.base", "server.store", "server.live", "server.http"),
    ),
    "terminal": Room(
        "the game in the terminal", "rules of play", ("errors", "core", "rules", "engine", "game", "bots")
    ),
    "cli": Room(
        "one file per verb",
        "logic another program could want",
        ("errors", "core", "rules", "engine", "game", "protocol", "bots", "arena", "drawing", "server", "terminal"),
    ),
}


def parents(room: str) -> list[str]:
    """The room itself and the rooms it lies in, innermost first."""
    parts = room.split(".")
    return [".".join(parts[:length]) for length in range(len(parts), 0, -1)]


def room_of(module: str) -> str:
    """The innermost declared room of a module (`ferrovia.engine.trail.core` lies in `engine`), or its top folder."""
    _, *parts = module.split(".")
    return next((name for name in parents(".".join(parts)) if name in ROOMS), parts[0] if parts else "")


def allowed(room: str, other: str) -> bool:
    """Whether a module of `room` may import one of `other`: a room declared within another needs a line of its own."""
    if room == other:
        return True
    granted = ROOMS[room].imports
    top = other.split(".")[0]
    own = room.split(".")[0] == top
    return other in granted or (not own and top in granted)
