"""Everything that can happen to a table, each as a step: the log entry and the state of the table after it.

Nothing here reads a clock, a store or a socket: the same arguments give the same step.
"""

import json
from dataclasses import replace
from importlib.metadata import version

from ferrovia.game.game import Game
from ferrovia.game.shuffle import new_secret
from ferrovia.protocol.options import NewSeat, NewTable
from ferrovia.protocol.tables import AwayReason, EntryKind, EntryValues, Status, Utterance
from ferrovia.protocol.views import asked_seats
from ferrovia.rules.resolved import Rules
from ferrovia.server.base import table_log, tokens
from ferrovia.server.base.refusals import RequestRefused
from ferrovia.server.base.table_log import LogEntry, Seat, SeatHolder, Step, StoredTable, TableRow, livery_of
from ferrovia.server.live import clocks, referee
from ferrovia.server.live.seat_names import another_name, checked_name, with_different_names


def entry_of(
    row: TableRow, kind: EntryKind, seat: int | None, now: float, values: EntryValues | None = None
) -> LogEntry:
    """The next entry of a table's log."""
    return LogEntry(row.seq + 1, kind, seat, json.dumps(values or {}), row.moves, now)


def step_of(row: TableRow, entry: LogEntry, holders: tuple[SeatHolder, ...] | None = None) -> Step:
    """An entry and the row after it."""
    return Step(entry, replace(row, seq=entry.seq, moves=entry.number, changed_at=entry.at), holders)


# ── opening a table ───────────────────────────────────────────────────────────────────────────────────────────────────


def open_table(
    new: NewTable, rules: Rules, client: str, bots: frozenset[str], now: float, secret: bytes | None = None
) -> Step:
    """A new table; its game starts as soon as every seat is taken. Only a lesson's secret is known in advance."""
    check_table(new, rules, bots)
    seats = with_different_names(seat_of(seat, number) for number, seat in enumerate(new.seats))
    free = any(seat.kind == "open" for seat in seats)
    row = TableRow(
        id=tokens.new_id(),
        rules=rules.id,
        rules_hash=rules.hash,
        options=new.options,
        secret=secret or new_secret(),
        host=client,
        created_at=now,
        changed_at=now,
        seats=seats,
        code=tokens.new_code() if free else None,
        due_at=None if free else now + clocks.LEASE,
        engine=version("ferrovia"),
    )
    mine = tuple(SeatHolder(client, number) for number, seat in enumerate(new.seats) if seat.kind == "me")
    return step_of(row, entry_of(row, table_log.OPEN, None, now), mine)


def check_table(new: NewTable, rules: Rules, bots: frozenset[str]) -> None:
    """Raise RequestRefused if such a table is impossible."""
    fewest, most = rules.rule_set.players_min, rules.rule_set.players_max
    if not fewest <= len(new.seats) <= most:
        raise RequestRefused("wrong-players", players=len(new.seats), fewest=fewest, most=most)
    for seat in new.seats:
        if seat.kind == "bot":
            check_bot(seat.bot, bots)
    if new.options.practice and any(seat.kind == "open" for seat in new.seats):
        raise RequestRefused("practice-is-private")


def check_bot(bot: str | None, bots: frozenset[str]) -> str:
    """The bot's name, if it is available here."""
    if bot is None or bot not in bots:
        raise RequestRefused("no-such-bot", bot=bot, bots=sorted(bots))
    return bot


def seat_of(seat: NewSeat, number: int) -> Seat:
    """The requested seat."""
    if seat.kind == "bot":
        return Seat("bot", seat.bot or "", seat.bot)
    if seat.kind == "open":
        return Seat("open")
    return Seat("person", checked_name(seat.name, number))


# ── seats ─────────────────────────────────────────────────────────────────────────────────────────────────────────────


def take_seat(
    stored: StoredTable, seat: int, client: str, name: str | None, program: bool, now: float, by_link: bool
) -> Step:
    """A player takes a free seat. The seat's link is used up."""
    row = stored.row
    check_open(row)
    if row.seats[seat].kind != "open":
        raise RequestRefused("seat-taken", seat=seat)
    others = [other for number, other in enumerate(row.seats) if number != seat]
    taken = Seat(
        "program" if program else "person",
        another_name(checked_name(name, seat), others),
        invitation=row.seats[seat].token if by_link else None,
        livery=row.seats[seat].livery,
    )
    held = (*(holder for holder in stored.holders if holder.seat != seat), SeatHolder(client, seat))
    return filled(row.with_seat(seat, taken), table_log.JOIN, seat, {"name": taken.name}, now, held)


