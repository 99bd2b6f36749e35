"""The published schema against what a real server sends and takes, and the TypeScript made of it."""

import ast
import asyncio
import json
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import websockets
from pydantic import TypeAdapter, ValidationError

import ferrovia
from ferrovia.game.explain import REFUSALS
from ferrovia.protocol import options, requests, tables
from ferrovia.server.base.refusals import CODES
from tests.protocol.published_schema import check, fits
from tests.server.attack_tools import log_of, wait_for
from tests.server.server_process import Server
from tests.server.websocket_players import Person, together
from tools import protocol_schema as schema

PROJECT = Path(__file__).resolve().parents[2]
BOARDS = ["new-york", "switzerland"]  # one with attractions, one with tunnels and places that are countries


def test_the_schema_is_one() -> None:
    jsonschema_rs.meta.validate(schema.document())


# ── what the server sends ─────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("rules", BOARDS)
def test_every_frame_of_a_game(server: Server, rules: str) -> None:
    """Two people, a bot and a spectator, from the lobby to the end."""
    keys = [server.key(), server.key()]
    table = server.open(rules, "me open driver", keys[0], clock={"kind": "fischer"})
    lobby = Person(server, table["id"], None)
    together(first_frame(lobby))
    assert server.call("POST", "/api/join", {"code": table["code"], "name": "Bia"}, keys[1])[0] == 200
    people = [Person(server, table["id"], key, seed) for seed, key in enumerate([*keys, None])]
    together(*(person.play() for person in people))
    for frame in [*lobby.frames, *(frame for person in people for frame in person.frames)]:
        check("ServerMessage", json.loads(frame))
    assert {json.loads(frame)["message"] for frame in people[0].frames} >= {"snapshot", "update", "accepted"}


async def first_frame(person: Person) -> None:
    """Say hello, hear where the table stands, leave."""
    socket = await person.connect()
    person.take(await socket.recv())
    await socket.close()


def test_every_message_of_practice(server: Server) -> None:
    """Everything a client can ask for, each answer and each refusal as declared."""
    key = server.key()
    table = server.open("new-york", "me driver", key, practice=True)
    # Until its bot has chosen tickets an update may bring who is there, instead of a message of its own.
    assert wait_for(lambda: log_of(server, table["id"], key)["seq"] >= 3, 60)
    found = asyncio.run(practise(server, table["id"], key))
    for message in found:
        check("ServerMessage", message)
    assert {message["message"] for message in found} == {
        *("snapshot", "update", "table", "accepted", "refused", "explained", "hint", "pong")
    }
    happened = {
        each["kind"] for message in found for sight in message.get("sights", ()) for each in sight["happenings"]
    }
    assert happened >= {"open", "start", "move", "take-back", "say", "away", "return"}


async def practise(server: Server, table: str, key: str) -> list[dict[str, Any]]:
    """A connection that asks for everything once, and everything it receives."""
    found: list[dict[str, Any]] = []
    headers = {"authorization": f"Bearer {key}"}
    async with websockets.connect(f"{server.socket_address}/ws/{table}", additional_headers=headers) as socket:

        async def ask(**message: Any) -> dict[str, Any]:
            await socket.send(json.dumps(message))
            return await hear(lambda heard: heard.get("id") == message.get("id", 0) or heard["message"] == "pong")

        async def hear(wanted: Any) -> dict[str, Any]:
            while True:
                found.append(json.loads(await asyncio.wait_for(socket.recv(), 60)))
                if wanted(found[-1]):
                    return found[-1]

        await socket.send(json.dumps({"message": "hello"}))
        turn = await hear(lambda heard: heard.get("sights") and heard["sights"][0]["legal"])  # the snapshot, or later
        move = {"seat": 0, "seq": turn["seq"], "move": turn["sights"][0]["legal"]["moves"][0]}
        assert (await ask(message="hint", id="hint", seat=0))["move"]
        assert (await ask(message="move", id="move", **move))["message"] == "accepted"
        assert (await ask(message="move", id="move", **move))["message"] == "accepted", "the same once more"
        for number in range(20):  # the bot's move may come between
            latest = max(heard.get("seq", 0) for heard in found)
            if (await ask(message="take-back", id=f"back-{number}", seat=0, seq=latest))["message"] == "accepted":
                break
        for number, request in enumerate(REQUESTS):
            await ask(**{"id": f"request-{number}", "seat": 0, **request})
        await ask(message="ping")
    return found


