"""Hosting of third-party bots: isolation, time limits, programs in any language."""
