"""Tables of the scripted bots, played in one loop; with the quirks of the engine the styles were published on, if
wanted.

That engine does some things otherwise than the rules. What rules and maps can say is in `published_rules`:
tickets that are returned leave the game, the market is never flushed by the rules, and cities, routes and colours come
in the order of that engine's board, which decides between equals ("first found"). The rest is done by `play_table`
between the steps of our engine:

- FLUSH: three locomotives flush the market, but one card *of each kind* is discarded, whatever lay there;
- MARKER: every claim with two trains or fewer left restarts the last round;
- ONE_CARD: the last turn of all ends after its first card.

    FERROVIA_INTERPRETED=1 python silva_quirks.py      what a few games come to, at the other speed
"""

import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np

from ferrovia import Rules, load_rules
from ferrovia.bots.kernels.choose import ask_scripted, key_stream
from ferrovia.bots.kernels.memory import begin_memory, new_memories
from ferrovia.bots.kernels.random import choose_random
from ferrovia.bots.kernels.reason_codes import NOTHING, SHORTEST_ROUTE
from ferrovia.bots.kernels.registry import BOT_NAMES, RANDOM
from ferrovia.core.bits import has
from ferrovia.core.compile import entry, kernel
from ferrovia.core.limits import CARD_KINDS, LOCOMOTIVE, SEATS
from ferrovia.engine.actions import ACTIONS, MASK_WORDS, TAKE, TICKETS
from ferrovia.engine.journal import no_journal
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.market import fill_market
from ferrovia.engine.opening import new_game
from ferrovia.engine.scoring import SCORE, score_sheet, score_space, score_state
from ferrovia.engine.state import LAST_ROUND_PLAYED, OVER, SECOND_CARD, STATE, VIEW
from ferrovia.engine.trail.longest import trail_table
from ferrovia.engine.turn import finish, step, to_move
from ferrovia.engine.visibility import look

FLUSH: Final = 1
MARKER: Final = 2
ONE_CARD: Final = 4
ALL_QUIRKS: Final = FLUSH | MARKER | ONE_CARD

LONGEST_GAME: Final = 4000
# What is counted of each seat.
DECISIONS: Final = 0
CLAIMS: Final = 1
TICKET_DRAWS: Final = 2
ILLEGAL: Final = 3
UNEXPLAINED: Final = 4
KEPT: Final = 5
UNFINISHED: Final = 6
LATE_DRAWS: Final = 7  # ticket draws after the first claim
LEFTOVERS: Final = 8  # claims for no ticket's sake
LONG_LEFTOVERS: Final = 9  # those of length 3 or more
COUNTS: Final = 10


@kernel
def flush_one_of_each(board: Any, state: Any, journal: Any) -> None:
    """Away with the market; one card of each kind goes to the discards."""
    for card in range(CARD_KINDS):
        state.public.discards[card] += 1
        state.public.market[card] = 0
    state.public.shown = 0
    fill_market(board, state, journal)


@kernel
def apply_quirks(board: Any, state: Any, quirks: int, seat: int, trains: int, last_turns: int, journal: Any) -> None:
    """What the published engine would have done by now."""
    public = state.public
    if quirks & FLUSH:
        while public.market[LOCOMOTIVE] >= 3 and public.deck_size > 0:
            flush_one_of_each(board, state, journal)
    if public.phase == OVER:
        return
    claimed = public.trains[seat] < trains
    if quirks & MARKER and claimed and last_turns > 0 and public.trains[seat] <= board.last_round_trains:
        public.last_turns = public.players
    if quirks & ONE_CARD and public.phase == SECOND_CARD and public.last_turns == 1:
        finish(state, LAST_ROUND_PLAYED, journal)


@kernel
def choose_scripted(board: Any, view: Any, mask: Any, memory: Any, generator: Any) -> int:
    """The dispatcher `choose.choose` without the bots that need long to compile."""
    if memory.bot == RANDOM:
        action = choose_random(mask, memory, generator)
    else:
        action = ask_scripted(board, view, mask, memory, generator)
    memory.fresh = 0
    return action


