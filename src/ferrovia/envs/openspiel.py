"""OpenSpiel game: importing this module registers it as `ferrovia`.

>>> import pyspiel
>>> import ferrovia.envs.openspiel
>>> game = pyspiel.load_game("ferrovia(rules=new-york,players=2,reward=win)")
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

One chance node at the root draws one of `deals` deals. Like shuffling a deck, it determines every later card;
everything else follows from the actions, so histories, serialisation and clones are exact. A search that must not know
more than a player calls `resample(state, player)` for another deal that is consistent with what the player knows.
"""

from hashlib import sha256
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from ferrovia.batch.games import Games
from ferrovia.engine.actions import TAKE
from ferrovia.envs.recollection import PARTS, WIDTH, Recollection, remembered, write_past
from ferrovia.errors import TableError
from ferrovia.game.checks import check_players, check_rules
from ferrovia.game.picture import view_text
from ferrovia.game.translate import describe, describe_claim
from ferrovia.rules.kinds import show

DEALS: Final = 1 << 16
MOST_DECISIONS: Final = 10_000
"""More than any game takes."""
MOST_POINTS: Final = 1000.0
UTILITIES: Final = {"win": (-1.0, 1.0), "margin": (-MOST_POINTS, MOST_POINTS), "points": (-MOST_POINTS, MOST_POINTS)}
RECALL: Final = 512
DEFAULTS: Final[dict[str, Any]] = {
    "rules": "new-york",
    "players": 2,
    "reward": "win",
    "deals": DEALS,
    "recall": RECALL,
}


def game_type(reward: str) -> Any:
    """What kind of game it is."""
    kind = pyspiel.GameType
    return kind(
        short_name="ferrovia",
        long_name="Ferrovia",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if reward == "points" else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=DEFAULTS,
    )


class Calculator:
    """A game's rules, and scratch space for one state at a time. All states of a game share it, copies included."""

    def __init__(self, rules: str, players: int, reward: Any, deals: int) -> None:
        self.games = Games(rules, players, [0], threads=1)
        self.reward = reward
        self.deals = deals

    def __deepcopy__(self, memo: Any) -> "Calculator":
        return self

    def at(self, array: Any) -> Games:
        """The games at this state (an array of one)."""
        self.games._states = array  # not the checked property: every state of this game came from these games
        return self.games


