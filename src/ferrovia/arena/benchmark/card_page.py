"""The card of a benchmark as a page that needs no other file."""

from html import escape
from typing import Any, Final

from ferrovia.rules.files.loading import load_rules

STYLE: Final = """
:root { color-scheme: light dark; --ink: light-dark(#1d2b2a, #e4eeec); --quiet: light-dark(#5a6b69, #9db0ad);
  --line: light-dark(#d9e2e0, #33423f); --accent: light-dark(#0b6b62, #58d3c2); }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: light-dark(#fff, #141c1b); }
h1 { margin: 0; overflow-wrap: anywhere; }
p { color: var(--quiet); }
.score { margin: .5rem 0 0; color: var(--ink); } .score b { font-size: 3rem; line-height: 1.1; color: var(--accent); }
svg { display: block; width: 100%; height: 1.5rem; margin: .5rem 0 1.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child { text-align: left; white-space: normal; }
td { background: color-mix(in srgb, var(--accent) calc(var(--share) * .3%), transparent); }
td small { display: block; }
"""


def card_html(card: dict[str, Any]) -> str:
    bot, suite = escape(card["bot"]), escape(card["suite"])
    low, high = card["interval"]
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{bot} · Ferrovia benchmark {suite}</title>
<style>{STYLE}</style>
<p>Ferrovia benchmark, suite {suite}</p>
<h1>{bot}</h1>
<p class="score"><b>{card["score"]:.1f}</b> of 100 · 95 % interval {low:.1f} to {high:.1f}</p>
{scale(card["score"], low, high)}
<div class="wide"><table>
{table(card["cells"])}
</table></div>
<p>The score is the mean share of wins in percent over all cells; 50 means as strong as the opponents on average. Below
each share is its 95 % interval.</p>
<p>{facts(card)}</p>
</html>
"""


def scale(score: float, low: float, high: float) -> str:
    """The score and its interval on a line from 0 to 100, with a mark at 50."""
    return (
        '<svg viewBox="0 0 100 6" preserveAspectRatio="none" role="img" '
        f'aria-label="{score:.1f} on a scale from 0 to 100">'
        '<rect y="2.5" width="100" height="1" fill="var(--line)"/>'
        f'<rect y="2.5" width="{score:.2f}" height="1" fill="var(--accent)"/>'
        '<rect x="49.9" y="1" width=".2" height="4" fill="var(--quiet)"/>'
        f'<rect x="{low:.2f}" y="1.5" width="{max(high - low, 0.4):.2f}" height="3" fill="var(--accent)"/></svg>'
    )


def table(cells: list[dict[str, Any]]) -> str:
    """A row for each rule set, a column for each opponent."""
    opponents = dict.fromkeys(cell["opponent"] for cell in cells)
    rows = [f"<tr><th>wins against{''.join(f'<th>{escape(opponent)}' for opponent in opponents)}"]
    for rules in dict.fromkeys(cell["rules"] for cell in cells):
        own = "".join(share(cell) for cell in cells if cell["rules"] == rules)
        rows.append(f"<tr><th>{escape(load_rules(rules).name)}{own}")
    return "\n".join(rows)


def share(cell: dict[str, Any]) -> str:
    """One cell: the share of wins, and its interval where games were played."""
    low, high = (100 * end for end in cell["interval"])
    interval = f"{low:.1f} – {high:.1f}" if cell["games"] else "itself"
    return f'<td style="--share:{100 * cell["share"]:.1f}">{cell["share"]:.1%}<small>{interval}</small>'


def facts(card: dict[str, Any]) -> str:
    """What a reader needs to judge the result, or to repeat it."""
    said = [f"{card['games']:,} games", f"{card['faults']} with a failure", f"Ferrovia {escape(card['version'])}"]
    said.append("the same games whenever it is run" if card["repeatable"] else "other games each time it is run")
    weights = "".join(f"; weights {escape(key)} {escape(value[:12])}" for key, value in card.get("weights", {}).items())
    return f"{', '.join(said)}{weights}."
