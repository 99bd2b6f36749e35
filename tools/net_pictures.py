"""Pictures of what `net` learned: the tickets it keeps and the routes it goes for, drawn on every built-in board.

    python -m tools.net_pictures                   play the games, write docs/net-style.md and its pictures
    python -m tools.net_pictures --games 2000      fewer games
    python -m tools.net_pictures --draw            play nothing, draw the figures there are

The games are of `net:temperature=1` at both seats of a table for two, which is the policy as it was trained. The
figures are in docs/data/net_style.json.
"""

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

import numpy as np

from ferrovia.arena.job_player import play_job
from ferrovia.arena.jobs import Job, Signals
from ferrovia.arena.plan import plan_table
from ferrovia.arena.statistics.usage import copies_of, unpack
from ferrovia.bots.specs import parse_specs
from ferrovia.engine.actions import TAKE
from ferrovia.language.names import route_name, ticket_name
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.ids import ticket_id
from ferrovia.rules.resolved import Rules
from tools.style_maps import routes_map, tickets_map

HOME: Final = Path(__file__).resolve().parent.parent
FIGURES: Final = HOME / "docs" / "data" / "net_style.json"
PICTURES: Final = HOME / "docs" / "pictures"
PAGE: Final = HOME / "docs" / "net-style.md"
BOT: Final = "net:temperature=1"
SEED: Final = 91_000_000_003
BATCH: Final = 500
EARLY: Final = 6
"""The claims of a game that count as early: about the first three of each seat."""
LISTED: Final = 5


class Tally:
    """Sums over the games of one rule set."""

    def __init__(self, rules: Rules) -> None:
        routes, tickets = len(rules.map.routes), len(rules.tickets)
        self.games, self.turns, self.kept_each, self.first_won = 0, 0, 0, 0.0
        self.claimed, self.early, self.owner_won = (np.zeros(routes) for _ in range(3))
        self.offered, self.kept, self.completed = (np.zeros(tickets) for _ in range(3))

    def add(self, outcomes: Any, actions: Any) -> None:
        """Add some games."""
        for seat in range(2):
            seats = outcomes["seats"][:, seat]
            owned = unpack(seats["routes"], len(self.claimed))
            opening, kept, completed = (
                unpack(seats[field], len(self.kept)) for field in ("opening", "tickets", "completed")
            )
            won = (seats["score"]["place"] == 1) / (outcomes["seats"]["score"]["place"][:, :2] == 1).sum(axis=1)
            self.first_won += float(won.sum()) if seat == 0 else 0.0
            self.claimed += owned.sum(axis=0)
            self.owner_won += (owned * won[:, None]).sum(axis=0)
            self.offered += opening.sum(axis=0)
            self.kept += (opening & kept).sum(axis=0)
            self.completed += (opening & completed).sum(axis=0)
            self.kept_each += int(kept.sum())
            self.turns += int(seats["turns"].sum())
        for row in actions:
            claims = row[(row >= 0) & (row < TAKE)][:EARLY]
            self.early += np.bincount(claims, minlength=len(self.early))
        self.games += len(outcomes)

    def join(self, other: "Tally") -> None:
        """Add the sums of other games."""
        for name, mine in vars(self).items():
            setattr(self, name, mine + getattr(other, name))

    def figures(self, rules: Rules) -> dict[str, Any]:
        """The figures of the page."""
        return {
            "games": self.games,
            "tickets_kept": round(self.kept_each / (2 * self.games), 2),
            "first_seat": round(self.first_won / self.games, 4),
            "turns": round(self.turns / (2 * self.games), 1),
            "routes": {
                name: [round(float(part[number] / max(1, whole)), 4) for part, whole in self._of_route(number)]
                for number, name in enumerate(rules.route_ids)
            },
            "tickets": dict(self._ticket(rules, cards) for cards in copies_of(rules)),
        }

    def _of_route(self, number: int) -> tuple[tuple[Any, float], ...]:
        """Claimed and claimed early, by game; won by its owner, by claim."""
        return (self.claimed, self.games), (self.early, self.games), (self.owner_won, self.claimed[number])

    def _ticket(self, rules: Rules, cards: list[int]) -> tuple[str, list[float]]:
        """Kept by offer, completed by ticket kept."""
        offered, kept, done = (float(part[cards].sum()) for part in (self.offered, self.kept, self.completed))
        return ticket_id(rules.tickets[cards[0]]), [round(kept / max(1, offered), 4), round(done / max(1, kept), 4)]


