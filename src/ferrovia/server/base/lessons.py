"""Lessons: practice tables with a fixed deal, and steps that refer to it.

A lesson is a file in `data/lessons`. Its secret is necessarily public; no other table is ever opened with a given
secret. The client shows one step after another: the text `lessons.LESSON.STEP` and what it points at; the next one
follows as soon as what the step waits for has happened.
"""

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from ferrovia.protocol.answers import LessonShown, StepShown
from ferrovia.protocol.options import CLOSED, NewSeat, NewTable, Options
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.refusals import RequestRefused

Slug = Annotated[str, Field(pattern=r"^[a-z0-9-]+$")]
Thing = Annotated[
    str,
    Field(
        pattern=r"^(board|offer|market|deck|hand|tickets|ticket-deck|seats|claimable|tunnel|scores|hint|rules"
        r"|route:[a-z0-9:-]+|city:[a-z0-9-]+)$"
    ),
]
"""What a step points at: a part of the screen, a route or a city."""
RULES: Final = "rules"
LAYOUT: Final = "-layout"
OTHERWISE: Final = "otherwise"
BEGUN: Final = "begun"


@dataclass(frozen=True)
class StepCondition:
    """What a step waits for. `events`: this many of each kind, counted from the event that ended the previous step;
    `phase`: a phase of the game; `joined`: tickets completed. If none is set, it waits until the text has been read."""

    __pydantic_config__ = CLOSED
    events: list[Slug] = field(default_factory=list)
    count: Annotated[int, Field(ge=1)] = 1
    by: Literal["me", "anybody"] = "me"
    phase: Literal["turn", "tunnel", "tickets", "over"] | None = None
    joined: Annotated[int, Field(ge=0)] = 0


@dataclass(frozen=True)
class LessonStep:
    """One step. `names`: ids of routes, tickets and cities for the placeholders in its text."""

    __pydantic_config__ = CLOSED
    id: Slug
    until: StepCondition = field(default_factory=StepCondition)
    needs: Annotated[str, Field(pattern=r"^(market:[a-z]+|claim:[a-z0-9:-]+)$")] | None = None
    """The condition for its text: a face-up card, or a route that can be claimed. Otherwise another text is shown."""
    point: list[Thing] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesson:
    """A guided game."""

    __pydantic_config__ = CLOSED
    id: Slug
    order: int
    rules: Slug
    minutes: int
    opponents: Annotated[list[str], Field(min_length=1, max_length=4)]
    secret: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
    steps: Annotated[list[LessonStep], Field(min_length=1)]

    def table(self, name: str | None) -> NewTable:
        """The table it is played at."""
        seats = [NewSeat("me", name), *(NewSeat("bot", None, bot) for bot in self.opponents)]
        return NewTable(self.rules, seats, Options(practice=True, spectators=False, lesson=self.id))


LESSON: Final = TypeAdapter(Lesson)


def folder() -> Traversable:
    """The folder with the files."""
    return resources.files("ferrovia").joinpath("data", "lessons")


@cache
def lessons() -> dict[str, Lesson]:
    """All lessons, in teaching order."""
    names = [file.name.removesuffix(".toml") for file in folder().iterdir() if file.name.endswith(".toml")]
    loaded = [LESSON.validate_python({"id": name, **read(name)}) for name in names]
    return {lesson.id: lesson for lesson in sorted(loaded, key=lambda lesson: lesson.order)}


def read(name: str) -> dict[str, Any]:
    return tomllib.loads(folder().joinpath(f"{name}.toml").read_text(encoding="utf-8"))


def find_lesson(name: str) -> Lesson:
    """The lesson with this id."""
    if name not in lessons():
        raise RequestRefused("no-such-lesson")
    return lessons()[name]


@cache
def lesson_rules() -> dict[str, Rules]:
    """The rules that only lessons use, or used when tables that are still there were opened."""
    with resources.as_file(folder().joinpath(RULES)) as place:
        files = [file for file in sorted(place.glob("*.toml")) if not file.stem.endswith(LAYOUT)]
        return {file.stem: load_rules(file) for file in files}


def lesson_values(lesson: Lesson) -> LessonShown:
    """A lesson for clients: without the deal, which they see when they play."""
    return {
        "id": lesson.id,
        "order": lesson.order,
        "rules": lesson.rules,
        "minutes": lesson.minutes,
        "opponents": lesson.opponents,
        "steps": [step_values(lesson, step) for step in lesson.steps],
    }


def step_values(lesson: Lesson, step: LessonStep) -> StepShown:
    """One step, with the keys of its texts."""
    text, until = f"lessons.{lesson.id}.{step.id}", step.until
    return {
        "id": step.id,
        "text": text,
        "needs": step.needs,
        "otherwise": f"{text}.{OTHERWISE}" if step.needs else None,
        "begun": f"{text}.{BEGUN}" if until.count > 1 else None,
        "until": {
            "events": until.events,
            "count": until.count,
            "by": until.by,
            "phase": until.phase,
            "joined": until.joined,
        },
        "point": step.point,
        "names": step.names,
    }
