"""The game in the terminal: display, typed commands and opponents."""
