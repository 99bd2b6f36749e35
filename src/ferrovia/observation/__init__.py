"""Observations: what a seat may know as one row of numbers, for learning. One source for the CPU and the GPU."""

from ferrovia.observation.encoder import Encoder

__all__ = ["Encoder"]
