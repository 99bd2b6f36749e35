"""Explanations of refusals: a code with parameters for programs, a sentence and the number of the rule for people."""

from dataclasses import dataclass, field
from typing import Any, Final

from ferrovia.core.limits import LOCOMOTIVE, NONE
from ferrovia.engine import refusal as why
from ferrovia.language.refusals import refusal_sentence
from ferrovia.rules.resolved import Rules


@dataclass(frozen=True, slots=True)
class RefusalKind:
    """A kind of refusal as the documentation lists it: its code, its rule, the names of its parameters."""

    code: str
    rule: str
    parameters: tuple[str, ...] = ()


REFUSALS: Final[dict[int, RefusalKind]] = {
    why.NO_SUCH_ACTION: RefusalKind("no-such-move", "1.6"),
    why.GAME_OVER: RefusalKind("game-over", "5.1"),
    why.NOT_YOUR_TURN: RefusalKind("not-your-turn", "1.6"),
    why.CHOICE_MADE: RefusalKind("choice-made", "1.5"),
    why.OPENING_UNFINISHED: RefusalKind("opening-unfinished", "1.5"),
    why.TICKETS_PENDING: RefusalKind("tickets-pending", "4.1"),
    why.PAYMENT_PENDING: RefusalKind("payment-pending", "3.1"),
    why.SURCHARGE_PENDING: RefusalKind("surcharge-pending", "7.6", ("surcharge",)),
    why.SECOND_CARD_PENDING: RefusalKind("second-card-pending", "2.1"),
    why.NOTHING_OFFERED: RefusalKind("nothing-offered", "4.3"),
    why.NO_ROUTE_CHOSEN: RefusalKind("no-route-chosen", "3.1"),
    why.NO_SURCHARGE: RefusalKind("no-surcharge", "7.6"),
    why.ROUTE_TAKEN: RefusalKind("route-taken", "3.2", ("owner", "route")),
    why.DOUBLE_CLOSED: RefusalKind("double-closed", "3.6", ("players", "twin", "route")),
    why.DOUBLE_OWNED: RefusalKind("double-owned", "3.5", ("twin",)),
    why.TOO_FEW_TRAINS: RefusalKind("too-few-trains", "3.3", ("route", "length", "trains")),
    why.TOO_FEW_CARDS: RefusalKind(
        "too-few-cards", "3.1", ("asked", "held", "payable", "route", "colour", "length", "wild")
    ),
    why.WRONG_COLOUR: RefusalKind("wrong-colour", "3.1", ("route", "colour", "payers")),
    why.WRONG_NUMBER: RefusalKind("wrong-number", "3.1"),
    why.WRONG_SURCHARGE: RefusalKind("wrong-surcharge", "7.6", ("surcharge", "mix")),
    why.SURCHARGE_TOO_DEAR: RefusalKind("surcharge-too-dear", "7.6", ("asked", "held", "payable")),
    why.NO_LOCOMOTIVES_HERE: RefusalKind("no-locomotives-here", "7.5", ("route",)),
    why.CARD_NOT_SHOWN: RefusalKind("card-not-shown", "2.1", ("card",)),
    why.LOCOMOTIVE_SECOND: RefusalKind("locomotive-second", "2.2"),
    why.NO_CARDS_LEFT: RefusalKind("no-cards-left", "2.6"),
    why.NO_TICKETS_LEFT: RefusalKind("no-tickets-left", "4.6"),
    why.KEEP_MORE: RefusalKind("keep-more", "4.1", ("fewest", "offered")),
    why.NOT_OFFERED: RefusalKind("not-offered", "4.3", ("offer",)),
    why.ORDER_FIXED: RefusalKind("order-fixed", "4.4"),
    why.PASS_NOT_ALLOWED: RefusalKind("pass-not-allowed", "5.2"),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is refused in a position."""

    code: str
    rule: str
    sentence: str
    parameters: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.sentence} (rule {self.rule})"


def explain_refusal(rules: Rules, view: Any, number: int, **details: Any) -> Refusal:
    """The refusal for a reason's number; `details` says what was tried (route, card, cards)."""
    kind = REFUSALS[number]
    known = parameters(rules, view, **details)
    named = {name: known[name] for name in kind.parameters}
    rule = "1.5" if number == why.KEEP_MORE and not view.public.turns and view.public.seat == NONE else kind.rule
    return Refusal(kind.code, rule, refusal_sentence(rules, kind.code, named, reader=int(view.seat)), named)


def parameters(rules: Rules, view: Any, route: int = NONE, card: int = NONE, cards: str = "") -> dict[str, Any]:
    """Everything the sentence may need to name."""
    known = table_facts(rules, view) | {"card": rules.card_names[card], "asked": cards or "more cards"}
    known |= route_facts(rules, view, route) if route != NONE else {"route": "that route", "wild": True}
    return known | {"payable": payable_cards(rules, view, cards, known["wild"])}


def payable_cards(rules: Rules, view: Any, asked: str, wild: bool) -> dict[str, int]:
    """The cards in hand that could pay: those of the required colour, and locomotives where they are allowed."""
    able = {word.rpartition(":")[0] for word in asked.split()} | {rules.card_names[LOCOMOTIVE]}
    able -= set() if wild else {rules.card_names[LOCOMOTIVE]}
    held = zip(rules.card_names, view.own.hand.tolist(), strict=True)
    return {name: count for name, count in held if count and name in able}


def table_facts(rules: Rules, view: Any) -> dict[str, Any]:
    """Facts about the table and the hand."""
    public, board = view.public, rules.board[0]
    opening = public.seat == NONE
    fewest = int(board.opening_keep if opening else min(board.later_keep, public.offered))
    held = [f"{name}:{count}" for name, count in zip(rules.card_names, view.own.hand.tolist(), strict=True) if count]
    offer = [rules.ticket_ids[ticket] for ticket in view.own.offer.tolist() if ticket != NONE]
    return {
        "players": int(public.players),
        "surcharge": int(public.surcharge),
        "mix": surcharge_mix(rules, int(public.colour)),
        "trains": int(public.trains[view.seat]),
        "held": " ".join(held) or "none",
        "fewest": fewest,
        "offered": int(public.offered),
        "offer": " ".join(offer) or "none",
    }


def surcharge_mix(rules: Rules, colour: int) -> str:
    """RULES 7.6, 7.7: what a surcharge may be paid with."""
    return "locomotives" if colour in (NONE, LOCOMOTIVE) else f"{rules.card_names[colour]} cards or locomotives"


def route_facts(rules: Rules, view: Any, route: int) -> dict[str, Any]:
    board, public = rules.board[0], view.public
    colour, twin = int(board.route_colour[route]), int(board.route_twin[route])
    name = rules.card_names[colour] if 0 <= colour < LOCOMOTIVE else "gray"
    owners = [seat for seat in range(int(public.players)) if int(public.own[seat, route >> 6]) >> (route & 63) & 1]
    return {
        "route": rules.route_ids[route],
        "twin": rules.route_ids[twin] if twin != NONE else "",
        "owner": owners[0] if owners else NONE,
        "length": int(board.route_length[route]),
        "colour": name,
        "wild": bool(board.route_wild[route]),
        "payers": f"{name} cards" + (" and locomotives" if board.route_wild[route] else ""),
    }
