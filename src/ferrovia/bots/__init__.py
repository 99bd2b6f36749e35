"""Bots: the interface, specs, levels for people, built-in bots (`kernels`) and bots of others (`hosting`)."""
