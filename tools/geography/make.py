"""Generates the geography of the built-in maps: python -m tools.geography.make FOLDER (the downloads of fetch.sh)."""

import gzip
import json
import sys
from pathlib import Path

from tools.geography.maps import MAPS

TARGET = Path(__file__).resolve().parents[2] / "src" / "ferrovia" / "data" / "geography"


def main(folder: str) -> None:
    """Write one file per map and report its size."""
    TARGET.mkdir(exist_ok=True)
    for name, make in MAPS.items():
        content = make(Path(folder))
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n"
        (TARGET / f"{name}.json").write_text(text, encoding="utf-8")
        kinds = {shape["kind"]: 0 for shape in content["shapes"]}
        for shape in content["shapes"]:
            kinds[shape["kind"]] += sum(map(len, shape["lines"])) // 2
        size = len(text.encode())
        print(f"{name}: {size} bytes, {len(gzip.compress(text.encode()))} gzipped; points {kinds}")


if __name__ == "__main__":
    main(sys.argv[1])
