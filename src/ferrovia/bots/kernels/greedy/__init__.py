"""`greedy`: the best immediate gain, without a plan."""
