"""Web Push: tells a player with a closed page whose turn it is. RFC 8030 (the protocol), 8291 (encryption), 8292
(VAPID)."""
