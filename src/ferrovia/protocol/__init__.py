"""The wire protocol: every message between a server or an arena and its clients, declared and built in one place.

Declarations are `TypedDict`s; the builder of a message stands in the same module and returns it. Modules that validate
incoming data need pydantic and with it the `web` extra; bots and the terminal import none of them.

- `events`, `views`, `results`, `boards`: the parts that all transports share
- `bot_lines`: the JSON lines of bots in other languages, in the arena and over HTTP
- `tables`, `messages`: the WebSocket, server to client
- `answers`, `drawings`, `replays`, `statistics`, `lobby`, `accounts`, `admin`: HTTP
- `requests`, `options`: client to server, WebSocket and HTTP

tools/protocol_schema.py generates JSON Schema and TypeScript from them; docs/protocol.md and docs/bots.md explain them.
"""
