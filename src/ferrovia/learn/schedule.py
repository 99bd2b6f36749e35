"""What changes along a run: rates fall in a straight line, the warm-up apart."""

from ferrovia.learn.options import TrainingOptions

WARM_UP = 0.01
"""Share of the plan in which the learning rate rises to its full height."""


def between(first: float, last: float, progress: float) -> float:
    """A number on the way from the first to the last."""
    return first + (last - first) * min(1.0, progress)


def learning_rate(options: TrainingOptions, progress: float) -> float:
    """The learning rate at a share of the plan."""
    return between(options.rate, options.last_rate, progress) * min(1.0, 0.1 + progress / WARM_UP)


def entropy_weight(options: TrainingOptions, progress: float) -> float:
    """The weight of the entropy bonus at a share of the plan."""
    return between(options.entropy, options.last_entropy, progress)
