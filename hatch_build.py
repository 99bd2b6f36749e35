"""Packaging builds the browser client first (web/build.py), so that every wheel holds it."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ADVICE = """
What helps:
  - a connection to an npm registry, or a mirror of one:  npm_config_registry=https://… pip install …
  - a released wheel, in which the page is ready:  pip install ferrovia
  - everything but the browser page (terminal game, arena, server for programs):
      {switch}=1 pip install …
"""


def builder() -> ModuleType:
    """web/build.py, which is part of no package."""
    spec = importlib.util.spec_from_file_location("ferrovia_web_build", Path(__file__).parent / "web/build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class ClientHook(BuildHookInterface):  # type: ignore[misc, unused-ignore]  # hatchling is there while building
    """Builds the client where it is not up to date. The installed package never builds anything."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node, only if there is something to build."""
        web = builder()
        return [web.NODE] if web.wanted() and web.stale() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build; what stops it is said once, in words."""
        web = builder()
        if not web.wanted():
            return
        try:
            web.build()
        except (web.BuildError, OSError) as error:
            advice = ADVICE.format(switch=web.SWITCH)
            print(boxed(f"The browser page of Ferrovia could not be built.\n\n{error}\n{advice}"), file=sys.stderr)
            sys.exit(1)


def boxed(text: str) -> str:
    """A message that is not overlooked among pip's own."""
    lines = text.strip().splitlines()
    width = max(map(len, lines))
    edge = "─" * (width + 2)
    return "\n".join([f"┌{edge}┐", *(f"│ {line:<{width}} │" for line in lines), f"└{edge}┘"])
