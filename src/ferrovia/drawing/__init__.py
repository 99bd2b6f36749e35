"""The geometry of a beautiful board, as data: where cities, car spaces, names and the land under them are drawn.

What belongs here: arranging a map on a sheet (`arranging` and what it calls), the land of the built-in maps
(`geography`), and all of it as plain values (`board`, docs/drawing.md). What does not: colours, fonts, SVG elements,
except in `preview`, which is for looking at it. Nothing here is random, and nothing is part of the rules.
"""

from ferrovia.drawing.board import draw_board

__all__ = ["draw_board"]
