"""Tab completes words, cities and cards, and the arrow keys bring lines back, where the system has `readline`."""

from typing import Any

from ferrovia.game.moves import Claim
from ferrovia.terminal.routes import FILTERS
from ferrovia.terminal.session import Session
from ferrovia.terminal.vocabulary import ORDER, full_word


def edit_lines(session: Session) -> None:
    """Make the prompt comfortable, if that is possible here."""
    try:
        import readline
    except ImportError:
        return
    readline.set_completer_delims(" ")
    readline.set_completer(Completer(session, readline))
    readline.parse_and_bind("tab: complete")


class Completer:
    """Called by readline with the beginning of a word, once for each way to go on."""

    def __init__(self, session: Session, readline: Any) -> None:
        self.session = session
        self.readline = readline

    def __call__(self, text: str, state: int) -> str | None:
        before = self.readline.get_line_buffer()[: self.readline.get_begidx()].split()
        found = [word for word in self.words(before) if word.startswith(text.lower())]
        return f"{found[state]} " if state < len(found) else None

    def words(self, before: list[str]) -> list[str]:
        """What may come after these words."""
        if not before:
            return sorted(ORDER)
        verb = full_word(before[0].lower())
        view = self.session.view
        if verb == "take":
            return list(view.market)
        if verb == "keep":
            return ["all", *view.offer]
        if verb == "claim":
            return self.claimable(before)
        return sorted([*FILTERS, "mine", "from", *view.rules.city_ids, *view.rules.colours]) if verb == "routes" else []

    def claimable(self, before: list[str]) -> list[str]:
        """The cities that routes one can pay lead to; after the first, those it is joined with."""
        claims = {move.route for move in self.session.view.legal_moves() if isinstance(move, Claim)}
        ends = [set(route.partition(":")[0].split("--")) for route in claims]
        near = [pair for pair in ends if set(before[1:]) <= pair]
        return sorted(set().union(*near) - set(before[1:]))
