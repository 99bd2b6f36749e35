"""A table laid out by hand: cards, routes and tickets lie where a test wants them, and none appears or vanishes.

    game = table("switzerland").hand(0, red=4).market(red=3, blue=2).deck(green=1).own(1, "bern--luzern").game()

Cards that no call names lie in the deck or, once `deck` is called, in the last seat's hand; so do tickets with
`ticket_deck`. A position that cannot be (RULES broken, cards missing) fails at once, here and after every `play`.
"""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ferrovia import Event, Game, IllegalMove, Keep, Move, Refusal, Rules, load_rules, parse_move
from ferrovia.core.limits import CARD_KINDS, NONE
from ferrovia.engine.state import TURN
from ferrovia.game.invariants.state import broken_invariants

BUILT_IN = ("north-america", "north-america-classic", "switzerland", "new-york")
PLAYERS = {
    "north-america": (2, 3, 4, 5),
    "north-america-classic": (2, 3, 4, 5),
    "switzerland": (2, 3),
    "new-york": (2, 3, 4),
}
TABLES = [(name, players) for name in BUILT_IN for players in PLAYERS[name]]

LANE = """
name = "The Lane"
cities = [{ id = "ash" }, { id = "birch" }, { id = "cedar" }, { id = "dale" }, { id = "elm" }, { id = "fir" }]
routes = [
    { from = "ash", to = "birch", length = 1, colour = "red" },
    { from = "birch", to = "cedar", length = 2 },
    { from = "cedar", to = "dale", length = 3, colour = "blue" },
    { from = "dale", to = "elm", length = 2, colour = "red", tunnel = true },
    { from = "elm", to = "fir", length = 2, tunnel = true },
    { from = "fir", to = "ash", length = 2, colour = "red" },
    { from = "fir", to = "ash", length = 2, colour = "blue" },
]
tickets = [
    { from = "ash", to = "cedar", points = 3 },
    { from = "ash", to = "dale", points = 6 },
    { from = "birch", to = "elm", points = 5 },
    { from = "birch", to = "fir", points = 3 },
    { from = "cedar", to = "elm", points = 5 },
    { from = "dale", to = "fir", points = 4 },
    { from = "cedar", to = "fir", points = 4 },
]
[rules]
extends = "north-america"
"""
LANE_RULES = {
    "players_max": 3,
    "trains": 20,
    "cards": "{ red = 8, blue = 8 }",
    "locomotives": 6,
    "opening_hand": 1,
    "opening_tickets": 2,
    "opening_keep": 1,
    "later_tickets": 2,
}


@cache
def rules_of(name: str) -> Rules:
    """Built-in rules, loaded once."""
    return load_rules(name)


def lane(folder: Path, **changes: Any) -> Rules:
    """A tiny board of seven routes with custom rules: `lane(tmp_path, trains=3, cards="{ red = 5 }")`."""
    lines = [f"{key} = {value}" for key, value in {**LANE_RULES, **changes}.items()]
    (folder / "lane.toml").write_text(LANE + "\n".join(lines) + "\n", encoding="utf-8")
    return load_rules(folder / "lane.toml")