REQUESTS: list[dict[str, Any]] = [
    {"message": "say", "phrase": "hello"},
    {"message": "explain", "move": "draw"},
    {"message": "move", "seq": 0, "move": "claim nowhere red:1"},
    {"message": "move", "seq": 10**6, "move": "draw"},
    {"message": "take-back", "seq": 10**6},
    {"message": "autopilot"},
    {"message": "return"},
    {"message": "return"},
    {"message": "say", "phrase": "bye", "seat": 1},
]


def test_every_answer_over_http(server: Server) -> None:
    key, other = server.key(), server.key()
    table = server.open("new-york", "me open open", key)
    home = f"/api/tables/{table['id']}"

    def ask(name: str, method: str, path: str, body: Any = None, by: str | None = key) -> Any:
        status, answer = server.call(method, path, body, by)
        assert (status >= 400) == (name == "RefusalValues"), answer
        for each in answer if method == "GET" and isinstance(answer, list) else [answer]:
            check(name, each)
        return answer

    ask("NewKey", "POST", "/api/keys")
    ask("RulesOffer", "GET", "/api/rules")
    for rules in ask("RulesOffer", "GET", "/api/rules"):
        ask("RulesShown", "GET", f"/api/rules/{rules['id']}")
    ask("BotOffer", "GET", "/api/bots")
    ask("TableInfo", "GET", "/api/tables")
    ask("TableInfo", "GET", home)
    ask("Snapshot", "GET", f"{home}/log")
    link = ask("Link", "POST", f"{home}/seats/1/link")
    ask("Opened", "POST", f"{home}/seats/take", {"token": link["token"], "name": "Bia", "program": True}, other)
    ask("Opened", "DELETE", f"{home}/seats/1", by=other)
    ask("Opened", "POST", f"{home}/seats/1/bot", {"bot": "driver"})
    ask("Opened", "POST", "/api/join", {"code": table["code"]}, other)
    ask("Opened", "POST", f"{home}/end")
    ask("Opened", "POST", f"{home}/rematch")
    ask("Snapshot", "GET", f"{home}/log?since=1")
    for method, path, body in FAILURES:
        ask("RefusalValues", method, path.replace("HOME", home), body)
    ask("RefusalValues", "POST", "/api/tables", {}, None)


FAILURES: list[tuple[str, str, Any]] = [
    ("POST", "/api/tables", {"rules": "new-york", "seats": [{"kind": "me"}]}),
    ("POST", "/api/tables", {"rules": "nowhere", "seats": [{"kind": "me"}, {"kind": "me"}]}),
    ("POST", "/api/tables", {"rules": "new-york", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "nobody"}]}),
    ("POST", "/api/join", {"code": "AAAAAA"}),
    ("POST", "HOME/end", None),
    ("GET", "HOME/record", None),
    ("GET", "/api/tables/nowhere", None),
    ("GET", "/nowhere", None),
    ("PUT", "/api/tables", None),
]

# ── what the server takes ─────────────────────────────────────────────────────────────────────────────────────────────

