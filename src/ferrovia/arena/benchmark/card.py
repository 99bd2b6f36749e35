"""The card of a benchmark: the result as JSON and as text."""

from dataclasses import asdict
from importlib.metadata import version
from typing import Any, Final

from ferrovia.arena.benchmark.suite import Matchup, Suite, policy_hash, score_of
from ferrovia.bots.specs import BotSpec
from ferrovia.rules.files.loading import load_rules

FORMAT: Final = 1
"""The version of the JSON form (docs/reference/benchmark-card.schema.json)."""


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
