"""The words one can type, and what each of them does in a few more."""

from typing import Final

MOVES: Final = {
    "draw": "draw                  a card from the deck",
    "take": "take red              a card of the market, by name or letter",
    "claim": "claim denver omaha    a route; with cards, if there is a choice: claim denver omaha p3 l1",
    "keep": "keep 1 3              these of the tickets offered; 'keep all'",
    "pay": "pay                   the surcharge of a tunnel",
    "refuse": "refuse                to pay it",
    "tickets": "tickets               draw more tickets",
    "pass": "pass                  where nothing else can be done",
}
WORDS: Final = {
    "routes": "routes [WORDS]        the board: routes from denver · affordable · needed · free 5+ red · mine",
    "table": "table                 the table again; so does an empty line",
    "moves": "moves [WORD]          all you may do now, with numbers to choose by",
    "help": "help                  this",
    "hint": "hint                  what a strong bot would do, and why (practice)",
    "yes": "yes                   do what the hint says; so does 'do'",
    "why": "why                   the reasons of the others' last moves (practice)",
    "undo": "undo                  take your last move back (practice)",
    "log": "log [N]               the last moves of everybody",
    "save": "save FILE             write the record of the game",
    "quit": "quit                  leave; asks if the game would be lost",
}
ORDER: Final = (
    *("draw", "take", "claim", "keep", "pay", "routes", "help", "undo", "moves", "why", "quit", "log", "save"),
    *("tickets", "table", "hint", "refuse", "pass", "yes"),
)
"""Which word a beginning means: the first that fits."""
OTHER_NAMES: Final = {
    **{"surcharge": "pay", "exit": "quit", "status": "table", "board": "routes", "?": "help"},
    **{"do": "yes", "ok": "yes"},
    **{"hand": "table", "market": "table", "players": "table"},  # words of the text mode
}


def full_word(word: str) -> str | None:
    """The word that is meant by its beginning."""
    if word in OTHER_NAMES:
        return OTHER_NAMES[word]
    return next((each for each in ORDER if word and each.startswith(word)), None)
