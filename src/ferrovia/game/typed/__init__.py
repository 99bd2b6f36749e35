"""Typed commands: a person's input, parsed into moves and queries."""
