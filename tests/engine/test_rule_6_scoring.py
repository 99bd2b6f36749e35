"""Scoring: routes, tickets, the longest path, attractions, ties (RULES 6)."""

import pytest

from ferrovia import Game
from tests.engine.table_builder import BUILT_IN, lane, play, play_on, public, rules_of, table

# Two lone routes of six: 30 points, a path of 6. No ticket of the game joins their ends.
THIRTY = (("duluth--toronto", "el-paso--houston"), ("miami--new-orleans", "portland--salt-lake-city"))
# 20 points, a path of 11: with the bonus 30 too.
TWENTY = ("denver--phoenix", "denver--omaha", "duluth--omaha", "atlanta--nashville")


def columns(game, name):
    """One number of every seat's score."""
    return [getattr(score, name) for score in game.scores()]


# 6.1 routes


def test_the_running_total_agrees_with_a_recount():
    """RULES 6.1: after a game at random, for every rule set."""
    for name in BUILT_IN:
        game = Game(name, 2, seed=4)
        points = game.rules.board[0].route_points
        while not game.over:
            moves = game.legal_moves()
            game.play(next((move for move in moves if str(move).startswith("claim")), moves[0]))
            for seat in range(2):
                lengths = [
                    game.rules.map.routes[game.rules.route_index[route]].length for route in game.view(-1).routes(seat)
                ]
                assert int(public(game).score[seat]) == sum(int(points[length]) for length in lengths)
        assert columns(game, "routes") == public(game).score[:2].tolist()


def test_route_and_attraction_points_can_be_read_off_new_yorks_board():
    """RULES 6.1 [ruling]: the software may show them during play there too."""
    game = table("new-york").own(0, "chelsea--soho", "chinatown--wall-street").game()
    assert int(game.view(-1).record.public.score[0]) == 8
    assert game.scores()[0].attractions == 3


# 6.2 tickets


def test_tickets_are_added_or_subtracted():
    """RULES 6.2: the value if own routes join the two cities by a continuous path, else the loss of it."""
    place = table("north-america").own(0, "denver--santa-fe", "el-paso--santa-fe")
    game = place.tickets(0, "denver--el-paso", "kansas-city--houston").game()
    score = game.scores()[0]
    assert (score.routes, score.tickets, score.completed) == (4, 4 - 5, 1)
    assert {each.ticket: (each.completed, each.points) for each in score.ticket_scores} == {
        "denver--el-paso": (True, 4),
        "kansas-city--houston": (False, -5),
    }


def test_only_ones_own_routes_join():
    """RULES 6.2: another's route closes no gap."""
    place = table("north-america").own(0, "denver--santa-fe").own(1, "el-paso--santa-fe")
    game = place.tickets(0, "denver--el-paso").tickets(1, "calgary--phoenix").game()
    assert columns(game, "tickets") == [-4, -13]


def test_touching_both_cities_is_not_joining_them():
    """RULES 6.2: two parts that each hold one end."""
    game = table("north-america").own(0, "denver--omaha", "el-paso--phoenix").tickets(0, "denver--el-paso").game()
    assert columns(game, "tickets")[0] == -4


def test_a_detour_joins_too():
    """RULES 6.2: any continuous path, however long."""
    way = ("denver--phoenix", "los-angeles--phoenix", "el-paso--los-angeles")
    game = table("north-america").own(0, *way).tickets(0, "denver--el-paso").game()
    assert columns(game, "tickets")[0] == 4


def test_a_total_may_be_negative():
    """RULES 6.2 [ruling]: lost tickets are not stopped at zero, and the smaller loss wins."""
    game = table("north-america").tickets(0, "los-angeles--new-york").tickets(1, "denver--el-paso").game()
    assert columns(game, "total") == [-21, -4]
    assert columns(game, "place") == [2, 1]


def test_every_ticket_is_revealed_at_the_end():
    """RULES 6.2, 10: the score sheet names each of them, and everybody sees them."""
    place = table("north-america").hand(0, red=1).tickets(0, "denver--el-paso").tickets(1, "boston--miami")
    game = place.trains(0, 3, "atlanta--nashville").game()
    play(game, "claim atlanta--nashville red:1")
    play_on(game, "draw", "draw", "draw", "draw")
    assert game.over
    assert [[each.ticket for each in score.ticket_scores] for score in game.scores()] == [
        ["denver--el-paso"],
        ["boston--miami"],
    ]
    for seat in (-1, 0, 1):
        assert game.view(seat).tickets_of(1) == ("boston--miami",)


# 6.3 the longest path


