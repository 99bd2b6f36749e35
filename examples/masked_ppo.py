"""Masked PPO in one file, in the style of CleanRL: train on New York against `greedy`, then play in the arena.

pip install '.[envs,train]' in a clone of the project
python examples/masked_ppo.py 10          trains for ten minutes; writes masked_ppo.npz and the curve masked_ppo.svg
ferrovia arena examples/masked_ppo.py greedy --rules new-york --games 1000
"""

import sys
import time
from pathlib import Path
from typing import Any

import numpy as np

import ferrovia
from ferrovia import Encoder, Move, View

WEIGHTS = Path("masked_ppo.npz")
RULES, ID = "new-york", "ferrovia/NewYork-v0"
ENVS, STEPS, EPOCHS, MINIBATCHES = 256, 32, 3, 4
WIDTH, RATE, GAMMA, LAMBDA, CLIP, ENTROPY = 256, 1e-3, 0.995, 0.95, 0.2, 0.01
ILLEGAL = -1e9


def train(minutes: float, seed: int = 1, opponent: str = "greedy") -> list[tuple[float, float]]:
    """Train, and write the weights after every update; the share of wins by minutes."""
    import gymnasium
    import torch
    from torch import nn

    import ferrovia.envs  # registers the ids

    torch.manual_seed(seed)
    envs = gymnasium.make_vec(ID, ENVS, opponents=opponent, reward="shaped", autoreset_mode="SameStep")
    size, actions = envs.single_observation_space.shape[0], int(envs.single_action_space.n)

    def network(outputs: int) -> nn.Sequential:
        return nn.Sequential(
            nn.Linear(size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, outputs)
        )

    policy, critic = network(actions), network(1)
    nn.init.zeros_(policy[-1].weight)  # begin with uniformly random play
    weights = [*policy.parameters(), *critic.parameters()]
    optimizer = torch.optim.Adam(weights, lr=RATE, eps=1e-5)

    def distribution(rows: Any, masks: Any) -> Any:
        return torch.distributions.Categorical(logits=policy(rows).masked_fill(~masks, ILLEGAL), validate_args=False)

    rows = torch.zeros(STEPS, ENVS, size)
    masks = torch.zeros(STEPS, ENVS, actions, dtype=torch.bool)
    taken = torch.zeros(STEPS, ENVS, dtype=torch.long)
    logged, rewards, over, values = (torch.zeros(STEPS, ENVS) for _ in range(4))
    observation, info = envs.reset(seed=seed)
    curve, started, wins = [], time.monotonic(), [0.5]
    while time.monotonic() - started < 60 * minutes:
        for step in range(STEPS):
            rows[step], masks[step] = torch.from_numpy(observation), torch.from_numpy(info["action_mask"].astype(bool))
            with torch.no_grad():
                choice = distribution(rows[step], masks[step])
                taken[step], values[step] = choice.sample(), critic(rows[step])[:, 0]
                logged[step] = choice.log_prob(taken[step])
            observation, reward, ended, _, info = envs.step(taken[step].numpy())
            rewards[step], over[step] = torch.from_numpy(reward), torch.from_numpy(ended)
            if ended.any():
                wins += (info["final_info"]["place"][ended] == 1).tolist()
        with torch.no_grad():
            following = critic(torch.from_numpy(observation))[:, 0]
        gains = torch.zeros(STEPS, ENVS)  # generalised advantage estimation
        for step in reversed(range(STEPS)):
            then = following if step == STEPS - 1 else values[step + 1]
            later = 0.0 if step == STEPS - 1 else gains[step + 1]
            lives = 1 - over[step]
            gains[step] = rewards[step] + lives * GAMMA * (then + LAMBDA * later) - values[step]
        flat = [each.flatten(0, 1) for each in (rows, masks, taken, logged, gains, gains + values)]
        for _ in range(EPOCHS):
            for part in torch.randperm(STEPS * ENVS).chunk(MINIBATCHES):
                row, mask, action, old, gain, target = (each[part] for each in flat)
                choice = distribution(row, mask)
                ratio = (choice.log_prob(action) - old).exp()
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                actor = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = actor + 0.5 * (critic(row)[:, 0] - target).square().mean() - ENTROPY * choice.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(weights, 0.5)
                optimizer.step()
        wins = wins[-2000:]
        curve.append(((time.monotonic() - started) / 60, float(np.mean(wins))))
        print(f"{curve[-1][0]:6.2f} min  {np.mean(wins):6.1%} of the last {len(wins)} games won", flush=True)
        np.savez(WEIGHTS, hash=Encoder(ferrovia.load_rules(RULES)).hash, **layers(policy))
    return curve


def layers(policy: Any) -> dict[str, Any]:
    """The weights of the policy, for NumPy."""
    return {name.replace(".", "_"): tensor.detach().numpy() for name, tensor in policy.state_dict().items()}


def draw(curve: list[tuple[float, float]], path: Path) -> None:
    """The curve as a small picture: minutes to the right, the share of wins from 0 to 1 upwards."""
    end = max(minutes for minutes, _ in curve)
    points = " ".join(f"{40 + 540 * minutes / end:.1f},{220 - 200 * share:.1f}" for minutes, share in curve)
    marks = "".join(f'<text x="4" y="{224 - 200 * share:.0f}">{share:.0%}</text>' for share in (0, 0.5, 1))
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 250" font-family="sans-serif" font-size="12">'
        f'<rect width="600" height="250" fill="white"/><path d="M40 120H580" stroke="#ccc"/>{marks}'
        f'<polyline points="{points}" fill="none" stroke="#2f5bb7" stroke-width="2"/>'
        f'<text x="40" y="244">0</text><text x="520" y="244">{end:.1f} minutes</text></svg>',
        encoding="utf-8",
    )


class PpoBot(ferrovia.Bot):
    """Plays what was trained: the best legal action by the policy, in NumPy."""

    def begin(self) -> None:
        """Load the weights; they fit the rules and the observation they were trained with."""
        self.encoder = Encoder(self.rules, threads=1)
        with np.load(WEIGHTS) as stored:
            if str(stored["hash"]) != self.encoder.hash:
                raise ferrovia.BotError(f"{WEIGHTS} was trained for {RULES}")
            self.layers = [(stored[f"{place}_weight"], stored[f"{place}_bias"]) for place in (0, 2, 4)]

    def logits(self, array: Any) -> np.ndarray:
        """The policy's answer to a view."""
        row = self.encoder.encode_views(array)[0] * self.encoder.scales
        for weight, bias in self.layers[:-1]:
            row = np.maximum(weight @ row + bias, 0)
        return np.asarray(self.layers[-1][0] @ row + self.layers[-1][1])

    def choose(self, view: View, moves: list[Move]) -> Move:
        """The best action; a claim is two, the route and then its payment."""
        left, array = [(view.actions(move), move) for move in moves], view.array
        while len(left) > 1:
            logits = self.logits(array)
            best = max({actions[0] for actions, _ in left}, key=lambda action: logits[action])
            left = [(actions[1:], move) for actions, move in left if actions[0] == best]
            if not left[0][0]:
                break
            array = view.with_route(best)
        return left[0][1]


if __name__ == "__main__":
    draw(train(float(sys.argv[1]) if len(sys.argv) > 1 else 10), Path("masked_ppo.svg"))
