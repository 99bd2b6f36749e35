"""Hints: what a move does for the player who makes it, as facts of the position."""
