"""A game in the terminal: what it looks like, what can be typed, and who plays against you."""
