"""Supervision of child processes, shared by the server, `exec:` bots and the arena.

`pool` runs processes that answer JSON lines, `line_server` is their side of it, `program` talks to a program of any
language, `pipes` are the pipes to it, `lifetime` sees that no process outlives the one that started it.
"""
