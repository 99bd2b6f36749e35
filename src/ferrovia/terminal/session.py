"""Session of one person against bots: the game, what has been narrated, and undo."""

import os
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ferrovia.bots.adviser import advice_facts, adviser
from ferrovia.bots.base.reason import Reason
from ferrovia.bots.bot_table import BotTable, SavePoint
from ferrovia.bots.guard import REPLACEMENT, GuardedBot
from ferrovia.bots.hosting.external import dismiss_idle
from ferrovia.bots.specs import BotSpec, parse_spec
from ferrovia.core.compile import announcer
from ferrovia.engine.state import TUNNEL
from ferrovia.game.events import Event, name_visible
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.moves import Cards, Move, parse_move
from ferrovia.game.narration import Narrator
from ferrovia.game.text.record import record_game
from ferrovia.game.view import View
from ferrovia.language.catalogue import Catalogue, catalogue
from ferrovia.language.formats import listed
from ferrovia.language.hints import fact_sentence
from ferrovia.language.names import bot_name, capitalised, card_words
from ferrovia.language.refusals import refusal_sentence
from ferrovia.rules.resolved import Rules
from ferrovia.terminal.final import final_text
from ferrovia.terminal.paint import Paint
from ferrovia.terminal.show import TableText


def warm_up(rules: Rules, opponents: Iterable[BotSpec] = ()) -> None:
    """Compile engine and bots before the game begins, with a network at the table also what hints ask it. A bot is
    created first, because the first compilation announces the wait."""
    players = rules.rule_set.players_min
    nets = [spec for spec in opponents if spec.on(rules).net][:1]
    with announcer.together():
        for spec in (parse_spec("planner"), *nets):
            bot = spec.make(rules, players, 0, 0)
            game = Game(rules, players, 0)
            move = bot.choose(game.view(0), game.legal_moves(0))
            if spec in nets:
                advice_facts(game.view(0), parse_move(move))


def seat_names(specs: dict[int, BotSpec], you: int | None, texts: Catalogue) -> dict[int, str]:
    """A name for every seat; bots with the same name are numbered."""
    plain = [spec.name for spec in specs.values()]
    names = {} if you is None else {you: texts.say("terminal.you")}
    for place, (seat, spec) in enumerate(specs.items()):
        number = f" {plain[: place + 1].count(spec.name)}" * (plain.count(spec.name) > 1)
        names[seat] = bot_name(spec.name, texts) + number
    return dict(sorted(names.items()))


class PaintedNarrator(Narrator):
    """A narrator that colours cards and seats."""

    paint: Paint

    def player(self, seat: int) -> str:
        return self.paint.seat(seat, self.names[seat])

    def card(self, card: str) -> str:
        return self.paint.labelled(card, super().card(card))

    def cards(self, cards: Cards) -> str:
        counts: dict[str, int] = {}
        for card, count in cards:
            counts[card] = counts.get(card, 0) + count
        words = [(card, card_words(card, count, self.vehicle, self.language)) for card, count in counts.items()]
        return listed([self.paint.labelled(card, text) for card, text in words], self.language) or "–"

    def place(self, name: str) -> str:
        return self.paint.strong(name)


