"""Report of a run: one self-contained HTML file, drawn by small functions of our own."""
