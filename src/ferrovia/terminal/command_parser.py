"""What a person types, read generously: `t r`, `claim den oma`, `c den oma p3 l1`, `keep 1 3`."""

import re
from collections.abc import Iterable

from ferrovia.errors import UnreadableMove
from ferrovia.game.moves import Claim, Draw, DrawTickets, Keep, Move, Pass, Refuse, Surcharge, Take, as_cards
from ferrovia.game.view import View
from ferrovia.language.names import ticket_name
from ferrovia.rules.resolved import Rules
from ferrovia.terminal.numerals import read_number
from ferrovia.terminal.paint import card_letters
from ferrovia.terminal.routes import LINKS, cities_like, plain
from ferrovia.terminal.walks import ends_of

CARDS = re.compile(r"([a-z-]+):?([0-9]+)|([0-9]+):?([a-z-]+)")
"""`pink:3`, `p3`, `3p`, `3pink`."""

PLAIN: dict[str, Move] = {"draw": Draw(), "tickets": DrawTickets(), "refuse": Refuse(), "pass": Pass()}


def read_moves(view: View, verb: str, words: list[str]) -> list[Move]:
    """The moves that can be meant: mostly one, several where a payment is to be chosen; else UnreadableMove."""
    if verb in PLAIN:
        return [PLAIN[verb]]
    if verb == "take":
        return [Take(read_card(view.rules, words[0] if words else ""))]
    if verb == "keep":
        return [read_keep(view, words)]
    if verb == "pay":
        return read_surcharge(view, words)
    return read_claims(view, words)


def read_card(rules: Rules, word: str) -> str:
    """A card by its name, its beginning or its letter."""
    names = [name for name in rules.card_names if name]
    letters = {letter.lower(): name for name, letter in card_letters(rules.colours).items() if name in names}
    found = [name for name in names if word and name.startswith(word)]
    if word in names or word in letters:
        return letters.get(word, word)
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{name} ({letter.upper()})" for letter, name in letters.items())
    raise UnreadableMove(f"Which card? {known}.")


def read_payment(rules: Rules, words: Iterable[str]) -> tuple[dict[str, int], list[str]]:
    """The cards named among the words, and the other words."""
    cards: dict[str, int] = {}
    others = []
    for word in words:
        match = CARDS.fullmatch(word)
        if match:
            card = read_card(rules, match[1] or match[4])
            cards[card] = cards.get(card, 0) + int((match[2] or match[3])[:3])
        else:
            others.append(word)
    return cards, others


def read_claims(view: View, words: list[str]) -> list[Move]:
    """Claims of the routes that are meant, with the cards named or with all that would do."""
    if view.phase != "turn":
        return [best_guess(view, [view.rules.route_ids[0]])]  # it is refused: something else comes first
    cards, places = read_payment(view.rules, words)
    routes = read_routes(view.rules, places)
    if cards:
        paid = as_cards(cards)
        meant = [Claim(route, paid) for route in routes]
        return [move for move in meant if view.explain(move) is None] or [meant[0]]
    legal = [move for move in view.legal_moves() if isinstance(move, Claim) and move.route in routes]
    return [*sorted(legal, key=locomotives)] or [best_guess(view, routes)]


def claims_at(view: View, words: list[str]) -> list[Move]:
    """Where only one city is named: all that can be claimed there."""
    cities = set(cities_like(view.rules, " ".join(word for word in words if word not in LINKS)))
    claims = [move for move in view.legal_moves() if isinstance(move, Claim)]
    return [move for move in claims if cities & set(ends_of(view.rules, move.route))]


def locomotives(claim: Claim) -> int:
    """How many of them it spends."""
    return dict(claim.cards).get("locomotive", 0)


