"""The rules by which the published styles decide, one position each."""

import pytest

from tests.bots.bot_questions import Asked, answer, ask, seated
from tests.engine.table_builder import deal, play, play_on, rules_of, table

CLASSIC = "north-america-classic"
CARDS = "red red red red blue blue blue blue pink pink green green white"
OFFER = ("seattle--new-york", "denver--el-paso", "boston--miami")
STYLES = ("path", "one-step", "long-route", "hungry")


# --- path ------------------------------------------------------------------------------------------------------------


def test_path_keeps_all_opening_tickets():
    game = deal(CLASSIC, 2, CARDS, OFFER)
    assert answer(game, "path") == Asked(f"keep {' '.join(OFFER)}", "all-tickets")


def test_path_claims_the_dearest_hop_it_can_pay():
    """Denver–El Paso by Oklahoma City, two hops and first found: 10 + 8 for the yellow five, 7 + 8 for the red four."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, yellow=5, red=4)
    assert answer(laid.game(), "path") == Asked("claim el-paso--oklahoma-city yellow:5", "on-the-way")
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, yellow=4, red=3, locomotive=1)
    assert answer(laid.game(), "path").move == "claim el-paso--oklahoma-city yellow:4 locomotive:1"
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, red=4)
    assert answer(laid.game(), "path").move == "claim denver--oklahoma-city red:4"


def test_path_looks_at_free_routes_before_its_own():
    """Published: with Denver–Oklahoma City in hand the equally short way by Phoenix is found first."""
    laid = table(CLASSIC).own(0, "denver--oklahoma-city").tickets(0, "denver--el-paso").hand(0, yellow=5, white=5)
    assert answer(laid.game(), "path").move == "claim denver--phoenix white:5"


def test_path_needs_more_trains_than_a_hop_takes():
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, yellow=5).trains(0, 5, "el-paso--oklahoma-city")
    assert "el-paso--oklahoma-city" not in answer(laid.game(), "path").move


def test_path_draws_blind_whatever_the_market_shows():
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, yellow=4).market(yellow=3, locomotive=2)
    game = laid.game()
    bot = seated(game, "path")
    assert ask(game, bot) == Asked("draw", "card-blind")
    play_on(game, "draw")
    assert ask(game, bot) == Asked("draw", "card-blind")


def test_path_claims_the_cheapest_route_when_its_tickets_are_done():
    laid = table(CLASSIC).hand(0, red=6, green=5)
    assert answer(laid.game(), "path") == Asked("claim atlanta--nashville red:1", "shortest-route")


def test_path_pays_with_the_colour_it_holds_most_of():
    laid = table(CLASSIC).tickets(0, "kansas-city--houston").own(1, "el-paso--houston")
    laid.own(0, "kansas-city--oklahoma-city", "dallas--oklahoma-city").hand(0, pink=1, green=3, blue=2)
    assert answer(laid.game(), "path").move == "claim dallas--houston green:1"


# --- one-step and long-route ------------------------------------------------------------------------------------------


def test_one_step_keeps_all_and_long_route_the_cheapest():
    game = deal(CLASSIC, 2, CARDS, OFFER)
    assert answer(game, "one-step") == Asked(f"keep {' '.join(OFFER)}", "all-tickets")
    assert answer(game, "long-route") == Asked("keep denver--el-paso boston--miami", "cheapest-tickets")


def test_one_step_goes_for_the_most_valuable_ticket_from_its_origin():
    """Los Angeles–New York (21) before Denver–El Paso (4): first El Paso–Los Angeles, though the other is payable."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso", "los-angeles--new-york").hand(0, red=4, yellow=5)
    asked = answer(laid.game(), "one-step")
    assert asked.move != "claim denver--oklahoma-city red:4"
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, red=4, yellow=5)
    assert answer(laid.game(), "one-step") == Asked("claim denver--oklahoma-city red:4", "on-the-way")


