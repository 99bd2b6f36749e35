"""Bots: the interface, specs, levels for people, built-in bots (`kernels`, `net`) and third-party bots (`hosting`)."""
