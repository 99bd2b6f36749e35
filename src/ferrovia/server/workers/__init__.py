"""Child processes for bots and replays, and the queues in front of them."""
