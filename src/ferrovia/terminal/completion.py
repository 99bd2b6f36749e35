"""Tab completion and line history, where `readline` is available."""

from typing import Any

from ferrovia.game.moves import Claim
from ferrovia.game.typed.vocabulary import MOVE_VERBS, vocabulary
from ferrovia.terminal.commands import QUERIES
from ferrovia.terminal.session import Session


def edit_lines(session: Session) -> None:
    """Turn on completion and history, if `readline` is available."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" ")
    readline.set_completer(Completer(session, readline))
    readline.parse_and_bind("tab: complete")


class Completer:
    """Tab completer: readline calls it with the start of a word, once per completion."""

    def __init__(self, session: Session, readline: Any) -> None:
        self.session = session
        self.readline = readline

    def __call__(self, text: str, state: int) -> str | None:
        before = self.readline.get_line_buffer()[: self.readline.get_begidx()].split()
        matches = [word for word in self.words(before) if word.startswith(text.lower())]
        return f"{matches[state]} " if state < len(matches) else None

    def words(self, before: list[str]) -> list[str]:
        """The words that may follow these words."""
        known, view = vocabulary(self.session.language), self.session.view
        if not before:
            return sorted(known.verbs[verb][0] for verb in (*MOVE_VERBS, *QUERIES))
        verb = known.verb(before[0].lower())
        if verb == "take":
            return [self.session.paint.name(card) for card in view.market]
        if verb == "keep":
            return [*sorted(known.everything), *view.offer]
        if verb == "claim":
            return self.claimable(before)
        if verb != "routes":
            return []
        colours = (self.session.paint.name(colour) for colour in view.rules.colours)
        return sorted([*(names[-1] for names in known.filters.values()), *view.rules.city_ids, *colours])

    def claimable(self, before: list[str]) -> list[str]:
        """Cities of claimable routes; after the first city, its neighbours."""
        claims = {move.route for move in self.session.view.legal_moves() if isinstance(move, Claim)}
        ends = [set(route.partition(":")[0].split("--")) for route in claims]
        near = [pair for pair in ends if set(before[1:]) <= pair]
        return sorted(set().union(*near) - set(before[1:]))
