"""Bot specs: the text that names a bot, on the command line and everywhere else.

    planner                           a built-in bot
    search:worlds=16,rollouts=4       a bot with options
    net, net:temperature=0.5          a trained network; net:weights=DIR uses your own weights
    net+look:worlds=48                the same, playing its best moves out in re-dealt worlds
    conductor                         a level for human players
    examples/my_first_bot.py          a Python file that contains a bot; `file.py:Name` if it contains several
    package.module:Name               a class that can be imported
    clever                            a bot of an installed package (entry point group `ferrovia.bots`)
    exec:perl bot.pl                  a program that speaks the protocol of docs/bots.md
    exec:--repeatable perl bot.pl     the same, with the promise that its only randomness is the seed it receives

`parse_spec(spec.text)` is the same bot again.
"""

import os
import shlex
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ferrovia.bots import python_bots
from ferrovia.bots.base.bot import Bot
from ferrovia.bots.hosting.faults import one_line
from ferrovia.bots.kernels.option_parser import CLOCK, memory_of, read_options, write_options
from ferrovia.bots.kernels.registry import BOT_NAMES, NET_NAMES, OPTIONS_OF
from ferrovia.bots.levels import level_names, levels
from ferrovia.errors import BotError
from ferrovia.game.checks import quoted

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules

PROGRAM: Final = "exec:"
ESCAPE: Final = "" if os.name == "nt" else "\\"
PROMISE: Final = "--repeatable"
LONGEST: Final = 1000
SEED_BYTES: Final = 8
WEIGHTS: Final = "weights"
WEIGHTS_MEANING: Final = "a folder with trained weights, as `ferrovia train` writes it; `small`: those of `driver`"
SMALL: Final = "small"
"""Names the package's small networks, which are weaker than its best without ever playing carelessly."""


