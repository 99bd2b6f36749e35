"""The table server: it knows everything and tells each seat only what it may know.

    settings    what a host can set                     keys       ids, codes, tokens and their hashes
    messages    what goes over WebSockets, in and out   answers    what is answered over HTTP
    retold      a written game as it is sent            schema     JSON Schema and TypeScript types of all these
    options     what a table is created with            entries    the log: what it holds and how it is read
    refusals    why something is not done               limits     how much anybody may ask for
    store/      SQLite and PostgreSQL                   referee    applies moves to stored games, nothing else
    seats       who may do what at a table              sights     all that leaves for a seat
    steps       what can happen to a table              clocks     who is asked since when
    table       one live table                          telling    what its connections are told
    driving     what bots do at a table                 hall       all live tables of this process
    duties      what is due by itself                   upkeep     states against logs, the archive
    shelf       the rules there are                     lessons    guided games
    thinking    who thinks for bots                     queueing   each address in turn
    processes   processes that answer lines             pool       bots in such processes
    lines       what such a process does                worker     the process in which bots think
    reading     written games, read apart               reader     the process that reads them
    connections what is under them, cut off in time     around     what surrounds every request
    door        who is asking: cookies and the like     bot_lines  what a program's stream says
    socket      one WebSocket                           routes, bot_api, library, replays, school: HTTP
    packing     answers made once and sent often        pages      the browser client
    app         everything put together                 running    one process of it, or several
    watch       metrics and logs

Nothing here plays by rules of its own: moves go through `ferrovia.Game`, and what is sent is made of views and of the
events a seat may see.
"""
