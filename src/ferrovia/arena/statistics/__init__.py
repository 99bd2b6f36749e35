"""Statistics of a run: its games as rows, what they say about bots, routes and tickets, and how sure that is."""
