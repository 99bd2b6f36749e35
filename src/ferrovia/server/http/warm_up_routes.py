"""Compilation progress, for the page that waits for it."""

from fastapi import APIRouter, Request

from ferrovia.protocol.answers import WarmUpInfo

router = APIRouter(prefix="/api")


@router.get("/warm-up")
async def show_warm_up(request: Request) -> WarmUpInfo:
    """Whether games can be started, and how far compilation is if not."""
    warm_up = request.app.state.warm_up
    return {"ready": warm_up.ready.is_set(), "share": warm_up.share}
