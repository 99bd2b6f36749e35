"""The store: an append-only log for each table, and a row with its current state.

`schema` declares the database tables, `rows` maps them to values, `statements` are all queries, `engine` opens SQLite
or PostgreSQL, `access` runs queries off the event loop, `readiness` tries whether they can be run, `notifications` tell
server processes of each other's entries.
"""
