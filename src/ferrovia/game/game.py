"""One game, with names instead of numbers.

>>> game = Game("switzerland", players=3, seed=7)
>>> for seat in range(3):
...     _ = game.play(game.legal_moves()[0])
>>> game.seat, game.phase
(0, 'turn')
"""

import os
import secrets
from dataclasses import dataclass
from typing import Any

import numpy as np

from ferrovia.engine import batch
from ferrovia.engine.journal import CAPACITY, JOURNAL
from ferrovia.engine.state import OVER, STATE, VIEW
from ferrovia.errors import IllegalMove, TableError
from ferrovia.game.arrays import blank, copied
from ferrovia.game.checks import check_players, check_rules, check_seat, check_seed, quoted, whole
from ferrovia.game.events import Event, is_chance, name_event, name_visible, outcome
from ferrovia.game.explain import Refusal
from ferrovia.game.moves import (
    Claim,
    Draw,
    DrawTickets,
    Keep,
    Move,
    Pass,
    Refuse,
    Surcharge,
    Take,
    as_cards,
    parse_move,
)
from ferrovia.game.progress import TicketProgress
from ferrovia.game.scores import Score, score_game
from ferrovia.game.shuffle import check_secret, rekey
from ferrovia.game.view import PHASES, View
from ferrovia.game.warm import warm_up
from ferrovia.rules.resolved import Rules

SPECTATOR = -1


@dataclass(frozen=True, slots=True)
class Turn:
    """A past move: the seat, what happened, and the game before it."""

    seat: int
    move: Move
    events: Any
    before: Any

    @property
    def outcomes(self) -> list[int]:
        """The chance outcomes, in order."""
        return [outcome(event) for event in self.events if is_chance(event)]