def tally_from(name: str, first: int, games: int) -> Tally:
    """The sums over a batch of the games of a rule set."""
    rules = load_rules(name)
    table, tally = plan_table(rules, tuple(parse_specs(f"{BOT},{BOT}")), games, SEED).tables[0], Tally(rules)
    played = play_job(Job(table, SEED, first, min(games, first + BATCH)), Signals())
    tally.add(played.outcomes, played.actions)
    return tally


def play(name: str, games: int, pool: ProcessPoolExecutor) -> dict[str, Any]:
    """The figures of some games of a rule set, played on all cores."""
    rules = load_rules(name)
    tally = tally_from(name, 0, games)  # compiles what the others then find
    for part in pool.map(tally_from, repeat(name), range(BATCH, games, BATCH), repeat(games)):
        tally.join(part)
        print(f"\r{name}: {tally.games:,} of {games:,} games", end="", flush=True)
    print()
    return tally.figures(rules)


INTRO: Final = """# What net learned

This page shows what [`net`](net.md) does when it plays against itself with two players. Nobody taught it any of this.
Pictures and figures are from games with `{bot}` at both seats, the policy as it was trained.
`python -m tools.net_pictures --games N` plays such games again.

On the **route** maps, the width of a line shows in how many games the route was claimed, and the colour how often it
was among the first {early} claims of the game: the red routes are the contested ones. On the **ticket** maps, green
lines are the opening tickets that `net` keeps most often when they are offered to it, and dashed lines those it
returns most often; a country is shown at one of its border points.
"""


def page(known: dict[str, Any]) -> str:
    """The page."""
    return INTRO.format(bot=BOT, early=EARLY) + "".join(section(name, known[name]) for name in sorted(known))


def section(name: str, figures: dict[str, Any]) -> str:
    """One rule set."""
    rules = load_rules(name)
    early = sorted(figures["routes"].items(), key=lambda item: -item[1][1])[:LISTED]
    tickets = sorted(figures["tickets"].items(), key=lambda item: -item[1][0])
    routes = "; ".join(f"{route_name(rules, route)} {share(shares[1])}" for route, shares in early)
    best = "; ".join(f"{ticket_name(rules, ticket)} {share(shares[0])}" for ticket, shares in tickets[:LISTED])
    worst = "; ".join(f"{ticket_name(rules, ticket)} {share(shares[0])}" for ticket, shares in tickets[-LISTED:])
    return (
        f"\n## {rules.name}\n\n"
        f"In {figures['games']:,} games, a seat had {figures['tickets_kept']:.1f} tickets at the end and "
        f"{figures['turns']:.0f} turns on average. The first seat won {share(figures['first_seat'])}.\n\n"
        f"![Routes](pictures/net-routes-{name}.svg)\n\n"
        f"**Claimed early most often**: {routes}.\n\n"
        f"![Tickets](pictures/net-tickets-{name}.svg)\n\n"
        f"**Kept most often**: {best}.\n\n**Returned most often** (share kept): {worst}.\n"
    )


def share(part: float) -> str:
    """A share as the page writes it."""
    return f"{100 * part:.0f} %"


def main() -> None:
    """Play, draw and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="games of each rule set")
    parser.add_argument("--rules", nargs="*", default=list(built_in_rules()))
    parser.add_argument("--draw", action="store_true", help="play nothing, draw the figures there are")
    arguments = parser.parse_args()
    known: dict[str, Any] = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        for name in [] if arguments.draw else arguments.rules:
            known[name] = play(name, arguments.games, pool)
            FIGURES.write_text(json.dumps(known, sort_keys=True) + "\n", "utf-8")
    for name, figures in known.items():
        rules = load_rules(name)
        (PICTURES / f"net-routes-{name}.svg").write_text(routes_map(rules, figures["routes"]), "utf-8")
        (PICTURES / f"net-tickets-{name}.svg").write_text(tickets_map(rules, figures["tickets"]), "utf-8")
    PAGE.write_text(page(known), "utf-8")


if __name__ == "__main__":
    main()
