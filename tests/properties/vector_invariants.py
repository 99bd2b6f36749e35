"""What must be true of many states at once: counted without `game.invariants`, and a thousand times faster."""

from typing import Any

import numpy as np

from ferrovia.core.limits import CARD_KINDS, LOCOMOTIVE, NONE, ROUTES, SEATS, TICKETS
from ferrovia.engine.state import OFFERED, OPENING, OVER, SECOND_CARD, TUNNEL
from ferrovia.rules.resolved import Rules


def bits(words: Any, count: int) -> Any:
    """Sets of 64-bit words as booleans: (…, words) becomes (…, count)."""
    plain = np.ascontiguousarray(words).astype("<u8").view(np.uint8)
    return np.unpackbits(plain, axis=-1, bitorder="little")[..., :count].astype(bool)


def places_as_sets(places: Any) -> Any:
    """Numbers of tickets, -1 for none, as booleans; counts where one occurs twice: (…, n) becomes (…, TICKETS)."""
    counted = np.zeros((*places.shape[:-1], TICKETS + 1), np.int64)
    for column in range(places.shape[-1]):
        numbers = places[..., column].astype(np.int64)
        index = np.where(numbers < 0, TICKETS, numbers)
        np.put_along_axis(counted, index[..., None], np.take_along_axis(counted, index[..., None], -1) + 1, -1)
    return counted[..., :TICKETS]


def wrong_states(rules: Rules, states: Any) -> dict[str, Any]:
    """What is wrong, and in which of the states."""
    found: dict[str, Any] = {}
    for check in (cards, known, routes, tickets, turn):
        found |= {name: np.flatnonzero(wrong) for name, wrong in check(rules, states).items() if wrong.any()}
    return found


def cards(rules: Rules, states: Any) -> dict[str, Any]:
    """RULES 2.5, 2.7: every card is in one place; the deck is empty only while the discards are."""
    public, board = states["public"], rules.board[0]
    hands = states["private"]["hand"].astype(np.int64)
    piles = [states["secret"]["deck"], public["discards"], public["market"], public["turned"]]
    total = hands.sum(axis=1) + sum(pile.astype(np.int64) for pile in piles)
    total[:, LOCOMOTIVE] += public["locomotives"]
    colour = np.where(public["colour"] == NONE, 0, public["colour"]).astype(np.int64)
    total[np.arange(len(states)), colour] += np.where(public["colour"] == NONE, 0, public["spent"])
    negative = (hands < 0).any(axis=(1, 2)) | np.any([(pile < 0).any(axis=1) for pile in piles], axis=0)
    discards = public["discards"].astype(np.int64).sum(axis=1)
    wild = public["market"][:, LOCOMOTIVE] >= (int(board.flush_at) or 127)
    plain = sum(pile.astype(np.int64) for pile in piles[:3])[:, :LOCOMOTIVE].sum(axis=1)
    return {
        "cards are not conserved": (total != board.cards.astype(np.int64)).any(axis=1),
        "a pile is negative": negative,
        "deck_size": states["secret"]["deck"].astype(np.int64).sum(axis=1) != public["deck_size"],
        "shown": public["market"].astype(np.int64).sum(axis=1) != public["shown"],
        "hand_size": (hands.sum(axis=2) != public["hand_size"]).any(axis=1),
        "an empty deck and discards (2.5)": (public["deck_size"] == 0) & (discards > 0),
        "an empty place and a deck (2.7)": (public["shown"] < board.market_size) & (public["deck_size"] > 0),
        "locomotives that should be flushed (2.4)": wild
        & (public["deck_size"] > 0)
        & (plain > 4 * int(board.market_size))
        & (int(board.flush_limit) >= 10),
        "more face up than there are places": public["shown"] > board.market_size,
    }


def known(rules: Rules, states: Any) -> dict[str, Any]:
    """RULES 10: what is known of hands and deck is true of them."""
    public, private = states["public"], states["private"]
    seated = np.arange(SEATS)[None, :] < public["players"][:, None]
    most = public["bound"].astype(np.int64)[:, None, :] - private["drawn"]
    beyond = (most < states["secret"]["deck"].astype(np.int64)[:, None, :]).any(axis=2) & seated
    over = public["phase"] == OVER
    return {
        "known cards that are not held": ((public["known"] > private["hand"]) | (public["known"] < 0)).any(axis=(1, 2)),
        "hands not shown at the end": over & (public["known"] != private["hand"]).any(axis=(1, 2)),
        "a deck beyond what a seat thinks possible": beyond.any(axis=1) & (public["deck_size"] > 0),
        "something at an empty seat": ((private["hand"] != 0).any(axis=2) & ~seated).any(axis=1),
    }


