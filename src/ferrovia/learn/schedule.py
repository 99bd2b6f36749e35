"""Schedules along a run: rates decay linearly after the warm-up."""

from ferrovia.learn.options import TrainingOptions

WARM_UP = 0.01
"""Share of the plan in which the learning rate rises to its full value."""


def between(first: float, last: float, progress: float) -> float:
    """Linear interpolation."""
    return first + (last - first) * min(1.0, progress)


def learning_rate(options: TrainingOptions, progress: float) -> float:
    """The learning rate at a point of the plan."""
    return between(options.rate, options.last_rate, progress) * min(1.0, 0.1 + progress / WARM_UP)


def entropy_weight(options: TrainingOptions, progress: float) -> float:
    """The weight of the entropy bonus at a point of the plan."""
    return between(options.entropy, options.last_entropy, progress)
