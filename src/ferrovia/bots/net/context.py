"""Inference context: what a thread needs to run networks, that is the networks, the layout of the observation and
working arrays."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ferrovia.bots.kernels.net_options import CRITIC, LOOK_OPTIONS, POLICY
from ferrovia.bots.net.inference import LAYERS
from ferrovia.bots.net.library import load_trained
from ferrovia.bots.net.networks import INPUTS, OUTPUTS, WIDTH, Networks, join
from ferrovia.observation.encoder import Encoder
from ferrovia.observation.space import OBSERVATION_SPACE

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules

WORLDS = LOOK_OPTIONS["worlds"].place


class InferenceContext(NamedTuple):
    """The arguments of the net's kernels that stay the same from game to game."""

    networks: Networks
    offsets: Any
    """Where the parts of an observation lie: an array of one record."""
    rival_offsets: Any
    size: int
    """Numbers of an observation; what rivals hide follows them in `row`."""
    block: int
    """Numbers of what one rival hides."""
    row: Any
    spaces: Any
    layers: Any
    active: Any
    logits: Any
    values: Any
    """The critic's values, one a seat."""


def new_context(encoder: Encoder, networks: Sequence[Networks]) -> InferenceContext:
    """A context for one thread; the networks' arrays may be shared."""
    joined = networks[0] if len(networks) == 1 else join(networks)
    widest = int(joined.shapes[:, [INPUTS, WIDTH, OUTPUTS]].max())
    return InferenceContext(
        joined,
        encoder.offsets,
        encoder.rival_offsets,
        encoder.size,
        encoder.block,
        np.zeros(encoder.size + encoder.privileged_size, np.int8),
        np.zeros(1, OBSERVATION_SPACE),
        np.zeros((LAYERS, widest), np.float32),
        np.zeros(widest, np.int64),
        np.zeros(widest, np.float32),
        np.zeros(widest, np.float32),
    )


def context_for(rules: "Rules", folders: Sequence[Path | None], memories: Sequence[Any]) -> InferenceContext:
    """A context with the networks of some bots: the folder and the memory of each, which is told their numbers."""
    packed: list[Networks] = []
    for folder, memory in zip(folders, memories, strict=True):
        trained = load_trained(rules, folder)
        needed = [(POLICY, trained.policy)]
        needed += [(CRITIC, trained.critic)] if memory["options"][WORLDS] else []
        for place, networks in needed:
            known = [number for number, other in enumerate(packed) if other is networks]
            memory["options"][place] = known[0] if known else len(packed)
            packed += [] if known else [networks]
    return new_context(load_trained(rules, folders[0]).encoder, packed)