def routes(rules: Rules, states: Any) -> dict[str, Any]:
    """RULES 3.3–3.6: one owner at most; trains, points and what is open follow from the routes owned."""
    public, board = states["public"], rules.board[0]
    own = bits(public["own"], ROUTES)
    lengths = board.route_length.astype(np.int64)
    spent = (own * lengths).sum(axis=2)
    seated = np.arange(SEATS)[None, :] < public["players"][:, None]
    trains = np.where(seated, int(board.trains) - spent, 0)
    points = (own * board.route_points.astype(np.int64)[lengths]).sum(axis=2)
    exists = bits(board.all_routes, ROUTES)
    twin = board.route_twin.astype(np.int64)
    twin_own = own[:, :, np.where(twin == NONE, 0, twin)] & (twin != NONE)
    taken = own.any(axis=1)[:, None, :]
    few = (public["players"] <= board.doubles_closed_up_to)[:, None, None]
    closed = np.where(few, twin_own.any(axis=1)[:, None, :], twin_own)
    open_ = exists & ~taken & ~closed & seated[:, :, None]
    return {
        "a route with two owners": (own.sum(axis=1) > 1).any(axis=1),
        "a route that does not exist": (own & ~exists).any(axis=(1, 2)),
        "a double of one owner (3.5)": (own & twin_own).any(axis=(1, 2)),
        "trains": (public["trains"] != trains).any(axis=1) | (trains < 0).any(axis=1),
        "running score": (public["score"] != points).any(axis=1),
        "open routes": (bits(public["open"], ROUTES) != open_).any(axis=(1, 2)),
    }


def tickets(rules: Rules, states: Any) -> dict[str, Any]:
    """RULES 4: every ticket is in one place; those in none have left the game, where the rules let them."""
    public, private, board = states["public"], states["private"], rules.board[0]
    held = bits(private["tickets"], TICKETS)
    fresh = bits(states["secret"]["fresh"], TICKETS)
    queue = states["secret"]["queue"]
    everywhere = held.sum(axis=1) + fresh + places_as_sets(queue) + places_as_sets(private["offer"]).sum(axis=1)
    exists = bits(board.all_tickets, TICKETS)
    length = public["queue"][:, None]
    gaps = ((queue == NONE) != (np.arange(TICKETS)[None, :] >= length)).any(axis=1)
    opened = public["phase"] != OPENING
    may_leave = bool(board.opening_out) * opened | bool(board.later_out)
    returned = bits(private["returned"], TICKETS)
    elsewhere = (returned & (held | fresh[:, None, :])).any(axis=(1, 2))
    return {
        "a ticket in two places": (everywhere > 1).any(axis=1),
        "a ticket that does not exist": (everywhere.astype(bool) & ~exists).any(axis=1),
        "a ticket is lost": ~may_leave & (everywhere.astype(bool) != exists).any(axis=1),
        "tickets kept": (held.sum(axis=2) != public["tickets"]).any(axis=1),
        "size of the ticket deck": fresh.sum(axis=1) + public["queue"] != public["ticket_deck"],
        "gaps in the queue": gaps,
        "more mixed than queued": (public["mixed"] > public["queue"]) | (public["mixed"] < 0),
        "a returned ticket that is held or fresh": elsewhere,
    }


def turn(rules: Rules, states: Any) -> dict[str, Any]:
    """What is decided next fits what lies on the table."""
    public, private = states["public"], states["private"]
    phase, seat = public["phase"], public["seat"]
    numbers = np.arange(SEATS)[None, :]
    seated = numbers < public["players"][:, None]
    asked = numbers == seat[:, None]
    offers = (private["offer"] != NONE).sum(axis=2)
    wanted = (
        np.where(phase[:, None] == OPENING, seated, asked & (phase == OFFERED)[:, None]) * public["offered"][:, None]
    )
    digging = (public["route"] != NONE) & (public["surcharge"] > 0)
    chosen = private["route"] != NONE
    return {
        "seat": (seat == NONE) != np.isin(phase, (OPENING, OVER)),
        "tunnel": ((phase == TUNNEL) != digging) | ((phase == TUNNEL) != (public["turned"] != 0).any(axis=1)),
        "offers": (offers != wanted).any(axis=1),
        "a route chosen out of turn": (chosen & ~asked).any(axis=1),
        "no second card": (phase == SECOND_CARD) & (public["deck_size"] == 0) & (public["shown"] == 0),
        "ending": (public["ending"] != 0) != (phase == OVER),
        "an opening choice after the opening": (private["choice"] != NONE).any(axis=1) & (phase != OPENING),
    }


assert CARD_KINDS == LOCOMOTIVE + 1
