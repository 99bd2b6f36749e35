"""The question `explain`: why may a seat not make a move? Asked of views, of a live server, and by programs."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
import websockets

from ferrovia.engine import actions as act
from ferrovia.engine import batch
from ferrovia.errors import IllegalMove, MoveError
from ferrovia.game.explain import REFUSALS
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.translate import describe, describe_claim, route_number
from ferrovia.game.view import View
from ferrovia.protocol.messages import RefusalValues, explain_values
from ferrovia.rules.files.loading import built_in_rules
from tests.protocol.published_schema import check
from tests.server.attack_tools import wait_for
from tests.server.server_process import Server

GAMES = [(rules, seed) for rules in built_in_rules() for seed in (1, 2)]


def positions(rules: str, seed: int) -> Iterator[Game]:
    """Positions of a game played at random, to its end."""
    game, chance = Game(rules, 2, seed=seed), Random(seed)
    while not game.over:
        yield game.copy()
        seat = game.seat if game.seat is not None else next(s for s in (0, 1) if game.view(s).legal_moves())
        game.play(chance.choice(game.view(seat).legal_moves()), seat)
    yield game


def single_moves(view: View) -> Iterator[tuple[str, int]]:
    """Every move that is one action, legal or not, with its action."""
    for action in [*range(act.TAKE, act.PAY_LOCOMOTIVES), act.REFUSE]:
        card = action - act.TAKE
        if act.TAKE <= action < act.BLIND and not view.rules.card_names[card]:
            continue
        yield str(describe(view.rules, action, view.public, view.offer_numbers)), action


def engine_code(view: View, action: int) -> str | None:
    """The engine's own refusal of an action."""
    number = int(batch.refusal_in(view.rules.board, view.array, 0, action))
    return REFUSALS[number].code if number else None


def code_of(found: RefusalValues | None) -> str | None:
    return None if found is None else found["code"]


@pytest.mark.parametrize(("rules", "seed"), GAMES)
@pytest.mark.thorough
def test_every_action_gets_the_engines_refusal(rules: str, seed: int) -> None:
    """For each seat of many positions: draws, passes and claims without a payment."""
    seen = set()
    for number, game in enumerate(positions(rules, seed)):
        if number % 17 and not game.over:
            continue
        for seat in (0, 1, SPECTATOR):
            view = game.view(seat)
            for move, action in single_moves(view):
                assert code_of(explain_values(view, move)) == engine_code(view, action), (move, seat)
            for action, route in enumerate(view.rules.route_ids):
                code = code_of(explain_values(view, f"claim {route}"))
                assert code == engine_code(view, action), (route, seat)
                seen.add(code)
    assert {None, "not-your-turn", "too-few-cards", "route-taken", "game-over"} <= seen


@pytest.mark.parametrize(("rules", "seed"), GAMES)
@pytest.mark.thorough
def test_a_refusal_is_what_trying_the_move_would_say(rules: str, seed: int) -> None:
    """For claims with every payment in one colour, all of which are tried on a copy."""
    for number, game in enumerate(positions(rules, seed)):
        if number % 83 or game.phase != "turn":
            continue
        view, seat = game.view(game.seat), game.seat
        for route in view.rules.route_ids:
            for colour in range(int(view.rules.board[0].colours)):
                payment = act.PAY + colour * 8
                move = describe_claim(view.rules, route_number(view.rules, route), payment)
                assert explain_values(view, str(move)) == tried(game, str(move), seat)


def tried(game: Game, move: str, seat: int | None) -> RefusalValues | None:
    try:
        game.copy().play(move, seat)
    except IllegalMove as error:
        return {"code": error.refusal.code, "rule": error.refusal.rule, "parameters": error.refusal.parameters}
    return None


@pytest.mark.parametrize("rules", built_in_rules())
def test_a_spectator_learns_nothing(rules: str) -> None:
    """Whatever is dealt to the seats, the answer is the same, and it names no card and no ticket."""
    for game in list(positions(rules, 3))[:40:8]:
        view = game.view(SPECTATOR)
        for seed in range(3):
            dealt = view.redeal(seed).view(SPECTATOR)
            for route in view.rules.route_ids:
                found = explain_values(view, f"claim {route}")
                assert found == {"code": "not-your-turn", "rule": "1.6", "parameters": {}}
                assert explain_values(dealt, f"claim {route}") == found


@pytest.mark.parametrize("rules", built_in_rules())
def test_an_answer_follows_from_the_seats_own_view(rules: str) -> None:
    """Re-dealing what a seat cannot know changes no answer."""
    for game in list(positions(rules, 4))[:60:6]:
        view = game.view(0)
        dealt = view.redeal(7).view(0)
        for route in view.rules.route_ids:
            assert explain_values(view, f"claim {route}") == explain_values(dealt, f"claim {route}")


