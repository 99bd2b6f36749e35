"""Makes the geography of the built-in maps from public data. Not part of the package: see README.md."""
