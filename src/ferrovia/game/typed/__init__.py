"""Typed commands: what a person types, parsed into moves and queries."""
