"""Bots that play with a trained network: weights, inference in NumPy, and their files."""
