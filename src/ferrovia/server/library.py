"""What can be read about rules: how their boards are drawn."""

from functools import lru_cache
from threading import Lock
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from ferrovia.drawing import draw_board
from ferrovia.rules.resolved import Rules
from ferrovia.server.packing import ASK_FIRST, DAY, Packed, answer, packed
from ferrovia.server.routes import TheHall

router = APIRouter(prefix="/api")
RulesPath = Annotated[str, Path(max_length=64)]
MOST_DRAWN: Final = 64
_drawing = Lock()


@lru_cache(maxsize=MOST_DRAWN)
def drawn(rules: Rules) -> Packed:
    """The board of rules that a server offers, of which no two are called the same."""
    return packed(draw_board(rules))


@router.get("/rules/{rules}/drawing")
def show_drawing(
    hall: TheHall, request: Request, rules: RulesPath, hash: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """Where everything of its board is drawn (docs/drawing.md). With the `hash` of the rules it may be kept for a day
    without asking again."""
    found = hall.shelf.find(rules)
    with _drawing:  # a board without a layout takes seconds, and whoever comes meanwhile need not draw it again
        board = drawn(found)
    return answer(request, board, DAY if hash == found.hash else ASK_FIRST)
