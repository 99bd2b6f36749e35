"""The card of a benchmark: the result as JSON, as text and as a page."""

from dataclasses import asdict
from html import escape
from importlib.metadata import version
from typing import Any, Final

from ferrovia.arena.benchmark.suite import Matchup, Suite, policy_hash, score_of
from ferrovia.bots.specs import BotSpec
from ferrovia.rules.files.loading import load_rules

FORMAT: Final = 1
"""The version of the JSON form (docs/reference/benchmark-card.schema.json)."""

STYLE: Final = (
    "body{font:16px system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}"
    "table{border-collapse:collapse;width:100%}th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid #ddd}"
    "th:first-child,td:first-child{text-align:left}.score{font-size:3rem;font-weight:700}"
)


def card_json(suite: Suite, bot: BotSpec, cells: list[Matchup]) -> dict[str, Any]:
    """The card as plain values."""
    score, interval = score_of(cells)
    played = {rules.id: (rules, bot.on(rules)) for rules in map(load_rules, suite.rules)}
    weights = {name: policy_hash(rules, own.weights) for name, (rules, own) in played.items() if own.net}
    return {
        "format": FORMAT,
        "suite": suite.name,
        "bot": bot.name if bot.variants else bot.text,  # a level is several bots, by rule set
        "version": version("ferrovia"),
        "score": round(score, 2),
        "interval": [round(end, 2) for end in interval],
        "games": sum(cell.games for cell in cells),
        "faults": sum(cell.faults for cell in cells),
        "repeatable": all(own.repeatable for _, own in played.values()),
        # SHA-256 of the policy that a net plays each rule set by: the name `net` outlives its weights
        **({"weights": weights} if weights else {}),
        "cells": [asdict(cell) for cell in cells],
    }


def matrix(card: dict[str, Any]) -> tuple[list[str], dict[str, list[float]]]:
    """The opponents, and for each rule set the shares against them."""
    opponents = list(dict.fromkeys(cell["opponent"] for cell in card["cells"]))
    shares: dict[str, list[float]] = {}
    for cell in card["cells"]:
        shares.setdefault(cell["rules"], []).append(cell["share"])
    return opponents, shares


def card_text(card: dict[str, Any]) -> str:
    """The card for the terminal."""
    opponents, shares = matrix(card)
    low, high = card["interval"]
    lines = [f"{card['bot']}, suite {card['suite']}: {card['score']:.1f}  (95 %: {low:.1f} to {high:.1f})", ""]
    lines.append(f"{'wins against':<24}" + "".join(f"{opponent:>12}" for opponent in opponents))
    lines += [f"{rules:<24}" + "".join(f"{share:>12.1%}" for share in row) for rules, row in shares.items()]
    lines += [f"\nIt failed in {card['faults']} games, where another bot played on."] if card["faults"] else []
    return "\n".join(lines)


def card_html(card: dict[str, Any]) -> str:
    """The card as a self-contained page."""
    opponents, shares = matrix(card)
    low, high = card["interval"]
    head = "".join(f"<th>{escape(opponent)}</th>" for opponent in opponents)
    rows = "".join(
        f"<tr><td>{escape(rules)}</td>{''.join(f'<td>{share:.1%}</td>' for share in row)}</tr>"
        for rules, row in shares.items()
    )
    title = f"{escape(card['bot'])} · Ferrovia benchmark {escape(card['suite'])}"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
        f'<h1>{escape(card["bot"])}</h1><p class="score">{card["score"]:.1f}</p>'
        f"<p>Suite {escape(card['suite'])}: the mean share of wins in percent, 95 % interval {low:.1f} to {high:.1f};"
        f" {card['games']:,} games, {card['faults']} with a failure, Ferrovia {escape(card['version'])}.</p>"
        f"<table><tr><th>wins against</th>{head}</tr>{rows}</table></html>\n"
    )
