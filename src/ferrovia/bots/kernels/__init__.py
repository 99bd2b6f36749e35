"""The compiled bots, one folder each, and what they share: memory, options, scratch space, one dispatcher."""
