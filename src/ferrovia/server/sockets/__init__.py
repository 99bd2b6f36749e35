"""WebSocket connections and the transports below them."""
