"""Training report: learning curves and the network's play, as one self-contained HTML file."""

from collections.abc import Callable, Sequence
from html import escape
from typing import Any, Final

WIDTH, HEIGHT, MARGIN = 560, 180, 36
COLOURS: Final = ("#1b6ca8", "#c8553d", "#2e7d4f", "#8a5a9e")
STYLE: Final = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#222}"
    "table{border-collapse:collapse}td,th{padding:.2rem .8rem;text-align:right;border-bottom:1px solid #ddd}"
    "figure{margin:1.5rem 0}svg{width:100%;height:auto;max-width:40rem}text{font-size:11px;fill:#555}"
    "polyline{fill:none;stroke-width:2}"
)
CURVES: Final[tuple[tuple[str, Callable[[dict[str, Any], str], float]], ...]] = (
    ("Mean points of a seat", lambda line, table: line["tables"][table]["points"]),
    ("Wins against older selves, %", lambda line, table: 100 * line["tables"][table]["wins"]),
    ("Wins against planners, %", lambda line, table: 100 * line["tables"][table].get("scripted_wins", 0)),
    ("Tickets completed", lambda line, table: line["tables"][table]["completed"]),
    ("Turns a seat", lambda line, table: line["tables"][table]["rounds"]),
)
COLUMNS: Final = (
    ("points", "points"),
    ("best", "winner's points"),
    ("completed", "tickets completed"),
    ("kept", "tickets kept"),
    ("rounds", "turns a seat"),
    ("trail", "longest path, trains"),
    ("games", "games"),
)


def training_page(name: str, log: Sequence[dict[str, Any]]) -> str:
    """The whole page. Keys of tables may be numbers, or strings as in JSON."""
    lines = [{**line, "tables": {str(key): value for key, value in line["tables"].items()}} for line in log]
    lines = [line for line in lines if all(table["games"] for table in line["tables"].values())]
    body = summary(lines[-1]) + "".join(figure(title, lines, pick) for title, pick in CURVES) if lines else ""
    body += strength_table(lines)
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(name)}: training</title>'
        f"<style>{STYLE}</style><h1>{escape(name)}: training</h1>{body or '<p>No game was finished yet.</p>'}</html>\n"
    )


def summary(line: dict[str, Any]) -> str:
    """The result of the run, and how the network plays now."""
    head = "".join(f"<th>{title}</th>" for _, title in COLUMNS)
    rows = "".join(
        f"<tr><th>{players} players</th>{''.join(f'<td>{table[key]:g}</td>' for key, _ in COLUMNS)}</tr>"
        for players, table in line["tables"].items()
    )
    sentence = f"{line['decisions']:,} decisions in {line['seconds'] / 60:.1f} minutes, {line['speed']:,} a second."
    return f"<p>{sentence} The last games of self-play:</p><table><tr><th></th>{head}</tr>{rows}</table>"


def strength_table(lines: Sequence[dict[str, Any]]) -> str:
    """Wins against fixed opponents, a row for each time they were measured."""
    measured = [line for line in lines if line.get("strength")]
    if not measured:
        return ""
    rivals = list(measured[-1]["strength"])
    head = "".join(f"<th>{escape(rival)}</th>" for rival in rivals)
    rows = "".join(
        f"<tr><td>{line['seconds'] / 60:.1f}</td><td>{line['decisions']:,}</td>"
        + "".join(f"<td>{100 * line['strength'].get(rival, 0):.1f} %</td>" for rival in rivals)
        + "</tr>"
        for line in measured
    )
    return (
        f"<h2>Wins against fixed opponents</h2><table><tr><th>minutes</th><th>decisions</th>{head}</tr>{rows}</table>"
    )


def figure(title: str, lines: Sequence[dict[str, Any]], pick: Callable[[dict[str, Any], str], float]) -> str:
    """One chart with a curve for each number of players."""
    tables = list(lines[-1]["tables"])
    values = {table: [pick(line, table) for line in lines] for table in tables}
    low, high = min(map(min, values.values())), max(map(max, values.values()))
    seconds = [line["seconds"] for line in lines]
    curves = "".join(
        f'<polyline stroke="{colour}" points="{points(seconds, values[table], low, high)}"/>'
        f'<text x="{WIDTH - MARGIN + 4}" y="{MARGIN + 14 * number}" style="fill:{colour}">{escape(table)} p.</text>'
        for number, (table, colour) in enumerate(zip(tables, COLOURS, strict=False))
    )
    axes = (
        f'<text x="0" y="{MARGIN}">{high:.3g}</text><text x="0" y="{HEIGHT - MARGIN}">{low:.3g}</text>'
        f'<text x="{WIDTH - 2 * MARGIN}" y="{HEIGHT - 8}">{seconds[-1] / 60:.1f} min</text>'
    )
    drawing = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">{axes}{curves}</svg>'
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing}</figure>"


def points(across: Sequence[float], up: Sequence[float], low: float, high: float) -> str:
    """The points of a curve in the drawing."""
    width, height, longest = WIDTH - 2 * MARGIN, HEIGHT - 2 * MARGIN, max(across[-1], 1e-9)
    tall = max(high - low, 1e-9)
    return " ".join(
        f"{MARGIN + width * x / longest:.1f},{HEIGHT - MARGIN - height * (y - low) / tall:.1f}"
        for x, y in zip(across, up, strict=True)
    )
