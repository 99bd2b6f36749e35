"""`net` and `net+look` move by move: the same kernels, and the same games, as in the arena. Docs: docs/net.md."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ferrovia.bots.base.compiled_bot import CompiledBot
from ferrovia.bots.net.choose import choose_net_in
from ferrovia.bots.net.context import context_for

if TYPE_CHECKING:
    from ferrovia.rules.resolved import Rules


class NetBot(CompiledBot):
    """A trained policy at one seat. `memory` says how it is set, `folder` where its weights lie."""

    def __init__(
        self, rules: "Rules", players: int, seat: int, seed: int, memory: Any, folder: Path | None = None
    ) -> None:
        super().__init__(rules, players, seat, seed, memory)
        self.context = context_for(rules, [folder], self.memories)

    def _ask(self, array: Any) -> int:
        inputs = (self.rules.board, array, self.memories, 0, self.mask, self.generators, self.scratch)
        return int(choose_net_in(*inputs, self.context))

    def restore(self, snapshot: Any) -> None:
        """Restore the random stream, the only state it has; the memory of another bot at this seat is ignored."""
        self.generators = snapshot[1].copy()