def test_the_longest_path_is_measured_in_trains():
    """RULES 6.3, 12.8: two routes of six beat five routes of one and two."""
    long = ("el-paso--houston", "el-paso--los-angeles")
    short = (
        "atlanta--nashville",
        "atlanta--raleigh",
        "raleigh--washington",
        "new-york--washington",
        "boston--new-york",
    )
    game = table("north-america").own(0, *long).own(1, *short).game()
    assert columns(game, "trail_length") == [12, 9]
    assert columns(game, "longest_path") == [10, 0]


def test_a_path_may_make_a_loop_and_visit_a_city_again():
    """RULES 6.3, 12.8: Omaha–Denver–Helena–Salt Lake City–Denver, Denver twice: 14 trains, not 11."""
    loop = ("denver--omaha", "denver--helena", "helena--salt-lake-city", "denver--salt-lake-city")
    game = table("north-america").own(0, *loop).game()
    assert columns(game, "trail_length")[0] == 4 + 4 + 3 + 3
    assert set(game.scores()[0].trail) == set(loop)


def test_a_path_uses_each_train_once():
    """RULES 6.3: of a star with three arms only two are in the path."""
    star = ("denver--omaha", "denver--phoenix", "denver--helena")
    game = table("north-america").own(0, *star).game()
    assert columns(game, "trail_length")[0] == 5 + 4
    assert "denver--phoenix" in game.scores()[0].trail


def test_two_loops_at_one_city_are_one_path():
    """RULES 6.3: a figure of eight is walked whole, from its middle to its middle."""
    eight = ("denver--helena", "helena--salt-lake-city", "denver--salt-lake-city")
    other = ("denver--oklahoma-city", "oklahoma-city--santa-fe", "denver--santa-fe")
    game = table("north-america").own(0, *eight, *other).game()
    assert columns(game, "trail_length")[0] == 10 + 9


def test_separate_parts_are_not_added():
    """RULES 6.3: continuous."""
    game = table("north-america").own(0, "duluth--toronto", "el-paso--houston", "el-paso--santa-fe").game()
    assert columns(game, "trail_length")[0] == 8


def test_everybody_level_earns_the_bonus():
    """RULES 6.3: on a tie every tied player gets 10, the shorter path nothing."""
    game = table("north-america", 3).own(0, "duluth--toronto").own(1, "el-paso--houston").own(2, "helena--omaha").game()
    assert columns(game, "longest_path") == [10, 10, 0]
    assert columns(game, "total") == [25, 25, 10]


def test_without_a_route_there_is_no_bonus():
    """RULES 6.3 [ruling]: no path, no bonus, not even for all."""
    game = table("north-america", 3).game()
    assert columns(game, "longest_path") == [0, 0, 0]
    one = table("north-america", 3).own(1, "atlanta--nashville").game()
    assert columns(one, "longest_path") == [0, 10, 0]


def test_new_york_has_no_longest_path():
    """RULES 6.3, 8.3: no bonus and no path on the score sheet."""
    game = table("new-york").own(0, "chelsea--soho").game()
    assert (game.scores()[0].longest_path, game.scores()[0].trail_length, game.scores()[0].trail) == (0, 0, ())


# 6.4 attractions


def test_an_attraction_is_touched_by_one_route():
    """RULES 6.4: one point for each attraction at an end of an own route."""
    game = table("new-york").own(0, "chelsea--soho").own(1, "midtown-west--times-square").game()
    assert columns(game, "attractions") == [1, 1]
    assert game.scores()[0].attraction_cities == ("chelsea",)


def test_an_attraction_counts_once_for_each_player():
    """RULES 6.4: several routes at one attraction bring one point; two players may both score it."""
    place = table("new-york").own(0, "chelsea--soho", "midtown-west--chelsea")
    game = place.own(1, "chelsea--gramercy-park").game()
    assert columns(game, "attractions") == [1, 1]


def test_separate_parts_of_a_network_share_their_attractions():
    """RULES 6.4: each once, wherever the routes lie."""
    game = (
        table("new-york")
        .own(0, "chinatown--wall-street", "wall-street--brooklyn", "central-park--united-nations")
        .game()
    )
    assert game.scores()[0].attraction_cities == (
        "central-park",
        "united-nations",
        "chinatown",
        "wall-street",
        "brooklyn",
    )
    assert columns(game, "attractions") == [5, 0]


def test_the_board_has_nine_attractions_and_all_can_be_scored():
    """RULES 6.4, 8.3: nine points at the most."""
    assert sum(city.attraction for city in rules_of("new-york").map.cities) == 9
    way = ("central-park--united-nations", "times-square--empire-state-building", "chelsea--greenwich-village")
    last = ("chinatown--wall-street", "wall-street--brooklyn")
    game = table("new-york").own(0, *way, *last).game()
    assert columns(game, "attractions")[0] == 9