def variant(folder: Path, parent: str, **changes: Any) -> Rules:
    """A built-in rule set with some numbers changed."""
    lines = [f'extends = "{parent}"', *(f"{key} = {value}" for key, value in changes.items())]
    (folder / "variant.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return load_rules(folder / "variant.toml")


def sound(game: Game) -> Game:
    """The game, if every card, train and ticket of it is accounted for."""
    assert broken_invariants(game.rules, game.states[0]) == []
    return game


def outcome_numbers(rules: Rules, names: tuple[str, ...]) -> list[int]:
    """Cards and tickets by the numbers chance uses."""
    return [rules.card_names.index(name) if name in rules.card_names else rules.ticket_index[name] for name in names]


def deal(rules: Rules | str, players: int, cards: str, tickets: tuple[str, ...] = ()) -> Game:
    """A new game from the cards of hands and market, in order; tickets that are not named are the first there are."""
    found = rules_of(rules) if isinstance(rules, str) else rules
    named = outcome_numbers(found, tuple(cards.split()) + tickets)
    wanted = players * found.rule_set.opening_tickets
    fresh = [ticket for ticket in range(len(found.tickets)) if found.ticket_ids[ticket] not in tickets]
    return sound(Game.scripted(found, players, named + fresh[: wanted - len(tickets)], seed=1))


def play(game: Game, move: Move | str, *brings: str, seat: int | None = None) -> list[Event]:
    """Make a move that chance answers with exactly these cards or tickets, no fewer and no more."""
    made = parse_move(move) if isinstance(move, str) else move
    asked = game.seat if seat is None else seat
    events = game.play_scripted(made, asked, outcome_numbers(game.rules, brings))
    sound(game)
    return events


def keeps(game: Game, seat: int | None = None) -> list[Keep]:
    """The legal answers to an offer; there must be no other legal move."""
    moves = game.legal_moves(seat)
    found = [move for move in moves if isinstance(move, Keep)]
    assert len(found) == len(moves)
    return found


def play_on(game: Game, *moves: str) -> list[Event]:
    """Make moves, whatever chance brings; what happened in the last of them."""
    events: list[Event] = []
    for move in moves:
        events = game.play(move)
        sound(game)
    return events


def open_up(game: Game) -> Game:
    """Everybody keeps all opening tickets; seat 0 begins."""
    for seat in range(game.players):
        game.keep(*game.view(seat).offer, seat=seat)
    return sound(game)


def refused(game: Game, move: Move | str, seat: int | None = None) -> Refusal:
    """Why a move is refused: by `explain`, by the list of legal moves and by `play`, which must change nothing."""
    made = parse_move(move) if isinstance(move, str) else move
    asked = seat if seat is not None else (0 if game.seat is None else game.seat)
    refusal = game.explain(made, asked)
    assert refusal is not None, f"{made} is legal"
    assert made not in game.legal_moves(asked)
    before = game.states.tobytes()
    with pytest.raises(IllegalMove) as error:
        game.play(made, asked)
    assert error.value.refusal == refusal
    assert game.states.tobytes() == before
    return refusal


def code(game: Game, move: Move | str, seat: int | None = None) -> tuple[str, str]:
    """The code and the rule of a refusal."""
    refusal = refused(game, move, seat)
    return refusal.code, refusal.rule


def texts(game: Game, start: str = "", seat: int | None = None) -> set[str]:
    """The legal moves that begin so, as text."""
    found = [str(move) for move in game.legal_moves(seat)]
    assert len(found) == len(set(found))
    return {text for text in found if text.startswith(start)}


def kinds(events: list[Event]) -> list[str]:
    """What happened, in order."""
    return [event.kind for event in events]


def market(game: Game) -> dict[str, int]:
    """The face-up cards."""
    return game.view(-1).market


def deck_of(game: Game) -> dict[str, int]:
    """The cards in the deck."""
    return game.view(-1).name_cards(game.states[0].secret.deck)


def add(words: Any, place: int) -> None:
    """Put a place into a set."""
    words[place >> 6] |= np.uint64(1 << (place & 63))


def remove(words: Any, place: int) -> None:
    """Take a place out of a set."""
    words[place >> 6] &= ~np.uint64(1 << (place & 63))


def public(game: Game) -> Any:
    """What everybody may know."""
    return game.states[0].public


class Table:
    """A position being laid out; `game` checks it and begins."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.rules, self.players = rules, players
        self.hands = [Counter[str]() for _ in range(players)]
        self.known_cards = [Counter[str]() for _ in range(players)]
        self.shown: Counter[str] | None = None
        self.discarded: Counter[str] = Counter()
        self.hidden: Counter[str] | None = None
        self.routes: list[list[int]] = [[] for _ in range(players)]
        self.held: list[list[int]] = [[] for _ in range(players)]
        self.fresh: list[int] | None = None
        self.queue: list[tuple[int, int]] = []
        self.fields: dict[str, int] = {"seat": 0}

    def hand(self, seat: int, **cards: int) -> "Table":
        """A seat's cards."""
        self.hands[seat] = Counter(cards)
        return self

    def known(self, seat: int, **cards: int) -> "Table":
        """The cards all have seen a seat take."""
        self.known_cards[seat] = Counter(cards)
        return self

    def market(self, **cards: int) -> "Table":
        """The cards face up."""
        self.shown = Counter(cards)
        return self

    def discards(self, **cards: int) -> "Table":
        """The cards in the discards."""
        self.discarded = Counter(cards)
        return self

    def deck(self, **cards: int) -> "Table":
        """The cards in the deck; all that is named nowhere is then in the last seat's hand."""
        self.hidden = Counter(cards)
        return self

    def own(self, seat: int, *routes: str) -> "Table":
        """Routes a seat has claimed."""
        self.routes[seat] += [self.rules.route_index[route] for route in routes]
        return self

    def trains(self, seat: int, left: int, *spare: str) -> "Table":
        """Give a seat unimportant routes until this many trains are left; `spare` and their twins stay free."""
        board = self.rules.board[0]
        taken = {route for routes in self.routes for route in routes} | {
            self.rules.route_index[route] for route in spare
        }
        taken |= {int(board.route_twin[route]) for route in taken}
        lengths = {route: int(board.route_length[route]) for route in range(int(board.routes)) if route not in taken}
        wanted = int(board.trains) - left - sum(int(board.route_length[route]) for route in self.routes[seat])
        self.routes[seat] += pick(lengths, {route: int(board.route_twin[route]) for route in lengths}, wanted)
        return self

    def tickets(self, seat: int, *tickets: str) -> "Table":
        """Tickets a seat keeps."""
        self.held[seat] += [self.rules.ticket_index[ticket] for ticket in tickets]
        return self

    def ticket_deck(self, *tickets: str) -> "Table":
        """The fresh tickets; all that are named nowhere are then the last seat's (in Switzerland: out of the game)."""
        self.fresh = [self.rules.ticket_index[ticket] for ticket in tickets]
        return self

    def returned(self, seat: int, *tickets: str) -> "Table":
        """Tickets a seat returned in the course of the game, the next one first."""
        self.queue += [(seat, self.rules.ticket_index[ticket]) for ticket in tickets]
        return self

    def with_(self, **fields: int) -> "Table":
        """Public numbers: `seat` (to move), `last_turns`, `idle`, `passes`."""
        self.fields.update(fields)
        return self

    def game(self) -> Game:
        """The game that continues from here."""
        states = Game(self.rules, self.players, seed=7).states
        state = states[0]
        self._clear(state)
        self._lay_cards(state)
        self._lay_routes(state)
        self._lay_tickets(state)
        for name, value in self.fields.items():
            state.public[name] = value
        return sound(Game.from_state(self.rules, states))

    def _clear(self, state: Any) -> None:
        state.public.phase, state.public.offered = TURN, 0
        for own in state.private:
            own.offer[:], own.choice, own.hand[:], own.drawn[:] = NONE, NONE, 0, 0
            own.tickets[:], own.returned[:] = 0, 0

    def _lay_cards(self, state: Any) -> None:
        whole = Counter(
            {name: int(n) for name, n in zip(self.rules.card_names, self.rules.board[0].cards, strict=True) if n}
        )
        placed = sum([*self.hands, self.shown or Counter(), self.discarded, self.hidden or Counter()], Counter[str]())
        assert placed <= whole, f"more cards than there are: {placed - whole}"
        left = whole - placed
        if self.shown is None:
            self.shown = self._any_market(left)
            left -= self.shown
        if self.hidden is None:
            self.hidden = left
        else:
            self.hands[-1] = self.hands[-1] + left
        state.public.market[:], state.public.shown = self._counts(self.shown), self.shown.total()
        state.public.discards[:] = self._counts(self.discarded)
        state.secret.deck[:], state.public.deck_size = self._counts(self.hidden), self.hidden.total()
        state.public.bound[:] = self._counts(whole - self.shown - self.discarded) if self.hidden.total() else 0
        for seat, hand in enumerate(self.hands):
            state.private[seat].hand[:], state.public.hand_size[seat] = self._counts(hand), hand.total()
            state.public.known[seat] = self._counts(self.known_cards[seat])

    def _any_market(self, left: Counter[str]) -> Counter[str]:
        """Cards that are there in plenty, and no locomotive."""
        market = Counter[str]()
        for _ in range(self.rules.rule_set.market_size):
            market[max(self.rules.colours, key=lambda colour: left[colour] - market[colour])] += 1
        return market

    def _counts(self, cards: Counter[str]) -> list[int]:
        counts = [0] * CARD_KINDS
        for name, count in cards.items():
            counts[self.rules.card_names.index(name)] = count
        return counts

    def _lay_routes(self, state: Any) -> None:
        board = self.rules.board[0]
        closed = self.players <= int(board.doubles_closed_up_to)
        for seat, routes in enumerate(self.routes):
            for route in routes:
                add(state.public.own[seat], route)
                state.public.trains[seat] -= board.route_length[route]
                state.public.score[seat] += board.route_points[board.route_length[route]]
                for other in range(self.players):
                    remove(state.public.open[other], route)
                    if int(board.route_twin[route]) != NONE and (closed or other == seat):
                        remove(state.public.open[other], int(board.route_twin[route]))

    def _lay_tickets(self, state: Any) -> None:
        placed = {ticket for held in self.held for ticket in held} | {ticket for _, ticket in self.queue}
        left = [ticket for ticket in range(len(self.rules.tickets)) if ticket not in placed]
        if self.fresh is None:
            self.fresh = left
        elif not int(self.rules.board[0].later_out):
            self.held[-1] += [ticket for ticket in left if ticket not in self.fresh]
        for seat, held in enumerate(self.held):
            for ticket in held:
                add(state.private[seat].tickets, ticket)
            state.public.tickets[seat] = len(held)
        state.secret.fresh[:], state.secret.queue[:] = np.uint64(0), NONE
        for ticket in self.fresh:
            add(state.secret.fresh, ticket)
        for place, (seat, ticket) in enumerate(self.queue):
            state.secret.queue[place] = ticket
            add(state.private[seat].returned, ticket)
        state.public.queue, state.public.mixed = len(self.queue), 0
        state.public.ticket_deck = len(self.fresh) + len(self.queue)


def pick(lengths: dict[int, int], twins: dict[int, int], wanted: int) -> list[int]:
    """Routes that take exactly this many trains, no two of them a double."""
    if wanted == 0:
        return []
    for route in sorted(lengths, key=lambda route: -lengths[route]):
        if lengths[route] <= wanted:
            rest = {
                other: n for other, n in lengths.items() if n <= lengths[route] and other not in (route, twins[route])
            }
            found = pick(rest, twins, wanted - lengths[route])
            if found or wanted == lengths[route]:
                return [route, *found]
    return []


def table(rules: Rules | str, players: int = 2) -> Table:
    """An empty table after the opening: no hands, no tickets kept, seat 0 to move."""
    return Table(rules_of(rules) if isinstance(rules, str) else rules, players)
