"""Refusals of the server: codes with parameters. The rules of the game have their own codes
(docs/reference/refusals.md)."""

from typing import Any, Final

CODES: Final = {
    # code: (HTTP status, what it means)
    "no-such-table": (404, "there is no such table"),
    "no-such-seat": (404, "there is no such seat at the table"),
    "no-such-code": (404, "no table with free seats has that code"),
    "no-such-rules": (422, "there are no rules of that id"),
    "no-such-lesson": (404, "there is no such lesson"),
    "no-such-bot": (422, "there is no bot of that name"),
    "wrong-players": (422, "these rules are not played by that many players"),
    "bad-name": (422, "a name is one line of printable text"),
    "bad-message": (422, "the message cannot be read"),
    "practice-is-private": (422, "in practice all seats belong to the host or to bots"),
    "not-your-seat": (403, "the seat belongs to another player"),
    "not-your-link": (403, "only the player who sat down there makes and withdraws the seat's links"),
    "not-the-host": (403, "only the host may do that"),
    "wrong-token": (403, "the link is not, or no longer, valid"),
    "no-such-profile": (404, "the link was used already, or is too old"),
    "not-at-the-computer": (403, "only the person at the computer that serves may do that"),
    "no-local-network": (503, "this computer is in no network"),
    "unknown-push-service": (422, "there is no push service at that address that this server knows"),
    "too-many-subscriptions": (409, "too many browsers are to be told of this seat's turns"),
    "no-key": (401, "programs show a key: Authorization: Bearer KEY; POST /api/keys gives one"),
    "no-lobby": (404, "this server has no public lobby"),
    "no-accounts": (404, "this server has no accounts"),
    "not-signed-in": (401, "the browser is not signed in to an account"),
    "signed-in-already": (409, "the browser is signed in to an account"),
    "passkey-refused": (403, "the passkey could not be verified, is no longer known, or took too long"),
    "confirm-first": (403, "that takes the passkey once more: it was shown too long ago"),
    "last-passkey": (409, "an account keeps one passkey; it can be deleted as a whole"),
    "too-many-passkeys": (409, "the account has as many passkeys as it may"),
    "banned": (403, "the operator of this server has banned the address"),
    "muted": (403, "the operator of this server has muted the table"),
    "blocked-name": (422, "the operator of this server does not allow the name"),
    "wrong-admin-token": (403, "that is not the operator's token"),
    "read-only": (503, "the server is being worked on: games can be watched, and go on soon"),
    "wrong-origin": (403, "the request comes from another site"),
    "no-spectators": (403, "the table has no spectators"),
    "seat-taken": (409, "the seat is taken"),
    "seat-not-taken": (409, "nobody sits there"),
    "player-present": (409, "the player is there"),
    "not-started": (409, "the game has not begun"),
    "already-started": (409, "the game has begun"),
    "not-over": (409, "the game is not over"),
    "ended": (409, "the table was closed"),
    "public-game": (409, "a public game is played to its end"),
    "stale": (409, "something happened meanwhile"),
    "unreadable-move": (422, "the move cannot be read"),
    "bad-record": (422, "the record cannot be read, or does not follow the rules"),
    "newer-record": (422, "the record is of a newer format than this server reads"),
    "practice-only": (409, "that is for practice games"),
    "nothing-to-take-back": (409, "there is no move of this seat to take back"),
    "nothing-to-decide": (409, "the seat has nothing to decide"),
    "already-away": (409, "a bot plays for this seat already"),
    "not-away": (409, "no bot plays for this seat"),
    "out-of-time": (409, "the clock of this seat has run out: a bot makes this move"),
    "damaged": (503, "the table cannot be read; the server's log says more"),
    "log-full": (409, "so much has happened at this table that only moves are accepted"),
    "other-rules": (409, "the table was begun under other rules than this server has"),
    "hint-failed": (503, "no bot had an answer in time"),
    "busy": (503, "too many wait already, or it took too long: try again in a moment"),
    "overloaded": (503, "the server carries as many games as it can: those that go on keep their pace"),
    "too-fast": (429, "too many requests"),
    "too-many-tables": (429, "too many tables were opened from this address"),
    "too-many-sockets": (429, "too many connections from this address"),
    "too-large": (413, "the message is too large"),
    "store-failed": (503, "the store does not answer"),
    "illegal": (409, "the rules of the game refuse the move"),
    "not-found": (404, "there is nothing here"),
    "wrong-method": (405, "that cannot be done here"),
    "failed": (500, "the server is at fault; its log says more"),
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
