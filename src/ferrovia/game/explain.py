"""Why a move is refused: a code with parameters for programs, a sentence that names the rule for people."""

from dataclasses import dataclass, field
from typing import Any, Final

from ferrovia.core.limits import LOCOMOTIVE, NONE
from ferrovia.engine import refusal as why
from ferrovia.rules.resolved import Rules


@dataclass(frozen=True, slots=True)
class Reason:
    """A reason for a refusal as the documentation lists it."""

    code: str
    rule: str
    sentence: str


REASONS: Final[dict[int, Reason]] = {
    why.NO_SUCH_ACTION: Reason("no-such-move", "1.6", "No such move exists on this board."),
    why.GAME_OVER: Reason("game-over", "5.1", "The game is over."),
    why.NOT_YOUR_TURN: Reason("not-your-turn", "1.6", "It is not this seat's turn."),
    why.CHOICE_MADE: Reason(
        "choice-made", "1.5", "The opening tickets are chosen already; the others are still choosing."
    ),
    why.OPENING_UNFINISHED: Reason("opening-unfinished", "1.5", "First choose which of the opening tickets to keep."),
    why.TICKETS_PENDING: Reason("tickets-pending", "4.1", "First choose which of the drawn tickets to keep."),
    why.PAYMENT_PENDING: Reason("payment-pending", "3.1", "First pay for the route that was chosen."),
    why.SURCHARGE_PENDING: Reason(
        "surcharge-pending", "7.6", "First pay the tunnel's surcharge of {surcharge}, or refuse it."
    ),
    why.SECOND_CARD_PENDING: Reason(
        "second-card-pending", "2.1", "First draw the second card: one may not stop after one."
    ),
    why.NOTHING_OFFERED: Reason(
        "nothing-offered", "4.3", "No tickets are on offer; kept ones can never be given back."
    ),
    why.NO_ROUTE_CHOSEN: Reason("no-route-chosen", "3.1", "A payment needs a route."),
    why.NO_SURCHARGE: Reason("no-surcharge", "7.6", "No tunnel asks for a surcharge."),
    why.ROUTE_TAKEN: Reason("route-taken", "3.2", "Seat {owner} owns {route} already."),
    why.DOUBLE_CLOSED: Reason("double-closed", "3.6", "With {players} players {twin} closes {route} to everybody."),
    why.DOUBLE_OWNED: Reason("double-owned", "3.5", "Nobody may own both routes of a double; {twin} is yours."),
    why.TOO_FEW_TRAINS: Reason("too-few-trains", "3.3", "{route} takes {length} trains; {trains} are left."),
    why.TOO_FEW_CARDS: Reason(
        "too-few-cards", "3.1", "The hand cannot pay that: it takes {asked}, and there are {held}."
    ),
    why.WRONG_COLOUR: Reason("wrong-colour", "3.1", "{route} is {colour}: only {payers} pay for it."),
    why.WRONG_NUMBER: Reason(
        "wrong-number", "3.1", "A payment is exactly as many cards as asked, all of one colour or locomotives."
    ),
    why.WRONG_SURCHARGE: Reason("wrong-surcharge", "7.6", "The surcharge is exactly {surcharge} cards: {mix}."),
    why.SURCHARGE_TOO_DEAR: Reason(
        "surcharge-too-dear", "7.6", "The hand cannot pay that surcharge: it takes {asked}, and there are {held}."
    ),
    why.NO_LOCOMOTIVES_HERE: Reason(
        "no-locomotives-here", "7.5", "Locomotives may be played on tunnels only; {route} is none."
    ),
    why.CARD_NOT_SHOWN: Reason("card-not-shown", "2.1", "No {card} card lies face up."),
    why.LOCOMOTIVE_SECOND: Reason("locomotive-second", "2.2", "A face-up locomotive may not be the second card."),
    why.NO_CARDS_LEFT: Reason("no-cards-left", "2.6", "Deck and discards are empty: no card can be drawn."),
    why.NO_TICKETS_LEFT: Reason("no-tickets-left", "4.6", "No ticket is left in the deck."),
    why.KEEP_MORE: Reason("keep-more", "4.1", "At least {fewest} of the {offered} tickets must be kept."),
    why.NOT_OFFERED: Reason("not-offered", "4.3", "Exactly the offered tickets can be kept or returned: {offer}."),
    why.ORDER_FIXED: Reason(
        "order-fixed", "4.4", "Here the order of returned tickets is not the player's to choose: name them as drawn."
    ),
    why.PASS_NOT_ALLOWED: Reason(
        "pass-not-allowed", "5.2", "Whoever can draw, claim or take tickets must: passing is not allowed."
    ),
}


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why one move is refused in one position."""

    code: str
    rule: str
    sentence: str
    parameters: dict[str, Any] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        return f"{self.sentence} (rule {self.rule})"


def explain_refusal(rules: Rules, view: Any, number: int, **details: Any) -> Refusal:
    """The refusal for a reason's number; `details` says what was tried (route, card, cards)."""
    reason = REASONS[number]
    known = parameters(rules, view, **details)
    used = {name: value for name, value in known.items() if "{" + name + "}" in reason.sentence}
    rule = "1.5" if number == why.KEEP_MORE and not view.public.turns and view.public.seat == NONE else reason.rule
    return Refusal(reason.code, rule, reason.sentence.format(**known), used)


def parameters(rules: Rules, view: Any, route: int = NONE, card: int = NONE, cards: str = "") -> dict[str, Any]:
    """Everything a sentence may want to name."""
    known = table_facts(rules, view) | {"card": rules.card_names[card], "asked": cards or "more cards"}
    return known | (route_facts(rules, view, route) if route != NONE else {"route": "that route"})


def table_facts(rules: Rules, view: Any) -> dict[str, Any]:
    """What the table and the hand say."""
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
    """What the board says of a route."""
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
        "payers": f"{name} cards" + (" and locomotives" if board.route_wild[route] else ""),
    }
