"""The benchmark: fixed opponents, rule sets and deals, and one score that others can cite."""
