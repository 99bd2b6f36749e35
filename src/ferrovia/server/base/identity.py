"""Identity of a caller and its permissions at a table: digests of keys, compared in constant time."""

from collections.abc import Sequence

from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import StoredTable, TableRow
from ferrovia.server.base.tokens import digest, same


class Identity:
    """A caller: the digests of the keys it presented."""

    def __init__(self, *tokens: str) -> None:
        self.keys = tuple(digest(token) for token in tokens)
        self.digests = self.keys
        """What it is stored as: its keys or, for a browser that is signed in, its player."""
        self.known: tuple[object, list[int]] = (None, [])
        """The seats it held last time, and under which circumstances: a connection asks again with every move."""

    @property
    def client(self) -> str:
        """The digest under which this caller is stored."""
        return self.digests[0]

    def as_players(self, players: Sequence[str]) -> "Identity":
        """The same caller, known as these players."""
        identity = Identity()
        identity.keys, identity.digests = self.keys, tuple(players)
        return identity

    def seats(self, stored: StoredTable) -> list[int]:
        """The seats it holds: by its own key, or by the secret of the seat's link."""
        circumstances = stored.holders, [(seat.token, seat.kind) for seat in stored.row.seats]
        if self.known[0] != circumstances:
            self.known = circumstances, self._seats(stored)
        return list(self.known[1])

    def _seats(self, stored: StoredTable) -> list[int]:
        held = {holder.seat for holder in stored.holders if self.is_client(holder.client)}
        linked = {number for number, seat in enumerate(stored.row.seats) if seat.token and self.is_client(seat.token)}
        return sorted(number for number in held | linked if stored.row.seats[number].human)

    def seat_by(self, link: "Identity", stored: StoredTable) -> int:
        """The seat that a link opens. The link a player sat down with opens nothing any more, because its creator knows
        it too; but it still leads that player to the seat."""
        for number, seat in enumerate(stored.row.seats):
            if seat.token and link.is_client(seat.token):
                return number
            if seat.invitation and link.is_client(seat.invitation) and number in self.seats(stored):
                return number
        raise RequestRefused("wrong-token")

    def is_client(self, client: str) -> bool:
        """Whether a digest is one of its own."""
        return any(same(digest, client) for digest in self.digests)  # compare all of them, whatever the first gives

    def hosts(self, row: TableRow) -> bool:
        """Whether it opened the table."""
        return self.is_client(row.host)

    def check_seat(self, stored: StoredTable, seat: int) -> None:
        """Raise RequestRefused unless the caller holds the seat."""
        check_number(stored.row, seat)
        if seat not in self.seats(stored):
            raise RequestRefused("not-your-seat", seat=seat)

    def owns(self, stored: StoredTable, seat: int) -> bool:
        """Whether it is the player who sat down at a seat. A finder of its link holds the seat, but does not own it."""
        own = [holder.client for holder in stored.holders if holder.seat == seat and holder.own]
        return any(self.is_client(client) for client in own)

    def check_own_seat(self, stored: StoredTable, seat: int) -> None:
        """Raise RequestRefused unless the caller sat down at the seat itself."""
        self.check_seat(stored, seat)
        if not self.owns(stored, seat):
            raise RequestRefused("not-your-link", seat=seat)

    def check_host(self, row: TableRow) -> None:
        """Raise RequestRefused unless the caller opened the table."""
        if not self.hosts(row):
            raise RequestRefused("not-the-host")


def check_number(row: TableRow, seat: int) -> None:
    """Raise RequestRefused if there is no such seat."""
    if not 0 <= seat < row.players:
        raise RequestRefused("no-such-seat", seat=seat)
