"""Reading rule sets, maps and layouts from TOML files, with the line of each complaint."""
