"""Rules over HTTP: drawings of their boards, summaries, differences."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from threading import Lock, Thread
from typing import Annotated, Final

from fastapi import APIRouter, Path, Query, Request, Response

from ferrovia.protocol.boards import RuleFact, RulesShown, fact_values, rules_shown
from ferrovia.protocol.drawings import Drawing, drawing_of
from ferrovia.rules.facts import difference_facts, summary
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.compressed import ASK_FIRST, DAY, CompressedBody, answer, compress_json
from ferrovia.server.http.dependencies import TheServices

log = logging.getLogger(__name__)
router = APIRouter(prefix="/api")
RulesPath = Annotated[str, Path(max_length=64)]
MOST_DRAWN: Final = 64
_drawing: defaultdict[str, Lock] = defaultdict(Lock)
"""By rules id, so that a request only waits for its own board."""


@lru_cache(maxsize=MOST_DRAWN)
def drawn(rules: Rules) -> CompressedBody:
    """The board of rules that the server offers; their ids are unique."""
    return compress_json(drawing_of(rules))


def drawn_once(rules: Rules) -> CompressedBody:
    """The same, drawn by one thread at a time: a board without a layout takes seconds."""
    with _drawing[rules.id]:
        return drawn(rules)


def draw_ahead(offered: Iterable[Rules]) -> Thread:
    """Draw boards in advance, one after another, in a daemon thread."""

    def draw() -> None:
        for rules in offered:
            try:
                drawn_once(rules)
            except Exception:  # a request for this board will fail; the others are drawn all the same
                log.exception("drawing-failed", extra={"rules": rules.id})

    thread = Thread(target=draw, name="drawing", daemon=True)
    thread.start()
    return thread


@lru_cache(maxsize=MOST_DRAWN)
def shown(rules: Rules) -> CompressedBody:
    """One rule set: its board, with the names that moves and views use, and all its rules."""
    return compress_json(rules_shown(rules))


@router.get("/rules/{rules}", responses={200: {"model": RulesShown}})
async def show_rules(services: TheServices, request: Request, rules: RulesPath) -> Response:
    """One rule set: its board, with the names that moves and views use, and all its rules."""
    return await answer(request, await asyncio.to_thread(shown, services.library.find(rules)))


@router.get("/rules/{rules}/drawing", responses={200: {"model": Drawing}})
async def show_drawing(
    services: TheServices, request: Request, rules: RulesPath, hash: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """The drawing of the board (docs/drawing.md). With the `hash` of the rules it may be cached for a day without
    revalidation."""
    resolved = services.library.find(rules)
    board = await asyncio.to_thread(drawn_once, resolved)
    return await answer(request, board, DAY if hash == resolved.hash else ASK_FIRST)


@router.get("/rules/{rules}/summary", responses={200: {"model": list[RuleFact]}})
async def show_summary(services: TheServices, request: Request, rules: RulesPath) -> Response:
    """What a newcomer needs to know, in teaching order."""
    return await answer(request, compress_json([fact_values(fact) for fact in summary(services.library.find(rules))]))


@router.get("/rules/{rules}/differences", responses={200: {"model": list[RuleFact]}})
async def show_differences(
    services: TheServices, request: Request, rules: RulesPath, known: Annotated[str, Query(alias="from", max_length=64)]
) -> Response:
    """What differs from the rules named by `from`."""
    facts = difference_facts(services.library.find(rules), services.library.find(known))
    return await answer(request, compress_json([fact_values(fact) for fact in facts]))
