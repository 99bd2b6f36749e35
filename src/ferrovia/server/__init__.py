"""The table server: it knows everything and tells each seat only what it may know.

    settings    what a host can set                     keys       ids, codes, tokens and their hashes
    messages    every message, in and out               schema     their JSON Schema and TypeScript types
    options     what a table is created with            entries    the log: what it holds and how it is read
    store/      SQLite and PostgreSQL                   referee    applies moves to stored games, nothing else
    seats       who may do what at a table              sights     all that leaves for a seat
    table       one live table                          hall       all live tables of this process, and their duties
    pool        bots in processes of their own          worker     such a process
    limits      how much anybody may ask for            door       who is asking: cookies, bearers, origins
    socket      one WebSocket                           routes, bot_api, app: HTTP
    watch       metrics and logs                        verify, archive: looking after the store

Nothing here plays by rules of its own: moves go through `ferrovia.Game`, and what is sent is made of views and of the
events a seat may see.
"""
