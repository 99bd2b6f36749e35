"""Health of this process: liveness, readiness and metrics for the operator, warm-up for the page that waits for it."""

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from ferrovia.protocol.answers import WarmUpInfo
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.http.dependencies import TheServices, state_of

router = APIRouter()


@router.get("/healthz", include_in_schema=False)
async def healthz() -> Response:
    """Liveness: this process answers. Restarting it would fix nothing else."""
    return PlainTextResponse("ok\n")


@router.get("/readyz", include_in_schema=False)
async def readyz(request: Request) -> Response:
    """Readiness: games can be played here. The kernels are loaded, and the store can be written."""
    state = state_of(request)
    if not state.warm_up.ready.is_set():
        raise RequestRefused("busy")
    await state.readiness.check()
    return PlainTextResponse("ok\n")


@router.get("/metrics", include_in_schema=False)
async def metrics(services: TheServices) -> Response:
    """Metrics for Prometheus; do not expose them to the public (docs/hosting.md)."""
    return Response(generate_latest(services.metrics.registry), media_type=CONTENT_TYPE_LATEST)


@router.get("/api/warm-up")
async def show_warm_up(request: Request) -> WarmUpInfo:
    """Whether games can be started, and how far compilation is if not."""
    warm_up = state_of(request).warm_up
    return {"ready": warm_up.ready.is_set(), "share": warm_up.share}
