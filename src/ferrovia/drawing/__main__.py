"""python -m ferrovia.drawing RULES > board.svg (or --json): a board to look at."""

import json
import sys

from ferrovia.drawing.board import draw_board
from ferrovia.drawing.svg import board_svg
from ferrovia.rules.files.loading import load_rules


def main(arguments: list[str]) -> None:
    """Write the board of the named rules."""
    rules = load_rules(next((each for each in arguments if each != "--json"), "north-america"))
    print(json.dumps(draw_board(rules), ensure_ascii=False) if "--json" in arguments else board_svg(rules))


if __name__ == "__main__":
    main(sys.argv[1:])
