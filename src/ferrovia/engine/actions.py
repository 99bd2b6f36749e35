"""Action space: one flat, fixed set of numbers, the same on every board, grouped into 64-bit words.

    word 0–1   claim a route: the route's number
    word 2     take a card from the market · draw blind · draw tickets · pass · pay with locomotives alone ·
               pay a tunnel's surcharge with a number of locomotives · refuse it
    word 3     pay with a colour and a number of locomotives: eight numbers per colour
    word 4–7   return these of the offered tickets, in this order (the board's `keep_returned`), and keep the rest

Word 2 has spare numbers, and more words can be added if a rule set needs them (for stations, say).
"""

from typing import Final

from ferrovia.core.limits import CARD_KINDS, COLOURS, KEEPS, LENGTH, ROUTES, TURNED

CLAIM: Final = 0
TAKE: Final = CLAIM + ROUTES
BLIND: Final = TAKE + CARD_KINDS
TICKETS: Final = BLIND + 1
PASS: Final = TICKETS + 1
PAY_LOCOMOTIVES: Final = PASS + 1
SURCHARGE: Final = PAY_LOCOMOTIVES + 1
REFUSE: Final = SURCHARGE + TURNED + 1
PAY: Final = ROUTES + 64
KEEP: Final = PAY + COLOURS * LENGTH
ACTIONS: Final = KEEP + KEEPS

MASK_WORDS: Final = ACTIONS // 64
WORD_OTHER: Final = TAKE >> 6
WORD_PAY: Final = PAY >> 6
WORD_KEEP: Final = KEEP >> 6
