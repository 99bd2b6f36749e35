"""Validation: every complaint about a rule set, a map, its tickets, and how they fit together."""
