"""Bots: specs, levels, built-in bots (`kernels`, `net`), third-party bots (`hosting`); `base` says what a bot is."""
