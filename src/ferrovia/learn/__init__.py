"""Training: masked PPO self-play with a full-information critic. Needs torch (extra `train`)."""

import os
from importlib.util import find_spec

from ferrovia.errors import FerroviaError


def check_torch() -> None:
    """Say in one sentence that torch is missing, before anything imports it. Its threads are told to sleep while they
    wait for each other: those that spin make training thirty times slower on a computer that has other work."""
    if find_spec("torch") is None:
        raise FerroviaError("training needs torch: pip install 'ferrovia[train]'")
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
