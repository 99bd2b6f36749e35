"""What lies under the tracks: coasts, lakes, rivers, hills, projected and warped to fit the cities."""
