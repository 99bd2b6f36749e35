"""Four published heuristic bots, rebuilt from their descriptions."""
