"""Packs trained weights for the wheel: `python -m tools.pack_nets FOLDER [--commit HASH]`.

FOLDER holds what `ferrovia train` wrote: RULES-policy.npz, RULES-critic.npz and RULES-log.json. Each
rule set becomes two files of signed bytes and a model card in src/ferrovia/data/nets. Measured strength already on a
card stays there if the weights are the same. A policy that a benchmark suite pins is kept beside the suite.
"""

import argparse
import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

from ferrovia.bots.net.weights import read_parameters, save_net
from ferrovia.observation.encoder import Encoder
from ferrovia.rules.files.loading import built_in_rules, load_rules

TARGET = Path(__file__).resolve().parent.parent / "src" / "ferrovia" / "data" / "nets"
SUITES = TARGET.parent / "suites"
LIMITS = "It has met itself and `planner`, no other style. It plays the rule set of its card and no other."


def pack(source: Path, rules_id: str, commit: str) -> dict[str, Any]:
    """Write the weights and the card of one rule set; return the card."""
    rules = load_rules(rules_id)
    encoder = Encoder(rules)
    weights = {}
    for part in ("policy", "critic"):
        file = TARGET / f"{rules_id}-{part}.npz"
        parameters = read_parameters(source / file.name)
        weights[part] = {"file": file.name, "sha256": save_net(file, parameters)}
    last = json.loads((source / f"{rules_id}-log.json").read_text("utf-8"))[-1]
    return {
        "rules": {"id": rules.id, "hash": rules.hash},
        "observation": {"version": encoder.version, "hash": encoder.hash, "privileged": encoder.privileged_hash},
        "weights": weights,
        "training": {
            "method": "masked PPO, self-play from nothing, full-sight critic",
            "players": sorted(map(int, last["tables"])),
            "decisions": last["decisions"],
            "seconds": last["seconds"],
            "device": "one NVIDIA H200",
            "commit": commit,
        },
        "limits": LIMITS,
    }


def keep_pinned(rules_id: str, nets: Path = TARGET, suites: Path = SUITES) -> list[Path]:
    """Copy a policy that benchmark suites pin beside these suites, before it is replaced; return the folders."""
    card = json.loads(path.read_text("utf-8")) if (path := nets / f"{rules_id}.json").exists() else {"weights": {}}
    policy = card["weights"].get("policy")
    folders = []
    for suite in sorted(suites.glob("*.toml")):
        pinned = tomllib.loads(suite.read_text("utf-8")).get("nets", {}).get(rules_id)
        if policy and policy["sha256"] == pinned:
            folder = suites / suite.stem
            folder.mkdir(exist_ok=True)
            shutil.copy(nets / policy["file"], folder)
            kept = {key: card[key] for key in ("rules", "observation")} | {"weights": {"policy": policy}}
            (folder / path.name).write_text(json.dumps(kept, indent=2) + "\n", "utf-8")
            folders.append(folder)
    return folders


def main() -> None:
    """Pack every rule set of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--commit", default="")
    arguments = parser.parse_args()
    TARGET.mkdir(parents=True, exist_ok=True)
    for rules_id in built_in_rules():
        if (arguments.folder / f"{rules_id}-policy.npz").exists():
            keep_pinned(rules_id)
            card = pack(arguments.folder, rules_id, arguments.commit)
            path = TARGET / f"{rules_id}.json"
            before = json.loads(path.read_text("utf-8")) if path.exists() else {}
            if before.get("weights") == card["weights"] and "strength" in before:
                card["strength"] = before["strength"]
            path.write_text(json.dumps(card, indent=2) + "\n", "utf-8")
            print(
                f"{rules_id}: {sum(each.stat().st_size for each in TARGET.glob(f'{rules_id}-[pc]*.npz')) / 1e6:.1f} MB"
            )


if __name__ == "__main__":
    main()
