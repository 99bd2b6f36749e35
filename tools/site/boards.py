"""The page of the boards: a picture and the numbers of every built-in rule set."""

from pathlib import Path

import ferrovia
from ferrovia.drawing.svg import board_svg


def write_boards(folder: Path) -> None:
    """Draw every board, and write their page."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = ["# The boards\n"]
    for name in ferrovia.built_in_rules():
        rules = ferrovia.load_rules(name)
        (folder / f"{name}.svg").write_text(board_svg(rules), "utf-8")
        parts.append(board_section(name, rules))
    (folder / "boards.md").write_text("\n".join(parts), "utf-8")


def board_section(name: str, rules: ferrovia.Rules) -> str:
    """One rule set: picture and numbers."""
    players = f"{rules.rule_set.players_min}–{rules.rule_set.players_max}"
    facts = {
        "id": f"`{name}`",
        "players": players,
        "cities": len(rules.city_ids),
        "routes": len(rules.route_ids),
        "tickets": len(rules.tickets),
        "trains": rules.rule_set.trains,
    }
    head = " | ".join(facts)
    row = " | ".join(str(value) for value in facts.values())
    ruler = " | ".join("---" for _ in facts)
    return f"## {rules.name}\n\n| {head} |\n| {ruler} |\n| {row} |\n\n![The board of {rules.name}]({name}.svg)\n"
