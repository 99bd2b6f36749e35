"""JSON Schema of everything that goes over the wire, and TypeScript types made of it: docs/generate.py writes both.

The schema comes from the declarations in messages.py and options.py. Declared here is only what the server sends
without a declaration of its own: short answers over HTTP, the lines of a program's stream, and what some plain
dictionaries of messages.py hold.
"""

import ast
import inspect
import json
from collections.abc import Iterable
from textwrap import wrap
from typing import Annotated, Any, Final, Literal, NotRequired, get_args

from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from ferrovia.bots.reasons import REASON_NAMES
from ferrovia.engine.journal import EVENT_NAMES
from ferrovia.explain import REASONS
from ferrovia.record import ENDINGS
from ferrovia.server import entries, lessons, messages, options, retold
from ferrovia.server.messages import EventValues, SeatResult, SeenView
from ferrovia.server.refusals import CODES

Schema = dict[str, Any]
DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
DEFINITIONS: Final = "#/$defs/"
WIDTH: Final = 120
INDENT: Final = "  "

# ── what is sent without a declaration of its own ─────────────────────────────────────────────────────────────────────


class ClockInfo(TypedDict):
    """The clock of a table: all of `Clock`, whether it was asked for or not."""

    kind: Literal["none", "fischer", "days"]
    start: int
    gain: int
    days: int


class OptionsInfo(TypedDict):
    """The options of a table: all of `Options`, whether they were asked for or not."""

    clock: ClockInfo
    known_cards: bool
    spectators: bool
    practice: bool
    autopilot: bool
    lesson: str | None


class EntryValues(TypedDict):
    """What an entry says beside its kind and its seat."""

    name: NotRequired[str]
    """`join`: what the player is called."""
    bot: NotRequired[str]
    """`bot`: which one sits down; `leave`: which one plays on."""
    why: NotRequired[Literal["asked", "clock", "gone"]]
    """`away`: the player wished it, had no time left, or was gone for too long."""
    phrase: NotRequired[messages.Phrase]
    """`say`: what was said."""
    table: NotRequired[str]
    """`rematch`: where it is played."""


class ReasonValues(TypedDict):
    """Why a bot would do it: a code and what it is about; `said`: a bot of others, in its own words."""

    code: str
    route: NotRequired[str]
    card: NotRequired[str]
    ticket: NotRequired[str]
    points: NotRequired[int]
    words: NotRequired[str]


class RulesOffer(TypedDict):
    """Rules that can be played here."""

    id: str
    name: str
    hash: str
    players: list[int]
    """The fewest and the most."""
    vehicle: Literal["train", "taxi"]
    """What is put on the board, and what a locomotive looks like."""
    trains: int
    """Of each player."""
    built_in: bool
    counts: dict[str, int]
    """How much there is on the board: cities, border_points, attractions, routes, doubles, tunnels, spaces, tickets."""


class BoardCity(TypedDict):
    """A city: its id, and how it is written."""

    id: str
    name: str


BoardRoute = TypedDict(
    "BoardRoute",
    {
        "id": str,
        "from": str,
        "to": str,
        "length": int,
        "colour": str,
        "tunnel": bool,
        "points": int,
        "twin": str | None,
    },
)
BoardTicket = TypedDict("BoardTicket", {"id": str, "from": str, "to": dict[str, int]})


class Board(TypedDict):
    """A board under the names that moves and views use. `twin`: the other of a double; `to`: places and points."""

    cards: list[str]
    cities: list[BoardCity]
    routes: list[BoardRoute]
    tickets: list[BoardTicket]


class RulesShown(RulesOffer):
    """One set of rules with its board."""

    board: Board
    rules: dict[str, Any]
    """Its numbers and named behaviours, as its file has them (docs/reference/data-files.md)."""


class RuleFact(TypedDict):
    """Something to know of rules: `rules.summary.CODE` and `rules.differences.CODE` put it into words."""

    code: str
    parameters: dict[str, int | str]