@dataclass(frozen=True)
class BotSpec:
    """A bot that can be seated: `make` creates it."""

    text: str
    """Its canonical text."""
    name: str
    """A short name, for tables."""
    compiled: bool
    """Whether it can run inside the compiled loop; `memory()` then describes it."""
    repeatable: bool
    """Whether the same seed gives the same moves."""
    maker: Callable[..., Bot] = field(repr=False, compare=False)
    options: dict[str, float] = field(default_factory=dict, repr=False, hash=False)
    net: bool = False
    """Whether it uses a trained network: the compiled loop then needs its weights as well as its memory."""
    weights: Path | None = None
    """The folder of these weights; None: the package's own."""
    variants: dict[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Spec texts by rules id, for rules on which a level is a different bot."""

    @property
    def watched(self) -> bool:
        """Whether it is third-party code that runs in our process."""
        return not self.compiled and not self.text.startswith(PROGRAM)

    def on(self, rules: "Rules") -> "BotSpec":
        """The bot for these rules: a level can be a different bot on some rule sets."""
        text = self.variants.get(rules.id) if rules.built_in else None
        return replace(parse_spec(text), name=self.name) if text else self

    def memory(self, rules: "Rules", players: int) -> Any:
        """The memory of a compiled bot at a table, not yet started, as an array of one. Raises WeightsError for a net
        that has no weights for the rules."""
        if not self.compiled:
            raise BotError(f"{self.text} is no compiled bot: it plays move by move, in the arena or against a Game")
        if self.on(rules) is not self:
            return self.on(rules).memory(rules, players)
        if self.net:
            from ferrovia.bots.net.library import load_trained

            load_trained(rules, self.weights)
        return memory_of(self.text.partition(":")[0], self.options, int(rules.board[0].trains), players)

    def make(self, rules: "Rules", players: int, seat: int, seed: int) -> Bot:
        """Create the bot for a seat. A third-party bot may fail in any way; `guard.GuardedBot` handles that."""
        bot = self.on(rules)
        return bot.maker(rules, players, seat, seed if bot.compiled else seed_for_others(seed, seat))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as text: a class from a file cannot be pickled, so the other process parses the spec again."""
        return respell, (self.text, self.name)


def seed_for_others(seed: int, seat: int) -> int:
    """The seed for a third-party bot. Games are dealt from `seed` itself, so with it a bot could deal the same game
    again and see every hand. Our own bots get the seed itself, in compiled play as elsewhere; they receive nothing
    else."""
    return int.from_bytes(sha256(f"bot:{seed}:{seat}".encode()).digest()[:SEED_BYTES], "big")


def respell(text: str, name: str) -> BotSpec:
    """The bot of another spec under a different name."""
    return replace(parse_spec(text), name=name)


def parse_spec(text: str) -> BotSpec:
    """Parse a spec; raises BotError with what is wrong and what is available."""
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST:
        raise BotError(f"{quoted(text)} names no bot. {known_bots()}")
    text = text.strip()
    head, colon, rest = text.partition(":")
    if text.startswith(PROGRAM):
        return program_spec(rest)
    if head in BOT_NAMES and colon and not rest.strip():
        raise BotError(f"{text!r} names no option; write {head!r} alone, or {head}:NAME=NUMBER")
    if head in BOT_NAMES:
        return compiled_spec(head, rest)
    if head in NET_NAMES:
        return net_spec(head, rest)
    if text in level_names():
        return level_spec(text)
    if head.endswith(".py"):
        return class_spec(text, Path(head).stem, python_bots.file_class(head, rest), rest)
    if text in python_bots.installed():
        return class_spec(text, text, python_bots.installed_class(text), "")
    if colon and rest.isidentifier():
        return class_spec(text, rest, python_bots.module_class(head, rest), rest)
    raise unknown(text)


def parse_specs(text: str) -> list[BotSpec]:
    """Parse a comma-separated list of bots. A piece like `rollouts=4` belongs to the bot before it."""
    pieces: list[str] = []
    for piece in text.split(","):
        if pieces and "=" in piece and ":" in pieces[-1] and ":" not in piece:
            pieces[-1] += "," + piece
        else:
            pieces.append(piece)
    return [parse_spec(piece) for piece in pieces]


def compiled_spec(bot: str, text: str) -> BotSpec:
    """A compiled bot with the options that the text states, like `worlds=16`."""
    check_options(bot, text)
    options = read_options(bot, text)
    written = write_options(bot, options)
    full = f"{bot}:{written}" if written else bot

    def maker(rules: "Rules", players: int, seat: int, seed: int) -> Bot:
        from ferrovia.bots.base.compiled_bot import CompiledBot  # imports all kernels of all bots

        return CompiledBot(rules, players, seat, seed, memory_of(bot, options, int(rules.board[0].trains), players))

    return BotSpec(full, full, True, not options.get(CLOCK), maker, options)


def net_spec(bot: str, text: str) -> BotSpec:
    """A bot that plays by a trained network; `weights` names a folder of other weights than the package's strongest."""
    pairs = [pair.strip() for pair in text.split(",") if pair.strip()]
    folders = [pair.partition("=")[2].strip() for pair in pairs if pair.partition("=")[0].strip() == WEIGHTS]
    numbers = ",".join(pair for pair in pairs if pair.partition("=")[0].strip() != WEIGHTS)
    check_options(bot, numbers, {WEIGHTS: WEIGHTS_MEANING})
    options = read_options(bot, numbers)
    named = folders[-1] if folders else ""
    folder = weights_folder(named) if named else None

    def maker(rules: "Rules", players: int, seat: int, seed: int) -> Bot:
        from ferrovia.bots.net.bot import NetBot

        return NetBot(rules, players, seat, seed, memory_of(bot, options, int(rules.board[0].trains), players), folder)

    written = [write_options(bot, options)] if options else []
    written += [f"{WEIGHTS}={named}"] if named else []
    full = f"{bot}:{','.join(written)}" if written else bot
    return BotSpec(full, full, True, True, maker, options, net=True, weights=folder)


def weights_folder(named: str) -> Path:
    """The folder of weights that an option names; `small` is a folder of the package."""
    return Path(str(resources.files("ferrovia").joinpath("data", "nets", SMALL))) if named == SMALL else Path(named)


def check_options(bot: str, text: str, others: dict[str, str] | None = None) -> None:
    """Check the options; for an unknown one, list those the bot has, one per line: there may be thirty. `others` are
    options that are not numbers."""
    known = {name: option.meaning for name, option in OPTIONS_OF[bot].items()} | (others or {})
    for pair in text.split(",") if text and known else []:
        name = pair.partition("=")[0].strip()
        if name not in known:
            width = max(map(len, known))
            lines = [f"  {known_option:<{width}}  {meaning}" for known_option, meaning in known.items()]
            raise BotError("\n".join([f"{bot} has no option {name[:40]!r}; it has:", *lines]))


def level_spec(name: str) -> BotSpec:
    """The bot behind a level, under the level's name."""
    level = next(level for level in levels() if level.name == name)
    return replace(parse_spec(level.bot), name=name, variants=level.bots)


def class_spec(text: str, short: str, bot: type[Bot], name: str) -> BotSpec:
    """A bot written in Python."""
    return BotSpec(text, name or short, False, bot.repeatable is True, bot)


def program_spec(command: str) -> BotSpec:
    """A program. Only its author knows whether it plays the same again, and may promise so."""
    try:
        words = command_words(command)
    except ValueError as error:
        raise BotError(f"{PROGRAM}{command[:100]} cannot be read as a command: {error}") from error
    promised = words[:1] == [PROMISE]
    text, words = PROGRAM + shlex.join(words), words[promised:]
    if not words:
        raise BotError(f"{PROGRAM} needs a command after it, like exec:perl examples/other_language/bot.pl")

    def maker(rules: "Rules", players: int, seat: int, seed: int) -> Bot:
        from ferrovia.bots.hosting.external import ExternalBot

        return ExternalBot(rules, players, seat, seed, words)

    return BotSpec(text, short_command(words), False, promised, maker)


def command_words(command: str) -> list[str]:
    """Split a command like a POSIX shell, except that backslashes are part of paths on Windows."""
    lexer = shlex.shlex(command, posix=True)
    lexer.whitespace_split, lexer.commenters, lexer.escape = True, "", ESCAPE
    return list(lexer)


def command_of(text: str) -> list[str]:
    """The words of the command in a program's spec."""
    words = command_words(text.removeprefix(PROGRAM))
    return words[words[:1] == [PROMISE] :]


def short_command(words: list[str]) -> str:
    """`bot.pl` for `perl bots/bot.pl`: the first word that looks like a file of its own."""
    names = [Path(word).name for word in words]
    files = [name for name in names[1:] if not name.startswith("-") and "." in name and name.split() == [name]]
    return one_line((files or names)[0], 40)


def unknown(text: str) -> BotError:
    """The error for an unknown bot, with a suggestion."""
    names = [*BOT_NAMES, *NET_NAMES, *level_names(), *python_bots.installed()]
    close = get_close_matches(text[:60].partition(":")[0], names, n=3, cutoff=0.5)
    hint = f"; did you mean {' or '.join(map(repr, close))}?" if close else "."
    return BotError(f"no bot is called {quoted(text)}{hint} {known_bots()}")


def known_bots() -> str:
    """All bots that can be named, for error messages."""
    others = f" Installed are: {', '.join(python_bots.installed())}." if python_bots.installed() else ""
    return (
        f"Built in are: {', '.join((*BOT_NAMES, *NET_NAMES))}. Levels are: {', '.join(level_names())}.{others}"
        " Others are written file.py, module:Class or exec:COMMAND"
    )
