"""The Python API: games, views, moves, events, explanations and scores with names instead of numbers."""
