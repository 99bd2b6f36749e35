"""Live tables: what can happen to them, their clocks, and what each seat receives."""
