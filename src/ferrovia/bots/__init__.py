"""The bots, one file each: random, greedy, the four published styles, planner, search; and how others join them."""
