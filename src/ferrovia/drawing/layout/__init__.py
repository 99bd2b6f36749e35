"""Layout: force-directed placement of cities and tracks, and what must not overlap."""
