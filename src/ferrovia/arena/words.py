"""Names and numbers of a run for people: no two bots look alike, and the parts of a whole add up."""

from collections.abc import Sequence

from ferrovia.arena.statistics.estimates import Estimate
from ferrovia.language.numbers import UNKNOWN, interval, percent
from ferrovia.rules.schema import Ticket

MANY = {2: "two ", 3: "three ", 4: "four ", 5: "five "}


def short_names(labels: Sequence[str], room: int) -> list[str]:
    """The labels, or what fits of them after a number: `search:worlds=16` and `search:worlds=32` may have the same
    prefix."""
    return [short_name(label, number, room) for number, label in enumerate(labels, 1)]


def short_name(label: str, number: int, room: int) -> str:
    """`#2 search:world…` where there is no room for the whole label."""
    return label if len(label) <= room else f"#{number} {label}"[: room - 1] + "…"


def key_of_names(labels: Sequence[str], names: Sequence[str]) -> list[str]:
    """The full labels of the shortened names."""
    both = enumerate(zip(labels, names, strict=True), 1)
    return [f"#{number} {label}" for number, (label, name) in both if label != name]


def adding_up(shares: Sequence[float | None], digits: int = 3) -> list[float | None]:
    """Shares that add up to 1, rounded so that they still do: those that lost most by rounding get the rest. Other
    shares are unchanged."""
    known = [share for share in shares if share is not None]
    if len(known) < len(shares) or abs(sum(known) - 1) > 1e-9:
        return list(shares)
    units = [int(share * 10**digits) for share in known]
    lost = sorted(range(len(known)), key=lambda at: units[at] - known[at] * 10**digits)
    for at in lost[: 10**digits - sum(units)]:
        units[at] += 1
    return [unit / 10**digits for unit in units]


def several(count: int, name: str) -> str:
    """`hungry`, `three hungry`."""
    return f"{MANY.get(count, '')}{name}"


def share_and_interval(estimate: Estimate) -> str:
    """`52.8 % (49.3 to 56.2)`: a share with its confidence interval."""
    return UNKNOWN if estimate.mean is None else f"{percent(estimate.mean)} ({interval(estimate.interval)})"


def ticket_points(ticket: Ticket) -> str:
    """`11`, or `5/8` with several targets."""
    return "/".join(str(points) for _, points in ticket.targets)
