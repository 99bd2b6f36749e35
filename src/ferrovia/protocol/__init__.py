"""Every message: WebSocket, HTTP, the lines of bots in other languages, replays; declared and built here."""
