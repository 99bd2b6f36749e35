"""One game of one person against bots: whose turn it is, what has been told, what can be taken back."""

import os
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from ferrovia.bots.bot_table import Point, Table
from ferrovia.bots.hosting.external import dismiss_idle
from ferrovia.bots.hosting.guard import REPLACEMENT, GuardedBot
from ferrovia.bots.reasons import Reason
from ferrovia.bots.specs import BotSpec, parse_spec
from ferrovia.engine.state import SECOND_CARD, TUNNEL
from ferrovia.game.events import Event, name_visible
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.moves import Move, parse_move
from ferrovia.game.text.record import record_game
from ferrovia.game.view import View
from ferrovia.language.names import capitalised
from ferrovia.terminal.final import final_text
from ferrovia.terminal.names import seat_names, with_names
from ferrovia.terminal.paint import Paint
from ferrovia.terminal.show import market_line, table_text
from ferrovia.terminal.tell import Teller

HINTS = "planner"
"""Whose advice one gets: the strongest bot that answers at once."""


@dataclass
class Session:
    """All about the game under way. `you` is the person's seat; None: bots play among themselves."""

    game: Game
    specs: dict[int, BotSpec]
    you: int | None
    paint: Paint
    practice: bool = True
    record: Path | None = None
    say: Callable[[str], None] = print
    told: int = 0
    choices: list[Move] = field(default_factory=list)
    advised: Move | None = None
    """What the last hint said, until somebody moves."""
    saved: int | None = None
    """How many moves the record had that was saved last."""
    leaving: bool = False
    """Whether the last line was to leave, and asked for once more."""
    points: list[Point] = field(default_factory=list)
    reasons: dict[int, Reason | str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules, players, seed = self.game.rules, self.game.players, self.game.seed or 0
        self.bots = {seat: GuardedBot(spec, rules, players, seat, seed) for seat, spec in self.specs.items()}
        self.table = Table(self.game, self.bots)
        self.names = seat_names(self.specs, self.you)
        self.teller = Teller(rules, self.paint, self.names, self.you)
        self.faults = 0

    @property
    def view(self) -> View:
        """What the person may know."""
        return self.game.view(SPECTATOR if self.you is None else self.you)

    @property
    def unsaved(self) -> bool:
        """Whether something of the person's would be lost with leaving."""
        kept = self.record is not None or self.saved == len(self.game.history)
        return not kept and any(turn.seat == self.you for turn in self.game.history)

    def let_bots_play(self) -> None:
        """Until it is the person's turn or the game is over; each move is told at once."""
        while (seat := self.game.seat) is not None and seat != self.you:
            self.table.step()
            self.reasons[len(self.game.history) - 1] = self.bots[seat].reason
            self.tell_faults()
            if self.you is None or self.game.seat != seat:  # a turn is told as a whole
                self.tell_news()
        if self.game.over:
            self.table.play()  # tells the bots that it is over

    def tell_faults(self) -> None:
        """What was wrong with a bot of somebody else's."""
        faults = [fault for bot in self.bots.values() for fault in bot.faults]
        for fault in faults[self.faults :]:
            self.say(
                self.paint.warning(f"  {capitalised(str(fault))}. {capitalised(REPLACEMENT)} plays on in its place.")
            )
        self.faults = len(faults)

    def tell_news(self) -> None:
        """What has happened since the last time, as far as the person may know. That somebody has chosen tickets is no
        news: what was kept is told of all together."""
        lines: list[tuple[int, str]] = []
        for number in range(self.told, len(self.game.history)):
            seat, line = self.game.history[number].seat, self.told_move(number)
            if self.you is not None and not self.told_events(number):
                continue
            if lines and lines[-1][0] == seat and self.game.history[number].before[0].public.phase == SECOND_CARD:
                lines[-1] = (seat, self.teller.go_on(seat, lines[-1][1], line))
            else:
                lines.append((seat, line))
            if self.you is None:
                lines.append((seat, self.paint.faint(f"    {self.reason_words(self.reasons.get(number), seat)}")))
        for _, line in lines:
            self.say(f"  {line}")
        self.told = len(self.game.history)

    def told_move(self, number: int) -> str:
        """A move of the past in words."""
        seat = self.game.history[number].seat
        return self.told_events(number) or f"{self.names[seat]} {'have' if seat == self.you else 'has'} chosen"

    def told_events(self, number: int) -> str:
        """What the person may know of a move, in words; nothing of a choice that others cannot see yet."""
        turn = self.game.history[number]
        begun = self.seen(number - 1) if turn.before[0].public.phase == TUNNEL else []
        return capitalised(self.teller.tell(self.seen(number), begun))

    def seen(self, number: int) -> list[Event]:
        """What the person may know of a move."""
        seat = SPECTATOR if self.you is None else self.you
        return list(name_visible(self.game.rules, self.game.history[number].events, seat))

    def reason_words(self, reason: Reason | str | None, seat: int | None) -> str:
        """A reason in a sentence. Tickets of others are secret while the game runs, also from whoever asks why."""
        if isinstance(reason, Reason):
            secret = self.you is not None and seat != self.you and not self.game.over
            return (reason.without_ticket() if secret else reason).sentence(self.game.rules)
        return reason or "It gave no reason."

    def play(self, move: Move) -> bool:
        """The person's move, or why it is refused; whether it was made."""
        refusal = self.view.explain(move)
        if refusal:
            self.say(self.paint.warning(f"  {self.with_names(str(refusal))}"))
            return False
        before = self.table.point() if self.practice else None
        self.game.play(move, self.you)
        self.points += [before] if before else []
        self.choices, self.advised = [], None
        self.tell_news()
        return True

    def with_names(self, sentence: str) -> str:
        """A sentence of the rules with the names of those who play."""
        return with_names(sentence, self.names, self.you)

    def undo(self) -> bool:
        """Back to before the person's last move; whether there was one."""
        if not self.points:
            return False
        point = self.points.pop()
        self.table.go_back(point)
        self.reasons = {number: reason for number, reason in self.reasons.items() if number < point.moves}
        self.told, self.choices, self.advised = point.moves, [], None
        return True

    def hint(self) -> tuple[Move, str]:
        """What a strong bot would do, and why."""
        view = self.view
        bot = parse_spec(HINTS).make(self.game.rules, self.game.players, view.seat, self.game.seed or 0)
        return parse_move(bot.choose(view, view.legal_moves())), self.reason_words(bot.reason, view.seat)

    def show_table(self) -> None:
        """The whole table."""
        self.say(self.paint.faint(self.paint.rule * 72))
        self.say(table_text(self.view, self.paint, self.names))

    def show_market(self) -> None:
        """What is left to take as a second card."""
        self.say(market_line(self.view, self.paint))

    def show_end(self) -> None:
        """The result."""
        self.say("")
        self.say(final_text(self.game, self.paint, self.names, self.you))

    def save(self, path: Path) -> bool:
        """Write the record of the game so far."""
        try:
            self.write_record(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self.say(self.paint.warning(f"  {str(path)!r} cannot be written: {reason}"))
            return False
        self.say(f"  The record is in {path}.")
        self.saved = len(self.game.history)
        return True

    def write_record(self, path: Path) -> None:
        """The game so far as a file; whoever may see it fail says so."""
        names = {seat: name.lower() if seat == self.you else name for seat, name in self.names.items()}
        path.write_text(str(record_game(self.game, names)), "utf-8")

    def rescue(self) -> None:
        """Something is wrong with Ferrovia: the game must not be lost with it, even if nobody asked for a record."""
        if self.record is None:
            file, name = tempfile.mkstemp(".record", "ferrovia-")
            os.close(file)
            self.record = Path(name)

    def close(self) -> None:
        """Keep the record where one was asked for, and let the bots go."""
        try:
            if self.record is not None:
                self.save(self.record)
        finally:
            self.table.close()
            dismiss_idle()
