"""Environments for reinforcement learning: Gymnasium, PettingZoo and OpenSpiel over the batched core.

    import ferrovia.envs                    registers the Gymnasium ids (`ferrovia/NewYork-v0`, …)
    from ferrovia.envs import ferrovia_v0   PettingZoo
    import ferrovia.envs.openspiel          registers the game `ferrovia` with OpenSpiel

docs/environments.md shows each. No adapter needs another one's library, so nothing heavy is imported here.
"""

from importlib.util import find_spec

from ferrovia.envs.ids import register_gymnasium

if find_spec("gymnasium") is not None:
    register_gymnasium()
