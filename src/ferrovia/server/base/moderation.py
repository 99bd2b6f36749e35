"""Moderation: the operator's orders as this process knows them (bans, muted tables, read-only mode)."""

from collections.abc import Iterable
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final

from ferrovia.protocol.admin import OrderKind
from ferrovia.server.base.refusals import RequestRefused

BAN: Final = "ban"
MUTE: Final = "mute"
READ_ONLY: Final = "read-only"
EVERYTHING: Final = "*"
"""The key of an order that concerns the whole server."""
MOST_REMEMBERED: Final = 50_000

Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Order:
    """An order of the operator: an address banned, a table muted, the server read-only."""

    kind: OrderKind
    key: str
    """The address or network, or the table."""
    note: str
    since: float
    until: float | None = None


class Moderation:
    """The orders in force."""

    def __init__(self) -> None:
        self.orders: tuple[Order, ...] = ()
        self.networks: tuple[Network, ...] = ()
        self.muted: frozenset[str] = frozenset()
        self.read_only: Order | None = None
        self._judged: dict[str, bool] = {}
        """Whether an address is banned, as found out before."""

    def adopt(self, orders: Iterable[Order], now: float) -> None:
        """Take over the stored orders that have not expired."""
        self.orders = tuple(order for order in orders if order.until is None or order.until > now)
        self.networks = tuple(ip_network(order.key) for order in self.orders if order.kind == BAN)
        self.muted = frozenset(order.key for order in self.orders if order.kind == MUTE)
        self.read_only = next((order for order in self.orders if order.kind == READ_ONLY), None)
        self._judged = {}

    def bans(self, address: str) -> bool:
        """Whether an address may not come here."""
        if not self.networks:
            return False
        if address not in self._judged:
            if len(self._judged) >= MOST_REMEMBERED:
                self._judged.clear()
            self._judged[address] = self._within(address)
        return self._judged[address]

    def _within(self, address: str) -> bool:
        try:
            parsed = ip_address(address)
        except ValueError:
            return False
        return any(holds(network, parsed) for network in self.networks)

    def check_address(self, address: str) -> None:
        """Raise RequestRefused for a banned address."""
        if self.bans(address):
            raise RequestRefused("banned")

    def check_voice(self, table: str) -> None:
        """Raise RequestRefused if nothing may be said at a table."""
        if table in self.muted:
            raise RequestRefused("muted")


def holds(network: Network, address: IPv4Address | IPv6Address) -> bool:
    """Whether a network holds an address; clients of an IPv6 network are known by its first 64 bits."""
    if isinstance(network, IPv6Network) and isinstance(address, IPv6Address) and network.prefixlen > 64:
        network = network.supernet(new_prefix=64)
    return address in network


def network_text(text: str) -> str:
    """An address or a network in its usual form; ValueError if it is none."""
    network = ip_network(text.strip(), strict=False)
    return str(network if network.num_addresses > 1 else network.network_address)
