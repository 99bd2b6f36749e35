"""A run as a page: one HTML file with everything in it, drawn by small functions of our own."""
