"""Text forms that round-trip: positions, records, and replays of records."""