class DrawnPoint(TypedDict):
    """A point of the board."""

    x: float
    y: float


class DrawnSpace(DrawnPoint):
    """A car space: its middle, and how it is turned."""

    angle: float


class DrawnLabel(DrawnPoint):
    """A city's name: where its first line stands."""

    anchor: Literal["start", "middle", "end"]
    lines: list[str]


class DrawnCity(DrawnPoint):
    """Where a city is drawn."""

    kind: Literal["city", "country", "attraction"]
    label: DrawnLabel


class DrawnRoute(TypedDict):
    """Where a route is drawn; `space`: length and width of its spaces."""

    path: str
    spaces: list[DrawnSpace]
    space: list[float]
    middle: DrawnPoint


class DrawnName(DrawnPoint):
    """The name of a water or a land."""

    text: str
    angle: float
    size: float


class DrawnLand(TypedDict):
    """Something under the board; kinds may be added."""

    kind: str
    path: str
    country: NotRequired[str]
    label: NotRequired[DrawnName]


class DrawnSizes(TypedDict):
    """How large things are."""

    city: float
    letter: float
    line: float


class Drawing(TypedDict):
    """Where everything of a board is drawn (docs/drawing.md)."""

    width: float
    height: float
    sizes: DrawnSizes
    land: list[DrawnLand]
    cities: dict[str, DrawnCity]
    routes: dict[str, DrawnRoute]


class Replay(retold.ReplayShown):
    """A written game to look at, with its board where its rules are none that the server offers."""

    board: Board | None
    drawing: Drawing | None


class StepUntil(TypedDict):
    """What a step waits for. `events`: so many of these kinds, counted on from the event that ended the step before;
    `phase`: of the game; `joined`: tickets completed. Nothing of these: that it has been read."""

    events: list[str]
    count: int
    by: Literal["me", "anybody"]
    phase: str | None
    joined: int


class StepShown(TypedDict):
    """One step of a lesson."""

    id: str
    text: str
    """The key of its text."""
    needs: str | None
    """What must be there for that text: `market:CARD` lies face up, or `claim:ROUTE` is legal."""
    otherwise: str | None
    """The key of the text for when it is not."""
    until: StepUntil
    point: list[str]
    """Parts of the screen (board, offer, market, deck, hand, tickets, ticket-deck, seats, claimable, tunnel, scores,
    hint, rules), `route:ID`, `city:ID`."""
    names: dict[str, str]
    """Ids of routes, tickets and cities for the places in its text."""


class LessonShown(TypedDict):
    """A guided game."""

    id: str
    order: int
    rules: str
    minutes: int
    opponents: list[str]
    steps: list[StepShown]


class BotOffer(TypedDict):
    """A bot that can be seated here."""

    name: str
    level: bool
    """Whether it is one of the levels for people."""
    elo: dict[str, float]
    """Its measured strength, by rules."""


class NewKey(TypedDict):
    """A program's key."""

    key: str


class Moved(TypedDict):
    """A program's move was made, now or earlier, as this entry."""

    seq: int


class BotHello(TypedDict):
    """The first line of a program's stream (docs/bots.md)."""

    message: Literal["hello"]
    protocol: int
    rules: dict[str, Any]
    hash: str
    board: Board


class BotGame(TypedDict):
    """The game a program plays. Its `seed` is 0: there is nothing to be learnt from it here."""

    message: Literal["game"]
    players: int
    seat: int
    seed: int


class BotChoose(TypedDict):
    """A program is to choose; `seq` goes with its move."""

    message: Literal["choose"]
    view: SeenView
    moves: list[str]
    undone: int
    events: list[EventValues]
    seq: int


class BotOver(TypedDict):
    """The last line of a stream when the game is over."""

    message: Literal["over"]
    scores: list[SeatResult]
    winners: list[int]


