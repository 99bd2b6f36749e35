"""What kernels stand on: the limits of a state, record fields, the compiler, bit words, the random generator."""
