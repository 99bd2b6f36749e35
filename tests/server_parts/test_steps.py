"""Steps of a table: what each writes into the log, what it leaves behind, and what it refuses."""

from dataclasses import replace

import pytest

from ferrovia.protocol.options import NewSeat, NewTable, Options
from ferrovia.server.base import table_log
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import Seat, SeatHolder
from ferrovia.server.live import clocks, steps
from ferrovia.server.live.seat_names import another_name, checked_name
from tests.server_parts.table_steps import (
    BOTS,
    GRACE,
    HOST,
    NOW,
    SECRET,
    first_move,
    opened,
    rules_of,
    started,
    stored,
)


def refused(code, work, *arguments):
    with pytest.raises(RequestRefused) as caught:
        work(*arguments)
    assert caught.value.code == code


def test_a_table_with_free_seats_waits_with_a_code():
    table = opened("me open")
    assert (table.row.status, table.row.seq, table.row.due_at) == ("lobby", 1, None)
    assert table.row.code
    assert [(holder.client, holder.seat) for holder in table.holders] == [(HOST, 0)]


def test_a_full_table_has_no_code_and_is_due():
    row = opened("me passenger").row
    assert row.code is None
    assert row.due_at == NOW + clocks.LEASE


@pytest.mark.parametrize(
    ("code", "wishes", "options"),
    [
        ("wrong-players", [NewSeat("me")], Options()),
        ("wrong-players", [NewSeat("me")] * 5, Options()),
        ("no-such-bot", [NewSeat("me"), NewSeat("bot", bot="nobody")], Options()),
        ("no-such-bot", [NewSeat("me"), NewSeat("bot")], Options()),
        ("practice-is-private", [NewSeat("me"), NewSeat("open")], Options(practice=True)),
        ("bad-name", [NewSeat("me", name="\u200b"), NewSeat("me")], Options()),
    ],
)
def test_tables_that_cannot_be(code, wishes, options):
    new = NewTable("new-york", wishes, options)
    refused(code, steps.open_table, new, rules_of(), HOST, BOTS, NOW)


def test_the_last_seat_spends_the_code():
    table = opened("me open open")
    first = steps.take_seat(table, 1, "second", "Ada", False, NOW + 1, False)
    assert first.row.code == table.row.code
    last = steps.take_seat(stored(first), 2, "third", None, True, NOW + 2, False)
    assert last.row.code is None
    assert last.row.due_at == NOW + 2 + clocks.LEASE
    assert [(seat.kind, seat.name) for seat in last.row.seats[1:]] == [("person", "Ada"), ("program", "3")]
    assert [entry.entry.kind for entry in (first, last)] == [table_log.JOIN, table_log.JOIN]
    refused("seat-taken", steps.take_seat, stored(last), 2, "fourth", None, False, NOW, False)


def test_nobody_sits_down_once_the_game_has_begun():
    row, _ = started()
    refused("already-started", steps.take_seat, replace(opened("me me"), row=row), 0, "late", None, False, NOW, False)
    refused("already-started", steps.fill_seat, row, 0, "driver", NOW)


def test_a_removed_player_leaves_a_free_seat_or_a_bot():
    table = stored(steps.take_seat(opened("me open"), 1, "second", "Ada", False, NOW, False))
    lobby = steps.remove_player(table, 1, "driver", NOW + 1)
    assert lobby.row.seats[1].kind == "open"
    assert lobby.row.code
    assert [holder.seat for holder in lobby.holders or ()] == [0]
    row, _ = started()
    playing = steps.remove_player(replace(table, row=row), 1, "driver", NOW + 2)
    assert (playing.row.seats[1].kind, playing.row.seats[1].bot) == ("bot", "driver")
    refused("seat-not-taken", steps.remove_player, replace(table, row=playing.row), 1, "driver", NOW)


def test_a_guest_who_signs_in_is_replaced_by_the_player():
    held = [
        SeatHolder("guest", 1),
        SeatHolder("player", 1, own=False),
        SeatHolder("bo", 0),
        SeatHolder("guest", 0, False),
    ]
    before = replace(opened("open open"), holders=tuple(held))
    before = replace(before, row=replace(before.row, host="guest"))
    step = steps.become_player(before, "guest", "player", NOW)
    assert step is not None
    assert set(step.holders) == {SeatHolder("player", 1), SeatHolder("bo", 0), SeatHolder("player", 0, own=False)}
    assert (step.row.host, step.row.seq) == ("player", before.row.seq + 1)
    assert steps.become_player(stored(step), "guest", "player", NOW) is None, "nothing is left"
    other = steps.become_player(before, "bo", "bia", NOW)
    assert other is not None
    assert other.row.host == "guest", "who sat there is not the host"


def test_the_same_secret_deals_the_same_cards():
    (_, one), (_, other) = started(), started()
    assert one.states.tobytes() == other.states.tobytes()
    assert opened("me me").row.secret == SECRET


def test_a_move_is_one_entry_and_carries_its_game():
    row, game = started()
    text = first_move(game, 0)
    step = steps.move(row, game, 0, text, "request", NOW + 5, GRACE)
    assert (step.entry.seq, step.entry.number, step.entry.kind) == (row.seq + 1, 1, table_log.MOVE)
    assert (step.entry.text, step.entry.request) == (text, "request")
    assert step.game is not None
    assert step.row.state == step.game.states.tobytes()
    assert step.row.moved == step.entry.seq


