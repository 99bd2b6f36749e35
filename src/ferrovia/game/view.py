"""A view with names instead of numbers: what one seat knows."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from ferrovia.core.limits import LOCOMOTIVE, NONE, WORDS
from ferrovia.engine import actions as act
from ferrovia.engine import batch
from ferrovia.engine import refusal as why
from ferrovia.engine.state import OVER, STATE
from ferrovia.engine.ticket_ways import WAY, WAY_SPACE
from ferrovia.errors import TableError
from ferrovia.game.arrays import blank, copied
from ferrovia.game.checks import check_seat, check_seed
from ferrovia.game.explain import Refusal, explain_refusal
from ferrovia.game.moves import Claim, Keep, Move, Surcharge, Take, cards_text, parse_move
from ferrovia.game.payments import plausible_claim
from ferrovia.game.progress import TicketProgress, name_ways
from ferrovia.game.scores import attraction_points
from ferrovia.game.translate import (
    answer_action,
    card_number,
    claim_space,
    describe,
    describe_claim,
    members,
    payment_action,
    plain_action,
    route_number,
    ticket_number,
)
from ferrovia.rules.resolved import Rules

if TYPE_CHECKING:
    from ferrovia.game.game import Game

Phase = Literal["opening", "turn", "second-card", "tunnel", "tickets", "over"]
PHASES: Final[tuple[Phase, ...]] = ("opening", "turn", "second-card", "tunnel", "tickets", "over")


class View:
    """Everything one seat may know, and what follows from it. `array` has the same data for the kernels.

    Properties read the array rather than `record`, because attributes of a record are ten times as slow.
    """

    def __init__(self, rules: Rules, array: Any) -> None:
        self.rules = rules
        self.array = array
        self.public = array["public"]
        """What everybody knows, as an array of one."""

    @property
    def record(self) -> Any:
        """The view as a record: `record.public`, `record.own`."""
        return self.array[0]

    @property
    def seat(self) -> int:
        """The seat of the view; -1: a spectator."""
        return int(self.array["seat"][0])

    @property
    def phase(self) -> Phase:
        """The kind of decision that comes next: opening, turn, second-card, tunnel, tickets or over."""
        return PHASES[int(self.public["phase"][0])]

    @property
    def hand(self) -> dict[str, int]:
        """The seat's own cards."""
        return self.name_cards(self.array["own"]["hand"][0])

    @property
    def market(self) -> dict[str, int]:
        """The face-up cards."""
        return self.name_cards(self.public["market"][0])

    @property
    def discards(self) -> dict[str, int]:
        """The cards in the discards."""
        return self.name_cards(self.public["discards"][0])

    def known(self, seat: int) -> dict[str, int]:
        """The cards that a seat is known to hold; when the game is over, its whole hand."""
        return self.name_cards(self.public["known"][0, self.check_seat(seat)])

    def routes(self, seat: int) -> tuple[str, ...]:
        """The routes a seat owns."""
        return tuple(self.rules.route_ids[route] for route in members(self.public["own"][0, self.check_seat(seat)]))

    def trains(self, seat: int) -> int:
        """The number of trains a seat has left."""
        return int(self.public["trains"][0, self.check_seat(seat)])

    def route_points(self, seat: int) -> int:
        """The points of a seat's routes so far."""
        return int(self.public["score"][0, self.check_seat(seat)])

    def attraction_points(self, seat: int) -> int:
        """The points of the attractions a seat's routes touch so far."""
        return attraction_points(self.rules, self.public["own"][0, self.check_seat(seat)].tobytes())

    def hand_size(self, seat: int) -> int:
        """The number of cards a seat holds."""
        return int(self.public["hand_size"][0, self.check_seat(seat)])

    def ticket_count(self, seat: int) -> int:
        """The number of tickets a seat keeps."""
        return int(self.public["tickets"][0, self.check_seat(seat)])

    @cached_property
    def players(self) -> int:
        """The number of players."""
        return int(self.public["players"][0])

    @property
    def deck_size(self) -> int:
        """The number of cards in the deck."""
        return int(self.public["deck_size"][0])

    @property
    def ticket_deck(self) -> int:
        """The number of tickets in the deck."""
        return int(self.public["ticket_deck"][0])

    @property
    def turned(self) -> dict[str, int]:
        """The cards turned up for the unfinished tunnel."""
        return self.name_cards(self.public["turned"][0])

    @property
    def last_turns(self) -> int | None:
        """Turns left in the last round; None before it."""
        left = int(self.public["last_turns"][0])
        return None if left == NONE else left

    @property
    def last_turn_of(self) -> list[int]:
        """The seats that still have a turn in the last round, starting with the one on turn; empty before it."""
        left, now = int(self.public["last_turns"][0]), int(self.public["seat"][0])
        return [] if now == NONE else [(now + turn) % self.players for turn in range(left)]

    @property
    def closed(self) -> tuple[str, ...]:
        """Free routes that nobody may claim any more, because their twin is taken."""
        left = np.bitwise_or.reduce(self.public["own"][0] | self.public["open"][0])
        return tuple(self.rules.route_ids[route] for route in members(self.rules.board["all_routes"][0] & ~left))

    def check_seat(self, seat: int) -> int:
        """Check that a seat is at the table."""
        return check_seat(seat, self.players)

    @property
    def tickets(self) -> tuple[str, ...]:
        """The seat's own tickets."""
        return tuple(self.rules.ticket_ids[ticket] for ticket in members(self.array["own"]["tickets"][0]))

    @property
    def offer(self) -> tuple[str, ...]:
        """The tickets the seat is choosing among, in the order drawn."""
        return tuple(self.rules.ticket_ids[ticket] for ticket in self.offer_numbers)

    @cached_property
    def offer_numbers(self) -> list[int]:
        """The offered tickets by number."""
        return [int(ticket) for ticket in self.array["own"]["offer"][0].tolist() if ticket != NONE]

    def name_cards(self, counts: Any) -> dict[str, int]:
        """Card counts by name, without zeros."""
        return {name: int(count) for name, count in zip(self.rules.card_names, counts.tolist(), strict=True) if count}

    def legal_mask(self) -> Any:
        """The mask of legal actions (see `ferrovia.engine.actions`)."""
        return self._mask(self.array)

    def _mask(self, array: Any) -> Any:
        mask = np.zeros(act.MASK_WORDS, np.uint64)
        batch.legal_in(self.rules.board, array, 0, mask)
        return mask

    def legal_moves(self) -> list[Move]:
        """Every move this seat may make now, with one claim for each possible payment."""
        actions = list(members(self.legal_mask()))
        if self.chosen_route != NONE:
            return [describe_claim(self.rules, self.chosen_route, action) for action in actions]
        return (self._claims() if actions and actions[0] < act.TAKE else []) + self.other_moves()

    @property
    def chosen_route(self) -> int:
        """A route chosen by a single action and not yet paid for; -1 if there is none. `Game.play` never leaves one
        behind."""
        return int(self.array["own"]["route"][0])

    def with_route(self, route: int) -> Any:
        """The view after choosing this route, to judge payments for it."""
        array = copied(self.array)
        array["own"]["route"] = route
        return array

    def _claims(self) -> list[Move]:
        return [describe_claim(self.rules, route, payment) for route, payment in self.claim_actions()]

    def claim_actions(self) -> list[tuple[int, int]]:
        """The route and the payment, as actions, of every claim that is possible now."""
        mask, claims = claim_space()
        count = batch.claims_in(self.rules.board, copied(self.array), 0, mask, claims)
        return [(route, payment) for route, payment in claims[:count].tolist()]

    def other_moves(self) -> list[Move]:
        """Every move this seat may make now, except claims."""
        actions = [action for action in members(self.legal_mask()) if action >= act.TAKE]
        return [describe(self.rules, action, self.public, self.offer_numbers) for action in actions]

    def explain(self, move: Move | str) -> Refusal | None:
        """Why this seat may not make a move now; None if it may."""
        move = parse_move(move)
        if isinstance(move, Claim):
            return self._explain_claim(move)
        action, details = self._action_of(move)
        if action is None:
            return explain_refusal(self.rules, self.record, self._misfit(move), **details)
        return self._explain_action(self.array, action, details)

    def explain_route(self, route: str) -> Refusal | None:
        """Why this seat may not claim a route now, whatever the payment; None if it may."""
        number = route_number(self.rules, route)
        cards = cards_text(plausible_claim(self.rules, route, self.hand).cards)
        return self._explain_action(self.array, number, {"route": number, "cards": cards})

    def _explain_action(self, array: Any, action: int, details: dict[str, Any]) -> Refusal | None:
        number = batch.refusal_in(self.rules.board, array, 0, action)
        return explain_refusal(self.rules, self.record, number, **details) if number != why.LEGAL else None

    def _explain_claim(self, move: Claim) -> Refusal | None:
        route = route_number(self.rules, move.route)
        details = {"route": route, "cards": cards_text(move.cards)}
        payment = payment_action(self.rules, move.cards)
        refused = None if route == self.chosen_route else self._explain_action(self.array, route, details)
        if refused and refused.code != "too-few-cards":
            return refused
        wanted = int(self.rules.board["route_length"][0, route])
        if payment is None or sum(count for _, count in move.cards) != wanted:
            return explain_refusal(self.rules, self.record, why.WRONG_NUMBER, **details)
        return self._explain_action(self.with_route(route), payment, details) or refused

    def _action_of(self, move: Move) -> tuple[int | None, dict[str, Any]]:
        """The action of a move that is one action, and the details for its refusal."""
        if isinstance(move, Take):
            return plain_action(self.rules, move), {"card": card_number(self.rules, move.card)}
        if isinstance(move, Keep):
            ordered = self.phase == "tickets" and not int(self.rules.board["later_out"][0])
            return answer_action(self.rules, self.offer_numbers, move, ordered=ordered), {}
        if isinstance(move, Surcharge):
            return self._surcharge_action(move), {"cards": cards_text(move.cards)}
        return plain_action(self.rules, move), {}

    def _surcharge_action(self, move: Surcharge) -> int | None:
        surcharge, colour = int(self.public["surcharge"][0]), int(self.public["colour"][0])
        counts = {card_number(self.rules, card): count for card, count in move.cards}
        locomotives = counts.pop(LOCOMOTIVE, 0)
        if surcharge == 0:
            return act.SURCHARGE
        fits = sum(counts.values()) + locomotives == surcharge and set(counts) <= {colour}
        return act.SURCHARGE + locomotives if fits else None

    def _misfit(self, move: Move) -> int:
        """The reason for a move that corresponds to no action."""
        probe = act.KEEP if isinstance(move, Keep) else act.SURCHARGE
        number = batch.refusal_in(self.rules.board, self.array, 0, probe)
        pending = {why.GAME_OVER, why.NOT_YOUR_TURN, why.CHOICE_MADE, why.NOTHING_OFFERED, why.NO_SURCHARGE}
        if number in pending:
            return int(number)
        if not isinstance(move, Keep):
            return why.WRONG_SURCHARGE
        named = sorted(ticket_number(self.rules, ticket) for ticket in (*move.tickets, *move.returned))
        return why.ORDER_FIXED if named == sorted(self.offer_numbers) else why.NOT_OFFERED

    def actions(self, move: Move | str) -> list[int]:
        """The actions of a legal move."""
        move = parse_move(move)
        if isinstance(move, Claim):
            route, payment = route_number(self.rules, move.route), payment_action(self.rules, move.cards)
            return ([] if route == self.chosen_route else [route]) + ([] if payment is None else [payment])
        action, _ = self._action_of(move)
        return [] if action is None else [action]

    def ticket_progress(self) -> list[TicketProgress]:
        """The progress of each of the seat's own tickets."""
        return self._progress(list(members(self.array["own"]["tickets"][0])))

    def offer_progress(self) -> list[TicketProgress]:
        """The same for the tickets the seat is choosing among."""
        return self._progress(self.offer_numbers)

    def _progress(self, numbers: list[int]) -> list[TicketProgress]:
        if not numbers:
            return []
        ways = blank(WAY, len(numbers))
        batch.ways_in(self.rules.board, self.array, 0, np.array(numbers, np.int64), ways, blank(WAY_SPACE))
        return name_ways(self.rules, numbers, ways)

    def redeal(self, seed: int) -> "Game":
        """Determinization: a game consistent with everything this seat knows, the rest dealt at random from the
        seed."""
        from ferrovia.game.game import Game

        states = np.zeros(1, STATE)
        pool = np.zeros(WORDS, np.uint64)
        batch.redeal_in(self.rules.board, self.array, 0, np.uint64(check_seed(seed)), states, 0, pool)
        return Game.from_state(self.rules, states)

    @property
    def over(self) -> bool:
        """Whether the game is over; the view then shows everything."""
        return int(self.public["phase"][0]) == OVER

    def tickets_of(self, seat: int) -> tuple[str, ...]:
        """A seat's tickets: its own at any time, the others' when the game is over."""
        if self.check_seat(seat) == self.seat:
            return self.tickets
        if not self.over:
            raise TableError(f"the tickets of seat {seat} are secret until the game is over")
        return tuple(self.rules.ticket_ids[ticket] for ticket in members(self.record.tickets[seat]))

    def __str__(self) -> str:
        """The table as this seat sees it, in lines of text."""
        from ferrovia.game.picture import view_text

        return view_text(self)

    def _repr_svg_(self) -> str:
        """The board with everyone's trains, and this seat's own hand and tickets, for notebooks."""
        from ferrovia.game.picture import view_svg

        return view_svg(self)

    def __repr__(self) -> str:
        return f"<View of {self.rules.id}, seat {self.seat}, {self.phase}>"