SEATS: list[dict[str, Any]] = [{"kind": "me"}, {"kind": "open"}]
TAKEN: list[tuple[str, Any, Any]] = [
    ("ClientMessage", requests.ClientMessage, {"message": "hello"}),
    ("ClientMessage", requests.ClientMessage, {"message": "hello", "since": 3, "tokens": ["a" * 43]}),
    ("ClientMessage", requests.ClientMessage, {"message": "move", "id": "1", "seq": 2, "seat": 0, "move": "draw"}),
    ("ClientMessage", requests.ClientMessage, {"message": "say", "id": "1", "seat": 0, "phrase": "hello"}),
    ("NewTable", options.NewTable, {"rules": "new-york", "seats": SEATS}),
    ("NewTable", options.NewTable, {"rules": "new-york", "seats": SEATS, "options": {"clock": {"kind": "days"}}}),
    ("TakeSeat", requests.TakeSeat, {"token": "a" * 43, "name": None}),
    ("JoinByCode", requests.JoinByCode, {"code": "ABCDEF", "name": "Bia", "program": True}),
    ("FillSeat", requests.FillSeat, {"bot": "driver"}),
    ("PostMove", requests.PostMove, {"id": "1", "seq": 2, "move": "draw", "seat": None}),
]
NOT_TAKEN: list[tuple[str, Any, Any]] = [
    ("ClientMessage", requests.ClientMessage, {"message": "hello", "since": -1}),
    ("ClientMessage", requests.ClientMessage, {"message": "hello", "since": "1"}),
    ("ClientMessage", requests.ClientMessage, {"message": "hello", "tokens": ["short"]}),
    ("ClientMessage", requests.ClientMessage, {"message": "hello", "more": 1}),
    ("ClientMessage", requests.ClientMessage, {"message": "shout"}),
    ("ClientMessage", requests.ClientMessage, {"message": "move", "id": "1", "seq": 2, "seat": 5, "move": "draw"}),
    ("ClientMessage", requests.ClientMessage, {"message": "move", "id": "ü", "seq": 2, "seat": 0, "move": "draw"}),
    ("ClientMessage", requests.ClientMessage, {"message": "move", "id": "1", "seat": 0, "move": "draw"}),
    ("ClientMessage", requests.ClientMessage, {"message": "say", "id": "1", "seat": 0, "phrase": "you fool"}),
    ("NewTable", options.NewTable, {"rules": "new-york", "seats": [{"kind": "me"}]}),
    ("NewTable", options.NewTable, {"rules": "../etc", "seats": SEATS}),
    ("NewTable", options.NewTable, {"rules": "new-york", "seats": SEATS, "options": {"practice": "yes"}}),
    ("JoinByCode", requests.JoinByCode, {"code": "ABC"}),
    ("PostMove", requests.PostMove, {"id": "1", "seq": 2}),
]


@pytest.mark.parametrize(("name", "declared", "value"), TAKEN)
def test_what_is_taken(name: str, declared: Any, value: Any) -> None:
    check(name, value)
    TypeAdapter(declared).validate_json(json.dumps(value))


@pytest.mark.parametrize(("name", "declared", "value"), NOT_TAKEN)
def test_what_is_not_taken(name: str, declared: Any, value: Any) -> None:
    """The schema refuses what the server refuses."""
    assert not fits(name, value)
    with pytest.raises(ValidationError):
        TypeAdapter(declared).validate_json(json.dumps(value))


def examples() -> list[tuple[str, str]]:
    """The messages that docs/protocol.md shows in full."""
    text = (PROJECT / "docs" / "protocol.md").read_text(encoding="utf-8")
    found = re.findall(r"^ +([→←]) (\{.*\})$", text, re.MULTILINE)
    return [("ClientMessage" if arrow == "→" else "ServerMessage", line) for arrow, line in found if "…" not in line]


@pytest.mark.parametrize(("name", "line"), examples())
def test_the_examples_of_the_page(name: str, line: str) -> None:
    check(name, json.loads(line))


def test_the_page_shows_every_request() -> None:
    shown = {json.loads(line)["message"] for name, line in examples() if name == "ClientMessage"}
    assert shown == set(schema.document()["$defs"]["ClientMessage"]["discriminator"]["mapping"])


# ── that it is whole ──────────────────────────────────────────────────────────────────────────────────────────────────


def test_every_declared_message_is_in_it() -> None:
    """Classes that only share fields among others, and classes of builders, apart."""
    found = [node for module in schema.MODULES for node in schema.classes_of(module)]
    bases = {base.id for node in found for base in node.bases if isinstance(base, ast.Name)}
    plain = {node.name for node in found if not node.bases and not node.decorator_list}
    assert {node.name for node in found} - bases - plain <= set(schema.document()["$defs"])


def test_options_that_are_told_are_those_that_are_asked_for() -> None:
    for told, asked in ((tables.OptionsInfo, options.Options), (tables.ClockInfo, options.Clock)):
        assert set(told.__annotations__) == {each.name for each in fields(asked)}


