"""Conformance test for bots: whole games on every rule set, against opponents that lead to rare positions."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ferrovia.bots.base.bot import Bot
from ferrovia.bots.bot_table import BotTable
from ferrovia.bots.guard import GuardedBot
from ferrovia.bots.specs import BotSpec, class_spec, parse_spec
from ferrovia.errors import BotError
from ferrovia.game.game import Game
from ferrovia.game.moves import Claim, Draw, DrawTickets, Keep, Take
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules

if TYPE_CHECKING:
    from ferrovia.game.moves import Move
    from ferrovia.game.view import View

CHECKED_TWICE: Final = 5
"""Every fifth move of a bot is undone with `restore` and asked for again."""


class HoardingBot(Bot):
    """Draws whatever it can and keeps every ticket, so that decks and discards run out."""

    def choose(self, view: "View", moves: "list[Move]") -> "Move":
        """Cards first, then tickets; a claim or a pass only where nothing else is left."""
        for kinds in ((Draw, Take), (DrawTickets,), (Claim,)):
            liked = [move for move in moves if isinstance(move, kinds)]
            if liked:
                return self.random.choice(liked)
        keeps = [move for move in moves if isinstance(move, Keep)]
        return max(keeps, key=lambda keep: len(keep.tickets)) if keeps else moves[-1]


def check_bot(
    bot: str | type[Bot] | BotSpec, rules: Sequence[str | Rules] | None = None, *, games: int = 1, seed: int = 0
) -> None:
    """Check that a bot follows the contract in docs/bots.md; raises BotError with a list of faults.

    It plays `games` games in every seat of each rule set (default: all built-in ones) and number of players, against
    opponents that play at random and opponents that draw whatever they can. The bot must start, answer in time, answer
    with a legal move, make the same moves for the same seed (if it says `repeatable`), and give the same answer to the
    same question after `restore`.
    """
    spec = _spec_of(bot)
    names = built_in_rules() if rules is None else rules
    tables = [load_rules(rule_set) if isinstance(rule_set, str) else rule_set for rule_set in names]
    wrong = [sentence for rule_set in tables for sentence in _check_on(spec, rule_set, games, seed)]
    if wrong:
        raise BotError("\n".join(dict.fromkeys(wrong)))


def _spec_of(bot: str | type[Bot] | BotSpec) -> BotSpec:
    if isinstance(bot, type):
        return class_spec(f"{bot.__module__}:{bot.__qualname__}", bot.__name__, bot, "")
    return parse_spec(bot) if isinstance(bot, str) else bot


def _check_on(spec: BotSpec, rules: Rules, games: int, seed: int) -> Iterator[str]:
    for players in range(rules.rule_set.players_min, rules.rule_set.players_max + 1):
        for seat in range(players):
            for number in range(seed, seed + games):
                trial = _Trial(spec, rules, players, seat, number)
                first = trial.play()
                yield from trial.wrong
                if spec.repeatable and not trial.wrong and _Trial(spec, rules, players, seat, number).play() != first:
                    yield f"{spec.name} on {rules.id}: seed {number} brings other moves the second time"


class _Trial:
    """One game of the bot in one seat, and what went wrong."""

    def __init__(self, spec: BotSpec, rules: Rules, players: int, seat: int, seed: int) -> None:
        self.spec, self.seat = spec, seat
        self.bot = GuardedBot(spec, rules, players, seat, seed)
        opponents = [_spec_of("random"), _spec_of(HoardingBot)]
        bots = {number: opponents[(number + seed) % 2].make(rules, players, number, seed) for number in range(players)}
        self.table = BotTable(Game(rules, players, seed=seed), {**bots, seat: self.bot})
        self.wrong: list[str] = []

    def play(self) -> list[str]:
        """Play to the end, or until the bot fails; return its moves."""
        game, moves = self.table.game, list[str]()
        while not game.over and not self.bot.faults:
            own = game.seat == self.seat
            twice = own and self.spec.repeatable and len(moves) % CHECKED_TWICE == 0
            move = self._step_twice() if twice else self._step()
            moves += [move] if own else []
        if game.over:
            self.table.play()  # notifies the bots that the game is over
        self.table.close()
        where = f"{game.rules.id}, {game.players} players"
        self.wrong += [f"{fault} ({where})" for fault in self.bot.faults]
        return moves

    def _step(self) -> str:
        self.table.step()
        return str(self.table.game.history[-1].move)

    def _step_twice(self) -> str:
        """Make the bot's move, undo it and let the bot move again. A bot without snapshots moves once."""
        point = self.table.save_point()
        move = self._step()
        if self.bot.faults or point.memories[self.seat] == (self.bot.bot, None):
            return move
        self.table.go_back(point)
        again = self._step()
        if again != move and not self.bot.faults:
            self.wrong.append(f"{self.spec.name} on {self.table.game.rules.id}: {move} becomes {again} after restore")
        return again
