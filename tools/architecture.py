"""The import tree: which package may import which. `tests/test_architecture.py` enforces it, docs/architecture.md
shows it.

A room is a folder of `src/ferrovia`; a room inside another has a dotted name and its own entry. Permission to import a
room includes the rooms inside it that have no entry: `engine` includes `engine.trail`.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Room:
    """One folder: what belongs there, what does not, and the rooms it may import."""

    holds: str
    not_here: str
    names: str

    @property
    def imports(self) -> tuple[str, ...]:
        """The rooms it may import."""
        return tuple(self.names.split())


ROOMS: dict[str, Room] = {
    "errors": Room(
        "the errors that callers may catch, as one tree; packages derive kinds of their own from them",
        "anything else",
        "",
    ),
    "core": Room(
        "what kernels are built on: limits, record fields, the compiler, bits, the random generator", "rules", ""
    ),
    "rules": Room(
        "the schema (every key typed, defaulted, explained), loading, checking, the compiled board",
        "play",
        "errors core",
    ),
    "engine": Room(
        "the rules of play as kernels over fixed-size values",
        "names of maps, text, files, floats, objects",
        "core rules",
    ),
    "observation": Room(
        "what a seat may know as a row of numbers, for learning; the same source for CPU and GPU",
        "networks; states, except in the privileged part",
        "core rules engine",
    ),
    "rollout": Room(
        "stepping games together: rewards, forced decisions, restarting finished games",
        "networks",
        "core rules engine observation",
    ),
    "gpu": Room(
        "arrays of games on a GPU: the calls of `batch`, with its kernels and the engine's compiled for CUDA",
        "its own rules of play",
        "errors core rules engine observation rollout game bots batch",
    ),
    "drawing": Room(
        "cartography: where cities, tracks, spaces, labels and land are drawn, and the board as SVG",
        "rules of play; pages",
        "errors rules",
    ),
    "language": Room(
        "texts for people: message catalogues, their formatter, names, numbers, reasons and refusals",
        "the texts themselves: they are in `data/locales`",
        "rules",
    ),
    "game": Room(
        "the public Python API: games, views, moves, events, explanations, scores",
        "rules of play",
        "errors core rules engine drawing language",
    ),
    "game.invariants": Room("what is true of every reachable state", "play", "core rules engine game"),
    "game.typed": Room(
        "the parser of typed commands, in three languages", "play: it never makes a move", "rules language engine game"
    ),
    "game.hints": Room(
        "what a move does for the player who makes it, as facts about the position",
        "which move is best: bots decide that",
        "core engine game",
    ),
    "game.text": Room(
        "text forms: positions, records, replays", "play", "errors core rules engine game game.invariants"
    ),
    "protocol": Room(
        "every message: WebSocket, HTTP, bots' lines, replays; declared and built in one place",
        "sockets; HTTP",
        "core rules game drawing",
    ),
    "processes": Room(
        "child processes: spawning, JSON lines, deadlines, memory limits, ending whole process trees",
        "what the processes do",
        "",
    ),
    "bots": Room(
        "the list of bots: specs, loading, levels; bots at a table, guarded against failures",
        "states: a bot gets a view",
        "errors rules game bots.base bots.kernels bots.hosting bots.net",
    ),
    "bots.base": Room(
        "the bot interface: the class, the reasons a bot gives, a compiled bot behind that class",
        "the list of bots",
        "core rules language engine game bots.kernels",
    ),
    "bots.kernels": Room(
        "the compiled bots and one dispatcher (`choose`)", "objects, text", "errors core rules engine"
    ),
    "bots.hosting": Room(
        "third-party bots: watchdog, programs in any language, kinds of failure",
        "built-in bots",
        "rules game protocol bots.base processes",
    ),
    "bots.net": Room(
        "bots that play by a trained network: weights, inference in kernels and in NumPy",
        "torch; training",
        "errors core rules engine game observation rollout bots.base bots.kernels",
    ),
    "batch": Room(
        "many games at once: observations, masks, sampling, steps with rewards, built-in bots inside the batch",
        "networks; rules of play",
        "errors core rules engine observation rollout game bots",
    ),
    "envs": Room(
        "thin adapters over `batch` for Gymnasium, PettingZoo and OpenSpiel",
        "loops over games; anything the base install needs",
        "errors core rules engine observation game batch",
    ),
    "learn": Room(
        "training by self-play; the only package that imports torch",
        "playing with trained networks",
        "errors core rules engine observation rollout gpu bots bots.net arena",
    ),
    "testing": Room("checks of bots and games for other projects' tests", "our own tests", "errors rules game bots"),
    "arena": Room(
        "planning, playing and storing games; statistics, ratings",
        "drawings",
        "errors core rules language engine game bots processes",
    ),
    "arena.report": Room(
        "a run as one HTML page", "playing; a plotting library", "rules language drawing game bots arena"
    ),
    "arena.benchmark": Room(
        "suites of fixed games, their scores and score cards",
        "playing; a suite that changes",
        "errors rules bots arena",
    ),
    "arena.playtest": Room(
        "what bots tell the designer of a board",
        "playing",
        "errors rules language drawing game bots arena arena.report",
    ),
    "server": Room(
        "the application: wiring, starting and stopping",
        "rules of play",
        "errors core game bots processes"
        " server.base server.store server.live server.workers server.http server.sockets",
    ),
    "server.base": Room(
        "what every part of the server needs: settings, log entries, refusals, tokens, rate limits, metrics",
        "tables",
        "errors rules game protocol",
    ),
    "server.store": Room(
        "SQL: the log of each table and its current state", "anything but SQL", "errors core protocol server.base"
    ),
    "server.accounts": Room(
        "passkeys, and which player a browser's key identifies", "tables; HTTP", "protocol server.base server.store"
    ),
    "server.push": Room("Web Push: keys, encryption, turn notifications", "tables", "server.base server.store"),
    "server.live": Room(
        "tables being played: steps, log, clocks, scheduler, broadcast",
        "HTTP; anything sent to a seat that bypasses `player_views`",
        "errors core rules engine game protocol server.accounts server.base server.push server.store server.workers",
    ),
    "server.workers": Room(
        "the work of child processes for bots and replays, their pools, and the thread for expensive requests",
        "tables",
        "errors rules engine game bots protocol processes server.base",
    ),
    "server.http": Room(
        "requests: tables, rules, replays, lessons, bots, middleware, identity, the page",
        "rules of play",
        "errors rules game bots protocol server.accounts server.base server.store server.live server.workers",
    ),
    "server.sockets": Room(
        "WebSocket connections and their limits",
        "rules of play",
        "core game protocol server.base server.store server.live server.http",
    ),
    "terminal": Room("the game in the terminal", "rules of play", "core rules language engine game bots"),
    "cli": Room(
        "one file per verb",
        "logic that another program could use",
        "errors rules language game bots batch learn arena server terminal",
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


def reduced() -> dict[str, tuple[str, ...]]:
    """The top rooms and what each stands on directly: an edge that a longer way implies is left out."""
    tops = [name for name in ROOMS if "." not in name]
    stands_on = {name: {other for other in ROOMS[name].imports if other in tops} for name in tops}
    for name in tops:
        for inner in (room for room in ROOMS if room.startswith(f"{name}.")):
            stands_on[name] |= {each.split(".")[0] for each in ROOMS[inner].imports} - {name}
    below = {name: _below(name, stands_on) for name in tops}
    return {
        name: tuple(other for other in tops if other in stands_on[name] and not _implied(name, other, stands_on, below))
        for name in tops
    }


def _below(name: str, stands_on: dict[str, set[str]]) -> set[str]:
    rooms: set[str] = set()
    waiting = list(stands_on[name])
    while waiting:
        other = waiting.pop()
        if other not in rooms:
            rooms.add(other)
            waiting += stands_on[other]
    return rooms


def _implied(name: str, other: str, stands_on: dict[str, set[str]], below: dict[str, set[str]]) -> bool:
    return any(other in below[between] for between in stands_on[name] - {other})


def drawing() -> str:
    """The tree as a Mermaid flowchart, and a table of every room."""
    edges = [f"    {name} --> {other}" for name, others in reduced().items() for other in others]
    rows = [
        f"| {'&nbsp;&nbsp;' * name.count('.')}`{name.replace('.', '/')}{'' if name == 'errors' else '/'}` "
        f"| {room.holds} | {room.not_here} | {', '.join(room.imports) or 'nothing'} |"
        for name, room in ROOMS.items()
    ]
    head = ["| package | what belongs there | what does not | may import |", "| --- | --- | --- | --- |"]
    return "\n".join(["```mermaid", "flowchart BT", *edges, "```", "", *head, *rows])
