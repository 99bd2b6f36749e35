"""What can be read about rules: how their boards are drawn, what they say, how they differ."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from threading import Lock, Thread
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from ferrovia.protocol.boards import RuleFact, fact_values
from ferrovia.protocol.drawings import Drawing, drawing_of
from ferrovia.rules.facts import differences, summary
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.compressed import ASK_FIRST, DAY, CompressedBody, answer, compress_json
from ferrovia.server.http.tables import TheServices

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api")
RulesPath = Annotated[str, Path(max_length=64)]
MOST_DRAWN: Final = 64
_drawing: defaultdict[str, Lock] = defaultdict(Lock)
"""By the rules' ids: nobody waits for a board of others."""


@lru_cache(maxsize=MOST_DRAWN)
def drawn(rules: Rules) -> CompressedBody:
    """The board of rules that a server offers, of which no two are called the same."""
    return compress_json(drawing_of(rules))


def drawn_once(rules: Rules) -> CompressedBody:
    """The same, drawn once at a time: a board without a layout takes seconds."""
    with _drawing[rules.id]:
        return drawn(rules)


def draw_ahead(offered: Iterable[Rules]) -> Thread:
    """Draw boards before anybody asks for them, one after the other, in a daemon thread."""

    def draw() -> None:
        for rules in offered:
            try:
                drawn_once(rules)
            except Exception:  # the request for this board will fail; the others are drawn all the same
                log.exception("drawing-failed", extra={"rules": rules.id})

    thread = Thread(target=draw, name="drawing", daemon=True)
    thread.start()
    return thread


@router.get("/rules/{rules}/drawing", responses={200: {"model": Drawing}})
async def show_drawing(
    services: TheServices, request: Request, rules: RulesPath, hash: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """Where everything of its board is drawn (docs/drawing.md). With the `hash` of the rules it may be kept for a day
    without asking again."""
    found = services.library.find(rules)
    board = await asyncio.to_thread(drawn_once, found)
    return await answer(request, board, DAY if hash == found.hash else ASK_FIRST)


@router.get("/rules/{rules}/summary", responses={200: {"model": list[RuleFact]}})
async def show_summary(services: TheServices, request: Request, rules: RulesPath) -> Response:
    """What a newcomer has to know of them, in the order in which one learns."""
    return await answer(request, compress_json([fact_values(fact) for fact in summary(services.library.find(rules))]))


@router.get("/rules/{rules}/differences", responses={200: {"model": list[RuleFact]}})
async def show_differences(
    services: TheServices, request: Request, rules: RulesPath, known: Annotated[str, Query(alias="from", max_length=64)]
) -> Response:
    """What differs from the rules called `from`."""
    found = differences(services.library.find(rules), services.library.find(known))
    return await answer(request, compress_json([fact_values(fact) for fact in found]))
