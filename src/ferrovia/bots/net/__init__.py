"""Bots that play by a trained network: weights, inference in NumPy, and the files they lie in."""
