"""Layout: force-directed placement of cities and tracks without overlaps."""
