"""Built-in bots in a batch: each seat of each game has a memory and a random stream, as at a table of the arena."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ferrovia.bots.kernels.choose import choose, key_stream
from ferrovia.bots.kernels.memory import BOT_MEMORY, begin_memory
from ferrovia.bots.kernels.scratch import Scratch, new_scratch
from ferrovia.bots.specs import BotSpec, parse_spec
from ferrovia.core.bits import has
from ferrovia.core.compile import entry, kernel
from ferrovia.core.limits import NONE
from ferrovia.core.spread import spread
from ferrovia.engine.actions import ACTIONS, MASK_WORDS
from ferrovia.engine.chance import nth_member
from ferrovia.engine.legal import legal_actions
from ferrovia.engine.state import VIEW, State, ViewRecord
from ferrovia.engine.turn import step, to_move
from ferrovia.engine.visibility import look
from ferrovia.errors import BotError
from ferrovia.rules.board import Board
from ferrovia.rules.kinds import show
from ferrovia.rules.resolved import Rules

if TYPE_CHECKING:
    from ferrovia.batch.games import Games


@entry
def begin_many(memories: Any, template: Any, generators: Any, seeds: Any, where: Any) -> None:
    """Start the bot in every seat of the marked games: an empty memory, and the stream of the deal and the seat."""
    for index in range(len(memories)):
        if where[index]:
            for seat in range(memories.shape[1]):
                memories[index, seat] = template[0]
                begin_memory(memories[index, seat])
                key_stream(generators[index, seat], seeds[index], seat)


@kernel
def play_seats(
    board: Board,
    state: State,
    seats: Any,
    memories: Any,
    generators: Any,
    view: ViewRecord,
    mask: Any,
    scratch: Scratch,
    only_ask: bool,
    chosen: Any,
) -> int:
    """Play the marked seats of a game until another one is to move; return the number of decisions. With `only_ask` the
    first action is chosen but not applied. `chosen`: an array of one for the last action."""
    decisions = 0
    seat = to_move(state)
    while seat != NONE and seats[seat] and not (only_ask and decisions):
        look(state, seat, view)
        legal_actions(board, view.public, view.own, seat, mask)
        action = choose(board, view, mask, memories[seat], generators[seat], scratch)
        if not (0 <= action < ACTIONS and has(mask, action)):
            action = nth_member(mask, 0)
        chosen[0] = action
        if not only_ask:
            step(board, state, seat, action, scratch.journal)
        decisions += 1
        seat = to_move(state)
    return decisions


@entry
def play_seats_many(
    boards: Any,
    states: Any,
    seats: Any,
    memories: Any,
    generators: Any,
    views: Any,
    mask: Any,
    scratch: Any,
    only_ask: bool,
    actions: Any,
    decisions: Any,
) -> None:
    """Play the marked seats of each game until another one is to move, or ask for one action."""
    for index in range(len(states)):
        decisions[index] = play_seats(
            boards[0],
            states[index],
            seats[index],
            memories[index],
            generators[index],
            views[0],
            mask,
            scratch[0],
            only_ask,
            actions[index : index + 1],
        )


class Opponents:
    """One bot in all seats of an array of games."""

    def __init__(self, spec: BotSpec, template: Any) -> None:
        self.spec = spec
        self.template = template
        self.memories: Any = None
        self.generators: Any = None

    def begin(self, seeds: NDArray[np.uint64], chosen: NDArray[np.int64]) -> None:
        """Start in some games; before the bot's first decision all begin later."""
        if self.memories is not None:
            where = np.zeros(len(self.memories), np.bool_)
            where[chosen] = True
            begin_many(self.memories, self.template, self.generators, seeds, where)

    def act(self, games: "Games", seats: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Play the marked seats of each game until another one is to move; return the number of decisions."""
        return self._run(games, seats, only_ask=False)[1]

    def choose(self, games: "Games") -> NDArray[np.int64]:
        """The action the bot chooses in each game, without applying it; -1 where the game is over."""
        return self._run(games, np.ones((len(games), games.players), np.bool_), only_ask=True)[0]

    def _run(
        self, games: "Games", seats: NDArray[np.bool_], *, only_ask: bool
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The last actions and the numbers of decisions."""
        self._start(games)
        actions, decisions = np.full(len(games), NONE, np.int64), np.zeros(len(games), np.int64)

        def work(part: slice) -> None:
            inputs = (games.rules.board, games.states[part], seats[part], self.memories[part], self.generators[part])
            room = (np.zeros(1, VIEW), np.zeros(MASK_WORDS, np.uint64), new_scratch())
            play_seats_many(*inputs, *room, only_ask, actions[part], decisions[part])

        spread(len(games), games.threads, work)
        return actions, decisions

    def _start(self, games: "Games") -> None:
        """Start in all games, the first time."""
        if self.memories is None:
            self.memories = np.zeros((len(games), games.players), BOT_MEMORY)
            self.generators = np.zeros((len(games), games.players, 4), np.uint64)
            self.begin(games.seeds, np.arange(len(games)))

    def _again(self) -> "Opponents":
        """The same bot, not started."""
        return Opponents(self.spec, self.template)

    def copy(self, chosen: NDArray[np.int64]) -> "Opponents":
        """The same bot in a copy of some games, with the same memory."""
        copied = self._again()
        if self.memories is not None:
            copied.memories, copied.generators = self.memories[chosen], self.generators[chosen]
        return copied


def opponents(bot: str | BotSpec, rules: Rules, players: int) -> Opponents:
    """A bot that has not started yet; BotError if it is not compiled."""
    if not isinstance(bot, str | BotSpec):
        raise BotError(f"name a bot, like 'greedy' or 'search:worlds=8', not {show(bot)}")
    spec = parse_spec(bot) if isinstance(bot, str) else bot
    if not spec.net:
        return Opponents(spec, spec.memory(rules, players))
    from ferrovia.batch.net_opponents import NetOpponents  # nets are loaded only where they play

    return NetOpponents(spec, spec.memory(rules, players), rules)
