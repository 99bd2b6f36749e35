"""Renderings of a game: text, SVG, or pixels."""

import io
import sys
from typing import Any, Final

import numpy as np
from gymnasium.error import DependencyNotInstalled

from ferrovia.game.game import Game

RENDER_MODES: Final = ("human", "ansi", "svg", "rgb_array")
WIDTH: Final = 640
"""Width of a rendering in pixels."""
FONT: Final[dict[str, Any]] = {"sans_serif_family": "DejaVu Sans"} if sys.platform == "linux" else {}
"""The renderer looks for Arial, which few Linux machines have."""


def check_mode(mode: str | None) -> str | None:
    """Check that a render mode exists."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}; there are {', '.join(RENDER_MODES)}")
    return mode


def render(game: Game, mode: str | None) -> Any:
    """The table as a spectator sees it; `human` prints it."""
    if mode == "ansi":
        return str(game)
    if mode == "svg":
        return game._repr_svg_()
    if mode == "rgb_array":
        return pixels(game._repr_svg_())
    if mode == "human":
        print(game)
    return None


def pixels(svg: str) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """A drawing as an array (height, width, 3)."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise DependencyNotInstalled("rgb_array needs resvg-py and Pillow: pip install 'ferrovia[envs]'") from error
    picture = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDTH, background="white", **FONT))
    return np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
