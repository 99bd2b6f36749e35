"""The compiled bots, a folder each, and what they share: memory, options, scratch space, one dispatcher."""
