"""The rules as kernels: plain functions over fixed-size values, in the subset of Python that Numba compiles.

What belongs here: everything that decides what may happen and what does happen in a game. What does not: names of
maps, text, files, floats, Python objects, exceptions. Kernels stand on NumPy and Numba (through `compile` and `bits`)
alone; `batch` holds the doors from Python, `trail_route` finds the routes of a longest path for people.

A kernel takes `board` (read only), the `state` or the two parts of it that make a view (`public` and the seat's `own`
private part), and the `journal` (script of chance outcomes in, events out). `step` trusts its caller.
"""
