"""Bots that play with a trained network: weights, inference in kernels and in NumPy."""
