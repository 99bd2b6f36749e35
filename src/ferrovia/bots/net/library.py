"""Library of trained networks: a folder of weights and model cards, built-in or the user's.

A model card (`RULES.json`) records the rules and the observation its weights were trained on, the hash of each file of
weights, how they were trained and how strong they are. It is looked up by the hash of the rules, not by their name.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from ferrovia.bots.net.networks import Networks, pack
from ferrovia.bots.net.numpy_network import NumpyNetwork
from ferrovia.bots.net.weights import WeightsError, dequantised, load_card, read_checked
from ferrovia.observation.encoder import Encoder

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules

FOLDER: Final = "nets"


@dataclass(frozen=True)
class ModelCard:
    """Metadata of a set of weights."""

    folder: Path
    content: dict[str, Any]

    @property
    def rules(self) -> str:
        """The id of the rules the weights were trained for."""
        return str(self.content["rules"]["id"])

    def has(self, part: str) -> bool:
        """Whether the weights have this part."""
        return part in self.content["weights"]

    def file(self, part: str) -> Path:
        """The file of the `policy` or of the `critic`."""
        if not self.has(part):
            where = f"the weights for {self.rules} in {self.folder.name}"
            raise WeightsError(f"{where} have no {part}: `net` can play by them, `net+look` cannot")
        return self.folder / str(self.content["weights"][part]["file"])

    def hash(self, part: str) -> str:
        """The expected hash of a part's file."""
        return str(self.content["weights"][part]["sha256"])


def built_in() -> Traversable:
    """The folder with the weights of the package."""
    return resources.files("ferrovia").joinpath("data", FOLDER)


def model_cards(folder: Path | None = None) -> Iterator[ModelCard]:
    """All model cards of a folder, or of the package."""
    directory = folder or Path(str(built_in()))
    for path in sorted(directory.glob("*.json")) if directory.is_dir() else ():
        content = load_card(path)
        if "weights" in content:
            yield ModelCard(directory, content)


def card_for(rules: "Rules", folder: Path | None = None) -> ModelCard | None:
    """The card of the weights for these rules, if there is one."""
    return next((card for card in model_cards(folder) if card.content["rules"]["hash"] == rules.hash), None)


def has_weights(rules: "Rules") -> bool:
    """Whether the package has weights for these rules."""
    return card_for(rules) is not None


@dataclass(frozen=True, eq=False)
class TrainedNet:
    """The networks of one rule set, each read when it is first asked for."""

    card: ModelCard
    encoder: Encoder

    @cached_property
    def policy(self) -> Networks:
        """The policy, which sees what its seat may know."""
        return pack(self._stored("policy"), self._scales("policy"))

    @cached_property
    def critic(self) -> Networks:
        """The critic, which sees everything."""
        return pack(self._stored("critic"), self._scales("critic"))

    def in_numpy(self, part: str = "policy") -> NumpyNetwork:
        """The policy or the critic in NumPy: it answers for many observations at once."""
        return NumpyNetwork(dequantised(self._stored(part)), self._scales(part))

    def _scales(self, part: str) -> Any:
        own, hidden = self.encoder.scales, self.encoder.privileged_scales
        return own if part == "policy" else np.concatenate([own, hidden])

    def _stored(self, part: str) -> dict[str, Any]:
        return read_checked(self.card.file(part), len(self._scales(part)), self.card.hash(part))


def load_trained(rules: "Rules", folder: Path | None = None) -> TrainedNet:
    """The networks for these rules; WeightsError says what is missing or wrong, and what helps."""
    own = folder is not None and not folder.is_relative_to(str(built_in()))
    card = card_for(rules, folder) if own else None  # training replaces the weights in a folder of one's own
    return _load(_ByHash(rules), folder, card.hash("policy") if card else "")


class _ByHash:
    """Cache key: the same rules hash, the same networks."""

    def __init__(self, rules: "Rules") -> None:
        self.rules = rules

    def __hash__(self) -> int:
        return hash(self.rules.hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _ByHash) and other.rules.hash == self.rules.hash


@lru_cache(maxsize=16)
def _load(key: _ByHash, folder: Path | None, _version: str) -> TrainedNet:
    rules = key.rules
    card = card_for(rules, folder)
    if card is None:
        known = ", ".join(sorted(other.rules for other in model_cards(folder))) or "no rules at all"
        named = rules.id if rules.built_in else "FILE"  # the path of a board of one's own is not known here
        raise WeightsError(
            f"net has no weights for {rules.id} ({where(folder)}: {known}); "
            f"`ferrovia train {named} --out DIR` makes them, and net:weights=DIR plays by them"
        )
    encoder = Encoder(rules, threads=1)
    if card.content["observation"]["hash"] != encoder.hash:
        raise WeightsError(
            f"the weights for {rules.id} ({where(folder)}) were trained on another observation; train them again"
        )
    trained = TrainedNet(card, encoder)
    _ = trained.policy  # damaged weights are found now, not in the middle of a game
    return trained


def where(folder: Path | None) -> str:
    """A folder as a sentence names it."""
    return f"in {folder}" if folder else "built in"
