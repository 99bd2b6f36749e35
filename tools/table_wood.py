"""Draw the wood of the table that boards lie on, `web/src/images/table.webp`: `python -m tools.table_wood`.

Gray, and laid over the colour of the table by the style sheet, so that day and night have the same wood. Noise that is
smoothed in the frequency domain goes on without a seam where the picture is repeated.
"""

from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image

PICTURE: Final = Path(__file__).parent.parent / "web/src/images/table.webp"
WIDTH, HEIGHT, PLANK = 1024, 384, 128
SEED: Final = 7
FIBRES: Final = ((0.55, 130, 2.2), (0.32, 60, 1.0), (0.22, 240, 14))
"""Weight, length and thickness of fibres, in pixels."""
WAVES: Final = (8, 170, 30)
"""How far fibres swing, and how slowly along and across."""
GRAIN, TONES = 13.0, 5.0
"""How much fibres and planks differ, in levels of gray around the middle."""
QUALITY: Final = 40

Plane = NDArray[np.float64]


def noise(random: np.random.Generator, along: float, across: float) -> Plane:
    """Noise without a seam, smoothed by Gaussians of these widths; its standard deviation is 1."""
    x, y = np.fft.fftfreq(WIDTH)[None, :], np.fft.fftfreq(HEIGHT)[:, None]
    blur = np.exp(-2 * np.pi**2 * ((x * along) ** 2 + (y * across) ** 2))
    blurred = np.fft.ifft2(np.fft.fft2(random.standard_normal((HEIGHT, WIDTH))) * blur).real
    return np.asarray(blurred / blurred.std())


def fibres(random: np.random.Generator) -> Plane:
    """The grain of one trunk: fibres along the planks, which swing slowly."""
    straight = np.sum([weight * noise(random, along, across) for weight, along, across in FIBRES], axis=0)
    far, along, across = WAVES
    rows = (np.arange(HEIGHT)[:, None] + far * noise(random, along, across)).astype(int) % HEIGHT
    return np.asarray(straight[rows, np.arange(WIDTH)[None, :]])


def joints() -> Plane:
    """The joint between two planks: dark, with light on the edge below it; one value for each row."""
    row = np.arange(HEIGHT) % PLANK
    dark = -42 * np.exp(-(((row - 0.3) / 1.1) ** 2)) - 10 * np.exp(-(((PLANK - 1 - row) / 2.5) ** 2))
    return np.asarray(dark + 13 * np.exp(-(((row - 2.4) / 1.2) ** 2)))


def wood() -> NDArray[np.uint8]:
    """The picture: planks of different trunks."""
    random = np.random.default_rng(SEED)
    tones = np.zeros((HEIGHT, WIDTH))
    for top in range(0, HEIGHT, PLANK):
        plank = slice(top, top + PLANK)
        tones[plank] = GRAIN * fibres(random)[plank] + random.normal(0, TONES)
    return np.asarray(np.clip(128 + tones + joints()[:, None], 40, 215), np.uint8)


if __name__ == "__main__":
    PICTURE.parent.mkdir(exist_ok=True)
    Image.fromarray(wood()).convert("RGB").save(PICTURE, quality=QUALITY, method=6)
