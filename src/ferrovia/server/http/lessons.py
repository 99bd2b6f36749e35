"""Lessons over HTTP: the list, and a table for one."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from ferrovia.protocol.answers import LessonShown, Opened
from ferrovia.protocol.requests import BeginLesson
from ferrovia.server.base.lessons import find_lesson, lesson_values, lessons
from ferrovia.server.http.credentials import address_of
from ferrovia.server.http.dependencies import Caller, TheHub, state_of
from ferrovia.server.http.request_limits import check_creation
from ferrovia.server.http.tables import opened

router = APIRouter(prefix="/api")


@router.get("/lessons")
async def list_lessons() -> list[LessonShown]:
    """All lessons, in teaching order."""
    return [lesson_values(lesson) for lesson in lessons().values()]


@router.post("/lessons/{lesson}/table", status_code=201)
async def begin_lesson(
    hub: TheHub, request: Request, caller: Caller, lesson: Annotated[str, Path(max_length=40)], body: BeginLesson
) -> Opened:
    """Open a practice table for a lesson; everyone gets the same deal."""
    chosen = find_lesson(lesson)
    state_of(request).load.check()
    check_creation(request, "too-many-tables")
    state_of(request).services.names.check(body.name)
    table = await hub.open(chosen.table(body.name), caller, address_of(request), bytes.fromhex(chosen.secret))
    return opened(table, caller, 0)
