"""Cartography: the geometry of a board as data (where cities, car spaces, labels and land are drawn), and as SVG.

What belongs here: arranging a map on a sheet (`layout`), label placement (`labels`), the land of the built-in maps
(`land`), all of it as plain values (`board`, docs/drawing.md) and as a picture (`svg`). What does not: pages and
panels. Nothing here is random, and nothing is part of the rules.
"""

from ferrovia.drawing.board import draw_board

__all__ = ["draw_board"]
