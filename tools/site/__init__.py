"""The documentation site: pages of `docs/`, the public API, boards and notebooks, built offline by Zensical.

python -m tools.site [FOLDER]      builds it (default: build/site); any warning is an error
"""
