"""Training: masked PPO self-play with a full-information critic. Needs torch (extra `train`)."""

from importlib.util import find_spec

from ferrovia.errors import FerroviaError


def check_torch() -> None:
    """Say in one sentence that torch is missing, before anything imports it."""
    if find_spec("torch") is None:
        raise FerroviaError("training needs torch: pip install 'ferrovia[train]'")