@kernel
def play_table(
    board: Any, state: Any, quirks: int, memories: Any, view: Any, words: Any, journal: Any, counts: Any
) -> None:
    """Play a game to its end. `words`: the generators of the seats, then a mask."""
    mask = words[SEATS * 4 :]
    for _ in range(LONGEST_GAME):
        if state.public.phase == OVER:
            return
        seat = to_move(state)
        look(state, seat, view)
        legal_actions(board, state.public, state.private[seat], seat, mask)
        action = choose_scripted(board, view, mask, memories[seat], words[seat * 4 : seat * 4 + 4])
        counts[seat, DECISIONS] += 1
        counts[seat, CLAIMS] += int(action < TAKE)
        counts[seat, TICKET_DRAWS] += int(action == TICKETS)
        counts[seat, LATE_DRAWS] += int(action == TICKETS and state.public.score[seat] > 0)
        counts[seat, UNEXPLAINED] += int(memories[seat].reason.code == NOTHING)
        if action < TAKE and memories[seat].reason.code == SHORTEST_ROUTE:
            counts[seat, LEFTOVERS] += 1
            counts[seat, LONG_LEFTOVERS] += int(board.route_length[action] > 2)
        if action < 0 or action >= ACTIONS or not has(mask, action):
            counts[seat, ILLEGAL] += 1
            return
        trains = int(state.public.trains[seat])
        last_turns = int(state.public.last_turns)
        step(board, state, seat, action, journal)
        apply_quirks(board, state, quirks, seat, trains, last_turns, journal)


@entry
def play_tables(
    boards: Any,
    states: Any,
    bots: Any,
    first: int,
    quirks: int,
    memories: Any,
    views: Any,
    words: Any,
    journals: Any,
    sheet: Any,
    spaces: Any,
    table: Any,
    scores: Any,
    counts: Any,
) -> None:
    """Play every seating of some bots on deal after deal, and note all seat by seat."""
    players = len(bots)
    state = states[0]
    for game in range(len(scores)):
        seed = first + game // players
        new_game(boards[0], state, players, np.uint64(seed), journals[0])
        for seat in range(players):
            begin_memory(memories[seat])
            memories[seat].bot = bots[(seat + game) % players]
            key_stream(words[seat * 4 : seat * 4 + 4], np.uint64(seed), seat)
        play_table(boards[0], state, quirks, memories, views[0], words, journals[0], counts[game])
        score_state(boards[0], state, sheet, spaces[0], table)
        for seat in range(players):
            scores[game, seat] = sheet[seat]
            counts[game, seat, KEPT] = state.public.tickets[seat]
            counts[game, seat, UNFINISHED] = int(state.public.phase != OVER)


@dataclass(frozen=True, slots=True)
class Tables:
    """What came of some games, bot by bot."""

    scores: Any
    """`scores[game, bot]`"""
    counts: Any
    """`counts[game, bot, what]`"""

    def wins(self) -> Any:
        """Share of games won by each bot; equals share a win."""
        first = self.scores["place"] == 1
        return (first / first.sum(axis=1, keepdims=True)).mean(axis=0)

    def points(self) -> Any:
        """Mean points of each bot."""
        return self.scores["total"].mean(axis=0)

    def completed(self) -> Any:
        """Mean number of tickets completed."""
        return self.scores["completed"].mean(axis=0)

    def failed(self) -> Any:
        """Mean number of tickets kept and not completed."""
        return (self.counts[:, :, KEPT] - self.scores["completed"]).mean(axis=0)

    def winning_score(self) -> float:
        """Mean of the best score."""
        return float(self.scores["total"].max(axis=1).mean())


def seats_to_bots(values: Any, players: int) -> Any:
    """Reorder what was noted by seat: in game g seat s is bot (s + g) % players."""
    games = np.arange(len(values))[:, None]
    return values[games, (np.arange(players)[None, :] - games) % players]