class FerroviaGame(pyspiel.Game):
    """The game for OpenSpiel. Parameters: `rules`, `players`, `reward` (win, margin or points), `deals`, and `recall`,
    the number of decisions that an information-state tensor holds."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        options = DEFAULTS | (params or {})
        reward, deals = str(options["reward"]), int(options["deals"])
        players = check_players(check_rules(str(options["rules"])), int(options["players"]))
        self.recall = int(options["recall"])
        if reward not in UTILITIES:
            raise TableError(f"reward must be one of {', '.join(UTILITIES)}, not {show(reward)}")
        for name, number in {"deals": deals, "recall": self.recall}.items():
            if number < 1:
                raise TableError(f"{name} must be at least 1, not {number}")
        self.calculator = Calculator(str(options["rules"]), players, reward, deals)
        lowest, highest = UTILITIES[reward]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.calculator.games.actions,
            max_chance_outcomes=deals,
            num_players=players,
            min_utility=lowest,
            max_utility=highest,
            utility_sum=None if reward == "points" else 0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(game_type(reward), info, options)

    def new_initial_state(self) -> "FerroviaState":
        """The root: nothing is dealt yet."""
        return FerroviaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "FerroviaObserver":
        """An observer with a tensor of named parts; with perfect recall it includes the past."""
        recall = self.recall if iig_obs_type is not None and iig_obs_type.perfect_recall else 0
        return FerroviaObserver(self.calculator, params, recall)


class FerroviaState(pyspiel.State):
    """A game in progress."""

    def __init__(self, game: FerroviaGame) -> None:
        super().__init__(game)
        self.calculator = game.calculator
        self.array = np.zeros_like(game.calculator.games.states)
        self.dealt = False
        self.recall = [b""] * game.calculator.games.players
        """For each player a digest of all it has seen: with it an information state has perfect recall."""
        self.past: list[Recollection | None] = [None] * game.calculator.games.players

    @property
    def games(self) -> Games:
        """This state in the core."""
        return self.calculator.at(self.array)

    def current_player(self) -> int:
        """The seat to move, chance at the root, or the terminal player."""
        if not self.dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = int(self.games.movers()[0])
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.dealt and bool(self.games.over[0])

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Every deal has the same probability."""
        return [(deal, 1.0 / self.calculator.deals) for deal in range(self.calculator.deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return [int(action) for action in np.flatnonzero(self.games.legal_mask(player)[0])]

    def _apply_action(self, action: int) -> None:
        if self.dealt:
            self._decide(int(action))
        elif not 0 <= action < self.calculator.deals:
            raise ValueError(f"there is no deal {action}; there are {self.calculator.deals}, counted from 0")
        else:
            self.games.reset(seeds=[int(action)])
            self.dealt = True
        for player in range(len(self.recall)):
            self.recall[player] = sha256(self.recall[player] + self.view_bytes(player)).digest()

    def _decide(self, action: int) -> None:
        """Apply the action of the seat to move, and let every player remember what it saw."""
        seat, before = int(self.games.movers()[0]), self.array["public"]["own"][0].copy()
        if self.games.step(action).refused[0]:
            raise ValueError(f"action {action} is not legal here")
        claimed = self.array["public"]["own"][0, seat] & ~before[seat]
        route = next((64 * word + int(bits).bit_length() - 1 for word, bits in enumerate(claimed) if bits), -1)
        for player, past in enumerate(self.past):
            view = self.games.views(player)[0]
            self.past[player] = Recollection(past, remembered(view, seat, action, route))

    def view_bytes(self, player: int) -> bytes:
        """Everything a player may know."""
        return bytes(self.games.views(player).tobytes())

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        if not 0 <= action < self.calculator.games.actions:
            raise ValueError(f"there is no action {action}; there are {self.calculator.games.actions}, counted from 0")
        view = self.games.game(0).view(player)
        if action < TAKE:
            return f"choose {view.rules.route_ids[action]}"
        if view.chosen_route >= 0:
            return str(describe_claim(view.rules, view.chosen_route, action))
        return str(describe(view.rules, action, view.record.public, view.offer_numbers))

    def returns(self) -> list[float]:
        """What each player has earned: nothing before the end."""
        if not self.is_terminal():
            return [0.0] * len(self.recall)
        scores = self.games.scores()[0, : len(self.recall)]
        return utilities(self.calculator.reward, scores["total"].tolist(), scores["place"].tolist())

    def observation_string(self, player: int | None = None) -> str:
        """What a player (by default the one to move) sees now, for people, with a digest of all of it."""
        seat = self._player(player)
        if not self.dealt:
            return "nothing is dealt"
        seen = sha256(self.view_bytes(seat)).hexdigest()[:16]
        return f"{view_text(self.games.game(0).view(seat))}\n{seen}"

    def information_state_string(self, player: int | None = None) -> str:
        """What a player (by default the one to move) sees now and has seen."""
        seat = self._player(player)
        return f"{self.observation_string(seat)}\n{self.recall[seat].hex()[:16]}"

    def _player(self, player: int | None) -> int:
        """A player's number, by default of the one to move. What is no player is refused as OpenSpiel itself does, in
        its words."""
        number = self.current_player() if player is None else player
        if not 0 <= number < len(self.recall):
            raise pyspiel.SpielError(f"player >= 0 and player < {len(self.recall)} is wanted, not player = {number}")
        return number

    def __str__(self) -> str:
        return str(self.games.game(0)) if self.dealt else "nothing is dealt"


def utilities(reward: str, totals: list[int], places: list[int]) -> list[float]:
    """The rewards of a finished game in double precision: those of the core have 32 bits, and OpenSpiel wants the sum
    of a zero-sum game to be within 1e-9 of zero."""
    rivals = len(totals) - 1
    if reward == "points":
        return [float(total) for total in totals]
    if reward == "margin":
        return [total - (sum(totals) - total) / rivals for total in totals]
    return [((rivals + 1) * (place == 1) / places.count(1) - 1) / rivals for place in places]


class FerroviaObserver:
    """Observer: `tensor` is the scaled row of `ferrovia.Encoder`, with `recall` followed by that many past decisions;
    `dict` has its parts by name."""

    def __init__(self, calculator: Calculator, params: Any, recall: int = 0) -> None:
        if params:
            raise ValueError(f"observations have no parameters, but {params} were given")
        encoder = calculator.games.encoder
        self.scales, self.size = encoder.scales, encoder.size
        self.tensor = np.zeros(encoder.size + recall * WIDTH, np.float32)
        places = dict(encoder.places)
        start = encoder.size
        for name, width in PARTS.items() if recall else ():
            places[name] = (start, (recall, width))
            start += recall * width
        self.dict = {
            name: self.tensor[offset : offset + int(np.prod(shape))].reshape(shape)
            for name, (offset, shape) in places.items()
        }

    def set_from(self, state: FerroviaState, player: int) -> None:
        """Write what a player sees, and what it has seen."""
        self.tensor[: self.size] = state.games.observe(player)[0] * self.scales if state.dealt else 0.0
        if len(self.tensor) > self.size:
            write_past(state.past[player], self.dict)

    def string_from(self, state: FerroviaState, player: int) -> str:
        """The same as text."""
        return state.observation_string(player)


def resample(state: FerroviaState, player: int, random: Random | None = None) -> FerroviaState:
    """Another state consistent with what a player knows, for information-set searches (`ISMCTSBot.set_resampler`)."""
    copied: FerroviaState = state.clone()
    seed = (random or Random()).getrandbits(63)
    mover = state.current_player()
    if mover < 0:  # nothing is dealt yet, or the game is over and everything is known
        return copied
    dealt = state.games.redeal(player, seed=seed)
    while int(dealt.movers()[0]) != mover:  # answers to the opening offer are secret, but not that they were given
        dealt.step(dealt.sample(seed=seed))
    copied.array = dealt.states
    return copied


pyspiel.register_game(game_type("win"), FerroviaGame)
