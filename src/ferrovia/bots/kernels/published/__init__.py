"""Four published heuristic bots, reimplemented from their descriptions."""
