"""The numbers behind a report, and where things are drawn."""

from dataclasses import replace

import numpy as np
import pytest

from ferrovia.arena.report.board import board_map
from ferrovia.arena.report.curves import points_by_turn
from ferrovia.arena.report.svg import Scale
from ferrovia.arena.statistics.estimates import Estimate
from ferrovia.arena.statistics.rows import rows_of
from ferrovia.arena.statistics.usage import RouteUse, Usage, ticket_values, unpack, usage_of
from ferrovia.drawing import draw_board
from ferrovia.drawing.land.projection import project
from ferrovia.game.translate import members
from ferrovia.rules.files.loading import load_rules
from ferrovia.rules.schema import Layout, Projection


def test_masks_are_unpacked_as_elsewhere():
    masks = np.array([[5, 1 << 63], [0, 0], [1 << 40, 3]], np.uint64)
    for row, mask in zip(unpack(masks, 128), masks, strict=True):
        assert np.flatnonzero(row).tolist() == list(members(mask))


@pytest.mark.parametrize("rules", ["switzerland", "new-york"])
def test_what_tickets_bring_adds_up_to_the_score(pairs, play, rules):
    run = play(pairs("hungry,greedy", 20, rules))
    rows, loaded = rows_of(run), run.plan.rules
    kept, completed = (unpack(rows.seats[field], len(loaded.tickets)) for field in ("tickets", "completed"))
    values = ticket_values(loaded, kept, completed, unpack(rows.seats["routes"], len(loaded.map.routes)))
    assert values.sum(axis=1).tolist() == rows.seats["score"]["tickets"].tolist()


def test_routes_and_tickets_are_counted_once(pairs, play):
    run = play(pairs("hungry,greedy", 30))
    usage, rows = usage_of(run), rows_of(run)
    assert sum(use.claims for use in usage.routes) == int(np.bitwise_count(rows.seats["routes"]).sum())
    assert sum(use.kept for use in usage.tickets) == int(np.bitwise_count(rows.seats["tickets"]).sum())
    assert sum(use.completed for use in usage.tickets) == int(rows.seats["score"]["completed"].sum())
    for use in usage.tickets:
        assert use.completed <= use.kept <= use.dealt


def test_an_owner_is_compared_with_itself(pairs, play):
    """What everybody owns lifts nobody."""
    run = play(pairs("hungry,random", 30))
    assert abs(usage_of(run).surplus.mean()) < 1e-9


def test_a_route_is_claimed_in_the_games_of_those_who_could(pairs, play):
    """`hungry` sits at two tables of three: its claims are counted in its own games."""
    run = play(pairs("random,greedy,hungry", 20))
    rows = rows_of(run)
    usage = Usage(run.plan.rules, rows.of(rows.bot == 2))
    assert usage.games == 40
    assert [use.claimed for use in usage.routes] == [use.claims / 40 for use in usage.routes]


def test_offers_of_one_deal_are_no_independent_ones(pairs, play):
    """The same games under four numbers of deals, and under one: as many offers, but less is known."""
    run = play(pairs("hungry,greedy", 40))
    rows = rows_of(run)
    many = Usage(run.plan.rules, replace(rows, deal=np.arange(len(rows.deal))))
    few = Usage(run.plan.rules, replace(rows, deal=rows.deal % 4))
    for one, other in zip(many.tickets, few.tickets, strict=True):
        assert one.keeping.deals == one.dealt
        assert other.keeping.deals <= 4
        assert one.kept_share == other.kept_share == (one.kept / one.dealt if one.dealt else None)
        assert one.completed_share == other.completed_share == (one.completed / one.kept if one.kept else None)


def test_curves_are_the_quartiles(pairs, play):
    rows = rows_of(play(pairs("hungry,greedy", 20)))
    curve = points_by_turn(rows)
    points = [each["points"][min(each["turns"], 5) - 1] for each in rows.seats]
    assert curve[:, 4].tolist() == np.percentile(points, [25, 50, 75]).tolist()
    rows.seats["points"][:] = 0
    rows.seats["points"][0] = 1000  # the mean is far above three quarters of all games
    assert points_by_turn(rows).max() == 0


def test_projections_put_north_up_and_turn_clockwise():
    for projection in Projection:
        layout = Layout(projection, (), centre=(10.0, 45.0))
        north, east = project(layout, 10, 50), project(layout, 15, 45)
        assert north[1] < 0 < east[0]
        assert abs(north[0]) < 1e-9
    turned = project(Layout(Projection.EQUIRECTANGULAR, (), rotation=90.0), 0, 10)
    assert turned[0] > 0
    assert abs(turned[1]) < 1e-9


def test_the_map_is_drawn_on_the_board_of_the_game():
    """Its routes run where the browser draws them, whatever is written in a name."""
    rules = load_rules("new-york")
    cities = (replace(rules.map.cities[0], name="<b>&Co"), *rules.map.cities[1:])
    changed = replace(rules, map=replace(rules.map, cities=cities))
    unknown = Estimate(None, None)
    uses = tuple(RouteUse(number, 0.0, 0, unknown, unknown) for number in range(len(rules.map.routes)))
    picture = board_map(changed, uses, "nothing")
    board = draw_board(changed)
    assert all(f'd="{route["path"]}"' in picture for route in board["routes"].values())
    assert "&lt;b&gt;&amp;Co" in picture
    assert "<b>&Co" not in picture


def test_ticks_are_round_and_inside():
    assert Scale(0, 100, 0, 1).ticks() == [0, 20, 40, 60, 80, 100]
    assert Scale(-0.3, 0.7, 0, 1).ticks() == pytest.approx([-0.2, 0, 0.2, 0.4, 0.6])
    assert len(Scale(3, 3, 0, 1).ticks()) <= 2
