"""Supervision of child processes, shared by the server, `exec:` bots and the arena.

`pool` runs processes that answer JSON lines and `line_server` is their side of it; `program` talks to a program in any
language over `pipes`; `lifetime` makes sure that no process outlives its parent.
"""
