"""Independent recount of scores, written from RULES 6 alone (except for the length of a trail)."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given

from ferrovia.game.game import Game
from ferrovia.game.scores import score_game
from ferrovia.rules.ids import countries
from tests.properties.sample_tables import Table, every_table, members, scored
from tests.properties.strategies import games, odd_tables, small_seeds, tables
from tests.properties.sweeps import Sweep


def places_of(rules: Any, place: str) -> set[int]:
    """The cities that are a place: itself, or the border points of a country."""
    return set(countries(rules.map).get(place, ())) or {rules.city_ids.index(place)}


def reach(rules: Any, routes: list[int], start: int) -> set[int]:
    """The cities one can travel to over these routes; nothing, not even itself, where none begins."""
    ends = [tuple(rules.city_ids.index(city) for city in (route.start, route.end)) for route in rules.map.routes]
    seen: set[int] = set()
    queue = [start] if any(start in ends[route] for route in routes) else []
    while queue:
        city = queue.pop()
        if city not in seen:
            seen.add(city)
            queue += [other for route in routes for other in ends[route] if city in ends[route]]
    return seen


def ticket_points(rules: Any, routes: list[int], ticket: int) -> tuple[bool, int]:
    """RULES 6.2, 7.3: the best target joined to the origin; else the least is lost."""
    wish = rules.tickets[ticket]
    reached = [reach(rules, routes, start) for start in places_of(rules, wish.start)]
    won = [points for place, points in wish.targets if any(part & places_of(rules, place) for part in reached)]
    return bool(won), max(won) if won else -min(points for _, points in wish.targets)


def recount(rules: Any, state: Any, trails: list[int]) -> list[dict[str, int]]:
    """RULES 6.1–6.4 for every seat."""
    rows = []
    points = dict(rules.rule_set.route_points)
    for seat in range(int(state.public.players)):
        routes = members(state.public.own[seat])
        results = [ticket_points(rules, routes, ticket) for ticket in members(state.private[seat].tickets)]
        touched = {city for route in routes for city in (rules.map.routes[route].start, rules.map.routes[route].end)}
        sights = sum(city.attraction for city in rules.map.cities if city.id in touched)
        bonus = bool(trails[seat]) and trails[seat] == max(trails)
        rows.append(
            {
                "routes": sum(points[rules.map.routes[route].length] for route in routes),
                "tickets": sum(value for _, value in results),
                "completed": sum(done for done, _ in results),
                "longest_path": rules.rule_set.longest_path_points * bonus,
                "attractions": rules.rule_set.attraction_points * sights,
            }
        )
    for row in rows:
        row["total"] = row["routes"] + row["tickets"] + row["longest_path"] + row["attractions"]
    return rows


def places(rules: Any, rows: list[dict[str, int]]) -> list[int]:
    """RULES 6.5: points, then completed tickets, then whether the bonus was earned; equals share a place."""
    breaks = rules.rule_set.tie_breaks

    def worth(row: dict[str, int]) -> tuple[int, ...]:
        tickets = row["completed"] if "tickets" in breaks else 0
        return row["total"], tickets, row["longest_path"] if "longest_path" in breaks else 0

    order = sorted((worth(row) for row in rows), reverse=True)
    return [order.index(worth(row)) + 1 for row in rows]


def check(table: Table, states: Any) -> None:
    sheet = scored(table, states)
    rows = recount(table.rules, states[0], sheet["trail"].tolist())
    for seat, row in enumerate(rows):
        assert {name: int(sheet[seat][name]) for name in row} == row, f"{table}, seat {seat}"
    assert sheet["place"].tolist() == places(table.rules, rows)


def finished(table: Table, count: int, seed: int) -> Any:
    sweep = Sweep(table, count, seed)
    for _ in sweep:
        pass
    return sweep.states


@every_table
def test_final_scores_are_what_a_recount_says(table):
    """RULES 6, for finished games."""
    states = finished(table, 6, seed=61)
    for index in range(len(states)):
        check(table, states[index : index + 1])


@pytest.mark.slow
@every_table
def test_many_final_scores_are_what_a_recount_says(table):
    states = finished(table, 300, seed=62)
    for index in range(len(states)):
        check(table, states[index : index + 1])


@given(odd_tables(), small_seeds)
def test_odd_rules_are_scored_as_they_say(table, seed):
    """Other bonuses, other tie-breaks."""
    states = finished(table, 4, seed)
    for index in range(len(states)):
        check(table, states[index : index + 1])


@pytest.mark.slow
@given(tables, small_seeds)
def test_running_scores_are_what_a_recount_says(table, seed):
    """RULES 6.1: the running total agrees with a recount at any moment."""
    for number, states in enumerate(Sweep(table, 2, seed)):
        if number % 11 == 0:
            check(table, states[:1])


def test_ties_are_met():
    """The places above would prove little without ties."""
    from tests.properties.sample_boards import tiny

    table = Table(tiny(), 3)
    shared, broken = 0, 0
    states = finished(table, 1500, seed=63)
    for index in range(len(states)):
        sheet = scored(table, states[index : index + 1])
        level = len(set(sheet["total"].tolist())) < table.players
        same = len(set(sheet["place"].tolist())) < table.players
        shared += same
        broken += level and not same
        if level:
            check(table, states[index : index + 1])
    assert shared > 5
    assert broken > 5


# --- the score sheet for people --------------------------------------------------------------------------------------


def check_sheet(game: Game) -> None:
    """Every number of the sheet has its reasons beside it, and they add up."""
    rules = game.rules
    view = game.view(-1)
    for score in game.scores():
        assert score.total == score.routes + score.tickets + score.longest_path + score.attractions
        assert score.tickets == sum(ticket.points for ticket in score.ticket_scores)
        assert score.completed == sum(ticket.completed for ticket in score.ticket_scores)
        assert score.attractions == rules.rule_set.attraction_points * len(score.attraction_cities)
        held = members(game.states[0].private[score.seat].tickets)
        assert [ticket.ticket for ticket in score.ticket_scores] == [rules.ticket_ids[number] for number in held]
        for ticket in score.ticket_scores:
            assert (ticket.target is not None) == ticket.completed
            wish = rules.tickets[rules.ticket_index[ticket.ticket]]
            if ticket.completed:
                assert dict(wish.targets)[str(ticket.target)] == ticket.points
        check_trail(rules, score, set(view.routes(score.seat)))
    assert game.winners == (tuple(s.seat for s in game.scores() if s.place == 1) if game.over else ())


def check_trail(rules: Any, score: Any, own: set[str]) -> None:
    """RULES 6.3: own routes, each once, every one continuing where the last ended, as long as it says."""
    if not rules.rule_set.longest_path_points:
        assert score.trail == ()
        assert score.trail_length == 0
        return
    assert set(score.trail) <= own
    assert len(set(score.trail)) == len(score.trail)
    routes = [rules.map.routes[rules.route_index[route]] for route in score.trail]
    assert sum(route.length for route in routes) == score.trail_length
    here = None
    for route in routes:
        ends = {route.start, route.end}
        here = ends if here is None else {(ends - {city}).pop() for city in here & ends}
        assert here, f"the trail {score.trail} is broken at {route}"


@given(games(of=tables))
def test_the_sheet_adds_up(game):
    check_sheet(game)


@every_table
def test_the_sheet_of_a_finished_game_adds_up(table):
    states = finished(table, 3, seed=64)
    for index in range(len(states)):
        game = Game.from_state(table.rules, states[index : index + 1])
        check_sheet(game)
        assert game.winners
        sheet = scored(table, game.states)
        assert [(s.total, s.place, s.trail_length) for s in score_game(table.rules, game.states)] == [
            (int(row["total"]), int(row["place"]), int(row["trail"])) for row in sheet
        ]


@every_table
def test_many_games_are_scored_as_one_is(table):
    from ferrovia.batch.games import Games

    games_ = Games(table.rules, table.players, seeds=range(5), threads=1)
    results = games_.play_out(seed=8)
    for index in range(5):
        assert (results.scores[index, : table.players] == scored(table, games_.states[index : index + 1])).all()
        assert not results.scores[index, table.players :].view(np.uint8).any()
