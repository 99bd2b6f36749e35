"""WebSocket connections, the HTTP server below them, and the fence around uvicorn's insides."""