class Game:
    """A game of any rule set, given by built-in id or file path. Its chance comes from a seed or, if nobody must be
    able to predict it, from a secret of 32 bytes (see `ferrovia.game.shuffle`)."""

    secret: bytes | None = None
    moves_before: int = 0
    """Number of moves made before its history begins."""

    def __init__(
        self,
        rules: str | os.PathLike[str] | Rules,
        players: int = 2,
        seed: int | None = None,
        *,
        secret: bytes | None = None,
    ) -> None:
        self.rules = check_rules(rules)
        self.players = check_players(self.rules, players)
        self.seed: int | None = check_chance(seed, secret)
        self.secret = secret
        self.states = blank(STATE)
        warm_up(self.rules.board)
        journal = fresh_journal()
        if self.seed is not None:
            batch.new_at(self.rules.board, self.states, 0, self.players, np.uint64(self.seed), journal)
        elif secret is not None:
            rekey(self.states, secret, 0)
            batch.begin_at(self.rules.board, self.states, 0, self.players, journal)
        self.setup_events: Any = written_events(journal)
        self.history: list[Turn] = []

    @classmethod
    def from_state(cls, rules: Rules, states: Any, *, secret: bytes | None = None, moves: int = 0) -> "Game":
        """A game that continues from a state (an array of one), without history or seed. With a secret, its chance
        continues as it would have after `moves` moves."""
        if not isinstance(states, np.ndarray) or states.dtype != STATE or states.shape != (1,):
            raise TableError("from_state needs an array of one state, like `game.states`")
        game = cls.__new__(cls)
        game.rules = check_rules(rules)
        game.players = check_players(game.rules, int(states["public"]["players"][0]))
        game.seed = None
        game.secret = None if secret is None else check_secret(secret)
        game.moves_before = moves
        game.states = copied(states)
        game.setup_events = None
        game.history = []
        return game

    @classmethod
    def scripted(cls, rules: Rules, players: int, outcomes: list[int], seed: int | None = None) -> "Game":
        """A game set up from given chance outcomes; raises TableError if they do not fit. `seed` is for later moves."""
        states, checked = np.zeros(1, STATE), check_rules(rules)
        batch.seed_at(states, 0, np.uint64(secrets.randbits(64) if seed is None else check_seed(seed)))
        journal = script(outcomes)
        batch.begin_at(checked.board, states, 0, check_players(checked, players), journal)
        check_script(journal)
        game = cls.from_state(checked, states)
        game.setup_events = written_events(journal)
        return game

    @property
    def seat(self) -> int | None:
        """The seat that decides next (in the opening, the first that has not chosen); None when the game is over."""
        seat = int(batch.mover_at(self.states, 0))
        return None if seat < 0 else seat

    @property
    def phase(self) -> str:
        """The kind of decision that comes next: opening, turn, second-card, tunnel, tickets or over."""
        return PHASES[int(self.states["public"]["phase"][0])]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return int(self.states["public"]["phase"][0]) == OVER

    def view(self, seat: int) -> View:
        """What a seat may know (-1: a spectator)."""
        array = blank(VIEW)
        batch.look_at(self.states, 0, check_seat(seat, self.players, spectator=True), array, 0)
        return View(self.rules, array)

    def legal_moves(self, seat: int | None = None) -> list[Move]:
        """The legal moves of a seat, by default of the seat to move."""
        asked = self.seat if seat is None else seat
        return [] if asked is None else self.view(asked).legal_moves()

    def explain(self, move: Move | str, seat: int | None = None) -> Refusal | None:
        """Why a move is illegal; None if it is legal."""
        return self.view(self._asked(seat)).explain(move)

    def play(self, move: Move | str, seat: int | None = None) -> list[Event]:
        """Make a move, or raise IllegalMove and leave the game unchanged.

        Returns everything that happened, including the hidden cards and tickets of all seats, for the referee who runs
        the game. For what a player may know, use `events(seat)`. The same holds for `keep`, `draw` and the other
        methods that make a move.
        """
        return self._named(self._play(parse_move(move), self._asked(seat), fresh_journal()))

    def advance(self, move: Move | str, seat: int) -> Turn:
        """Make a move like `play`, but return no events: a server names them for each seat itself."""
        return self._play(parse_move(move), self._asked(seat), fresh_journal())

    def without_history(self) -> "Game":
        """This game from here on: the same position and chance, without the moves that led here."""
        game = Game.__new__(Game)
        moves = self.moves_before + len(self.history)
        game.__dict__.update(self.__dict__, seed=None, setup_events=None, history=[], moves_before=moves)
        return game  # positions are replaced by moves, not changed: both games may have the same one

    def play_scripted(self, move: Move | str, seat: int, outcomes: list[int]) -> list[Event]:
        """Make a move with these chance outcomes; if they do not fit, raises TableError and leaves the game unchanged.
        From then on the game has no seed, because no seed would lead to it."""
        turn = self._play(parse_move(move), self._asked(seat), script(outcomes))
        self.seed = self.secret = None
        return self._named(turn)

    def _named(self, turn: Turn) -> list[Event]:
        return [name_event(self.rules, event) for event in turn.events]

    def _play(self, move: Move, seat: int, journal: Any) -> Turn:
        view = self.view(seat)
        refusal = view.explain(move)
        if refusal:
            raise IllegalMove(f"seat {seat}: {quoted(str(move))} is refused. {refusal}", refusal)
        after = copied(self.states)
        if self.secret is not None:
            rekey(after, self.secret, self.moves_before + len(self.history) + 1)
        for action in view.actions(move):
            if not batch.step_at(self.rules.board, after, 0, seat, action, journal):
                raise AssertionError(f"'{move}' was found legal but action {action} is refused: please report this")
        check_script(journal)
        turn = Turn(seat, move, written_events(journal), self.states)
        self.states = after
        self.history.append(turn)
        return turn

    def claim(self, route: str, **cards: int) -> list[Event]:
        """Claim a route: `game.claim("denver--omaha", pink=3, locomotive=1)`."""
        return self.play(Claim(route, as_cards(cards)))

    def take(self, card: str) -> list[Event]:
        """Take a face-up card."""
        return self.play(Take(card))

    def draw(self) -> list[Event]:
        """Draw a card from the deck, blind."""
        return self.play(Draw())

    def draw_tickets(self) -> list[Event]:
        """Draw tickets."""
        return self.play(DrawTickets())

    def keep(self, *tickets: str, returned: tuple[str, ...] = (), seat: int | None = None) -> list[Event]:
        """Keep these of the offered tickets and return the others, in the given order or, by default, as drawn."""
        return self.play(Keep(tickets, returned), seat)

    def pay_surcharge(self, **cards: int) -> list[Event]:
        """Pay a tunnel's surcharge."""
        return self.play(Surcharge(as_cards(cards)))

    def refuse(self) -> list[Event]:
        """Refuse a tunnel's surcharge."""
        return self.play(Refuse())

    def pass_turn(self) -> list[Event]:
        """Pass, if nothing else is possible."""
        return self.play(Pass())

    def undo(self) -> Move:
        """Undo the last move; making it again draws the same cards."""
        if not self.history:
            raise TableError("there is no move to take back")
        turn = self.history.pop()
        self.states = copied(turn.before)
        return turn.move

    def copy(self) -> "Game":
        """An independent copy with the same history."""
        game = Game.from_state(self.rules, self.states, secret=self.secret, moves=self.moves_before)
        game.seed, game.setup_events, game.history = self.seed, self.setup_events, list(self.history)
        return game

    def tickets(self, seat: int) -> list[TicketProgress]:
        """The progress of each of a seat's tickets."""
        return self.view(check_seat(seat, self.players)).ticket_progress()

    def scores(self) -> list[Score]:
        """The score of every seat, with all tickets revealed: final when the game is over, otherwise as if it ended
        now."""
        return score_game(self.rules, self.states)

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners; empty before the end."""
        return tuple(score.seat for score in self.scores() if score.place == 1) if self.over else ()

    def events(self, seat: int | None = None) -> list[Event]:
        """Everything that has happened, for the referee; with a seat (-1: a spectator), what that seat may know.

        >>> game = Game("new-york", players=2, seed=7)
        >>> for seat in (0, 1):
        ...     _ = game.keep(*game.view(seat).offer, seat=seat)
        >>> [event.ticket for event in game.events(0) if event.kind == "offered" and event.seat == 1]
        [None, None]
        >>> [event.count for event in game.events(0) if event.kind == "tickets-kept" and event.seat == 1]
        [2]
        """
        steps = ([] if self.setup_events is None else [self.setup_events]) + [turn.events for turn in self.history]
        if seat is None:
            return [name_event(self.rules, event) for events in steps for event in events]
        seat = check_seat(seat, self.players, spectator=True)
        return [event for events in steps for event in name_visible(self.rules, events, seat)]

    def _asked(self, seat: int | None) -> int:
        if seat is None:
            asked = self.seat
            return 0 if asked is None else asked  # a finished game refuses every seat alike
        return check_seat(seat, self.players)

    def __str__(self) -> str:
        """The table as a spectator sees it, in lines of text."""
        from ferrovia.game.picture import view_text

        return view_text(self.view(SPECTATOR), self.scores() if self.over else ())

    def _repr_svg_(self) -> str:
        """The board with everyone's trains as a spectator sees it, for notebooks."""
        from ferrovia.game.picture import view_svg

        return view_svg(self.view(SPECTATOR), self.scores() if self.over else ())

    def __repr__(self) -> str:
        return (
            f"<Game {self.rules.id}, {self.players} players, seed {self.seed}, {len(self.history)} moves, {self.phase}>"
        )


