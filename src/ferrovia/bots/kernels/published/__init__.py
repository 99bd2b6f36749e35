"""Four published heuristic bots, played again by their descriptions."""
