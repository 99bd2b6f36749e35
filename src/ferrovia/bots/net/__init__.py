"""Bots that play with a trained network: weights, and inference in kernels."""
