"""Bots: specs, levels, built-in bots (`kernels`, `net`), third-party bots (`hosting`); the bot interface (`base`)."""