def play(rules: Rules, bots: list[str], games: int, first: int = 1, quirks: int = 0) -> Tables:
    """Play this many games of these bots, with seats rotated over every deal."""
    numbers = np.array([BOT_NAMES.index(bot) for bot in bots], np.int64)
    scores = np.zeros((games, len(bots)), SCORE)
    counts = np.zeros((games, len(bots), COUNTS), np.int64)
    play_tables(
        rules.board,
        np.zeros(1, STATE),
        numbers,
        first,
        quirks,
        new_memories(SEATS),
        np.zeros(1, VIEW),
        np.zeros(SEATS * 4 + MASK_WORDS, np.uint64),
        no_journal(),
        score_sheet(),
        score_space(),
        trail_table(),
        scores,
        counts,
    )
    return Tables(seats_to_bots(scores, len(bots)), seats_to_bots(counts, len(bots)))


COLOURS: Final = ("red", "orange", "blue", "pink", "white", "yellow", "black", "green")
CITIES: Final = (
    *("vancouver", "calgary", "winnipeg", "sault-ste-marie", "montreal", "seattle", "toronto", "boston", "helena"),
    *("duluth", "portland", "new-york", "pittsburgh", "chicago", "omaha", "washington", "saint-louis", "kansas-city"),
    *("denver", "salt-lake-city", "san-francisco", "raleigh", "nashville", "little-rock", "oklahoma-city", "santa-fe"),
    *("las-vegas", "los-angeles", "phoenix", "el-paso", "dallas", "atlanta", "charleston", "miami", "new-orleans"),
    "houston",
)
"""The order of the published engine's board."""

RULES: Final = """
[rules]
extends = "north-america"
opening_tickets = 3
refused_opening = "{refused_opening}"
refused_later = "{refused_later}"
flush_at = {flush_at}
"""
EXACT: Final = {"refused_opening": "under_mixed", "refused_later": "under_in_drawn_order", "flush_at": 3}
QUIRKY: Final = {"refused_opening": "out", "refused_later": "out", "flush_at": 0}


def in_published_order(rules: Rules) -> str:
    """The map of some rules, its cities and routes in the order of the published engine's board."""
    place = {city: number for number, city in enumerate(CITIES)}
    lines = ["cities = ["] + [f'{{ id = "{city}" }},' for city in CITIES] + ["]", "routes = ["]
    for route in sorted(rules.map.routes, key=lambda each: sorted((place[each.start], place[each.end]))):
        start, end = sorted((route.start, route.end), key=place.__getitem__)
        lines.append(f'{{ from = "{start}", to = "{end}", length = {route.length}, colour = "{route.colour}" }},')
    lines += ["]", "tickets = ["]
    lines += [f'{{ from = "{each.start}", to = "{each.to}", points = {each.points} }},' for each in rules.tickets]
    return "\n".join([*lines, "]"])


@cache
def published_rules(*, quirky: bool) -> Rules:
    """North America classic on the published engine's board, by the rules or, as far as these can say, by its own."""
    colours = ", ".join(f"{colour} = 12" for colour in COLOURS)
    said = RULES.format(**(QUIRKY if quirky else EXACT)) + f"cards = {{ {colours} }}\n"
    with TemporaryDirectory() as folder:
        path = Path(folder) / "published.toml"
        path.write_text(in_published_order(load_rules("north-america-classic")) + said, encoding="utf-8")
        return load_rules(path)


SAMPLES: Final = (
    ("north-america-classic", ("hungry", "one-step", "path")),
    ("switzerland", ("long-route", "greedy")),
    ("switzerland", ("hungry", "path")),
    ("new-york", ("hungry", "long-route", "one-step", "greedy")),
)


def sample(first: int) -> list[str]:
    """What some games come to, in short: every score and every count."""
    said = []
    for name, bots in SAMPLES:
        tables = play(load_rules(name), list(bots), 1, first)
        said.append(hashlib.sha256(tables.scores.tobytes() + tables.counts.tobytes()).hexdigest())
    return said


if __name__ == "__main__":
    print(*sample(5), sep="\n")
