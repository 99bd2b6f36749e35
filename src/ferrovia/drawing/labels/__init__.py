"""Label placement: where the name of each city goes."""
