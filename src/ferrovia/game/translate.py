"""Translation between moves and the action numbers of the kernels, using the names of the rules."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache
from typing import Any

import numpy as np

from ferrovia.core.limits import COLOURS, LENGTH, LOCOMOTIVE, NONE, ROUTES
from ferrovia.engine import actions as act
from ferrovia.errors import UnreadableMove
from ferrovia.game.checks import quoted
from ferrovia.game.moves import Cards, Claim, Draw, DrawTickets, Keep, Move, Pass, Refuse, Surcharge, Take, as_cards
from ferrovia.rules.resolved import Rules

_PLAIN_ACTIONS: dict[type[Move], int] = {Draw: act.BLIND, DrawTickets: act.TICKETS, Refuse: act.REFUSE, Pass: act.PASS}
_PLAIN_MOVES: dict[int, Move] = {act.BLIND: Draw(), act.TICKETS: DrawTickets(), act.REFUSE: Refuse(), act.PASS: Pass()}


def _hint(name: str, known: Iterable[str]) -> str:
    close = get_close_matches(name[:100], list(known), n=1, cutoff=0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


def card_number(rules: Rules, card: str) -> int:
    """The number of a kind of card; UnreadableMove if the rules have no such card."""
    if card and card in rules.card_names:
        return rules.card_names.index(card)
    raise UnreadableMove(
        f"there is no card {quoted(card)} here; the cards are {', '.join(filter(None, rules.card_names))}"
    )


def route_number(rules: Rules, route: str) -> int:
    """The number of a route by its id; UnreadableMove if the board has no such route."""
    if route in rules.route_index:
        return rules.route_index[route]
    raise UnreadableMove(f"there is no route {quoted(route)} on this board{_hint(route, rules.route_ids)}")


def ticket_number(rules: Rules, ticket: str) -> int:
    """The number of a ticket by its id; UnreadableMove if the game has no such ticket."""
    if ticket in rules.ticket_index:
        return rules.ticket_index[ticket]
    raise UnreadableMove(f"there is no ticket {quoted(ticket)} in this game{_hint(ticket, rules.ticket_ids)}")


def payment_action(rules: Rules, cards: Cards) -> int | None:
    """The action that pays with these cards; None if no payment looks like that (two colours, too many cards)."""
    counts = {card_number(rules, card): count for card, count in cards}
    locomotives = counts.pop(LOCOMOTIVE, 0)
    if not counts:
        return act.PAY_LOCOMOTIVES if locomotives else None
    (colour, count), *others = counts.items()
    if others or locomotives >= LENGTH or count + locomotives > LENGTH:
        return None
    return act.PAY + colour * LENGTH + locomotives


def answer_action(rules: Rules, offer: list[int], move: Keep, *, ordered: bool) -> int | None:
    """The action for this answer to an offer; None if there is none, because it names tickets that were not offered or
    an order that cannot be chosen. Where returned tickets are shuffled or leave the game, any order is accepted."""
    kept = [ticket_number(rules, ticket) for ticket in move.tickets]
    returned = [ticket_number(rules, ticket) for ticket in move.returned]
    if not move.returned:
        returned = [ticket for ticket in offer if ticket not in kept]
    if sorted(kept + returned) != sorted(offer):
        return None
    places = [offer.index(ticket) for ticket in returned]
    places = places if ordered else sorted(places)
    answers = rules.board["keep_returned"][0].tolist()
    padded = places + [NONE] * (len(answers[0]) - len(places))
    return act.KEEP + answers.index(padded) if padded in answers else None


def describe_payment(rules: Rules, action: int, length: int) -> Cards:
    """The cards of a payment for a route of this length."""
    if action == act.PAY_LOCOMOTIVES:
        return (("locomotive", length),)
    colour, locomotives = divmod(action - act.PAY, LENGTH)
    return as_cards({rules.card_names[colour]: length - locomotives, "locomotive": locomotives})


def describe_surcharge(rules: Rules, action: int, public: Any) -> Surcharge:
    """The cards of a surcharge."""
    locomotives = action - act.SURCHARGE
    coloured = public["surcharge"].item() - locomotives
    pairs = [("locomotive", locomotives)]
    return Surcharge(as_cards([*pairs, (rules.card_names[public["colour"].item()], coloured)]))


def describe_answer(rules: Rules, action: int, offer: list[int]) -> Keep:
    """The tickets an answer keeps and returns."""
    answer = action - act.KEEP
    size = int(rules.board["keep_size"][0, answer])
    places = rules.board["keep_returned"][0, answer, :size].tolist()
    kept = tuple(rules.ticket_ids[ticket] for place, ticket in enumerate(offer) if place not in places)
    return Keep(kept, tuple(rules.ticket_ids[offer[place]] for place in places))


def describe(rules: Rules, action: int, public: Any, offer: list[int]) -> Move:
    """The move for a single action; `describe_claim` handles claims and payments."""
    if action in _PLAIN_MOVES:
        return _PLAIN_MOVES[action]
    if act.TAKE <= action <= act.TAKE + COLOURS:
        return Take(rules.card_names[action - act.TAKE])
    if act.SURCHARGE <= action < act.REFUSE:
        return describe_surcharge(rules, action, public)
    if action >= act.KEEP:
        return describe_answer(rules, action, offer)
    raise ValueError(f"action {action} is half a move: a claim and its payment belong together")


@lru_cache(maxsize=1 << 15)
def describe_claim(rules: Rules, route: int, payment: int) -> Claim:
    """The move for a claim and its payment."""
    length = int(rules.board["route_length"][0, route])
    return Claim(rules.route_ids[route], describe_payment(rules, payment, length))


def claim_space() -> tuple[Any, Any]:
    """Scratch space for the masks and for the pairs of actions that `engine.batch.claims_in` writes."""
    return np.zeros(2 * act.MASK_WORDS, np.uint64), np.empty((ROUTES * (COLOURS * LENGTH + 1), 2), np.int16)


def plain_action(rules: Rules, move: Move) -> int | None:
    """The action of a move that can be understood without a position."""
    if isinstance(move, Take):
        return act.TAKE + card_number(rules, move.card)
    return _PLAIN_ACTIONS.get(type(move))


def members(mask: Any) -> Iterator[int]:
    """The members of a mask, in order."""
    for word, bits in enumerate(mask.tolist()):
        while bits:
            yield word * 64 + (bits & -bits).bit_length() - 1
            bits &= bits - 1