def test_one_step_saves_for_its_target():
    """The colour face up, else a locomotive, else blind; as second card no locomotive."""
    for market, move, reason in (
        ({"red": 1, "locomotive": 1, "blue": 3}, "take red", "card-wanted"),
        ({"locomotive": 1, "blue": 4}, "take locomotive", "locomotive-wanted"),
        ({"blue": 5}, "draw", "card-blind"),
    ):
        laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, red=1).market(**market)
        assert answer(laid.game(), "one-step") == Asked(move, reason)
    game = table(CLASSIC).tickets(0, "denver--el-paso").market(red=1, locomotive=1, blue=3).game()
    bot = seated(game, "one-step")
    assert ask(game, bot).move == "take red"
    play(game, "take red", "blue")
    assert ask(game, bot).move == "draw"


def test_one_step_takes_the_twin_it_has_more_cards_for():
    laid = table(CLASSIC).tickets(0, "denver--pittsburgh").hand(0, orange=2, black=3).market(orange=2, black=1, blue=2)
    assert answer(laid.game(), "one-step").move == "take black"


def test_one_step_draws_tickets_when_it_has_none_to_join():
    game = table(CLASSIC).hand(0, red=6).game()
    assert answer(game, "one-step") == Asked("tickets", "more-tickets")
    bot = seated(game, "one-step")
    play(game, ask(game, bot).move, "seattle--new-york", "denver--el-paso", "boston--miami")
    assert ask(game, bot) == Asked("keep denver--el-paso", "cheapest-tickets")


@pytest.mark.parametrize(("left", "move"), [(8, "tickets"), (7, "claim miami--new-orleans red:6")])
def test_one_step_draws_tickets_while_everybody_has_eight_trains(left, move):
    laid = table(CLASSIC).hand(0, red=6).trains(1, left, "miami--new-orleans")
    assert answer(laid.game(), "one-step").move == move


def test_long_route_leaves_short_routes_alone():
    """Kansas City–Houston in two short hops and a shorter one is not for it: it begins with four trains to Denver."""
    laid = table(CLASSIC).tickets(0, "kansas-city--houston").hand(0, orange=4)
    assert answer(laid.game(), "one-step").move == "claim kansas-city--oklahoma-city orange:2"
    asked = answer(laid.game(), "long-route")
    assert asked.move.startswith("claim denver--kansas-city")
    assert asked.move.endswith("orange:4")
    assert asked.reason == "on-the-way"


def test_long_route_goes_for_the_longest_route():
    """Without a ticket: the six that is nearest to being paid; a gray one in hand comes first."""
    laid = table(CLASSIC).hand(0, red=6)
    assert answer(laid.game(), "long-route") == Asked("claim sault-ste-marie--winnipeg red:6", "longest-route")
    laid = table(CLASSIC).hand(0, green=3, locomotive=3)
    assert answer(laid.game(), "long-route").move == "claim el-paso--houston green:3 locomotive:3"
    laid = table(CLASSIC).hand(0, red=6)
    assert "red:6" in answer(laid.trains(1, 7, "miami--new-orleans").game(), "one-step").move


def test_long_route_saves_locomotives_alone_for_a_gray_route():
    """Published: the colour it holds most never matches."""
    laid = table(CLASSIC).hand(0, blue=5).market(blue=4, locomotive=1)
    assert answer(laid.game(), "long-route").move == "take locomotive"
    laid = table(CLASSIC).hand(0, blue=5).market(blue=5)
    assert answer(laid.game(), "long-route").move == "draw"


def test_long_route_draws_anything_without_a_target():
    game = table(CLASSIC).hand(0, blue=5).trains(0, 0).market(red=5).game()
    assert answer(game, "long-route").move in {"take red", "draw"}
    assert answer(game, "long-route").reason == "by-chance"


# --- hungry ----------------------------------------------------------------------------------------------------------


def test_hungry_keeps_the_tickets_with_the_most_points_a_train():
    game = deal(CLASSIC, 2, CARDS, ("los-angeles--new-york", "los-angeles--chicago", "boston--miami"))
    assert answer(game, "hungry") == Asked("keep los-angeles--new-york los-angeles--chicago", "best-tickets")


