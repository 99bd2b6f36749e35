"""What is true of every reachable state: cards, trains and tickets are conserved, sums agree."""
