"""Every advice of a playtest is followed: the map is edited, the same seeds are played again, the fault is smaller."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ferrovia.arena.driver import play_plan
from ferrovia.arena.playtest import board_findings, game_findings
from ferrovia.arena.playtest.finding import Finding, Severity
from ferrovia.arena.playtest.game_findings import STUCK_ADVICE
from ferrovia.arena.playtest.plan import BOTS, playtest_plan
from ferrovia.arena.playtest.verdict import Verdict, judge
from ferrovia.bots.specs import parse_specs
from ferrovia.rules.files.loading import load_rules

ISLAND = Path(__file__).parents[2] / "examples" / "custom_map" / "island.toml"
LAST_CITY = '    { id = "port-arthur", name = "Port Arthur" },\n'
LAST_ROUTE = '    { from = "hobart", to = "port-arthur", length = 2 },\n'
FAR_TICKET = 'from = "smithton", to = "hobart", points = 15'
TICKET = re.compile(r'\{ from = "[^"]+", to = "[^"]+", points = \d+ \}')

Edit = Callable[[str], str]


def put(old: str, new: str) -> Edit:
    """Replaces some words, which must be there."""

    def edit(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return edit


def trains(number: int, more: str = "") -> Edit:
    return put("trains = 30\n", f"trains = {number}\n{more}")


def cards(each: int, locomotives: int = 2) -> Edit:
    def edit(text: str) -> str:
        return text.replace("= 11", f"= {each}").replace("locomotives = 12", f"locomotives = {locomotives}")

    return edit


def route(start: str, end: str, length: int, more: str = "") -> Edit:
    return put(LAST_ROUTE, f'{LAST_ROUTE}    {{ from = "{start}", to = "{end}", length = {length}{more} }},\n')


def ticket(start: str, end: str, points: int) -> str:
    return f'from = "{start}", to = "{end}", points = {points}'


def shorter_tickets(text: str) -> str:
    """Every ticket over half of the Island becomes one of two routes."""
    return text[: text.index("tickets = [")] + (
        "tickets = [\n"
        + "".join(
            f"    {{ {ticket(start, end, 5)} }},\n"
            for start, end in (
                *(("smithton", "devonport"), ("burnie", "deloraine"), ("devonport", "scottsdale")),
                *(("launceston", "st-helens"), ("scottsdale", "bicheno"), ("zeehan", "burnie")),
                *(("strahan", "cradle-mountain"), ("deloraine", "campbell-town"), ("great-lake", "hobart")),
                *(("oatlands", "huonville"), ("hobart", "bicheno"), ("campbell-town", "hobart")),
                *(("launceston", "great-lake"), ("burnie", "launceston"), ("huonville", "port-arthur")),
                *(("zeehan", "deloraine"), ("oatlands", "port-arthur"), ("st-helens", "oatlands")),
            )
        )
        + "]\n\n"
        + text[text.index("[rules]") :]
    )


def shorter_routes(text: str) -> str:
    return re.sub(r"length = [2345]", "length = 1", text)


def gray_routes(text: str) -> str:
    return re.sub(r', colour = "[a-z]+"', "", text)


def poor_tickets(text: str) -> str:
    """One ticket each, worth a point, and a hundred for the longest path."""
    text = re.sub(r"points = \d+ \}", "points = 1 }", text)
    text = text.replace("opening_tickets = 4\nopening_keep = 2", "opening_tickets = 1\nopening_keep = 1")
    return text.replace("longest_path_points = 8", "longest_path_points = 100")


class Case(NamedTuple):
    """A faulty board, one way to follow the advice, and what the finding is called before and after."""

    advice: str
    fault: tuple[Edit, ...]
    remedy: tuple[Edit, ...]
    code: str
    thing: str
    after: str | None = None
    games: int = 300


NOWHERE = (
    put(LAST_CITY, LAST_CITY + '    { id = "nowhere", name = "Nowhere" },\n'),
    put("5 = 10 }", "5 = 10, 6 = 0 }"),
)
FAR_ROUTE = route("smithton", "nowhere", 6, ', colour = "red"')
SHORTCUT = (route("smithton", "hobart", 6), put("5 = 10 }", "5 = 10, 6 = 100 }"))
OPEN_DOUBLES = put("doubles_closed_up_to = 2", "doubles_closed_up_to = 0")
FEWER_TO_KEEP = put("opening_keep = 2", "opening_keep = 1")
OVER_HUONVILLE = (
    put(ticket("huonville", "bicheno", 9), ticket("hobart", "bicheno", 9)),
    put(ticket("launceston", "huonville", 9), ticket("launceston", "hobart", 9)),
)
CASES = {
    "trains, for tickets": Case(
        board_findings.TICKETS_ADVICE, (trains(14),), (trains(20),), "tickets-too-hard", "tickets"
    ),
    "shorter tickets": Case(
        board_findings.TICKETS_ADVICE, (trains(14),), (trains(14), shorter_tickets), "tickets-too-hard", "tickets"
    ),
    "fewer to keep": Case(
        board_findings.TICKETS_ADVICE, (trains(14),), (trains(14), FEWER_TO_KEEP), "tickets-too-hard", "tickets"
    ),
    "ends closer": Case(
        board_findings.HARD_ADVICE,
        (trains(22),),
        (trains(22), put(FAR_TICKET, ticket("smithton", "oatlands", 15))),
        *("ticket-too-dear", "Smithton – Hobart (15)", "Smithton – Oatlands (15)"),
    ),
    "fewer points for what fails": Case(
        board_findings.HARD_ADVICE,
        (trains(22),),
        (trains(22), put(FAR_TICKET, ticket("smithton", "hobart", 9))),
        *("ticket-too-dear", "Smithton – Hobart (15)", "Smithton – Hobart (9)"),
    ),
    "points for what is underpaid": Case(
        "raise its points",
        (put(FAR_TICKET, ticket("smithton", "hobart", 1)),),
        (put(FAR_TICKET, ticket("smithton", "hobart", 10)),),
        *("ticket-too-dear", "Smithton – Hobart (1)", "Smithton – Hobart (10)"),
    ),
    "points for holders who lose": Case(
        "try 6 points more",
        (trains(20), FEWER_TO_KEEP),
        (trains(20), FEWER_TO_KEEP, put(ticket("zeehan", "hobart", 10), ticket("zeehan", "hobart", 16))),
        *("ticket-too-dear", "Zeehan – Hobart (10)", "Zeehan – Hobart (16)"),
    ),
    "fewer points for what is cheap": Case(
        "try 33 points less",
        (put(ticket("deloraine", "oatlands", 6), ticket("launceston", "deloraine", 60)),),
        (put(ticket("deloraine", "oatlands", 6), ticket("launceston", "deloraine", 27)),),
        *("ticket-too-cheap", "Launceston – Deloraine (60)", "Launceston – Deloraine (27)"),
    ),
    "ends closer for what is never kept": Case(
        board_findings.NEVER_ADVICE,
        (*NOWHERE, FAR_ROUTE, put(ticket("deloraine", "oatlands", 6), ticket("nowhere", "oatlands", 6))),
        (*NOWHERE, FAR_ROUTE, put(ticket("deloraine", "oatlands", 6), ticket("nowhere", "burnie", 6))),
        *("ticket-never-kept", "Nowhere – Oatlands (6)", "Nowhere – Burnie (6)"),
    ),
    "a shorter road": Case(
        board_findings.ROAD_ADVICE,
        (*NOWHERE, FAR_ROUTE),
        (*NOWHERE, route("smithton", "nowhere", 3, ', colour = "red"')),
        *("route-unwanted", "Smithton – Nowhere"),
    ),
    "a gray road": Case(
        board_findings.ROAD_ADVICE,
        (*NOWHERE, FAR_ROUTE),
        (*NOWHERE, route("smithton", "nowhere", 6)),
        *("route-unwanted", "Smithton – Nowhere"),
    ),
    "a ticket that way": Case(
        board_findings.ROAD_ADVICE,
        (*NOWHERE, FAR_ROUTE),
        (
            *(*NOWHERE, FAR_ROUTE),
            put(ticket("deloraine", "oatlands", 6), ticket("nowhere", "burnie", 12)),
        ),
        *("route-unwanted", "Smithton – Nowhere"),
    ),
    "trains, for roads": Case(board_findings.ROADS_ADVICE, (trains(6),), (trains(12),), "roads-unwanted", "roads"),
    "a second track": Case(
        board_findings.DECIDES_ADVICE,
        (*SHORTCUT, OPEN_DOUBLES),
        (*SHORTCUT, OPEN_DOUBLES, route("smithton", "hobart", 6)),
        *("route-decides", "Smithton – Hobart"),
    ),
    "a way around": Case(
        board_findings.DECIDES_ADVICE,
        SHORTCUT,
        (*SHORTCUT, route("smithton", "oatlands", 6)),
        *("route-decides", "Smithton – Hobart"),
    ),
    "fewer tickets over it": Case(
        board_findings.DECIDES_ADVICE,
        (trains(22),),
        (trains(22), *OVER_HUONVILLE),
        *("route-decides", "Hobart – Huonville"),
    ),
    "trains, for skill": Case(
        game_findings.PLANS_FAIL, (trains(10),), (trains(16),), "skill-does-not-win", "hungry against greedy"
    ),
    "shorter tickets, for skill": Case(
        game_findings.PLANS_FAIL,
        (trains(10),),
        (trains(10), shorter_tickets),
        "skill-does-not-win",
        "hungry against greedy",
    ),
    "tickets that count": Case(
        game_findings.TICKETS_COUNT, (poor_tickets,), (), "skill-wins", "planner against hungry"
    ),
    "no deadlock, for skill": Case(
        game_findings.STUCK_FIRST,
        (trains(70, "last_round_trains = 0\n"),),
        (trains(30),),
        *("skill-does-not-win", "hungry against greedy"),
        games=60,
    ),
    "trains, for seats": Case(game_findings.SEATS_ADVICE, (trains(6),), (trains(14),), "seats-uneven", "3 players"),
    "trains, for length": Case(game_findings.SHORT_ADVICE, (trains(6),), (trains(9),), "length", "2 players", games=60),
    "shorter routes, for length": Case(
        game_findings.SHORT_ADVICE, (trains(6),), (trains(6), shorter_routes), "length", "2 players", games=60
    ),
    "fewer trains": Case(game_findings.LONG_ADVICE, (trains(60),), (trains(50),), "length", "2 players", games=60),
    "a larger hand": Case(
        game_findings.LONG_ADVICE, (trains(60),), (trains(60, "opening_hand = 12\n"),), "length", "2 players", games=60
    ),
}


FULL = (trains(70, "last_round_trains = 0\n"),)
UNFIT = (trains(31, "last_round_trains = 0\n"),)
STUCK = {
    "fewer trains": (FULL, (trains(40, "last_round_trains = 0\n"),)),
    "more routes": (
        (trains(50, "last_round_trains = 0\n"),),
        (
            trains(50, "last_round_trains = 0\n"),
            *(route("smithton", city, 5) for city in ("hobart", "oatlands", "bicheno", "st-helens", "huonville")),
            *(route("strahan", city, 5) for city in ("hobart", "oatlands", "bicheno", "st-helens", "huonville")),
        ),
    ),
    "an earlier last round, for a full board": (FULL, (trains(70, "last_round_trains = 30\n"),)),
    "an earlier last round": (UNFIT, (trains(31, "last_round_trains = 2\n"),)),
    "short routes": (
        UNFIT,
        (
            *UNFIT,
            *(route("great-lake", city, 1) for city in ("hobart", "bicheno", "st-helens", "launceston", "burnie")),
            *(route("oatlands", city, 1) for city in ("bicheno", "st-helens", "launceston", "burnie", "zeehan")),
        ),
    ),
    "more cards": ((cards(3),), (cards(5),)),
    "more locomotives": ((cards(3),), (cards(3, 14),)),
    "routes easier to pay": ((cards(3),), (cards(3), gray_routes)),
}


def badness(finding: Finding) -> float:
    """How far a finding is from what would be fair."""
    value = finding.value or 0.0
    if finding.code == "length":
        return max(game_findings.SHORT - value, value - game_findings.LONG, 0.0)
    if finding.code == "seats-uneven":
        return abs(value - 1 / int(finding.thing[0]))
    if finding.code in ("skill-does-not-win", "skill-wins", "tickets-too-hard", "route-unwanted"):
        return 1.0 - value
    return abs(value)


def fault(verdict: Verdict, code: str, thing: str) -> tuple[float, Finding | None]:
    """How bad the named finding is; a fault that is not found any more is 0."""
    for finding in verdict.findings:
        if finding.code == code and finding.thing.endswith(thing):
            return badness(finding), finding
    return 0.0, None


def verdict_on(folder: Path, edits: tuple[Edit, ...], number: int) -> Verdict:
    """The verdict on the Island after some edits; always the same seed."""
    text = ISLAND.read_text("utf-8").replace('layout = "island-layout.toml"\n', "")
    text = text[: text.index("[totals]")] + text[text.index("[rules]") :]
    for edit in edits:
        text = edit(text)
    path = folder / "changed.toml"
    path.write_text(text, "utf-8")
    specs = tuple(parse_specs(BOTS))
    plan = playtest_plan(load_rules(str(path)), specs, number, 1)
    return judge(play_plan(plan, quiet=True), specs)


def advised() -> list[Any]:
    """Every piece of advice once; other ways to follow the same advice are tried at night."""
    advice = [case.advice for case in CASES.values()]
    return [
        pytest.param(case, id=name, marks=[pytest.mark.slow] if case.advice in advice[:number] else [])
        for number, (name, case) in enumerate(CASES.items())
    ]


@pytest.mark.parametrize("case", advised())
def test_following_the_advice_makes_the_fault_smaller(case: Case, tmp_path: Path) -> None:
    before, finding = fault(verdict_on(tmp_path, case.fault, case.games), case.code, case.thing)
    assert finding is not None
    if case.code != "skill-wins":  # the advice for skill is tried where it still wins, if only just
        assert finding.level == Severity.WARNING
        assert case.advice in finding.advice
    after, _ = fault(verdict_on(tmp_path, case.remedy, case.games), case.code, case.after or case.thing)
    assert after < before


@pytest.mark.parametrize(("faulty", "remedy"), [pytest.param(*both, id=name) for name, both in STUCK.items()])
def test_fewer_games_get_stuck_after_the_advice(faulty: Any, remedy: Any, tmp_path: Path) -> None:
    before, finding = fault(verdict_on(tmp_path, faulty, 60), "all-passed", "all games")
    assert finding is not None
    assert finding.advice in STUCK_ADVICE.values()
    assert fault(verdict_on(tmp_path, remedy, 60), "all-passed", "all games")[0] < before