def best_guess(view: View, routes: list[str]) -> Move:
    """A claim that cannot be made, so that the rules can say why: paid with what there is most of."""
    number = view.rules.route_index[routes[0]]
    route, hand = view.rules.map.routes[number], view.hand
    colours = [route.colour] if route.colour in view.rules.colours else list(view.rules.colours)
    colour = max(colours, key=lambda each: hand.get(each, 0))
    return Claim(routes[0], ((colour, route.length),))


def read_routes(rules: Rules, words: list[str]) -> list[str]:
    """The routes that are meant: one, or both of a double."""
    text = " ".join(word for word in words if word not in LINKS)
    if text in rules.route_index:
        return [rules.route_ids[rules.route_index[text]]]
    found = routes_between(rules, plain(text).split())
    if not found and cities_like(rules, text):
        raise UnreadableMove(f"There is nothing to claim at {text!r} now; 'routes {text}' shows what is there.")
    remedy = f"say two cities, like 'claim {example(rules)}', or try 'routes'"
    if not text:
        raise UnreadableMove(f"Claim what? {remedy.capitalize()}.")
    if not found:
        raise UnreadableMove(f"There is no route {text[:60]!r}; {remedy}.")
    if len({name.partition(":")[0] for name in found}) > 1:
        raise UnreadableMove(f"Which one? {', '.join(found[:8])}{' …' if len(found) > 8 else ''}")
    return found


def routes_between(rules: Rules, words: list[str]) -> list[str]:
    """Routes whose two ends the words name: some of the words the one, the rest the other."""
    found: dict[str, None] = {}
    for cut in range(1, len(words)):
        ends = [set(cities_like(rules, " ".join(part))) for part in (words[:cut], words[cut:])]
        for name, route in zip(rules.route_ids, rules.map.routes, strict=True):
            one, two = route.start, route.end
            if (one in ends[0] and two in ends[1]) or (two in ends[0] and one in ends[1]):
                found[name] = None
    return list(found)


def example(rules: Rules) -> str:
    """Two cities as one would type them."""
    route = rules.map.routes[0]
    return f"{route.start} {route.end}"


def read_keep(view: View, words: list[str]) -> Keep:
    """`keep 1 3`, `keep all`, `keep denver`, `keep 1 return 3 2`."""
    if not view.offer:
        return Keep(())  # it is refused, and the rules say why
    if "return" in words:
        cut = words.index("return")
        return Keep(read_tickets(view, words[:cut]), read_tickets(view, words[cut + 1 :]))
    return Keep(read_tickets(view, words))


def typed_move(view: View, move: Move) -> str:
    """A move as it would be typed: tickets on offer have numbers."""
    if not isinstance(move, Keep):
        return str(move)
    return " ".join(["keep", *(str(view.offer.index(ticket) + 1) for ticket in move.tickets)])


def read_tickets(view: View, words: list[str]) -> tuple[str, ...]:
    """Tickets of the offer by number, by name or by a city."""
    if words == ["all"]:
        return view.offer
    return tuple(read_ticket(view, word) for word in words if word not in LINKS)


def read_ticket(view: View, word: str) -> str:
    """One ticket of the offer."""
    offer = view.offer
    number = read_number(word)
    if number is not None and 1 <= number <= len(offer):
        return offer[number - 1]
    named = {ticket: plain(f"{ticket} {ticket_name(view.rules, ticket)}") for ticket in offer}
    found = [ticket for ticket in offer if ticket == word] or [
        ticket for ticket, name in named.items() if any(part.startswith(plain(word).strip()) for part in name.split())
    ]
    if len(found) != 1:
        raise UnreadableMove(
            f"Which ticket is {word[:40]!r}? Give the numbers of those to keep, like 'keep 1 2', or 'keep all'."
        )
    return found[0]


def read_surcharge(view: View, words: list[str]) -> list[Move]:
    """The surcharge with these cards, or all the ways to pay it."""
    cards, _ = read_payment(view.rules, words)
    ways: list[Move] = [move for move in view.legal_moves() if isinstance(move, Surcharge)]
    return [Surcharge(as_cards(cards))] if cards or not ways else ways
