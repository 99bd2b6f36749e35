"""Generator of the built-in maps' geography, from public data. Not part of the package: see README.md."""
