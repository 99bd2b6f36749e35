"""Vocabulary of typed commands: verbs, filters and linking words, in English and in the player's language."""

from functools import cache
from typing import Final

from ferrovia.game.typed.matching import plain
from ferrovia.language.catalogue import catalogue

MOVE_VERBS: Final = ("draw", "take", "claim", "keep", "pay", "refuse", "tickets", "pass")
PRECEDENCE: Final = (
    *("draw", "take", "claim", "keep", "pay", "routes", "help", "undo", "moves", "why", "quit", "log", "save"),
    *("tickets", "table", "hint", "refuse", "pass", "yes", "hand", "market", "players"),
)
"""All verbs. An abbreviation means the first one it is a prefix of."""
SYNONYMS: Final = {
    **{"surcharge": "pay", "exit": "quit", "status": "table", "board": "routes", "?": "help"},
    **{"do": "yes", "ok": "yes"},
}
FILTERS: Final = ("affordable", "needed", "free", "taken", "tunnels", "mine")
LINKS: Final = frozenset({"from", "to", "in", "at", "near", "and", "between", "of", "the"})
SHORTEST_FILTER: Final = 3


class Vocabulary:
    """The words of one language."""

    def __init__(self, language: str) -> None:
        self.verbs = {verb: words_for("verb", verb, language) for verb in PRECEDENCE}
        self.filters = {name: (name, *words_for("filter", name, language)) for name in FILTERS}
        texts = catalogue(language)
        self.links = LINKS | {plain(word) for word in texts.words("typed.links")}
        self.everything = {"all", *(plain(word) for word in texts.words("typed.all"))}
        self.giving_back = {"return", *(plain(word) for word in texts.words("typed.return"))}

    def verb(self, word: str) -> str | None:
        """The verb for a word or a prefix."""
        typed = SYNONYMS.get(word) or plain(word)
        exact = next((verb for verb in PRECEDENCE if typed == verb or typed in self.verbs[verb]), None)
        if exact or not typed:
            return exact
        own = (verb for verb in PRECEDENCE if any(name.startswith(typed) for name in self.verbs[verb]))
        return next(own, None) or next((verb for verb in PRECEDENCE if verb.startswith(typed)), None)

    def filter(self, word: str) -> str | None:
        """The filter for a word or a prefix."""
        typed = plain(word)
        if len(typed) < SHORTEST_FILTER:
            return None
        return next((name for name in FILTERS if any(word.startswith(typed) for word in self.filters[name])), None)

    def bare(self, words: list[str]) -> list[str]:
        """The words without linking words."""
        return [word for word in words if plain(word) not in self.links]


@cache
def vocabulary(language: str) -> Vocabulary:
    """The vocabulary of a language, built once."""
    return Vocabulary(language)


def words_for(kind: str, name: str, language: str) -> tuple[str, ...]:
    """A language's words for a verb or a filter."""
    return tuple(plain(word) for word in catalogue(language).words(f"typed.{kind}.{name}"))