def hold_seat(stored: StoredTable, seat: int, client: str, now: float, own: bool = False) -> Step:
    """A client with the link of a taken seat plays it too: the same player on another screen. Its player's `own`
    browsers may also make and withdraw links."""
    row = stored.row
    others = (holder for holder in stored.holders if (holder.client, holder.seat) != (client, seat))
    held = (*others, SeatHolder(client, seat, own))
    return step_of(row, entry_of(row, table_log.JOIN, seat, now, {"name": row.seats[seat].name}), held)


def become_player(stored: StoredTable, guest: str, player: str, now: float) -> Step | None:
    """A guest has signed in: what it held and hosted here is its player's from now on; None if that was nothing."""
    seats = [holder.seat for holder in stored.holders if holder.client == guest]
    if not seats and stored.row.host != guest:
        return None
    held: dict[tuple[str, int], SeatHolder] = {}
    for holder in stored.holders:
        client = player if holder.client == guest else holder.client
        known = held.get((client, holder.seat))  # the player may have had the seat already
        held[client, holder.seat] = SeatHolder(client, holder.seat, holder.own or (known is not None and known.own))
    row = replace(stored.row, host=player) if stored.row.host == guest else stored.row
    return step_of(row, entry_of(row, table_log.LINK, min(seats, default=None), now), tuple(held.values()))


def fill_seat(row: TableRow, seat: int, bot: str, now: float) -> Step:
    """A bot takes a free seat."""
    check_open(row)
    if row.seats[seat].kind != "open":
        raise RequestRefused("seat-taken", seat=seat)
    taken = Seat("bot", bot, bot, livery=row.seats[seat].livery)
    return filled(row.with_seat(seat, taken), table_log.BOT, seat, {"bot": bot}, now, None)


def filled(
    row: TableRow, kind: EntryKind, seat: int, values: EntryValues, now: float, held: tuple[SeatHolder, ...] | None
) -> Step:
    """A seat has been taken; with the last one the code is used up and the game can start."""
    full = all(other.kind != "open" for other in row.seats)
    row = replace(row, code=None if full else row.code, due_at=now + clocks.LEASE if full else None)
    return step_of(row, entry_of(row, kind, seat, now, values), held)


def remove_player(stored: StoredTable, seat: int, bot: str, now: float) -> Step:
    """The host removes an absent player: in the lobby the seat becomes free, in a game a bot plays on."""
    row = stored.row
    if not row.seats[seat].human:
        raise RequestRefused("seat-not-taken", seat=seat)
    held = tuple(holder for holder in stored.holders if holder.seat != seat)
    if row.status == "lobby":
        free = Seat("open", livery=row.seats[seat].livery)
        row = replace(row.with_seat(seat, free), code=row.code or tokens.new_code(), due_at=None)
        return step_of(row, entry_of(row, table_log.LEAVE, seat, now), held)
    if row.status != "playing":
        raise RequestRefused("ended" if row.status == "ended" else "game-over")
    row = row.with_seat(seat, replace(row.seats[seat], kind="bot", bot=bot, away=False, token=None, clock=None))
    row = replace(row, due_at=now + clocks.LEASE)
    return step_of(row, entry_of(row, table_log.LEAVE, seat, now, {"bot": bot}), held)


def give_link(row: TableRow, seat: int, token: str, now: float) -> Step:
    """Give a seat a secret link; its earlier one stops working."""
    row = row.with_seat(seat, replace(row.seats[seat], token=tokens.digest(token)))
    return step_of(row, entry_of(row, table_log.LINK, seat, now))


def withdraw_link(stored: StoredTable, seat: int, client: str, now: float) -> Step:
    """A player withdraws the link to their seat: from now on only this client plays it."""
    row = stored.row.with_seat(seat, replace(stored.row.seats[seat], token=None))
    held = (*(holder for holder in stored.holders if holder.seat != seat), SeatHolder(client, seat))
    return step_of(row, entry_of(row, table_log.LINK, seat, now), held)


def check_open(row: TableRow) -> None:
    """Raise RequestRefused unless seats can still be taken."""
    if row.status != "lobby":
        raise RequestRefused("ended" if row.status == "ended" else "already-started")


# ── the game ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def start(row: TableRow, rules: Rules, now: float, grace: float) -> Step:
    """Everybody is there: deal the cards."""
    game = Game(rules, row.players, secret=row.secret)
    clock = clocks.first_clock(row.options.clock)
    seats = tuple(replace(seat, clock=clock if seat.human else None) for seat in row.seats)
    row = replace(row, status="playing", code=None, setup=game.setup_events.tobytes(), seats=seats)
    return game_step(row, game, None, entry_of(row, table_log.START, None, now), grace)


