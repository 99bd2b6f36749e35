"""Behaviour cloning in one file: a network learns to imitate `planner` from games that `planner` plays.

pip install '.[train]' in a clone of the project
python examples/behaviour_cloning.py [GAMES] [EPOCHS]     writes masked_ppo.npz, which examples/masked_ppo.py can play
ferrovia arena examples/masked_ppo.py planner greedy --rules new-york --games 1000
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

import ferrovia

RULES, WEIGHTS, WIDTH, ILLEGAL = "new-york", Path("masked_ppo.npz"), 256, -1e9


def games_of(bot: str, count: int, first: int = 0) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Every decision of a bot in games against itself: what it saw (bytes), what was legal, what it did."""
    games = ferrovia.Games(RULES, players=2, seeds=range(first, first + count))
    rows, masks, actions = [], [], []
    while not games.over.all():
        running, mask = ~games.over, games.legal_mask()
        chosen = games.choose(bot)
        open_to_choice = running & (mask.sum(axis=1) > 1)  # there is nothing to learn where one action is legal
        rows.append(games.observe()[open_to_choice])
        masks.append(mask[open_to_choice])
        actions.append(chosen[open_to_choice])
        games.step(chosen)
    joined = (np.concatenate(rows), np.concatenate(masks), np.concatenate(actions))
    return torch.from_dlpack(joined[0]), torch.from_dlpack(joined[1]), torch.from_dlpack(joined[2])


def main(count: str = "2000", epochs: str = "4") -> None:
    """Collect, train, and say how often the network decides as the bot did in games it has not seen."""
    torch.manual_seed(1)
    encoder = ferrovia.Encoder(ferrovia.load_rules(RULES))
    scales = torch.from_numpy(encoder.scales)
    rows, masks, actions = games_of("planner", int(count))
    policy = nn.Sequential(
        *(nn.Linear(encoder.size, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU()),
        nn.Linear(WIDTH, encoder.actions),
    )
    optimizer = torch.optim.Adam(policy.parameters(), lr=1e-3)
    unseen = games_of("planner", max(10, int(count) // 10), first=10**6)
    for epoch in range(int(epochs)):
        for part in torch.randperm(len(rows)).split(1024):
            logits = policy(rows[part] * scales).masked_fill(~masks[part], ILLEGAL)
            loss = nn.functional.cross_entropy(logits, actions[part])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        with torch.no_grad():
            guess = policy(unseen[0] * scales).masked_fill(~unseen[1], ILLEGAL).argmax(1)
        print(f"epoch {epoch + 1}: {(guess == unseen[2]).float().mean():.1%} of {len(guess)} unseen decisions alike")
    layers: dict[str, Any] = {
        name.replace(".", "_"): tensor.detach().numpy() for name, tensor in policy.state_dict().items()
    }
    np.savez(WEIGHTS, hash=encoder.hash, **layers)


if __name__ == "__main__":
    main(*sys.argv[1:])