class BotBye(TypedDict):
    """The last line of a stream that ends before the game: the table was closed, the seat is somebody else's, or the
    server stops, and may be back in a moment."""

    message: Literal["bye"]
    why: Literal["ended", "seat-lost", "restart"]


BotLine = BotHello | BotGame | BotChoose | BotOver | BotBye

NAMED: Final[dict[str, tuple[str, ...]]] = {
    "EntryKind": get_args(entries.Kind),
    "Status": get_args(entries.Status),
    "SeatKind": get_args(entries.SeatKind),
    "Phrase": get_args(messages.Phrase),
    "EventKind": tuple(EVENT_NAMES),
    "Ending": ENDINGS,
    "ReasonCode": (*REASON_NAMES, "said"),
    "RefusalCode": tuple(sorted({*CODES, *(reason.code for reason in REASONS.values())})),
}
"""Words of which there are only so many, with a name for each set of them."""

EXACT: Final = {
    ("Happening", "kind"): "EntryKind",
    ("Happening", "values"): "EntryValues",
    ("TableInfo", "status"): "Status",
    ("TableInfo", "options"): "OptionsInfo",
    ("SeatInfo", "kind"): "SeatKind",
    ("Say", "phrase"): "Phrase",
    ("EntryValues", "phrase"): "Phrase",
    ("EventValues", "kind"): "EventKind",
    ("Result", "ending"): "Ending",
    ("ReasonValues", "code"): "ReasonCode",
    ("HintGiven", "reason"): "ReasonValues",
    ("Refused", "code"): "RefusalCode",
    ("Failure", "code"): "RefusalCode",
}
"""Fields of which more is known than their declarations say."""

TYPES: Final[dict[str, Any]] = {
    "ClientMessage": messages.ClientMessage,
    "ServerMessage": Annotated[messages.ServerMessage, Field(discriminator="message")],
    "BotLine": Annotated[BotLine, Field(discriminator="message")],
}
BODIES: Final = (
    *(options.NewTable, messages.TakeSeat, messages.JoinByCode, messages.FillSeat, messages.PostMove),
    *(retold.ReadRecord, lessons.BeginLesson),
)
ANSWERS: Final[tuple[Any, ...]] = (
    *(messages.Opened, messages.Link, messages.Failure, RulesOffer, RulesShown, BotOffer, NewKey, Moved),
    *(OptionsInfo, EntryValues, ReasonValues, Drawing, RuleFact, Replay, LessonShown),
)

# ── JSON Schema ───────────────────────────────────────────────────────────────────────────────────────────────────────


def document() -> Schema:
    """The schema of everything; each message and answer is one of its `$defs`."""
    named = {**TYPES, **{each.__name__: each for each in (*BODIES, *ANSWERS)}}
    adapters = [(name, "validation", TypeAdapter(found)) for name, found in named.items()]
    tops, rest = TypeAdapter.json_schemas(adapters)  # type: ignore[arg-type]
    found = rest["$defs"] | {name: tops[name, "validation"] for name in TYPES}
    found |= {name: {"enum": list(words), "type": "string"} for name, words in NAMED.items()}
    for (owner, field), name in EXACT.items():
        found[owner]["properties"][field] = {"$ref": DEFINITIONS + name}
    for owner, field, words in field_words():
        if owner in found:
            found[owner]["properties"][field]["description"] = words
    return {
        "$schema": DIALECT,
        "title": "Ferrovia: everything between the table server and its clients",
        "description": "Generated by `make docs` from src/ferrovia/server: do not edit. docs/protocol.md explains it.",
        "$defs": {name: untitled(found[name]) for name in sorted(found)},
    }


def untitled(value: Any) -> Any:
    """Without the titles pydantic makes of names: they say nothing."""
    if isinstance(value, list):
        return [untitled(each) for each in value]
    if not isinstance(value, dict):
        return value
    return {key: untitled(each) for key, each in value.items() if key != "title" or not isinstance(each, str)}


