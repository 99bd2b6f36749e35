"""Shapes of a rule set's networks: real sizes, padded sizes, and which columns are real."""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from ferrovia.learn.net import ResidualNet, padded
from ferrovia.observation.encoder import Encoder

OUTPUT_ALIGNMENT: Final = 8


@dataclass(frozen=True, slots=True)
class Shapes:
    """Inputs and outputs of a rule set's networks."""

    encoder: Encoder

    @property
    def row(self) -> int:
        """Padded size of an observation."""
        return padded(self.encoder.size)

    @property
    def hidden(self) -> int:
        """Padded size of a privileged row."""
        return padded(self.encoder.privileged_size)

    @property
    def seats(self) -> int:
        """Seats of the largest table: the critic's real outputs."""
        return self.encoder.rivals + 1

    def policy(self, width: int, blocks: int) -> ResidualNet:
        scales = self.pad(self.encoder.scales, self.row)
        return ResidualNet(scales, padded(self.encoder.actions, OUTPUT_ALIGNMENT), width, blocks)

    def critic(self, width: int, blocks: int) -> ResidualNet:
        """A new critic: it reads the observation, then the hidden information."""
        own, hidden = self.pad(self.encoder.scales, self.row), self.pad(self.encoder.privileged_scales, self.hidden)
        return ResidualNet(np.concatenate([own, hidden]), padded(self.seats, OUTPUT_ALIGNMENT), width, blocks)

    def columns(self, critic: bool) -> Any:
        """The real columns of the first weights."""
        own = np.arange(self.encoder.size)
        return np.concatenate([own, self.row + np.arange(self.encoder.privileged_size)]) if critic else own

    def outputs(self, critic: bool) -> int:
        """The number of real outputs."""
        return self.seats if critic else self.encoder.actions

    @staticmethod
    def pad(numbers: Any, size: int) -> Any:
        """The numbers padded with zeros."""
        return np.pad(numbers, (0, size - len(numbers)))