@pytest.mark.parametrize("name", BUILT_IN[:3])
def test_no_attractions_elsewhere(name):
    """RULES 6.4, 9: a bonus of New York alone."""
    assert rules_of(name).rule_set.attraction_points == 0
    assert not int(rules_of(name).board[0].attractions)


# 6.5 who wins


def test_most_points_win():
    """RULES 6.5: places follow the totals."""
    game = (
        table("north-america", 3).own(0, "denver--omaha").own(1, "duluth--toronto").own(2, "montreal--new-york").game()
    )
    assert columns(game, "place") == [2, 1, 3]


def test_completed_tickets_break_a_tie():
    """RULES 6.5, 12.9: six points each, one completed ticket against none."""
    place = table("new-york", 3).own(0, "lower-east-side--chinatown", "chinatown--wall-street")
    place.tickets(0, "lower-east-side--wall-street")
    game = place.own(1, "chelsea--greenwich-village").game()
    assert columns(game, "total")[:2] == [6, 6]
    assert columns(game, "completed")[:2] == [1, 0]
    assert columns(game, "place") == [1, 2, 3]


def test_a_tie_in_new_york_is_shared_after_the_tickets():
    """RULES 6.5, 8.3: no longest path there; the third is third."""
    place = table("new-york", 3).own(0, "lower-east-side--chinatown").own(1, "midtown-west--times-square")
    game = place.tickets(2, "lower-east-side--wall-street").game()
    assert columns(game, "total") == [2, 2, -2]
    assert columns(game, "place") == [1, 1, 3]


def test_missed_tickets_are_not_counted_as_completed():
    """RULES 6.5: completed ones only."""
    place = (
        table("north-america")
        .own(0, "denver--santa-fe", "el-paso--santa-fe")
        .tickets(0, "denver--el-paso", "toronto--miami")
    )
    game = place.tickets(1, "boston--miami", "calgary--phoenix").game()
    assert columns(game, "completed") == [1, 0]


def test_the_bonus_breaks_a_tie_that_tickets_leave():
    """RULES 6.5, 12.9: 30 to 30 without tickets; the one who earned the longest-path bonus wins."""
    game = table("north-america").own(0, *THIRTY[0]).own(1, *TWENTY).game()
    assert columns(game, "total") == [30, 30]
    assert columns(game, "longest_path") == [0, 10]
    assert columns(game, "place") == [2, 1]


def test_tickets_come_before_the_bonus():
    """RULES 6.5: 26 to 26, and a completed ticket outweighs the longest path."""
    place = table("north-america").own(
        0, "denver--santa-fe", "el-paso--santa-fe", "duluth--toronto", "atlanta--nashville"
    )
    place.own(0, "dallas--little-rock").tickets(0, "denver--el-paso")
    game = place.own(1, "helena--seattle", "portland--seattle").game()
    assert columns(game, "total") == [26, 26]
    assert columns(game, "longest_path") == [0, 10]
    assert columns(game, "place") == [1, 2]


def test_a_bonus_of_another_seat_decides_nothing():
    """RULES 6.5: the tied players' own paths, 6 and 5, are not compared; they share the win."""
    tens = ("helena--omaha", "el-paso--oklahoma-city", "atlanta--miami")
    third = ("calgary--helena", "calgary--vancouver")
    game = table("north-america", 3).own(0, *THIRTY[0]).own(1, *tens).own(2, *third).game()
    assert columns(game, "total") == [30, 30, 21]
    assert columns(game, "trail_length") == [6, 5, 7]
    assert columns(game, "place") == [1, 1, 3]


def test_several_of_the_tied_earned_the_bonus():
    """RULES 6.5 [ruling]: those share the win, the others of the tied do not."""
    place = table("north-america", 3).own(0, *TWENTY).own(1, *THIRTY[1])
    game = place.own(
        2, "nashville--pittsburgh", "chicago--pittsburgh", "chicago--toronto", "new-york--washington"
    ).game()
    assert columns(game, "trail_length") == [11, 6, 11]
    assert columns(game, "total") == [30, 30, 30]
    assert columns(game, "place") == [1, 3, 1]


def test_the_same_comparison_ranks_the_lower_places():
    """RULES 6.5: the tie is for the second place, and the bonus breaks it."""
    place = table("north-america", 4).own(0, *THIRTY[0]).own(1, *TWENTY)
    game = place.own(2, "miami--new-orleans", "portland--salt-lake-city", "helena--winnipeg").game()
    assert columns(game, "total") == [30, 30, 37, 0]
    assert columns(game, "place") == [3, 2, 1, 4]


def test_shared_places_leave_a_gap():
    """RULES 6.5: two winners, the next is third; two thirds, the next is fifth."""
    place = table("north-america", 5).own(0, "duluth--toronto").own(1, "el-paso--houston")
    game = place.own(2, "helena--omaha").own(3, "atlanta--miami").game()
    assert columns(game, "total") == [25, 25, 10, 10, 0]
    assert columns(game, "place") == [1, 1, 3, 3, 5]


