"""The arena: many games between bots, played, counted, rated and reported."""