def move(row: TableRow, game: Game, seat: int, text: str, request: str | None, now: float, grace: float) -> Step:
    """Make a seat's move; RequestRefused if it is illegal."""
    played = referee.play(game, seat, text)
    entry = LogEntry(row.seq + 1, table_log.MOVE, seat, played.move, row.moves + 1, now, played.events, request)
    return game_step(row, played.game, seat, entry, grace)


def stood_in(step: Step, seat: int) -> Step:
    """A bot has moved for an absent player."""
    row = step.row
    return replace(step, row=row.with_seat(seat, replace(row.seats[seat], stood_in=row.seats[seat].away)))


def game_step(row: TableRow, game: Game, mover: int | None, entry: LogEntry, grace: float) -> Step:
    """A step with the game after it: its state, clocks, what is due next, and its end."""
    asked = asked_seats(game)
    status: Status = "over" if game.over else "playing"
    moved = row.moved if entry.kind == table_log.START else entry.seq
    after = replace(
        row,
        state=game.states.tobytes(),
        status=status,
        seats=clocks.after_step(row, asked, mover, entry.at),
        seq=entry.seq,
        moves=entry.number,
        moved=moved,
        changed_at=entry.at,
    )
    due_at = clocks.next_duty(after, asked, entry.at, grace)
    return Step(entry, after if due_at == row.due_at else replace(after, due_at=due_at), None, game, asked)


def take_back(row: TableRow, game: Game, request: str, seat: int, now: float, grace: float) -> Step:
    """Continue the game from an earlier point, to which it has been brought back already."""
    number = game.moves_before + len(game.history)
    entry = LogEntry(row.seq + 1, table_log.TAKE_BACK, seat, "{}", number, now, b"", request)
    return game_step(row, game.without_history(), None, entry, grace)


def go_away(row: TableRow, seat: int, why: AwayReason, now: float) -> Step:
    """Let a bot play a seat until its player is back."""
    gone = replace(row.seats[seat], away=True, stood_in=False)
    row = replace(row.with_seat(seat, gone), due_at=now + clocks.LEASE)
    return step_of(row, entry_of(row, table_log.AWAY, seat, now, {"why": why}))


def returned(row: TableRow, seat: int, now: float) -> TableRow:
    """A player is back, unless there is no time left to decide what a bot is about to decide."""
    back = clocks.restored(row.options.clock, row.seats[seat], now)
    left = clocks.left_on(row.options.clock, back, now)
    if left is not None and left <= 0:
        raise RequestRefused("out-of-time", seat=seat)
    return row.with_seat(seat, back)


def come_back(row: TableRow, game: Game, seat: int, now: float, grace: float) -> Step:
    """A player takes over again."""
    row = returned(row, seat, now)
    row = replace(row, due_at=clocks.next_duty(row, asked_seats(game), now, grace))
    return step_of(row, entry_of(row, table_log.RETURN, seat, now))


def say(row: TableRow, seat: int, phrase: Utterance, request: str, now: float) -> Step:
    """Say a phrase to everybody."""
    entry = replace(entry_of(row, table_log.SAY, seat, now, {"phrase": phrase}), request=request)
    return step_of(row, entry)


def end(row: TableRow, now: float) -> Step:
    """The host closes the table."""
    if row.status in ("over", "ended"):
        raise RequestRefused("game-over" if row.status == "over" else "ended")
    row = replace(row, status="ended", code=None, due_at=None)
    return step_of(row, entry_of(row, table_log.END, None, now))


def rematch(stored: StoredTable, rules: Rules, now: float) -> tuple[Step, Step]:
    """The same people again in their colours, seats rotated by one: the entry that says so, and the new table."""
    row = stored.row
    if row.status not in ("over", "ended"):
        raise RequestRefused("not-over")
    players = row.players
    worn = [replace(seat, livery=livery_of(seat, number)) for number, seat in enumerate(row.seats)]
    moved = [worn[(number + 1) % players] for number in range(players)]
    seats = tuple(replace(seat, clock=None, asked_at=None, away=False, stood_in=False) for seat in moved)
    fresh = TableRow(
        id=tokens.new_id(),
        rules=rules.id,
        rules_hash=rules.hash,
        options=replace(row.options, lesson=None),  # with another deal
        secret=new_secret(),
        host=row.host,
        created_at=now,
        changed_at=now,
        seats=seats,
        code=tokens.new_code() if any(seat.kind == "open" for seat in seats) else None,
        due_at=now + clocks.LEASE,
        engine=version("ferrovia"),
    )
    held = tuple(replace(holder, seat=(holder.seat - 1) % players) for holder in stored.holders)
    new = step_of(fresh, entry_of(fresh, table_log.OPEN, None, now), held)
    row = replace(row, rematch=fresh.id)
    return step_of(row, entry_of(row, table_log.REMATCH, None, now, {"table": fresh.id})), new