def test_everybody_can_share_the_win():
    """RULES 6.5: nothing differs."""
    assert columns(table("north-america", 5).game(), "place") == [1] * 5


@pytest.mark.parametrize("name", ["north-america-classic", "switzerland"])
def test_the_win_is_shared_in_the_other_documents_too(name):
    """RULES 6.5 [ruling]: 001, 002 and 003 do not say it."""
    routes = ("bern--interlaken", "olten--zurich") if name == "switzerland" else ("duluth--toronto", "el-paso--houston")
    game = table(name, 3).own(0, routes[0]).own(1, routes[1]).tickets(2, rules_of(name).ticket_ids[0]).game()
    assert columns(game, "place") == [1, 1, 3]


def test_negative_totals_are_ranked_like_others():
    """RULES 6.2, 6.5: the smaller loss is the better place; equal losses tie."""
    place = table("north-america", 4).tickets(0, "denver--el-paso").tickets(1, "boston--miami")
    game = place.tickets(2, "atlanta--washington").tickets(3, "toronto--miami").game()
    assert columns(game, "total") == [-4, -12, -4, -10]
    assert columns(game, "place") == [1, 4, 1, 3]


def test_both_copies_of_a_swiss_ticket_count_as_completed():
    """RULES 6.5 [ruling]: every ticket card counts; a country ticket once, however many of its countries are joined."""
    place = table("switzerland").own(0, "davos--austria-davos", "davos--italy-davos", "chur--davos")
    place.tickets(
        0, "austria--france+germany+italy", "austria--france+germany+italy:2", "chur--austria+france+germany+italy"
    )
    score = place.game().scores()[0]
    assert score.completed == 3
    assert score.tickets == 6 + 6 + 5


def test_the_winners_are_named_at_the_end_only():
    """RULES 6.5: nobody has won before the end."""
    game = table("north-america").hand(0, red=1).trains(0, 3, "atlanta--nashville").game()
    assert not game.winners
    play(game, "claim atlanta--nashville red:1")
    play_on(game, "draw", "draw", "draw", "draw")
    assert game.winners == (0,)


def test_a_tie_rule_can_be_left_out(tmp_path):
    """RULES 6.5: the steps are data; without them ties are shared."""
    rules = lane(tmp_path, tie_breaks="[]", longest_path_points=0)
    place = (
        table(rules).own(0, "ash--birch", "birch--cedar").tickets(0, "ash--cedar").own(1, "dale--elm", "cedar--dale")
    )
    assert columns(place.game(), "total") == [6, 6]
    assert columns(place.game(), "place") == [1, 1]
    broken = lane(tmp_path, tie_breaks='["tickets"]', longest_path_points=0)
    place = (
        table(broken).own(0, "ash--birch", "birch--cedar").tickets(0, "ash--cedar").own(1, "dale--elm", "cedar--dale")
    )
    assert columns(place.game(), "place") == [1, 2]


def test_the_steps_of_a_tie_come_in_the_order_the_rules_say(tmp_path):
    """RULES 6.5: tickets first here; a variant that asks for the bonus first is heard."""
    for breaks, places in (('["tickets", "longest_path"]', [1, 2]), ('["longest_path", "tickets"]', [2, 1])):
        rules = lane(tmp_path, tie_breaks=breaks, longest_path_points=2)
        place = table(rules).own(0, "ash--birch", "birch--cedar").tickets(0, "ash--cedar")
        game = place.own(1, "cedar--dale", "dale--elm").game()
        assert columns(game, "total") == [6, 8]
        game = place.own(0, "elm--fir").game()
        assert (columns(game, "total"), columns(game, "longest_path")) == ([8, 8], [0, 2])
        assert columns(game, "place") == places


# 6.6 the book's examples


def test_montreal_atlanta_and_new_york_atlanta():
    """RULES 6.6: both completed, 9 + 6 = 15."""
    way = ("montreal--new-york", "new-york--washington", "raleigh--washington", "atlanta--raleigh")
    game = table("north-america").own(0, *way).tickets(0, "montreal--atlanta", "new-york--atlanta").game()
    assert (game.scores()[0].tickets, game.scores()[0].completed) == (15, 2)


def test_sault_ste_marie_nashville_and_atlanta_washington():
    """RULES 6.6: the first completed, the second missed, 8 - 4 = 4."""
    way = ("duluth--sault-ste-marie", "chicago--duluth", "chicago--saint-louis", "nashville--saint-louis")
    game = table("north-america").own(0, *way).tickets(0, "sault-ste-marie--nashville", "atlanta--washington").game()
    assert (game.scores()[0].tickets, game.scores()[0].completed) == (4, 1)