def test_every_refusal_has_a_listed_code() -> None:
    """Whatever the server's sources refuse with is a code of the server or of the rules."""
    known = set(CODES) | {reason.code for reason in REFUSALS.values()}
    folder = Path(ferrovia.__file__).parent / "server"
    said = {
        code
        for source in folder.rglob("*.py")
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "RequestRefused"
        for code in codes_in(node.args[0])
    }
    assert len(said) > 20
    assert said <= known


def codes_in(node: ast.expr) -> list[str]:
    """The codes an expression may give; what is not spelled out is the engine's own."""
    if isinstance(node, ast.IfExp):
        return codes_in(node.body) + codes_in(node.orelse)
    return [str(node.value)] if isinstance(node, ast.Constant) else []


# ── TypeScript ────────────────────────────────────────────────────────────────────────────────────────────────────────

LINES = [
    "export type ClientMessage ="
    + "".join(
        f"\n  | {name}"
        for name in [
            "Hello",
            "MakeMove",
            "TakeBack",
            "AskHint",
            "AskTyped",
            "Explain",
            "ComeBack",
            "Autopilot",
            "Say",
            "Ping",
        ]
    )
    + ";",
    "export type ServerMessage ="
    + "".join(
        f"\n  | {name}"
        for name in [
            "Snapshot",
            "Update",
            "TableChanged",
            "Accepted",
            "Refused",
            "Explained",
            "HintGiven",
            "LineRead",
            "Pong",
        ]
    )
    + ";",
    'export type Status = "lobby" | "playing" | "over" | "ended";',
    '  message: "snapshot";',
    "  since?: number;",  # has a default
    "  name?: string | null;",  # may be left out, and may be null
    "  legal: Legal | null;",  # always there
    "  route?: string;",  # left out where it says nothing, never null
    "  claims: Record<string, string[]>;",
    "  rules: Record<string, unknown>;",
    "  options: OptionsInfo;",
    "  /** Seconds left at the time of sending. */",
    "/** A table as its reader may see it. */",
]


@pytest.mark.parametrize("line", LINES)
def test_types_say_what_the_schema_says(line: str) -> None:
    assert f"\n{line}\n" in schema.typescript()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ({"type": "array", "items": {"enum": ["a", "b"]}}, '("a" | "b")[]'),
        ({"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}, "number[][]"),
        ({"anyOf": [{"$ref": "#/$defs/Sight"}, {"type": "null"}]}, "Sight | null"),
        ({"type": "object", "additionalProperties": {"type": "boolean"}}, "Record<string, boolean>"),
        ({}, "unknown"),
    ],
)
def test_a_schema_as_a_type(value: dict[str, Any], words: str) -> None:
    assert schema.type_of(value) == words


def test_an_unknown_kind_of_schema_is_not_passed_over() -> None:
    with pytest.raises(NotImplementedError):
        schema.type_of({"type": "tuple"})


USE = """
import type { ClientMessage, NewTable, ServerMessage } from "./wire";
export function seen(message: ServerMessage): number {
  switch (message.message) {
    case "snapshot":
    case "update": return message.sights.length + message.seq;
    case "table": return message.table.options.clock.start;
    case "accepted": return message.seq;
    case "refused": return message.code.length;
    case "explained": return message.refusal?.code.length ?? 0;
    case "hint": return message.reason.points ?? 0;
    case "typed": return message.moves.length;
    case "pong": return 0;
    default: { const none: never = message; return none; }
  }
}
export const table: NewTable = { rules: "a", seats: [{ kind: "me" }, { kind: "bot", bot: "b" }] };
// @ts-expect-error: there is no such phrase
export const said: ClientMessage = { message: "say", id: "1", seat: 0, phrase: "boo" };
"""


def test_the_types_compile(tmp_path: Path) -> None:
    """With every message distinguished by its `message`."""
    compiler = shutil.which("tsc", path=f"{PROJECT}/web/node_modules/.bin") or shutil.which("tsc")
    if compiler is None:
        pytest.skip("there is no tsc here")
    (tmp_path / "wire.ts").write_text(schema.typescript(), encoding="utf-8")
    (tmp_path / "use.ts").write_text(USE, encoding="utf-8")
    command = [compiler, "--noEmit", "--strict", "--skipLibCheck", "use.ts"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
