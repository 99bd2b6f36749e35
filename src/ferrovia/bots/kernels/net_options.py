"""Options of the bots that play by a trained network; `ferrovia.bots.net` holds their kernels."""

from typing import Final

from ferrovia.bots.kernels.options import Option

MOST_CANDIDATES: Final = 16

NET_OPTIONS: Final = {
    "temperature": Option(0, 0.0, 0.0, 10.0, "0 plays the best move, more draws by the network's odds, more freely"),
    "window": Option(5, 1000.0, 0.0, 1000.0, "how far below the best a move's logit may lie for it to be drawn"),
}
LOOK_OPTIONS: Final = {
    "worlds": Option(1, 48.0, 1.0, 10_000.0, "determinized games that fit what the seat knows, at most"),
    "candidates": Option(2, 6.0, 2.0, MOST_CANDIDATES, "moves compared, at most"),
    "beta": Option(3, 0.05, 0.0, 10.0, "how much the policy's own liking counts beside the critic's values"),
    "least": Option(4, 0.01, 0.0, 1.0, "chance the policy must give a move for it to be compared"),
    "depth": Option(6, 12.0, 0.0, 1000.0, "decisions of all seats that the policy plays before the critic judges"),
    "tilt": Option(7, 0.0, 0.0, 100.0, "how much more worlds count that suit the rivals; 0: all random deals the same"),
    "deals": Option(8, 8.0, 1.0, 1000.0, "random deals tried for each world, unless all count the same"),
}
POLICY: Final = 40
CRITIC: Final = 41
"""Places in `memory.options` of the numbers of its networks, which the caller sets."""
