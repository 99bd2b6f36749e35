"""Reliability diagrams as SVG: what was predicted to the right, what happened upwards."""

from typing import Final

PANEL: Final = 170
INSET: Final = 26
TICKS: Final = (0, 50, 100)
STYLE: Final = (
    "text{font:11px sans-serif;fill:#555}.title{fill:#333;font-weight:bold}.frame{fill:#fff;stroke:#999}"
    ".even{stroke:#999;stroke-dasharray:3 3}.bar{stroke:#1f6f8b}circle{fill:#1f6f8b}"
)

Dot = list[float]
"""What was predicted, what happened, and the half-width of its interval."""


def draw_panels(rows: list[list[tuple[str, list[Dot]]]]) -> str:
    """All diagrams, each row of them from left to right."""
    panels = [
        draw_panel(column * PANEL, row * PANEL, title, dots)
        for row, titled in enumerate(rows)
        for column, (title, dots) in enumerate(titled)
    ]
    width, height = PANEL * max(map(len, rows), default=1), PANEL * max(1, len(rows))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
    title = "<title>Win shares by rule set and number of players: predicted to the right, what happened upwards</title>"
    return f"{head}{title}<style>{STYLE}</style>{''.join(panels)}</svg>\n"


def draw_panel(left: int, top: int, title: str, dots: list[Dot]) -> str:
    """One diagram."""
    size = PANEL - 2 * INSET

    def at(said: float, made: float) -> tuple[float, float]:
        return left + INSET + size * said, top + PANEL - INSET - size * made

    (x0, y0), (x1, y1) = at(0, 0), at(1, 1)
    parts = [f'<rect x="{x0:g}" y="{y1:g}" width="{size}" height="{size}" class="frame"/>']
    parts.append(f'<line x1="{x0:g}" y1="{y0:g}" x2="{x1:g}" y2="{y1:g}" class="even"/>')
    for tick in TICKS:
        across, up = at(tick / 100, 0)[0], at(0, tick / 100)[1]
        parts.append(f'<text x="{across:g}" y="{y0 + 12:g}" text-anchor="middle">{tick}</text>')
        parts.append(f'<text x="{x0 - 3:g}" y="{up + 4:g}" text-anchor="end">{tick}</text>')
    for said, made, spread in dots:
        (x, low), (_, high) = at(said, max(0.0, made - spread)), at(said, min(1.0, made + spread))
        parts.append(f'<line x1="{x:.1f}" y1="{low:.1f}" x2="{x:.1f}" y2="{high:.1f}" class="bar"/>')
        parts.append(f'<circle cx="{x:.1f}" cy="{at(said, made)[1]:.1f}" r="2.5"/>')
    parts.append(f'<text x="{x0:g}" y="{y1 - 7:g}" class="title">{title}</text>')
    return "".join(parts)
