"""Many games between bots: played, counted, rated and reported."""