def test_what_is_no_move_cannot_be_explained() -> None:
    view = Game("switzerland", 2, seed=1).view(0)
    for text in ("claim nowhere", "claim nowhere red:1", "fly home", "take nothing"):
        with pytest.raises(MoveError):
            explain_values(view, text)


def test_too_few_cards_says_which_cards_could_pay() -> None:
    """Locomotives are among them only where they may be played."""
    game = next(each for each in positions("switzerland", 1) if each.phase == "turn")
    game.states["private"]["hand"][0, game.seat] = 0
    view = game.view(game.seat)
    tunnel = next(each for each in view.rules.map.routes if each.tunnel and each.length > 1)
    plain = next(each for each in view.rules.map.routes if not each.tunnel and each.length > 1)
    for route, wild in ((tunnel, True), (plain, False)):
        name = view.rules.route_ids[view.rules.map.routes.index(route)]
        game.states["private"]["hand"][0, game.seat] = 0
        game.states["private"]["hand"][0, game.seat, -1] = 1
        found = explain_values(game.view(game.seat), f"claim {name}")
        assert found is not None
        assert found["parameters"]["wild"] is wild
        assert found["parameters"]["payable"] == ({"locomotive": 1} if wild else {})
        assert found["parameters"]["length"] == route.length


# ── over the wire ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def asked(server: Server, table: str, key: str | None, *questions: dict[str, Any]) -> list[dict[str, Any]]:
    """The answers to questions of one connection."""
    headers = {"authorization": f"Bearer {key}"} if key else {}
    answers = []
    async with websockets.connect(f"{server.socket_address}/ws/{table}", additional_headers=headers) as socket:
        await socket.send(json.dumps({"message": "hello"}))
        for number, question in enumerate(questions):
            await socket.send(json.dumps({"message": "explain", "id": str(number), **question}))
            while (heard := json.loads(await asyncio.wait_for(socket.recv(), 60))).get("id") != str(number):
                pass
            check("ServerMessage", heard)
            answers.append(heard)
    return answers


def begun(server: Server, table: dict[str, Any], key: str) -> None:
    """Another player joins, and the game begins."""
    server.call("POST", "/api/join", {"code": table["code"]}, server.key())
    address = f"/api/tables/{table['id']}"
    assert wait_for(lambda: server.call("GET", address, key=key)[1]["status"] == "playing", 30)


def test_seats_and_spectators_are_answered(server: Server) -> None:
    key = server.key()
    table = server.open("switzerland", "me open", key)
    begun(server, table, key)
    own, others, spectator, unreadable = asyncio.run(
        asked(
            *(server, table["id"], key),
            {"seat": 0, "move": "draw"},
            {"seat": 1, "move": "draw"},
            {"move": "draw"},
            {"seat": 0, "move": "claim nowhere"},
        )
    )
    assert own["message"] == "explained"
    assert own["refusal"]["code"] == "opening-unfinished"
    assert others["message"] == "refused"
    assert others["code"] == "not-your-seat"
    assert spectator["refusal"]["code"] == "not-your-turn"
    assert unreadable["code"] == "unreadable-move"
    watching, denied = asyncio.run(asked(server, table["id"], None, {"move": "draw"}, {"seat": 0, "move": "draw"}))
    assert watching["refusal"] == {"code": "not-your-turn", "rule": "1.6", "parameters": {}}
    assert denied["code"] == "not-your-seat"


def test_asking_writes_nothing(server: Server) -> None:
    key = server.key()
    table = server.open("switzerland", "me open", key)
    begun(server, table, key)
    before = server.call("GET", f"/api/tables/{table['id']}/log", key=key)[1]["seq"]
    asyncio.run(asked(server, table["id"], key, *({"seat": 0, "move": "draw"} for _ in range(5))))
    assert server.call("GET", f"/api/tables/{table['id']}/log", key=key)[1]["seq"] == before


def test_programs_may_ask(server: Server) -> None:
    key = server.key()
    table = server.open("new-york", "me open", key)
    address = f"/api/bot/tables/{table['id']}/explain"
    status, waiting = server.call("POST", address, {"move": "draw", "seat": 0}, key)
    assert (status, waiting["code"]) == (409, "not-started")
    begun(server, table, key)
    status, answer = server.call("POST", address, {"move": "draw", "seat": 0}, key)
    assert status == 200, answer
    check("Explanation", answer)
    assert answer["refusal"]["code"] == "opening-unfinished"
    status, answer = server.call("POST", address, {"move": "draw", "seat": 1}, key)
    assert (status, answer["code"]) == (403, "not-your-seat")