def check_chance(seed: int | None, secret: bytes | None) -> int | None:
    """The seed of a game: the given one, or a random one if there is neither seed nor secret."""
    if secret is None:
        return secrets.randbits(64) if seed is None else check_seed(seed)
    if seed is not None:
        raise TableError("a game can have a seed or a secret, not both")
    check_secret(secret)
    return None


def script(outcomes: list[int]) -> Any:
    """A journal that scripts these outcomes."""
    journal = np.zeros(1, JOURNAL)
    if not isinstance(outcomes, (list, tuple)) or not all(whole(outcome) in range(128) for outcome in outcomes):
        raise TableError(f"chance outcomes must be a list of card and ticket numbers, not {quoted(outcomes)}")
    if len(outcomes) > CAPACITY:
        raise TableError(f"{len(outcomes)} chance outcomes are more than any move can have")
    journal["recording"] = 1
    journal["scripted"] = 1
    journal["length"] = len(outcomes)
    journal["outcomes"][0, : len(outcomes)] = outcomes
    return journal


def check_script(journal: Any) -> None:
    """Check that a script named possible outcomes, neither too few nor too many."""
    if not journal["fault"][0] and not journal["scripted"][0]:
        return
    row = journal[0]
    if int(row.fault):
        raise TableError(f"chance outcome {int(row.next)} is missing or impossible")
    if int(row.next) != int(row.length):
        raise TableError(f"{int(row.length) - int(row.next)} chance outcomes too many")


def fresh_journal() -> Any:
    """A journal that records events, as an array of one."""
    journal = blank(JOURNAL)
    journal["recording"] = 1
    return journal


def written_events(journal: Any) -> Any:
    """The events a journal holds."""
    return copied(journal["events"][0, : int(journal["count"][0])])
