"""Card invariants: where cards are, what is known of them, and what an unfinished tunnel has put on the table."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from ferrovia.core.limits import GRAY, LOCOMOTIVE, NONE
from ferrovia.engine.state import OVER, TUNNEL
from ferrovia.game.translate import members
from ferrovia.rules.resolved import Rules


def _on_table(public: Any) -> Any:
    """The cards played for an unfinished tunnel."""
    cards = np.zeros(len(public.market), int)
    if int(public.colour) != NONE:
        cards[int(public.colour)] += int(public.spent)
    cards[LOCOMOTIVE] += int(public.locomotives)
    return cards


def _conserved(rules: Rules, state: Any) -> Iterator[str]:
    """Every card is in exactly one place."""
    public = state.public
    places = [state.secret.deck, public.discards, public.market, public.turned, *state.private["hand"]]
    total = np.sum([place.astype(int) for place in places], axis=0) + _on_table(public)
    for name, count, whole in zip(rules.card_names, total.tolist(), rules.board[0].cards.tolist(), strict=True):
        if count != whole:
            yield f"there are {count} {name or 'unknown'} cards, not {whole}"


def _sizes(rules: Rules, state: Any) -> Iterator[str]:
    """Deck, market and hands have their stated sizes."""
    public = state.public
    if int(state.secret.deck.sum()) != int(public.deck_size):
        yield f"public.deck_size is {int(public.deck_size)}, but the deck has {int(state.secret.deck.sum())} cards"
    if int(public.market.sum()) != int(public.shown) or int(public.shown) > int(rules.board[0].market_size):
        yield f"public.shown is {int(public.shown)}, but the market has {int(public.market.sum())} cards"
    for seat, own in enumerate(state.private):
        if int(own.hand.sum()) != int(public.hand_size[seat]):
            yield f"public.hand_size of seat {seat} is {int(public.hand_size[seat])}, not {int(own.hand.sum())}"


def _kept_up(rules: Rules, state: Any) -> Iterator[str]:
    """RULES 2.5, 2.7: the deck is rebuilt and the market filled wherever possible."""
    public = state.public
    if int(public.deck_size) == 0 and public.discards.any():
        yield "the deck is empty although there are public.discards (rule 2.5)"
    if int(public.shown) < int(rules.board[0].market_size) and int(public.deck_size):
        yield "a place of public.market is empty although there are cards (rule 2.7)"


def _known(rules: Rules, state: Any) -> Iterator[str]:
    """The known cards of a hand are in it; when the game is over, all cards are known."""
    over = int(state.public.phase) == OVER
    for seat, own in enumerate(state.private):
        known = state.public.known[seat]
        if (known > own.hand).any():
            yield f"public.known has cards that seat {seat} does not hold"
        elif over and (known != own.hand).any():
            yield f"public.known is not the hand of seat {seat} although the game is over"


def _bound(rules: Rules, state: Any) -> Iterator[str]:
    """The public upper bound of the deck: it covers the deck and what was drawn blind from it, and nothing face up."""
    public, board = state.public, rules.board[0]
    deck, bound = state.secret.deck.astype(int), public.bound.astype(int)
    drawn = state.private["drawn"].astype(int)
    for seat in range(int(public.players)):
        if (bound - drawn[seat] < deck).any():
            yield f"public.bound: the deck holds more than seat {seat} thinks possible"
    if (bound < deck + drawn.sum(axis=0)).any():
        yield "public.bound is less than the deck and what was drawn from it"
    if (bound > board.cards.astype(int) - public.market - public.turned).any():
        yield "public.bound counts cards that lie face up"
    played = np.maximum(drawn - state.private["hand"], 0).sum(axis=0)
    if (played > public.discards + _on_table(public)).any():
        yield "private.drawn: more cards were drawn than there are in hands and discards"


def _table(rules: Rules, state: Any) -> Iterator[str]:
    """Without an unfinished tunnel, nothing lies on the table."""
    public = state.public
    if int(public.phase) != TUNNEL:
        if public.turned.any() or int(public.spent) or int(public.locomotives) or int(public.colour) != NONE:
            yield "cards lie on the table (turned, colour, spent, locomotives) although no tunnel is being dug"
        if int(public.surcharge) or int(public.route) != NONE:
            yield "public.surcharge and public.route are for a tunnel being dug"
    elif int(public.route) == NONE or int(public.colour) == NONE or int(public.seat) == NONE:
        yield "a tunnel is half dug: public.route, public.colour or public.seat is missing"
    else:
        yield from _tunnel(rules, public)


def _tunnel(rules: Rules, public: Any) -> Iterator[str]:
    """RULES 7.6–7.8: the cards on the table fit the tunnel."""
    board, route, colour, turned = rules.board[0], int(public.route), int(public.colour), public.turned
    length = int(board.route_length[route])
    if not int(board.route_tunnel[route]) or route not in members(public.open[int(public.seat)]):
        yield "public.route is no tunnel that is open to the seat that digs it"
    if int(public.trains[int(public.seat)]) < length:
        yield "public.trains: too few for the tunnel"
    if not _pays(board, public, route, colour) or int(public.spent) + int(public.locomotives) != length:
        yield "the cards played (colour, spent, locomotives) do not fit the tunnel"
    asked = int(turned[LOCOMOTIVE]) + (int(turned[colour]) if colour != LOCOMOTIVE else 0)
    if asked != int(public.surcharge) or not asked or int(turned.sum()) > int(board.tunnel_cards):
        yield "public.surcharge does not fit the cards turned"
    if int(turned.sum()) < int(board.tunnel_cards) and int(public.deck_size):
        yield "public.turned: fewer cards than a tunnel turns, although there are cards"


def _pays(board: Any, public: Any, route: int, colour: int) -> bool:
    """Whether this payment is allowed for the route: locomotives alone, or at least one card of its colour."""
    if int(public.locomotives) and not int(board.route_wild[route]):
        return False
    if colour == LOCOMOTIVE:
        return int(public.spent) == 0
    return int(public.spent) > 0 and int(board.route_colour[route]) in (GRAY, colour)


CHECKS = (_conserved, _sizes, _kept_up, _known, _bound, _table)
