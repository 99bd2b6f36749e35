"""Bots that play with a trained network: weights, inference in NumPy and in kernels."""
