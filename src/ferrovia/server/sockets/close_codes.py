"""The codes with which the server closes a WebSocket; docs/reference/protocol.md says what each means."""

from typing import Final

NO_HELLO: Final = 4400
WRONG_TOKEN: Final = 4401
NO_TABLE: Final = 4404
SLOW_READER: Final = 4408
SEATS_CHANGED: Final = 4409
OTHER_RULES: Final = 4410
DAMAGED: Final = 4411
TOO_FAST: Final = 4429
NOT_NOW: Final = 4503
OVERLOADED: Final = 4504
NOT_TEXT: Final = 1003
TOO_LARGE: Final = 1009
OUR_FAULT: Final = 1011
COME_AGAIN: Final = 1012
"""Another process serves the table, or will in a moment."""

BY_REFUSAL: Final = {
    "wrong-token": WRONG_TOKEN,
    "no-spectators": WRONG_TOKEN,
    "no-such-table": NO_TABLE,
    "other-rules": OTHER_RULES,
    "damaged": DAMAGED,
    "not-your-seat": SEATS_CHANGED,
    "overloaded": OVERLOADED,
}
"""For refusals that end a connection."""
