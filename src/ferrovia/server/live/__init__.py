"""Tables being played: what can happen to them, their clocks, and what each seat is told."""
