"""What every part of the server needs: settings, the log of a table, refusals, tokens, rate limits, metrics."""
