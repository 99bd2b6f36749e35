"""`python -m ferrovia.drawing RULES > board.svg`: a board to look at."""

import argparse
import json

from ferrovia.drawing.board import draw_board
from ferrovia.drawing.svg import board_svg
from ferrovia.errors import FerroviaError
from ferrovia.rules.files.loading import load_rules


def main() -> None:
    """Write the board of the named rules."""
    parser = argparse.ArgumentParser(prog="python -m ferrovia.drawing", description=__doc__)
    parser.add_argument("rules", nargs="?", default="north-america", help="rule set or file (default north-america)")
    parser.add_argument("--json", action="store_true", help="as the browser gets it")
    arguments = parser.parse_args()
    try:
        rules = load_rules(arguments.rules)
    except FerroviaError as error:
        raise SystemExit(str(error)) from None
    print(json.dumps(draw_board(rules), ensure_ascii=False) if arguments.json else board_svg(rules))


if __name__ == "__main__":
    main()
