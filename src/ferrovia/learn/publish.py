"""The result of a run: weights for the bot `net`, and their model card."""

import json
from pathlib import Path
from typing import Any, Final

from ferrovia.bots.net.weights import save_net
from ferrovia.observation.encoder import Encoder

METHOD: Final = "masked PPO, self-play, full-sight critic"
LIMITS: Final = "It has met itself and `planner`, no other style. It plays the rule set of its card and no other."


def write_net(
    folder: Path,
    encoder: Encoder,
    parameters: dict[str, dict[str, Any]],
    training: dict[str, Any],
    limits: str = LIMITS,
) -> None:
    """Write the weights of a rule set (`policy` and `critic`) and their card."""
    folder.mkdir(parents=True, exist_ok=True)
    rules, weights = encoder.rules, {}
    for part, values in parameters.items():
        file = folder / f"{rules.id}-{part}.npz"
        weights[part] = {"file": file.name, "sha256": save_net(file, values)}
    card = {
        "rules": {"id": rules.id, "hash": rules.hash},
        "observation": {"version": encoder.version, "hash": encoder.hash, "privileged": encoder.privileged_hash},
        "weights": weights,
        "training": {"method": METHOD, **training},
        "limits": limits,
    }
    (folder / f"{rules.id}.json").write_text(json.dumps(card, indent=2) + "\n", encoding="utf-8")
