"""The table server: it knows everything and tells each seat only what it may know.

`base` is what all parts need, `store` the SQL log of every table, `workers` the child processes for bots and replays,
`live` the tables being played, `http` and `sockets` the two ways in; `app` puts everything together, `run` starts it.

Nothing here plays by rules of its own: moves go through `ferrovia.Game`, and what is sent is made of views and of the
events a seat may see.
"""
