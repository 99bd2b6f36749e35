"""Playtesting: bots of several levels play a board, and its designer learns what is wrong with it."""
