"""Tunnels: turned cards, surcharge, refusal (RULES 7.6–7.8, 7.11)."""

from ferrovia.core.compile import kernel, outlined
from ferrovia.core.limits import CARD_KINDS, LOCOMOTIVE, NONE
from ferrovia.engine.cards import show_cards_back, turn_up
from ferrovia.engine.claims import after_discarding, own_route, pay
from ferrovia.engine.journal import ATTEMPTED, CHARGED, REFUSED, TURNED, Journal, note, note_route
from ferrovia.engine.state import Private, Public, State
from ferrovia.rules.board import Board


@outlined
def attempt_tunnel(
    board: Board, state: State, seat: int, route: int, colour: int, locomotives: int, journal: Journal
) -> bool:
    """RULES 7.6: play the printed length and turn cards. Returns whether a surcharge is due; if not, the tunnel is
    built."""
    note_route(journal, ATTEMPTED, seat, route, 0)
    count = int(board.route_length[route]) - locomotives
    pay(state, seat, colour, count, journal)
    pay(state, seat, LOCOMOTIVE, locomotives, journal)
    state.public.route = route
    state.public.colour = colour
    state.public.spent = count
    state.public.locomotives = locomotives
    turn_tunnel_cards(board, state, journal)
    state.public.surcharge = asked(state.public)
    if state.public.surcharge == 0:
        own_route(board, state, seat, route, journal)
        settle(board, state, journal)
        return False
    note(journal, CHARGED, seat, colour, NONE, route, int(state.public.surcharge))
    return True


@kernel
def turn_tunnel_cards(board: Board, state: State, journal: Journal) -> None:
    """RULES 7.8: fewer cards where deck and discards have fewer; cards on the table are not discards."""
    turned = 0
    while turned < board.tunnel_cards and state.public.deck_size > 0:
        state.public.turned[turn_up(state, TURNED, journal)] += 1
        turned += 1


@kernel
def asked(public: Public) -> int:
    """RULES 7.6, 7.7: one card for each turned locomotive and each turned card of the colour played."""
    surcharge = int(public.turned[LOCOMOTIVE])
    if public.colour != LOCOMOTIVE:
        surcharge += int(public.turned[public.colour])
    return surcharge


@kernel
def surcharge_payable(public: Public, own: Private, locomotives: int) -> bool:
    """RULES 7.7, 7.11: any mix of the colour and locomotives; only locomotives if nothing else was played."""
    coloured = int(public.surcharge) - locomotives
    if coloured < 0 or own.hand[LOCOMOTIVE] < locomotives:
        return False
    if public.colour == LOCOMOTIVE:
        return coloured == 0
    return bool(own.hand[public.colour] >= coloured)


@outlined
def pay_surcharge(board: Board, state: State, seat: int, locomotives: int, journal: Journal) -> None:
    """RULES 7.6: play the surcharge and build the tunnel."""
    coloured = int(state.public.surcharge) - locomotives
    pay(state, seat, int(state.public.colour), coloured, journal)
    pay(state, seat, LOCOMOTIVE, locomotives, journal)
    state.public.spent += coloured
    state.public.locomotives += locomotives
    own_route(board, state, seat, int(state.public.route), journal)
    settle(board, state, journal)


@outlined
def refuse_surcharge(board: Board, state: State, seat: int, journal: Journal) -> None:
    """RULES 7.6: the played cards return to the hand; everybody has seen them."""
    note_route(journal, REFUSED, seat, int(state.public.route), 0)
    show_cards_back(state, seat, int(state.public.colour), int(state.public.spent))
    show_cards_back(state, seat, LOCOMOTIVE, int(state.public.locomotives))
    state.public.spent = 0
    state.public.locomotives = 0
    settle(board, state, journal)


@outlined
def settle(board: Board, state: State, journal: Journal) -> None:
    """RULES 7.8: discard everything on the table together, then renew the deck and the market."""
    public = state.public
    public.discards[public.colour] += public.spent
    public.discards[LOCOMOTIVE] += public.locomotives
    for card in range(CARD_KINDS):
        public.discards[card] += public.turned[card]
        public.turned[card] = 0
    public.route = NONE
    public.colour = NONE
    public.spent = 0
    public.locomotives = 0
    public.surcharge = 0
    after_discarding(board, state, journal)