@dataclass
class Session:
    """A game in progress. `you` is the person's seat; None: bots play among themselves."""

    game: Game
    specs: dict[int, BotSpec]
    you: int | None
    paint: Paint
    practice: bool = True
    record: Path | None = None
    say: Callable[[str], None] = print
    narrated: int = 0
    """Number of moves narrated so far."""
    choices: list[Move] = field(default_factory=list)
    advised: Move | None = None
    """The move of the last hint, until the next move."""
    saved: int | None = None
    """Number of moves in the record when it was last saved."""
    leaving: bool = False
    """Whether the last line was a `quit` that asked for confirmation."""
    points: list[SavePoint] = field(default_factory=list)
    reasons: dict[int, Reason | str | None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        rules, players, seed = self.game.rules, self.game.players, self.game.seed or 0
        self.language, self.texts = self.paint.language, catalogue(self.paint.language)
        self.bots = {seat: GuardedBot(spec, rules, players, seat, seed) for seat, spec in self.specs.items()}
        self.table = BotTable(self.game, self.bots)
        self.names = seat_names(self.specs, self.you, self.texts)
        self.narrator = PaintedNarrator(rules, self.names, self.you, self.language)
        self.narrator.paint = self.paint
        self.faults = 0

    @property
    def view(self) -> View:
        """What the person may know."""
        return self.game.view(SPECTATOR if self.you is None else self.you)

    @property
    def unsaved(self) -> bool:
        """Whether quitting would lose moves of the person."""
        kept = self.record is not None or self.saved == len(self.game.history)
        return not kept and any(turn.seat == self.you for turn in self.game.history)

    def answer(self, key: str, **values: str | int) -> None:
        """Print a message of the catalogue."""
        self.say(f"  {self.texts.say(key, **values)}")

    def warn(self, text: str) -> None:
        self.say(self.paint.warning(f"  {text}"))

    def let_bots_play(self) -> None:
        """Let bots move until it is the person's turn or the game is over; narrate each turn as it happens."""
        while (seat := self.game.seat) is not None and seat != self.you:
            self.table.step()
            self.reasons[len(self.game.history) - 1] = self.bots[seat].reason
            self.report_faults()
            if self.you is None or self.game.seat != seat:  # a turn is narrated as a whole
                self.narrate_news()
        if self.game.over:
            self.table.play()  # notifies the bots that the game is over

    def report_faults(self) -> None:
        """Report failures of third-party bots."""
        faults = [fault for bot in self.bots.values() for fault in bot.faults]
        for fault in faults[self.faults :]:
            bot = bot_name(REPLACEMENT, self.texts)
            self.warn(self.texts.say("terminal.bot-failed", fault=capitalised(str(fault)), bot=bot))
        self.faults = len(faults)

    def narrate_news(self) -> None:
        """Narrate what has happened since the last time, as far as the person may know. A secret choice of tickets is
        not narrated: the end of the opening says what everybody kept."""
        for number in range(self.narrated, len(self.game.history)):
            seat, sentence = self.game.history[number].seat, self.visible_move(number)
            if sentence or self.you is None:
                self.say(f"  {sentence or self.narrator.chose(seat)}")
            if self.you is None:
                self.say(self.paint.faint(f"      {self.reason_words(self.reasons.get(number), seat)}"))
        self.narrated = len(self.game.history)

    def move_text(self, number: int) -> str:
        """A past move in words."""
        return self.visible_move(number) or self.narrator.chose(self.game.history[number].seat)

    def visible_move(self, number: int) -> str:
        """What the person may know of a move, in words; empty for a choice that is still secret."""
        turn = self.game.history[number]
        begun = self.seen(number - 1) if turn.before[0].public.phase == TUNNEL else []
        return self.narrator.tell(self.seen(number), begun)

    def seen(self, number: int) -> list[Event]:
        """The events of a move that the person may know about."""
        seat = SPECTATOR if self.you is None else self.you
        return list(name_visible(self.game.rules, self.game.history[number].events, seat))

    def reason_words(self, reason: Reason | str | None, seat: int | None) -> str:
        """A reason as a sentence, without the tickets of others while the game runs."""
        if isinstance(reason, Reason):
            secret = self.you is not None and seat != self.you and not self.game.over
            return (reason.without_ticket() if secret else reason).sentence(self.game.rules, self.language)
        return reason or self.texts.say("reasons.nothing")

    def play(self, move: Move) -> bool:
        """Make the person's move, or say why it is refused; return whether it was made."""
        refusal = self.view.explain(move)
        if refusal:
            named = (self.game.rules, refusal.code, refusal.parameters, self.language, self.names, self.you)
            self.warn(f"{refusal_sentence(*named)} {self.texts.say('terminal.rule', rule=refusal.rule)}")
            return False
        before = self.table.save_point() if self.practice else None
        self.game.play(move, self.you)
        self.points += [before] if before else []
        self.choices, self.advised = [], None
        self.narrate_news()
        return True

    def undo(self) -> bool:
        """Undo the person's last move and what followed; return whether there was one."""
        if not self.points:
            return False
        point = self.points.pop()
        self.table.go_back(point)
        self.reasons = {number: reason for number, reason in self.reasons.items() if number < point.moves}
        self.narrated, self.choices, self.advised = point.moves, [], None
        return True

    def hint(self) -> tuple[Move, str]:
        """What a strong bot would do, and why."""
        view = self.view
        with announcer.together():
            bot = adviser(self.game.rules).make(self.game.rules, self.game.players, view.seat, self.game.seed or 0)
            move = parse_move(bot.choose(view, view.legal_moves()))
            facts = [fact.values() for fact in advice_facts(view, move)]
        return move, " ".join(fact_sentence(self.game.rules, fact, self.names, self.language) for fact in facts)

    @property
    def shown(self) -> TableText:
        """The table as the person sees it now."""
        return TableText(self.view, self.paint, self.names)

    def show_table(self) -> None:
        self.say(self.paint.faint(self.paint.rule * 72))
        self.say(self.shown.whole())

    def show_end(self) -> None:
        self.say("")
        self.say(final_text(self.game, self.paint, self.names, self.you))

    def save(self, path: Path) -> bool:
        """Save the record of the game so far."""
        try:
            self.write_record(path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            self.warn(self.texts.say("terminal.not-saved", path=str(path), reason=str(reason)))
            return False
        self.answer("terminal.saved", path=str(path))
        self.saved = len(self.game.history)
        return True

    def write_record(self, path: Path) -> None:
        """Write the game so far to a file; errors are left to the caller."""
        names = {seat: name.lower() if seat == self.you else name for seat, name in self.names.items()}
        path.write_text(str(record_game(self.game, names)), "utf-8")

    def rescue(self) -> None:
        """After a bug of ours: choose a file for the record if there is none, so that the game is not lost."""
        if self.record is None:
            file, name = tempfile.mkstemp(".record", "ferrovia-")
            os.close(file)
            self.record = Path(name)

    def close(self) -> None:
        """Save the record if that was asked for, and stop the bots."""
        try:
            if self.record is not None:
                self.save(self.record)
        finally:
            self.table.close()
            dismiss_idle()
