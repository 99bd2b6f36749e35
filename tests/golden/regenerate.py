"""Writes the golden files: finished games, playthroughs that print what everybody sees, and counts of move sequences.

    python -m tests.golden.regenerate            write them all again
    python -m tests.golden.regenerate --check    say which differ, and write nothing

Regenerate only when a rule or the order of chance has changed on purpose, and read the differences before you commit.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.engine import batch
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.journal import no_journal
from ferrovia.game.events import Event, name_visible
from ferrovia.game.game import SPECTATOR, Game
from ferrovia.game.text.record import record_game
from ferrovia.rules.files.loading import built_in_rules, load_rules
from ferrovia.rules.resolved import Rules

HERE = Path(__file__).parent
GAMES = 2
DEPTH = 3
PERFT = "perft.json"


def tables() -> Iterator[tuple[Rules, int]]:
    """Every rule set with every number of players."""
    for name in built_in_rules():
        rules = load_rules(name)
        for players in range(rules.rule_set.players_min, rules.rule_set.players_max + 1):
            yield rules, players


class Dice:
    """A small generator of our own, so that the files depend on no library's."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def random_moves(game: Game, seed: int) -> Iterator[int]:
    """Play a game to its end at random; yields after every move. Every third move is a claim, if it can be."""
    dice = Dice(seed)
    while not game.over:
        moves = game.legal_moves()
        claims = [move for move in moves if type(move).__name__ == "Claim"]
        chosen = claims if claims and dice.below(3) == 0 else moves
        game.play(chosen[dice.below(len(chosen))])
        yield len(game.history)


# --- finished games --------------------------------------------------------------------------------------------------


def record_name(rules: Rules, players: int, number: int) -> str:
    return f"{rules.id}-{players}-{number}.record"


def record_text(rules: Rules, players: int, number: int) -> str:
    """A finished game."""
    game = Game(rules, players, seed=1000 * players + number)
    for _ in random_moves(game, seed=number):
        pass
    return str(record_game(game))


# --- playthroughs ----------------------------------------------------------------------------------------------------


def event_text(event: Event) -> str:
    """`drew:1:red`, `offered:0`."""
    parts = [event.kind, event.seat, event.card, event.ticket, event.route]
    return ":".join(str(part) for part in parts if part is not None) + (f"*{event.count}" if event.count else "")


def sights(game: Game, events: Any) -> Iterator[str]:
    """What each seat and a spectator see of a step, and a name for their view after it."""
    for seat in range(SPECTATOR, game.players):
        seen = " ".join(event_text(event) for event in name_visible(game.rules, events, seat))
        digest = hashlib.sha256(game.view(seat).array.tobytes()).hexdigest()[:12]
        yield f"  {seat if seat != SPECTATOR else 'all':>3} {digest} {seen}".rstrip()


def playthrough_name(rules: Rules) -> str:
    return f"{rules.id}.playthrough"


def playthrough_text(rules: Rules) -> str:
    """A whole game as everybody at the table sees it."""
    players = rules.rule_set.players_min
    game = Game(rules, players, seed=7)
    lines = [
        f"rules {rules.id} {rules.hash}",
        f"players {players}",
        "seed 7",
        "setup",
        *sights(game, game.setup_events),
    ]
    for number in random_moves(game, seed=7):
        turn = game.history[-1]
        lines += [f"{number} seat {turn.seat}: {turn.move}", *sights(game, turn.events)]
    for score in game.scores():
        lines.append(
            f"seat {score.seat}: place {score.place}, {score.total} = {score.routes} routes {score.tickets:+} tickets "
            f"{score.longest_path:+} longest path ({score.trail_length}) {score.attractions:+} attractions"
        )
    return "\n".join([*lines, ""])


# --- perft -----------------------------------------------------------------------------------------------------------


def perft(rules: Rules, states: Any, depth: int) -> int:
    """The number of action sequences of this length, with chance from the state's own generator."""
    mask, actions = np.zeros(MASK_WORDS, np.uint64), np.zeros(ACTIONS, np.int64)
    if int(batch.mover_at(states, 0)) < 0:
        return 0
    count = int(batch.actions_at(rules.board, states, 0, mask, actions))
    if depth == 1:
        return count
    total = 0
    for action in actions[:count].tolist():
        after = states.copy()
        batch.advance_at(rules.board, after, 0, action, no_journal())
        total += perft(rules, after, depth - 1)
    return total


def perft_counts(rules: Rules, players: int) -> dict[str, list[int]]:
    """Counts from the deal, from the first turn and from three moments of a game."""
    game = Game(rules, players, seed=players)
    counts = {"deal": [perft(rules, game.states, depth) for depth in range(1, DEPTH + 1)]}
    for number in random_moves(game, seed=players):
        if number in (players, 40, 80, 120) and not game.over:
            depths = range(1, DEPTH + 1) if number != 120 else range(1, DEPTH)
            counts[f"move {number}"] = [perft(rules, game.states, depth) for depth in depths]
    return counts


def perft_text() -> str:
    """All counts of all rule sets."""
    found = {f"{rules.id}-{players}": perft_counts(rules, players) for rules, players in tables()}
    rows = [
        f'  "{table}": {{\n' + ",\n".join(f'    "{at}": {json.dumps(row)}' for at, row in counts.items()) + "\n  }"
        for table, counts in found.items()
    ]
    return "{\n" + ",\n".join(rows) + "\n}\n"


# --- all of them -----------------------------------------------------------------------------------------------------


def golden_files() -> Iterator[tuple[str, Any]]:
    """The name of every golden file, and what writes it."""
    for rules, players in tables():
        for number in range(1, GAMES + 1):
            yield record_name(rules, players, number), lambda r=rules, p=players, n=number: record_text(r, p, n)
    for rules in map(load_rules, built_in_rules()):
        yield playthrough_name(rules), lambda r=rules: playthrough_text(r)
    yield PERFT, perft_text


def main(*arguments: str) -> int:
    """Write, or with --check compare; how many files differ."""
    check = "--check" in arguments
    differ = 0
    for name, write in golden_files():
        text, file = write(), HERE / name
        if not file.is_file() or file.read_text(encoding="utf-8") != text:
            differ += 1
            print(f"{'differs' if check else 'written'}: {file.name}")
            if not check:
                file.write_text(text, encoding="utf-8")
    known = {name for name, _ in golden_files()}
    for file in [*HERE.glob("*.record"), *HERE.glob("*.playthrough")]:
        if file.name not in known:
            print(f"nobody's: {file.name}")
            differ += 1
    print(f"{len(known)} golden files, {differ} {'differ' if check else 'written'}")
    return int(check and differ > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
