"""The longest path (RULES 6.3): an exact longest-trail search over one seat's routes."""
