"""Messages from the server over the WebSocket. They carry codes and parameters, never sentences: each client speaks its
player's language."""

from typing import Final, Literal, NotRequired

from ferrovia.game.typed.lines import TypedLine
from ferrovia.game.view import View
from ferrovia.protocol.tables import Sight, TableInfo
from ferrovia.protocol.typed_dict import TypedDict

PROTOCOL: Final = 1
"""Raised when an older client would misunderstand the server; its page then reloads."""

Parameter = str | int | bool | None | list[str] | dict[str, int]


class Snapshot(TypedDict):
    """The answer to `hello`: the current state of the table, and what happened since."""

    message: Literal["snapshot"]
    protocol: int
    seq: int
    table: TableInfo
    sights: list[Sight]


class Update(TypedDict):
    """Something happened at the table."""

    message: Literal["update"]
    seq: int
    table: TableInfo
    sights: list[Sight]


class TableChanged(TypedDict):
    """Presence changed; nothing happened in the game."""

    message: Literal["table"]
    table: TableInfo


class Accepted(TypedDict):
    """A request was carried out, now or earlier, as this log entry."""

    message: Literal["accepted"]
    id: str
    seq: int


class RefusalValues(TypedDict):
    """Why a request was refused: a code with parameters. Over HTTP it is the body of an error."""

    code: str
    rule: str | None
    """The number of the rule of the game that forbids it."""
    parameters: dict[str, Parameter]


class Refused(RefusalValues):
    """A request was not carried out."""

    message: Literal["refused"]
    id: str | None


class Explained(TypedDict):
    """The answer to `explain`."""

    message: Literal["explained"]
    id: str
    seat: int | None
    seq: int
    """The log entry after which this holds."""
    refusal: RefusalValues | None
    """Why the seat may not make the move; null if it may."""


class ReasonValues(TypedDict):
    """Why a bot would make a move: a code and what it refers to. `said`: the words of a third-party bot."""

    code: str
    route: NotRequired[str]
    card: NotRequired[str]
    ticket: NotRequired[str]
    points: NotRequired[int]
    words: NotRequired[str]


class FactValues(TypedDict):
    """A fact about an advised move: a code and what it names (docs/protocol.md)."""

    code: str
    route: NotRequired[str]
    ticket: NotRequired[str]
    city: NotRequired[str]
    card: NotRequired[str]
    seat: NotRequired[int]
    count: NotRequired[int]
    total: NotRequired[int]
    points: NotRequired[int]
    low: NotRequired[int]
    high: NotRequired[int]


class HintGiven(TypedDict):
    """What a strong bot would do, what that does for the player, and the bot's own reason."""

    message: Literal["hint"]
    id: str
    seat: int
    seq: int
    move: str
    facts: list[FactValues]
    """The most telling first; the same for every bot."""
    reason: ReasonValues


class LineRead(TypedDict):
    """What a typed line means (`ferrovia.game.typed`): a number from the last list, a verb with moves or routes, or a
    problem."""

    message: Literal["typed"]
    id: str
    seat: int | None
    seq: int
    verb: str
    """The English verb, whatever the language of the line; empty if there is none."""
    number: int | None
    moves: list[str]
    certain: bool
    """Whether a single move is exactly what was asked for; otherwise the player has to choose."""
    routes: list[str]
    problem: str
    """The code of a message `text.CODE`; empty if the line was understood."""
    about: str
    """The words the problem refers to."""


class Pong(TypedDict):
    """The answer to `ping`."""

    message: Literal["pong"]


ServerMessage = Snapshot | Update | TableChanged | Accepted | Refused | Explained | HintGiven | LineRead | Pong


def accepted(request: str, seq: int) -> Accepted:
    return {"message": "accepted", "id": request, "seq": seq}


def refused(request: str | None, code: str, rule: str | None, parameters: dict[str, Parameter]) -> Refused:
    return {"message": "refused", "id": request, "code": code, "rule": rule, "parameters": parameters}


def explained(request: str, seat: int | None, seq: int, refusal: RefusalValues | None) -> Explained:
    return {"message": "explained", "id": request, "seat": seat, "seq": seq, "refusal": refusal}


def explain_values(view: View, move: str) -> RefusalValues | None:
    """Why the seat of a view may not make a move; None if it may. A claim may leave out its payment. Raises MoveError
    for text that is not a move on this board."""
    words = move.split()
    asks_route = len(words) == 2 and words[0] == "claim"
    refusal = view.explain_route(words[1]) if asks_route else view.explain(move)
    return None if refusal is None else {"code": refusal.code, "rule": refusal.rule, "parameters": refusal.parameters}


def line_read(request: str, seat: int | None, seq: int, line: TypedLine) -> LineRead:
    return {
        "message": "typed",
        "id": request,
        "seat": seat,
        "seq": seq,
        "verb": line.verb,
        "number": line.number,
        "moves": [str(move) for move in line.moves],
        "certain": line.certain,
        "routes": list(line.routes),
        "problem": line.problem,
        "about": line.about,
    }
