"""Foundation of the kernels: state limits, record fields, the compiler, bit sets and the random generator."""
