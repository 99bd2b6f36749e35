"""WebSocket connections, the HTTP server below them, and all use of uvicorn's internals."""
