"""What the planner does, one position each, and that it does it everywhere."""

import pytest

from ferrovia import Game, parse_spec
from ferrovia.core.compile import INTERPRETED
from tests.bots.arena_games import faults, play
from tests.engine.table_builder import TABLES, rules_of, table

CLASSIC = "north-america-classic"


def planner(game: Game, seat: int = 0):
    """The planner, sitting down now."""
    return parse_spec("planner").make(game.rules, game.players, seat, 1)


def answer(game: Game, seat: int = 0) -> tuple[str, str]:
    """Its move, without what it returns, and the code of the reason."""
    bot = planner(game, seat)
    move = bot.choose(game.view(seat), game.legal_moves(seat))
    assert game.explain(move, seat) is None
    return str(move).split(" return ")[0], bot.reason.code


def test_it_completes_a_ticket_while_there_is_time():
    laid = table(CLASSIC).tickets(0, "denver--el-paso").own(0, "denver--oklahoma-city").hand(0, yellow=5)
    laid.trains(1, 5, "el-paso--oklahoma-city")
    assert answer(laid.game()) == ("claim el-paso--oklahoma-city yellow:5", "joins-ticket")


def test_it_takes_the_card_it_lacks():
    laid = table(CLASSIC).tickets(0, "denver--el-paso").own(0, "denver--oklahoma-city").hand(0, yellow=4)
    assert answer(laid.market(yellow=1, white=2, blue=2).game()) == ("take yellow", "card-wanted")


def test_it_goes_another_way_when_the_first_is_closed():
    """An opponent owns the yellow five, so it goes by Phoenix."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, white=5, yellow=5).own(1, "el-paso--oklahoma-city")
    laid.own(0, "el-paso--phoenix").trains(1, 5, "denver--phoenix")
    assert answer(laid.game()) == ("claim denver--phoenix white:5", "joins-ticket")


def test_it_keeps_the_trains_its_tickets_need():
    """Five trains left: the six is out of the question, the last link is not."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso").own(0, "denver--oklahoma-city")
    laid.trains(0, 5, "el-paso--oklahoma-city", "portland--salt-lake-city").hand(0, yellow=5, blue=4, red=4)
    assert answer(laid.game())[0] == "claim el-paso--oklahoma-city yellow:5"


def test_in_the_last_round_points_are_all_that_counts():
    laid = (
        table(CLASSIC)
        .hand(0, blue=6, red=1)
        .trains(0, 6, "portland--salt-lake-city")
        .trains(1, 1, "portland--salt-lake-city")
    )
    move, reason = answer(laid.with_(last_turns=1).game())
    assert (move, reason) == ("claim portland--salt-lake-city blue:6", "most-points")


def test_it_pays_a_gray_route_with_cards_it_does_not_need():
    """Yellow is wanted for El Paso, green for nothing."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso", "kansas-city--houston").own(0, "denver--oklahoma-city")
    laid.own(0, "kansas-city--oklahoma-city", "dallas--oklahoma-city").hand(0, yellow=4, green=1)
    laid.trains(1, 5, "el-paso--oklahoma-city", "dallas--houston", "dallas--houston:2")
    assert answer(laid.game())[0] == "claim dallas--houston green:1"


def test_it_pays_a_surcharge_that_it_can_pay():
    """Whatever the tunnel asks, as long as the hand allows."""
    rules = rules_of("switzerland")
    asked = set()
    for seed in range(12):
        game = Game(rules, 2, seed)
        bots = [planner(game, seat) for seat in range(2)]
        while (seat := game.seat) is not None:
            moves = game.legal_moves(seat)
            move = bots[seat].choose(game.view(seat), moves)
            if game.phase == "tunnel":
                asked.add((str(move).split()[0], len(moves) > 1))
            game.play(move, seat)
    assert ("surcharge", True) in asked
    assert ("refuse", True) not in asked


@pytest.mark.skipif(INTERPRETED, reason="hundreds of games")
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_end_and_every_action_is_legal(name, players):
    outcomes = play(name, ",".join(["planner"] * (players - 1) + ["random"]), 10 * players)
    assert faults(outcomes) == 0
    assert set(outcomes["ending"].tolist()) <= {1, 2, 3}
    last_round = (outcomes["ending"] == 1).mean()
    assert last_round > 0.9
