"""Guided games: their files, their words, what they promise of their deals, and whole ones over the wire."""

import asyncio
import json
from typing import Any, Final

import pytest
import websockets

import ferrovia
from ferrovia.bots.specs import parse_spec
from ferrovia.engine.journal import EVENT_NAMES
from ferrovia.game.game import Game
from ferrovia.rules.resolved import Rules
from ferrovia.server.base.lessons import Lesson, lesson_rules, lesson_values, lessons
from ferrovia.server.base.rules_library import RulesLibrary
from tests.locales.catalogues import LANGUAGES, catalogue
from tests.server.http.test_library import check
from tests.server.server_process import Server

ALL = list(lessons())


def rules_of(lesson: Lesson) -> Rules:
    return lesson_rules().get(lesson.rules) or ferrovia.load_rules(lesson.rules)


def dealt(name: str) -> Game:
    """A lesson's game, as everybody gets it."""
    lesson = lessons()[name]
    return Game(rules_of(lesson), 1 + len(lesson.opponents), secret=bytes.fromhex(lesson.secret))


def after_opening(name: str) -> Game:
    game = dealt(name)
    for seat in range(game.players):
        game.keep(*game.view(seat).offer, seat=seat)
    assert game.seat == 0, "the pupil begins"
    return game


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_there_is_a_first_one_and_one_for_every_board() -> None:
    assert ALL[0] == "first-journey"
    assert {"switzerland", "new-york", "north-america"} < {lesson.rules for lesson in lessons().values()}


@pytest.mark.parametrize("name", ALL)
def test_lessons_speak_of_things_that_are_there(name: str) -> None:
    lesson, rules = lessons()[name], rules_of(lessons()[name])
    known = {*rules.route_ids, *rules.ticket_ids, *rules.city_ids}
    for step in lesson.steps:
        assert set(step.until.events) <= set(EVENT_NAMES)
        assert set(step.names.values()) <= known
        for thing in (*step.point, step.needs or ""):
            kind, _, which = thing.partition(":")
            assert not which or which in known | {*rules.card_names}, thing
            assert kind != "claim" or which in rules.route_ids
    assert len({step.id for step in lesson.steps}) == len(lesson.steps)


def test_lessons_have_rules_of_their_own_that_are_not_offered() -> None:
    library = RulesLibrary()
    assert set(library.others) == {"first-journey", "short-journey"}
    assert not set(library.others) & set(library.rules)
    assert library.find("short-journey").rule_set.trains < 10


def test_tables_of_the_lesson_with_fourteen_trains_are_played_on() -> None:
    """Stores hold tables that were opened by these very rules."""
    assert lesson_rules()["first-journey"].hash == "e8760804565489161baef52f14d249645cbf8b61cdec4c78127d6a4f926ab303"


# ── what they promise of the deal ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("name", ALL)
def test_tickets_that_are_named_are_dealt(name: str) -> None:
    step = next(step for step in lessons()[name].steps if step.id == "tickets")
    assert set(step.names.values()) <= set(dealt(name).view(0).offer)


def test_the_first_journey_begins_with_green_cards() -> None:
    game = after_opening("first-journey")
    assert game.view(0).hand["green"] == game.view(0).market["green"] == 1
    game.take("green")
    assert game.phase == "second-card"
    game.draw()
    assert game.view(0).hand["green"] >= 2


READING: Final = 200
"""Words a newcomer reads in a minute."""
DECISION, BEAT, SHOW = 6.0, 1.2, 18.0
"""Seconds for what a step asks for, for one thing that a rival does at the default pace, and for the final show."""


def follow(name: str) -> tuple[int, int, Game]:
    """Play the first lesson as its texts say: how many decisions that takes, how many things the rival does."""
    game, lesson = dealt(name), lessons()[name]
    rival = parse_spec("greedy").make(game.rules, game.players, 1, 1)
    game.keep(*next(step for step in lesson.steps if step.id == "tickets").names.values(), seat=0)
    game.play(rival.choose(game.view(1), game.legal_moves(1)), seat=1)
    asked = ["take green", "draw", "", "take locomotive"]
    while not game.over:
        if game.seat == 1:
            game.play(rival.choose(game.view(1), game.legal_moves()))
        else:
            game.play((asked and asked.pop(0)) or next_claim(game, lesson) or "draw")
    mine = sum(turn.seat == 0 for turn in game.history)
    return mine, len(game.history) - mine, game


