"""Refusals of the server: codes with parameters. The rules of the game have their own codes
(docs/reference/refusals.md)."""

from typing import Any, Final

CODES: Final = {
    # code: (HTTP status, what it means)
    "no-such-table": (404, "there is no such table"),
    "no-such-seat": (404, "there is no such seat at the table"),
    "no-such-code": (404, "no table with free seats has that code"),
    "no-such-rules": (422, "there are no rules with that id"),
    "no-such-lesson": (404, "there is no such lesson"),
    "no-such-bot": (422, "there is no bot with that name"),
    "wrong-players": (422, "these rules do not allow that number of players"),
    "bad-name": (422, "a name must be one line of printable text"),
    "bad-message": (422, "the message cannot be read"),
    "practice-is-private": (422, "in practice games all seats belong to the host or to bots"),
    "not-your-seat": (403, "the seat belongs to another player"),
    "not-your-link": (403, "only the player who sat down there may make and withdraw the seat's links"),
    "not-the-host": (403, "only the host may do that"),
    "wrong-token": (403, "the link is invalid or has expired"),
    "no-such-profile": (404, "the link has been used, or is too old"),
    "not-at-the-computer": (403, "only a browser on the server's own computer may do that"),
    "no-local-network": (503, "this computer is not connected to a network"),
    "unknown-push-service": (422, "this server does not know the push service at that address"),
    "too-many-subscriptions": (409, "too many browsers have subscribed to this seat's turns"),
    "no-key": (401, "a program needs a key (Authorization: Bearer KEY); POST /api/keys creates one"),
    "no-lobby": (404, "this server has no public lobby"),
    "no-accounts": (404, "this server has no accounts"),
    "not-signed-in": (401, "the browser is not signed in to an account"),
    "signed-in-already": (409, "the browser is already signed in to an account"),
    "passkey-refused": (403, "the passkey could not be verified, is no longer known, or took too long"),
    "confirm-first": (403, "the sign-in was too long ago: show the passkey again"),
    "last-passkey": (409, "an account must keep one passkey; delete the whole account instead"),
    "too-many-passkeys": (409, "the account already has the maximum number of passkeys"),
    "banned": (403, "the operator of this server has banned the address"),
    "muted": (403, "the operator of this server has muted the table"),
    "blocked-name": (422, "the operator of this server does not allow the name"),
    "wrong-admin-token": (403, "that is not the operator's token"),
    "read-only": (503, "the server is in read-only mode: games can be watched and will continue soon"),
    "wrong-origin": (403, "the request comes from another site"),
    "no-spectators": (403, "the table allows no spectators"),
    "seat-taken": (409, "the seat is taken"),
    "seat-not-taken": (409, "the seat is not taken"),
    "player-present": (409, "the player is present"),
    "not-started": (409, "the game has not begun"),
    "already-started": (409, "the game has begun"),
    "not-over": (409, "the game is not over"),
    "ended": (409, "the table was closed"),
    "public-game": (409, "a public game is played to its end"),
    "stale": (409, "something else happened in the meantime"),
    "unreadable-move": (422, "the move cannot be read"),
    "bad-record": (422, "the record cannot be read, or does not follow the rules"),
    "newer-record": (422, "the record has a newer format than this server can read"),
    "practice-only": (409, "only practice games allow that"),
    "nothing-to-take-back": (409, "this seat has no move to take back"),
    "nothing-to-decide": (409, "the seat has nothing to decide"),
    "already-away": (409, "a bot already plays for this seat"),
    "not-away": (409, "no bot plays for this seat"),
    "out-of-time": (409, "the clock of this seat has run out: a bot makes this move"),
    "damaged": (503, "the table cannot be read; see the server's log"),
    "log-full": (409, "the table's log is almost full, so only moves are accepted"),
    "other-rules": (409, "the table was started with different rules from those the server has now"),
    "hint-failed": (503, "no bot had an answer in time"),
    "busy": (503, "too many requests are waiting, or it took too long: try again in a moment"),
    "overloaded": (503, "the server is full, so that running games keep their pace"),
    "too-fast": (429, "too many requests"),
    "too-many-tables": (429, "too many tables were opened from this address"),
    "too-many-sockets": (429, "too many connections from this address"),
    "too-large": (413, "the message is too large"),
    "store-failed": (503, "the store does not answer"),
    "illegal": (409, "the move is illegal"),
    "not-found": (404, "there is nothing here"),
    "wrong-method": (405, "this method is not allowed here"),
    "failed": (500, "an error in the server; see its log"),
}


class RequestRefused(Exception):
    """Raised when a request cannot be carried out; the client receives code and parameters."""

    def __init__(self, code: str, /, rule: str | None = None, **parameters: Any) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.parameters = parameters

    @property
    def status(self) -> int:
        """The HTTP status."""
        return CODES.get(self.code, CODES["illegal"])[0]
