"""The hand-laid tables of the engine's tests are used here too."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "engine"))