def next_claim(game: Game, lesson: Lesson) -> str | None:
    """The claim that a step names, or another one for a ticket."""
    named = [step.needs.partition(":")[2] for step in lesson.steps if step.needs]
    missing = [route for ticket in game.tickets(0) if not ticket.joined for route in ticket.routes]
    payable = {move.route: str(move) for move in game.legal_moves() if isinstance(move, ferrovia.Claim)}
    return next((payable[route] for route in (*named, *missing) if route in payable), None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_journey_takes_the_three_minutes_that_are_promised(language: str) -> None:
    decisions, beats, game = follow("first-journey")
    texts, steps = catalogue(language, "lessons"), lesson_values(lessons()["first-journey"])["steps"]
    shown = [texts[key] for step in steps for key in (step["text"], step["begun"]) if key]
    seconds = 60 * sum(len(text.split()) for text in shown) / READING + DECISION * decisions + BEAT * beats + SHOW
    assert 150 < seconds < 200, f"{len(shown)} texts, {decisions} decisions, {beats} beats"
    assert lessons()["first-journey"].minutes == 3
    assert game.winners == (0,)
    assert all(ticket.joined for ticket in game.tickets(0))


def test_the_tunnel_asks_for_one_more_card_that_is_there() -> None:
    game = after_opening("switzerland")
    game.claim("st-gallen--vaduz", blue=2)
    assert game.phase == "tunnel"
    assert "surcharge blue:1" in map(str, game.legal_moves())
    game.pay_surcharge(blue=1)
    assert game.view(0).routes(0) == ("st-gallen--vaduz",)


@pytest.mark.parametrize("name", ["new-york", "north-america", "switzerland"])
def test_routes_that_are_named_can_be_claimed_at_once(name: str) -> None:
    claims = {move.route for move in after_opening(name).legal_moves() if isinstance(move, ferrovia.Claim)}
    needed = [step.needs.partition(":")[2] for step in lessons()[name].steps if step.needs and "claim:" in step.needs]
    assert needed
    assert set(needed) <= claims
    assert name != "north-america" or after_opening(name).view(0).market["locomotive"] == 1


# ── over the wire ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_lessons_are_listed(server: Server) -> None:
    found = server.call("GET", "/api/lessons")[1]
    assert [each["id"] for each in found] == ALL
    for each in found:
        check("LessonShown", each)
        assert "secret" not in each


def test_there_is_no_other_lesson(server: Server) -> None:
    key = server.key()
    assert server.call("POST", "/api/lessons/nothing/table", {}, key)[1]["code"] == "no-such-lesson"
    assert server.call("POST", "/api/lessons/new-york/table", {})[1]["code"] == "no-key"
    assert server.call("POST", "/api/lessons/new-york/table", {"secret": "0" * 64}, key)[1]["code"] == "bad-message"


def test_other_tables_never_have_the_secret_of_a_lesson(server: Server) -> None:
    key = server.key()
    status, opened = server.call("POST", "/api/lessons/new-york/table", {"name": "Bia"}, key)
    assert status == 201
    check("Opened", opened)
    assert opened["table"]["options"]["lesson"] == "new-york"
    assert opened["table"]["options"]["practice"]
    same = server.open("new-york", "me passenger", key, practice=True, lesson="new-york")
    assert same["commitment"] != opened["table"]["commitment"]
    server.call("POST", f"/api/tables/{opened['table']['id']}/end", None, key)
    again = server.call("POST", f"/api/tables/{opened['table']['id']}/rematch", None, key)[1]
    assert again["table"]["commitment"] != opened["table"]["commitment"]


class Pupil:
    """Follows the steps as far as they name a move, else makes any legal move. It advances like a client: its own
    events are counted from the one that ended the previous step."""

    def __init__(self, lesson: dict[str, Any]) -> None:
        self.steps = list(lesson["steps"])
        self.events: list[dict[str, Any]] = []
        self.taken: list[str] = []
        """The steps that were done by playing."""
        self.number = 0

    def see(self, message: dict[str, Any]) -> None:
        """Go on to the step that is due."""
        sight = message["sights"][0]
        self.events += [event for each in sight["happenings"] for event in each["events"]]
        while self.steps and self.done(self.steps[0]["until"], sight["view"]):
            self.taken.append(self.steps.pop(0)["id"])

    def done(self, until: dict[str, Any], view: dict[str, Any]) -> bool:
        if until["events"]:
            places = [
                place
                for place, event in enumerate(self.events)
                if event["kind"] in until["events"] and (until["by"] == "anybody" or event.get("seat") == 0)
            ]
            if len(places) < until["count"]:
                return False
            del self.events[: places[until["count"] - 1] + 1]
            return True
        if until["joined"]:
            return bool(sum(ticket["joined"] for ticket in view["tickets"]) >= until["joined"])
        return until["phase"] in (None, view["phase"])

    def choose(self, legal: dict[str, Any], view: dict[str, Any]) -> str:
        """A move that helps."""
        claims = {route: f"claim {route} {payments[0]}" for route, payments in legal["claims"].items()}
        wanted = self.steps[0]["needs"].partition(":")[2] if self.steps and self.steps[0]["needs"] else ""
        missing = [route for ticket in view["tickets"] if not ticket["joined"] for route in ticket["routes"]]
        asked = self.steps[0]["id"] if self.steps else ""
        if asked == "more-tickets" and "tickets" in legal["moves"]:
            return "tickets"
        for route in (wanted, *missing, *claims):
            if route in claims and asked not in ("draw", "locomotives", "locomotive", "taxis"):
                return claims[route]
        return next(
            (move for move in ("draw",) if move in legal["moves"]), (legal["moves"] or list(claims.values()))[0]
        )


@pytest.mark.parametrize("name", ALL)
def test_a_whole_lesson(server: Server, name: str) -> None:
    """A learner who follows the texts completes all steps by the end of the game."""
    key = server.key()
    opened = server.call("POST", f"/api/lessons/{name}/table", {}, key)[1]
    pupil = Pupil(lesson_values(lessons()[name]))
    table = asyncio.run(take_lesson(server, opened["table"]["id"], key, pupil))
    assert not pupil.steps, f"left over: {[step['id'] for step in pupil.steps]}"
    assert table["secret"] in (None, lessons()[name].secret)
    assert pupil.number < 130, "a lesson is short"
    assert server.call("GET", f"/api/rules/{table['rules']['id']}/drawing")[0] == 200


async def take_lesson(server: Server, table: str, key: str, pupil: Pupil) -> dict[str, Any]:
    headers = {"authorization": f"Bearer {key}"}
    async with websockets.connect(
        f"{server.socket_address}/ws/{table}", additional_headers=headers, max_size=None
    ) as socket:
        await socket.send(json.dumps({"message": "hello"}))
        latest: dict[str, Any] = {}
        waiting = False
        while pupil.steps and latest.get("table", {}).get("status") != "over":
            message = json.loads(await asyncio.wait_for(socket.recv(), 60))
            assert message["message"] != "refused", message
            waiting = waiting and message["message"] != "accepted"
            if "sights" in message and message["sights"][0]["view"]:
                latest = message
                pupil.see(message)
            if latest and latest["sights"][0]["legal"] and not waiting:
                pupil.number += 1
                sight = latest["sights"][0]
                request = {"message": "move", "id": str(pupil.number), "seq": latest["seq"], "seat": 0}
                await socket.send(json.dumps({**request, "move": pupil.choose(sight["legal"], sight["view"])}))
                waiting = True
        return dict(latest["table"])
