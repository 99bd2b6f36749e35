"""The rules as kernels: plain functions over fixed-size values, in the subset of Python that Numba compiles.

In this room: everything that decides what may happen and what does happen in a game. Not in this room: names of maps,
text, files, floats, Python objects, exceptions. Kernels use only NumPy and Numba (through `core.compile` and
`core.bits`). `api` lists the engine's contract, `batch` holds the entry points for Python, and `trail` finds longest
paths.

A kernel takes `board` (read only), the `state` or the two parts of it that make a view (`public` and the seat's `own`
private part), and the `journal` (scripted chance outcomes in, events out). `step` trusts its caller.
"""
