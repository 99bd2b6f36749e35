"""Ferrovia."""