def field_words() -> Iterable[tuple[str, str, str]]:
    """Class, field and the sentence below it, for every field that is explained so."""
    for module in (messages, options, retold, inspect.getmodule(field_words)):
        tree = ast.parse(inspect.getsource(module))  # type: ignore[arg-type]
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                yield from ((node.name, field, words) for field, words in explained(node))


def explained(node: ast.ClassDef) -> Iterable[tuple[str, str]]:
    """The fields of a class that have a sentence below them."""
    for line, below in zip(node.body, node.body[1:], strict=False):
        if isinstance(line, ast.AnnAssign) and isinstance(line.target, ast.Name):
            match below:
                case ast.Expr(ast.Constant(str() as words)):
                    yield line.target.id, " ".join(words.split())


def schema_text() -> str:
    """The file docs/reference/protocol.schema.json."""
    return json.dumps(document(), indent=1, ensure_ascii=False) + "\n"


# ── TypeScript ────────────────────────────────────────────────────────────────────────────────────────────────────────


def typescript() -> str:
    """The file web/src/wire.ts."""
    head = (
        "// Generated by `make docs` from src/ferrovia/server/messages.py and options.py, by way of\n"
        "// docs/reference/protocol.schema.json: do not edit. docs/protocol.md explains the messages.\n"
    )
    return "\n".join([head, *(declaration(name, found) for name, found in document()["$defs"].items())])


def declaration(name: str, found: Schema) -> str:
    """One exported type."""
    words = comment(found.get("description", ""), "")
    if "properties" not in found and found.get("type") == "object":
        return f"{words}export interface {name} {{}}\n"
    if "properties" in found:
        needed = found.get("required", [])
        fields = "".join(field_line(key, each, key in needed) for key, each in found["properties"].items())
        return f"{words}export interface {name} {{\n{fields}}}\n"
    line = f"export type {name} = {type_of(found)};\n"
    if len(line) > WIDTH:
        line = f"export type {name} =\n" + "\n".join(f"{INDENT}| {each}" for each in choices(found)) + ";\n"
    return words + line


def field_line(key: str, found: Schema, needed: bool) -> str:
    """One field; what has a default, or is not always there, may be left out."""
    return f"{comment(found.get('description', ''), INDENT)}{INDENT}{key}{'' if needed else '?'}: {type_of(found)};\n"


def comment(words: str, indent: str) -> str:
    """A comment that editors show."""
    plain = " ".join(words.split()).replace("*/", "* /")
    if len(indent) + len(plain) + 7 <= WIDTH:
        return f"{indent}/** {plain} */\n" if plain else ""
    lines = wrap(plain, WIDTH - len(indent) - 3, break_long_words=False, break_on_hyphens=False)
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


def type_of(found: Schema) -> str:
    """A schema as a type."""
    return " | ".join(choices(found))


def choices(found: Schema) -> list[str]:
    """The types a value may have."""
    if "$ref" in found:
        return [found["$ref"].removeprefix(DEFINITIONS)]
    if "const" in found:
        return [json.dumps(found["const"])]
    if "enum" in found:
        return [json.dumps(each) for each in found["enum"]]
    if several := found.get("anyOf", found.get("oneOf")):
        return [choice for each in several for choice in choices(each)]
    return [plain_type(found)]


def plain_type(found: Schema) -> str:
    """A type that is neither a name nor a choice."""
    match found.get("type"):
        case "array":
            items = found.get("items", {})
            return f"({type_of(items)})[]" if len(choices(items)) > 1 else f"{type_of(items)}[]"
        case "object":
            values = found.get("additionalProperties", True)
            return f"Record<string, {'unknown' if values is True else type_of(values)}>"
        case "integer" | "number":
            return "number"
        case "string" | "boolean" | "null" as name:
            return str(name)
        case None if not found or set(found) <= {"description"}:
            return "unknown"
        case other:
            raise NotImplementedError(f"no TypeScript for {other!r} in {found}")
