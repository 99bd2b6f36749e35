"""Benchmark of the engine on a GPU: byte-by-byte equality with the CPU, random and trained decisions per second.

python benchmarks/gpu.py reference FILE    on any machine: the CPU's results
python benchmarks/gpu.py equal FILE        on a machine with a GPU: compare
python benchmarks/gpu.py speed             random decisions per second
python benchmarks/gpu.py profile RULES [GAMES STEPS BATCH]  where the time of a training round goes
"""

import hashlib
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

from ferrovia.observation.encoder import Encoder
from ferrovia.rollout.cpu import CpuRollout, new_slots
from ferrovia.rules.files.loading import built_in_rules, load_rules

SLOTS, STEPS, GAMES = 512, 250, 2048


def digest(*arrays: Any) -> str:
    """A short digest of the bytes of some arrays."""
    mixed = hashlib.sha256()
    for array in arrays:
        mixed.update(np.ascontiguousarray(array).tobytes())
    return mixed.hexdigest()[:16]


def slots_for(name: str) -> Any:
    """Slots with every number of players."""
    rules = load_rules(name).rule_set
    return new_slots(np.arange(SLOTS) % (rules.players_max - rules.players_min + 1) + rules.players_min, 1 << 33)


def random_actions(masks: Any, chance: Any) -> Any:
    """A legal action for each mask."""
    legal = np.unpackbits(masks.view(np.uint8), axis=1, bitorder="little")
    chosen = (chance.random(len(masks)) * legal.sum(1)).astype(np.int64)
    return (legal.cumsum(1) > chosen[:, None]).argmax(1)


def cpu_rollout(name: str) -> list[str]:
    """The CPU's results of a rollout, step by step."""
    encoder = Encoder(load_rules(name))
    rollout, chance, digests = CpuRollout(encoder, slots_for(name)), np.random.default_rng(1), []
    rows, hidden = np.zeros((SLOTS, encoder.size), np.int8), np.zeros((SLOTS, encoder.privileged_size), np.int8)
    rewards, over = np.zeros((SLOTS, encoder.rivals + 1), np.float32), np.zeros(SLOTS, np.bool_)
    for _ in range(STEPS):
        rollout.observe(rows, hidden)
        rollout.step(random_actions(rollout.masks, chance), rewards, over)
        digests.append(digest(rows, hidden, rewards.round(4) + 0.0, over, rollout.states))
    return digests


def gpu_rollout(name: str) -> list[str]:
    """The GPU's results of the same."""
    from ferrovia.gpu.compile import cuda
    from ferrovia.gpu.rollout import GpuRollout

    encoder = Encoder(load_rules(name))
    rollout, chance, digests = GpuRollout(encoder, slots_for(name)), np.random.default_rng(1), []
    rewards = cuda.to_device(np.zeros((SLOTS, encoder.rivals + 1), np.float32))
    over = cuda.to_device(np.zeros(SLOTS, np.bool_))
    for _ in range(STEPS):
        rows = cuda.to_device(np.zeros((SLOTS, encoder.size), np.int8))
        hidden = cuda.to_device(np.zeros((SLOTS, encoder.privileged_size), np.int8))
        legal, movers = cuda.to_device(np.zeros((SLOTS, 8), np.int64)), cuda.to_device(np.zeros(SLOTS, np.int64))
        rollout.observe(rows, hidden, legal, movers)
        actions = random_actions(legal.copy_to_host().view(np.uint64), chance)
        rollout.step(cuda.to_device(actions), rewards, over)
        seen = [each.copy_to_host() for each in (rows, hidden, rewards, over, rollout.states)]
        digests.append(digest(seen[0], seen[1], seen[2].round(4) + 0.0, seen[3], seen[4]))
    return digests


def host(array: Any) -> Any:
    """An array as NumPy's, wherever it is."""
    return array.copy_to_host() if hasattr(array, "copy_to_host") else array


def batched(games: Any) -> list[str]:
    """The results of the batched core: whole random games and their scores, then games step by step. The calls are the
    same on both."""
    begun = digest(*map(host, (games.states, games.legal(), games.views(0))))
    results = games.play_out(3)
    digests = [begun, digest(*map(host, (games.states, results.decisions)), host(results.scores)[:, : games.players])]
    games.reset()
    for seed in range(STEPS):
        seen = games.observe(), games.legal_mask(), games.observe(privileged=True)
        step = games.step(games.sample(seed=seed), reset=True, reward="shaped")
        digests.append(
            digest(*map(host, (*seen, step.refused, step.over, games.states)), host(step.rewards).round(4) + 0.0)
        )
    return [*digests, digest(host(games.redeal(worlds=2, seed=4).states))]


