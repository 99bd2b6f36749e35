"""Published numbers, as printed.

Witter and Lyford, "Applications of Graph Theory and Probability in the Board Game Ticket to Ride", FDG 2020 (doi
10.1145/3402942.3402963): 10,000 games of two and 10,000 of four; their file `scripts/input/results.txt`. A game with
two winners counts for both, so the shares of all styles add up to 1.01.

The pairs were not published: they are from our own run of the same engine, about 375 games each.
"""

from typing import Final

PUBLISHED_GAMES, PAIR_GAMES, FOUR_GAMES = 20_000, 375, 746
"""The number of games behind the shares below."""

STYLES: Final = ("long-route", "one-step", "hungry", "path")

WIN_SHARES: Final = {"long-route": 0.367, "one-step": 0.2855, "hungry": 0.280, "path": 0.080}
"""Share of all 20,000 games won. A style plays in all games of four, and in half of those of two."""

FOUR_SHARES: Final = {"long-route": 0.411, "hungry": 0.289, "one-step": 0.263, "path": 0.038}
"""Of 746 games of four in our run of their engine."""

PAIRS: Final = {
    ("hungry", "long-route"): 0.568,
    ("hungry", "one-step"): 0.612,
    ("hungry", "path"): 0.782,
    ("long-route", "one-step"): 0.549,
    ("long-route", "path"): 0.868,
    ("one-step", "path"): 0.720,
}
"""Win share of the first."""

TICKETS: Final = {
    "denver--el-paso": (0.4736, 0.2307),
    "kansas-city--houston": (0.4499, 0.2125),
    "new-york--atlanta": (0.4400, 0.2060),
    "calgary--salt-lake-city": (0.5119, 0.2597),
    "chicago--new-orleans": (0.4432, 0.2002),
    "duluth--houston": (0.4375, 0.2151),
    "helena--los-angeles": (0.5092, 0.2512),
    "sault-ste-marie--nashville": (0.4733, 0.2162),
    "chicago--santa-fe": (0.4771, 0.2147),
    "montreal--atlanta": (0.4461, 0.1879),
    "sault-ste-marie--oklahoma-city": (0.4861, 0.2345),
    "seattle--los-angeles": (0.4927, 0.2538),
    "toronto--miami": (0.4401, 0.1736),
    "duluth--el-paso": (0.5240, 0.2657),
    "denver--pittsburgh": (0.5397, 0.2890),
    "portland--phoenix": (0.5154, 0.2538),
    "dallas--new-york": (0.4646, 0.1944),
    "winnipeg--little-rock": (0.4462, 0.1953),
    "boston--miami": (0.4282, 0.1654),
    "winnipeg--houston": (0.4498, 0.2212),
    "vancouver--santa-fe": (0.4934, 0.1981),
    "montreal--new-orleans": (0.4578, 0.1729),
    "calgary--phoenix": (0.5211, 0.2705),
    "los-angeles--chicago": (0.5522, 0.2796),
    "san-francisco--atlanta": (0.5376, 0.2439),
    "portland--nashville": (0.5100, 0.2526),
    "vancouver--montreal": (0.5884, 0.3383),
    "los-angeles--miami": (0.5729, 0.2868),
    "los-angeles--new-york": (0.5276, 0.2439),
    "seattle--new-york": (0.5824, 0.3351),
}
"""Win share of the holder of the ticket at the end, in games of two and in games of four."""