def test_a_refused_move_names_its_rule():
    row, game = started()
    with pytest.raises(RequestRefused) as caught:
        steps.move(row, game, 0, "draw", None, NOW + 5, GRACE)
    assert (caught.value.code, caught.value.rule) == ("opening-unfinished", "1.5")


def test_an_ended_table_is_not_ended_again_and_has_one_rematch():
    row, _ = started("me passenger")
    refused("not-over", steps.rematch, replace(opened("me passenger"), row=row), rules_of(), NOW)
    ended = steps.end(row, NOW + 9)
    assert (ended.row.status, ended.row.due_at) == ("ended", None)
    refused("ended", steps.end, ended.row, NOW + 10)
    table = replace(opened("me passenger"), row=ended.row)
    told, fresh = steps.rematch(table, rules_of(), NOW + 11)
    assert told.row.rematch == fresh.row.id
    assert [seat.kind for seat in fresh.row.seats] == ["bot", "person"]
    assert [(holder.client, holder.seat) for holder in fresh.holders or ()] == [(HOST, 1)]
    assert fresh.row.secret != row.secret


def liveries(row):
    return {seat.name or seat.kind: table_log.livery_of(seat, number) for number, seat in enumerate(row.seats)}


def again(table):
    """The rematch of a table that is closed."""
    closed = replace(table, row=steps.end(table.row, NOW + 1).row)
    fresh = steps.rematch(closed, rules_of(), NOW + 2)[1]
    return replace(table, row=fresh.row, holders=fresh.holders)


def test_everybody_keeps_their_colour_through_a_series_of_rematches():
    """Also bots; and whoever takes a seat that was left takes what its player had."""
    table = opened("me open passenger")
    joined = steps.take_seat(table, 1, "bia", "Bia", False, NOW, by_link=False)
    table = replace(table, row=joined.row, holders=joined.holders)
    first = liveries(table.row)
    assert sorted(first.values()) == [0, 1, 2]
    for round_ in range(4):
        table = again(table)
        assert liveries(table.row) == first, round_
        assert table.row.seats[0].name != joined.row.seats[round_ % 3].name, "the seats move on all the same"
    left = steps.remove_player(table, [seat.name for seat in table.row.seats].index("Bia"), "passenger", NOW)
    assert {**first, "open": first["Bia"]}.items() >= liveries(left.row).items()
    table = again(replace(table, row=left.row, holders=left.holders))
    free = [seat.kind for seat in table.row.seats].index("open")
    taken = steps.fill_seat(table.row, free, "conductor", NOW)
    assert liveries(taken.row)["conductor"] == first["Bia"]
    late = steps.take_seat(table, free, "rui", "Rui", False, NOW, by_link=False)
    assert liveries(late.row)["Rui"] == first["Bia"]


@pytest.mark.parametrize("name", ["Z" + "\u0301" * 30, "a\u0489\u0489\u0489\u0489\u0489", "ok" + "\u20dd" * 9])
def test_a_name_that_covers_other_lines_is_refused(name):
    refused("bad-name", checked_name, name, 0)


@pytest.mark.parametrize("name", ["Bi\u0301a", "ไม้โท", "Ngu\u1ec5n", "བསྒྲུབས", "שָׁלוֹם", "👩🏽‍🚀", "Ada"])
def test_names_of_every_script_are_welcome(name):
    assert checked_name(name, 0)


def test_accents_are_put_together():
    assert checked_name("Bi\u0301a", 0) == "Bía"


SAME = (
    ("Ada", "ADA"),
    ("Ada", "Ada"),
    ("ﬁ", "fi"),
    ("Ada", "\u0410da"),
    ("Rosa", "R\u03bfs\u0430"),
    ("Ada", "Ada\ufe0f"),
    ("Ada", "A\u034fda"),
    ("AI", "Al"),
)


@pytest.mark.parametrize(("first", "second"), SAME)
def test_players_of_one_table_can_be_told_apart(first, second):
    wishes = [NewSeat("me", first), NewSeat("open"), NewSeat("me", second)]
    table = stored(steps.open_table(NewTable("new-york", wishes), rules_of(), HOST, BOTS, NOW, SECRET))
    assert [seat.name for seat in table.row.seats] == [first, "", f"{second} 2"]
    joined = steps.take_seat(table, 1, "guest", second, False, NOW, by_link=False)
    assert joined.row.seats[1].name == f"{second} 3"


def test_a_long_name_keeps_its_number():
    wishes = [NewSeat("me", "A" * 40), NewSeat("me", "A" * 40)]
    seats = steps.open_table(NewTable("new-york", wishes), rules_of(), HOST, BOTS, NOW, SECRET).row.seats
    assert [seat.name for seat in seats] == ["A" * 40, "A" * 38 + " 2"]


def test_a_name_is_found_though_others_have_taken_the_numbered_ones():
    name = "A" * 38
    taken = [Seat("person", f"{name} {number}") for number in range(2, 6)]
    assert another_name(f"{name} 2", taken) == f"{name} 6"


def test_names_that_look_different_keep_as_they_are():
    assert another_name("Ána", [Seat("person", "Ana"), Seat("person", "Anna")]) == "Ána"
