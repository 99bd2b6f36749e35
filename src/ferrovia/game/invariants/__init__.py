"""Invariants of every reachable state: cards, trains and tickets are conserved, and sums agree."""
