"""Size limits of a state, checked with a clear message when a file is loaded (see `rules/checks`)."""

from typing import Final

SEATS: Final = 5
ROUTES: Final = 128
CITIES: Final = 64
TICKETS: Final = 128
ALL_TICKETS: Final = 999  # entries in the file of a map, over all its decks
COLOURS: Final = 8
CARD_KINDS: Final = COLOURS + 1
LOCOMOTIVE: Final = COLOURS  # the same number on every board, however many colours it has
CARDS: Final = 127
LENGTH: Final = 8
OFFER: Final = 5
TARGETS: Final = 4
MARKET: Final = 8
FLUSHES: Final = 20  # consecutive; a journal has room for no more
TRAINS: Final = 127
TURNED: Final = 8  # cards turned for a tunnel
TIE_BREAKS: Final = 2  # no more kinds exist

WORDS: Final = 2  # 64-bit words of a set of routes or of tickets
KEEPS: Final = 256  # ways to return some of the offered tickets
KEEP_WORDS: Final = KEEPS // 64

GRAY: Final = -1
NONE: Final = -1
