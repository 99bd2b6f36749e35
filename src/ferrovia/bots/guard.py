"""Guard around a third-party bot: whatever it does, the game continues, and its failure is reported once."""

import pickle
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, TypeVar

from ferrovia.bots.base.bot import START, Bot
from ferrovia.bots.base.reason import REASON_CODES, Reason
from ferrovia.bots.hosting.faults import BotFailed, Fault, one_line
from ferrovia.bots.hosting.watchdog import Watchdog
from ferrovia.bots.specs import BotSpec, parse_spec
from ferrovia.errors import MoveError
from ferrovia.game.checks import quoted
from ferrovia.game.moves import Move, parse_move
from ferrovia.game.view import View

if TYPE_CHECKING:
    from ferrovia.game.events import Event
    from ferrovia.game.scores import Score
    from ferrovia.rules.resolved import Rules

Value = TypeVar("Value")

REPLACEMENT: Final = "greedy"
"""The bot that plays on for a failed one."""
LONGEST_REASON: Final = 300
LONGEST_POINTS: Final = 16
"""Most bits of the points in a reason; Python refuses to print numbers with thousands of digits."""


class GuardedBot(Bot):
    """A bot that cannot fail: after its first fault, kept in `faults`, a built-in bot takes over."""

    def __init__(
        self, spec: BotSpec, rules: "Rules", players: int, seat: int, seed: int, limit: float = Bot.limit
    ) -> None:
        super().__init__(rules, players, seat, seed)
        self.spec = spec
        self.seed = seed
        self.limit = limit
        self.asked = 0
        self.faults: list[Fault] = []
        self.watchdog = Watchdog() if spec.watched else None
        self.theirs = copy_for_others(rules) if spec.watched else rules
        self.watching = False
        self.bot: Bot = self  # until a replacement takes over
        self.retired: Bot | None = None
        made = self._attempt(self._make, START)
        if made is not None:  # not a truth test: a bot may define itself as empty
            self.bot, self.watching = made

    def _make(self) -> tuple[Bot, bool]:
        """Create the bot and ask whether it watches. All of it may fail: even `limit` can be anything in a third-party
        bot."""
        bot: object = self.spec.make(self.theirs, self.players, self.seat, self.seed)
        if not isinstance(bot, Bot):
            raise BotFailed("start", f"its class makes a {type(bot).__name__} instead of a bot")
        bot.limit = self.limit
        return bot, bool(bot.watches)

    @property
    def replaced(self) -> bool:
        """Whether a replacement has taken over."""
        return bool(self.faults)

    @property
    def watches(self) -> bool:
        return self.watching

    def choose(self, view: View, moves: list[Move]) -> Move:
        """The bot's move or, if it has none, that of its replacement."""
        self.asked += 1
        own = View(self.theirs, view.array.copy())  # a copy that the bot may modify
        answer = self._attempt(lambda: self._answer(view, own, list(moves)), START if self.asked == 1 else 0)
        move, self.reason = self._answer(view, view, moves) if answer is None else answer
        return move

    def _answer(self, view: View, own: View, moves: list[Move]) -> tuple[Move, Reason | str | None]:
        move = checked_move(view, self.bot.choose(own, moves))
        return move, plain_reason(self.bot.reason)

    def watch(self, events: "Sequence[Event]") -> None:
        self._attempt(lambda: self.bot.watch(events))

    def over(self, scores: "Sequence[Score]") -> None:
        """Pass the result on, even to a program that was replaced: it may play the next game."""
        self._attempt(lambda: self.bot.over(scores))
        if self.retired is not None:
            self.retired.over(scores)

    def snapshot(self) -> object:
        """Which bot it belongs to, and that bot's snapshot."""
        return self.bot, self._attempt(lambda: self.bot.snapshot())

    def restore(self, snapshot: Any) -> None:
        """Restore a snapshot; a bot that has been replaced since stays replaced."""
        bot, memory = snapshot
        if bot is self.bot:
            self._attempt(lambda: bot.restore(memory))

    def close(self) -> None:
        """Close the bot and stop its background thread."""
        self._attempt(lambda: self.bot.close())
        if self.retired is not None:
            self.retired.close()
        self._dismiss_watchdog()

    def _attempt(self, function: Callable[[], Value], more: float = 0) -> Value | None:
        """The result of a call to the bot; None, with a replacement taking over, if it fails."""
        try:
            return self.watchdog.call(function, self.limit + more) if self.watchdog else function()
        except BotFailed as failure:
            self._replace(failure)
            return None

    def _replace(self, failure: BotFailed) -> None:
        """Record the fault and take over. A program that still runs waits for the end of the game."""
        kind = "start" if failure.kind == "crash" and not self.asked else failure.kind
        self.faults.append(Fault(kind, self.spec.name, self.seat, self.asked, failure.sentence, failure.tail))
        if self.bot is not self and not self.watchdog:
            self.retired = self.bot
        self._dismiss_watchdog()
        self.bot = parse_spec(REPLACEMENT).make(self.rules, self.players, self.seat, self.seed)
        self.watching = self.bot.watches

    def _dismiss_watchdog(self) -> None:
        if self.watchdog:
            self.watchdog.close()
            self.watchdog = None


def checked_move(view: View, answer: Any) -> Move:
    """The answer as a legal move of this view; BotFailed says why it is not one."""
    try:
        move = parse_move(answer)
        refusal = view.explain(move)
    except MoveError as error:
        raise BotFailed("unreadable", with_answer(answer, str(error))) from None
    if refusal:
        raise BotFailed("illegal", f"{quoted(str(move))} is refused. {refusal}")
    return move


def with_answer(answer: Any, sentence: str) -> str:
    """The unreadable answer and the reason; many reasons quote the whole answer already."""
    shown = quoted(str(answer) if isinstance(answer, Move) else answer)
    return sentence if shown in sentence else f"its answer {shown} cannot be read: {sentence}"


def plain_reason(reason: object) -> Reason | str | None:
    """A reason that is safe to show: a third-party bot may put anything into its own."""
    if isinstance(reason, Reason):
        return plain_fields(reason)
    return one_line(reason, LONGEST_REASON) if isinstance(reason, str) and reason.strip() else None


def plain_fields(reason: Reason) -> Reason | None:
    """The same reason if its code is known and every field has the right type."""
    names = (reason.route, reason.card, reason.ticket)
    known = isinstance(reason.code, str) and reason.code in REASON_CODES
    number = type(reason.points) is int and reason.points.bit_length() <= LONGEST_POINTS
    if not known or not number or not all(name is None or isinstance(name, str) for name in names):
        return None
    route, card, ticket = (None if name is None else one_line(name) for name in names)
    return Reason(one_line(reason.code), route, card, ticket, reason.points)


def copy_for_others(rules: "Rules") -> "Rules":
    """A copy of the rules for a foreign bot, which may modify anything it holds without affecting the game. The board
    is copied rather than compiled, which would take thirty times as long in every game."""
    copy: Rules = pickle.loads(pickle.dumps(rules))
    board = rules.board.copy()
    board.flags.writeable = False
    vars(copy).update(board=board, hash=rules.hash)
    return copy
