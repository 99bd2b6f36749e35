"""The table server: it knows everything and tells each seat only what it may know.

`base` is what all parts need, `store` the SQL log of every table, `workers` the child processes for bots and replays,
`live` the tables being played, `accounts` the optional passkeys, `push` the turn notifications, `http` and `sockets`
the two interfaces; `app` assembles the application, `launch` starts it.

No rules are implemented here: moves go through `ferrovia.Game`, and what is sent consists of views and of events a seat
may see.
"""
