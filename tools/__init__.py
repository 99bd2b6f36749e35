"""Scripts of the repository, run as `python -m tools.NAME`: what they write is committed. Not part of the package."""
