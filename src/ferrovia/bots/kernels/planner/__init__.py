"""`planner`: a Steiner forest for its tickets, cards for the plan, claims by their worth in points."""
