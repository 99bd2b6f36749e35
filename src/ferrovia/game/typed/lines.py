"""Parser of typed commands: `t r`, `claim den oma`, `c den oma p3 l1`, `keep 1 3`, `routes from denver`.

It parses and never plays: the terminal and the server's text mode act on the result.
"""

from dataclasses import dataclass
from typing import Final

from ferrovia.game.moves import Claim, Draw, DrawTickets, Keep, Move, Pass, Refuse, Surcharge, Take, as_cards
from ferrovia.game.narration import move_sentence
from ferrovia.game.payments import by_thrift, plausible_claim
from ferrovia.game.typed.matching import match_card, match_cities, match_routes, plain, split_cards, typed_number
from ferrovia.game.typed.routes import find_routes
from ferrovia.game.typed.vocabulary import MOVE_VERBS, vocabulary
from ferrovia.game.view import View
from ferrovia.language.names import ticket_name

PLAIN: Final[dict[str, Move]] = {"draw": Draw(), "tickets": DrawTickets(), "refuse": Refuse(), "pass": Pass()}
LONGEST_WORD: Final = 40


@dataclass(frozen=True, slots=True)
class TypedLine:
    """The meaning of a line: a number from the last list, a verb with its moves or routes, or a problem."""

    verb: str = ""
    words: tuple[str, ...] = ()
    number: int | None = None
    moves: tuple[Move, ...] = ()
    certain: bool = False
    """Whether a single move is exactly what was asked for; otherwise the player has to choose."""
    routes: tuple[str, ...] = ()
    problem: str = ""
    """The code of a message `text.CODE`, with the words it refers to."""
    about: str = ""


class Unclear(Exception):
    """Raised for a line that cannot be understood."""

    def __init__(self, code: str, about: str = "") -> None:
        super().__init__(code)
        self.code, self.about = code, about[:LONGEST_WORD]


def parse_line(view: View, line: str, language: str = "en") -> TypedLine:
    """The meaning of a line for the seat of the view. An empty line asks for the table."""
    first, *words = line.lower().split() or ["table"]
    number = typed_number(first)
    if number is not None and not words:
        return TypedLine(number=number)
    verb = vocabulary(language).verb(first)
    if verb is None:
        return TypedLine(problem="unknown", about=first[:LONGEST_WORD])
    try:
        return _LineParser(view, language).read(verb, words)
    except Unclear as problem:
        return TypedLine(verb, problem=problem.code, about=problem.about)


class _LineParser:
    """Parser of the words after a verb, for one view."""

    def __init__(self, view: View, language: str) -> None:
        self.view, self.rules, self.language = view, view.rules, language
        self.known = vocabulary(language)

    def read(self, verb: str, words: list[str]) -> TypedLine:
        if verb == "routes":
            statuses, unknown = find_routes(self.view, words, self.language)
            if unknown is not None:
                raise Unclear("no-filter", unknown)
            return TypedLine(verb, routes=tuple(status.id for status in statuses))
        if verb == "moves":
            return TypedLine(verb, moves=tuple(self.legal(words)))
        if verb not in MOVE_VERBS:
            return TypedLine(verb, tuple(words))
        moves, certain = self.moves(verb, words)
        return TypedLine(verb, moves=tuple(moves), certain=certain)

    def moves(self, verb: str, words: list[str]) -> tuple[list[Move], bool]:
        if verb in PLAIN:
            return [PLAIN[verb]], True
        if verb == "take":
            return [self.take(words)], True
        if verb == "keep":
            return [self.keep(words)], True
        if verb == "pay":
            return self.surcharges(words), True
        return self.claims(words)

    def legal(self, words: list[str]) -> list[Move]:
        """The legal moves that contain all the words. Claims come last, because a list may have no room for all of
        them."""
        moves = sorted(self.view.legal_moves(), key=lambda move: isinstance(move, Claim))
        texts = [f"{move} {move_sentence(self.rules, move, self.language)}".lower() for move in moves]
        return [move for move, text in zip(moves, texts, strict=True) if all(word in text for word in words)]

    def take(self, words: list[str]) -> Move:
        card = match_card(self.rules, " ".join(self.known.bare(words)), self.language)
        if card is None:
            raise Unclear("which-card")
        return Take(card)

    def claims(self, words: list[str]) -> tuple[list[Move], bool]:
        """The claims of a route with the named cards, or with every payment; for a single city, all its claims."""
        cards, places = split_cards(self.rules, words, self.language)
        bare = self.known.bare(places)
        routes = match_routes(self.rules, places, self.language) or match_routes(self.rules, bare, self.language)
        if not routes:
            return self.claims_near(" ".join(bare)), False
        paid = as_cards(cards)
        legal = [claim for claim in self.legal_claims() if claim.route in routes and (not cards or claim.cards == paid)]
        refused = Claim(routes[0], paid) if cards else plausible_claim(self.rules, routes[0], self.view.hand)
        return [*by_thrift(legal, self.view.hand)] or [refused], True

    def claims_near(self, text: str) -> list[Move]:
        if not text:
            raise Unclear("claim-what")
        cities = set(match_cities(self.rules, text, self.language))
        if not cities:
            raise Unclear("no-route", text)
        claims = [claim for claim in self.legal_claims() if cities & set(self.ends(claim.route))]
        if not claims:
            raise Unclear("nothing-near", text)
        return [*claims]

    def legal_claims(self) -> list[Claim]:
        return [move for move in self.view.legal_moves() if isinstance(move, Claim)]

    def ends(self, route: str) -> tuple[str, str]:
        return self.rules.map.routes[self.rules.route_index[route]].ends

    def keep(self, words: list[str]) -> Move:
        """`keep 1 3`, `keep all`, `keep denver`, `keep 1 return 3 2`."""
        if not self.view.offer:
            return Keep(())  # the rules then say why it is refused
        cut = next((at for at, word in enumerate(words) if plain(word) in self.known.giving_back), len(words))
        return Keep(self.tickets(words[:cut]), self.tickets(words[cut + 1 :]))

    def tickets(self, words: list[str]) -> tuple[str, ...]:
        if len(words) == 1 and plain(words[0]) in self.known.everything:
            return self.view.offer
        return tuple(dict.fromkeys(self.ticket(word) for word in self.known.bare(words)))

    def ticket(self, word: str) -> str:
        """A ticket of the offer by number, id, or the beginning of a word of its name."""
        offer, number, wanted = self.view.offer, typed_number(word), plain(word)
        if number is not None and 1 <= number <= len(offer):
            return offer[number - 1]
        named = {
            ticket: plain(f"{ticket} {ticket_name(self.rules, ticket, self.language)}").split() for ticket in offer
        }
        matches = [ticket for ticket in offer if ticket == word] or [
            ticket for ticket in offer if wanted and any(part.startswith(wanted) for part in named[ticket])
        ]
        if len(matches) != 1:
            raise Unclear("which-ticket", word)
        return matches[0]

    def surcharges(self, words: list[str]) -> list[Move]:
        """The surcharge with the named cards, or every way to pay it."""
        cards, _ = split_cards(self.rules, words, self.language)
        ways: list[Move] = [move for move in self.view.legal_moves() if isinstance(move, Surcharge)]
        return [Surcharge(as_cards(cards))] if cards or not ways else ways
