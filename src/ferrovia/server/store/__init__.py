"""The store: an append-only log for each table, and a row with its current state.

`schema` declares the database tables, `rows` maps them to values, `opening` opens SQLite or PostgreSQL, `access` runs
queries off the event loop, `readiness` tries whether they can be run, `notifications` tell server processes of each
other's entries, `backups` copies a store. Queries on tables and their logs are in `statements`; each other subject has
a module of its own: `accounts`, `listings` (lobby), `subscriptions` (push), `leases`, `handovers`, `orders`.
"""
