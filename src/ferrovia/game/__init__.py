"""The friendly layer: games, views, moves, events, explanations and scores in words instead of numbers."""
