"""Cartography: the geometry of a board as data (where cities, train spaces, labels and land are drawn), and as SVG.

In this room: laying out a map on a sheet (`layout`), label placement (`labels`), the land of the built-in maps
(`land`), the result as plain values (`board`, docs/drawing.md) and as a picture (`svg`). Not in this room: pages and
panels. Nothing here is random, and nothing is part of the rules.
"""

from ferrovia.drawing.board import draw_board

__all__ = ["draw_board"]
