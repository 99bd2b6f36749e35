"""The engine on a GPU: arrays of games on the device, stepped by the kernels of the CPU compiled for CUDA.

Needs the extra `gpu` (numba-cuda). The same seeds bring the same games as on the CPU, byte by byte.
"""
