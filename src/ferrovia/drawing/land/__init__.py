"""The land under the tracks: coasts, lakes, rivers and hills, projected and warped to fit the cities."""
