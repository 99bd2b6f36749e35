"""Vectorised games: arrays of states, and compiled kernels over them on all cores."""
