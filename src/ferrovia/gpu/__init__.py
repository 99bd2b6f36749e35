"""The engine on a GPU: arrays of games on the device, stepped by the CPU's kernels compiled for CUDA.

`ferrovia.gpu.games.GpuGames` has the calls of `ferrovia.Games`. Needs the extra `gpu` (numba-cuda). The same seeds give
the same games as on the CPU, byte by byte.
"""