def test_hungry_draws_tickets_while_its_tree_leaves_eight_trains():
    """Keeping all is what counts: a tree for Denver–El Paso alone takes 4 of 45."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, red=6)
    assert answer(laid.game(), "hungry") == Asked("tickets", "more-tickets")
    far = ("los-angeles--new-york", "seattle--new-york", "los-angeles--miami", "vancouver--montreal")
    laid = table(CLASSIC).tickets(0, *far, "san-francisco--atlanta").hand(0, red=6)
    assert answer(laid.game(), "hungry").move != "tickets"


def test_hungry_claims_its_tree_and_nothing_else():
    laid = table(CLASSIC).tickets(0, "toronto--miami").hand(0, red=6, pink=4).ticket_deck()
    assert answer(laid.game(), "hungry") == Asked("claim charleston--miami pink:4", "on-the-way")
    laid = table(CLASSIC).tickets(0, "vancouver--montreal").hand(0, red=6).market(red=5).ticket_deck()
    asked = answer(laid.game(), "hungry")
    assert asked.move != "claim miami--new-orleans red:6"
    assert asked.reason != "longest-route"


def test_hungry_pays_gray_routes_with_colours_it_does_not_need():
    """Denver–El Paso by Santa Fe is gray; with no ticket left in the deck it may not draw one."""
    laid = table(CLASSIC).tickets(0, "denver--el-paso").hand(0, red=2, blue=1).ticket_deck()
    assert answer(laid.game(), "hungry") == Asked("claim denver--santa-fe red:2", "on-the-way")
    laid = table(CLASSIC).tickets(0, "denver--el-paso", "denver--pittsburgh").hand(0, orange=2).ticket_deck()
    laid.own(1, "denver--kansas-city")
    assert answer(laid.game(), "hungry").move != "claim denver--santa-fe black:2"


def test_hungry_takes_the_most_frequent_card_if_it_is_needed():
    """Seattle–New York leads by Helena: yellow is needed, white is not, though it shows as often."""
    for market, move in (({"yellow": 2, "red": 1, "blue": 1, "black": 1}, "take yellow"), ({"white": 5}, "draw")):
        laid = table(CLASSIC).tickets(0, "seattle--new-york").market(**market).ticket_deck()
        assert answer(laid.game(), "hungry").move == move


def test_hungry_takes_two_of_a_kind_for_gray():
    laid = table(CLASSIC).tickets(0, "denver--el-paso").market(pink=2, red=1, blue=1, white=1).ticket_deck()
    assert answer(laid.game(), "hungry") == Asked("take pink", "card-wanted")
    laid = table(CLASSIC).tickets(0, "denver--el-paso").market(pink=1, red=1, blue=1, white=1, green=1).ticket_deck()
    assert answer(laid.game(), "hungry") == Asked("draw", "card-blind")


def test_hungry_claims_the_longest_route_without_a_plan():
    laid = table(CLASSIC).hand(0, red=5, blue=3).ticket_deck()
    assert answer(laid.game(), "hungry") == Asked("claim helena--omaha red:5", "longest-route")


# --- where the published rules are silent ----------------------------------------------------------------------------


@pytest.mark.parametrize("bot", STYLES)
def test_a_surcharge_is_paid_if_the_hand_allows(bot):
    rules = rules_of("switzerland")
    tunnel = next(name for name, route in zip(rules.route_ids, rules.map.routes, strict=True) if route.tunnel)
    length = int(rules.board[0].route_length[rules.route_index[tunnel]])
    colour = rules.map.routes[rules.route_index[tunnel]].colour
    colour = "red" if colour == "gray" else colour
    for more, reason in ((1, "worth-surcharge"), (0, "only-action")):
        game = table("switzerland").hand(0, **{colour: length + more}).game()
        turned = [colour, *[name for name in rules.colours if name != colour][:2]]
        play(game, f"claim {tunnel} {colour}:{length}", *turned)
        assert answer(game, bot).reason == reason
