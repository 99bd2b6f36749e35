"""The table server: it knows everything and tells each seat only what it may know.

    settings    what a host can set                     keys       ids, codes, tokens and their hashes
    messages    every message, in and out               schema     their JSON Schema and TypeScript types
    options     what a table is created with            entries    the log: what it holds and how it is read
    store/      SQLite and PostgreSQL                   referee    applies moves to stored games, nothing else
    seats       who may do what at a table              sights     all that leaves for a seat
    steps       what can happen to a table              clocks     who is asked since when
    table       one live table                          telling    what its connections are told
    hall        all live tables of this process         shelf      the rules that are offered
    thinking    who thinks for bots                     duties     what is due by itself
    pool        bots in processes of their own          worker     such a process
    queueing    each address in turn                    limits     how much anybody may ask for
    connections what is under them, cut off in time     door       who is asking: cookies, bearers, origins
    socket      one WebSocket                           routes, bot_api, app: HTTP
    watch       metrics and logs                        upkeep     states against logs, the archive

Nothing here plays by rules of its own: moves go through `ferrovia.Game`, and what is sent is made of views and of the
events a seat may see.
"""