def cpu_batched(name: str, players: int) -> list[str]:
    """The CPU's results of the batched core."""
    from ferrovia.batch.games import Games

    return batched(Games(name, players, range(GAMES)))


def gpu_batched(name: str, players: int) -> list[str]:
    """The GPU's results of the same."""
    from ferrovia.gpu.games import GpuGames

    return batched(GpuGames(name, players, range(GAMES)))


def answers(rollout: Any, batch: Any) -> dict[str, list[str]]:
    """The results for all rule sets."""
    digests = {}
    for name in built_in_rules():
        digests[name] = rollout(name)
        rules = load_rules(name).rule_set
        for players in range(rules.players_min, rules.players_max + 1):
            digests[f"{name} {players}"] = batch(name, players)
    return digests


def compare(file: Path) -> None:
    """Print whether the GPU's results equal the CPU's."""
    expected, wrong = json.loads(file.read_text()), 0
    for key, digests in answers(gpu_rollout, gpu_batched).items():
        same = sum(first == second for first, second in zip(digests, expected[key], strict=True))
        wrong += same != len(digests)
        print(f"{key}: {same} of {len(digests)} equal", flush=True)
    print("GPU and CPU agree byte by byte" if not wrong else f"{wrong} DIFFER", flush=True)


def measure_random() -> None:
    """Random decisions per second, in games that are scored at their ends."""
    from ferrovia.gpu.compile import cuda
    from ferrovia.gpu.games import GpuGames

    for name, players in (("north-america-classic", 2), ("north-america-classic", 5), ("switzerland", 2)):
        best = 0.0
        for attempt in range(3):
            games = GpuGames(name, players, range(attempt << 20, (attempt << 20) + (1 << 18)))
            cuda.synchronize()
            began = time.perf_counter()
            results = games.play_out(attempt)
            cuda.synchronize()
            taken = time.perf_counter() - began
            best = max(best, float(host(results.decisions).sum()) / taken)
        print(f"{name}, {players} players: {best / 1e9:.3f} G decisions/s", flush=True)


def profile(name: str, *sizes: str) -> None:
    """Where the time of a training round goes."""
    import torch

    from ferrovia.learn.options import TrainingOptions
    from ferrovia.learn.trainer import Trainer

    games_here, steps, batch = (int(size) for size in sizes or ("0", "16", "0"))
    trainer = Trainer(TrainingOptions(name, games=games_here, steps=steps, batch=batch))
    tensors, games = trainer.tensors, trainer.games

    def timed(label: str, work: Any, times: int) -> None:
        work()
        torch.cuda.synchronize()
        began = time.perf_counter()
        for _ in range(times):
            work()
        torch.cuda.synchronize()
        print(f"{label}: {1e3 * (time.perf_counter() - began) / times:.3f} ms", flush=True)

    for _ in range(3):
        trainer._iterate()
    timed("observe", lambda: games.observe(tensors.row, tensors.hidden, tensors.legal, tensors.movers), 10)
    timed("decide", trainer.collector.decide, 10)

    def act() -> None:
        games.observe(tensors.row, tensors.hidden, tensors.legal, tensors.movers)
        trainer.collector.decide()
        games.step(tensors.actions, tensors.rewards, tensors.over)

    timed("observe, decide and step", act, 10)
    timed("round of collecting", lambda: trainer.collector.collect(trainer.experience), 2)
    prepare = trainer.material.prepare
    timed("advantages", lambda: prepare(trainer.experience, trainer.seating, trainer.groups, 0.95), 2)
    timed("round of learning", lambda: trainer.learner.learn(1e-5, 0.01), 2)
    timed("whole round", trainer._iterate, 3)
    print(f"{len(trainer.material.actions)} decisions a round")


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["reference", file]:
            Path(file).write_text(json.dumps(answers(cpu_rollout, cpu_batched)))
        case ["equal", file]:
            compare(Path(file))
        case ["speed"]:
            measure_random()
        case ["profile", name, *sizes]:
            profile(name, *sizes)
        case _:
            sys.exit(__doc__)
