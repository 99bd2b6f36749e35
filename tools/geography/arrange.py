"""Computes and stores the layouts of the built-in maps with high effort: python -m tools.geography.arrange [MAP…]."""

import json
import sys
from pathlib import Path

from ferrovia.drawing.labels.placement import hidden_names
from ferrovia.drawing.layout.arranging import Effort, air_of, arrange
from ferrovia.drawing.layout.clashes import clashes
from ferrovia.drawing.layout.stored import packed
from ferrovia.rules.files.loading import load_rules

TARGET = Path(__file__).resolve().parents[2] / "src" / "ferrovia" / "data" / "geography"
PATIENCE = {
    "north-america": Effort(sizes=(1.0, 0.97, 0.94), rounds=120, namings=4),
    "switzerland": Effort(sizes=(1.2, 1.15, 1.1), rounds=120, namings=4),
    "new-york": Effort(sizes=(1.0, 0.97, 0.94), rounds=120, namings=4),
}


def main(names: list[str]) -> None:
    """Write one file per map and report the remaining clashes."""
    for name in names or PATIENCE:
        rules = load_rules(name)
        sheet = arrange(rules, PATIENCE[name])
        text = json.dumps(packed(rules, sheet), ensure_ascii=False, separators=(",", ":")) + "\n"
        (TARGET / f"{name}.arranged.json").write_text(text, encoding="utf-8")
        tight, hidden = clashes(sheet, air_of(sheet)), hidden_names(sheet)
        print(f"{name}: {len(text)} bytes, a space is {sheet.sizes.length:.1f} long; too near {tight}, hidden {hidden}")


if __name__ == "__main__":
    main(sys.argv[1:])
