"""The report page: everything in one file that needs no network and no other file."""

import platform
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from ferrovia.arena.outputs import write_text
from ferrovia.arena.plan import repeat_command
from ferrovia.arena.report import board_sections, bot_sections, game_sections
from ferrovia.arena.report.html_parts import section
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.rows import rows_of
from ferrovia.arena.statistics.summary import Summary, summarise
from ferrovia.arena.statistics.usage import usage_of
from ferrovia.arena.words import several
from ferrovia.bots.guard import REPLACEMENT
from ferrovia.drawing.markup import Markup, element, join
from ferrovia.language.numbers import counted, interval, percent

PAGE = "index.html"
TITLES = {
    "verdict": "Verdict",
    "result": "Result",
    "ratings": "Who beats whom",
    "scores": "Scores",
    "seats": "Seats and length",
    "board": "Board",
    "tickets": "Tickets",
    "games": "Tables",
    "settings": "Settings",
}


class VerdictSection(NamedTuple):
    """A verdict at the top of a report: a sentence for the page header, and a section."""

    lead: str
    section: Markup


def write_report(run: Run, folder: Path, command: str | None = None, verdict: VerdictSection | None = None) -> Path:
    """Write a run as a page into a folder, atomically; `command` reproduces it."""
    path = folder / PAGE
    write_text(path, page(run, command or repeat_command(run.plan), verdict))
    return path


def page(run: Run, command: str, verdict: VerdictSection | None = None) -> str:
    """The text of the file."""
    title = f"{run.plan.rules.name}: {', '.join(run.plan.labels)}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("title", title),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("style", resource("page.css")),
    )
    body = element("body", *parts(run, command, verdict), element("script", resource("page.js")))
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def resource(name: str) -> Markup:
    """A file next to this module."""
    return Markup(files("ferrovia.arena.report").joinpath(name).read_text("utf-8"))


def parts(run: Run, command: str, verdict: VerdictSection | None) -> list[Markup]:
    """Everything between header and footer; for a run without games, only its settings."""
    summary = summarise(run)
    parts: list[Markup | None] = [verdict.section] if verdict else []
    if run.games:
        rows, usage = rows_of(run), usage_of(run)
        parts += [
            bot_sections.result(run, summary, rows),
            bot_sections.ratings(summary),
            bot_sections.scores(run, rows),
            game_sections.seats(run, rows),
            board_sections.board(usage),
            board_sections.tickets(usage),
            game_sections.games(run),
        ]
    present = [part for part in (*parts, settings(run, command)) if part is not None]
    return [header(run, verdict.lead if verdict else lead(run, summary), present), element("main", *present)]


def header(run: Run, sentence: str, present: list[Markup]) -> Markup:
    """What was played, who won, and a table of contents."""
    plan = run.plan
    sizes = sorted({table.players for table in plan.tables})
    players = f"{sizes[0]} players" if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]} players"
    played = counted(run.games, "game") if run.finished else f"{run.games:,} of {plan.total:,} games"
    links = [
        element("a", title, href=f"#{name}")
        for name, title in TITLES.items()
        if any(f' id="{name}"' in part[:200] for part in present)
    ]
    return element(
        "header",
        element("p", f"{played} · {players} · seed {plan.seed}", class_="eyebrow"),
        element("h1", plan.rules.name),
        element("p", sentence, class_="lead"),
        element("nav", *links, aria_label="Parts of this report"),
    )


def lead(run: Run, summary: Summary) -> str:
    """The most important sentence."""
    best = max(summary.bots, key=lambda bot: bot.win_share or 0)
    if best.win_share is None:
        return "No game was finished."
    others = opponents(run, best.bot)
    against = f" against {', '.join(others)}" if others else ""
    won = f"{best.bot} won {percent(best.win_share)} of its games{against} (95 % interval {interval(best.interval)})."
    return f"{won} It failed in {best.faults:,} of them, where {REPLACEMENT} played on." if best.faults else won


def opponents(run: Run, best: str) -> list[str]:
    """The other bots; at a single table, with their numbers."""
    labels, tables = run.plan.labels, run.plan.tables
    seated = [labels[run.plan.bots.index(spec)] for spec in tables[0].specs] if len(tables) == 1 else list(labels)
    return [several(seated.count(label), label) for label in dict.fromkeys(seated) if label != best]


def settings(run: Run, command: str) -> Markup:
    """How to reproduce the run, and what it was made with."""
    plan, tables = run.plan, counted(len(run.plan.tables), "table")
    facts = {
        "Rules": f"{plan.rules.name} ({plan.rules.id})",
        "Hash of the rules": plan.rules.hash,
        "Games": f"{run.games:,} of {plan.total:,}; asked for at each of {tables}: {plan.games:,}",
        "Seed": str(plan.seed),
        "Bots": ", ".join(bot.text for bot in plan.bots),
        "Repeatable": "yes" if all(bot.repeatable for bot in plan.bots) else "no: a bot with a clock, or a program",
        "Made with": f"ferrovia {version('ferrovia')}, NumPy {version('numpy')}, Numba {version('numba')},"
        f" Python {platform.python_version()}",
    }
    listed = [join(element("dt", name), element("dd", text)) for name, text in facts.items()]
    again = join(element("p", "To repeat the run:"), element("pre", element("code", command)))
    return section("settings", "Settings", again, element("dl", *listed))
