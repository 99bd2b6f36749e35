"""python -m ferrovia.drawing RULES > board.svg (or --json): a board to look at."""

import json
import sys

from ferrovia.drawing.board import draw_board
from ferrovia.drawing.preview import preview
from ferrovia.rules.files.loading import load_rules


def main(arguments: list[str]) -> None:
    """Writes the board of the rules called so."""
    rules = load_rules(next((each for each in arguments if each != "--json"), "north-america"))
    board = draw_board(rules)
    print(json.dumps(board, ensure_ascii=False) if "--json" in arguments else preview(rules, board))


if __name__ == "__main__":
    main(sys.argv[1:])
