"""Moves in the form that people, files and messages use. A move is one action, or a claim together with its payment.

    take red                                        a face-up card
    draw                                            a card from the deck
    tickets                                         draw tickets
    claim denver--omaha pink:3 locomotive:1         claim a route with these cards
    surcharge red:1 locomotive:1                    pay a tunnel's surcharge
    refuse                                          take the cards back instead
    keep denver--el-paso return boston--miami       answer an offer; the first returned ticket lies on top
    pass                                            only if nothing else is possible

`parse_move(str(move)) == move` for every move. The second copy of a ticket has the id of the first plus `:2`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice

from ferrovia.errors import UnreadableMove
from ferrovia.game.checks import quoted, whole

Cards = tuple[tuple[str, int], ...]

LONGEST = 10_000
"""Most characters in the text of a move."""

MOST_CARDS = 999
"""Most cards of a kind in a move."""


def cards_text(cards: Cards) -> str:
    """`pink:3 locomotive:1`."""
    return " ".join(f"{card}:{count}" for card, count in cards)


def as_cards(cards: Mapping[str, int] | Iterable[tuple[str, int]]) -> Cards:
    """Cards in canonical form: no duplicates, no zeros, locomotives last."""
    counted: dict[str, int] = {}
    try:
        for card, count in cards.items() if isinstance(cards, Mapping) else cards:
            name = _word(card)
            counted[name] = _count(name, count, counted.get(name, 0))
    except (TypeError, ValueError) as error:
        raise UnreadableMove(f"{quoted(cards)} does not say how many cards of which kind; write pink=3") from error
    return tuple(sorted(((card, count) for card, count in counted.items() if count), key=_locomotives_last))


def _count(card: str, count: object, before: int) -> int:
    """The number of cards of a kind including these; `before` have been named already."""
    number = whole(count)
    if number is None or not 0 <= number <= MOST_CARDS - before:
        raise UnreadableMove(f"{card}: {quoted(count)} is not a number of cards; give 0 to {MOST_CARDS}, like {card}:2")
    return number + before


def _word(word: object) -> str:
    """A name that can be part of a move's text: one printable word."""
    if (
        not isinstance(word, str)
        or word.split() != [word]
        or not word.isprintable()
        or word == "return"
        or len(word) > 200
    ):
        raise UnreadableMove(f"{quoted(word)} is not the name of a card, a route or a ticket")
    return word


def _words(words: object) -> tuple[str, ...]:
    if not isinstance(words, str) and isinstance(words, Iterable):
        try:
            return tuple(_word(word) for word in islice(words, LONGEST))  # more would make it too long anyway
        except TypeError:  # a zero-dimensional array claims to be iterable
            pass
    raise UnreadableMove(f"{quoted(words)} is not a list of tickets")


def _check_length(move: "Move") -> None:
    """Reject a move that would be too long to be read again."""
    if len(str(move)) > LONGEST:
        raise UnreadableMove(f"{quoted(str(move))} is too long for a move: at most {LONGEST} characters")


def _locomotives_last(pair: tuple[str, int]) -> tuple[bool, str]:
    return pair[0] == "locomotive", pair[0]


class Move:
    """A player's move. `str` gives its text."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Take(Move):
    """Take a face-up card."""

    card: str

    def __post_init__(self) -> None:
        _word(self.card)

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class Draw(Move):
    """Draw a card from the deck, blind."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class DrawTickets(Move):
    """Draw tickets; `Keep` answers the offer."""

    def __str__(self) -> str:
        return "tickets"


@dataclass(frozen=True, slots=True)
class Claim(Move):
    """Claim a route with these cards."""

    route: str
    cards: Cards

    def __post_init__(self) -> None:
        _word(self.route)
        object.__setattr__(self, "cards", as_cards(self.cards))
        _check_length(self)

    def __str__(self) -> str:
        return f"claim {self.route} {cards_text(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Surcharge(Move):
    """Pay a tunnel's surcharge."""

    cards: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", as_cards(self.cards))
        _check_length(self)

    def __str__(self) -> str:
        return f"surcharge {cards_text(self.cards)}".rstrip()


@dataclass(frozen=True, slots=True)
class Refuse(Move):
    """Refuse a tunnel's surcharge and take the played cards back."""

    def __str__(self) -> str:
        return "refuse"


@dataclass(frozen=True, slots=True)
class Keep(Move):
    """Keep some of the offered tickets and return the others, the first one on top."""

    tickets: tuple[str, ...]
    returned: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "tickets", _words(self.tickets))
        object.__setattr__(self, "returned", _words(self.returned))
        _check_length(self)

    def __str__(self) -> str:
        returned = ["return", *self.returned] if self.returned else []
        return " ".join(["keep", *self.tickets, *returned])


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Pass, if nothing else is possible."""

    def __str__(self) -> str:
        return "pass"


_PLAIN: dict[str, Move] = {"draw": Draw(), "tickets": DrawTickets(), "refuse": Refuse(), "pass": Pass()}
_KINDS = frozenset({Take, Draw, DrawTickets, Claim, Surcharge, Refuse, Keep, Pass})


def parse_move(text: str | Move) -> Move:
    """Parse a move; a `Move` is returned unchanged. Names are checked only when the move is played.

    >>> parse_move("claim denver--omaha locomotive:1 pink:3")
    Claim(route='denver--omaha', cards=(('pink', 3), ('locomotive', 1)))
    """
    if isinstance(text, Move) and type(text) in _KINDS:  # subclasses could mean anything
        return text
    if not isinstance(text, str) or len(text) > LONGEST:
        raise UnreadableMove(f"{quoted(text)} is not a move; give one of legal_moves() or its text")
    verb, *words = text.split() or [""]
    if verb in _PLAIN and not words:
        return _PLAIN[verb]
    if verb == "take" and len(words) == 1:
        return Take(words[0])
    if verb == "claim" and words:
        return Claim(words[0], _parse_cards(words[1:]))
    if verb == "surcharge":
        return Surcharge(_parse_cards(words))
    if verb == "keep":
        return _parse_keep(words)
    raise UnreadableMove(
        f"{quoted(text)} is not a move; moves look like 'take red', 'draw', 'claim denver--omaha pink:4'"
    )


def _parse_cards(words: list[str]) -> Cards:
    pairs = []
    for word in words:
        card, _, count = word.rpartition(":")
        if not (card and count.isascii() and count.isdigit() and len(count) < 4):
            raise UnreadableMove(f"{quoted(word)} does not say how many cards of which kind; write pink:3")
        pairs.append((card, int(count)))
    return as_cards(pairs)


def _parse_keep(words: list[str]) -> Keep:
    if "return" in words:
        cut = words.index("return")
        return Keep(tuple(words[:cut]), tuple(words[cut + 1 :]))
    return Keep(tuple(words))
