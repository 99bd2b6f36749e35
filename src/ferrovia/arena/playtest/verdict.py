"""The verdict on a board: all findings, for the terminal, for JSON and for the report."""

from dataclasses import asdict, dataclass
from typing import Any, Final

from ferrovia.arena.playtest import board_findings, game_findings
from ferrovia.arena.playtest.finding import TOO_FEW, UNKNOWN, Aspect, Finding, Severity
from ferrovia.arena.report.html_parts import section
from ferrovia.arena.report.page import VerdictSection
from ferrovia.arena.runner import Run
from ferrovia.arena.statistics.rows import rows_of
from ferrovia.arena.statistics.usage import Usage
from ferrovia.bots.specs import BotSpec
from ferrovia.drawing.markup import Markup, element
from ferrovia.language.numbers import counted

TITLES: Final = {
    Aspect.SKILL: "Skill",
    Aspect.SEATS: "Seats",
    Aspect.LENGTH: "Length",
    Aspect.DEADLOCK: "Deadlock",
    Aspect.TICKETS: "Tickets",
    Aspect.ROUTES: "Routes",
}
SIGNS: Final = {Severity.FINE: "ok", Severity.NOTE: "--", Severity.WARNING: "!!"}
LEGEND: Final = (
    "ok in order · -- good to know, not a fault · !! needs attention · → something to try · (…) 95 % interval"
)
SHOWN: Final = 6
"""Findings per topic shown in the terminal; the report and the JSON have all."""


@dataclass(frozen=True)
class Verdict:
    """All findings, topic by topic."""

    findings: tuple[Finding, ...]

    @property
    def warnings(self) -> int:
        """The number of problems."""
        return sum(finding.level == Severity.WARNING for finding in self.findings)

    def about(self, topic: Aspect) -> list[Finding]:
        """The findings of one topic."""
        return [finding for finding in self.findings if finding.topic == topic]

    @property
    def headline(self) -> str:
        """The verdict in one line."""
        headline = f"{counted(self.warnings, 'thing')} to look at" if self.warnings else "nothing clearly wrong"
        unknown = sum(finding.code == UNKNOWN for finding in self.findings)
        if unknown == len(self.findings):
            return TOO_FEW
        return f"{headline}; of {counted(unknown, 'thing')} there are {TOO_FEW}" if unknown else headline


def judge(run: Run, order: tuple[BotSpec, ...]) -> Verdict:
    """Judge a playtest (`plan.playtest_plan`); the bots are named weakest first."""
    rows, rules = rows_of(run), run.plan.rules
    best = run.plan.bots.index(order[-1])
    usage = Usage(rules, rows.of(rows.bot == best))
    findings = [*game_findings.skill(run, order), *game_findings.seats(run, rows)]
    findings += [*game_findings.length(run, rows, best), *game_findings.deadlock(run)]
    findings += [*board_findings.tickets(usage), *board_findings.routes(usage, Usage(rules, rows))]
    return Verdict(tuple(findings))


def verdict_text(verdict: Verdict) -> str:
    """The verdict for the terminal."""
    lines = [f"Verdict: {verdict.headline}", LEGEND]
    for topic, title in TITLES.items():
        findings = verdict.about(topic)
        lines += ["", title, *(line for finding in findings[:SHOWN] for line in finding_lines(finding))]
        lines += [f"  …  and {len(findings) - SHOWN} more in the report"] if len(findings) > SHOWN else []
    return "\n".join(lines)


def finding_lines(finding: Finding) -> list[str]:
    """A finding as one line, with suggested changes below it."""
    lines = [f"  {SIGNS[finding.level]} {finding.thing}: {finding.sentence}"]
    return [*lines, f"     → {finding.advice}"] if finding.advice else lines


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain values."""
    return {"warnings": verdict.warnings, "findings": [asdict(finding) for finding in verdict.findings]}


def verdict_section(verdict: Verdict) -> VerdictSection:
    """The verdict as the first section of a report."""
    lists = {title: findings_list(verdict.about(topic)) for topic, title in TITLES.items()}
    parts = [part for title, listed in lists.items() for part in (element("h3", title), listed)]
    sentence = f"Playtest: {verdict.headline}."
    return VerdictSection(sentence, section("verdict", "Verdict", *parts))


def findings_list(findings: list[Finding]) -> Markup:
    """The findings of one topic."""
    items = [
        element(
            "li",
            element("b", finding.thing),
            f": {finding.sentence}.",
            element("span", f" {finding.advice.capitalize()}.", class_="advice") if finding.advice else None,
            class_=finding.level,
        )
        for finding in findings
    ]
    return element("ul", *items, class_="findings")
