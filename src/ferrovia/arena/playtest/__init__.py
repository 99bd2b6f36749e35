"""Playtesting: bots of several levels play a board, and a designer learns what is wrong with it."""
